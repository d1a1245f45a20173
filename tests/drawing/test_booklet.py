"""Booklets: many puzzles on paper, of every family, numbered, with answers at the back."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.arrangements import moon, random_sloped, with_labels
from helpers.puzzles import smooth_picture
from nonoforge.drawing import (
    BookletOptions,
    BookletPuzzle,
    Contents,
    Display,
    DrawOptions,
    Printed,
    print_booklet,
)
from nonoforge.drawing.booklet.elements import EDGE, FOOT
from nonoforge.drawing.booklet.layout import Layout, arrange, share_of_size
from nonoforge.drawing.options import PAPERS
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Info, Nonogram
from nonoforge.options import MAX_TITLE_LENGTH
from nonoforge.palette import Palette
from nonoforge.state import State

from .conftest import HOSTILE
from .pdf_oracles import A4, LETTER, contents, sizes, words

pytest.importorskip("reportlab")

SHEETS = (PAPERS["a4"], PAPERS["a4"][::-1])


def grid(width: int = 10, height: int = 10, title: str = "", seed: int = 1) -> Nonogram:
    picture = smooth_picture(random.Random(seed), width, height)
    return from_picture(picture, info=Info(title=title))


def entry(nonogram: Nonogram, **more: Any) -> BookletPuzzle:
    return BookletPuzzle(nonogram=nonogram, answer=nonogram.solution, **more)


def book(puzzles: Sequence[BookletPuzzle], **options: Any) -> Printed:
    return print_booklet(puzzles, BookletOptions(**{"titles": True} | options))


def display_of(nonogram: Nonogram) -> Display:
    return nonogram.family.display(nonogram, Contents(), DrawOptions(), medium="booklet")


def mixed() -> list[BookletPuzzle]:
    """One of each family, and colours."""
    rng = random.Random(4)
    colours = Palette.of("#ffffff", "#000000", "#cc0000")
    return [
        entry(grid(12, 9, "Plain"), stars=2),
        entry(from_picture([[0, 1, 2], [2, 2, 0]], palette=colours, info=Info(title="Colour"))),
        entry(replace(from_voxels([[[1, 0], [1, 1]], [[0, 0], [1, 0]]]), info=Info(title="Step")),
              stars=5),
        entry(replace(with_labels(random_sloped(rng, 5), rng), info=Info(title="Slopes"))),
        entry(replace(moon(), info=Info(title="Moon"))),
    ]


def pages_with(data: bytes, text: str) -> list[int]:
    return [at for at, page in enumerate(contents(data), start=1) if text in words(page)]


# --- layouts -------------------------------------------------------------------------------------

SHAPES = st.lists(st.tuples(st.floats(5, 400), st.floats(5, 400), st.floats(0.05, 1)), min_size=1,
                  max_size=12)


def shapes(found: list[tuple[float, float, float]]) -> list[Display]:
    return [Display(width, height, [], "", "", unit) for width, height, unit in found]


def overlap(layout: Layout) -> bool:
    return any(a.left < b.left + b.width and b.left < a.left + a.width
               and a.top < b.top + b.height and b.top < a.top + a.height
               for a, b in combinations(layout.boxes, 2))


@settings(deadline=None)
@given(found=SHAPES, head=st.floats(0, 20))
def test_boxes_keep_apart_and_on_the_sheet(found, head):
    shown = shapes(found)
    layout = arrange(SHEETS, shown, head)
    assert layout.sheet in SHEETS
    assert len(layout.boxes) == len(shown)
    assert not overlap(layout)
    width, height = layout.sheet
    for box in layout.boxes:
        assert box.left >= EDGE - 1e-6
        assert box.left + box.width <= width - EDGE + 1e-6
        assert box.top + box.height <= height - FOOT + 1e-6


@settings(deadline=None)
@given(found=SHAPES)
def test_no_other_table_is_better(found):
    """For the smallest drawing, which is what counts: brute force over equal rows."""
    shown = shapes(found)
    best = arrange(SHEETS, shown, 10.0)
    least = min(share_of_size(one, box, 10.0) for one, box in zip(shown, best.boxes, strict=True))
    for width, height in SHEETS:
        for columns in range(1, len(shown) + 1):
            rows = -(-len(shown) // columns)
            wide = (width - 2 * EDGE - (columns - 1) * 7) / columns
            high = (height - 11 - FOOT - (rows - 1) * 7) / rows - 10.0
            if high > 0:
                equal = min(one.fitting(wide, high) / one.unit for one in shown)
                assert least >= 0.93 * equal - 0.02


def test_a_sheet_lies_where_that_is_better():
    wide = [display_of(grid(40, 5))]
    tall = [display_of(grid(5, 40))]
    assert arrange(SHEETS, wide, 12).sheet == SHEETS[1]
    assert arrange(SHEETS, tall, 12).sheet == SHEETS[0]
    assert arrange(SHEETS[:1], wide, 12).sheet == SHEETS[0]


# --- pages ---------------------------------------------------------------------------------------

@pytest.mark.parametrize("per_page", [1, 2, 4, 9, 32])
def test_so_many_a_page(per_page):
    entries = [entry(grid(5, 5, f"No. {n}", n)) for n in range(1, 12)]
    data, remarks = book(entries, per_page=per_page)
    assert remarks == ()
    puzzles = -(-len(entries) // per_page)
    assert len(sizes(data)) == puzzles + 1
    for number in range(1, 12):
        page = (number - 1) // per_page + 1
        assert pages_with(data, f"No. {number}") == [page, puzzles + 1]


def test_answers_are_not_where_the_puzzles_are():
    """And show no clues; each is numbered like its puzzle."""
    entries = [entry(grid(10, 10, f"Cloud {n}", n)) for n in range(1, 31)]
    data, _ = book(entries, title="Clouds", per_page=4)
    drawn = contents(data)
    first = next(at for at, page in enumerate(drawn) if "Answers" in words(page))
    for at, page in enumerate(drawn[first:]):
        told = words(page)
        titles = [text for text in told if text.startswith("Cloud")]
        numbers = [int(title.split()[1]) for title in titles if title != "Clouds"]
        assert numbers
        numerals = [int(text) for text in told if text.isdecimal()]
        assert sorted(numerals) == sorted([*numbers, first + at + 1])
    assert not any("Answers" in words(page) for page in drawn[:first])
    without, _ = book(entries, title="Clouds", per_page=4, answers=False)
    assert len(sizes(without)) == first


def test_the_contents_tell_the_pages():
    entries = [entry(grid(10, 10, f"Cloud {n}", n), stars=n % 5 + 1) for n in range(1, 131)]
    data, _ = book(entries, title="Many clouds", author="Somebody", per_page=4)
    drawn = [words(page) for page in contents(data)]
    assert drawn[0][:1] == ["Many clouds"]
    assert "Somebody" in drawn[0]
    assert "130 grids" in drawn[0]
    assert "How to solve" in drawn[1]
    told: dict[str, int] = {}
    for page in drawn[2:]:
        if "Contents" not in page:
            break
        for number, where, size, title in zip(*(page[at:-2:4] for at in range(1, 5)),
                                              strict=False):
            assert (size.split()[0], title) == ("10", f"Cloud {number}")
            told[title] = int(where)
    assert len(told) == 130
    for title, where in told.items():
        assert title in drawn[where - 1]


def test_every_family_together():
    data, remarks = book(mixed(), title="Mixed", per_page=4)
    assert remarks == ()
    drawn = [words(page) for page in contents(data)]
    for heading in ("Grids", "Solids", "Sloped nonograms", "Curved nonograms", "Colours", "Stars"):
        assert heading in drawn[1]
    for one in mixed():
        assert sum(one.title in page for page in drawn) == 3  # contents, puzzle, answer
    loose, _ = book(mixed(), per_page=2)
    assert any(text.startswith("Solids: a number") for page in contents(loose)
               for text in words(page))


def test_the_same_bytes_each_time():
    for title in ("", "Twice"):
        assert book(mixed(), title=title, per_page=2) == book(mixed(), title=title, per_page=2)


def test_vectors_only():
    data, _ = book(mixed(), title="Vectors")
    assert b"/Image" not in re.sub(rb"/ProcSet \[[^]]*\]", b"", data)


def test_papers():
    entries = [entry(grid(10, 10))]
    assert set(sizes(book(entries, title="x", paper="letter").data)) == {LETTER}
    assert set(sizes(book(entries, title="x").data)) == {A4}
    [(width, height)] = set(sizes(book(entries, title="x", paper="a3").data))
    assert (round(width), round(height)) == (842, 1191)
    wide = [entry(grid(40, 6))]
    assert sizes(book(wide).data)[0] == A4[::-1]
    assert set(sizes(book(wide, title="bound").data)) == {A4}  # nobody turns a book around


def test_what_is_too_large_for_a_crowd():
    small = [entry(grid(5, 5, f"Small {n}", n)) for n in range(3)]
    large = entry(grid(40, 40, "Large"))
    data, remarks = book([*small, large, *small], per_page=8)
    assert remarks == ("puzzle 4 (Large): too large for 8 a page (cells would be under 2.5 mm); "
                       "fewer stand together there",)
    assert len(sizes(data)) < 5
    _, remarks = book([large, large, *small, large], per_page=8)
    assert remarks == ("puzzles 1-2 and 6: too large for 8 a page (cells would be under 2.5 mm); "
                       "fewer stand together there",)
    _, remarks = book([entry(grid(90, 90))])
    assert re.fullmatch(r"puzzle 1: cells of 1\.\d mm; it is large for a4 paper", *remarks)


def test_cells_on_a_page_are_never_too_small():
    """But for those that are on their own."""
    rng = random.Random(2)
    entries = [entry(grid(rng.choice((5, 20, 35)), rng.choice((5, 20, 35)), seed=n))
               for n in range(20)]
    for per_page in (4, 9):
        data, _ = book(entries, per_page=per_page, answers=False)
        for page in contents(data):
            matrices = re.findall(r"([\d.]+) 0 0 ([\d.]+) [\d.-]+ [\d.-]+ cm", page)
            assert all(40 * float(scale) >= 2.5 for scale, _ in matrices if float(scale) < 1)


def test_a_solid_of_several_pages():
    solid = from_voxels([[[1] * 24 for _ in range(20)] for _ in range(18)])
    data, remarks = book([entry(grid()), entry(solid), entry(grid())], title="Thick", per_page=2)
    assert remarks == ("puzzle 2: too large for 2 a page (it takes several pages); fewer stand "
                       "together there",)
    found = [text for page in contents(data) for text in words(page)]
    many = sum(re.search(r"18 \(\d+ of \d+\)$", text) is not None for text in found)
    assert many > 1
    assert any(text.endswith(f"({many} of {many})") for text in found)
    layers = [text for text in found if text.startswith("z ")]
    assert layers == ["z 1 (back)", *(f"z {n}" for n in range(2, 18)), "z 18 (front)"]


def test_no_answer_a_state_and_several_solutions():
    nonogram = grid(6, 6, "Odd")
    state = State.of([1, None] * 18)
    entries = [BookletPuzzle(nonogram=nonogram),
               BookletPuzzle(nonogram=nonogram, answer=state, note="only what is certain"),
               entry(nonogram, marks=(0, 1), note="one of several")]
    data, _ = book(entries)
    back = words(contents(data)[-1])
    assert back.count("Odd") == 2
    assert {"only what is certain", "one of several"} <= set(back)
    none, _ = book(entries[:1])
    assert len(sizes(none)) == 1


def test_solved_pages():
    nonogram = grid(6, 6)
    plain, _ = book([BookletPuzzle(nonogram=nonogram)])
    solved, _ = book([BookletPuzzle(nonogram=nonogram, shown=nonogram.solution)])
    assert len(contents(solved)[0]) > len(contents(plain)[0])


def test_the_solution_is_not_hidden_in_the_file():
    """Whoever opens the file of a puzzle without answers finds none."""
    for one in mixed():
        bare = replace(one, nonogram=replace(one.nonogram, solution=None))
        assert book([one], answers=False) == book([bare], answers=False)


@pytest.mark.parametrize("title", ["W" * 200, "word " * 60, "Łódź 日本語 שלום \N{GRINNING FACE}",
                                   HOSTILE, " ", "\u0301", "x" * 5000])
def test_titles_of_any_length_and_script(title):
    nonogram = replace(grid(5, 5), info=Info(title=title, author=title))
    for per_page in (1, 6):
        for name in ("", title[:MAX_TITLE_LENGTH]):
            data, _ = book([entry(nonogram, stars=3)] * 3, title=name, author=name,
                           per_page=per_page)
            assert sizes(data)


def test_nothing_is_written_beyond_the_paper():
    pdfium = pytest.importorskip("pypdfium2")
    title = "A title that is far too long for the narrow column that it stands in, and then some"
    entries = [entry(replace(grid(9, 9, seed=n), info=Info(title=title, author=title)), stars=5)
               for n in range(8)]
    for paper in PAPERS:
        document = pdfium.PdfDocument(book(entries, title=title, per_page=8, paper=paper).data)
        for page in document:
            image = page.render(scale=1).to_pil().convert("L")
            width, height = image.size
            inside = image.crop((10, 10, width - 10, height - 10))
            image.paste(255, (10, 10, width - 10, height - 10))
            assert image.getextrema() == (255, 255)  # the margin is white
            assert inside.getextrema()[0] < 60


def test_progress_is_reported():
    reported: list[tuple[int, int, str]] = []
    print_booklet(mixed(), BookletOptions(title="Reported", per_page=2, titles=True),
                  lambda *words: reported.append(words))
    first, rest = reported[:5], reported[5:]
    assert first == [(0, 3, one.title) for one in mixed()]
    assert [done for done, _, _ in rest] == list(range(len(rest)))
    assert {total for _, total, _ in rest} == {len(rest)}
    assert "Plain" in [name for _, _, name in rest]


def test_what_cannot_be():
    with pytest.raises(InputError, match="no puzzle to print"):
        book([])
    with pytest.raises(InputError, match="a whole number from 1 to 32"):
        book(mixed(), per_page=33)
    with pytest.raises(InputError, match="a4, a3, a5, letter, "):
        book(mixed(), paper="napkin")
    with pytest.raises(InputError, match="5,001 puzzles"):
        book(mixed()[:1] * 5001)


def test_words_about_puzzles():
    one = entry(replace(grid(12, 9), info=Info(author="Ann")))
    assert (one.title, one.heading, one.about) == ("Grid", "12 × 9", "by Ann · Grid")
    plain, colour, step, slopes, _ = mixed()
    assert colour.about == "3 × 2 · 2 colours"
    assert step.about == "solid · 2 × 2 × 2"
    assert slopes.about.startswith("sloped · ")
    assert (plain.heading, plain.about) == ("Plain", "12 × 9")
    assert (plain.untitled.heading, plain.untitled.about) == ("12 × 9", "Grid")


# --- bound books ---------------------------------------------------------------------------------

def offsets(data: bytes) -> list[float]:
    """How far from the left edge of each page its sheet begins, in millimetres."""
    return [float(re.search(r"0 0 -[\d.]+ ([\d.-]+) [\d.-]+ cm", page)[1]) * 25.4 / 72
            for page in contents(data)]


def test_pages_of_a_book_are_upright_with_the_gutter_inside():
    wide = [entry(grid(30, 6, seed=n)) for n in range(3)]
    data = book(wide, paper="6x9").data
    assert set(sizes(data)) == {(432.0, 648.0)}
    assert offsets(data) == pytest.approx([2, -3, 2, -3], abs=0.01)  # small pages: 3 mm less
    turned = book(wide, gutter=0.0).data
    assert sizes(turned)[0] == A4[::-1]
    bound = book(wide, gutter=12.0).data
    assert set(sizes(bound)) == {A4}
    assert offsets(bound) == pytest.approx([12, 0, 12, 0], abs=0.01)


def test_the_gutter_grows_with_the_book():
    thin, thick = ([entry(grid(2, 2, seed=1))] * count for count in (150, 151))
    inner = [max(offsets(book(some, paper="8x10", answers=False).data)) for some in (thin, thick)]
    assert inner == pytest.approx([5, 8], abs=0.01)


def test_bleed_is_around_the_page_that_is_cut_out():
    data = book(mixed(), title="Cut", paper="5x8", bleed=3.0).data
    edge = 3 * 72 / 25.4
    assert set(sizes(data)) == {(round(360 + 2 * edge, 2), round(576 + 2 * edge, 2))}
    boxes = re.findall(rb"/TrimBox \[ ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) \]", data)
    assert len(boxes) == len(sizes(data))
    for box in boxes:
        assert [round(float(value), 1) for value in box] == [
            round(edge, 1), round(edge, 1), round(360 + edge, 1), round(576 + edge, 1)]
    assert b"/TrimBox" not in book(mixed(), title="Cut", paper="5x8").data


def test_answers_are_large_enough_to_compare():
    """Cells of at least 1.3 mm, on as many pages as that takes."""
    entries = [entry(grid(side, side, seed=side)) for side in (5, 60, 10, 45, 20)]
    data, _ = book(entries, paper="6x9", per_page=1)
    pages = [scales(page) for page in contents(data)[len(entries):]]
    assert sum(map(len, pages)) == len(entries)
    assert min(map(min, pages)) >= 1.3


def scales(page: str) -> list[float]:
    """The millimetres of a cell of 40 units in the drawings of a page."""
    return [40 * float(scale) for scale, _ in
            re.findall(r"([\d.]+) 0 0 ([\d.]+) [\d.-]+ [\d.-]+ cm", page) if float(scale) < 1]


def test_a_small_puzzle_fills_its_page():
    assert scales(contents(book([entry(grid(3, 3))]).data)[0]) == pytest.approx([12], abs=0.01)


def test_lessons_go_on_where_a_page_is_full():
    data, _ = book(mixed(), title="All", paper="5x8")
    drawn = [words(page) for page in contents(data)]
    assert "How to solve, continued" in drawn[2]
    contents_at = next(at for at, page in enumerate(drawn) if "Contents" in page)
    for number, title in enumerate(("Plain", "Colour", "Step", "Slopes", "Moon")):
        assert title in drawn[contents_at + 1 + number]


def test_a_dark_background_is_not_printed_under_the_pencil():
    """And each number in colour has a letter, unless it is not asked for."""
    night = Palette.of("#101850", "#f0d040", "#c02020")
    nonogram = from_picture([[0, 1, 2, 0], [2, 2, 0, 1], [0, 0, 1, 1]], palette=night)
    puzzle, answer = contents(book([entry(nonogram)]).data)
    dark = ".062745 .094118 .313725 rg"
    assert (puzzle.count(dark), answer.count(dark)) == (1, 1)  # in the legend; in the picture
    told = words(puzzle)
    assert any(text.endswith(": left empty") for text in told)
    assert any(re.fullmatch(r"\d[a-z]", text) for text in told)
    filled = words(contents(book([entry(nonogram)], signs="never").data)[0])
    assert not any(re.fullmatch(r"\d[a-z]", text) for text in filled)


def test_titles_stand_with_the_answers_only():
    data = book(mixed(), title="Secret", titles=False).data
    assert pages_with(data, "Plain") == pages_with(data, "Answers")
