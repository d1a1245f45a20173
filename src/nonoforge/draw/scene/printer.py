"""The labels of tallies as items of a scene: those of one look together."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator

from nonoforge.draw.colours import INK, ink_on
from nonoforge.draw.scene.parts import Box, Fill, Place, Rings, Texts
from nonoforge.draw.tallies import Label, Shape
from nonoforge.draw.words import BASE, DIGIT


def parts(box: Box, count: int) -> Iterator[Box]:
    """A box in so many parts: two above each other, four in a square, and so on.

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


class Printer:
    """Collects labels and gives them back as items, those of one look together."""

    def __init__(self) -> None:
        self._chips: dict[str, list[Box]] = defaultdict(list)
        self._rings: dict[tuple[Shape, str, float, float], list[Place]] = defaultdict(list)
        self._texts: dict[tuple[str, int], list[tuple[int, int, str]]] = defaultdict(list)

    def write(self, label: Label, box: Box, chip: str | None = None, ink: str = INK) -> None:
        """A label in the middle of its box, on a chip of this colour."""
        left, top, width, height = box
        if chip is not None:
            self._chips[chip].append(box)
            ink = ink_on(chip)
        x, y = left + width // 2, top + height // 2
        side = min(width, height)
        radius, line = round(side * 0.43, 1), round(max(1.0, side * 0.06), 1)
        size = _size(label, width, side, radius - line)
        if label.shape:
            self._rings[label.shape, ink, line, radius].append((x, y))
        self._texts[ink, size].append((x, y + round(size * BASE), label.text))

    def items(self) -> list[Fill | Texts | Rings]:
        """From back to front."""
        return [*(Fill(chip, boxes) for chip, boxes in self._chips.items()),
                *(Rings(*look, middles) for look, middles in self._rings.items()),
                *(Texts(ink, size, "middle", texts) for (ink, size), texts in self._texts.items())]


def _size(label: Label, width: int, side: int, inner: float) -> int:
    """The size of the text that fits, within the ring if there is one."""
    half = len(label.text) * DIGIT / 2
    fits = [side * 0.62, (width - 2) / (2 * half)]
    if label.shape == "circle":
        fits.append(inner / math.hypot(half, BASE))
    elif label.shape == "square":
        fits.append((inner - 1) / max(half, BASE))
    return max(1, int(min(fits)))
