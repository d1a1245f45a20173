"""Outlines, triangles and lines of triddlers."""

from __future__ import annotations

from itertools import pairwise

import pytest

from families.tri.outlines import outlines
from nonoforge.errors import InputError
from nonoforge.families.tri.geometry import (
    FALLING,
    MAX_SIDE,
    RISING,
    ROW,
    SIDES,
    TriGrid,
)

HEXAGON = TriGrid((2, 2, 2, 2, 2, 2))


def centre(grid: TriGrid, cell: int) -> tuple[float, float]:
    corners = grid.triangles[cell].corners
    return sum(x for x, _ in corners) / 3, sum(y for _, y in corners) / 3


def test_there_are_many_outlines() -> None:
    assert len(outlines()) == 166
    assert {grid.shape for grid in outlines()} == {"hexagon", "pentagon", "trapezoid",
                                                   "parallelogram", "triangle"}


def test_cells_and_lines_of_all_small_outlines() -> None:
    for grid in outlines():
        assert len(grid.triangles) == grid.cells == grid.starts[-1]
        assert len({triangle.corners for triangle in grid.triangles}) == grid.cells
        for direction, count in enumerate(grid.counts):
            lines = [line for line in grid.lines if line.direction == direction]
            assert [line.number for line in lines] == list(range(count))
            assert sorted(cell for line in lines for cell in line.cells) == list(range(grid.cells))
        for side in range(6):
            assert sum(line.side == side for line in grid.lines) == grid.sides[side], SIDES[side]


def test_lines_run_straight_through_neighbours_in_reading_order() -> None:
    for grid in outlines():
        for line in grid.lines:
            for one, other in pairwise(line.cells):
                shared = set(grid.triangles[one].corners) & set(grid.triangles[other].corners)
                assert len(shared) == 2
                (x, y), (v, w) = centre(grid, one), centre(grid, other)
                assert v > x if line.direction == ROW else w > y or (w == y and v != x)
            if len(line.cells) > 2:
                (x, y), (v, w) = centre(grid, line.cells[0]), centre(grid, line.cells[2])
                step = {ROW: (2, 0), RISING: (-1, 1), FALLING: (1, 1)}[line.direction]
                assert (round(v - x, 6), round(w - y, 6)) == step


def test_a_clue_stands_where_its_line_meets_the_side() -> None:
    """The end of a line at which its clue stands has an edge on that side of the outline."""
    for grid in outlines():
        edges = _edges(grid)
        for line in grid.lines:
            end = line.cells[-1] if line.direction == FALLING else line.cells[0]
            corners = grid.triangles[end].corners
            assert any(set(edge) <= set(corners) for edge in edges[line.side])


def _edges(grid: TriGrid) -> list[list[tuple[tuple[int, int], tuple[int, int]]]]:
    """Return the unit edges of sides A to F, walked counter-clockwise from the top left."""
    x = y = 0
    found = []
    for (dx, dy), length in zip(((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0)),
                                grid.sides, strict=True):
        edges = []
        for _ in range(length):
            edges.append(((x, y), (x + dx, y + dy)))
            x, y = x + dx, y + dy
        found.append(edges)
    assert (x, y) == (0, 0)
    return found


def test_the_outline_is_around_all_triangles() -> None:
    for grid in outlines():
        outline = grid.outline
        area = sum(x * w - v * y for (x, y), (v, w) in zip(outline, [*outline[1:], outline[0]],
                                                           strict=True))
        assert area == 2 * grid.cells  # a triangle has the base 2 and the height 1
        xs = [x for triangle in grid.triangles for x, _ in triangle.corners]
        assert (min(xs), max(xs)) == (min(x for x, _ in outline), max(x for x, _ in outline))


def test_names() -> None:
    assert HEXAGON.cell_name(0) == "row 1, triangle 1"
    assert HEXAGON.cell_name(11) == "row 2, triangle 7"
    assert [line.name for line in HEXAGON.lines][3:6] == ["row 4", "rising line 1", "rising line 2"]
    assert HEXAGON.family.places(HEXAGON, [0, 1, 3, 5]) == [
        "row 1, triangles 1-2 and 4", "row 2, triangle 1"]
    assert HEXAGON.nest(bytes(range(24)))[1] == [5, 6, 7, 8, 9, 10, 11]


@pytest.mark.parametrize(("sides", "message"), [
    ((2, 2, 2, 2, 2, 3), "do not close: F + A is 5, but C + D is 4"),
    ((2, 2, 2, 3, 2, 3), r"do not close: 4 rows on the left \(A \+ B\), but 5"),
    ((0, 0, 3, 0, 0, 3), "enclose no triangle"),
    ((0, 3, 0, 0, 3, 0), "enclose no triangle"),
    ((-1, 3, 2, 1, 1, 4), "six sides of 0 to 1,000"),
    ((MAX_SIDE + 1, 0, MAX_SIDE + 1, 0, MAX_SIDE + 1, 0), "six sides of 0 to 1,000"),
    ((1, 2, 3), "six sides"),
    ((500, 500, 500, 500, 500, 500), "1,500,000 triangles; at most 500,000 fit"),
])
def test_refused_outlines(sides: tuple[int, ...], message: str) -> None:
    with pytest.raises(InputError, match=message.replace("+ A is", r"\+ A is").replace(
            "C + D", r"C \+ D")):
        TriGrid(sides)  # type: ignore[arg-type]
