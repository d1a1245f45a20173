"""An adaptive binary arithmetic coder (a range coder), and numbers, choices and texts on top of it.

Writer and reader are used by the same statements: a description of a puzzle hands every bit to its
coder with a context, and goes on with the bit that comes back. A writer returns the bit it was
handed; a reader ignores that bit and returns the one that was written.

    context   a key for bits that behave alike; None for bits that are 0 and 1 equally often
    odds      for each context how often the bit was 0 and 1 so far: the likelier a bit, the less of
              the span between `low` and `low + span` it cuts away, and the fewer bits it takes

All arithmetic is on integers, so that every machine reads what any other wrote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Protocol, TypeVar

MAX_BITS = 1_000_000  # what a reader unpacks, and a writer packs: a second or two of work
MAX_SPAN_BITS, MIN_SPAN_BITS = 32, 24
HALF = 1 << 15  # probabilities are parts of 65,536
SEEN, UNSEEN = 5, 2  # what a bit adds to its frequency, and the frequency it starts with
FORGET = 1_200  # frequencies are halved above this sum, so that recent bits weigh more


class CoderError(Exception):
    """What is read makes no sense, or what is written is too large; the message says why."""


class Coder(Protocol):
    """A `Writer`, a `Reader` or a `Trainer`."""

    def bit(self, context: Hashable | None, bit: int) -> int:
        """Write this bit and return it, or read one and return it."""


class Odds:
    """Frequencies of 0 and 1 in each context."""

    def __init__(self, before: Odds | None = None) -> None:
        known = before.counts if before else {}
        self.counts: defaultdict[Hashable, list[int]] = defaultdict(
            lambda: [UNSEEN, UNSEEN], {context: [*counts] for context, counts in known.items()})

    def zero(self, context: Hashable | None) -> int:
        """Return the probability of a 0, in parts of 65,536: 1 to 65,535."""
        if context is None:
            return HALF
        zeros, ones = self.counts[context]
        return (zeros << 16) // (zeros + ones)

    def learn(self, context: Hashable | None, bit: int) -> None:
        if context is None:
            return
        counts = self.counts[context]
        counts[bit] += SEEN
        if counts[0] + counts[1] > FORGET:
            counts[:] = [(count + 1) // 2 for count in counts]


class _Budget:
    """Bits that may still be packed or unpacked."""

    def __init__(self) -> None:
        self.left = MAX_BITS

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise CoderError(f"more than {MAX_BITS:,} decisions (the limit)")


class Trainer:
    """Learns frequencies from bits, and keeps none of the bits."""

    def __init__(self) -> None:
        self.odds = Odds()

    def bit(self, context: Hashable | None, bit: int) -> int:
        self.odds.learn(context, bit)
        return bit


class Writer:
    """Packs bits into bytes."""

    def __init__(self, odds: Odds) -> None:
        self._odds, self._budget = Odds(odds), _Budget()
        self._out = bytearray()
        self._low, self._span = 0, (1 << MAX_SPAN_BITS) - 1

    def bit(self, context: Hashable | None, bit: int) -> int:
        self._budget.spend()
        part = self._span * self._odds.zero(context) >> 16
        if bit:
            self._low += part
            self._span -= part
        else:
            self._span = part
        self._odds.learn(context, bit)
        while self._span < 1 << MIN_SPAN_BITS:
            self._put(self._low >> MIN_SPAN_BITS)
            self._low = (self._low & (1 << MIN_SPAN_BITS) - 1) << 8
            self._span <<= 8
        return bit

    def _put(self, byte: int) -> None:
        """Append a byte and carry its ninth bit into the bytes before it."""
        at = len(self._out) - 1
        while byte >> 8 and self._out[at] == 255:
            self._out[at] = 0
            at -= 1
        if byte >> 8:
            self._out[at] += 1
        self._out.append(byte & 255)

    def packed(self) -> bytes:
        """Return the bytes. They end with the roundest number in the span: a reader finds zeros
        after the last byte, so trailing zeros need not be written."""
        for round_to in (24, 16, 8, 0):
            end = (self._low + (1 << round_to) - 1) >> round_to << round_to
            if end < self._low + self._span:
                break
        for shift in (24, 16, 8, 0):
            self._put(end >> shift & (511 if shift == 24 else 255))
        return bytes(self._out).rstrip(b"\0")


class Reader:
    """Unpacks the bits of some bytes, at most MAX_BITS."""

    def __init__(self, packed: bytes, odds: Odds) -> None:
        self._odds, self._budget = Odds(odds), _Budget()
        self._packed, self._at = packed, MAX_SPAN_BITS // 8
        self._code = int.from_bytes(packed[:self._at].ljust(self._at, b"\0"))
        self._span = (1 << MAX_SPAN_BITS) - 1

    def bit(self, context: Hashable | None, bit: int = 0) -> int:
        self._budget.spend()
        part = self._span * self._odds.zero(context) >> 16
        bit = int(self._code >= part)
        if bit:
            self._code -= part
            self._span -= part
        else:
            self._span = part
        self._odds.learn(context, bit)
        while self._span < 1 << MIN_SPAN_BITS:
            byte = self._packed[self._at] if self._at < len(self._packed) else 0
            self._code, self._at = self._code << 8 | byte, self._at + 1
            self._span <<= 8
        return bit

    @property
    def finished(self) -> bool:
        """Return whether all bytes were read."""
        return self._at >= len(self._packed)


# Each of these writes a value and returns it, or reads one and returns that.

MAX_NUMBER_BITS = 42
LEARNED_BITS = 3  # leading bits of a number that have separate contexts
MAX_TEXT_BYTES = 20_000

_T = TypeVar("_T")


def code_flag(coder: Coder, context: Hashable, value: bool) -> bool:
    """Code a truth value."""
    return bool(coder.bit(context, int(value)))


def code_number(coder: Coder, context: Hashable, value: int, most: int | None = None) -> int:
    """Code a number from 0 to `most`: the length of value + 1 in bits, then these bits
    (Elias gamma). Small numbers take little room; `most` is a bound that both sides know."""
    longest = MAX_NUMBER_BITS if most is None else (most + 1).bit_length() - 1
    size = 0
    while size < longest and coder.bit((context, size), int(value + 1 >> size + 1 > 0)):
        size += 1
    found = 1
    for place in reversed(range(size)):
        one = (2 * found + 1) << place
        if most is not None and one > most + 1:
            found *= 2  # a 1 would be beyond the bound
            continue
        learned = found.bit_length() <= LEARNED_BITS
        bit = coder.bit((context, size, found) if learned else None, value + 1 >> place & 1)
        found = 2 * found + bit
    return found - 1


def code_signed(coder: Coder, context: Hashable, value: int) -> int:
    """Code a number of either sign."""
    size = code_number(coder, context, abs(value))
    return -size if size and coder.bit((context, "sign"), int(value < 0)) else size


def code_choice(coder: Coder, context: Hashable, value: int, count: int) -> int:
    """Code one of `count` values, each with its frequency."""
    found = 1
    width = (count - 1).bit_length()
    for place in reversed(range(width)):
        found = 2 * found + coder.bit((context, found), value >> place & 1)
    return _one_of(found - (1 << width), count)


def code_index(coder: Coder, value: int, count: int) -> int:
    """Code one of `count` values that are equally likely."""
    width = (count - 1).bit_length()
    found = sum(coder.bit(None, value >> place & 1) << place for place in range(width))
    return _one_of(found, count)


def _one_of(found: int, count: int) -> int:
    if found >= count:
        raise CoderError(f"number {found + 1} of {count}")
    return found


def code_count(coder: Coder, context: Hashable, items: Sequence[_T], most: int) -> int:
    """Code the number of items, at most `most`."""
    found = code_number(coder, context, len(items))
    if found > most:
        raise CoderError(f"{context}: {found:,} (limit {most:,})")
    return found


def code_text(coder: Coder, value: str) -> str:
    """Code a text. Raise ValueError if what is read is not UTF-8."""
    data = value.encode()
    size = code_count(coder, "text", data, MAX_TEXT_BYTES)
    found = bytearray()
    for at in range(size):
        before = ("letter", _kind(found[-1] if found else 32))
        found.append(code_choice(coder, before, item_at(data, at, 0), 256))
    return found.decode()


def _kind(byte: int) -> str:
    """Return the class of a byte, which predicts the byte after it."""
    letter = bytes([byte])
    if letter in b"aeiouy":
        return "vowel"
    return "low" if letter.islower() else "high" if letter.isupper() else \
        "digit" if letter.isdigit() else "space" if letter == b" " else "other"


def item_at(items: Sequence[_T], at: int, other: _T) -> _T:
    """Return an item, or `other` where there is none: a reader has no items yet."""
    return items[at] if at < len(items) else other
