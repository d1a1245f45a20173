"""Ways to solve, for comparison: the engine's own, and those of the literature.

Each file of this package is one method, named after the file, with its papers in its docstring;
`common` is what they are made of. docs/methods.md shows how to write one.

>>> from nonoforge.families.grid import from_picture
>>> cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
>>> solve(cross, method="line").answer
'unique'
"""

from __future__ import annotations

from typing import Any

from nonoforge.methods.common.method import METHODS as METHODS
from nonoforge.methods.common.method import GaveUp as GaveUp
from nonoforge.methods.common.method import Job as Job
from nonoforge.methods.common.method import Method as Method
from nonoforge.methods.common.method import Option as Option
from nonoforge.methods.common.method import choose as choose
from nonoforge.methods.common.method import searching as searching
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import Verdict


def solve(
    puzzle: Puzzle | Nonogram, *, method: str = "auto", limit: int = 2, **wishes: Any,
) -> Verdict:
    """The verdict on a puzzle, with up to `limit` solutions (two are needed for a verdict).

    `wishes` are those of `Method.solve`: budget, seed, observer, progress. Without a budget the
    method's own is kept; `Budget()` is none.
    """
    return choose(method).solve(puzzle, limit=max(limit, 2), **wishes)
