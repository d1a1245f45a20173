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
#rrggbb` with a letter after a run (`3a,1b`), and bundles separated by `====` (nonogram-db). Our
own, plain properties for other readers: `color 0` and `color 1` for the background and for the
runs without a letter, `colorname a "red"`, and `authorid`, `source`, `description`, `note`.
Unknown properties are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from html.entities import html5
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.colour_vision import colour_names
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import PlacedClue, assemble, check_sizes, clue_groups, only_dialect
from nonoforge.formats.colours import made_up, symbols_for
from nonoforge.formats.format import EVERYTHING, Format, Loss, Sniff
from nonoforge.formats.losses import without_property
from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, SYMBOLS, Palette, hex_colour
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import quoted

# Reading: a Collector sorts the lines of a puzzle into a Draft, a _Builder makes a nonogram of it.

FIELDS = {
    "title": "title", "by": "author", "author": "author", "authorid": "author_id",
    "copyright": "copyright", "license": "licence", "licence": "licence", "source": "source",
    "catalogue": "identifier", "description": "description",
}
"""Properties that `Info` has a field for."""

TAKEN = {"width", "height", "rows", "columns", "goal", "saved", "note", "color", "colour",
         "colorname", "colourname"}
"""Words with a special meaning."""

LETTER = r"[^\s0-9,?\"';|=&]"
"""A character that may stand for a colour."""

SKIPPED = frozenset(" \t\"',;|")
"""What may stand between the cells of a goal."""

KEY = re.compile(r"[^\W\d][^\s,]*|#[^\s,]*")
_LINE = re.compile(rf"\s*({KEY.pattern})(?:\s+(.*))?")
_COLOUR = re.compile(rf"([01]|{LETTER})[ \t]+(\S+)")
_NAME = re.compile(rf"([01]|{LETTER})[ \t]+(.*)")
_RULE_STARTS = frozenset(("", ",", *"0123456789"))
_REFERENCE = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z0-9]{1,32}));")


class NumberedLine(NamedTuple):
    """A line and its number in the file."""

    text: str
    number: int


@dataclass
class Draft:
    """What the lines say, before it is known whether that fits together."""

    sizes: dict[str, int] = field(default_factory=dict)
    size_place: Place = START
    sections: dict[str, list[NumberedLine]] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    pictures: list[tuple[str, list[Token]]] = field(default_factory=list)
    info: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    more: list[tuple[str, str]] = field(default_factory=list)


