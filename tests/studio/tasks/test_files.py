"""catalogue, convert, draw, print, label and board: files in, files out."""

from __future__ import annotations

import base64
import io
import json
import random
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest

from helpers.arrangements import moon
from helpers.puzzles import random_nonogram, random_picture, rounds
from helpers.task_requests import ask, base64_of, puzzle
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.formats import dumps, loads
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.studio.tasks.requests import file_stem

CUBE = from_voxels([[[1, 2], [1, 0]], [[0, 2], [1, 1]]])


def data_of(answer: Any) -> bytes:
    return base64.b64decode(answer["data"])


@pytest.mark.parametrize("seed", range(rounds(10)))
def test_catalogues_list_what_was_put_in(seed: int) -> None:
    rng = random.Random(seed)
    made = [replace(random_nonogram(rng, 9, 3), info=Info(title=f"Number {n}", author="A"),
                    solution=None) for n in range(3)]
    data = dumps(made, "webpbn", lossy=True)
    found = ask("catalogue", name="C:\\folder\\all.xml", data=base64_of(data))
    assert [entry["title"] for entry in found] == ["Number 0", "Number 1", "Number 2"]
    for entry, nonogram in zip(found, made, strict=True):
        [again] = loads(json.dumps(entry["puzzle"]).encode(), format="nono")
        assert again.puzzle.lines == nonogram.puzzle.lines
        assert entry["cells"] == nonogram.puzzle.cells
        unique = ask("solve", puzzle=entry["puzzle"])["verdict"] == "unique"
        assert bool(entry["thumbnail"]) == unique


def test_a_puzzle_without_a_title_is_called_as_its_file() -> None:
    data = base64_of(b"2x1:1/1/2")
    [entry] = ask("catalogue", name="../../small_cat.tatham", data=data)
    assert entry["title"] == "small cat"
    assert entry["size"] == "2 × 1"


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_thumbnails_show_the_picture(seed: int) -> None:
    rng = random.Random(seed)
    width, height = rng.randint(1, 12), rng.randint(1, 12)
    rows = random_picture(rng, width, height, 3)
    palette = Palette.of("#ffffff", "#000000", "#cc0000")
    nonogram = from_picture(rows, palette=palette)
    assert nonogram.solution is not None
    assert painted(nonogram.family.thumbnail(nonogram, nonogram.solution), width, height) == [
        [palette.colours[colour].rgb for colour in row] for row in rows]


def painted(svg: str, width: int, height: int) -> list[list[str]]:
    """The squares of a thumbnail, by reading its paths: rectangles, later ones on top."""
    shown = [[""] * width for _ in range(height)]
    for path in ElementTree.fromstring(svg):
        for part in path.attrib["d"].rstrip("z").split("z"):
            start, _, rest = part.removeprefix("M").partition("h")
            left, top = map(int, start.split())
            length, tall = (int(number) for number in rest.split("h")[0].split("v"))
            for y in range(top, top + tall):
                shown[y][left:left + length] = [path.attrib["fill"]] * length
    return shown


def test_thumbnails_of_all_families_are_small_and_plain() -> None:
    large = from_picture([[(x * y) % 2 for x in range(400)] for y in range(300)])
    block = from_voxels([[[1] * 40] * 40] * 40)
    for nonogram in (CUBE, moon(), large, block):
        assert nonogram.solution is not None
        svg = nonogram.family.thumbnail(nonogram, nonogram.solution)
        root = ElementTree.fromstring(svg)
        assert {part.tag.rpartition("}")[2] for part in root} <= {"path"}
        assert len(svg) < 120_000


@pytest.mark.parametrize("format", ["nono", "non", "webpbn", "olsak", "png", "text"])
def test_conversions_can_be_read_again(format: str) -> None:
    nonogram = from_picture([[1, 0, 1], [1, 1, 0]], info=Info(title="A/../cat"))
    answer = ask("convert", puzzle=puzzle(nonogram), to=format, lossy=True)
    assert "/" not in answer["name"]
    [again] = loads(data_of(answer), answer["name"])
    assert again.puzzle.lines == nonogram.puzzle.lines


