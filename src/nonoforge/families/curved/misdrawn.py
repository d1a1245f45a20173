"""Errors in a drawing, with their places in it."""

from __future__ import annotations

from collections.abc import Callable

from nonoforge.errors import InputError
from nonoforge.path import Point

Place = Callable[[Point], Point]


class Misdrawn(InputError):
    """Something is wrong at some places. The message has `{0}`, `{1}`, ... for them; until somebody
    knows better they are told as they are, in millimetres.

    >>> print(Misdrawn("two frames meet at {0}", (1.0, 2.0)))
    two frames meet at (1.00, 2.00) mm
    """

    def __init__(self, words: str, *places: Point) -> None:
        self.words, self.places = words, places
        super().__init__(self._told(lambda point: point))

    def _told(self, to: Place) -> str:
        points = [to(point) for point in self.places]
        return self.words.format(*(f"({x + 0.0:.2f}, {y + 0.0:.2f}) mm" for x, y in points))

    def in_drawing(self, to: Place) -> InputError:
        """The same with the places where they are in the drawing."""
        return InputError(self._told(to))


def quoted(name: str) -> str:
    """A name in the words of a `Misdrawn`, whatever is in it."""
    return name.replace("{", "{{").replace("}", "}}")
