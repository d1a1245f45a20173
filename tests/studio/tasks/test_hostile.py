"""Requests that were tampered with: an answer or an InputError, and nothing else."""

from __future__ import annotations

import base64
import json
import random
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

import msgspec
import pytest

from helpers.arrangements import moon
from helpers.puzzles import rounds
from helpers.task_requests import base64_of, nobody, puzzle
from nonoforge.errors import InputError, MissingPart
from nonoforge.families import NAMES
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.studio.tasks import TASKS, perform

pytest.importorskip("PIL")
pytest.importorskip("trimesh")
pytest.importorskip("highspy")

GRID = from_picture([[0, 1, 0, 1, 0], [1] * 5, [1] * 5, [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]])
PUZZLES = [(puzzle(one), one.puzzle.cells) for one in (
    GRID, from_picture([[1, 0], [0, 1]]), from_voxels([[[1, 2], [1, 0]], [[0, 2], [1, 1]]]),
    moon())]
SVG = base64_of(b"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<rect x="20" y="20" width="40" height="40"/><rect x="65" y="70" width="20" height="20"/></svg>""")
PBM = base64_of(b"P1\n4 3\n0 1 1 0\n1 1 1 1\n0 1 0 0\n")
PNG = ("iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/0iAAAAFElEQVR4nGP4//8/w38GBgaG/wwMABsDA/4"
       "DqPFyAAAAAElFTkSuQmCC")
