"""PDF of every family, read back with what the standard library has."""

from __future__ import annotations

import random
import re
import sys
from dataclasses import replace

import pytest

from helpers.arrangements import random_sloped, with_labels
from helpers.hostile import HOSTILE
from helpers.solid_oracles import random_solid
from nonoforge.drawing import Contents, DrawOptions, pdf, printed
from nonoforge.drawing.pdf_canvas import POINT
from nonoforge.drawing.text_metrics import left_to_right
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_picture
from nonoforge.families.plane import Labels, Place, arrangement_of, from_faces
from nonoforge.families.sloped import build_lattice
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Info, Nonogram
from nonoforge.state import State

from .pdf_oracles import A4, LETTER, contents, sizes, words

pytest.importorskip("reportlab")

def labelled(seed: int = 1, colours: int = 2) -> Nonogram:
    rng = random.Random(seed)
    nonogram = random_sloped(rng, 6, colours)
    arrangement = arrangement_of(nonogram)
    places = tuple(Place(rng.randrange(2), rng.random() * 9) for _ in arrangement.sides)
    return replace(nonogram, geometry=replace(arrangement, labels=Labels((5, 5), places)))


def test_puzzle_and_solution() -> None:
    grid = from_picture([[0, 1, 0], [1, 1, 1]], info=Info(title="Cross", author="Somebody"))
    data = pdf(grid)
    assert sizes(data) == [A4, A4]
    puzzle, solution = contents(data)
    numbers = ["1", "1", "1", "2", "3"]
    assert sorted(words(puzzle)) == [*numbers, "by Somebody"]  # the title is the answer
    assert sorted(words(solution)) == [*numbers, "Cross", "by Somebody"]
    for content in contents(pdf(grid, DrawOptions(titles=True))):
        assert sorted(words(content)) == [*numbers, "Cross", "by Somebody"]
    assert len(sizes(pdf(replace(grid, solution=None)))) == 1
    assert len(sizes(pdf(grid, None, [Contents()]))) == 1
    pages = [Contents(grid.solution, [0]), Contents(State.of([None] * 6))]
    assert len(sizes(pdf(grid, None, pages))) == 2


def test_the_same_bytes_each_time() -> None:
    for nonogram in (labelled(), from_picture([[1]], info=Info(title="Łódź Ελλάδα"))):
        assert pdf(nonogram) == pdf(nonogram)


def test_lying_where_that_is_better() -> None:
    wide = from_picture([[1, 0] * 20] * 3)
    assert sizes(pdf(wide))[0] == A4[::-1]
    assert sizes(pdf(wide, DrawOptions(paper="letter")))[0] == LETTER[::-1]
    with pytest.raises(InputError, match="a4, a3, a5, letter, "):
        pdf(wide, DrawOptions(paper="napkin"))


def frame_on_page(content: str) -> tuple[float, float]:
    """Width and height of the frame in points: the path that is drawn with the thick pen, seen
    through the matrix of the page."""
    matrix = re.search(r"([\d.]+) 0 0 -([\d.]+) [\d.-]+ [\d.-]+ cm", content)
    assert matrix is not None
    thick = content.split("\n.6 w\n")[1].split("\nS\n")[0]
    points = re.findall(r"([\d.]+) ([\d.]+) [ml]\b", thick)
    xs, ys = [float(x) for x, _ in points], [float(y) for _, y in points]
    scale = float(matrix[1])
    return (max(xs) - min(xs)) * scale, (max(ys) - min(ys)) * scale


def test_true_millimetres() -> None:
    nonogram = labelled()
    result = printed(nonogram)
    assert result.remarks == ()
    assert sizes(result.data) == [A4, A4]
    for content in contents(result.data):
        assert frame_on_page(content) == pytest.approx((100 * POINT, 100 * POINT), rel=1e-4)


def test_the_margin_gives_way_before_the_size_does() -> None:
    arrangement = build_lattice((0, 0, 188_000, 220_000), []).arrangement()
    nonogram = from_faces(arrangement, bytes([1]))
    result = printed(nonogram, None, [Contents()])
    assert (sizes(result.data), result.remarks) == ([A4], ())


