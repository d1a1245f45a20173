"""make/grid, make/solid, make/sloped, make/curved and make/empty."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from helpers.task_requests import ask, base64_of
from nonoforge.errors import InputError
from nonoforge.families.solid import solid_of
from nonoforge.formats import loads
from nonoforge.nonogram import Nonogram

Image = pytest.importorskip("PIL.Image")
ImageDraw = pytest.importorskip("PIL.ImageDraw")
pytest.importorskip("numpy")

SQUARES = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect x="20" y="20" width="40" height="40"/><rect x="65" y="70" width="20" height="20"/></svg>"""
DISC = b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<ellipse cx="50" cy="50" rx="30" ry="20" fill="none" stroke="#f00"/></svg>"""
TETRAHEDRON = b"""v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"""


def picture(width: int = 60, height: int = 40) -> str:
    """A dark ellipse on light ground, as PNG."""
    image = Image.new("RGB", (width, height), (240, 240, 250))
    box = (width // 6, height // 6, width * 5 // 6, height * 5 // 6)
    ImageDraw.Draw(image).ellipse(box, fill=(30, 20, 90))
    out = io.BytesIO()
    image.save(out, "PNG")
    return base64_of(out.getvalue())


def made(answer: Any) -> Nonogram:
    [nonogram] = loads(json.dumps(answer["puzzle"]).encode(), format="nono")
    return nonogram


def test_a_grid_from_a_picture() -> None:
    told: list[str] = []
    answer = ask("make/grid", lambda share, words: told.append(words), data=picture(),
                 name="/home/me/my_egg.png", size=12)
    nonogram = made(answer)
    assert nonogram.info.title == "my egg"
    assert answer["verdict"] == "unique"
    assert answer["line_solvable"]
    assert answer["summary"]["size"] == [12, 8]
    assert len(answer["source"]) == 96
    assert answer["pixels"] == [60, 40]
    assert answer["source"][0] == "#f0f0fa"
    assert len(answer["variants"]) == 1
    assert not any("--" in remark for remark in answer["remarks"])
    assert told


def test_a_preview_changes_nothing() -> None:
    answer = ask("make/grid", data=picture(), name="egg.png", size=[10, 9], threshold=0.6,
                 preview=True)
    assert answer["changed"] == []
    assert answer["rating"] is None
    assert answer["summary"]["size"] == [10, 9]
    solution = made(answer).solution
    assert solution is not None
    red = [int(rgb[1:3], 16) for rgb in answer["source"]]
    assert max(red[cell] for cell, colour in enumerate(solution) if colour) < \
        min(red[cell] for cell, colour in enumerate(solution) if not colour)


def test_a_preview_of_a_large_picture_is_as_the_picture() -> None:
    fields = {"data": picture(1500, 1000), "name": "egg.png", "size": 15, "threshold": 0.5,
              "trim": False}
    full = ask("make/grid", **fields)
    glance = ask("make/grid", **fields, preview=True)
    assert glance["pixels"] == [1500, 1000]
    pairs = zip(made(full).solution or b"", made(glance).solution or b"", strict=True)
    differ = {cell for cell, (one, other) in enumerate(pairs) if one != other}
    assert differ == set(full["changed"])
    part = ask("make/grid", **fields, preview=True, crop=[750, 500, 1, 1])
    assert part["summary"]["cells"] >= 1


@pytest.mark.parametrize(("family", "fields"), [
    ("grid", {"data": picture(1500, 1001), "name": "egg.png", "size": 17, "best_size": True}),
    ("grid", {"data": picture(1500, 1001), "name": "egg.png", "size": 17}),
    ("tri", {"data": picture(), "name": "egg.png", "size": 7, "threshold": "sweep"}),
    ("solid", {"data": base64_of(TETRAHEDRON), "name": "t.obj", "size": 7, "clues": 0.7}),
    ("solid", {"data": base64_of(TETRAHEDRON), "name": "t.obj", "size": 8, "repair": 3}),
    ("sloped", {"data": base64_of(SQUARES), "name": "s.svg", "detail": 0.5}),
    ("curved", {"data": base64_of(DISC), "name": "d.svg", "tries": 40, "budget": 2})])
def test_an_exact_preview_has_the_cells_of_what_is_made(
    family: str, fields: dict[str, Any],
) -> None:
    if family not in ("grid", "tri"):
        pytest.importorskip("trimesh" if family == "solid" else "highspy")
    full = ask(f"make/{family}", **fields)
    exact = ask(f"make/{family}", **fields, preview=True, exact=True)
    rough = ask(f"make/{family}", **fields, preview=True)
    assert full["exact"]
    assert exact["exact"]
    assert exact["complete"] or made(exact).geometry == made(full).geometry
    assert not rough["exact"] or made(rough).geometry == made(full).geometry
    assert not rough["complete"]


def test_options_to_choose_from() -> None:
    """Each of them can be previewed, or is refused in one line."""
    request = {"data": picture(), "name": "egg.png", "size": 9}
    solid = {"data": base64_of(TETRAHEDRON), "name": "t.obj", "size": 6}
    for family, wanted in (("grid", request), ("tri", request), ("solid", solid),
                           ("sloped", {"data": base64_of(SQUARES), "name": "s.svg"}),
                           ("curved", {"data": base64_of(DISC), "name": "d.svg"})):
        if family not in ("grid", "tri"):
            pytest.importorskip("trimesh" if family == "solid" else "highspy")
        others = ask("make/choices", family=family, request=wanted)["choices"]
        assert len(others) >= 5
        assert len({json.dumps(some) for some in others}) == len(others)
        if family != "curved":
            assert ask(f"make/{family}", **wanted | others[-1], preview=True)["puzzle"]
    with pytest.raises(InputError, match="unknown family"):
        ask("make/choices", family="x", request={})
    with pytest.raises(InputError, match="size"):
        ask("make/choices", family="grid", request={"text": "a", "size": 0})


def test_variants_become_harder() -> None:
    answer = ask("make/grid", random=[9, 9], seed=4, variants=3, budget=1.5)
    stars = [variant["rating"]["stars"] for variant in answer["variants"]]
    assert stars == sorted(stars)


def test_words_and_colours() -> None:
    words = ask("make/grid", text="Hi")
    assert made(words).info.title == "Hi"
    colours = ask("make/grid", data=picture(), name="egg.png", size=8, colours=3,
                  background="#F0F0FA", preview=True)
    assert colours["puzzle"]["palette"]


@pytest.mark.parametrize("fields", [
    {}, {"text": "a", "random": [3, 3]}, {"random": [0, 3]}, {"text": "a", "rating": [4, 2]},
    {"text": "a", "size": [3]}, {"text": "a", "threshold": 1.5}, {"text": "a", "background": "red"},
    {"data": "AAAA", "name": "x.png"}, {"data": "!", "name": "x.png"}, {"text": ""}])
def test_grids_that_cannot_be_made(fields: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        ask("make/grid", **fields)


@pytest.mark.parametrize(("verb", "fields", "words"), [
    ("make/grid", {"size": 201}, r"^size: .*1 to 200"), ("make/grid", {"budget": 7.5}, "^budget: "),
    ("make/grid", {"budget": "10m"}, r"\$\.budget: expected `float`"),
    ("make/grid", {"budget": 0}, "^budget: "), ("make/grid", {"budget": -1}, "^budget: "),
    ("make/solid", {"size": [3, 61, 3]}, r"^size: .*1 to 60"),
    ("make/curved", {"budget": "none"}, r"\$\.budget"), ("label", {"budget": 8}, "^budget: ")])
def test_the_limits_of_the_page(verb: str, fields: dict[str, Any], words: str) -> None:
    """A budget is a number of seconds here: no text can say more."""
    source = {"puzzle": {}} if verb == "label" else {"data": "AAAA", "name": "x"}
    with pytest.raises(InputError, match=words):
        ask(verb, **source, **fields)


def test_a_solid_from_a_mesh() -> None:
    pytest.importorskip("trimesh")
    pytest.importorskip("igl")
    answer = ask("make/solid", data=base64_of(TETRAHEDRON), name="a/b/pyramid.obj", size=5,
                 clues=0.6, budget=2)
    nonogram = made(answer)
    assert max(solid_of(nonogram).size) <= 5
    assert nonogram.info.title == "pyramid"
    assert answer["summary"]["clues"] <= answer["summary"]["rods"]


@pytest.mark.parametrize("name", ["x", "x.exe", "scene.lws", "x.irr", "../x.obj/", ".obj"])
def test_meshes_are_known_by_their_ending(name: str) -> None:
    with pytest.raises(InputError, match="no mesh"):
        ask("make/solid", data=base64_of(TETRAHEDRON), name=name)


def test_a_mesh_reads_no_other_file(tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    secret = tmp_path / "secret.mtl"
    secret.write_text("newmtl red\nKd 1 0 0\n")
    lines = f"mtllib {secret}\nusemtl red\n".encode()
    answer = ask("make/solid", data=base64_of(lines + TETRAHEDRON), name="x.obj", size=4,
                 colours=2, budget=1)
    assert any("not used" in remark or "nothing about colours" in remark
               for remark in answer["remarks"])
    assert str(tmp_path) not in json.dumps(answer)


def test_errors_do_not_tell_where_we_keep_files() -> None:
    pytest.importorskip("trimesh")
    for name in ("cat.obj", "cat.stl", "cat.glb"):
        with pytest.raises(InputError) as caught:
            ask("make/solid", data=base64_of(b"nonsense"), name=name)
        assert str(caught.value).startswith(f"{name}: ")
        assert "nonoforge-" not in str(caught.value)


def test_a_sloped_puzzle_from_a_drawing() -> None:
    pytest.importorskip("highspy")
    answer = ask("make/sloped", data=base64_of(SQUARES), name="squares.svg", min_width=20,
                 labels="two-sat")
    assert answer["puzzle"]["family"] == "sloped"
    assert answer["summary"]["min_width"]["wanted"] == 20
    summary = answer["summary"]
    assert summary["blocked_faces"] or summary["blocked_points"] or summary["reached"]
    with pytest.raises(InputError, match="widest"):
        ask("make/sloped", data=base64_of(SQUARES), split=True, widest=True)
    with pytest.raises(InputError, match="snap"):
        ask("make/sloped", data=base64_of(SQUARES), snap=[30, 0])


def test_a_curved_puzzle_from_a_picture() -> None:
    shares: list[float | None] = []
    answer = ask("make/curved", lambda share, words: shares.append(share), data=base64_of(DISC),
                 name="disc.svg", tries=40, budget=2, labels="none")
    assert answer["puzzle"]["family"] == "curved"
    assert answer["summary"]["grown"]
    assert answer["summary"]["labels"] is None
    assert all(share is None or 0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("verb", ["make/sloped", "make/curved"])
@pytest.mark.parametrize("data", [b"", b"x", b"<svg/>", b"<svg><!ENTITY a 'b'></svg>"])
def test_drawings_that_are_none(verb: str, data: bytes) -> None:
    with pytest.raises(InputError, match=r"^drawing\.svg"):
        ask(verb, data=base64_of(data), name="/secret/drawing.svg")


@pytest.mark.parametrize("fields", [
    {"width": 0}, {"width": 201}, {"family": "sloped"}, {"palette": ["#ffffff"]},
    {"palette": ["#ffffff", "red"]}, {"colours": 99},
    {"family": "solid", "width": 50, "height": 50, "depth": 50}])
def test_empty_puzzles_that_cannot_be(fields: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        ask("make/empty", **fields)


def test_empty_puzzles() -> None:
    grid = made(ask("make/empty", width=3, height=2, palette=["#FFFFFF", "#112233", "#445566"]))
    assert grid.solution == bytes(6)
    assert len(grid.puzzle.palette) == 3
    solid = made(ask("make/empty", family="solid", width=3, height=2, depth=4, title="Block"))
    assert solid_of(solid).size == (3, 2, 4)
    assert len(solid.puzzle.lines) == 2 * 4 + 3 * 4 + 3 * 2
