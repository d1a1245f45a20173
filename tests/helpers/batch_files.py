"""Inputs of batches, for tests."""

from __future__ import annotations

import json
import random
from pathlib import Path

from helpers.puzzles import random_picture, smooth_picture
from nonoforge.families.grid import from_picture
from nonoforge.nonogram import Nonogram


def json_line(nonogram: Nonogram, **more: object) -> str:
    """A puzzle as a line of JSON."""
    fields = nonogram.family.storage.fields(nonogram)
    return json.dumps({"nonoforge": 1, "family": nonogram.family.name, **fields, **more},
                      separators=(",", ":"))


def write_lines(path: Path, count: int, side: int = 6, seed: int = 1) -> list[Nonogram]:
    """Write puzzles of which most are solved by single lines, and some have several solutions."""
    rng = random.Random(seed)
    puzzles = [from_picture(random_picture(rng, 4, 4) if number % 7 == 3
                            else smooth_picture(rng, side, side)) for number in range(count)]
    path.write_text("".join(json_line(puzzle) + "\n" for puzzle in puzzles))
    return puzzles


MISCHIEF = '''
"""Solves puzzles, except where the first cell's row has a clue that says what to do instead."""
import os, time
from nonoforge.methods import METHODS, Method, searching

def solutions(job):
    runs = [run.length for run in job.puzzle.lines[0].clue.runs]
    if runs == [1, 1, 1]:
        os.abort()
    if runs == [1, 1, 2]:
        hoard = [bytes(1 << 24) for _ in range(10_000)]  # address space, which takes no time
    if runs == [1, 2, 1]:
        while True:
            pass
    if runs == [2, 1, 1]:
        raise ZeroDivisionError("an error of the method")
    from nonoforge.engine import solve
    yield from solve(job.puzzle).solutions

METHOD = Method("mischief", searching(solutions))
'''


def write_mischief(folder: Path) -> Path:
    """Write a method that crashes, hoards memory, spins or raises, as the first clue says."""
    path = folder / "mischief.py"
    path.write_text(MISCHIEF)
    return path
