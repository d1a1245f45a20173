"""Numbers, texts and lists for an arithmetic coder; each is written or read (see `share_coder`)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

from nonoforge.formats.share_coder import Coder, Damaged

LONGEST = 42  # bits of a number
FINE = 3  # leading bits of a number that are worth learning; the others are chance
MOST_TEXT = 20_000  # bytes

_T = TypeVar("_T")


def flag(coder: Coder, context: Hashable, value: bool) -> bool:
    """Yes or no."""
    return bool(coder.bit(context, int(value)))


def number(coder: Coder, context: Hashable, value: int, most: int | None = None) -> int:
    """A number from 0 on: how many bits it has (of value + 1), then these bits. Small ones are
    cheap, `most` is a bound that both sides know."""
    longest = LONGEST if most is None else (most + 1).bit_length() - 1
    size = 0
    while size < longest and coder.bit((context, size), int(value + 1 >> size + 1 > 0)):
        size += 1
    found = 1
    for place in reversed(range(size)):
        one = (2 * found + 1) << place
        if most is not None and one > most + 1:
            found *= 2  # a 1 would be beyond the bound
            continue
        learned = found.bit_length() <= FINE
        bit = coder.bit((context, size, found) if learned else None, value + 1 >> place & 1)
        found = 2 * found + bit
    return found - 1


def signed(coder: Coder, context: Hashable, value: int) -> int:
    """A number of either sign."""
    size = number(coder, context, abs(value))
    return -size if size and coder.bit((context, "sign"), int(value < 0)) else size


def choice(coder: Coder, context: Hashable, value: int, count: int) -> int:
    """One of so many, all of them learned."""
    found = 1
    width = (count - 1).bit_length()
    for place in reversed(range(width)):
        found = 2 * found + coder.bit((context, found), value >> place & 1)
    return _one_of(found - (1 << width), count)


def pick(coder: Coder, value: int, count: int) -> int:
    """One of so many, none likelier than another."""
    width = (count - 1).bit_length()
    found = sum(coder.bit(None, value >> place & 1) << place for place in range(width))
    return _one_of(found, count)


def _one_of(found: int, count: int) -> int:
    if found >= count:
        raise Damaged(f"number {found + 1} of {count}")
    return found


def count_of(coder: Coder, context: Hashable, items: Sequence[_T], most: int) -> int:
    """How many there are."""
    found = number(coder, context, len(items))
    if found > most:
        raise Damaged(f"{found:,} of {context!s}; there are at most {most:,}")
    return found


def text(coder: Coder, value: str) -> str:
    """A text; ValueError if what is read is none."""
    data = value.encode()
    size = count_of(coder, "text", data, MOST_TEXT)
    found = bytearray()
    for at in range(size):
        before = ("letter", _kind(found[-1] if found else 32))
        found.append(choice(coder, before, entry(data, at, 0), 256))
    return found.decode()


def _kind(byte: int) -> str:
    """What a letter depends on most: the kind of the one before it."""
    letter = bytes([byte])
    if letter in b"aeiouy":
        return "vowel"
    return "low" if letter.islower() else "high" if letter.isupper() else \
        "digit" if letter.isdigit() else "space" if letter == b" " else "other"


def entry(items: Sequence[_T], at: int, other: _T) -> _T:
    """One of the items; a reader has none of them yet and makes do with another."""
    return items[at] if at < len(items) else other