class Collector:
    """Fills a draft from the lines of a puzzle."""

    def __init__(self, source: Source, lines: Sequence[NumberedLine]) -> None:
        self.source = source
        self.lines = lines
        self.index = 0
        self.draft = Draft(size_place=Place(lines[0].number, 1))

    def collect(self) -> Draft:
        """Return the draft of all lines."""
        while self.index < len(self.lines):
            line = self.lines[self.index]
            self.index += 1
            if line.text.strip():
                self._line(line)
        return self.draft

    def _line(self, line: NumberedLine) -> None:
        match = _LINE.fullmatch(line.text)
        if not match:
            column = len(line.text) - len(line.text.lstrip()) + 1
            raise self.source.error(
                f"{quoted(line.text.strip())}; a clue looks like `3,1` and stands under `rows` or "
                "`columns`; any other line starts with a word", Place(line.number, column))
        place = Place(line.number, match.start(1) + 1)
        value = Token((match[2] or "").rstrip(), Place(line.number, max(match.start(2), 0) + 1))
        key = match[1].lower()
        if key in ("width", "height"):
            self._size(key, place, value)
        elif key in ("rows", "columns"):
            self._section(key, place, value)
        elif key in ("goal", "saved"):
            self._picture(key, value)
        else:
            self._property(match[1], place, value)

    def _size(self, side: str, place: Place, value: Token) -> None:
        if not value.text:
            raise self.source.error(f"`{side}` without a number; write `{side} 20`", place)
        if side in self.draft.sizes:
            raise self.source.error(f"the {side} is given a second time", place)
        self.draft.sizes[side] = self.source.number(value, f"the {side}")
        self.draft.size_place = place

    def _section(self, key: str, place: Place, value: Token) -> None:
        """Read a section: `rows` starts the rules; `rows 15` is the height; rules may follow."""
        if value.text:
            self._size("height" if key == "rows" else "width", place, value)
        start = self.index
        while (self.index < len(self.lines)
               and self.lines[self.index].text.lstrip()[:1] in _RULE_STARTS):
            self.index += 1
        rules = list(self.lines[start:self.index])
        if value.text and not any(rule.text.strip() for rule in rules):
            return
        if key in self.draft.sections:
            raise self.source.error(f"`{key}` comes a second time; each section comes once", place)
        self.draft.sections[key], self.draft.places[key] = rules, place

    def _picture(self, key: str, value: Token) -> None:
        """Read a goal or a saved state: to the closing quote, or until it has all cells."""
        parts = [value]
        sign = value.text[:1] if value.text[:1] in ("'", '"') else ""
        closed = sign in value.text[1:]  # without a sign that is true, and the count decides
        missing = self._cells() - _count(value.text)
        while self.index < len(self.lines) and (not closed or (not sign and missing > 0)):
            line = self.lines[self.index]
            self.index += 1
            parts.append(Token(line.text, Place(line.number, 1)))
            closed = sign in line.text
            missing -= _count(line.text)
        self.draft.pictures.append((key, parts))
        self.source.check_extras(len(self.draft.pictures), value.place)

    def _cells(self) -> int:
        return self.draft.sizes.get("width", 0) * self.draft.sizes.get("height", 0)

    def _property(self, word: str, place: Place, value: Token) -> None:
        key, text = word.lower(), unquoted(value.text)
        if key in ("color", "colour"):
            self._colour(place, value)
        elif key in ("colorname", "colourname"):
            self._colour_name(place, value)
        elif key == "note":
            self.draft.notes.append(text)
        elif key in FIELDS and not self.draft.info.get(FIELDS[key]):
            self.draft.info[FIELDS[key]] = text
        else:
            self.draft.more.append((word, text))
        self.source.check_extras(len(self.draft.notes) + len(self.draft.more), place)

    def _colour(self, place: Place, value: Token) -> None:
        match = _COLOUR.fullmatch(value.text)
        rgb = hex_colour(match[2]) if match else None
        if not match or not rgb:
            raise self.source.error("a colour is written `color a #rrggbb`", place)
        if match[1] in self.draft.colours:
            raise self.source.error(f"the colour {match[1]!a} is given a second time", place)
        self.draft.colours[match[1]] = rgb

    def _colour_name(self, place: Place, value: Token) -> None:
        match = _NAME.fullmatch(value.text)
        if not match:
            raise self.source.error('a colour\'s name is written `colorname a "red"`', place)
        self.draft.names[match[1]] = unquoted(match[2])


def _count(text: str) -> int:
    return sum(character not in SKIPPED for character in text)


def unquoted(text: str) -> str:
    """Return a value without its quotes and with its character references resolved.

    >>> unquoted('"&copy; J&#252;rgen &amp; Co"')
    '© Jürgen & Co'
    """
    if len(text) > 1 and text[0] in "'\"" and text[0] == text[-1]:
        text = text[1:-1]
    return _REFERENCE.sub(_resolved, text)


def _resolved(match: re.Match[str]) -> str:
    decimal, hexadecimal, name = match.groups()
    if name:
        return html5.get(f"{name};", match[0])
    code = int(decimal) if decimal else int(hexadecimal, 16)
    return chr(code) if code < 0xD800 or 0xE000 <= code < 0x110000 else match[0]


_RUN = re.compile(rf"([0-9]+)({LETTER})?")


