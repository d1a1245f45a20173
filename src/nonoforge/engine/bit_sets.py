"""Sets of positions along a line as Python integers: bit p is position p."""

from __future__ import annotations

from collections.abc import Iterator


def bits(number: int) -> Iterator[int]:
    """Yield the positions of the ones, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def flood(seeds: int, through: int) -> int:
    """Return the seeds and all that they reach upwards: through `through`, and the first one after
    it.

    >>> f"{flood(0b0010, 0b0110):b}"
    '1110'
    """
    return (((seeds & through) + through) ^ through) | seeds


def sink(seeds: int, through: int) -> int:
    """Return the seeds and all that they reach downwards through `through`: carries never run down,
    so the steps double instead.

    >>> f"{sink(0b1000, 0b0110):b}"
    '1110'
    """
    step = 1
    while through:
        seeds |= through & seeds >> step
        through &= through >> step
        step <<= 1
    return seeds


def fitting(mask: int, size: int) -> int:
    """Return the positions from which `size` cells upwards are all in the mask.

    >>> f"{fitting(0b110111, 2):b}"
    '10011'
    """
    have = 1
    while 2 * have <= size:
        mask &= mask >> have
        have *= 2
    return mask & mask >> size - have if have < size else mask
