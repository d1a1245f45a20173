"""Bits in as little room as they deserve: an arithmetic coder that learns as it goes.

A writer and a reader do the same sums, so one description of a puzzle serves both ways: it hands
every bit to its coder with a context, and goes on with the bit that comes back. A writer gives back
what it was handed; a reader does not look at it and gives back what was written.

    context   whatever tells bits apart that behave alike; None for bits of pure chance
    odds      for each context how often the bit was 0 and 1 so far: the likelier a bit, the less of
              the span between `low` and `low + span` it cuts away, and the less room it takes

Everything is whole numbers, so every machine reads what any other wrote.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from typing import Protocol

MOST_BITS = 1_000_000  # what a reader unpacks, and a writer packs: a second or two of work
WHOLE, LEAST = 32, 24  # the span has at most, and at least, so many bits
HALF = 1 << 15  # odds are parts of 65,536
SEEN, UNSEEN = 5, 2  # what a bit counts, and what it counts before it was ever met
FORGET = 1_200  # counts are halved there, so that what came lately weighs more


class Damaged(Exception):
    """What is read makes no sense; the message says why."""


class Coder(Protocol):
    """What a description is written with, or read with."""

    def bit(self, context: Hashable | None, bit: int) -> int:
        """Write this bit, or read one."""


class Odds:
    """What was met so far, in each context."""

    def __init__(self, before: Odds | None = None) -> None:
        known = before.counts if before else {}
        self.counts: defaultdict[Hashable, list[int]] = defaultdict(
            lambda: [UNSEEN, UNSEEN], {context: [*counts] for context, counts in known.items()})

    def zero(self, context: Hashable | None) -> int:
        """How likely a 0 is: 1 to 65,535."""
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
    """How much may still be packed or unpacked."""

    def __init__(self) -> None:
        self.left = MOST_BITS

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Damaged(f"more than {MOST_BITS:,} decisions, which is far more than puzzles take")


class Pupil:
    """Learns from bits, and keeps none of them."""

    def __init__(self) -> None:
        self.odds = Odds()

    def bit(self, context: Hashable | None, bit: int) -> int:
        self.odds.learn(context, bit)
        return bit


class Writer:
    """Collects bits; `packed` are the bytes they make."""

    def __init__(self, odds: Odds) -> None:
        self._odds, self._budget = Odds(odds), _Budget()
        self._out = bytearray()
        self._low, self._span = 0, (1 << WHOLE) - 1

    def bit(self, context: Hashable | None, bit: int) -> int:
        self._budget.spend()
        part = self._span * self._odds.zero(context) >> 16
        if bit:
            self._low += part
            self._span -= part
        else:
            self._span = part
        self._odds.learn(context, bit)
        while self._span < 1 << LEAST:
            self._put(self._low >> LEAST)
            self._low = (self._low & (1 << LEAST) - 1) << 8
            self._span <<= 8
        return bit

    def _put(self, byte: int) -> None:
        """The next byte; what it carries over goes to those before it."""
        at = len(self._out) - 1
        while byte >> 8 and self._out[at] == 255:
            self._out[at] = 0
            at -= 1
        if byte >> 8:
            self._out[at] += 1
        self._out.append(byte & 255)

    def packed(self) -> bytes:
        """All that was written: the end is the roundest number that says so, for a reader finds
        zeros after the last byte."""
        for round_to in (24, 16, 8, 0):
            end = (self._low + (1 << round_to) - 1) >> round_to << round_to
            if end < self._low + self._span:
                break
        for shift in (24, 16, 8, 0):
            self._put(end >> shift & (511 if shift == 24 else 255))
        return bytes(self._out).rstrip(b"\0")


class Reader:
    """Gives back the bits of some bytes, up to a limit."""

    def __init__(self, packed: bytes, odds: Odds) -> None:
        self._odds, self._budget = Odds(odds), _Budget()
        self._packed, self._at = packed, WHOLE // 8
        self._code = int.from_bytes(packed[:self._at].ljust(self._at, b"\0"))
        self._span = (1 << WHOLE) - 1

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
        while self._span < 1 << LEAST:
            byte = self._packed[self._at] if self._at < len(self._packed) else 0
            self._code, self._at = self._code << 8 | byte, self._at + 1
            self._span <<= 8
        return bit

    @property
    def finished(self) -> bool:
        """Was everything looked at?"""
        return self._at >= len(self._packed)
