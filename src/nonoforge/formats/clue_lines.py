r"""Three formats with one clue a line: sizes, then rows, then columns.

    .nin   (Jakub Wilk)           `width height`, rows, columns
    .mk    (Olsak, old)           `height width`, rows, a line that starts with `#`, columns
    .cwd   (QNonograms, Sukhoy)   height, width, rows, a blank line, columns

Numbers are separated by spaces or commas; an empty clue is 0 or a blank line.

>>> from nonoforge.formats import loads
>>> [loads(data, format=name)[0].geometry for name, data in (
...     ("nin", b"3 2\n1\n3\n1\n2\n1\n"), ("mk", b"2 3\n1\n3\n#\n1\n2\n1\n"),
...     ("cwd", b"2\n3\n1\n3\n\n1\n2\n1\n"))]
[Grid(width=3, height=2), Grid(width=3, height=2), Grid(width=3, height=2)]
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from nonoforge.clues import Run, Runs
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import (
    PlacedClue,
    assemble,
    check_sizes,
    clue_groups,
    only_dialect,
    plain_clue,
)
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.source import WORDS, Place, Source, Token
from nonoforge.nonogram import Nonogram

_CLUE = re.compile(r"[0-9 ,\t\f\v]*")


@dataclass(frozen=True)
class _Layout:
    """What a format of this kind begins with and what stands between rows and columns."""

    name: str
    header: tuple[tuple[str, ...], ...]  # the sizes on each of the first lines
    form: str  # how a file begins, for messages
    divider: str = ""  # what it is called in messages; "" if there is none
    likely: Sniff = Sniff.MAYBE  # how certain a file is that fits

    def read(self, source: Source) -> list[Nonogram]:
        """Read one black-and-white puzzle; what separates rows and columns is found by counting."""
        sizes: dict[str, int] = {}
        for line, names in enumerate(self.header):
            sizes |= zip(names, _header(source, line, names, self.form), strict=True)
        width, height = sizes["width"], sizes["height"]
        dialect = only_dialect(self.name)
        check_sizes(source, dialect, Place(1, 1), rows=height, columns=width)
        at = len(self.header)
        rows = _clues(source, at, height, "row")
        at += height
        if self.divider:
            self._check_divider(source, at, height)
            at += 1
        columns = _clues(source, at, width, "column")
        _nothing_after(source, at + width, height, width)
        return [assemble(source, dialect, {"rows": rows, "columns": columns})]

    def _divides(self, line: str) -> bool:
        return line.lstrip().startswith("#") if "#" in self.divider else not line.strip()

    def _check_divider(self, source: Source, line: int, height: int) -> None:
        if line >= len(source.lines):
            raise source.error(f"the file ends before {self.divider} between rows and columns",
                               source.end())
        if not self._divides(source.lines[line]):
            raise source.error(f"after {height} rows there must be {self.divider}",
                               Place(line + 1, 1))

    def write(self, nonograms: Sequence[Nonogram]) -> bytes:
        """Write one puzzle, an empty clue as 0."""
        [nonogram] = nonograms
        clues = clue_groups(self.name, nonogram)
        sizes = {"width": len(clues["columns"]), "height": len(clues["rows"])}
        header = [" ".join(str(sizes[name]) for name in names) for names in self.header]
        rows, columns = ([" ".join(str(run.length) for run in clue.runs) or "0" for clue in group]
                         for group in (clues["rows"], clues["columns"]))
        divider = [] if not self.divider else ["#" if "#" in self.divider else ""]
        return "\n".join([*header, *rows, *divider, *columns, ""]).encode()

    def sniff(self, source: Source) -> Sniff:
        """Accept a file whose lines are exactly those that its sizes ask for."""
        if not source.data[:40].lstrip(b"\xef\xbb\xbf \t")[:1].isdigit():
            return Sniff.NO
        try:
            lines = source.lines
        except FormatError:
            return Sniff.NO
        sizes: dict[str, int] = {}
        for line, names in zip(lines, self.header, strict=False):
            sizes |= zip(names, _sniff_sizes(line, len(names)) or (), strict=False)
        if len(sizes) < 2:
            return Sniff.NO
        body, height, width = lines[len(self.header):], sizes["height"], sizes["width"]
        if self.divider:
            fits = (len(body) > height and self._divides(body[height])
                    and _are_clues(body[:height], height)
                    and _are_clues(body[height + 1:], width))
        else:
            fits = _are_clues(body, height + width)
        return self.likely if fits else Sniff.NO

    def format(self, description: str) -> Format:
        return Format(self.name, (f".{self.name}",), description, self.sniff, self.read, self.write)


def _header(source: Source, line: int, names: Sequence[str], form: str) -> list[int]:
    """Return the sizes in a line (from 0)."""
    text = source.lines[line] if line < len(source.lines) else ""
    words = source.words(text, line + 1)
    if len(words) != len(names):
        raise source.error(f"the line has {len(words)} words; {form}", Place(line + 1, 1))
    return [_size(source, word, name, form) for word, name in zip(words, names, strict=True)]


def _size(source: Source, word: Token, name: str, form: str) -> int:
    if not (word.text.isascii() and word.text.isdigit()):
        raise source.error(f"the {name} is {word.text!a}; {form}", word.place)
    return source.number(word, f"the {name}")


def _clues(source: Source, first: int, count: int, kind: str) -> list[PlacedClue]:
    """Return `count` clues from the lines of the file from `first` (from 0) on."""
    return [_clue(source, first + index, f"{kind} {index + 1} of {count}")
            for index in range(count)]


def _clue(source: Source, line: int, name: str) -> PlacedClue:
    if line >= len(source.lines):
        raise source.error(f"the file ends before {name}", source.end())
    text = source.lines[line]
    source.check_clue(text, line + 1)
    lengths = _quick(text)
    if lengths:
        indent = len(text) - len(text.lstrip(" ,\t"))
        return PlacedClue(Runs(tuple(map(Run, lengths))), Place(line + 1, indent + 1))
    words = source.words(text, line + 1)
    if words and words[0].text.startswith("#"):
        raise source.error(f"here should be the clue of {name}, not a line with `#`",
                           words[0].place)
    place = words[0].place if words else Place(line + 1, 1)
    return plain_clue(source, words, place)


def _quick(text: str) -> list[int] | None:
    """Return the lengths of a well-formed line; None if it must be looked at closely."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return None
    lengths = list(map(int, words))
    return None if 0 in lengths else lengths


