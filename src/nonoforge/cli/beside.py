"""Two text pictures side by side, or one below the other where there is no room."""

from __future__ import annotations

import re

from nonoforge.cli.outputs import Screen
from nonoforge.text import columns

GAP = "   "
USUAL = 100  # columns of a pipe or a file

_CODE = re.compile(r"\x1b\[[0-9;]*m")


def beside(left: tuple[str, str], right: tuple[str, str], screen: Screen) -> str:
    """Each is a heading and a picture of several lines.

    >>> print(beside(("one", "ab"), ("two", "cd"), Screen()))
    one   two
    ab    cd
    """
    blocks = [[heading, *picture.split("\n")] for heading, picture in (left, right)]
    widths = [max(map(_columns, block)) for block in blocks]
    if sum(widths) + len(GAP) > (screen.width or USUAL):
        return "\n".join(line for block in blocks for line in block)
    height = max(map(len, blocks))
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    return "\n".join(f"{a}{' ' * (widths[0] - _columns(a))}{GAP}{b}".rstrip(" ")
                     for a, b in zip(*padded, strict=True))


def _columns(line: str) -> int:
    return columns(_CODE.sub("", line))
