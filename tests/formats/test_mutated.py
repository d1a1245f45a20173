"""Thousands of damaged files: a puzzle or an error of ours with its place; nothing else, ever."""

from __future__ import annotations

import random
import re

import pytest
from format_cases import attempt, samples

from helpers.mutation import COMMON, WORDS, mutate
from helpers.puzzles import rounds
from nonoforge.errors import InputError
from nonoforge.formats import FORMATS, dumps, loads

FILES = rounds(2000)
PLACED = re.compile("mutant:[1-9][0-9]*:[1-9][0-9]*: .+")


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_files(name):
    generator = random.Random(f"mutants of {name}")
    words = COMMON + WORDS.get(name, WORDS["non"] if name == "nonpack" else [])
    originals = samples(FORMATS[name])
    read = 0
    for _ in range(FILES):
        data = mutate(generator, generator.choice(originals), words)
        found = attempt(data, name)
        if isinstance(found, InputError):
            assert PLACED.fullmatch(str(found)), data
            assert str(found).isprintable(), data
            continue
        read += 1
        for puzzle in found:  # what a reader accepts must never fail later
            assert loads(dumps(puzzle, "nono"), format="nono") == [puzzle], data
    assert 0 < read < FILES


def test_mutated_files_without_a_name():
    """Sniffing meets the same damage."""
    generator = random.Random("mutants without a name")
    originals = [data for format in FORMATS.values() for data in samples(format)]
    words = COMMON + [word for some in WORDS.values() for word in some]
    for _ in range(FILES):
        data = mutate(generator, generator.choice(originals), words)
        found = attempt(data)
        assert not isinstance(found, InputError) or PLACED.fullmatch(str(found)), data
