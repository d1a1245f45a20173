"""Coloured text for terminals: pieces of text with colours, written with as few codes as can be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.draw.colours import channels
from nonoforge.draw.words import columns

Depth: TypeAlias = Literal[0, 8, 24]
"""Bits of colour a terminal shows: none, 256 colours, or all."""


class Look(NamedTuple):
    """Colours `#rrggbb`, or None for the terminal's own."""

    ink: str | None = None
    paper: str | None = None
    bold: bool = False
    under: bool = False


PLAIN = Look()

Piece: TypeAlias = tuple[str, Look]


def write(pieces: Iterable[Piece], depth: Depth) -> str:
    """One line; neighbours of one look share their codes, and the line ends in the plain look.

    >>> write([("a", PLAIN), ("b", Look("#ff0000"))], 24)
    'a\\x1b[38;2;255;0;0mb\\x1b[0m'
    >>> write([("a", PLAIN), ("b", Look("#ff0000"))], 0)
    'ab'
    """
    out = []
    for look, group in groupby(pieces, key=lambda piece: piece[1]):
        text = "".join(part for part, _ in group)
        codes = _codes(look, depth) if depth else ""
        out.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(out)


def seen_columns(line: str) -> int:
    """How many columns of a terminal a line takes, codes and all.

    >>> seen_columns("a\\x1b[38;2;255;0;0mb\\x1b[0m")
    2
    """
    return columns(_CODES.sub("", line))


_CODES = re.compile("\x1b\\[[0-9;]*m")


@lru_cache(maxsize=4096)
def _codes(look: Look, depth: Depth) -> str:
    codes = ["1"] * look.bold + ["4"] * look.under
    for colour, start in ((look.ink, 38), (look.paper, 48)):
        if colour is not None and depth == 24:
            codes.append("{};2;{};{};{}".format(start, *channels(colour)))
        elif colour is not None:
            codes.append(f"{start};5;{nearest(colour)}")
    return ";".join(codes)


def nearest(colour: str) -> int:
    """The nearest of the 256 colours: a cube of 6x6x6 from 16 on, a ramp of greys from 232 on.

    >>> nearest("#ff0000"), nearest("#ffffff"), nearest("#888888")
    (196, 231, 102)
    """
    want = channels(colour)
    steps = [min(range(6), key=lambda i: abs(_CUBE[i] - value)) for value in want]
    cube = (16 + 36 * steps[0] + 6 * steps[1] + steps[2], [_CUBE[i] for i in steps])
    step = min(range(24), key=lambda i: abs(8 + 10 * i - sum(want) / 3))
    ramp = (232 + step, [8 + 10 * step] * 3)
    return min(cube, ramp, key=lambda found: sum((a - b) ** 2 for a, b in zip(want, found[1],
                                                                             strict=True)))[0]


_CUBE = (0, 95, 135, 175, 215, 255)
