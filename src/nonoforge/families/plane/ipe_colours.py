"""The colours of Ipe: names, a grey, or red, green and blue."""

from __future__ import annotations

from nonoforge.errors import InputError
from nonoforge.families.plane.numbers import numbers
from nonoforge.families.plane.svg_colours import hexadecimal

# As Ipe's own basic style has them; a file's styles come first.
BASIC = {name: values for name, *values in (line.split() for line in """
black 0
white 1
red 1 0 0
green 0 1 0
blue 0 0 1
yellow 1 1 0
orange 1 0.647 0
gold 1 0.843 0
purple 0.627 0.125 0.941
gray 0.745
brown 0.647 0.165 0.165
navy 0 0 0.502
pink 1 0.753 0.796
seagreen 0.18 0.545 0.341
turquoise 0.251 0.878 0.816
violet 0.933 0.51 0.933
darkblue 0 0 0.545
darkcyan 0 0.545 0.545
darkgray 0.663
darkgreen 0 0.392 0
darkmagenta 0.545 0 0.545
darkorange 1 0.549 0
darkred 0.545 0 0
lightblue 0.678 0.847 0.902
lightcyan 0.878 1 1
lightgray 0.827
lightgreen 0.565 0.933 0.565
lightyellow 1 1 0.878
""".strip().splitlines())}


def value(text: str) -> str | None:
    """The colour of one or three numbers; None if it is something else.

    >>> value("1 0.5 0"), value("0.5"), value("red")
    ('#ff8000', '#808080', None)
    """
    try:
        parts = numbers(text)
    except InputError:
        return None
    if len(parts) == 1:
        parts *= 3
    return hexadecimal(*parts) if len(parts) == 3 else None


def basic(name: str) -> str | None:
    """One of Ipe's own colours."""
    return value(" ".join(BASIC[name])) if name in BASIC else None
