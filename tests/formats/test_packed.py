"""Packed puzzles are those of the usual readers, and nothing passes that these refuse."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from format_cases import samples
from test_mutated import COMMON, WORDS, mutate

from helpers.puzzles import random_nonogram, rounds, smooth_picture
from nonoforge.engine import ENGINE, pack
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import FORMATS, dumps, loads, pack_file
from nonoforge.palette import Palette

PALETTE = Palette.of("#ffffff", *(f"#{first:02x}{second:02x}66" for first in range(0, 250, 60)
                                  for second in (0, 120, 240)))

pytestmark = pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")


@pytest.mark.parametrize("format", ["nono", "non"])
def test_what_is_packed_is_what_is_read(format: str) -> None:
    rng, packed = random.Random(3), 0
    for number in range(rounds(60)):
        nonogram = from_picture(smooth_picture(rng, 2 + number % 9, 3 + number % 7)) \
            if number % 2 else random_nonogram(rng)
        nonogram = replace(nonogram, solution=nonogram.solution if number % 3 else None)
        try:
            data = dumps(nonogram, format)
        except InputError:
            continue
        found = pack_file(data, format)
        if found is not None:
            packed += 1
            [usual] = loads(data, format=format)
            assert found == (usual.family.name, pack(usual.puzzle))
    assert packed > 20


@pytest.mark.parametrize("format", ["nono", "non"])
def test_nothing_is_packed_that_cannot_be_read(format: str) -> None:
    rng, originals = random.Random(format), samples(FORMATS[format])
    originals += [dumps(from_picture(smooth_picture(rng, 5, 4)), format) for _ in range(5)]
    for _ in range(rounds(1500)):
        data = mutate(rng, rng.choice(originals), COMMON + WORDS[format])
        found = pack_file(data, format)
        if found is not None:
            [usual] = loads(data, format=format)
            assert found == (usual.family.name, pack(usual.puzzle)), data


def test_a_field_that_comes_twice_is_left_to_the_usual_reader() -> None:
    line = b'{"nonoforge":1,"family":"grid","width":1,"height":1,"rows":[[1]],"columns":[[1]]}'
    assert pack_file(line, "nono")
    assert pack_file(line.replace(b'"rows"', b'"width":1,"rows"'), "nono") is None
    assert pack_file(line.replace(b'"rows"', b'"ro\\u0077s"'), "nono") is None
    palette = b'"palette":[{"name":"white","rgb":"#ffffff","symbol":"."},' \
        b'{"name":"red","rgb":"#ff0000","symbol":"r"}],"rows"'
    assert pack_file(line.replace(b'"rows"', palette), "nono")
    twice = palette.replace(b'"name":"red"', b'"name":"red","name":"blue"')
    assert pack_file(line.replace(b'"rows"', twice), "nono") is None


def test_solutions_however_they_are_written() -> None:
    """Rows of digits are read as text; everything else, as colours of two digits, as usual."""
    rng = random.Random(9)
    for colours in (2, 9, 10, 14):
        for width, height in ((1, 1), (1, 4), (4, 1), (3, 5)):
            nonogram = from_picture([[rng.randrange(colours) for _ in range(width)]
                                     for _ in range(height)], palette=PALETTE)
            file = json.loads(dumps(nonogram, "nono"))
            for indent, separators in ((None, (",", ":")), (None, (", ", ": ")), (1, None)):
                data = json.dumps(file, indent=indent, separators=separators).encode()
                assert pack_file(data, "nono") == ("grid", pack(nonogram.puzzle))
                for wrong in ([[0] * (width + 1)] * height, [[0] * width] * (height + 1),
                              [[0.0] * width] * height, [["0"] * width] * height,
                              [0] * (2 * width * height - 1)):
                    bad = json.dumps(file | {"solution": wrong}, indent=indent,
                                     separators=separators).encode()
                    assert pack_file(bad, "nono") is None, bad


@pytest.mark.parametrize("change", [
    {"rows": [[2], [1]]}, {"rows": [[0], [2]]}, {"rows": [[True], [2]]}, {"rows": [["?"], [2]]},
    {"rows": [None, [2]]}, {"rows": [[[1, 2]], [2]]}, {"rows": [[1]]},
    {"solution": [[1, 1], [1, 1]]},
    {"solution": [[1, 0], [1]]}, {"solution": [[300, 0], [1, 1]]}, {"given": [[1, 1, 1]]},
    {"width": 3}, {"family": "solid"}, {"nonoforge": 2}, {"extra": 1}])
def test_anything_unusual_is_left_to_the_usual_reader(change: dict[str, object]) -> None:
    file = {"nonoforge": 1, "family": "grid", "width": 2, "height": 2, "rows": [[1], [2]],
            "columns": [[2], [1]], "solution": [[1, 0], [1, 1]]}
    assert pack_file(json.dumps(file).encode(), "nono")
    assert pack_file(json.dumps(file | change).encode(), "nono") is None
