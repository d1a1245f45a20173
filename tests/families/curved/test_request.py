"""Growing curves: the same again for a seed, the best so far at Ctrl-C, and what is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from families.curved.pictures import a_face, fish, leaf, star
from families.curved.strokes import FRAME
from nonoforge.engine import solve
from nonoforge.families.curved.arranging import arrange
from nonoforge.families.curved.colouring import PictureColours, by_parity
from nonoforge.families.curved.growing import GrowRequest, GrowResult
from nonoforge.families.curved.growing.quality import quality
from nonoforge.families.curved.growing.search import STARTS
from nonoforge.families.curved.stroke import Stroke
from nonoforge.families.plane import from_faces
from nonoforge.palette import Palette

pytest.importorskip("numpy")

PICTURES: dict[str, Callable[[], Sequence[Stroke]]] = {
    "leaf": lambda: [leaf()], "fish": fish, "face": a_face, "star": lambda: [star(45, 55, 30)]}
TRIES = 60


def grown(name: str, **wanted: object) -> GrowResult:
    wanted = {"tries": TRIES} | wanted
    return GrowRequest(**wanted)(  # type: ignore[arg-type]
        FRAME, PICTURES[name](), PictureColours(Palette()))


@pytest.mark.parametrize("name", PICTURES)
def test_a_seed_gives_the_same_again(name: str) -> None:
    one, again, other = (grown(name, seed=seed) for seed in (3, 3, 4))
    assert one == again
    assert one.strokes != other.strokes


@pytest.mark.parametrize("name", PICTURES)
def test_what_is_grown_is_a_puzzle(name: str) -> None:
    found = grown(name)
    exact = arrange(FRAME, found.strokes)
    assert not any(curve.closed for curve in exact.arrangement.curves)
    colours = by_parity(exact)
    made = from_faces(exact.arrangement, colours)
    verdict = solve(made.puzzle, limit=2)
    assert verdict.answer == "unique"
    assert bytes(verdict.solutions[0]) == bytes(colours)


class Stopped:
    """Ctrl-C at the n-th word of progress."""

    def __init__(self, when: int) -> None:
        self.left = when

    def __call__(self, done: int, total: int, words: str) -> None:
        self.left -= 1
        if self.left <= 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("when", [1, 2, STARTS, STARTS + 2])
def test_ctrl_c_keeps_the_best_so_far(when: int) -> None:
    found = grown("fish", tries=400, tell=Stopped(when))
    assert found.interrupted
    assert arrange(FRAME, found.strokes).arrangement.faces
    assert not grown("fish").interrupted


def test_ctrl_c_before_there_is_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt
    monkeypatch.setattr("nonoforge.families.curved.growing.search.cut_outlines", stop)
    with pytest.raises(KeyboardInterrupt):
        grown("leaf")


def test_widths_are_those_of_the_largest_circles() -> None:
    shapely = pytest.importorskip("shapely")
    exact = arrange(FRAME, grown("fish").strokes)
    for face, measure in zip(exact.arrangement.faces, quality(exact).widths, strict=True):
        outer, *holes = (exact.arrangement.polygon(loop, 0.01) for loop in face)
        shape = shapely.Polygon(outer, holes)
        circle = shapely.maximum_inscribed_circle(shape, tolerance=0.01)
        assert measure.value == pytest.approx(2 * circle.length, rel=0.02, abs=0.1)


def test_goals_that_are_not_reached_are_told() -> None:
    wide = grown("star", width=30.0, apart=20.0, angle=60.0)
    narrow = grown("star", width=1e-6, apart=1e-6, angle=1e-3)
    told = " ".join(wide.notes)
    measured = quality(arrange(FRAME, wide.strokes))
    for some, goal, words in ((measured.angles, 60, "flatter than 60 degrees"),
                              (measured.ways, 20, "shorter than 20 mm"),
                              (measured.widths, 30, "narrower than 30 mm")):
        missed = sum(each.value < goal for each in some)
        assert (words in told) == bool(missed)
        if missed:
            assert f"{missed} " in told
    assert " than " not in " ".join(narrow.notes)
