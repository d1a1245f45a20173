"""How the colours of a puzzle are shown on paper: letters, light tints, and a white background.

A clue in colour is a number on a chip. With signs the chip is a light tint of its colour within a
border of the full colour, and the number is followed by a letter that the legend explains: it can
be read in a copy in black and white and by people who cannot tell the colours apart, and a pencil
can write it into the cells. Without signs the chip is filled with the colour.
"""

from __future__ import annotations

from functools import lru_cache
from string import ascii_lowercase
from typing import NamedTuple

from nonoforge.drawing.colours import INK, PAPER, blend, contrast, ink_on
from nonoforge.drawing.options import PaperOptions
from nonoforge.palette import Palette

TINT = 0.72  # of white in the tint of a chip
PALE = 1.5  # contrast to paper under which a colour needs an outline
PALE_BORDER = "#808080"
DARK_GROUND = 2.0  # contrast to paper from which on a background is left white to print
LOST_COLOUR = "#c8c8c8"  # for a colour that is nearly white, on paper
LIKE_DIGITS = "ilo"  # letters that are taken for 1 and 0


class ChipLook(NamedTuple):
    """Fill and border of the chip of a clue, the ink on it, and the letter after its number."""

    fill: str
    border: str
    ink: str
    letter: str


PLAIN_CHIP: ChipLook = ChipLook(PAPER, PAPER, INK, "")


def chip_looks(palette: Palette, options: PaperOptions) -> tuple[ChipLook, ...]:
    """Return the chips of the clues of each colour. The clues of a puzzle of one colour have
    none."""
    if palette.plain:
        return (PLAIN_CHIP,) * len(palette)
    letters = colour_letters(palette)
    found = [PLAIN_CHIP]
    for colour, letter in zip(palette.colours[1:], letters[1:], strict=True):
        pale = contrast(colour.rgb, PAPER) < PALE
        if options.signs == "never":
            found.append(ChipLook(colour.rgb, PALE_BORDER if pale else colour.rgb,
                                  ink_on(colour.rgb), ""))
        else:
            found.append(ChipLook(blend(colour.rgb, PAPER, TINT),
                                  PALE_BORDER if pale else colour.rgb, INK, letter))
    return tuple(found)


@lru_cache(maxsize=256)
def colour_letters(palette: Palette) -> tuple[str, ...]:
    """Return a letter for each colour but the background: the first one of its name where no other
    colour has it, else another one of it.

    >>> colour_letters(Palette.of("#ffffff", "#f58a1e", "#cc0000", "#0000ff", "#8e1212"))
    ('', 'n', 'r', 'b', 'd')
    """
    found = dict.fromkeys(range(len(palette)), "")
    names = [colour.name.lower().split() for colour in palette.colours]
    further = [*ascii_lowercase, *ascii_lowercase.upper(), *"@%&#$+=<>!^~{}[]"]
    for wishes in (lambda words: [words[-1][0]], lambda words: [words[0][0]],
                   lambda words: sorted("".join(words), key="aeiou".count), lambda _: further):
        for number, words in enumerate(names):
            if number and words and not found[number]:
                found[number] = next((letter for letter in wishes(words) if letter in further
                                      and letter not in LIKE_DIGITS
                                      and letter not in found.values()), "")
    return tuple(found.values())


def dark_ground(palette: Palette) -> bool:
    """Return whether the background is so dark that it is left white in a puzzle to solve."""
    return contrast(palette.colours[0].rgb, PAPER) >= DARK_GROUND


def to_solve(palette: Palette) -> Palette:
    """Return the palette with a white background where the background is dark: cells that are to be
    filled with a pencil are paper. Colours that would be lost on it are grey, or black if there is
    only one."""
    if not dark_ground(palette):
        return palette
    first, *rest = palette.colours
    instead = INK if palette.plain else LOST_COLOUR
    return Palette((first._replace(rgb=PAPER), *(
        colour._replace(rgb=instead) if contrast(colour.rgb, PAPER) < PALE else colour
        for colour in rest)))
