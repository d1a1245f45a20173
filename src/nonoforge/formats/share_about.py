"""What all families share in a string: texts, colours, given cells."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.formats.format import INFO_PARTS
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_parts import choice, count_of, entry, flag, number, text
from nonoforge.nonogram import Info
from nonoforge.palette import MAX_COLOURS, Colour, Palette

MOST_NOTES = 999
MOST_CELLS = 300_000
USUAL = ("#ffffff", "#000000")

# What titles and names are often like, so that a first word is not learned from nothing.
SAMPLE = ("A cat and the moon, by Anna Morris. The little red fox in the snow; House on the hill "
          "with trees. An old ship at sea. Rose, tea pot, owl, star, bird, swan and mushroom. "
          "Drawn for Nonoforge: a picture of the sleeping dog, in four colours. ",
          "CC-BY-4.0", "CC0-1.0", "white", "black", "red", "blue", "green", "yellow", "brown")


def check_cells(cells: int) -> None:
    """Refuse what would take long to build, before any of it is."""
    if cells > MOST_CELLS:
        raise Damaged(f"{cells:,} cells; a string has at most {MOST_CELLS:,}")


def about(coder: Coder, info: Info) -> Info:
    """Every text there is, named by its place in the list; the last name ends it."""
    plain = INFO_PARTS[:8]
    told = [name for name in plain if getattr(info, name)]
    found: dict[str, str] = {}
    for at in range(len(plain) + 1):
        here = plain.index(told[at]) + 1 if at < len(told) else 0
        chosen = choice(coder, "part", here, len(plain) + 1)
        if not chosen:
            break
        name = entry(plain, chosen - 1, plain[0])
        found[name] = text(coder, getattr(info, name))
    notes = [text(coder, entry(info.notes, at, ""))
             for at in range(count_of(coder, "notes", info.notes, MOST_NOTES))]
    more = [(text(coder, entry(info.more, at, ("", ""))[0]),
             text(coder, entry(info.more, at, ("", ""))[1]))
            for at in range(count_of(coder, "more", info.more, MOST_NOTES))]
    return Info(**found, notes=tuple(notes), more=tuple(more))


def colours(coder: Coder, palette: Palette, usual: Palette) -> Palette:
    """The palette, unless it is the usual one; names and symbols, unless they are made up."""
    if flag(coder, "usual palette", palette == usual):
        return usual
    count = 2 + number(coder, "colours", len(palette) - 2, MAX_COLOURS - 2)
    rgbs = [_rgb(coder, entry(palette.colours, at, palette.colours[0]).rgb)
            for at in range(count)]
    made_up = Palette.of(*rgbs)
    if flag(coder, "made up", palette == made_up):
        return made_up
    names = []
    for at, made in enumerate(made_up.colours):
        own = entry(palette.colours, at, palette.colours[0])
        names.append((_or(coder, "name", own.name, made.name),
                      _or(coder, "symbol", own.symbol, made.symbol)))
    return Palette(tuple(Colour(name, rgb, symbol)
                         for (name, symbol), rgb in zip(names, rgbs, strict=True)))


def _or(coder: Coder, context: str, own: str, made: str) -> str:
    return made if flag(coder, context, own == made) else text(coder, own)


def _rgb(coder: Coder, rgb: str) -> str:
    """White and black are told in a bit or two, others in all of theirs."""
    for common in USUAL:
        if flag(coder, common, rgb == common):
            return common
    value = int(rgb[1:], 16)
    return f"#{sum(coder.bit(None, value >> place & 1) << place for place in range(24)):06x}"


def given_cells(
    coder: Coder, given: Sequence[tuple[int, int]], cells: int, colours: int,
) -> list[tuple[int, int]]:
    """Cells and their colours, in the order of the cells."""
    wanted, found = sorted(given), []
    cell = -1
    for at in range(count_of(coder, "given", given, cells)):
        here, colour = entry(wanted, at, (0, 0))
        cell += 1 + number(coder, "given cell", max(0, here - cell - 1))
        found.append((cell, choice(coder, "given colour", colour, colours)))
        if cell >= cells:
            raise Damaged("a given cell that is not there")
    return found
