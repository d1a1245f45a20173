"""Colours in files: made-up values and names, characters to write them with, X11 names."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Iterable, Sequence

from nonoforge.colour_vision import colour_names
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


def names_for(rgbs: Sequence[str], given: Sequence[str | None] = ()) -> list[str]:
    """Return the names that colours get where a format has none, beside those that are given."""
    return colour_names(rgbs, given)


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


_NAMES = """
white ffffff  snow fffafa  ghostwhite f8f8ff  whitesmoke f5f5f5  gainsboro dcdcdc
floralwhite fffaf0  oldlace fdf5e6  linen faf0e6  antiquewhite faebd7  papayawhip ffefd5
blanchedalmond ffebcd  bisque ffe4c4  peachpuff ffdab9  navajowhite ffdead  moccasin ffe4b5
cornsilk fff8dc  ivory fffff0  lemonchiffon fffacd  seashell fff5ee  honeydew f0fff0
mintcream f5fffa  azure f0ffff  aliceblue f0f8ff  lavender e6e6fa  lavenderblush fff0f5
mistyrose ffe4e1  black 000000  darkslategray 2f4f4f  dimgray 696969  slategray 708090
lightslategray 778899  gray bebebe  lightgray d3d3d3  darkgray a9a9a9  midnightblue 191970
navy 000080  navyblue 000080  cornflowerblue 6495ed  darkslateblue 483d8b  slateblue 6a5acd
mediumslateblue 7b68ee  lightslateblue 8470ff  mediumblue 0000cd  royalblue 4169e1  blue 0000ff
darkblue 00008b  dodgerblue 1e90ff  deepskyblue 00bfff  skyblue 87ceeb  lightskyblue 87cefa
steelblue 4682b4  lightsteelblue b0c4de  lightblue add8e6  powderblue b0e0e6
paleturquoise afeeee  darkturquoise 00ced1  mediumturquoise 48d1cc  turquoise 40e0d0
cyan 00ffff  darkcyan 008b8b  lightcyan e0ffff  cadetblue 5f9ea0  mediumaquamarine 66cdaa
aquamarine 7fffd4  darkgreen 006400  darkolivegreen 556b2f  darkseagreen 8fbc8f
seagreen 2e8b57  mediumseagreen 3cb371  lightseagreen 20b2aa  palegreen 98fb98
springgreen 00ff7f  lawngreen 7cfc00  green 00ff00  lightgreen 90ee90  chartreuse 7fff00
mediumspringgreen 00fa9a  greenyellow adff2f  limegreen 32cd32  yellowgreen 9acd32
forestgreen 228b22  olivedrab 6b8e23  darkkhaki bdb76b  khaki f0e68c  palegoldenrod eee8aa
lightgoldenrodyellow fafad2  lightgoldenrod eedd82  lightyellow ffffe0  yellow ffff00
gold ffd700  goldenrod daa520  darkgoldenrod b8860b  rosybrown bc8f8f  indianred cd5c5c
saddlebrown 8b4513  sienna a0522d  peru cd853f  burlywood deb887  beige f5f5dc  wheat f5deb3
sandybrown f4a460  tan d2b48c  chocolate d2691e  firebrick b22222  brown a52a2a
darksalmon e9967a  salmon fa8072  lightsalmon ffa07a  orange ffa500  darkorange ff8c00
coral ff7f50  lightcoral f08080  tomato ff6347  orangered ff4500  red ff0000  darkred 8b0000
hotpink ff69b4  deeppink ff1493  pink ffc0cb  lightpink ffb6c1  palevioletred db7093
maroon b03060  mediumvioletred c71585  violetred d02090  magenta ff00ff  darkmagenta 8b008b
violet ee82ee  plum dda0dd  orchid da70d6  mediumorchid ba55d3  darkorchid 9932cc
darkviolet 9400d3  blueviolet 8a2be2  purple a020f0  mediumpurple 9370db  thistle d8bfd8
"""
_VALUES = dict(zip(_NAMES.split()[::2], _NAMES.split()[1::2], strict=True))


def x11_colour(name: str) -> str | None:
    """Return the value of a colour name, in any case, `grey` or `gray`; None if it is unknown.

    >>> x11_colour("Grey50"), x11_colour("orange"), x11_colour("mauve")
    ('#7f7f7f', '#ffa500', None)
    """
    key = name.lower().replace("grey", "gray")
    shade = re.fullmatch("gray([0-9]|[1-9][0-9]|100)", key)
    if shade:
        level = int(2.55 * int(shade[1]) + 0.5)  # as X11 rounds, in floating point
        return f"#{level:02x}{level:02x}{level:02x}"
    return f"#{_VALUES[key]}" if key in _VALUES else None
