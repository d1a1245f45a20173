"""What a reader has to tell: each thing once, with the elements that it is about."""

from __future__ import annotations

NAMED = 3  # elements that a note calls by name


class Notes:
    """Notes in the order in which they were first made.

    >>> notes = Notes()
    >>> for name in "text 'a'", "text 'b'":
    ...     notes.add("texts are left out", name)
    >>> notes.all()
    ("texts are left out (text 'a', text 'b')",)
    """

    def __init__(self) -> None:
        self._about: dict[str, list[str]] = {}
        self._count: dict[str, int] = {}

    def add(self, what: str, name: str = "") -> None:
        """Something to be told, about an element or the whole file."""
        names = self._about.setdefault(what, [])
        self._count[what] = self._count.get(what, 0) + 1
        if name and name not in names and len(names) < NAMED:
            names.append(name)

    def all(self) -> tuple[str, ...]:
        """One sentence each."""
        return tuple(self._sentence(what, names) for what, names in self._about.items())

    def _sentence(self, what: str, names: list[str]) -> str:
        if not names:
            return what
        more = self._count[what] - len(names)
        tail = f" and {more:,} more" if more > 0 and len(names) == NAMED else ""
        return f"{what} ({', '.join(names)}{tail})"