def test_what_is_too_large_is_shrunk_aloud() -> None:
    nonogram = labelled()
    arrangement = arrangement_of(nonogram)
    edges = tuple(tuple(tuple((x * 4, y) for x, y in piece) for piece in path)
                  for path in arrangement.edges)
    wide = replace(nonogram, geometry=replace(arrangement, edges=edges))  # type: ignore[arg-type]
    result = printed(wide)
    [remark] = result.remarks
    percent = re.fullmatch(r"drawn at (\d+)% of its size, to fit on a4 paper: .* mm do not", remark)
    assert percent is not None
    assert sizes(result.data) == [A4[::-1]] * 2
    for content in contents(result.data):
        assert f"{percent[1]}% of true size" in words(content)
    assert int(percent[1]) < 75


def test_every_number_is_on_the_page() -> None:
    nonogram = labelled(3)
    numbers = sorted(str(run.length) for line in nonogram.puzzle.lines for run in line.clue.runs)
    zeros = ["0" for line in nonogram.puzzle.lines if not line.clue.runs]
    for content in contents(pdf(nonogram)):
        assert sorted(text for text in words(content) if text.isdecimal()) == sorted(
            numbers + zeros)


def test_clues_without_a_place_are_printed_too() -> None:
    rng = random.Random(1)
    nonogram = with_labels(random_sloped(rng, 6), rng)
    numbers = sorted(str(run.length) for line in nonogram.puzzle.lines for run in line.clue.runs)
    assert numbers
    for content in contents(pdf(nonogram)):
        found = words(content)
        for number in set(numbers):
            assert found.count(number) >= numbers.count(number)


def test_a_solid_in_layers_and_as_a_whole() -> None:
    rng = random.Random(1)
    solid = random_solid(rng)
    puzzle, solution = contents(pdf(solid))
    assert "through all layers" in words(puzzle)
    assert "through all layers" not in words(solution)
    whole = contents(pdf(solid, DrawOptions(view="isometric")))
    assert not any("through all layers" in words(content) for content in whole)
    layers = contents(pdf(solid, DrawOptions(view="sheets")))
    assert all("through all layers" in words(content) for content in layers)


def test_sheets_become_pages_and_each_number_is_on_one() -> None:
    solid = from_voxels([[[1] * 24 for _ in range(20)] for _ in range(18)])
    data = pdf(solid, None, [Contents()])
    found = [text for content in contents(data) for text in words(content)]
    assert len(sizes(data)) > 2
    assert [text for text in found if text.startswith("z ")] == [
        "z 1 (back)", *(f"z {n}" for n in range(2, 18)), "z 18 (front)"]
    counts = [sum(text == number for text in found) for number in ("24", "20", "18")]
    assert counts == [20 * 18, 24 * 18, 24 * 20]
    many = len(sizes(data))
    assert [text for text in found if text.startswith("page ")] == [
        f"page {n} of {many}" for n in range(1, many + 1)]
    named = replace(solid, info=Info(title="Block"))
    assert f"Block, page 2 of {many}" in words(
        contents(pdf(named, DrawOptions(titles=True), [Contents()]))[1])


def test_large_grids_are_told() -> None:
    [remark] = printed(from_picture([[1, 0] * 50] * 100), None, [Contents()]).remarks
    assert re.fullmatch(r"cells of 1\.\d mm: it is large for a4 paper", remark)


def test_no_clues() -> None:
    for nonogram in (labelled(), from_picture([[1, 0]])):
        pages = contents(pdf(nonogram, DrawOptions(clues=False)))
        assert not any(words(content) for content in pages)


def test_titles_in_any_script() -> None:
    result = printed(from_picture([[1]], info=Info(title="日本語")))
    assert any("reader's own fonts" in remark for remark in result.remarks)
    [remark] = printed(from_picture([[1]], info=Info(title="\N{GRINNING FACE}"))).remarks
    assert "no font at hand" in remark
    for title in ("Łódź", " ", "\u0301", "Ελλάδα → ∞", "שלום", HOSTILE):
        assert pdf(from_picture([[1]], info=Info(title=title, author=title)))


def test_words_from_right_to_left() -> None:
    assert left_to_right("abc 12") == "abc 12"
    assert left_to_right("\u05d0\u05d1 (\u05d2) 12 x") == "\u05d2( \u05d1\u05d0) 12 x"


def test_without_reportlab(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "reportlab"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "reportlab", None)
    with pytest.raises(MissingPart, match=r"pip install 'nonoforge\[print\]'"):
        pdf(from_picture([[1]]))


def test_another_reader_finds_the_same() -> None:
    pdfium = pytest.importorskip("pypdfium2")
    document = pdfium.PdfDocument(pdf(labelled(2)))
    assert len(document) == 2
    image = document[1].render(scale=1).to_pil().convert("L")
    assert image.getextrema()[0] < 30
