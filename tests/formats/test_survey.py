"""The survey's puzzles, where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from format_cases import clues_of

from nonoforge.formats import FORMATS, dumps, load, loads

FILES = sorted((Path(__file__).parents[3] / "shared/puzzles/survey").glob("*.non"))


@pytest.mark.skipif(not FILES, reason="the survey's puzzles are not here")
def test_all_are_read_and_converted():
    for path in FILES:
        puzzle = load(path)
        numbers = [int(word) for line in path.read_text().splitlines()
                   for word in line.split(",") if word.strip().isdigit()]
        lengths = [run.length for clue in clues_of(puzzle) for run in clue.runs]
        assert [number for number in numbers if number] == lengths
        for name in ("nono", "non", "webpbn", "olsak", "nin", "mk", "cwd", "lp", "tatham"):
            again = loads(dumps(puzzle, FORMATS[name].name))[0]
            assert clues_of(again) == clues_of(puzzle)
