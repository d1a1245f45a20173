"""Plain text pictures (`.txt`): the solution drawn with characters, one for each cell.

    .##..        white is one of   . - _ 0 or a space
    ####.        black is one of   # X @ 1
    .##aa        letters are further colours

A space is white only where the picture uses none of the other white characters; lines that end
early are then filled up. Letters get colours in the order of the alphabet, unless a legend stands
below the picture, after a blank line. A legend names every character, the background first:

    . = #ffffff white
    # = #000000 black
    a = #d62728 red
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from nonoforge.colour_vision import colour_names
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import picture_for
from nonoforge.formats.colours import made_up, symbols_for
from nonoforge.formats.format import Format, Loss, Sniff
from nonoforge.formats.losses import plain_names
from nonoforge.formats.source import Place, Source
from nonoforge.nonogram import Nonogram
from nonoforge.palette import MAX_COLOURS, Colour, Palette, hex_colour

WHITES, BLACKS = ".-_0", "#X@1"
_LEGEND = re.compile(r"(\S) = (\S+)(?: (.*))?")
_SURE = re.compile(r"[-._0#X@1]+")
MIN_WORD_LETTERS = 3
MAX_WORD_REPEATS = 0.2  # share of neighbouring letters that are the same, in words
Rows = Sequence[str]


def read(source: Source) -> list[Nonogram]:
    """Read one picture and its clues off it."""
    drawn, legend = _split(source.lines)
    rows: Rows = drawn
    if not rows:
        raise source.error("there is no picture; draw it with `.` for white and `#` for black")
    if not legend and _in_words(rows):
        raise source.error("this reads like words, not like a picture; draw with `.` and `#`, or "
                           "add a legend of the letters; `make grid --text` draws words")
    palette = _legend(source, legend) if legend else _guess(source, rows)
    numbers = {colour.symbol: number for number, colour in enumerate(palette.colours)}
    if not legend:
        numbers |= dict.fromkeys(WHITES, 0) | (dict.fromkeys(BLACKS, 1) if _has_black(rows) else {})
        rows = _with_spaces(rows)
    picture = picture_for(FORMAT.name)
    with source.errors_at(Place(1, 1)):
        picture.check_size(max(map(len, rows)), len(rows))
    cells = [_row(source, y, row, len(rows[0]), numbers) for y, row in enumerate(rows)]
    return [picture.build(cells, palette)]


def _split(lines: list[str]) -> tuple[list[str], list[tuple[int, re.Match[str]]]]:
    """Return the picture's rows, and the legend's lines with their numbers."""
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    legend: list[tuple[int, re.Match[str]]] = []
    while end and (match := _LEGEND.fullmatch(lines[end - 1])):
        legend.append((end, match))
        end -= 1
    legend.reverse()
    while legend and end and not lines[end - 1].strip():
        end -= 1
    rows = [line.rstrip(" ") for line in lines[:end]] if legend else lines[:end]
    return rows, legend


def _legend(source: Source, lines: list[tuple[int, re.Match[str]]]) -> Palette:
    if len(lines) > MAX_COLOURS:
        raise source.error(f"a legend of {len(lines)} colours; at most {MAX_COLOURS} fit",
                           Place(lines[0][0], 1))
    values = []
    for number, match in lines:
        rgb = hex_colour(match[2]) if match[2].startswith("#") else None
        if rgb is None:
            raise source.error(f"the colour {match[2]!a}; write it as #rrggbb",
                               Place(number, match.start(2) + 1))
        values.append((match[1], rgb, match[3]))
    if len(values) == 1:
        values.append(("#" if values[0][0] != "#" else "X", "#000000", None))
    names = colour_names([rgb for _, rgb, _ in values], [given or None for _, _, given in values])
    try:
        return Palette.with_symbols((name, rgb, symbol)
                        for (symbol, rgb, _), name in zip(values, names, strict=True))
    except ValueError as error:
        raise source.error(f"the legend: {error}", Place(lines[0][0], 1)) from None


def _guess(source: Source, rows: Rows) -> Palette:
    """Return a palette for a picture without a legend."""
    letters = {c for row in rows for c in row if c.isalpha() and c.isascii() and c not in BLACKS}
    symbols = (["#"] if _has_black(rows) or not letters else []) + sorted(
        letters, key=lambda letter: (letter.lower(), letter))
    if len(symbols) >= MAX_COLOURS:
        raise source.error(f"{len(symbols)} colours and white; at most {MAX_COLOURS} fit")
    if len(symbols) == 1:
        return Palette.with_symbols([("white", "#ffffff", "."), ("black", "#000000", symbols[0])])
    rgbs = ["#ffffff", *made_up(len(symbols))]
    return Palette(tuple(map(Colour, colour_names(rgbs), rgbs, [".", *symbols])))


def _in_words(rows: Rows) -> bool:
    """Return whether letters stand for words and not for colours: many different ones, of which
    neighbours are seldom the same, or one row of them alone."""
    letters = {c for row in rows for c in row if c.isalpha() and c not in BLACKS}
    if len(letters) < MIN_WORD_LETTERS:
        return False
    pairs = [(one, other) for row in rows for one, other in pairwise(row)]
    pairs += [pair for above, below in pairwise(rows) for pair in zip(above, below, strict=False)]
    found = [one == other for one, other in pairs if one.isalpha() and other.isalpha()]
    alone = len(rows) == 1 and not any(c in WHITES + BLACKS for c in rows[0])
    return alone or sum(found) < MAX_WORD_REPEATS * len(found)


def _has_black(rows: Rows) -> bool:
    return any(black in row for row in rows for black in BLACKS)


def _with_spaces(rows: Rows) -> Rows:
    """Return the rows with spaces as white, equally long, if no other character is white."""
    if any(white in row for row in rows for white in WHITES):
        return [row.rstrip(" ") for row in rows]
    width = max(len(row.rstrip(" ")) for row in rows)
    full = max(map(len, rows))  # spaces at the end are cells if they make the picture whole
    width = full if all(len(row) == full for row in rows) else width
    return [row.replace(" ", ".").ljust(width, ".")[:width] for row in rows]


def _row(source: Source, y: int, row: str, width: int, numbers: dict[str, int]) -> list[int]:
    for x, character in enumerate(row):
        if character not in numbers:
            known = "".join(numbers) if len(numbers) < 20 else "those of the legend"
            raise source.error(f"{character!a} is no colour of this picture; it has {known}",
                               Place(y + 1, x + 1))
    if len(row) != width:
        raise source.error(f"row {y + 1} has {len(row)} cells, but row 1 has {width}; all rows "
                           "must be equally long", Place(y + 1, min(len(row), width) + 1))
    return [numbers[character] for character in row]


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write the solution, with a legend unless it is black on white."""
    [nonogram] = nonograms
    palette = nonogram.puzzle.palette
    usual = [(c.name, c.rgb) for c in palette.colours] == [(c.name, c.rgb) for c in
                                                           Palette().colours]
    symbols = [".", "#"] if usual else symbols_for(palette, _fits, start=0)
    rows = ["".join(symbols[colour] for colour in row)
            for row in nonogram.geometry.nest(nonogram.solution or b"")]
    legend = [] if usual else ["", *(
        f"{symbol} = {colour.rgb} {colour.name}"
        for symbol, colour in zip(symbols, palette.colours, strict=True))]
    return "\n".join([*rows, *legend, ""]).encode()


