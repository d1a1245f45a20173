"""Steve Simpson's `.non`, with the extensions that are in use, and `.nonpack` bundles.

    title "A small dancer"
    by "Ann Onymous"
    width 3
    height 2

    rows
    1
    3

    columns
    1
    2
    1

    goal "010111"

Blank lines are separators where a section has all its rules without them, and empty clues where
it has not; both are in use. Extensions: `goal` and `saved` (pbnsolve); `license`, `color a
#rrggbb` with a letter after a run (`3a,1b`), and bundles parted by `====` (nonogram-db). Ours, all
of them plain properties for other readers: `color 0` and `color 1` for the background and for the
runs without a letter, `colorname a "red"`, and `authorid`, `source`, `description`, `note`.
Properties that nobody knows are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonoforge.clues import Run, Runs
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import PlacedClue, assemble, check_size
from nonoforge.formats.colours import made_up, names_for
from nonoforge.formats.format import EVERYTHING, Format, Sniff
from nonoforge.formats.simpson_draft import LETTER, SKIPPED, Collector, Draft, NumberedLine
from nonoforge.formats.simpson_write import losses, write
from nonoforge.formats.source import Place, Source, Token
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import quoted

_RUN = re.compile(rf"([0-9]+)({LETTER})?")


def read(source: Source) -> list[Nonogram]:
    """The puzzles of the file, parted by lines of `====`."""
    bundle: list[list[NumberedLine]] = [[]]
    for number, line in enumerate(source.old_lines, start=1):
        if line.strip() == "====":
            bundle.append([])
        else:
            bundle[-1].append(NumberedLine(line, number))
    told = [lines for lines in bundle if any(line.text.strip() for line in lines)]
    if not told:
        raise source.error("there is no puzzle; a .non file has lines like `width 5` and `rows`")
    source.check_puzzles(len(told))
    return [_Builder(source, lines).nonogram() for lines in told]


class _Builder:
    """Makes a nonogram of one puzzle's lines."""

    def __init__(self, source: Source, lines: Sequence[NumberedLine]) -> None:
        self.source = source
        self.last = lines[-1].number
        self.draft: Draft = Collector(source, lines).collect()
        self.numbers: dict[str, int] = {}  # what 0, 1 and the letters stand for
        self.seen: dict[str, Run] = {}  # runs by their text: there are few different ones

    def nonogram(self) -> Nonogram:
        draft = self.draft
        width, height = self._size("width"), self._size("height")
        check_size(self.source, width, height, draft.size_place)
        row_rules, column_rules = self._rules("rows", height), self._rules("columns", width)
        for rule in (*row_rules, *column_rules):
            self.source.check_clue(*rule)
        palette = self._palette([*row_rules, *column_rules])
        rows = [self._clue(rule) for rule in row_rules]
        columns = [self._clue(rule) for rule in column_rules]
        solution, saved = self._pictures(width * height)
        info = Info(**draft.info, notes=tuple(draft.notes), more=tuple(draft.more))
        return assemble(self.source, rows, columns, size_place=draft.size_place, palette=palette,
                        info=info, solution=solution, saved=saved)

    def _size(self, side: str) -> int:
        if side not in self.draft.sizes:
            raise self.source.error(f"the {side} is missing; a line like `{side} 20` is needed",
                                    self.draft.size_place)
        return self.draft.sizes[side]

    def _rules(self, key: str, count: int) -> list[NumberedLine]:
        """The rules of a section; see the module's word on blank lines."""
        if key not in self.draft.sections:
            raise self.source.error(f"the section `{key}` with {count} clues is missing",
                                    Place(self.last, 1))
        lines = self.draft.sections[key]
        full = [line for line in lines if line.text.strip()]
        if len(full) == count:
            return full
        used = max((i + 1 for i, line in enumerate(lines) if line.text.strip()), default=0)
        if used <= count <= len(lines):
            return lines[:count]
        found = f"{len(full)} clues" + (
            f" ({used} with the blank lines between them)" if len(full) < used else "")
        place = Place(full[count].number, 1) if len(full) > count else self.draft.places[key]
        raise self.source.error(f"`{key}` has {found}; there must be {count}", place)

    def _palette(self, rules: Sequence[NumberedLine]) -> Palette:
        """The colours in order: background, the one without a letter, declared, made up."""
        declared = [letter for letter in self.draft.colours if letter not in "01"]
        used = {letter for _, letter in _runs(rules)} - {""}
        letters = declared or sorted(used)
        if "1" in self.draft.colours or not letters or self._bare(rules):
            letters.insert(0, "1")
        if len(letters) >= MAX_COLOURS:
            raise self.source.error(f"{len(letters)} colours and white; at most {MAX_COLOURS} fit",
                                    self.draft.size_place)
        usual = ["#ffffff", *made_up(len(letters))]
        keys = ["0", *letters]
        rgbs = [self.draft.colours.get(key, rgb) for key, rgb in zip(keys, usual, strict=True)]
        names = [self.draft.names.get(key, name)
                 for key, name in zip(keys, names_for(rgbs), strict=True)]
        self.numbers = {key: number for number, key in enumerate(keys)}
        try:
            return Palette.with_symbols((name, rgb, None if key in "01" else key)
                            for name, rgb, key in zip(names, rgbs, keys, strict=True))
        except ValueError as error:
            raise self.source.error(f"the colours: {error}", self.draft.size_place) from None

    def _bare(self, rules: Sequence[NumberedLine]) -> bool:
        """Is there a run without a letter, or a 1 in a picture?"""
        return any(not letter and length.strip("0") for length, letter in _runs(rules)) or any(
            "1" in part.text for _, parts in self.draft.pictures for part in parts)

    def _clue(self, rule: NumberedLine) -> PlacedClue:
        indent = len(rule.text) - len(rule.text.lstrip())
        place = Place(rule.number, indent + 1)
        known = [self.seen.get(part) for part in rule.text.split(",")]
        if None not in known:
            return PlacedClue(Runs(tuple(run for run in known if run)), place)
        words = _words(rule)
        runs = [self._run(word) for word in words]
        if len(runs) == 1 and not runs[0].length:
            return PlacedClue(Runs(), place)
        for run, word in zip(runs, words, strict=True):
            if not run.length:
                raise self.source.error("a run of 0 or none beside other runs; leave it out, or "
                                        "write 0 alone for an empty line", word.place)
        return PlacedClue(Runs(tuple(runs)), place)

    def _run(self, word: Token) -> Run:
        match = _RUN.fullmatch(word.text or "0")
        if not match:
            raise self.source.error(f"the run {quoted(word.text)}; a clue looks like `3,1` or, in "
                                    "colours, `3a,1b`", word.place)
        length = self.source.number(Token(match[1], word.place), "a run")
        colour = match[2] or "1"
        if length and colour not in self.numbers:
            raise self.source.error(f"the colour {colour!a} is not known; a line `color {colour} "
                                    "#rrggbb` is needed", word.place)
        run = Run(length, self.numbers.get(colour, 1))
        if length:
            self.seen[word.text] = run
        return run

    def _pictures(self, cells: int) -> tuple[Colouring | None, list[State]]:
        """The first goal is the solution; what else there is, is a state."""
        solution: Colouring | None = None
        saved = []
        for key, parts in self.draft.pictures:
            colours = self._colours(key, parts, cells)
            if key == "goal" and solution is None:
                if None in colours:
                    raise self.source.error("a goal with `?`; only a saved state has open cells",
                                            parts[0].place)
                solution = bytes(colour or 0 for colour in colours)
            else:
                saved.append(State.of(colours, len(self.numbers)))
        return solution, saved

    def _colours(self, key: str, parts: Sequence[Token], cells: int) -> list[int | None]:
        found: list[int | None] = []
        known: dict[str, int | None] = {**self.numbers, "?": None}
        for part in parts:
            for x, character in enumerate(part.text):
                if character in known:
                    found.append(known[character])
                elif character not in SKIPPED:
                    raise self.source.error(
                        f"{character!a} is no colour of this puzzle; it has "
                        f"{' '.join(self.numbers)}",
                        Place(part.place.line, part.place.column + x))
        if len(found) != cells:
            raise self.source.error(f"`{key}` has {len(found)} cells; the puzzle has {cells}",
                                    parts[0].place)
        return found


