"""What a user feels first: the plain engine, the import, the command."""

from __future__ import annotations

import os
import tempfile
from functools import partial
from random import Random

from nonoforge.bench.clock import Timed, machine, processes, timed, told_by_processes
from nonoforge.bench.corpus import line_solvable_puzzles, own_puzzles
from nonoforge.bench.table import Draft, Table, Wish
from nonoforge.engine import plain as engine
from nonoforge.families.grid import from_picture
from nonoforge.formats import save

PUZZLES = 25

COLUMNS = ("what", "best ms", "median ms", "slowest ms", "included")

IMPORT = ("from time import process_time; begin = process_time(); import nonoforge; "
          "print(process_time() - begin)")
WHOLE = "import nonoforge; from time import process_time; print(process_time())"
BARE = "from time import process_time; print(process_time())"
COMMAND = "from nonoforge.cli import main; main()"


def plain(wish: Wish) -> Table:
    """The plain engine on 20x20 puzzles, `import nonoforge`, and `nonoforge solve` from outside."""
    own_puzzles(wish.path)
    draft = Draft("Plain: without the kernel, and from outside", COLUMNS, wish.report)
    turns = wish.repeats or 7
    _row(draft, f"plain engine, {PUZZLES} line-solvable 20x20",
         _engine(wish.repeats or PUZZLES, wish.seed),
         "one solve of each puzzle, the first that Python has seen of it")
    _row(draft, "import nonoforge", told_by_processes(IMPORT, turns),
         "CPU time of the import statement alone")
    _row(draft, "python -c 'import nonoforge'", told_by_processes(WHOLE, turns),
         "CPU time of the process, the start of Python included")
    _row(draft, "python -c ''", told_by_processes(BARE, turns),
         "CPU time of the process: the start of Python, for comparison")
    _row(draft, "nonoforge solve, 5x5", _command(turns),
         "wall time from outside: Python, imports, reading, solving, printing")
    draft.note(machine())
    return draft.table()


def _row(draft: Draft, what: str, runs: Timed, included: str) -> None:
    draft.row(what, 1e3 * runs.best, 1e3 * runs.median, 1e3 * runs.worst, included)


def _engine(count: int, seed: int) -> Timed:
    puzzles = line_solvable_puzzles(Random(seed), count, 20)
    return Timed(tuple(sorted(timed(partial(engine.solve, puzzle))[0] for puzzle in puzzles)))


def _command(turns: int) -> Timed:
    picture = [[0, 1, 0, 1, 0], [1, 1, 1, 1, 1], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "heart.nono")
        save(from_picture(picture), path)
        return processes(COMMAND, "solve", path, repeats=turns)
