"""A path of a PDF: what a canvas draws or clips by.

reportlab has one of its own, which takes most of its time to write numbers; pages of puzzles have
tens of thousands of them.
"""

from __future__ import annotations

BEND = 0.4477  # where the handles of a quarter circle are, from its corner


class Outline:
    """Commands of PDF, one after the other."""

    def __init__(self) -> None:
        self._code: list[str] = []

    def getCode(self) -> str:
        """All commands in a line."""
        return " ".join(self._code)

    def moveTo(self, x: float, y: float) -> None:
        self._code.append(f"{number(x)} {number(y)} m")

    def lineTo(self, x: float, y: float) -> None:
        self._code.append(f"{number(x)} {number(y)} l")

    def curveTo(
        self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float,
    ) -> None:
        self._code.append(f"{number(x1)} {number(y1)} {number(x2)} {number(y2)} {number(x3)} "
                          f"{number(y3)} c")

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        self._code.append(f"{number(x)} {number(y)} {number(width)} {number(height)} re")

    def roundRect(
        self, x: float, y: float, width: float, height: float, radius: float,
    ) -> None:
        """A rectangle with rounded corners."""
        right, low, bend = x + width, y + height, BEND * radius
        self.moveTo(x + radius, y)
        self.lineTo(right - radius, y)
        self.curveTo(right - bend, y, right, y + bend, right, y + radius)
        self.lineTo(right, low - radius)
        self.curveTo(right, low - bend, right - bend, low, right - radius, low)
        self.lineTo(x + radius, low)
        self.curveTo(x + bend, low, x, low - bend, x, low - radius)
        self.lineTo(x, y + radius)
        self.curveTo(x, y + bend, x + bend, y, x + radius, y)
        self.close()

    def close(self) -> None:
        self._code.append("h")


def number(value: float) -> str:
    """A number as PDF has it: no exponent, and finer than any printer.

    >>> number(3), number(2.50004), number(1 / 3), number(-1e-9)
    ('3', '2.5', '0.3333', '0')
    """
    if isinstance(value, int):
        return str(value)
    rounded = round(value, 4)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)
