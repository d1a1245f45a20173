"""Numbers, places and progress in words."""

from __future__ import annotations

import re
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.cli.io import expected, worst
from nonoforge.cli.progress import Progress
from nonoforge.families.grid import Grid
from nonoforge.results import cell_words, differing
from nonoforge.verdict import Work


def cells_in(text: str, grid: Grid) -> set[int]:
    """Reads `cell_words` back."""
    found = set()
    for place in filter(None, text.split("; ")):
        rows, columns = (
            {n for a, b in re.findall(r"(\d+)(?:-(\d+))?", part)
             for n in range(int(a), int(b or a) + 1)}
            for part in place.split(", column", 1))
        found |= {(y - 1) * grid.width + x - 1 for y in rows for x in columns}
    return found


@given(st.data(), st.integers(1, 9), st.integers(1, 8))
def test_cells_by_their_place(data: st.DataObject, width: int, height: int) -> None:
    grid = Grid(width, height)
    cells = data.draw(st.sets(st.integers(0, width * height - 1)))
    assert cells_in(cell_words(grid, cells), grid) == cells


def test_too_many_places_are_cut() -> None:
    grid = Grid(2, 40)
    assert cell_words(grid, range(0, 80, 4)).endswith("; and 12 more places")


@given(st.lists(st.binary(min_size=5, max_size=5), min_size=1, max_size=4))
def test_differing(solutions: list[bytes]) -> None:
    same = set(range(5)) - set(differing(solutions))
    assert all(len({solution[cell] for solution in solutions}) == 1 for cell in same)


@pytest.mark.parametrize(("codes", "code"), [
    ([], 0), ([0, 0], 0), ([0, 3], 3), ([3, 1, 0], 1), ([1, 2, 3], 2), ([2, 70], 70)])
def test_worst(codes: list[int], code: int) -> None:
    assert worst(codes) == code


def test_expected() -> None:
    assert [expected("unique", answer) for answer in ("unique", "multiple", "unknown")] == [0, 1, 3]
    assert expected(None, "unknown") == 0


def test_progress_in_words() -> None:
    progress = Progress(4)
    progress.begin("a.non")
    start = monotonic()
    assert progress.text(start + 2) == "[--------------------] 0/4 a.non"
    progress.end()
    assert progress.text(start + 2) == "[#####---------------] 1/4, about 6 s left a.non"
    single = Progress(1, seconds=100)
    single.begin("b\x1b.non")
    single.work(Work(conflicts=12345))
    assert single.text(start + 25).endswith("b\ufffd.non: 25 s, 12,345 conflicts, "
                                            "at most 1 min 15 s left")


def test_progress_does_not_count_what_took_no_time() -> None:
    """Of a run that goes on: 80 % were done before, 10 % took 2 s, and so will the rest."""
    progress = Progress(1)
    progress.begin("batch")
    progress.report(0.9, "90 puzzles", before=0.8)
    assert progress.text(progress._since + 2).endswith("90 puzzles: 2 s, about 2 s left")
    progress.report(0.8, "80 puzzles", before=0.8)
    assert progress.text(progress._since + 2).endswith("80 puzzles: 2 s")


def test_progress_is_silent_in_a_pipe(capfd: pytest.CaptureFixture[str]) -> None:
    with Progress(2) as progress:
        progress.begin("a")
        with progress.hidden():
            progress.end()
    assert capfd.readouterr() == ("", "")
