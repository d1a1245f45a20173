"""The quick look at faces against the exact arrangement: the same puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin
from random import Random

import pytest

from families.curved.pictures import a_face, fish, leaf, star
from families.curved.strokes import FRAME, line, made
from nonoforge.clues import Runs
from nonoforge.engine import propagate
from nonoforge.families.curved.arranging.arrange import arrange
from nonoforge.families.curved.colouring import PictureColours, by_parity
from nonoforge.families.curved.growing.cost import CostModel, RatedLayout
from nonoforge.families.curved.growing.layout import Courses
from nonoforge.families.curved.growing.outlines import cut_outlines
from nonoforge.families.curved.growing.quality import Goals
from nonoforge.families.curved.growing.regions import windings
from nonoforge.families.curved.growing.sampled_path import FrameBoundary
from nonoforge.families.curved.growing.search import LayoutMoves, _clear_start
from nonoforge.families.curved.growing.tracks import FORBIDDEN, TrackCache
from nonoforge.families.curved.stroke import Stroke
from nonoforge.families.plane import from_faces
from nonoforge.palette import Palette
from nonoforge.path import Box, area, polyline

pytest.importorskip("numpy")

GOALS = Goals.of(Box(0, 0, 100, 100))
PICTURES: dict[str, Sequence[Stroke]] = {
    "leaf": [leaf()], "fish": fish(), "face": a_face(), "star": [star(45, 55, 30)],
    "crossing": [leaf(), star(50, 50, 40)],
    "on the frame": [line((0, 20), (40, 60), (100, 30), picture=True)],
}


def some_layouts(
    picture: Sequence[Stroke], seed: int, count: int,
) -> list[tuple[RatedLayout, Courses, CostModel]]:
    """Layouts on a random walk, whatever they cost."""
    random = Random(seed)
    courses = Courses(FrameBoundary(FRAME), cut_outlines(FRAME, picture, random).arcs)
    judge = CostModel(TrackCache(courses, GOALS), PictureColours(Palette()))
    moves = LayoutMoves(courses, GOALS, random)
    now = judge.judge(moves.start())
    found = []
    while len(found) < count:
        assert now is not None
        if now.cost < 1e8:
            found.append((now, courses, judge))
        for _ in range(6):
            layout = moves.changed(now)
            now = (layout and judge.judge(layout, now.cost + 30)) or now
    return found


@pytest.mark.parametrize("name", PICTURES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_puzzle(name: str, seed: int) -> None:
    frame = FRAME
    if name == "on the frame":
        frame = Stroke(FRAME.path, True, (False, False, False, False), "the frame")
    for judged, courses, judge in some_layouts(PICTURES[name], seed, 5):
        assert judged.found is not None
        strokes = [courses.course(spec).stroke(f"curve {k}") for k, spec in enumerate(judged.specs)]
        exact = arrange(frame, strokes)
        faces = exact.arrangement.faces
        assert len(faces) == len(judged.found.loops)
        areas = sorted(area(exact.arrangement.polygon(face[0])) for face in faces)
        assert areas == pytest.approx(sorted(judged.found.areas), abs=1.0, rel=5e-3)
        assert sum(judged.found.areas) == pytest.approx(10_000, rel=1e-3)
        if name == "on the frame":
            continue
        puzzle = from_faces(exact.arrangement, by_parity(exact)).puzzle
        colours = judge._colouring(judged.found)
        quick = sorted(str(Runs.read([colours[face] for face in cells])) + f" {len(cells)}"
                       for cells in judged.found.lines())
        assert quick == sorted(f"{each.clue} {len(each.cells)}" for each in puzzle.lines)
        left = propagate(puzzle).state.open_cells()
        assert len(left) == len(judged.open_faces)


def test_windings_tell_outlines_apart() -> None:
    judged, _, _ = some_layouts(a_face(), 3, 1)[0]
    assert judged.found is not None
    # outside, head, each eye, mouth
    assert len(set(windings(judged.found))) == 5


def test_costs_add_up_and_limits_hold() -> None:
    for judged, _, judge in some_layouts(fish(), 4, 6):
        assert judged.cost == pytest.approx(sum(judged.parts.values()))
        assert judge.judge(judged.layout, judged.cost + 1e-6) is not None
        assert judge.judge(judged.layout, judged.cost - 1e-3) is None
        assert len(judged.blame) == len(judged.specs)


def meeting_at(s: float, rng: Random) -> Stroke:
    """A polygon with two edges whose lines meet at this place of the lower side of the frame."""
    one, other = rng.uniform(0.6, 1.2), rng.uniform(1.8, 2.4)
    a, b, c, d = (rng.uniform(20, 30), rng.uniform(40, 50), rng.uniform(20, 30),
                  rng.uniform(40, 50))
    points = [(s + far * cos(way), far * sin(way))
              for far, way in ((a, one), (b, one), (d, other), (c, other))]
    return made(polyline([*points, points[0]]), True, picture=True)


@pytest.mark.parametrize("seed", range(40))
def test_curves_that_end_at_one_place_of_the_frame_cannot_be_told_apart(seed: int) -> None:
    rng = Random(seed)
    s = rng.choice([50.0, rng.uniform(45, 55)])
    courses = Courses(FrameBoundary(FRAME), cut_outlines(FRAME, [meeting_at(s, rng)], rng).arcs)
    judge = CostModel(TrackCache(courses, GOALS), PictureColours(Palette()))
    moves = LayoutMoves(courses, GOALS, rng)
    together = judge.judge(moves.start())
    assert together is not None
    assert together.found is None
    assert together.cost >= FORBIDDEN
    assert _clear_start(judge, moves, GOALS.gap).found is not None
