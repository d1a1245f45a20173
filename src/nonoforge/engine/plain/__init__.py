"""The plain engine: the four functions of `outcome.py` in Python alone.

It is the executable specification of the native kernel, and the engine where none was built. Its
parts serve to build other solvers from: any line solver, any order of lines (see `methods`).

    settle.py      one line, exactly: the formulas for runs and tallies, at any width
    repeats.py     a line that reads cells more than once
    board.py       the puzzle laid out, what is known of it, observers
    propagate.py   lines until nothing changes
    probe.py       assume, propagate, learn; the relation of what was learned
    search.py      the whole ladder
    thinning.py    small sets of lines that still solve a puzzle
"""

from nonoforge.engine.bit_sets import bits as bits
from nonoforge.engine.plain.board import Board as Board
from nonoforge.engine.plain.board import Contradiction as Contradiction
from nonoforge.engine.plain.board import LineSolver as LineSolver
from nonoforge.engine.plain.board import Sheet as Sheet
from nonoforge.engine.plain.probe import Relation as Relation
from nonoforge.engine.plain.probe import probe as probe
from nonoforge.engine.plain.propagate import PROPAGATIONS as PROPAGATIONS
from nonoforge.engine.plain.propagate import Propagation as Propagation
from nonoforge.engine.plain.propagate import propagate as propagate
from nonoforge.engine.plain.search import Climb as Climb
from nonoforge.engine.plain.search import solve as solve
from nonoforge.engine.plain.settle import Masks as Masks
from nonoforge.engine.plain.settle import Settler as Settler
from nonoforge.engine.plain.settle import settle as settle
from nonoforge.engine.plain.settle import settler as settler
