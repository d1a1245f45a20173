"""Text pictures of sloped and curved nonograms."""

from __future__ import annotations

import re
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from helpers.hostile import HOSTILE
from nonoforge.clues import Runs
from nonoforge.drawing import terminal
from nonoforge.families.plane import arrangement_of, clues_of, from_faces
from nonoforge.families.sloped import build_lattice, through
from nonoforge.nonogram import Nonogram
from nonoforge.path import inside
from nonoforge.state import State


def sloped(seed: int, colours: int = 2) -> Nonogram:
    return random_sloped(Random(seed), 6, colours, any_slope=seed % 2 == 1)


def face_at(nonogram: Nonogram, x: float, y: float) -> int | None:
    """The face there, unless the point is on an edge."""
    arrangement, hair = arrangement_of(nonogram), 1e-7
    around = [(x + dx, y + dy) for dx in (-hair, hair) for dy in (-hair, hair)]
    return next((face for face, (loop,) in enumerate(arrangement.faces)
                 if all(inside(point, arrangement.polygon(loop)) for point in around)), None)


@pytest.mark.parametrize("seed", range(4))
def test_letters_show_the_solution(seed: int) -> None:
    nonogram = sloped(seed, colours=2 + seed % 2)
    signs = [colour.symbol for colour in nonogram.puzzle.palette.colours]
    rows = terminal(nonogram, picture=nonogram.solution, clues=False).split("\n")
    assert len(rows[0]) == 72
    assert len(rows) == 36
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            face = face_at(nonogram, (x + 0.5) * 100 / 72, 100 - (y + 0.5) * 100 / 36)
            if face is not None:
                assert sign == signs[(nonogram.solution or b"")[face]]


def test_every_clue_is_listed_from_its_number_on() -> None:
    nonogram = sloped(1)
    arrangement = arrangement_of(nonogram)
    lines = terminal(nonogram).split("\n")
    for side, clue in zip(arrangement.sides, clues_of(nonogram, arrangement), strict=True):
        assert clue is not None
        met = Runs(clue.runs[::-1]) if side.back else clue
        assert f"{arrangement.side_name(side)}: {met}" in lines


def test_curves_have_their_numbers_around_the_picture() -> None:
    nonogram = sloped(3)
    arrangement = arrangement_of(nonogram)
    text = terminal(nonogram).split("\n\n")[0]
    around = re.sub(r"[-/|\\]", " ", text).split()
    assert sorted(around) == sorted(str(n + 1) for n in range(len(arrangement.curves)))


def test_numbers_stand_where_their_lines_start() -> None:
    """Those that would touch others have rows of their own."""
    lines = [through((k * 2000, 0), (k * 2000, 1)) for k in range(10, 41)]
    arrangement = build_lattice((0, 0, 100_000, 100_000), lines).arrangement()
    nonogram = from_faces(arrangement, bytes(len(arrangement.faces)))
    text = terminal(nonogram).split("\n\n")[0].split("\n")
    below = [line for line in text if not set(line) & set("|-")]
    found = {match[0]: match.start() + (len(match[0]) - 1) // 2
             for line in below for match in re.finditer(r"\d+", line)}
    across = 72 - 2 * 3
    assert len(found) == 31
    for side in arrangement.sides:
        (x, _), _ = arrangement.outward(side, int(side.back))
        assert found[str(side.curve + 1)] == 3 + int(x / 100 * across)


@pytest.mark.parametrize("height", [1, 5, 12, 13, 20, 33, 60, 200])
@pytest.mark.parametrize("width", [30, 80, 200])
def test_it_fits_the_height(width: int, height: int) -> None:
    for seed in range(3):
        nonogram = sloped(seed, colours=2 + seed % 2)
        text = terminal(nonogram, picture=nonogram.solution, width=width, height=height)
        lines = text.split("\n")
        assert len(lines) <= height
        assert max(map(len, lines)) <= width


@pytest.mark.parametrize("width", [1, 7, 20, 60, 200, 1000])
def test_it_fits_the_terminal(width: int) -> None:
    nonogram = sloped(2, colours=3)
    for colour in (True, False):
        for unicode in (True, False):
            text = terminal(nonogram, picture=nonogram.solution, clues=False, width=width,
                            colour=colour, unicode=unicode)
            lines = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in text.split("\n")]
            assert max(map(len, lines)) <= width
            assert len(lines) <= 48


def test_dots_tell_open_white_and_filled_apart() -> None:
    nonogram = sloped(1)
    texts = [terminal(nonogram, picture=State.of([colour] * nonogram.puzzle.cells), width=40,
                      clues=False) for colour in (None, 0, 1)]
    dots = [sum(bin(ord(char) - 0x2800).count("1") for char in text if char >= "\u2800")
            for text in texts]
    assert dots[1] < dots[0] < dots[2]


def test_marks_are_seen_in_every_style() -> None:
    nonogram = sloped(1, colours=2)
    for options in ({}, {"width": 50}, {"width": 50, "colour": True},
                    {"width": 50, "colour": True, "unicode": False}):
        plain = terminal(nonogram, picture=nonogram.solution, clues=False,
                         **options)  # type: ignore[arg-type]
        marked = terminal(nonogram, picture=nonogram.solution, marks=[0, 1, 2], clues=False,
                          **options)  # type: ignore[arg-type]
        assert plain != marked


def test_ascii_stays_ascii() -> None:
    nonogram = sloped(5, colours=4)
    assert terminal(nonogram, unicode=False, width=60).isascii()
    coloured = terminal(nonogram, picture=nonogram.solution, unicode=False, colour=True, width=60)
    assert coloured.isascii()


def test_hostile_titles_cannot_steer_the_terminal() -> None:
    from dataclasses import replace

    from nonoforge.nonogram import Info

    text = terminal(replace(sloped(1), info=Info(title=HOSTILE)), width=60)
    assert "\x1b" not in text


def test_a_hole_and_a_flat_frame() -> None:
    nonogram = moon()
    assert "curve 1: 1" in terminal(nonogram, width=40)
    around = from_faces(arrangement_of(nonogram), bytes([0, 1, 0]))
    rows = terminal(around, picture=around.solution, clues=False).split("\n")
    assert rows[len(rows) // 2 + 1][56] == "."
    assert rows[2][56] == "#"
