"""A sketch: strokes in a frame that come and go, with all their contacts at hand.

Contacts are looked for once, when a stroke comes; a search that adds and removes curves by the
thousand asks for the arrangement as often as it likes.
"""

from __future__ import annotations

from nonoforge.families.curved.arranging.arrange import assemble, check_number
from nonoforge.families.curved.arranging.arranged import Arranged
from nonoforge.families.curved.arranging.crossings import Contact, Overlap, contacts
from nonoforge.families.curved.arranging.leaves import Leaves, joined, leaves
from nonoforge.families.curved.stroke import Stroke

FRAME = 0  # the frame's key


class Sketch:
    """Strokes by key, in the order in which they came; the frame is the first of them."""

    def __init__(self, frame: Stroke) -> None:
        self.strokes: dict[int, Stroke] = {}
        self._leaves: dict[int, Leaves] = {}
        self._contacts: dict[tuple[int, int], tuple[list[Contact], list[Overlap]]] = {}
        self._next = FRAME
        self.add(frame)

    def copy(self) -> Sketch:
        """Another with the same strokes; contacts are not looked for again."""
        other = object.__new__(Sketch)
        other.strokes, other._leaves = dict(self.strokes), dict(self._leaves)
        other._contacts, other._next = dict(self._contacts), self._next
        return other

    def add(self, stroke: Stroke) -> int:
        """Adds a stroke; the key by which it can be removed."""
        check_number(len(self.strokes))
        key, mine, others = self._next, leaves([stroke]), list(self.strokes)
        new = {(key, key): contacts([stroke], mine)}
        if others:
            numbered = joined([self._leaves[k].numbered(n) for n, k in enumerate(others, 1)])
            found, overlaps = contacts([stroke, *self.strokes.values()], mine, numbered)
            for contact in found:
                new.setdefault((key, others[contact.b - 1]), ([], []))[0].append(contact)
            for overlap in overlaps:
                new.setdefault((key, others[overlap.b - 1]), ([], []))[1].append(overlap)
        self._next += 1
        self._contacts.update(new)
        self.strokes[key], self._leaves[key] = stroke, mine
        return key

    def remove(self, key: int) -> None:
        """Takes a stroke out."""
        del self.strokes[key], self._leaves[key]
        for pair in [pair for pair in self._contacts if key in pair]:
            del self._contacts[pair]

    def meetings(self, key: int) -> list[tuple[int, Contact]]:
        """The contacts of a stroke with others: their key, and the contact (the stroke itself may
        be its a or its b)."""
        return [(b if a == key else a, contact) for (a, b), (found, _) in self._contacts.items()
                if key in (a, b) for contact in found]

    def arranged(self) -> Arranged:
        """The arrangement of all that is there now."""
        number = {key: n for n, key in enumerate(self.strokes)}
        found: list[Contact] = []
        overlaps: list[Overlap] = []
        for (a, b), (some, over) in self._contacts.items():
            found += [contact._replace(a=number[a], b=number[b]) for contact in some]
            overlaps += [overlap._replace(a=number[a], b=number[b]) for overlap in over]
        return assemble(list(self.strokes.values()), found, overlaps)
