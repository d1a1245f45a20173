"""The data of an SVG path: all its commands, drawn with a pen."""

from __future__ import annotations

import re
from collections.abc import Callable

from nonoforge.errors import InputError
from nonoforge.families.plane.ellipse import svg_arc
from nonoforge.families.plane.numbers import NUMBER, number, numbers
from nonoforge.families.plane.pen import Pen
from nonoforge.path import Point
from nonoforge.text import quoted

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_TAKES = {"M": 2, "Z": 0, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
# The flags of an arc may stand without a blank: `a1 1 0 012 3` ends in (2, 3).
_ARC = re.compile(rf"[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*([01])[\s,]*([01])"
                  rf"[\s,]*({NUMBER})[\s,]*({NUMBER})")


def draw_path(pen: Pen, data: str) -> None:
    """Follow the commands. What cannot be understood is refused, not drawn half."""
    data = data.strip()
    if data in ("", "none"):
        return
    writer = _Writer(pen)
    at = 0
    for found in _COMMAND.finditer(data):
        if data[at:found.start()].strip(" \t\r\n,"):
            break
        if at == 0 and found[1] not in "Mm":
            raise InputError(f"the path data {quoted(data)} does not begin with a move (M)")
        writer.command(found[1], _arguments(found[1], found[2]))
        at = found.end()
    if data[at:].strip(" \t\r\n,"):
        raise InputError(f"the path data cannot be understood at {quoted(data[at:].strip())}")


def _arguments(letter: str, text: str) -> list[float]:
    takes = _TAKES[letter.upper()]
    found = _arc_arguments(text) if letter in "Aa" else numbers(text)
    if (found and (takes == 0 or len(found) % takes)) or (takes and not found):
        raise InputError(f"the path command {letter} has {len(found)} numbers after it"
                         + (f"; it takes {takes} at a time" if takes else "; it takes none"))
    return found


def _arc_arguments(text: str) -> list[float]:
    found: list[float] = []
    at, text = 0, text.rstrip(" \t\r\n,")
    while at < len(text):
        arc = _ARC.match(text, at)
        if not arc:
            raise InputError(f"the path command A cannot be understood at {quoted(text[at:])}; it "
                             "takes two radii, an angle, two flags (0 or 1) and a point")
        found += map(number, arc.groups())
        at = arc.end()
    return found


class _Writer:
    """Keeps what the next command may refer to: the point, and the last handle for S and T."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.handle: Point | None = None
        self.last = ""  # the kind of the last curve: C or Q
        self.draw: dict[str, Callable[..., None]] = {
            "L": self.line, "H": self.across, "V": self.down, "C": self.cubic, "S": self.smooth,
            "Q": self.quadratic, "T": self.smooth_quadratic, "A": self.arc}

    def command(self, letter: str, arguments: list[float]) -> None:
        kind = letter.upper()
        if kind == "Z":
            self.pen.close()
            self.last = ""
            return
        takes = _TAKES[kind]
        for first in range(0, len(arguments), takes):
            x, y = self.pen.here if letter.islower() else (0.0, 0.0)
            group = arguments[first:first + takes]
            if kind == "M" and first == 0:
                self.pen.move((group[0] + x, group[1] + y))
                self.last = ""
            else:
                self.draw["L" if kind == "M" else kind](x, y, *group)

    def line(self, x: float, y: float, u: float, v: float) -> None:
        self.straight((x + u, y + v))

    def across(self, x: float, y: float, u: float) -> None:
        self.straight((x + u, self.pen.here[1]))

    def down(self, x: float, y: float, v: float) -> None:
        self.straight((self.pen.here[0], y + v))

    def straight(self, to: Point) -> None:
        self.pen.line(to)
        self.last = ""

    def cubic(self, x: float, y: float, *p: float) -> None:
        self.bend((x + p[0], y + p[1]), (x + p[2], y + p[3]), (x + p[4], y + p[5]))

    def smooth(self, x: float, y: float, *p: float) -> None:
        self.bend(self.mirrored("C"), (x + p[0], y + p[1]), (x + p[2], y + p[3]))

    def bend(self, b: Point, c: Point, to: Point) -> None:
        self.pen.cubic(b, c, to)
        self.handle, self.last = c, "C"

    def quadratic(self, x: float, y: float, *p: float) -> None:
        self.bow((x + p[0], y + p[1]), (x + p[2], y + p[3]))

    def smooth_quadratic(self, x: float, y: float, u: float, v: float) -> None:
        self.bow(self.mirrored("Q"), (x + u, y + v))

    def bow(self, b: Point, to: Point) -> None:
        self.pen.quadratic(b, to)
        self.handle, self.last = b, "Q"

    def arc(self, x: float, y: float, *p: float) -> None:
        self.pen.follow(svg_arc(self.pen.here, (p[0], p[1]), p[2], bool(p[3]), bool(p[4]),
                                (x + p[5], y + p[6])))
        self.last = ""

    def mirrored(self, kind: str) -> Point:
        """The last handle, on the other side of the point; the point itself after anything else."""
        x, y = self.pen.here
        if self.last != kind or self.handle is None:
            return x, y
        return 2 * x - self.handle[0], 2 * y - self.handle[1]
