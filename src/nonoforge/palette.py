"""Palettes: what the colour numbers of a puzzle look like."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from nonoforge.colour_vision import alike, colour_names
from nonoforge.errors import InputError
from nonoforge.named_colours import CSS_COLOURS

MAX_COLOURS = 64  # a cell's possible colours are one machine word in the engine


class Colour(NamedTuple):
    """A name and a value `#rrggbb`; `symbol` is one character for text pictures."""

    name: str
    rgb: str
    symbol: str


WHITE = Colour("white", "#ffffff", ".")
BLACK = Colour("black", "#000000", "#")


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by number; number 0 is the background.

    >>> Palette.of("#ffffff", "#000000", "#cc0000").colours[2]
    Colour(name='red', rgb='#cc0000', symbol='b')
    """

    colours: tuple[Colour, ...] = (WHITE, BLACK)

    def __post_init__(self) -> None:
        if not 2 <= len(self.colours) <= MAX_COLOURS:
            raise ValueError(f"a palette has 2 to {MAX_COLOURS} colours, not {len(self.colours)}")
        for colour in self.colours:
            if not re.fullmatch("#[0-9a-f]{6}", colour.rgb) or len(colour.symbol) != 1:
                raise ValueError(f"colour {colour.name!r}: not a #rrggbb value and one symbol")
        for part in ("name", "symbol"):
            if len({getattr(c, part) for c in self.colours}) < len(self.colours):
                raise ValueError(f"two colours of the palette have the same {part}")

    @classmethod
    def of(cls, *rgbs: str) -> Palette:
        """Return a palette from `#rrggbb` values, background first, with plain names
        (`dark red`) and generated symbols."""
        symbols = ".#" if len(rgbs) == 2 else "." + SYMBOLS
        if len(rgbs) > MAX_COLOURS:
            raise ValueError(f"a palette has 2 to {MAX_COLOURS} colours, not {len(rgbs)}")
        return cls(tuple(map(Colour, colour_names(rgbs), rgbs, symbols)))

    @classmethod
    def with_symbols(cls, colours: Iterable[tuple[str, str, str | None]]) -> Palette:
        """Return a palette from (name, rgb, symbol or None); missing symbols are made up.

        Raises ValueError, with a message for people, if the colours cannot make one palette.
        """
        listed = list(colours)
        if len(listed) > MAX_COLOURS:
            raise ValueError(f"{len(listed)} colours; the limit is {MAX_COLOURS}")
        taken = {symbol for _, _, symbol in listed if symbol}
        free = (symbol for symbol in ".#" + SYMBOLS if symbol not in taken)
        return cls(tuple(Colour(name, rgb, symbol or next(free)) for name, rgb, symbol in listed))

    @property
    def plain(self) -> bool:
        """Black and white only, whatever the two colours are called."""
        return len(self.colours) == 2

    @property
    def letters(self) -> tuple[str, ...]:
        """One ASCII character for each colour: the symbols where they serve, else made up.

        In text pictures `?` is an open cell, `*` marks one and `_` is an empty one, and `|` stands
        between cells: no colour is written so.
        """
        own = tuple(colour.symbol for colour in self.colours)
        if all("!" <= symbol <= "~" and symbol not in "?*_|" for symbol in own):
            return own
        return tuple(".#" if self.plain else "." + SYMBOLS)[:len(self)]

    @property
    def alike(self) -> list[tuple[int, int]]:
        """The pairs of colours, by number, that cannot be told apart, at least by people with a
        colour vision deficiency."""
        return list(alike([colour.rgb for colour in self.colours]))

    def __len__(self) -> int:
        return len(self.colours)


DEFAULT_COLOURS = ("#ffffff", "#000000", "#d62728", "#1f77b4", "#2ca02c", "#ff9f1c", "#8e44ad",
                   "#8c564b", "#17becf", "#f2c200", "#e377c2", "#7f7f7f")
"""Colours for puzzles that come without a palette, background first."""

MEDIUM_COLOURS = ("#ffffff", "#4c78a8", "#f58518", "#54a24b", "#b279a2", "#e45756", "#72b7b2",
                  "#eeca3b", "#9d755d", "#bab0ac", "#ff9da6", "#333333")
"""The same for cubes: tones that can be shaded and on which black numbers can be read."""

SYMBOLS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789@%&"


def palette_of(given: Palette | Iterable[str] | None) -> Palette | None:
    """Return a palette from its colours, background first: names of CSS, or values `#rrggbb`.

    >>> found = palette_of(["white", "Navy", "#c00"])
    >>> [colour.rgb for colour in found.colours]
    ['#ffffff', '#000080', '#cc0000']
    """
    if given is None or isinstance(given, Palette):
        return given
    advice = "give a Palette or its colours, background first: ['white', 'navy', '#cc0000']"
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(f"palette: {given!r}: {advice}")
    values = []
    for colour in given:
        value = (CSS_COLOURS.get(colour.lower()) or hex_colour(colour)
                 if isinstance(colour, str) else None)
        if value is None:
            raise InputError(f"palette: {colour!r} is no colour; {advice}")
        values.append(value)
    try:
        return Palette.of(*values)
    except ValueError as error:
        raise InputError(f"palette: {error}") from None


def hex_colour(text: str) -> str | None:
    """Return `#rrggbb` for `rrggbb` or `rgb`, with or without the sign, in any case; else None.

    >>> hex_colour("F0a"), hex_colour("#00FF80"), hex_colour("red")
    ('#ff00aa', '#00ff80', None)
    """
    found = re.fullmatch("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text)
    if not found:
        return None
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return "#" + digits.lower()