OBJ = base64_of(b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
NON = base64_of(b"width 3\nheight 2\n\nrows\n3\n1\n\ncolumns\n1\n2\n1\n")

JUNK: list[Any] = [
    None, True, 0, -1, 2, 255, 256, 2**31, 2**63, 2**64, 0.5, 1e300, -1e300, 1e-300, "", "x", "\0",
    "/etc/passwd", "../../x.py", "#ffffff", "9" * 5000, "\u202e\U0001f600", [], [0], [[]], {},
    [0] * 1000]

Request = dict[str, Any]


def requests(rng: random.Random) -> dict[str, Request]:
    """Something that is right, for each verb."""
    one, cells = rng.choice(PUZZLES)
    state = [rng.randint(-1, 1) for _ in range(cells)]
    picture = [rng.randint(0, 1) for _ in range(cells)]
    quick = {"budget": 0.2}
    return {
        "board": rng.choice([{"puzzle": one}, {"data": NON, "name": "x.non"}]),
        "solve": {"puzzle": one, "method": rng.choice(["auto", "line", "paint:probe=1"]), **quick},
        "watch": {"puzzle": one, "method": rng.choice(["auto", "paint", "logic-rules"]), **quick},
        "check": {"puzzle": one, "picture": picture, "rating": True, **quick},
        "explain": {"puzzle": one, "state": state, **quick},
        "hint": {"puzzle": one, "state": state, "history": [state], **quick},
        "repair": {"puzzle": one, "picture": picture, "list": 3, **quick},
        "make/grid": rng.choice([
            {"data": PNG, "name": "x.png", "size": [4, 3], "colours": 2, "crop": [0, 0, 3, 3]},
            {"data": SVG, "name": "x.svg", "size": 6, "preview": True, "smooth": 2},
            {"text": "Hi", "threshold": 0.4}, {"random": [5, 4], "rating": [1, 5]}]) | quick,
        "make/solid": {"data": OBJ, "name": "x.obj", "size": [3, 4, 3], "clues": 0.7,
                       "turn": 30, **quick},
        "make/sloped": {"data": SVG, "name": "x.svg", "slopes": "0,90,1/2", "snap": [3, 0.5],
                        "frame": [0, 0, 100, 100], "box": [4, 4], **quick},
        "make/tri": rng.choice([
            {"data": PNG, "name": "x.png", "size": 4, "colours": 2, "sides": [2, 2, 2, 2, 2, 2]},
            {"random": [2, 2, 2, 2], "seed": 3}]) | quick,
        "make/curved": {"data": SVG, "name": "x.svg", "tries": 5, "curves": 4, "labels": "none",
                        **quick},
        "make/families": {"name": "x.svg", "data": SVG},
        "make/empty": {"family": rng.choice(["grid", "solid"]), "width": 3, "height": 2,
                       "depth": 2, "palette": ["#ffffff", "#000000", "#ff0000"], "title": "x"},
        "label": {"puzzle": PUZZLES[-1][0], "method": "two-sat", "box": [4, 4], "step": 1, **quick},
        "draw": {"puzzle": one, "kind": rng.choice(["svg", "pdf", "png", "ipe", "txt"])},
        "print": {"puzzles": [one, one], "per_page": 2, "title": "Book", "stars": [1, None]},
        "convert": rng.choice([
            {"puzzle": one, "to": rng.choice(["nono", "non", "webpbn", "png"]), "lossy": True},
            {"data": PBM, "name": "x.pbm", "to": "nin", "solve": True}]),
        "catalogue": {"name": "x.non", "data": rng.choice([NON, PBM, PNG])},
        "formats": {}, "methods": {}, "starters": {},
        "tutorial": {"family": rng.choice(NAMES)},
        "make/choices": {"family": "grid", "request": {"data": PNG, "name": "x.png", "size": 4}},
    }


def tampered(rng: random.Random, value: Any) -> Any:
    """The same with one thing changed, somewhere."""
    if isinstance(value, dict | list) and value and rng.random() < 0.85:
        value = value.copy()
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        if rng.random() < 0.1:
            del value[key]
        else:
            value[key] = tampered(rng, value[key])
        return value
    if isinstance(value, str) and len(value) > 40 and rng.random() < 0.9:
        return base64_of(_broken(rng, bytearray(base64.b64decode(value))))
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice([-1, 1, 10])
    return rng.choice(JUNK)


def _broken(rng: random.Random, data: bytearray) -> bytes:
    changes: list[Callable[[int], None]] = [
        lambda at: data.__setitem__(at, rng.randrange(256)),
        lambda at: data.__delitem__(slice(at, at + rng.randint(1, 20))),
        lambda at: data.__setitem__(slice(at, at), rng.choice([b"99999999", b"-1", b"nan", b"<"]))]
    for _ in range(rng.randint(1, 3)):
        if data:
            rng.choice(changes)(rng.randrange(len(data)))
    return bytes(data)


def test_every_verb_is_tried() -> None:
    assert set(requests(random.Random(0))) == set(TASKS)


@pytest.mark.parametrize("verb", TASKS)
def test_requests_that_were_tampered_with(verb: str) -> None:
    rng = random.Random(verb)
    begin = process_time()
    for _ in range(rounds(20)):
        request: Any = requests(rng)[verb]
        for _ in range(rng.choice((0, 1, 1, 2))):
            request = tampered(rng, request)
        answer, fault = outcome(verb, json.dumps(request).encode())
        assert "\n" not in fault
        assert "nonoforge-" not in fault  # where a file of ours was
        if answer:
            msgspec.json.decode(answer, type=TASKS[verb].answer)
        if process_time() - begin > 1:
            break


def outcome(verb: str, body: bytes) -> tuple[bytes, str]:
    """The answer, or what was wrong with the request."""
    try:
        return perform(verb, body, nobody), ""
    except InputError as error:
        return b"", str(error)


@pytest.mark.parametrize("ending", ["3mf", "amf", "iqm", "ms3d", "xgl", "obj", "stl", "glb"])
def test_broken_meshes_do_not_tell_where_they_were(ending: str) -> None:
    pytest.importorskip("trimesh")
    file = {"name": f"x.{ending}", "data": base64_of(b"solid \x00\xff no mesh")}
    with pytest.raises((InputError, MissingPart)) as caught:
        perform("make/solid", json.dumps(file).encode(), nobody)
    assert "nonoforge-" not in str(caught.value)
    assert tempfile.gettempdir() not in str(caught.value)
