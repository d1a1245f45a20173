"""Tallies as people print them: a number, in a circle for two groups, in a square for more."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from nonoforge.clues import Clue, Count, Tally
from nonoforge.drawing import (
    BASE,
    DIGIT,
    INK,
    PLAIN_CHIP,
    Box,
    Boxes,
    ChipLook,
    Place,
    Rings,
    Texts,
)
from nonoforge.palette import Palette

Shape = Literal["circle", "square"]
SHAPES: dict[int | None, Shape] = {2: "circle", 3: "square"}


class Label(NamedTuple):
    """The number of one colour; `colour` 0 is no colour."""

    text: str
    shape: Shape | None = None
    colour: int = 0


def labels_of(clue: Clue, palette: Palette) -> list[Label]:
    """Return a rod's numbers. With several colours, those of which there is none are left out.

    >>> [label.text for label in labels_of(Tally.of((4, 2)), Palette())]
    ['4']
    >>> colours = Palette.of("#ffffff", "#ff0000", "#00ff00", "#0000ff")
    >>> [tuple(label) for label in labels_of(Tally.of((4, 2), (0, 0)), colours)]
    [('4', 'circle', 1), ('?', None, 3)]
    >>> [label.text for label in labels_of(Tally.of((0, 0), (0, 0), (0, 0)), colours)]
    ['0']
    """
    given = clue.counts if isinstance(clue, Tally) else ()
    counts = [*given, *[Count()] * (len(palette) - 1 - len(given))]
    if palette.plain:
        return [_label(counts[0], 0)]
    return [_label(count, colour) for colour, count in enumerate(counts, start=1)
            if 0 not in count] or [Label("0")]


def _label(count: Count, colour: int) -> Label:
    if count.total is None:
        return Label("?" if count.groups != 0 else "0", SHAPES.get(count.groups), colour)
    # One cell is one group: a hidden number of groups matters only for more.
    unsure = count.groups is None and count.total > 1
    return Label(f"{count.total}{'?' * unsure}", SHAPES.get(count.groups), colour)


def most_labels(clues: Sequence[Clue], palette: Palette) -> int:
    """Return the most numbers that a rod has."""
    if palette.plain:
        return 1
    return max((len(labels_of(clue, palette)) for clue in clues), default=1)


def parts(box: Box, count: int) -> Iterator[Box]:
    """Yield the parts of a box: two above each other, four in a square, and so on.

    >>> list(parts((0, 0, 20, 20), 2))
    [(0, 0, 20, 10), (0, 10, 20, 10)]
    """
    left, top, width, height = box
    columns = max(1, round(math.sqrt(count)))
    rows = -(-count // columns)
    for number in range(count):
        row, column = divmod(number, columns)
        x, y = column * width // columns, row * height // rows
        yield (left + x, top + y, (column + 1) * width // columns - x,
               (row + 1) * height // rows - y)


class LabelPrinter:
    """Collects labels and returns them as items, those of one look together."""

    def __init__(self) -> None:
        self._chips: dict[str, list[Box]] = defaultdict(list)
        self._rings: dict[tuple[Shape, str, float, float], list[Place]] = defaultdict(list)
        self._texts: dict[tuple[str, int], list[tuple[int, int, str]]] = defaultdict(list)

    def write(
        self, label: Label, box: Box, look: ChipLook = PLAIN_CHIP, ink: str = INK,
    ) -> None:
        """Add a label in the middle of its box, on a chip that looks so."""
        left, top, width, height = box
        if look is not PLAIN_CHIP:
            self._chips[look.border].append(box)
            if look.fill != look.border:
                wide = max(1, min(width, height) // 12)
                self._chips[look.fill].append((left + wide, top + wide, width - 2 * wide,
                                               height - 2 * wide))
            label, ink = label._replace(text=label.text + look.letter), look.ink
        x, y = left + width // 2, top + height // 2
        side = min(width, height)
        radius, line = round(side * 0.43, 1), round(max(1.0, side * 0.06), 1)
        size = _size(label, width, side, radius - line)
        if label.shape:
            self._rings[label.shape, ink, line, radius].append((x, y))
        self._texts[ink, size].append((x, y + round(size * BASE), label.text))

    def items(self) -> list[Boxes | Texts | Rings]:
        """Return the items from back to front."""
        return [*(Boxes(chip, boxes) for chip, boxes in self._chips.items()),
                *(Rings(*look, centres) for look, centres in self._rings.items()),
                *(Texts(ink, size, "middle", texts) for (ink, size), texts in self._texts.items())]


def _size(label: Label, width: int, side: int, inner: float) -> int:
    """Return the size of the text that fits, within the ring if there is one."""
    half = len(label.text) * DIGIT / 2
    fits = [side * 0.62, (width - 2) / (2 * half)]
    if label.shape == "circle":
        fits.append(inner / math.hypot(half, BASE))
    elif label.shape == "square":
        fits.append((inner - 1) / max(half, BASE))
    return max(1, int(min(fits)))
