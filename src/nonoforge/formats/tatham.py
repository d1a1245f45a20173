"""Simon Tatham's game ids (Pattern): `4x4:2/1/2/1/1.1/2/1/1`, one a line.

After `WxH:` come the columns, then the rows, separated by `/`; runs are separated by `.`; an empty
clue is nothing. Given cells may follow after a comma: each letter jumps over as many open cells
as its place in the alphabet (a = 0) and then gives one, black for a capital, white for a small
letter; `z` jumps over 25 and gives none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonoforge.clues import Runs
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
from nonoforge.formats.losses import given_twice
from nonoforge.formats.source import Place, Source, Token
from nonoforge.nonogram import Nonogram

_ID = re.compile(r"\s*([0-9]+)x([0-9]+)([:#])(.*)")
_SURE = re.compile(r"\s*[0-9]+x[0-9]+(:[0-9./]*(,[a-zA-Z]*)?|#.*)\s*")
_JUMP = 25


def read(source: Source) -> list[Nonogram]:
    """Read a puzzle from each line that is not blank."""
    ids = [(number, line) for number, line in enumerate(source.lines, start=1) if line.strip()]
    if not ids:
        raise source.error("there is no game id; it looks like `4x4:2/1/2/1/1.1/2/1/1`")
    source.check_puzzles(len(ids))
    return [_read_id(source, number, line) for number, line in ids]


def _read_id(source: Source, number: int, line: str) -> Nonogram:
    match = _ID.fullmatch(line.rstrip())
    if not match:
        raise source.error("this is no game id; it looks like `4x4:2/1/2/1/1.1/2/1/1`",
                           Place(number, 1))
    place = Place(number, match.start(1) + 1)
    if match[3] == "#":
        raise source.error("`#` and a random seed: only Tatham's own program can make the puzzle "
                           "from that; take the game id with `:` from its Specific menu",
                           Place(number, match.start(3) + 1))
    width = source.number(Token(match[1], place), "the width")
    height = source.number(Token(match[2], Place(number, match.start(2) + 1)), "the height")
    dialect = only_dialect(FORMAT.name)
    check_sizes(source, dialect, place, columns=width, rows=height)
    clues, comma, letters = match[4].partition(",")
    lines = _clues(source, Token(clues, Place(number, match.start(4) + 1)), width, height)
    start = Place(number, match.start(4) + len(clues) + 2)
    given = _given(source, Token(letters, start), width * height) if comma else []
    return assemble(source, dialect, {"columns": lines[:width], "rows": lines[width:]},
                    size_place=place, given=given)


def _clues(source: Source, text: Token, width: int, height: int) -> list[PlacedClue]:
    found = text.text.count("/") + 1
    if found != width + height:
        raise source.error(f"{found} clues separated by `/`; {width}x{height} needs {width} "
                           f"columns and {height} rows, {width + height} in all", text.place)
    clues, column = [], text.place.column
    for part in text.text.split("/"):
        place = Place(text.place.line, column)
        source.check_clue(part, place.line)
        clues.append(plain_clue(source, _runs(part, place), place))
        column += len(part) + 1
    return clues


def _runs(part: str, place: Place) -> list[Token]:
    words, column = [], place.column
    for word in part.split(".") if part else []:
        words.append(Token(word, Place(place.line, column)))
        column += len(word) + 1
    return words


def _given(source: Source, letters: Token, cells: int) -> list[tuple[int, int]]:
    given, cell = [], 0
    for index, letter in enumerate(letters.text):
        place = Place(letters.place.line, letters.place.column + index)
        if not (letter.isascii() and letter.isalpha()):
            raise source.error(f"{letter!a} among the given cells; they are written with letters",
                               place)
        jump = ord(letter.lower()) - ord("a")
        if cell == cells or cell + jump > cells:
            raise source.error(f"the given cells run past the last of {cells} cells", place)
        cell += jump
        if jump < _JUMP and cell < cells:
            given.append((cell, int(letter.isupper())))
            cell += 1
    if cell < cells:
        raise source.error(f"the given cells end at cell {cell} of {cells}; the letters must "
                           "reach the last cell", letters.place)
    return given


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write one id a line."""
    return "".join(_write_id(nonogram) + "\n" for nonogram in nonograms).encode()


def _write_id(nonogram: Nonogram) -> str:
    groups = clue_groups(FORMAT.name, nonogram)
    sizes = "x".join(str(len(clues)) for clues in groups.values())
    clues = "/".join(_clue(clue) for clues in groups.values() for clue in clues)
    return f"{sizes}:{clues}{_letters(nonogram)}"


def _clue(clue: Runs) -> str:
    return ".".join(str(run.length) for run in clue.runs)


def _letters(nonogram: Nonogram) -> str:
    given = dict(nonogram.puzzle.given)
    if not given:
        return ""
    letters, jump = [","], 0
    for cell in range(nonogram.puzzle.cells):
        if cell in given:
            letters.append(chr(ord("A" if given[cell] else "a") + jump))
            jump = 0
        elif jump == _JUMP - 1:
            letters.append("z")
            jump = 0
        else:
            jump += 1
    return "".join(letters) + (chr(ord("a") + jump) if jump else "")


def sniff(source: Source) -> Sniff:
    """Accept a file whose lines are all game ids."""
    if not source.data[:100].lstrip(b"\xef\xbb\xbf \t\r\n")[:1].isdigit():
        return Sniff.NO
    try:
        lines = [line for line in source.lines if line.strip()]
    except FormatError:
        return Sniff.NO
    return Sniff.SURE if lines and all(map(_SURE.fullmatch, lines)) else Sniff.NO


FORMAT = Format("tatham", (".tatham", ".gameid"), "Simon Tatham's game ids, one a line", sniff,
                read, write, frozenset({"given", "several"}), given_twice)
