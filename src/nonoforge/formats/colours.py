"""Colours in files: values, made-up names, and characters to write them with."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterable, Sequence

from nonoforge.palette import DEFAULT_COLOURS, MAX_COLOURS, SYMBOLS, Colour, Palette


def hex_colour(text: str) -> str | None:
    """`#rrggbb` from `rrggbb`, `rgb`, with or without the sign, in any case; None if it is not.

    >>> hex_colour("F0a"), hex_colour("#00FF80"), hex_colour("red")
    ('#ff00aa', '#00ff80', None)
    """
    found = re.fullmatch("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text)
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return "#" + digits.lower()


def made_up(count: int) -> list[str]:
    """Foreground colours for a picture that names none: the usual ones, then round the wheel."""
    usual = list(DEFAULT_COLOURS[1:])
    step = 0
    while len(usual) < count:
        hue, ring = (step * 0.381966) % 1, step // 8
        red, green, blue = colorsys.hsv_to_rgb(hue, 0.9 - 0.1 * (ring % 5), 0.85 - 0.1 * (ring % 4))
        value = f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
        usual += [value] if value not in usual else []
        step += 1
    return usual[:count]


def names_for(rgbs: Sequence[str]) -> list[str]:
    """The names that colours get where a format has none."""
    return [colour.name for colour in Palette.of(*rgbs).colours]


def symbols_for(
    palette: Palette, fits: Callable[[str], bool], spare: Iterable[str] = SYMBOLS,
    start: int = 0,
) -> list[str]:
    """A character for each colour from number `start` on: its own where it fits, else a spare."""
    wanted = [colour.symbol for colour in palette.colours[start:]]
    taken = {symbol for symbol in wanted if fits(symbol)}
    free = (symbol for symbol in spare if fits(symbol) and symbol not in taken)
    return [symbol if fits(symbol) else next(free) for symbol in wanted]


def distinct(colours: Iterable[tuple[str, str, str | None]]) -> Palette:
    """A palette from (name, rgb, symbol or None), with missing symbols made up.

    Raises ValueError, with a message for people, if the colours cannot make one palette.
    """
    listed = list(colours)
    if len(listed) > MAX_COLOURS:
        raise ValueError(f"{len(listed)} colours; at most {MAX_COLOURS} fit")
    taken = {symbol for _, _, symbol in listed if symbol}
    free = (symbol for symbol in ".#" + SYMBOLS if symbol not in taken)
    return Palette(tuple(Colour(name, rgb, symbol or next(free))
                         for name, rgb, symbol in listed))
