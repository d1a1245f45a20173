"""The drawings in examples/drawings are what the table beside them says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from nonoforge.families.plane import Drawing, read_drawing
from nonoforge.families.sloped import Slopes, make_sloped

DRAWINGS = Path(__file__).parents[3] / "examples" / "drawings"
ANY = {"star", "sailing_boat", "mountains", "windmill", "gem"}
PUBLISHED = {
    "back_seven": 8, "dragon_bird": 33, "fish": 35, "house": 16, "lion": 21, "man_holes": 18,
    "rabbit": 15, "random": 16, "random_hole": 20, "recurs_holes": 17, "running": 18,
    "simple_triangle": 3, "simple_triangle_hole": 7, "simple_triangle_hole_tangent": 7, "swan": 14,
    "tan_cat": 14, "tan_cat_new": 13, "two_lads": 27, "two_squares": 2,
}


class Row(NamedTuple):
    """A row of the table."""

    file: str
    shows: str
    lines: str
    faces: str
    narrowest: str
    widest: str
    colours: str
    verdict: str
    level: str
    written: str

    @property
    def name(self) -> str:
        return self.file.removesuffix(".svg")

    @property
    def slopes(self) -> Slopes:
        return Slopes.parse("any" if self.name in ANY else "0,45,90,135")


def table() -> list[Row]:
    lines = (DRAWINGS / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [line.strip("| ").split(" | ") for line in lines if line.startswith("| `")]
    return [Row(row[0].strip("`"), *row[1:]) for row in rows]


each_row = pytest.mark.parametrize("row", table(), ids=lambda row: row.file)


def test_the_table_lists_every_drawing_once() -> None:
    assert sorted(row.file for row in table()) == sorted(p.name for p in DRAWINGS.glob("*.svg"))
    assert {row.name: int(row.lines) for row in table() if row.name in PUBLISHED} == PUBLISHED


def lines_of(drawing: Drawing) -> set[tuple[Fraction, ...]]:
    """The lines on which edges lie, without those of the frame: counted here in another way than
    the family does."""
    assert drawing.page is not None
    found = set()
    for piece in (p for s in drawing.shapes for o in s.outlines for p in o.path):
        (x, y), (u, v) = ((Fraction(round(a, 4)).limit_denominator(10**4) for a in p)
                          for p in (piece[0], piece[-1]))
        a, b = y - v, u - x
        scale = a or b
        found.add((a / scale, b / scale, (a * x + b * y) / scale))
    sides = [(1, 0, drawing.page.left), (1, 0, drawing.page.right), (0, 1, drawing.page.bottom),
             (0, 1, drawing.page.top)]
    return found - {tuple(map(Fraction, side)) for side in sides}


@each_row
def test_reading(row: Row) -> None:
    drawing = read_drawing(DRAWINGS / row.file)
    assert drawing.true_size
    assert drawing.title
    assert drawing.page is not None
    size = 101.6 if row.name == "sailing_boat" else 100
    assert drawing.page == pytest.approx((0, 0, size, size), abs=1e-4)
    assert all(outline.closed for shape in drawing.shapes for outline in shape.outlines)
    assert [note.split(" (")[0] for note in drawing.notes] == (
        ["hidden elements are left out"] if row.name == "running" else [])
    if row.name not in ANY - {"sailing_boat", "mountains", "gem"}:
        assert len(lines_of(drawing)) == int(row.lines)


@each_row
def test_puzzles(row: Row) -> None:
    pytest.importorskip("highspy")
    drawing = read_drawing(DRAWINGS / row.file)
    made = make_sloped(drawing, widest=True, cure=False, slopes=str(row.slopes), labels="none")
    lattice = made.widened.lattice
    assert (len(lattice.lines) - 4, len(lattice.faces)) == (int(row.lines), int(row.faces))
    assert made.widened.before == pytest.approx(float(row.narrowest), abs=0.01)
    assert made.widened.after == pytest.approx(float(row.widest), abs=0.01)
    assert made.widened.before > 1.99
    assert len(made.nonogram.puzzle.palette) - 1 == int(row.colours)
    assert (made.verdict.answer, made.verdict.level) == (row.verdict, row.level)
