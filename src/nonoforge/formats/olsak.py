"""Olsak's `.g`: black and white or colours, rows and columns in groups that start with `:`.

    Free text up to the first line with # or : in column one.
    #d
       0:.  #ffffff  white
       a:a  #d62728  red
    : rows
    1a
    : columns
    1a
    : end

A colour is declared as `in:out value name`: runs are written with the character `in` after the
length, pictures with `out`. `0` is the background, `1` the colour of runs without a character. A
value is `#rrggbb` or a colour name of X11. An empty line is an empty clue. Triangles and
triddlers, which the format also knows, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import PlacedClue, assemble
from nonoforge.formats.colours import names_for
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.olsak_write import losses, write
from nonoforge.formats.source import WORDS, Place, Source, Token
from nonoforge.formats.x11 import x11_colour
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette, hex_colour
from nonoforge.text import quoted

_DECLARED = re.compile(r"\s*(\S):(.)\s*(\S+)(?:\s+(.*))?")
_BLOCK = re.compile(r"([^0-9]?)([0-9]+)(.?)")


class _Colour(NamedTuple):
    key: str
    out: str
    rgb: str
    name: str
    place: Place


def read(source: Source) -> list[Nonogram]:
    """One puzzle; the free text is its description."""
    lines = source.old_lines
    start = next((i for i, line in enumerate(lines) if line[:1] in ("#", ":") and line), None)
    if start is None:
        raise source.error("no line starts with `:`; a .g file has `: rows` and `: columns`")
    marks = [i for i, line in enumerate(lines) if i >= start and line[:1] == ":"]
    colours = _declarations(source, start, marks[0] if marks else len(lines))
    if len(marks) < 3:
        raise source.error(f"{len(marks)} lines start with `:`; there must be one before the rows, "
                           "one before the columns and one at the end", source.end())
    palette, numbers = _palette(source, colours)
    clues = _Clues(source, numbers)
    rows, columns = (clues.read(first + 1, last) for first, last in pairwise(marks[:3]))
    text = "\n".join([*lines[:start], *lines[marks[2] + 1:]]).strip()
    return [assemble(source, rows, columns, size_place=Place(marks[0] + 1, 1), palette=palette,
                     info=Info(description=text))]


def _declarations(source: Source, start: int, stop: int) -> list[_Colour]:
    """The colours between `#d` and the first `:`."""
    colours: list[_Colour] = []
    open_list = False
    for index in range(start, stop):
        line, place = source.old_lines[index], Place(index + 1, 1)
        if line[:2].lower() == "#t":
            raise source.error("this is a triddler (triangular cells); only grids are read", place)
        if line[:2].lower() == "#d":
            open_list = True
        elif line[:1] == "#":
            raise source.error(f"{quoted(line)}; only `#d` (colours) may start a line with `#`",
                               place)
        elif line.strip() and open_list:
            if len(colours) > MAX_COLOURS:
                raise source.error(f"more colours than the {MAX_COLOURS} that fit", place)
            colours.append(_declaration(source, line, index + 1))
    return colours


def _declaration(source: Source, line: str, number: int) -> _Colour:
    match = _DECLARED.fullmatch(line)
    if not match:
        raise source.error("a colour is declared like `a:a  #d62728  red`", Place(number, 1))
    key, out, word = match[1], match[2], match[3]
    comment = (match[4] or "").strip()
    place = Place(number, match.start(1) + 1)
    if "/" in word or "\\" in word or re.match("[<>]{2}", comment):
        raise source.error(f"the colour {key!a} is a triangle; only whole cells are read",
                           Place(number, match.start(3) + 1))
    if key in ",23456789":
        raise source.error(f"the colour {key!a}; a character that is no digit and no comma is "
                           "needed", place)
    rgb = hex_colour(word) if word.startswith("#") else x11_colour(word)
    if rgb is None:
        raise source.error(f"the colour {quoted(word)} is not known; write it as #rrggbb",
                           Place(number, match.start(3) + 1))
    return _Colour(key, out, rgb, comment or (word if not word.startswith("#") else ""), place)


def _palette(source: Source, colours: Sequence[_Colour]) -> tuple[Palette, dict[str, int]]:
    """The palette, and the number of each character."""
    declared: dict[str, _Colour] = {}
    for colour in colours:
        if colour.key in declared:
            raise source.error(f"the colour {colour.key!a} is declared twice", colour.place)
        declared[colour.key] = colour
    first = declared.pop("0", _Colour("0", ".", "#ffffff", "", Place(1, 1)))
    listed = [first, *declared.values()]
    if len(listed) == 1:
        listed.append(_Colour("1", "#", "#000000", "", Place(1, 1)))
    names = names_for([colour.rgb for colour in listed])
    symbols = [None if colour.out.isspace() else colour.out for colour in listed]
    free = [s if s and symbols.count(s) == 1 else None for s in symbols]
    try:
        palette = Palette.with_symbols((colour.name or name, colour.rgb, symbol)
                           for colour, name, symbol in zip(listed, names, free, strict=True))
    except ValueError as error:
        raise source.error(f"the colours: {error}", listed[-1].place) from None
    return palette, {colour.key: number for number, colour in enumerate(listed)}


class _Clues:
    """Reads the lines of a group."""

    def __init__(self, source: Source, numbers: dict[str, int]) -> None:
        self.source = source
        self.numbers = numbers
        self.seen: dict[str, Run] = {}  # runs by their text: there are few different ones

    def read(self, first: int, last: int) -> list[PlacedClue]:
        return [self._clue(index) for index in range(first, last)]

    def _clue(self, index: int) -> PlacedClue:
        line = self.source.old_lines[index]
        self.source.check_clue(line, index + 1)
        texts = WORDS.findall(line)
        place = Place(index + 1, line.find(texts[0]) + 1 if texts else 1)
        known = [self.seen.get(text) for text in texts] if texts != ["0"] else []
        if None in known:
            known = [self._run(word) for word in self.source.words(line, index + 1)]
        return PlacedClue(Runs(tuple(run for run in known if run)), place)

    def _run(self, word: Token) -> Run:
        match = _BLOCK.fullmatch(word.text)
        if not match:
            raise self.source.error(f"the run {quoted(word.text)}; it is a length and perhaps the "
                                    "character of a colour, like `3` or `3a`", word.place)
        before, digits, after = match.groups()
        length = self.source.number(Token(digits, word.place), "a run")
        if length == 0:
            raise self.source.error("a run of 0 beside other runs; leave it out", word.place)
        if before:
            raise self.source.error(f"the run {quoted(word.text)} starts with a triangle; only "
                                    "whole cells are read", word.place)
        self.seen[word.text] = run = Run(length, self._colour(after, word))
        return run

    def _colour(self, key: str, word: Token) -> int:
        number = self.numbers.get(key or "1")
        if number is None:
            wanted = f"the colour {key!a} is not declared" if key else "a run without a colour"
            raise self.source.error(f"{wanted}; there are {' '.join(list(self.numbers)[1:])}",
                                    word.place)
        if number == 0:
            raise self.source.error("a run of the background", word.place)
        return number


_MARK = re.compile(rb"^:[^\n]*\n(?=[ \t]*(?:[0-9]|\r?$))", re.M)


def sniff(source: Source) -> Sniff:
    """Two groups of lines behind a `:` in column one; one could be anything."""
    found = len(_MARK.findall(source.data))
    if not found:
        return Sniff.NO
    try:
        source.old_text  # noqa: B018 - refuses what is binary
    except FormatError:
        return Sniff.NO
    return Sniff.SURE if found >= 2 else Sniff.MAYBE


FORMAT = Format("olsak", (".g",), "Olsak's: black and white or colours", sniff, read, write,
                frozenset({"colours", "palette", "description"}), losses)
