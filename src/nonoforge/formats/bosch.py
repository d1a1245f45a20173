"""Bosch's `.lp`: a clue file that names every row and column. Not a linear program.

    number_of_rows: 2
    number_of_columns: 1
    row_1
    number_of_clusters: 1
    size(s): 1
    ...

White space is free; the words before the numbers vary from file to file and are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonoforge.clues import Run, Runs
from nonoforge.formats.assemble import (
    PlacedClue,
    assemble,
    check_sizes,
    clue_groups,
    only_dialect,
)
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.source import START, Source, Token, tokens
from nonoforge.nonogram import Nonogram

_WORD = re.compile(r"\S+")
_LINE = re.compile(r"(row|column)_([0-9]+):?")
_MODEL = re.compile(r"\s*(\\|min|max|minimi[sz]e|maximi[sz]e)\b", re.IGNORECASE)


def read(source: Source) -> list[Nonogram]:
    """Read one black-and-white puzzle."""
    if _MODEL.match(source.text):
        raise source.error("this is a linear program (CPLEX LP); a nonogram .lp file starts with "
                           "`number_of_rows:`")
    words = _Words(source)
    height = words.labelled("number_of_rows:")
    width = words.labelled("number_of_columns:")
    dialect = only_dialect(FORMAT.name)
    check_sizes(source, dialect, START, rows=height, columns=width)
    found: dict[tuple[str, int], PlacedClue] = {}
    for word in words:
        key = _key(source, word, {"row": height, "column": width})
        if key in found:
            raise source.error(f"{word.text} comes a second time; each line comes once", word.place)
        found[key] = PlacedClue(words.clue(word.text, dialect.max_lines), word.place)
    return [assemble(source, dialect, {
        "rows": [_find(source, found, "row", y) for y in range(height)],
        "columns": [_find(source, found, "column", x) for x in range(width)]})]


class _Words:
    """The words of the file, one after the other."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._words = (token for number, line in enumerate(source.lines, start=1)
                       for token in tokens(line, number, _WORD))

    def __iter__(self) -> Iterator[Token]:
        return self._words

    def next(self, what: str) -> Token:
        word = next(self._words, None)
        if word is None:
            raise self._source.error(f"the file ends where {what} should be", self._source.end())
        return word

    def labelled(self, label: str) -> int:
        word = self.next(f"`{label}`")
        if word.text != label:
            raise self._source.error(f"{word.text!a}; a nonogram .lp file has `{label}` here",
                                     word.place)
        return self._source.number(self.next("a number"), f"the number after `{label}`")

    def clue(self, name: str, max_runs: int) -> Runs:
        self.next(f"the number of runs of {name}")  # a word whose spelling varies
        word = self.next(f"the number of runs of {name}")
        count = self._source.number(word, f"the number of runs of {name}")
        self.next(f"the lengths of {name}")
        if count > max_runs:
            raise self._source.error(f"{count} runs in {name}; no line has that many cells",
                                     word.place)
        runs = []
        for index in range(count):
            length = self.next(f"run {index + 1} of {count} of {name}")
            runs.append(Run(self._source.number(length, f"a run of {name}")))
            if runs[-1].length == 0:
                raise self._source.error(f"a run of 0 in {name}; give only the runs there are",
                                         length.place)
        return Runs(tuple(runs))


def _key(source: Source, word: Token, sizes: dict[str, int]) -> tuple[str, int]:
    match = _LINE.fullmatch(word.text)
    if not match:
        raise source.error(f"{word.text!a}; `row_1` or `column_1` or the like must stand here",
                           word.place)
    kind, index = match[1], source.number(Token(match[2], word.place), "the line's number")
    if not 1 <= index <= sizes[kind]:
        raise source.error(f"{word.text}: the {kind}s are 1 to {sizes[kind]}", word.place)
    return kind, index


def _find(source: Source, found: dict[tuple[str, int], PlacedClue], kind: str,
          index: int) -> PlacedClue:
    clue = found.get((kind, index + 1))
    if clue is None:
        raise source.error(f"{kind}_{index + 1} is missing; every row and column must be there",
                           source.end())
    return clue


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write one puzzle, a paragraph for each line."""
    [nonogram] = nonograms
    groups = clue_groups(FORMAT.name, nonogram)
    parts = [*(f"number_of_{group}: {len(clues)}" for group, clues in groups.items()), ""]
    for kind, clues in (("row", groups["rows"]), ("column", groups["columns"])):
        for number, clue in enumerate(clues, start=1):
            sizes = " ".join(str(run.length) for run in clue.runs)
            parts += [f"{kind}_{number}", f"number_of_clusters: {len(clue.runs)}",
                      f"size(s): {sizes}".rstrip(), ""]
    return "\n".join(parts).encode()


def sniff(source: Source) -> Sniff:
    """Accept a file by its first words."""
    start = source.data[:200].lstrip(b"\xef\xbb\xbf \t\r\n")
    return Sniff.SURE if start.startswith(b"number_of_rows:") else Sniff.NO


FORMAT = Format("lp", (".lp",), "Bosch's clue file (not a linear program)", sniff, read, write)
