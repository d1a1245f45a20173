"""The plain engine: the four functions of `outcome.py` in Python alone.

It is the executable specification of the native kernel, and the engine where none was built.

    settle.py      one line, exactly: the formulas, at any width
    board.py       the puzzle laid out; sheet.py: what is known of it
    propagate.py   lines until nothing changes
    probe.py       assume, propagate, learn; relation.py: what was learned, and what follows
    search.py      the whole ladder; meter.py: its work and its budget
"""

from nonoforge.engine.plain.probe import probe as probe
from nonoforge.engine.plain.propagate import propagate as propagate
from nonoforge.engine.plain.search import solve as solve
from nonoforge.engine.plain.settle import settle as settle
