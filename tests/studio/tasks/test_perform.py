"""The way in: verbs, bodies, types."""

from __future__ import annotations

import json
from math import inf

import msgspec
import pytest

from helpers.task_requests import ask, nobody, puzzle
from nonoforge.errors import InputError
from nonoforge.families import NAMES
from nonoforge.families.grid import from_picture
from nonoforge.studio.tasks import TASKS, perform
from nonoforge.time_limit import time_left

HEART = from_picture([[0, 1, 0, 1, 0], [1] * 5, [1] * 5, [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]])


@pytest.mark.parametrize("verb", TASKS)
def test_every_verb_has_schemas_with_words(verb: str) -> None:
    task = TASKS[verb]
    assert task.summary
    schema = msgspec.json.schema(task.request)
    own = schema["$defs"][task.request.__name__]
    assert own["additionalProperties"] is False
    assert own["description"]
    msgspec.json.schema(task.answer)


@pytest.mark.parametrize("verb", TASKS)
@pytest.mark.parametrize("body", [
    b"", b"[]", b"null", b"{", b"\xff", b'{"no such field": 1}', b"[" * 100_000,
    b'{"puzzle": ' + b'{"a":' * 100_000])
def test_bodies_that_are_no_requests(verb: str, body: bytes) -> None:
    with pytest.raises(InputError):
        perform(verb, body, nobody)


def test_all_of_a_request_has_its_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    left: list[float] = []

    def run(request: object, tell: object) -> object:
        left.append(time_left())
        raise InputError("enough")

    for verb in ("solve", "make/grid", "methods"):
        monkeypatch.setitem(TASKS, verb, TASKS[verb]._replace(run=run))
    for verb, fields in (("solve", {"puzzle": puzzle(HEART), "budget": 0.5}),
                         ("make/grid", {"text": "A", "budget": 2}), ("methods", {})):
        with pytest.raises(InputError, match="enough"):
            ask(verb, **fields)
    assert left[0] <= 0.5
    assert left[1] <= 2
    assert left[2] == inf


def test_a_verb_that_is_not_there() -> None:
    with pytest.raises(InputError, match="did you mean check"):
        perform("chek", b"{}", nobody)


def test_an_error_says_where() -> None:
    with pytest.raises(InputError, match=r"\$\.budget"):
        ask("solve", puzzle=puzzle(HEART), budget="long")
    broken = puzzle(HEART) | {"rows": [[9], [], [], [], []]}
    with pytest.raises(InputError, match=r"puzzle:\d+:\d+: .*row 1"):
        ask("board", puzzle=broken)


@pytest.mark.parametrize("method", ["./mine.py", "/tmp/mine.py", "mine.py:a=b", "no-such"])
def test_methods_are_only_those_that_are_ours(method: str) -> None:
    with pytest.raises(InputError, match="no method"):
        ask("solve", puzzle=puzzle(HEART), method=method)


@pytest.mark.parametrize("state", [[], [0] * 24, [0] * 26, [2] * 25, [-2] * 25])
def test_states_and_pictures_fit_the_puzzle(state: list[int]) -> None:
    for verb, field in (("hint", "state"), ("explain", "state"), ("check", "picture"),
                        ("repair", "picture"), ("draw", "state")):
        with pytest.raises(InputError, match=r"a number for each cell|numbers from"):
            ask(verb, puzzle=puzzle(HEART), **{field: state})


def test_what_no_page_shows_is_refused() -> None:
    with pytest.raises(InputError, match="at most"):
        ask("board", puzzle={
            "nonoforge": 1, "family": "grid", "width": 600, "height": 500,
            "rows": [[]] * 500, "columns": [[]] * 600})


def test_a_puzzle_or_a_file() -> None:
    data = "Mng6IDE="
    for fields in ({}, {"puzzle": puzzle(HEART), "data": data}):
        with pytest.raises(InputError, match="one of the two"):
            ask("board", **fields)


def test_lists_of_methods_and_formats() -> None:
    assert ask("methods")[0]["name"] == "auto"
    formats = {format["name"]: format for format in ask("formats")}
    assert formats["nono"]["families"] == sorted(NAMES)
    assert not formats["lp"]["can_write"] or formats["lp"]["extensions"]


def test_answers_are_json_without_spaces_in_names() -> None:
    answer = json.loads(perform("board", json.dumps({"puzzle": puzzle(HEART)}).encode(), nobody))
    assert answer["grid"] == {"width": 5, "height": 5}
    assert "solid" not in answer
    assert "plane" not in answer
