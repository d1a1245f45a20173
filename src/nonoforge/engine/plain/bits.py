"""Integers as bit sets."""

from __future__ import annotations

from collections.abc import Iterator


def bits(number: int) -> Iterator[int]:
    """The positions of the ones, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
