"""What is wrong with a drawing, all of it at once, with the places."""

from __future__ import annotations

from nonoforge.errors import InputError

NOTHING = "no closed shape: there is nothing to make a puzzle from"
PLACES = 10  # that a message names


class Faults:
    """Collects what is wrong, kind by kind, and raises it as one error."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], list[str]] = {}

    def add(self, one: str, many: str, place: str) -> None:
        """A fault at a place: `one` says what it is, `many` says it of several."""
        self._found.setdefault((one, many), []).append(place)

    def raise_any(self, advice: str = "") -> None:
        """An error with everything so far, if there is anything."""
        if self._found:
            told = "; ".join(_told(one, many, places)
                             for (one, many), places in self._found.items())
            raise InputError(told + (f"; {advice}" if advice else ""))


def _told(one: str, many: str, places: list[str]) -> str:
    """
    >>> _told("an open shape", "open shapes", ["path 'a'", "path 'b'"])
    "2 open shapes: path 'a', path 'b'"
    """
    what = one if len(places) == 1 else f"{len(places):,} {many}"
    more = f" and {len(places) - PLACES:,} more" if len(places) > PLACES else ""
    return f"{what}: {', '.join(places[:PLACES])}{more}"