def _runs(rules: Sequence[NumberedLine]) -> Iterator[tuple[str, str]]:
    for rule in rules:
        yield from _RUN.findall(rule.text)


def _words(rule: NumberedLine) -> list[Token]:
    """The words between the commas, with their places."""
    words, column = [], 1
    for part in rule.text.split(","):
        indent = len(part) - len(part.lstrip())
        words.append(Token(part.strip(), Place(rule.number, column + indent)))
        column += len(part) + 1
    return words


_SIZE = re.compile(rb"^[ \t]*(?:width|height|rows|columns)[ \t]+[0-9]+[ \t]*\r?$", re.M | re.I)
_SECTION = re.compile(rb"^[ \t]*(?:rows|columns)[ \t]*(?:[0-9]+[ \t]*)?\r?$", re.M | re.I)
_DIVIDER = re.compile(rb"^[ \t]*====[ \t]*\r?$", re.M)


def sniff(source: Source) -> Sniff:
    """A size and a section are enough; a size alone could be anything."""
    if _DIVIDER.search(source.data):
        return Sniff.NO
    return _sniff(source)


def sniff_pack(source: Source) -> Sniff:
    """The same, with a line that parts two puzzles."""
    return _sniff(source) if _DIVIDER.search(source.data) else Sniff.NO


def _sniff(source: Source) -> Sniff:
    if not _SIZE.search(source.data):
        return Sniff.NO
    try:
        source.old_text  # noqa: B018 - refuses what is binary
    except FormatError:
        return Sniff.NO
    return Sniff.SURE if _SECTION.search(source.data) else Sniff.MAYBE


_HOLDS = EVERYTHING - {"blotted", "given", "several"}

FORMAT = Format("non", (".non",), "Steve Simpson's, with colours, goals and licences", sniff, read,
                write, _HOLDS, losses)
PACK = Format("nonpack", (".nonpack",), "several .non puzzles, parted by `====`", sniff_pack, read,
              write, _HOLDS | {"several"}, losses)
