"""The cheapest that one line offers: from its clue and what is known of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import product

from nonoforge.clues import Clue, Run, Runs
from nonoforge.engine import settle
from nonoforge.judge.deduction import Absent, Whole, Zero
from nonoforge.judge.rungs import LINE, ZERO
from nonoforge.judge.techniques.places import covering, pushed
from nonoforge.judge.techniques.runs import (
    COVERING,
    SIMPLE,
    Find,
    Shape,
    Technique,
    View,
    worth_asking,
)
from nonoforge.judge.techniques.tallies import TALLY_RUNGS, tally_offers

Offer = tuple[int, list[Find]]
"""A rung, and everything that it finds in the line; may be nothing."""

EFFECTS = tuple(product((False, True), repeat=2))


class Reader:
    """A clue made ready to read lines of one length, without repeated cells."""

    def __init__(self, clue: Clue, length: int, colours: int) -> None:
        self.clue, self.length = clue, length
        self.zero = _zero(clue, length, colours)
        self.absent = absent(clue, colours)
        runs = as_runs(clue, colours)
        self.shape = None if runs is None else Shape(runs, length, colours)
        self.several = colours > 2
        self._full = ((1 << length) - 1,) * colours
        self._rungs = {effect: self._asked(*effect) for effect in EFFECTS}

    def new(self, may: Sequence[int]) -> list[int] | None:
        """All that the line can tell: for each colour the positions that lose it. None: no
        colouring fits."""
        exact = self.exact(may)
        return None if exact is None else [
            old & ~left for old, left in zip(may, exact, strict=True)]

    def exact(self, may: Sequence[int]) -> list[int] | None:
        """What is left for each colour in all colourings that fit; None: there are none."""
        return settle(self.clue, may, self.length)

    def _asked(self, fills: bool, empties: bool) -> tuple[int, ...]:
        rungs = [ZERO] if self.zero or self.absent else []
        if self.shape is not None:
            rungs += [rung for rung, _ in worth_asking(SIMPLE, fills, empties)]
            if not self.shape.blotted:
                rungs += [rung for rung, _ in worth_asking(COVERING, fills, empties)]
        elif not isinstance(self.clue, Runs):
            rungs += TALLY_RUNGS
        return *rungs, LINE

    def _effect(self, new: Sequence[int]) -> tuple[bool, bool]:
        """Are there cells to fill, and cells to empty? With several colours it takes both."""
        return self.several or new[0] != 0, self.several or new[1] != 0

    def rungs(self, new: Sequence[int]) -> tuple[int, ...]:
        """The rungs of all `offers`, which take time to make."""
        return self._rungs[self._effect(new)]

    def offers(self, may: tuple[int, ...], new: list[int]) -> Iterator[Offer]:
        """What each rung finds, from the lowest on; `new` is all that the line can tell. Nobody
        need ask for a higher rung than the lowest that finds something."""
        return iter(self._first_offers) if may == self._full else self._offers(may, new)

    @cached_property
    def untouched(self) -> list[int] | None:
        """What is left for each colour of a line of which nothing is known."""
        return self.exact(self._full)

    @cached_property
    def _first_offers(self) -> list[Offer]:
        """The offers of such a line, as far as anybody need ask."""
        found = []
        for offer in self._offers(self._full, self.new(self._full) or []):
            found.append(offer)
            if offer[1]:
                break
        return found

    def _offers(self, may: tuple[int, ...], new: list[int]) -> Iterator[Offer]:
        if self.zero:
            yield ZERO, [(new, Zero())]
        elif self.absent:
            gone = tuple(colour for colour in self.absent if may[colour])
            removed = [mask if colour in gone else 0 for colour, mask in enumerate(may)]
            yield ZERO, [(removed, Absent(gone))] if gone else []
        if self.shape is not None:
            yield from _run_offers(self.shape, may, *self._effect(new))
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


def _run_offers(
    shape: Shape, may: Sequence[int], fills: bool, empties: bool,
) -> Iterator[Offer]:
    view = View(shape, may, pushed(shape.runs, may, shape.length))
    for rung, techniques in worth_asking(SIMPLE, fills, empties):
        yield rung, _finds(view, techniques)
    if not shape.blotted:
        view = View(shape, may, covering(shape.runs, may, shape.length))
        for rung, techniques in worth_asking(COVERING, fills, empties):
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
