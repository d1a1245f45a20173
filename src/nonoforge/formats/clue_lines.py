"""What `.nin`, `.mk` and `.cwd` share: one line of the file for one line of the puzzle."""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonoforge.clues import Run, Runs
from nonoforge.errors import FormatError
from nonoforge.families.grid import MAX_SIDE, grid_of
from nonoforge.formats.assemble import PlacedClue, check_size, plain_clue
from nonoforge.formats.source import WORDS, Place, Source, Token
from nonoforge.nonogram import Nonogram

_CLUE = re.compile(r"[0-9 ,\t\f\v]*")


def header(source: Source, line: int, names: Sequence[str], form: str) -> list[int]:
    """The whole numbers of a size line (from 0); `form` says what the line should look like."""
    text = source.lines[line] if line < len(source.lines) else ""
    words = source.words(text, line + 1)
    if len(words) != len(names):
        raise source.error(f"the line has {len(words)} words; {form}", Place(line + 1, 1))
    return [_size(source, word, name, form) for word, name in zip(words, names, strict=True)]


def _size(source: Source, word: Token, name: str, form: str) -> int:
    if not (word.text.isascii() and word.text.isdigit()):
        raise source.error(f"the {name} is {word.text!a}; {form}", word.place)
    return source.number(word, f"the {name}")


def clues(source: Source, first: int, count: int, kind: str) -> list[PlacedClue]:
    """`count` clues from the lines of the file from `first` (from 0) on."""
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
    """The lengths of a line that is as it should be; None if it must be looked at closely."""
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) < 6 for word in words):
        return None
    lengths = list(map(int, words))
    return None if 0 in lengths else lengths


def nothing_after(source: Source, line: int, height: int, width: int) -> None:
    """Refuse anything but blank lines from here on: more clues than the size says."""
    for number, text in enumerate(source.lines[line:], start=line + 1):
        if text.strip():
            raise source.error(f"one line too many: the size says {height} rows and {width} "
                               "columns, and they are all above", Place(number, 1))


def sized(source: Source, width: int, height: int) -> tuple[int, int]:
    """The size again, once it is possible."""
    check_size(source, width, height, Place(1, 1))
    return width, height


def sniff_lines(source: Source) -> list[str] | None:
    """The lines, if the file is text and starts with a number: for sniffing."""
    if not source.data[:40].lstrip(b"\xef\xbb\xbf \t")[:1].isdigit():
        return None
    try:
        return source.lines
    except FormatError:
        return None


def sniff_sizes(line: str, count: int) -> list[int] | None:
    """The sizes in a line that has nothing else."""
    words = WORDS.findall(line[:100])
    if len(words) != count or not all(w.isascii() and w.isdigit() and len(w) < 5 for w in words):
        return None
    sizes = [int(word) for word in words]
    return sizes if all(1 <= size <= MAX_SIDE for size in sizes) else None


def are_clues(lines: Sequence[str], count: int) -> bool:
    """Exactly `count` lines of numbers, and perhaps blank ones after them."""
    return (len(lines) >= count and all(_CLUE.fullmatch(line) for line in lines[:count])
            and not any(line.strip() for line in lines[count:]))


def written(nonogram: Nonogram) -> tuple[list[str], list[str]]:
    """The row clues and column clues as lines of numbers."""
    _, rows, columns = grid_of(nonogram)
    return [_numbers(clue) for clue in rows], [_numbers(clue) for clue in columns]


def _numbers(clue: Runs) -> str:
    return " ".join(str(run.length) for run in clue.runs) or "0"
