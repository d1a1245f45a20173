"""The parts of share strings that families have in common: texts, palettes, runs, given cells.

Each function writes a value and returns it, or reads one, as its coder is a writer or a reader.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from nonoforge.clues import Run, Runs
from nonoforge.nonogram import INFO_TEXTS, Info
from nonoforge.palette import MAX_COLOURS, Colour, Palette
from nonoforge.storage.coder import (
    Coder,
    CoderError,
    code_choice,
    code_count,
    code_flag,
    code_number,
    code_text,
    item_at,
)

MAX_NOTES = 999
MAX_SHARED_CELLS = 300_000
COMMON_COLOURS = ("#ffffff", "#000000")

# Like titles, names and licences: the frequencies of letters are learned from these beforehand.
TRAINING_TEXTS = (
    "A cat and the moon, by Anna Morris. The little red fox in the snow; House on the hill with "
    "trees. An old ship at sea. Rose, tea pot, owl, star, bird, swan and mushroom. Drawn for "
    "Nonoforge: a picture of the sleeping dog, in four colours. ",
    "CC-BY-4.0", "CC0-1.0", "white", "black", "red", "blue", "green", "yellow", "brown")


def check_cells(cells: int) -> None:
    """Refuse a puzzle of too many cells before any of it is built."""
    if cells > MAX_SHARED_CELLS:
        raise CoderError(f"{cells:,} cells; a string has at most {MAX_SHARED_CELLS:,}")


def code_info(coder: Coder, info: Info) -> Info:
    """Code the filled texts, each after its number in INFO_TEXTS; 0 ends the list."""
    plain = INFO_TEXTS
    filled = [name for name in plain if getattr(info, name)]
    found: dict[str, str] = {}
    for at in range(len(plain) + 1):
        here = plain.index(filled[at]) + 1 if at < len(filled) else 0
        chosen = code_choice(coder, "part", here, len(plain) + 1)
        if not chosen:
            break
        name = item_at(plain, chosen - 1, plain[0])
        found[name] = code_text(coder, getattr(info, name))
    notes = [code_text(coder, item_at(info.notes, at, ""))
             for at in range(code_count(coder, "notes", info.notes, MAX_NOTES))]
    more = [(code_text(coder, item_at(info.more, at, ("", ""))[0]),
             code_text(coder, item_at(info.more, at, ("", ""))[1]))
            for at in range(code_count(coder, "more", info.more, MAX_NOTES))]
    return Info(**found, notes=tuple(notes), more=tuple(more))


def code_palette(coder: Coder, palette: Palette, usual: Palette) -> Palette:
    """Code a palette: one bit for the usual one; names and symbols only if they are not made up."""
    if code_flag(coder, "usual palette", palette == usual):
        return usual
    count = 2 + code_number(coder, "colours", len(palette) - 2, MAX_COLOURS - 2)
    rgbs = [_rgb(coder, item_at(palette.colours, at, palette.colours[0]).rgb)
            for at in range(count)]
    made_up = Palette.of(*rgbs)
    if code_flag(coder, "made up", palette == made_up):
        return made_up
    names = []
    for at, made in enumerate(made_up.colours):
        own = item_at(palette.colours, at, palette.colours[0])
        names.append((_or(coder, "name", own.name, made.name),
                      _or(coder, "symbol", own.symbol, made.symbol)))
    return Palette(tuple(Colour(name, rgb, symbol)
                         for (name, symbol), rgb in zip(names, rgbs, strict=True)))


def _or(coder: Coder, context: str, own: str, made: str) -> str:
    return made if code_flag(coder, context, own == made) else code_text(coder, own)


def _rgb(coder: Coder, rgb: str) -> str:
    """Code a colour: one or two bits for white and black, 24 more for others."""
    for common in COMMON_COLOURS:
        if code_flag(coder, common, rgb == common):
            return common
    value = int(rgb[1:], 16)
    return f"#{sum(coder.bit(None, value >> place & 1) << place for place in range(24)):06x}"


def code_given(
    coder: Coder, given: Sequence[tuple[int, int]], cells: int, colours: int,
) -> list[tuple[int, int]]:
    """Code given cells with their colours, in the order of the cells."""
    wanted, found = sorted(given), []
    cell = -1
    for at in range(code_count(coder, "given", given, cells)):
        here, colour = item_at(wanted, at, (0, 0))
        cell += 1 + code_number(coder, "given cell", max(0, here - cell - 1))
        found.append((cell, code_choice(coder, "given colour", colour, colours)))
        if cell >= cells:
            raise CoderError("a given cell that is not there")
    return found



class RunsCoder:
    """Codes clues of runs, one after the other: the number of runs, their colours, their lengths.

    The room is the number of cells that a line has to spare if all further runs have length 1; it
    bounds the next run's length, so that what is certain takes no bits.
    """

    def __init__(self, coder: Coder, colours: int, clues: Iterable[Runs | None]) -> None:
        self.coder, self.colours = coder, colours
        self.blotted = code_flag(coder, "any blotted", any(
            run.length is None for clue in clues if clue for run in clue.runs))
        self.before = 0  # runs of the last clue

    def clue(self, clue: Runs, length: int) -> Runs:
        """Code the clue of a line of `length` cells."""
        most = (length + 1) // 2 if self.colours == 2 else length
        count = code_number(self.coder, ("runs", min(self.before, 8)), len(clue.runs), most)
        self.before = count
        shades = self._shades(clue, count)
        gaps = sum(a == b for a, b in pairwise(shades))
        room = length - count - gaps
        if room < 0:
            raise CoderError("a clue that its line has no room for")
        found: list[Run] = []
        for at, shade in enumerate(shades):
            run = self._run(item_at(clue.runs, at, Run(1)), shade, room, count - at, found)
            room -= (run.length or 1) - 1
            found.append(run)
        return Runs(tuple(found))

    def _shades(self, clue: Runs, count: int) -> list[int]:
        """Code the colours of all runs, each with the one before it as its context."""
        shades, last = [], 0
        for at in range(count if self.colours > 2 else 0):
            wanted = item_at(clue.runs, at, Run(1)).colour
            last = 1 + code_choice(self.coder, ("shade", last), wanted - 1, self.colours - 1)
            shades.append(last)
        return shades or [1] * count

    def _run(self, run: Run, shade: int, room: int, left: int, found: Sequence[Run]) -> Run:
        if self.blotted and code_flag(self.coder, "blotted", run.length is None):
            return Run(None, shade)
        last = min(found[-1].length or 0, 2) if found else 0
        context = ("run", (room // left + 1).bit_length(), last)
        return Run(1 + code_number(self.coder, context, (run.length or 1) - 1, room), shade)
