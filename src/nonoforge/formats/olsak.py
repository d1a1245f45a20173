"""Olsak's `.g`: black and white or colours, groups of clues that start with `:`.

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
value is `#rrggbb` or a colour name of X11. An empty line is an empty clue.

Another header than `#d` announces a family whose `Dialect` has that letter as its tag (`#t` is a
triddler); without one it is the family with the tag "". The dialect says how many groups there are.
Triangles in square cells, which the format also knows, are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.colour_vision import colour_names
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import PlacedClue, assemble, clue_groups, dialects
from nonoforge.formats.colours import symbols_for
from nonoforge.formats.format import Format, Loss, Sniff
from nonoforge.formats.losses import plain_names
from nonoforge.formats.source import WORDS, Place, Source, Token
from nonoforge.named_colours import x11_colour
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, SYMBOLS, Palette, hex_colour
from nonoforge.storage import Dialect
from nonoforge.text import listed, quoted

_DECLARED = re.compile(r"\s*(\S):(.)\s*(\S+)(?:\s+(.*))?")
_BLOCK = re.compile(r"([^0-9]?)([0-9]+)(.?)")


class _Colour(NamedTuple):
    key: str
    out: str
    rgb: str
    name: str
    place: Place


def read(source: Source) -> list[Nonogram]:
    """Read one puzzle; the free text is its description."""
    lines = source.old_lines
    start = next((i for i, line in enumerate(lines) if line[:1] in ("#", ":") and line), None)
    if start is None:
        raise source.error("no line starts with `:`; a .g file has `: rows` and `: columns`")
    marks = [i for i, line in enumerate(lines) if i >= start and line[:1] == ":"]
    dialect, colours = _header(source, start, marks[0] if marks else len(lines))
    groups = dialect.groups
    if len(marks) <= len(groups):
        raise source.error(f"{len(marks)} lines start with `:`; there must be one before each "
                           f"group of clues ({listed(groups)}) and one at the end", source.end())
    palette, numbers = _palette(source, colours)
    clues = _Clues(source, numbers)
    found = {group: clues.read(first + 1, last)
             for group, (first, last) in zip(groups, pairwise(marks), strict=False)}
    text = "\n".join([*lines[:start], *lines[marks[len(groups)] + 1:]]).strip()
    return [assemble(source, dialect, found, size_place=Place(marks[0] + 1, 1), palette=palette,
                     info=Info(description=text))]


def _header(source: Source, start: int, stop: int) -> tuple[Dialect, list[_Colour]]:
    """Return the family's dialect, and the colours declared between `#d` and the first `:`."""
    colours: list[_Colour] = []
    tag, known = "", dialects(FORMAT.name)
    open_list = False
    for index in range(start, stop):
        line, place = source.old_lines[index], Place(index + 1, 1)
        letter = line[1:2].lower()
        if line[:2].lower() == "#d":
            open_list = True
        elif line[:1] == "#" and letter.isalpha() and letter in known:
            tag = letter
        elif line[:1] == "#":
            headers = [f"`#{tag}`" for tag in ("d", *filter(None, known))]
            raise source.error(f"{quoted(line)}; only {listed(headers, 'or')} may start a line "
                               "with `#`", place)
        elif line.strip() and open_list:
            if len(colours) > MAX_COLOURS:
                raise source.error(f"too many colours (limit {MAX_COLOURS})", place)
            colour = _declaration(source, line, index + 1, known[tag])
            colours += [colour] if colour else []
    return known[tag], colours


def _declaration(source: Source, line: str, number: int, dialect: Dialect) -> _Colour | None:
    """Return a declared colour; None for one that is of no cell."""
    match = _DECLARED.fullmatch(line)
    if not match:
        raise source.error("a colour is declared like `a:a  #d62728  red`", Place(number, 1))
    key, out, word = match[1], match[2], match[3]
    comment = (match[4] or "").strip()
    place = Place(number, match.start(1) + 1)
    if "/" in word or "\\" in word or re.match("[<>]{2}", comment):
        raise source.error(f"the colour {key!a} is a triangle; only whole cells are read",
                           Place(number, match.start(3) + 1))
    if key in dialect.other_colours:
        return None
    if key in ",23456789":
        raise source.error(f"the colour {key!a}; a character that is no digit and no comma is "
                           "needed", place)
    rgb = hex_colour(word) if word.startswith("#") else x11_colour(word)
    if rgb is None:
        raise source.error(f"the colour {quoted(word)} is not known; write it as #rrggbb",
                           Place(number, match.start(3) + 1))
    return _Colour(key, out, rgb, comment or (word if not word.startswith("#") else ""), place)


