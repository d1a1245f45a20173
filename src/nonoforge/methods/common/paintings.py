"""Paintings: a line as a string of colours, kept in one number.

    00  nothing: no painting         01  white        10  black        11  unknown: either

Cell i has the bits 2i and 2i + 1, so that strings grow upwards: appending a cell is OR with its
code in its place, and so is merging two strings. A string fits a line where the line's code has
all of its bits.

The line is longer by one white cell in front, cell 1; the puzzle's cells are 2, 3, ... So each
block has its white cell before it, the first like the others. And every painting begins with a
mark in the place of cell 0. The empty string is that mark alone, and `NOTHING` is 0: the two must
differ, because what can be appended to the one cannot be appended to the other.
"""

from __future__ import annotations

from nonoforge.engine.plain import Masks

NOTHING = 0
EMPTY = 0b01
WHITE = 0b01
BLACK = 0b10

IN_FRONT = 2  # the mark and the white cell


def encode(masks: Masks) -> int:
    """The line's code: read in base 4, the digits of a mask are two bits apart.

    >>> f"{encode([0b011, 0b110]):010b}"        # white, unknown, black; before them a white cell
    '1011010100'
    """
    white = int(f"{masks[0] << IN_FRONT | 0b10:b}", 4)
    black = int(f"{masks[1] << IN_FRONT:b}", 4)
    return white | black << 1


def decode(painting: int, length: int) -> list[int]:
    """The masks of a painting of `length` cells of the puzzle.

    >>> decode(0b1011010101, 3)
    [3, 6]
    """
    bits = f"{painting >> 2 * IN_FRONT:0{2 * length + 2}b}"  # a cell more: there are always digits
    return [int(bits[1::2], 2), int(bits[::2], 2)]


def block(length: int) -> int:
    """The string of a white cell, then `length` black ones: the papers' sigma.

    >>> f"{block(2):06b}"
    '101001'
    """
    return WHITE | BLACK * (((1 << 2 * length + 2) - 4) // 3)


def room(blocks: list[int], length: int) -> int:
    """How far each block can move, from as far left as it goes to as far right: cells to spare."""
    return length + 1 - sum(size + 1 for size in blocks)
