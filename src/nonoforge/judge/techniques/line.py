"""The cheapest that one line offers: from its clue and what is known of its cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonoforge.clues import Clue, Run, Runs
from nonoforge.engine.plain.settle import settle
from nonoforge.judge.deduction import Counted, Reason, Whole, Zero
from nonoforge.judge.rungs import LINE, REACH, ZERO
from nonoforge.judge.techniques.places import Places, places, pushed
from nonoforge.judge.techniques.runs import COVERING, SIMPLE, Technique, View

Find = tuple[list[int], Reason]
Offer = tuple[int, list[Find]]
"""A rung, and everything that it finds in the line; may be nothing."""


def exact(clue: Clue, may: Sequence[int], length: int) -> tuple[list[int], Places | None] | None:
    """The exact masks of a line without repeated cells, and where its runs lie if that is known;
    None: no colouring fits."""
    runs = as_runs(clue, len(may))
    if runs is None:
        masks = settle(clue, may, length)
        return None if masks is None else (masks, None)
    found = places(runs, may, length)
    return None if found is None else (found.masks, found)


def as_runs(clue: Clue, colours: int) -> Sequence[Run] | None:
    """The runs of a clue whose lengths are all known; a tally of one group is a run."""
    if isinstance(clue, Runs):
        return clue.runs if all(run.length for run in clue.runs) else None
    if colours == 2 and clue.counts and clue.counts[0].groups == 1 and clue.counts[0].total:
        return (Run(clue.counts[0].total, 1),)
    return None


def offers(
    clue: Clue, may: Sequence[int], length: int, new: list[int], found: Places | None,
) -> Iterator[Offer]:
    """What each rung finds, from the lowest on; `new` is all that the line can tell. Nobody need
    ask for a higher rung than the lowest that finds something."""
    if _zero(clue, length):
        yield ZERO, [(new, Zero())]
    runs = as_runs(clue, len(may))
    if found is not None and runs is not None:
        view = View(runs, may, length, pushed(runs, found.fits, length))
        for rung, techniques in SIMPLE:
            yield rung, _finds(view, techniques)
        view = view.moved(found.exact())
        for rung, techniques in COVERING:
            yield rung, _finds(view, techniques)
    else:
        yield REACH, list(_counted(clue, may))
    yield LINE, [(new, Whole(None))]


def _finds(view: View, techniques: Sequence[Technique]) -> list[Find]:
    return [(removed, reason) for technique in techniques
            for removed, reason in technique(view) if any(removed)]


def _zero(clue: Clue, length: int) -> bool:
    """Does the clue leave its line one colouring?"""
    if isinstance(clue, Runs):
        return clue.needs == length or not clue.runs
    totals = [count.total for count in clue.counts]
    return all(total == 0 for total in totals) or totals == [length]


def _counted(clue: Clue, may: Sequence[int]) -> Iterator[Find]:
    """Tallies of one colour: all found, or all that is left is needed."""
    if isinstance(clue, Runs) or len(may) != 2 or not clue.counts or clue.counts[0].total is None:
        return
    total = clue.counts[0].total
    white, filled = may
    if (filled & ~white).bit_count() == total and filled & white:
        yield [0, filled & white], Counted(total, True)
    elif filled.bit_count() == total and filled & white:
        yield [filled & white, 0], Counted(total, False)