def _palette(source: Source, colours: Sequence[_Colour]) -> tuple[Palette, dict[str, int]]:
    """Return the palette, and the number of each character."""
    declared: dict[str, _Colour] = {}
    for colour in colours:
        if colour.key in declared:
            raise source.error(f"the colour {colour.key!a} is declared twice", colour.place)
        declared[colour.key] = colour
    first = declared.pop("0", _Colour("0", ".", "#ffffff", "", Place(1, 1)))
    listed = [first, *declared.values()]
    if len(listed) == 1:
        listed.append(_Colour("1", "#", "#000000", "", Place(1, 1)))
    names = colour_names([colour.rgb for colour in listed],
                      [colour.name or None for colour in listed])
    symbols = [None if colour.out.isspace() else colour.out for colour in listed]
    free = [s if s and symbols.count(s) == 1 else None for s in symbols]
    try:
        palette = Palette.with_symbols((name, colour.rgb, symbol)
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
    """Accept lines of numbers behind `:` in column one; for certain if there are two groups."""
    found = len(_MARK.findall(source.data))
    if not found:
        return Sniff.NO
    try:
        source.old_text  # noqa: B018 - refuses what is binary
    except FormatError:
        return Sniff.NO
    return Sniff.SURE if found >= 2 else Sniff.MAYBE


_SPARE = SYMBOLS[:52] + "@%&!$*+-.;=^_~#"


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write the description as free text, the colours unless they are black on white, the clues."""
    [nonogram] = nonograms
    groups = clue_groups(FORMAT.name, nonogram)
    tag = nonogram.family.dialects[FORMAT.name].tag
    palette = nonogram.puzzle.palette
    keys = ["0", "1"] if palette.plain else ["0", *symbols_for(palette, _is_key, _SPARE, start=1)]
    lines = [*([nonogram.info.description, ""] if nonogram.info.description else []),
             *([f"#{tag}"] if tag else []), *_colour_lines(palette, keys),
             *(line for group, clues in groups.items()
               for line in (f": {group}", *(_line(clue, keys) for clue in clues))), ": end", ""]
    return "\n".join(lines).encode()


def _is_key(symbol: str) -> bool:
    return symbol in _SPARE


def _colour_lines(palette: Palette, keys: list[str]) -> list[str]:
    if [(c.name, c.rgb) for c in palette.colours] == [(c.name, c.rgb) for c in Palette().colours]:
        return []
    shown = symbols_for(palette, lambda symbol: symbol.isprintable() and not symbol.isspace(),
                        _SPARE)
    return ["#d", *(f"   {key}:{symbol}  {colour.rgb}  {colour.name}"
                    for key, symbol, colour in zip(keys, shown, palette.colours, strict=True))]


def _line(clue: Runs, keys: list[str]) -> str:
    plain = len(keys) == 2
    return " ".join(f"{run.length}{'' if plain else keys[run.colour]}" for run in clue.runs)


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return a description that would end early, and names that would not come back."""
    lost = []
    text = nonogram.info.description
    if _clean(text) != text or any(line[:1] in ("#", ":") for line in text.split("\n")
                                   if line):
        lost.append(Loss("a description with a line that starts with `#` or `:`, with control "
                         "characters, or with spaces at its ends", _plain_description))
    colours = nonogram.puzzle.palette.colours
    usual = colour_names([colour.rgb for colour in colours])
    bad = [c.name for c, name in zip(colours, usual, strict=True)
           if c.name != name and (not c.name.isprintable() or c.name != c.name.strip()
                                  or not c.name or set(c.name[:2]) <= set("<>"))]
    return [*lost, Loss(f"the colour name {bad[0]!a}", plain_names)] if bad else lost


def _clean(text: str) -> str:
    return "".join(c for c in text if c == "\n" or c.isprintable()).strip()


def _plain_description(nonogram: Nonogram) -> Nonogram:
    text = "\n".join(line.lstrip("#: ") for line in _clean(nonogram.info.description).split("\n"))
    return replace(nonogram, info=replace(nonogram.info, description=text.strip()))


FORMAT = Format("olsak", (".g",), "Olsak's: black and white or colours", sniff, read, write,
                frozenset({"colours", "palette", "description"}), losses)
