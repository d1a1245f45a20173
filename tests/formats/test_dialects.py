"""Formats of clue lists with a family that they have never heard of: its description is enough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from format_cases import clues_of

from nonoforge.clues import Runs
from nonoforge.errors import ClueError, InputError
from nonoforge.families import families
from nonoforge.family import Family, Noun
from nonoforge.formats import FORMATS, assemble, dumps, load, loads
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle
from nonoforge.storage import Dialect, Parts, PictureRow, RowError

EXAMPLES = Path(__file__).parents[2] / "examples"


class Fan:
    """Geometry of the made-up family: 1 cell in the first row, 3 in the second, 5 in the third."""

    def __init__(self, rows: int) -> None:
        self.rows = [list(range(y * y, (y + 1) * (y + 1))) for y in range(rows)]

    @property
    def family(self) -> Family:
        return FAN

    def nest(self, colouring: bytes) -> list[list[int]]:
        return [[colouring[cell] for cell in row] for row in self.rows]

    def cell_name(self, cell: int) -> str:
        return f"cell {cell + 1}"


class FanDialect(Dialect):
    """Each row is clued twice: from the left and, in another group, from the right."""

    edges = "/\\"
    other_colours = "6"
    max_lines = 9

    def __init__(self, tag: str) -> None:
        self.tag, self.groups = tag, ("right", "left")

    def build(self, clues: Mapping[str, Sequence[Runs]], parts: Parts) -> Nonogram:
        fan = Fan(len(clues["left"]))
        right = [Runs(clue.runs[::-1]) for clue in clues["right"]]
        lines = [Line(tuple(row), clue, f"row {y + 1}")
                 for group in (clues["left"], right)
                 for y, (row, clue) in enumerate(zip(fan.rows, group, strict=True))]
        for index, line in enumerate(lines):
            if line.clue.needs > len(line.cells):
                raise ClueError(f"{line.name}: too long", index)
        puzzle = Puzzle(len(fan.rows) ** 2, tuple(lines), parts["palette"])
        return Nonogram(puzzle, fan, parts["info"], parts.get("solution"))

    def clues(self, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
        clues = [line.clue for line in nonogram.puzzle.lines]
        half = len(clues) // 2
        return {"left": clues[:half], "right": [Runs(clue.runs[::-1]) for clue in clues[half:]]}

    def check_sizes(self, sizes: Mapping[str, int]) -> None:
        if sizes["left"] != sizes["right"]:
            raise InputError("both sides of a fan have as many rows")

    def locate(self, sizes: Mapping[str, int], index: int | None) -> tuple[str, int]:
        side, row = divmod(index or 0, sizes["left"])
        return ("left", "right")[side], row

    def picture_sizes(self, rows: Sequence[PictureRow]) -> Mapping[str, int]:
        for y, row in enumerate(rows):
            if (len(row.cells), row.left, row.right) != (2 * y + 1, "/", "\\"):
                raise RowError("not a row of a fan", y)
        return dict.fromkeys(self.groups, len(rows))

    def picture_clues(
        self, rows: Sequence[Sequence[int]], sizes: Mapping[str, int],
    ) -> Mapping[str, Sequence[Runs]]:
        return {"left": [Runs.read(row) for row in rows],
                "right": [Runs.read(row[::-1]) for row in rows]}

    def picture_rows(self, nonogram: Nonogram, masks: Sequence[int]) -> list[PictureRow]:
        return [PictureRow([masks[cell] for cell in row], "/", "\\")
                for row in nonogram.geometry.rows]


class FanFamily(Family):
    name = "fan"
    puzzle = Noun("fan", "fans")
    dialects: Mapping[str, Dialect] = {"olsak": FanDialect("f"), "webpbn": FanDialect("fan")}


FanFamily.__abstractmethods__ = frozenset()  # all that files need is there
FAN = FanFamily()


@pytest.fixture
def fan(monkeypatch: pytest.MonkeyPatch) -> Iterator[Nonogram]:
    monkeypatch.setattr(assemble, "families", lambda: (*families(), FAN))
    assemble.dialects.cache_clear()
    yield loads(OLSAK, format="olsak")[0]
    assemble.dialects.cache_clear()


OLSAK = b"""A fan.
#F of three rows
#d
   0:.  white   paper
   6:o  grey    outside
   a:a  red     red
   b:b  blue    blue
: from the right
1a
1b 1a
2b
: from the left
1a
1a 1b
2b
: end
"""


def test_olsak(fan: Nonogram) -> None:
    assert [len(clue.runs) for clue in clues_of(fan)] == [1, 2, 1] * 2
    assert clues_of(fan)[:3] == clues_of(fan)[3:]
    assert [colour.name for colour in fan.puzzle.palette.colours] == ["paper", "red", "blue"]
    data = dumps(fan, "olsak")
    assert b"\n#f\n#d\n" in data
    assert b": right\n1a\n1b 1a\n2b\n: left\n1a\n" in data
    assert loads(data)[0].puzzle == fan.puzzle


def test_errors_have_places(fan: Nonogram) -> None:
    with pytest.raises(InputError, match=r"x\.g:13:1: row 1: too long"):
        loads(OLSAK.replace(b"left\n1a", b"left\n2a"), "x.g")
    with pytest.raises(InputError, match=r"x\.g:9:1: row 1: too long"):
        loads(OLSAK.replace(b"right\n1a", b"right\n2a"), "x.g")


def test_webpbn(fan: Nonogram) -> None:
    solution = bytes([1, 1, 0, 2, 0, 2, 2, 0, 0])
    finished = Nonogram(fan.puzzle, fan.geometry, fan.info, solution)
    data = dumps(finished, "webpbn")
    assert b'<puzzle type="fan"' in data
    assert b"/a\\\n/a.b\\\n/.bb..\\\n" in data
    [again] = loads(data)
    assert (again.puzzle, again.solution) == (fan.puzzle, solution)
    no_clues = data[:data.index(b"<clues")] + data[data.index(b"<solution"):]
    assert loads(no_clues)[0].puzzle == fan.puzzle
    with pytest.raises(InputError, match=r"not a row of a fan"):
        loads(data.replace(b"/a.b\\", b"/a.\\"))
    with pytest.raises(InputError, match=r"this puzzle has `right` and `left`"):
        loads(data.replace(b'type="left"', b'type="rows"'))


def test_other_formats_refuse_it(fan: Nonogram) -> None:
    with pytest.raises(InputError, match="cannot hold a puzzle of the family fan"):
        dumps(fan, "nin")


@pytest.mark.parametrize("name", ["boat.non", "tree.xml", "mushroom.tatham"])
def test_one_puzzle_in_all_formats(name: str) -> None:
    puzzle = load(EXAMPLES / name)
    for format in ("nono", "non", "webpbn", "olsak", "nin", "mk", "cwd", "lp", "tatham", "share"):
        if puzzle.puzzle.palette.plain or "colours" in FORMATS[format].holds:
            [again] = loads(dumps(puzzle, format, lossy=True))
            assert clues_of(again) == clues_of(puzzle)
