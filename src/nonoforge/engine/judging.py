"""What ratings ask of the engine many times, in one native call each: rounds on single lines,
assumptions that break, passes over all lines.

`rates_natively` says whether the kernel serves for a puzzle; `judge` has all of it in Python too,
which is the specification.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import compress
from types import ModuleType
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.engine.choose import engine_for, native, propagate
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.time_limit import seconds_within

_judging: ModuleType | None = None
if native is not None:
    try:
        from nonoforge.native import _judging
    except ImportError:  # built without it
        _judging = None

RatingEnd: TypeAlias = Literal["solved", "stuck", "contradiction", "out of budget"]
_ENDS: tuple[RatingEnd, ...] = ("solved", "stuck", "contradiction", "out of budget")


class LineRounds(NamedTuple):
    """Rounds on single lines until the end: uses and rounds of each technique, the fewest places
    to go on (None: no round), effort, lines settled, looks at the clock; the masks of the cells
    where lines are stuck."""

    end: RatingEnd
    uses: list[int]
    rounds: list[int]
    narrowest: int | None
    effort: int
    settled: int
    looks: int
    masks: list[int]


def rates_natively(puzzle: Puzzle) -> bool:
    """Return whether `rate_lines` and `count_passes` can take a puzzle: there is a kernel, and no
    line reads a cell twice."""
    return _judging is not None and native is not None and engine_for(puzzle) is native and \
        not _judging.reads_cells_twice(native.packed(puzzle))


def rate_lines(
    puzzle: Puzzle, costs: tuple[int, ...], *, settled: int | None = None,
    seconds: float | None = None, masks: Sequence[int] | None = None, dirty: bytes | None = None,
) -> LineRounds:
    """Take rounds on single lines, as `judge.rate` does, with its five techniques.

    Args:
        puzzle: One that `rates_natively`.
        costs: What a use of each technique counts.
        settled: The most lines settled and looks at the clock together; None: no limit.
        seconds: The time limit.
        masks: The colours left of each cell; None: only what is given is known.
        dirty: For each line whether it changed since it told all it can; None: all did.
    """
    assert native is not None
    assert _judging is not None
    seconds = seconds_within(seconds)
    end, uses, rounds, narrowest, effort, looked, looks, left = _judging.rate_lines(
        native.packed(puzzle), costs, -1 if settled is None else settled,
        -1.0 if seconds is None else seconds, None if masks is None else array("Q", masks), dirty)
    return LineRounds(_ENDS[end], uses, rounds, None if narrowest < 0 else narrowest, effort,
                      looked, looks, left)


def refuted(
    puzzle: Puzzle, state: State, atoms: Sequence[tuple[int, int]], *, counted: bool = False,
) -> list[tuple[int, tuple[int, int]]]:
    """Return the (cell, colour) pairs that lead to a contradiction of single lines when each is
    assumed in this state, which allows them, with the number of lines settled until then.

    counted: Whether the numbers matter; otherwise they may be smaller than those of `propagate`.

    >>> from nonoforge.families.grid import from_picture
    >>> puzzle = from_picture([[1, 1, 0]]).puzzle
    >>> [atom for _, atom in refuted(puzzle, State.start(puzzle), [(0, 0), (0, 1), (2, 1)])]
    [(0, 0), (2, 1)]
    """
    if _judging is not None and native is not None and engine_for(puzzle) is native:
        works = _judging.refuted(native.packed(puzzle), array("Q", state.masks), list(atoms),
                                 counted)
        return list(compress(zip(works, atoms, strict=True), [work >= 0 for work in works]))
    found = []
    for cell, colour in atoms:
        masks = list(state.masks)
        masks[cell] = 1 << colour
        after = propagate(puzzle, State(tuple(masks)))
        if after.conflict is not None:
            found.append((after.work.settled, (cell, colour)))
    return found


class PassCounts(NamedTuple):
    """How often all lines are settled, each from what was known before, until nothing changes: the
    passes, the lines settled (one that has not changed is not settled again), those of them that
    told something, and the cells left open."""

    passes: int
    settled: int
    fruitful: int
    open: int


def count_passes(puzzle: Puzzle, seconds: float | None = None) -> PassCounts | None:
    """Return the passes of a puzzle that `rates_natively`; None where a line has no colouring or
    the seconds are over."""
    assert native is not None
    assert _judging is not None
    seconds = seconds_within(seconds)
    found = _judging.count_passes(native.packed(puzzle), -1.0 if seconds is None else seconds)
    return None if found is None else PassCounts(*found)
