"""SVG, read back by an XML parser and painted on a canvas of our own."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.clues import Runs
from nonoforge.drawing import svg
from nonoforge.drawing.colour_signs import colour_letters
from nonoforge.drawing.squares import SCREEN_CELL as CELL
from nonoforge.drawing.xml_tags import escape
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.grid.display import grid_layout
from nonoforge.nonogram import Info, Nonogram
from nonoforge.state import State

NS = "{http://www.w3.org/2000/svg}"
BOX = re.compile(r"M(\d+) (\d+)h(\d+)v(\d+)h-\d+z")


def boxes(root: ET.Element) -> list[tuple[str, int, int, int, int]]:
    """The plain boxes in painting order."""
    found = []
    for path in root.iter(f"{NS}path"):
        for match in BOX.finditer(path.get("d", "")):
            found.append((path.get("fill", ""), *map(int, match.groups())))
    return found


def colour_at(painted: list[tuple[str, int, int, int, int]], x: int, y: int) -> str:
    return next(colour for colour, left, top, wide, high in reversed(painted)
                if left <= x < left + wide and top <= y < top + high)


@given(data=st.data())
def test_every_cell_has_its_colour(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    assert nonogram.solution is not None
    root = ET.fromstring(svg(nonogram, picture=nonogram.solution))
    painted = boxes(root)
    place = grid_layout(nonogram, CELL, clues=True)
    for cell, colour in enumerate(nonogram.solution):
        y, x = divmod(cell, place.columns)
        at = place.left + x * CELL + CELL // 2, place.top + y * CELL + CELL // 2
        assert colour_at(painted, *at) == nonogram.puzzle.palette.colours[colour].rgb


@given(data=st.data())
def test_clues_stand_beside_their_lines(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    place = grid_layout(nonogram, CELL, clues=True)
    texts = [(int(t.get("x", "")), int(t.get("y", "")), t.text)
             for t in ET.fromstring(svg(nonogram)).iter(f"{NS}text")]
    palette = nonogram.puzzle.palette
    letters = [""] * 2 if palette.plain else colour_letters(palette)
    numbers = [[f"{run.length}{letters[run.colour]}" for run in line.clue.runs] or ["0"]
               for line in nonogram.puzzle.lines]
    for y in range(place.rows):
        top = place.top + y * CELL
        row = sorted((x, t) for x, b, t in texts if x < place.left and top < b < top + CELL)
        assert [text for _, text in row] == numbers[y]
    for x in range(place.columns):
        left = place.left + x * CELL
        column = sorted((b, t) for x, b, t in texts if b < place.top and left < x <= left + CELL)
        assert [text for _, text in column] == numbers[place.rows + x]


@given(data=st.data())
def test_cells_of_one_colour_stay_countable(
    nonograms: st.SearchStrategy[Nonogram], data: st.DataObject,
) -> None:
    nonogram = data.draw(nonograms)
    painted = boxes(ET.fromstring(svg(nonogram, picture=nonogram.solution)))
    place = grid_layout(nonogram, CELL, clues=True)
    middle = CELL // 2
    for x in range(1, place.columns):
        for y in range(place.rows):
            at = place.left + x * CELL, place.top + y * CELL + middle
            left, line, right = (colour_at(painted, at[0] + dx, at[1])
                                 for dx in (-middle, 0, middle))
            assert left != right or line != left


def test_hostile_words_come_out_as_text(hostile: Nonogram) -> None:
    text = svg(hostile)
    root = ET.fromstring(text)
    assert {child.tag for child in root.iter()} <= {
        NS + tag for tag in ("svg", "title", "desc", "path", "g", "text")}
    assert "<script" not in text
    assert "<script>" in "".join(root.itertext())
    text.encode()


@given(st.text(st.characters(codec=None, exclude_categories=())))
def test_anything_is_escaped(text: str) -> None:
    root = ET.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>')
    assert root.tag == "a"
    assert len(list(root)) == 0


def test_open_cells_are_unlike_white_ones() -> None:
    nonogram = from_picture([[0, 1, 0]])
    state = State.of([0, 1, None])
    painted = boxes(ET.fromstring(svg(nonogram, picture=state)))
    place = grid_layout(nonogram, CELL, clues=True)
    seen = [colour_at(painted, place.left + x * CELL + 3, place.top + 3) for x in range(3)]
    assert seen[:2] == ["#ffffff", "#000000"]
    assert seen[2] not in seen[:2]


def test_what_a_state_says_is_not_told_by_colour_alone() -> None:
    nonogram = from_picture([[0, 1, 0]])
    crosses = ET.fromstring(svg(nonogram, picture=State.of([0, 1, None])))
    assert any(path.get("stroke") for path in crosses.iter(f"{NS}path"))
    solved = ET.fromstring(svg(nonogram, picture=nonogram.solution))
    assert not any(path.get("stroke") for path in solved.iter(f"{NS}path"))


def test_marks_are_frames(cross: Nonogram) -> None:
    marked = ET.fromstring(svg(cross, picture=cross.solution, marks=[4, 5]))
    strokes = [path.get("d", "").count("M") for path in marked.iter(f"{NS}path")
               if path.get("stroke")]
    assert strokes == [8, 8]  # four sides for each of two cells, on white and in colour


def test_given_cells_are_printed_in_the_puzzle() -> None:
    nonogram = from_clues([Runs.of(1)], [Runs.of(1), Runs.of()], given=[(0, 1)])
    painted = boxes(ET.fromstring(svg(nonogram)))
    place = grid_layout(nonogram, CELL, clues=True)
    assert colour_at(painted, place.left + 10, place.top + 10) == "#000000"


def test_blotted_clue() -> None:
    nonogram = from_clues([Runs.of((None, 1))], [Runs.of(1)])
    assert ">?</text>" in svg(nonogram)


@pytest.mark.parametrize("size", [(1, 1), (1, 30), (30, 1), (7, 5)])
def test_the_page_holds_everything(size: tuple[int, int]) -> None:
    width, height = size
    info = Info(title="A title that is a good deal longer than this puzzle is wide " * 9,
                author="Somebody")
    nonogram = from_picture([[1] * width] * height, info=info)
    root = ET.fromstring(svg(nonogram))
    page = int(root.get("width", "")), int(root.get("height", ""))
    assert root.get("viewBox") == f"0 0 {page[0]} {page[1]}"
    for _, x, y, wide, high in boxes(root):
        assert x >= 0
        assert y >= 0
        assert x + wide <= page[0]
        assert y + high <= page[1]


def test_large_grids_stay_small_and_quick() -> None:
    chance = random.Random(1)
    nonogram = from_picture([[chance.randrange(2) for _ in range(300)] for _ in range(300)])
    assert len(svg(nonogram, picture=nonogram.solution)) < 3_000_000
    full = from_picture([[1] * 300] * 300)
    assert len(svg(full, picture=full.solution)) < 60_000


def test_a_picture_must_fit(cross: Nonogram) -> None:
    for picture in (b"\0" * 11, b"\0" * 11 + b"\2", b"\xff" * 12, State((3,) * 5)):
        with pytest.raises(InputError):
            svg(cross, picture=picture)
    with pytest.raises(InputError):
        svg(cross, marks=[12])


def test_a_notebook_shows_it(cross: Nonogram) -> None:
    import nonoforge

    assert nonoforge.Nonogram is Nonogram
    assert cross._repr_svg_() == svg(cross)  # type: ignore[attr-defined]