def _fits(symbol: str) -> bool:
    return symbol.isprintable() and not symbol.isspace() and symbol.isascii()


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return a colour name that would not be read again from the end of its line."""
    bad = [c.name for c in nonogram.puzzle.palette.colours
           if not c.name.isprintable() or c.name != c.name.strip() or not c.name]
    return [Loss(f"the colour name {bad[0]!a}", plain_names)] if bad else []


def sniff(source: Source) -> Sniff:
    """Accept a full rectangle of known characters; for certain if it has a legend."""
    if source.data[:1] in (b"", b"{", b"<"):
        return Sniff.NO
    try:
        rows, legend = _split(source.lines)
    except FormatError:
        return Sniff.NO
    if not rows or len(set(map(len, rows))) != 1:
        return Sniff.NO
    if legend:
        symbols = {match[1] for _, match in legend}
        return Sniff.SURE if all(symbols.issuperset(row) for row in rows) else Sniff.NO
    drawn = all(map(_SURE.fullmatch, rows)) and any(set(row) - set("01") for row in rows)
    return Sniff.MAYBE if drawn and len(rows) * len(rows[0]) > 1 else Sniff.NO


FORMAT = Format("text", (".txt",), "a picture drawn with characters", sniff, read, write,
                frozenset({"colours", "palette", "solution"}), losses, picture=True)