def read(source: Source) -> list[Nonogram]:
    """Read the puzzles of the file, separated by lines of `====`."""
    bundle: list[list[NumberedLine]] = [[]]
    for number, line in enumerate(source.old_lines, start=1):
        if line.strip() == "====":
            bundle.append([])
        else:
            bundle[-1].append(NumberedLine(line, number))
    filled = [lines for lines in bundle if any(line.text.strip() for line in lines)]
    if not filled:
        raise source.error("there is no puzzle; a .non file has lines like `width 5` and `rows`")
    source.check_puzzles(len(filled))
    return [_Builder(source, lines).nonogram() for lines in filled]


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
        dialect = only_dialect(FORMAT.name)
        check_sizes(self.source, dialect, draft.size_place, rows=height, columns=width)
        row_rules, column_rules = self._rules("rows", height), self._rules("columns", width)
        for rule in (*row_rules, *column_rules):
            self.source.check_clue(*rule)
        palette = self._palette([*row_rules, *column_rules])
        clues = {"rows": [self._clue(rule) for rule in row_rules],
                 "columns": [self._clue(rule) for rule in column_rules]}
        solution, saved = self._pictures(width * height)
        info = Info(**draft.info, notes=tuple(draft.notes), more=tuple(draft.more))
        return assemble(self.source, dialect, clues, size_place=draft.size_place, palette=palette,
                        info=info, solution=solution, saved=saved)

    def _size(self, side: str) -> int:
        if side not in self.draft.sizes:
            raise self.source.error(f"the {side} is missing; a line like `{side} 20` is needed",
                                    self.draft.size_place)
        return self.draft.sizes[side]

    def _rules(self, key: str, count: int) -> list[NumberedLine]:
        """Return the rules of a section; blank lines count if the section is too short without."""
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
        """Return the colours in order: background, the one without a letter, declared, made up."""
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
        names = colour_names(rgbs, [self.draft.names.get(key) for key in keys])
        self.numbers = {key: number for number, key in enumerate(keys)}
        try:
            return Palette.with_symbols((name, rgb, None if key in "01" else key)
                            for name, rgb, key in zip(names, rgbs, keys, strict=True))
        except ValueError as error:
            raise self.source.error(f"the colours: {error}", self.draft.size_place) from None

    def _bare(self, rules: Sequence[NumberedLine]) -> bool:
        """Return whether there is a run without a letter, or a 1 in a picture."""
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
        """Return the solution, which is the first goal, and all other pictures as states."""
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
    """Return the words between the commas, with their places."""
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
    """Accept a file with a size; for certain if it has a section, too."""
    if _DIVIDER.search(source.data):
        return Sniff.NO
    return _sniff(source)


def sniff_pack(source: Source) -> Sniff:
    """Accept the same with a line between two puzzles."""
    return _sniff(source) if _DIVIDER.search(source.data) else Sniff.NO


def _sniff(source: Source) -> Sniff:
    if not _SIZE.search(source.data):
        return Sniff.NO
    try:
        source.old_text  # noqa: B018 - refuses what is binary
    except FormatError:
        return Sniff.NO
    return Sniff.SURE if _SECTION.search(source.data) else Sniff.MAYBE


# Writing.

_KEYS = {"identifier": "catalogue", "title": "title", "author": "by", "author_id": "authorid",
          "copyright": "copyright", "licence": "license", "source": "source",
          "description": "description"}
