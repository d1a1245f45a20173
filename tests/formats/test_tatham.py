"""Game ids."""

from __future__ import annotations

from format_cases import clues_of
from hypothesis import given
from hypothesis import strategies as st

from nonoforge.families.grid import from_clues
from nonoforge.formats import dumps, loads


def test_columns_come_first():
    [puzzle] = loads(b"4x4:2/1/2/1/1.1/2/1/1\n")
    assert [str(clue) for clue in clues_of(puzzle)] == ["1 1", "2", "1", "1", "2", "1", "2", "1"]


def test_given_cells():
    [puzzle] = loads(b"3x2:1/2/1/1/3,aBbb")  # white, a jump of one and black, a jump of one, white
    assert puzzle.puzzle.given == ((0, 0), (2, 1), (4, 0))
    [puzzle] = loads(b"6x5:" + b"/" * 10 + b",zAd")
    assert puzzle.puzzle.given == ((25, 1), (29, 0))


@given(st.dictionaries(st.integers(0, 89), st.integers(0, 1), min_size=1))
def test_every_set_of_givens_comes_back(given):
    clues = clues_of(loads(b"9x10:" + b"/" * 18)[0])
    puzzle = from_clues(clues[:10], clues[10:], given=sorted(given.items()))
    assert loads(dumps(puzzle, "tatham")) == [puzzle]


def test_several_lines():
    assert len(loads(b"\n1x1:1/1\r\n\n2x1:1/1/2\n", "a.tatham")) == 2
