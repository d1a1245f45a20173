"""Colours: contrast, readable ink, blends.

A colour is `#rrggbb`, as in a palette. Contrast is the WCAG ratio, from 1 (the same lightness)
to 21 (black on white).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from nonoforge.colour_vision import channels, linear_light

PAPER = "#ffffff"
INK = "#1a1a1a"


@lru_cache(maxsize=1024)
def luminance(colour: str) -> float:
    """Return the relative luminance of sRGB: 0 for black, 1 for white."""
    red, green, blue = linear_light(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Return the ink, dark or white, that is read best on a colour.

    >>> ink_on("#ffe000"), ink_on("#202080")
    ('#1a1a1a', '#ffffff')
    """
    return max((INK, PAPER), key=lambda ink: contrast(ink, colour))


def blend(one: str, other: str, part: float) -> str:
    """Return a colour with a part of another mixed into it.

    >>> blend("#000000", "#ffffff", 0.5)
    '#808080'
    """
    mixed = (round(a + (b - a) * part) for a, b in zip(channels(one), channels(other), strict=True))
    return "#{:02x}{:02x}{:02x}".format(*mixed)


def visible(choices: Sequence[str], against: Iterable[str], min_contrast: float) -> str:
    """Return the first choice with at least this contrast to all these colours, or the best one.

    Lines of a grid lie on cells of any colour; one line colour for all keeps a drawing small.
    """
    shades = list(against)
    worst = {choice: min((contrast(choice, c) for c in shades), default=21.0)
             for choice in choices}
    best = max(choices, key=worst.__getitem__)
    return next((choice for choice in choices if worst[choice] >= min_contrast), best)
