"""The lines of a `.non` puzzle, sorted into what they say; `simpson` makes a nonogram of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.entities import html5
from typing import NamedTuple

from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.palette import hex_colour
from nonoforge.text import quoted

FIELDS = {
    "title": "title", "by": "author", "author": "author", "authorid": "author_id",
    "copyright": "copyright", "license": "licence", "licence": "licence", "source": "source",
    "catalogue": "identifier", "description": "description",
}
"""Properties that `Info` has a field for."""

TAKEN = {"width", "height", "rows", "columns", "goal", "saved", "note", "color", "colour",
         "colorname", "colourname"}
"""Words with a meaning of their own."""

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
    """Goes through the lines once and fills a draft."""

    def __init__(self, source: Source, lines: Sequence[NumberedLine]) -> None:
        self.source = source
        self.lines = lines
        self.index = 0
        self.draft = Draft(size_place=Place(lines[0].number, 1))

    def collect(self) -> Draft:
        """The draft of all lines."""
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
        """`rows` starts the rules; `rows 15` is the height, and rules may follow all the same."""
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
        """A goal or a saved state: to the closing quote, or until there are cells enough."""
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
    """A value without its quotes and with its character references resolved.

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
