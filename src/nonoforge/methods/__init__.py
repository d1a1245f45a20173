"""Ways to solve, for comparison: the engine's own, and those of the literature.

Each file of this package is one method, named after the file, with its papers in its docstring;
`common` is what they are made of. docs/methods.md shows how to write one.

>>> from nonoforge.families.grid import from_picture
>>> cross = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
>>> solve(cross, method="line").answer
'unique'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.lazy_exports import lazy_exports
from nonoforge.methods.common.method import METHODS as METHODS
from nonoforge.methods.common.method import GaveUp as GaveUp
from nonoforge.methods.common.method import Job as Job
from nonoforge.methods.common.method import Method as Method
from nonoforge.methods.common.method import Option as Option
from nonoforge.methods.common.method import choose as choose
from nonoforge.methods.common.method import searching as searching
from nonoforge.nonogram import Nonogram
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.step import Observer
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from nonoforge.methods.brute import Brute as Brute
    from nonoforge.methods.common.domains import count_placements as count_placements
    from nonoforge.methods.common.extremes import extremes as extremes
    from nonoforge.methods.common.strategy import Strategy as Strategy
    from nonoforge.methods.common.strategy import obvious_lines as obvious_lines
    from nonoforge.methods.common.strategy import serves as serves
    from nonoforge.methods.common.tallies import compositions as compositions
    from nonoforge.methods.common.tallies import count_expansions as count_expansions
    from nonoforge.methods.common.tallies import expanding as expanding
    from nonoforge.methods.greedy_news import GreedyNews as GreedyNews
    from nonoforge.methods.heuristic import EXITS as EXITS
    from nonoforge.methods.heuristic import Heuristic as Heuristic
    from nonoforge.methods.hierarchical import Hierarchical as Hierarchical

__getattr__, __dir__ = lazy_exports(__name__, {
    "Brute": "brute", "count_placements": "common.domains", "extremes": "common.extremes",
    "Strategy": "common.strategy", "obvious_lines": "common.strategy",
    "serves": "common.strategy", "compositions": "common.tallies",
    "count_expansions": "common.tallies", "expanding": "common.tallies",
    "GreedyNews": "greedy_news", "EXITS": "heuristic", "Heuristic": "heuristic",
    "Hierarchical": "hierarchical",
})


def solve(
    puzzle: Puzzle | Nonogram, *, method: str = "auto", limit: int = 2,
    budget: Budget | str | float | None = None, seed: int = 0, observer: Observer | None = None,
    progress: WorkProgress | None = None, jobs: int = 1, repeatable: bool = False,
) -> Verdict:
    """Return the verdict on a puzzle, with up to `limit` solutions (at least two are looked for).

    `budget` is a `Budget`, a text such as `"10s"` or `"nodes=1000"`, as on the command line, or a
    number of seconds; None is the method's own, `"none"` no limit. `observer` is called with each
    step, `progress` now and then with the work done so far. `jobs` processes solve it together, if
    the method is `parallel`; with `repeatable` always to the same verdict.
    """
    verdict = choose(method).solve(
        puzzle, limit=max(limit, 2), budget=None if budget is None else Budget.of(budget),
        seed=seed, observer=observer, progress=progress, jobs=jobs, repeatable=repeatable)
    return verdict._replace(nonogram=puzzle) if isinstance(puzzle, Nonogram) else verdict


def known_picture(
    nonogram: Nonogram, *, budget: Budget | str | float | None = None,
) -> Colouring:
    """Return the maker's picture, or else the first solution that is found."""
    if nonogram.solution is not None:
        return nonogram.solution
    verdict = solve(nonogram, budget=budget)
    if not verdict.solutions:
        raise InputError("there is no picture to change: no solution is known")
    return verdict.solutions[0]
