"""The text of an Ipe path: points and matrices, each followed by its operator."""

from __future__ import annotations

import re

from nonoforge.errors import InputError
from nonoforge.families.plane.ellipse import NOTHING, through, whole
from nonoforge.families.plane.limits import MAX_PIECES
from nonoforge.families.plane.numbers import number
from nonoforge.families.plane.pen import Pen
from nonoforge.families.plane.spline import cardinal, clamped, closed, tripled
from nonoforge.path import Matrix, Point
from nonoforge.text import quoted

_WORD = re.compile(r"\S+")
_OPERATORS = frozenset("mlcqsaeuhCL")


class PathError(Exception):
    """What is wrong, and where in the text."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def draw_ipe(pen: Pen, text: str) -> bool:
    """Follow the operators. Is all of it exact? (A clothoid without its curves is not.)"""
    writer = _Writer(pen)
    for found in _WORD.finditer(text):
        word = found[0]
        try:
            if word in _OPERATORS:
                writer.operator(word)
            elif word == "*":
                writer.mark = len(writer.given)
            else:
                writer.add(number(word))
        except InputError as error:
            raise PathError(error.message, found.start()) from None
    if writer.given:
        raise PathError(f"{len(writer.given)} numbers at the end of the path have no operator",
                        len(text.rstrip()))
    return writer.exact


class _Writer:
    """The numbers that wait for their operator."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.given: list[float] = []
        self.mark: int | None = None  # how many numbers stood before a `*`
        self.open = False  # has the pen a place to go on from?
        self.exact = True

    def add(self, value: float) -> None:
        self.given.append(value)
        if len(self.given) > 2 * MAX_PIECES:
            raise InputError(f"more than {2 * MAX_PIECES:,} numbers without an operator; that is "
                             "too much for a puzzle")

    def operator(self, word: str) -> None:
        if word not in "meu" and not self.open:
            raise InputError(f"the operator {word} needs a path that was begun with m")
        match word:
            case "h":
                self._take(word, 0)
                self.pen.close()
                self.open = False
            case "m":
                [point] = self._points(self._take(word, 2))
                self.pen.move(point)
                self.open = True
            case "l":
                [point] = self._points(self._take(word, 2))
                self.pen.line(point)
            case "e" | "u":
                self._closed(word)
            case "a":
                *six, x, y = self._take(word, 8)
                self.pen.follow(through(_matrix(six), self.pen.here, (x, y)))
            case _:
                self._spline(word)

    def _closed(self, word: str) -> None:
        """An ellipse or a closed spline: a path of its own."""
        if word == "e":
            pieces = whole(_matrix(self._take(word, 6)))
        else:
            points = self._points(self._take(word, None))
            if len(points) < 3:
                raise InputError("the operator u needs at least three points")
            pieces = closed(points)
        self.pen.move(pieces[0][0])
        self.pen.follow(pieces)
        self.pen.close()
        self.open = False

    def _spline(self, word: str) -> None:
        mark = self.mark
        given = self._take(word, None)
        tension = given.pop() if word == "C" and len(given) % 2 else 0.5
        points = [self.pen.here, *self._points(given)]
        if len(points) < 2:
            raise InputError(f"the operator {word} has no points")
        if word == "L":
            self._clothoid(points, mark)
        elif word == "C":
            self.pen.follow(cardinal(points, tension))
        else:
            self.pen.follow(tripled(points) if word == "s" else clamped(points))

    def _clothoid(self, points: list[Point], mark: int | None) -> None:
        """Ipe writes the curves that it has worked out before a `*`, all but the last end, which
        the points after it have. Without them a smooth curve through the points must do."""
        if mark is None:
            self.pen.follow(cardinal(points, 0.5))
            self.exact = False
            return
        handles = [*points[1:mark // 2 + 1], points[-1]]
        if mark % 6 != 4 or mark // 2 + 1 >= len(points):
            raise InputError("the * of an L is not where it belongs: after the curves, before the "
                             "points")
        for b, c, d in zip(handles[::3], handles[1::3], handles[2::3], strict=True):
            self.pen.cubic(b, c, d)

    def _take(self, word: str, count: int | None) -> list[float]:
        """The numbers so far, which must be so many."""
        given, self.given, self.mark = self.given, [], None
        if count is not None and len(given) != count:
            raise InputError(f"the operator {word} takes {count} numbers; {len(given)} stand before"
                             " it")
        return given

    def _points(self, given: list[float]) -> list[Point]:
        if len(given) % 2:
            raise InputError(f"{len(given)} numbers cannot be points; each point needs two")
        return list(zip(given[::2], given[1::2], strict=True))


def _matrix(six: list[float]) -> Matrix:
    a, b, c, d, e, f = six
    if abs(a * d - b * c) < NOTHING:
        raise InputError(f"the matrix {quoted(' '.join(f'{value:g}' for value in six), 60)} makes "
                         "the ellipse flat")
    return a, b, c, d, e, f