_SPARE = SYMBOLS[:52] + "@%!$*+-./:<>^_~"  # letters first; enough for the largest palette


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write the puzzles, separated by `====`, in ASCII."""
    return "====\n".join(map(_write_puzzle, nonograms)).encode("ascii")


def _write_puzzle(nonogram: Nonogram) -> str:
    groups = clue_groups(FORMAT.name, nonogram)
    letters = _letters(nonogram.puzzle.palette)
    lines = [*_info_lines(nonogram.info), *_colour_lines(nonogram.puzzle.palette, letters),
             f"width {len(groups['columns'])}", f"height {len(groups['rows'])}"]
    for group, clues in groups.items():
        lines += ["", group, *(_rule(clue, letters) for clue in clues)]
    if nonogram.solution is not None:
        lines += ["", f'goal "{"".join(letters[colour] for colour in nonogram.solution)}"']
    lines += ["", *(f'saved "{_state(state, letters)}"' for state in nonogram.saved)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _letters(palette: Palette) -> list[str]:
    """Return the character of each colour: 0 and 1, or 0 and letters."""
    if palette.plain:
        return ["0", "1"]
    return ["0", *symbols_for(palette, _SPARE.__contains__, _SPARE, start=1)]


def _colour_lines(palette: Palette, letters: list[str]) -> list[str]:
    named = [colour.name for colour in palette.colours] != \
        colour_names([colour.rgb for colour in palette.colours])
    lines = []
    for letter, colour in zip(letters, palette.colours, strict=True):
        if (letter, colour.rgb) not in (("0", "#ffffff"), ("1", "#000000")):
            lines.append(f"color {letter} {colour.rgb}")
        if named:
            lines.append(f'colorname {letter} "{escaped(colour.name)}"')
    return lines


def _info_lines(info: Info) -> list[str]:
    lines = []
    for name, word in _KEYS.items():
        value = getattr(info, name)
        if name == "licence" and re.fullmatch(r"[A-Za-z0-9.+-]+", value):
            lines.append(f"{word} {value}")  # a licence code stands without quotes
        elif value:
            lines.append(f'{word} "{escaped(value)}"')
    lines += [f'note "{escaped(note)}"' for note in info.notes]
    return lines + [f'{word} "{escaped(value)}"' for word, value in info.more]


def _rule(clue: Runs, letters: list[str]) -> str:
    plain = len(letters) == 2
    return ",".join(f"{run.length}{'' if plain else letters[run.colour]}"
                    for run in clue.runs) or "0"


def _state(state: State, letters: list[str]) -> str:
    colours = map(state.colour, range(len(state.masks)))
    return "".join("?" if colour is None else letters[colour] for colour in colours)


def escaped(text: str) -> str:
    """Return a text in ASCII; quotes, line ends and other characters as references.

    >>> escaped('Jürgen "& Co"')
    'J&#252;rgen &quot;&amp; Co&quot;'
    """
    return "".join(_REFERENCES.get(c) or (c if " " <= c <= "~" else f"&#{ord(c)};") for c in text)


_REFERENCES = {"&": "&amp;", '"': "&quot;"}


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return properties whose names are taken, and states with partly known cells."""
    lost = [Loss(f"the property {key!a}", without_property(key)) for key, _ in nonogram.info.more
            if not _keeps(nonogram.info, key)]
    if any(_partly(state, len(nonogram.puzzle.palette)) for state in nonogram.saved):
        lost.append(Loss("cells of a saved state that are known in part", _open_partly))
    return lost


def _keeps(info: Info, key: str) -> bool:
    word = key.lower()
    taken = word in TAKEN or (word in FIELDS and not getattr(info, FIELDS[word]))
    fits = bool(KEY.fullmatch(key)) and key.isascii() and key.isprintable()
    return fits and not taken


def _partly(state: State, colours: int) -> bool:
    full = (1 << colours) - 1
    return any(mask != full and (mask == 0 or mask & (mask - 1)) for mask in state.masks)


def _open_partly(nonogram: Nonogram) -> Nonogram:
    full = (1 << len(nonogram.puzzle.palette)) - 1
    saved = tuple(State(tuple(mask if mask and not mask & (mask - 1) else full
                              for mask in state.masks)) for state in nonogram.saved)
    return replace(nonogram, saved=saved)


_HOLDS = EVERYTHING - {"blotted", "hidden", "given", "several"}

FORMAT = Format("non", (".non",), "Steve Simpson's, with colours, goals and licences", sniff, read,
                write, _HOLDS, losses)
PACK = Format("nonpack", (".nonpack",), "several .non puzzles, separated by `====`", sniff_pack,
              read, write, _HOLDS | {"several"}, losses)
