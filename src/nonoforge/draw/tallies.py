"""Tallies as people print them: a number, in a circle for two groups, in a square for more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nonoforge.clues import Clue, Count, Tally
from nonoforge.palette import Palette

Shape = Literal["circle", "square"]
SHAPES: dict[int | None, Shape] = {2: "circle", 3: "square"}


class Label(NamedTuple):
    """The number of one colour; `colour` 0 is no colour."""

    text: str
    shape: Shape | None = None
    colour: int = 0


def labels_of(clue: Clue, palette: Palette) -> list[Label]:
    """A rod's numbers. With several colours, those of which there is none go without saying.

    >>> [label.text for label in labels_of(Tally.of((4, 2)), Palette())]
    ['4']
    >>> colours = Palette.of("#ffffff", "#ff0000", "#00ff00", "#0000ff")
    >>> [tuple(label) for label in labels_of(Tally.of((4, 2), (0, 0)), colours)]
    [('4', 'circle', 1), ('?', None, 3)]
    >>> [label.text for label in labels_of(Tally.of((0, 0), (0, 0), (0, 0)), colours)]
    ['0']
    """
    told = clue.counts if isinstance(clue, Tally) else ()
    counts = [*told, *[Count()] * (len(palette) - 1 - len(told))]
    if palette.plain:
        return [_label(counts[0], 0)]
    return [_label(count, colour) for colour, count in enumerate(counts, start=1)
            if 0 not in count] or [Label("0")]


def _label(count: Count, colour: int) -> Label:
    if count.total is None:
        return Label("?" if count.groups != 0 else "0", SHAPES.get(count.groups), colour)
    # One cell is one group: only of more there is something not told.
    unsure = count.groups is None and count.total > 1
    return Label(f"{count.total}{'?' * unsure}", SHAPES.get(count.groups), colour)


def most_labels(clues: Sequence[Clue], palette: Palette) -> int:
    """The most numbers that a rod has."""
    if palette.plain:
        return 1
    return max((len(labels_of(clue, palette)) for clue in clues), default=1)