def _nothing_after(source: Source, line: int, height: int, width: int) -> None:
    """Refuse more clues than the size says; blank lines may follow."""
    for number, text in enumerate(source.lines[line:], start=line + 1):
        if text.strip():
            raise source.error(f"one line too many: the size says {height} rows and {width} "
                               "columns, and they are all above", Place(number, 1))


def _sniff_sizes(line: str, count: int) -> list[int] | None:
    words = WORDS.findall(line[:100])
    if len(words) != count or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
        return None
    sizes = [int(word) for word in words]
    return sizes if 0 not in sizes else None


def _are_clues(lines: Sequence[str], count: int) -> bool:
    """Return whether these are `count` lines of numbers, and perhaps blank ones after them."""
    return (len(lines) >= count and all(_CLUE.fullmatch(line) for line in lines[:count])
            and not any(line.strip() for line in lines[count:]))


MK = _Layout("mk", (("height", "width"),), "a .mk file starts with `height width`, like `15 20`",
             "a line that starts with `#`", Sniff.SURE).format(
                 "Olsak's older: sizes, rows, `#`, columns")
CWD = _Layout("cwd", (("height",), ("width",)),
              "a nonogram .cwd file starts with the height on one line and the width on the next "
              "(.cwd also names a crossword format, which is not read here)",
              "a blank line").format("QNonograms': height, width, rows, a blank line, columns")
NIN = _Layout("nin", (("width", "height"),),
              "a .nin file starts with `width height`, like `20 15`").format(
                  "Jakub Wilk's: sizes, rows, columns")
