"""The cheapest that one line offers: from its clue and what is known of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from nonoforge.clues import Clue, Run, Runs
from nonoforge.engine import settle
from nonoforge.judge.deduction import Absent, Whole, Zero
from nonoforge.judge.rungs import LINE, ZERO
from nonoforge.judge.techniques.places import covering, pushed
from nonoforge.judge.techniques.runs import COVERING, SIMPLE, Find, Shape, Technique, View
from nonoforge.judge.techniques.tallies import tally_offers

Offer = tuple[int, list[Find]]
"""A rung, and everything that it finds in the line; may be nothing."""


class Reader:
    """A clue made ready to read lines of one length, without repeated cells."""

    def __init__(self, clue: Clue, length: int, colours: int) -> None:
        self.clue, self.length = clue, length
        self.zero = _zero(clue, length, colours)
        self.absent = absent(clue, colours)
        runs = as_runs(clue, colours)
        self.shape = None if runs is None else Shape(runs, length, colours)

    def new(self, may: Sequence[int]) -> list[int] | None:
        """All that the line can tell: for each colour the positions that lose it. None: no
        colouring fits."""
        exact = settle(self.clue, may, self.length)
        return None if exact is None else [
            old & ~left for old, left in zip(may, exact, strict=True)]

    def offers(self, may: Sequence[int], new: list[int]) -> Iterator[Offer]:
        """What each rung finds, from the lowest on; `new` is all that the line can tell. Nobody
        need ask for a higher rung than the lowest that finds something."""
        if self.zero:
            yield ZERO, [(new, Zero())]
        elif self.absent:
            gone = tuple(colour for colour in self.absent if may[colour])
            removed = [mask if colour in gone else 0 for colour, mask in enumerate(may)]
            yield ZERO, [(removed, Absent(gone))] if gone else []
        if self.shape is not None:
            yield from _run_offers(self.shape, may)
        elif not isinstance(self.clue, Runs):
            yield from tally_offers(self.clue, may, self.length)
        yield LINE, [(new, Whole(None))]


@lru_cache(maxsize=16384)
def reader(clue: Clue, length: int, colours: int) -> Reader:
    """Readers are kept: puzzles share clues, and what is tried out begins from the same lines."""
    return Reader(clue, length, colours)


def as_runs(clue: Clue, colours: int) -> Sequence[Run] | None:
    """The runs of a clue; a tally of one group is a run."""
    if isinstance(clue, Runs):
        return clue.runs
    if colours == 2 and clue.counts and clue.counts[0].groups == 1 and clue.counts[0].total:
        return (Run(clue.counts[0].total, 1),)
    return None


def absent(clue: Clue, colours: int) -> tuple[int, ...]:
    """The colours that a clue does not have; none where it has no colour at all."""
    if isinstance(clue, Runs):
        has = {run.colour for run in clue.runs}
    else:
        has = {colour for colour, count in enumerate(clue.counts, start=1) if count.total != 0}
        has.update(range(len(clue.counts) + 1, colours))
    return tuple(colour for colour in range(1, colours) if colour not in has) if has else ()


def _run_offers(shape: Shape, may: Sequence[int]) -> Iterator[Offer]:
    view = View(shape, may, pushed(shape.runs, may, shape.length))
    for rung, techniques in SIMPLE:
        yield rung, _finds(view, techniques)
    if not shape.blotted:
        view = View(shape, may, covering(shape.runs, may, shape.length))
        for rung, techniques in COVERING:
            yield rung, _finds(view, techniques)


def _finds(view: View, techniques: Sequence[Technique]) -> list[Find]:
    return [find for technique in techniques for find in technique(view)]


def _zero(clue: Clue, length: int, colours: int) -> bool:
    """Does the clue leave its line one colouring?"""
    if isinstance(clue, Runs):
        return not clue.runs or (clue.needs == length and
                                 all(run.length is not None for run in clue.runs))
    totals = [count.total for count in clue.counts]
    return totals == [0] * (colours - 1) or length in totals