def test_conversion_says_what_is_lost() -> None:
    with pytest.raises(InputError, match="cannot hold"):
        ask("convert", puzzle=puzzle(CUBE), to="non")
    with pytest.raises(InputError, match="unknown format"):
        ask("convert", puzzle=puzzle(CUBE), to="../x")


def test_several_puzzles_in_one_file() -> None:
    rng = random.Random(3)
    made = [puzzle(random_nonogram(rng, 6, 2)) for _ in range(3)]
    answer = ask("convert", puzzles=made, to="nonpack", lossy=True)
    assert len(loads(data_of(answer), answer["name"])) == 3


STARTS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "ipe": b"<?xml", "txt": b""}


@pytest.mark.parametrize("kind", STARTS)
@pytest.mark.parametrize("nonogram", [from_picture([[1, 0], [1, 1]]), CUBE, moon()],
                         ids=["grid", "solid", "curved"])
def test_drawings_of_all_families(kind: str, nonogram: Nonogram) -> None:
    answer = ask("draw", puzzle=puzzle(nonogram), kind=kind)
    assert answer["name"].endswith(f".{kind}")
    assert STARTS[kind] in data_of(answer)[:200]


def test_a_state_is_drawn() -> None:
    answer = ask("draw", puzzle=puzzle(from_picture([[1, 0, 1]])), kind="txt", clues=False,
                 state=[1, -1, 0])
    assert data_of(answer).decode().strip().startswith("#")


def test_books_have_answers_at_the_back() -> None:
    pypdfium2 = pytest.importorskip("pypdfium2")
    rng = random.Random(8)
    made = [puzzle(replace(random_nonogram(rng, 6, 2), solution=None)) for _ in range(4)]
    told: list[str] = []
    answer = ask("print", lambda share, words: told.append(words), puzzles=made, title="Two by two",
                 per_page=2, stars=[1, None, 3, 5])
    assert answer["name"] == "Two_by_two.pdf"
    assert told
    with_answers = len(pypdfium2.PdfDocument(io.BytesIO(data_of(answer))))
    plain = ask("print", puzzles=made, title="Two by two", per_page=2, answers=False)
    assert with_answers > len(pypdfium2.PdfDocument(io.BytesIO(data_of(plain))))
    with pytest.raises(InputError, match="stars"):
        ask("print", puzzles=made, stars=[1])
    with pytest.raises(InputError, match="per_page: '33': write a whole number from 1 to 32"):
        ask("print", puzzles=made, per_page=33)
    with pytest.raises(InputError, match=r"\$\.paper"):
        ask("print", puzzles=made, paper="napkin")


def test_labels_are_placed_anew() -> None:
    answer = ask("label", puzzle=puzzle(moon()), method="two-sat")
    assert answer["summary"]["method"]
    assert answer["puzzle"]["family"] == "curved"
    with pytest.raises(InputError, match="clues beside them"):
        ask("label", puzzle=puzzle(CUBE))


def test_boards_come_from_files_too() -> None:
    board = ask("board", data=base64_of(b"2x1:1/1/2"), name="x")
    assert board["clues"] == [[[1, 1]], [[1, 1]], [[2, 1]]] or board["cells"] == 2
    with pytest.raises(InputError, match="2 puzzles"):
        ask("board", data=base64_of(dumps([from_picture([[1]])] * 2, "webpbn", lossy=True)),
            name="two.xml")


@pytest.mark.parametrize("title", ["", "..", "/etc/passwd", "a\x00b", "\u202egnp.exe", "é" * 300])
def test_names_of_files_are_harmless(title: str) -> None:
    name = file_stem(title)
    assert 0 < len(name) <= 60
    assert all(letter.isalnum() or letter in "-_" for letter in name)


def test_a_book_that_takes_too_long_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading the puzzles counts, too: the worker would be stopped without these words."""
    monkeypatch.setattr("nonoforge.studio.tasks.draw.PRINT_SECONDS", -1.0)
    with pytest.raises(InputError, match="print fewer puzzles"):
        ask("print", puzzles=[puzzle(from_picture([[1]]))])
