"""The puzzles a bench runs on: from files, or random ones that a seed repeats."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from nonoforge.engine import solve_many
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import EXTENSIONS, load_all
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle

Picture = list[list[int]]


class Entry(NamedTuple):
    """A puzzle and what it is called in the table."""

    name: str
    nonogram: Nonogram

    @property
    def size(self) -> str:
        return self.nonogram.family.summary(self.nonogram)


def puzzles_at(path: str) -> tuple[list[Entry], list[str]]:
    """Return the puzzles of a file or of a folder's files, and a note on each file that has none.

    A file that is asked for must be good; in a folder, what is bad is noted and left out.
    """
    if not os.path.isdir(path):
        return list(_entries(path)), []
    found: list[Entry] = []
    notes: list[str] = []
    for name in sorted(os.listdir(path)):
        if os.path.splitext(name)[1].lower() in EXTENSIONS:
            try:
                found += _entries(os.path.join(path, name))
            except InputError as error:
                notes.append(f"left out: {error}")
    if not found:
        raise InputError("no puzzle is in this folder; name a folder of puzzle files", file=path)
    return found, notes


def own_puzzles(path: str | None) -> None:
    """Refuse a path for a table that generates its puzzles."""
    if path is not None:
        raise InputError("this table measures puzzles of its own; leave the path out", file=path)


def _entries(path: str) -> Iterator[Entry]:
    nonograms = load_all(path)
    stem = os.path.splitext(os.path.basename(path))[0]
    for number, nonogram in enumerate(nonograms, start=1):
        yield Entry(stem if len(nonograms) == 1 else f"{stem}#{number}", nonogram)


def noise(rng: Random, width: int, height: int, density: float) -> Picture:
    """Return a random picture: each cell is black with this probability."""
    return [[int(rng.random() < density) for _ in range(width)] for _ in range(height)]


def blobs(rng: Random, width: int, height: int) -> Picture:
    """Return noise smoothed by a majority filter."""
    before = noise(rng, width + 2, height + 2, 0.55)
    return [
        [int(sum(row[x] + row[x + 1] + row[x + 2] for row in before[y:y + 3]) > 4)
         for x in range(width)]
        for y in range(height)
    ]


def random_puzzles(rng: Random, count: int, side: int, density: float) -> list[Puzzle]:
    """Return puzzles of noise: at density 0.5 nearly all of them have several solutions."""
    return [from_picture(noise(rng, side, side, density)).puzzle for _ in range(count)]


def line_solvable_puzzles(rng: Random, count: int, side: int) -> list[Puzzle]:
    """Return puzzles of blobs that settling single lines solves; others are thrown away."""
    return [nonogram.puzzle for nonogram in line_solvable_nonograms(rng, count, side)]


def line_solvable_nonograms(rng: Random, count: int, side: int) -> list[Nonogram]:
    """Return the same with their pictures."""
    found: list[Nonogram] = []
    while len(found) < count:
        drawn = [from_picture(blobs(rng, side, side)) for _ in range(max(8, count // 4))]
        verdicts = solve_many(drawn, method="line")
        found += [puzzle for puzzle, verdict in zip(drawn, verdicts, strict=True)
                  if verdict.line_solvable]
    return found[:count]
