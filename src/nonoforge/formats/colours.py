"""Colours in files: made-up values and names, and characters to write them with."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable

from nonoforge.palette import DEFAULT_COLOURS, SYMBOLS, Palette


def made_up(count: int) -> list[str]:
    """Return foreground colours for a picture that names none: the default ones, then hues of the
    colour wheel."""
    usual = list(DEFAULT_COLOURS[1:])
    step = 0
    while len(usual) < count:
        hue, ring = (step * 0.381966) % 1, step // 8
        red, green, blue = colorsys.hsv_to_rgb(hue, 0.9 - 0.1 * (ring % 5), 0.85 - 0.1 * (ring % 4))
        value = f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"
        usual += [value] if value not in usual else []
        step += 1
    return usual[:count]


def symbols_for(
    palette: Palette, fits: Callable[[str], bool], spare: Iterable[str] = SYMBOLS,
    start: int = 0,
) -> list[str]:
    """Return a character for each colour from number `start` on: its own where it fits, else a
    spare one."""
    wanted = [colour.symbol for colour in palette.colours[start:]]
    taken = {symbol for symbol in wanted if fits(symbol)}
    free = (symbol for symbol in spare if fits(symbol) and symbol not in taken)
    return [symbol if fits(symbol) else next(free) for symbol in wanted]
