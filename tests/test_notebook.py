"""The widget for notebooks: what it answers, and what it keeps."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

import nonoforge
from nonoforge.families import families

pytest.importorskip("anywidget")
HEART = Path(__file__).parents[1] / "examples" / "heart.nono"
EYEBROW = HEART.with_name("eyebrow.nono")


def ask(widget: Any, what: str, **more: Any) -> Any:
    """Return the answer to a question of the page."""
    sent: list[Any] = []
    widget.send = sent.append
    widget._asked(widget, {"kind": "ask", "id": "1", "ask": what, **more}, [])
    [answer] = sent
    assert answer.pop("id") == "1"
    return answer


def test_what_is_played_comes_back() -> None:
    widget = nonoforge.play(HEART)
    solution = list(nonoforge.solve(HEART).solutions[0])
    assert widget.values == [-1] * 25
    assert len(widget.state.open_cells()) == 25
    seen: list[bool] = []
    widget.observe(lambda change: seen.append(change["new"]), "solved")
    move = [part for cell, colour in enumerate(solution) for part in (cell, -1, colour)]
    widget.set_state({"_game": {"moves": [move], "done": 1, "solved": True, "seconds": 3.0},
                      "values": solution, "solved": True})
    assert seen == [True]
    assert list(widget.state.colouring()) == solution
    assert widget.moves == [move]
    assert "script-src 'sha256-" in widget._page


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_hints_and_edits_of_each_family(family: Any) -> None:
    puzzle = nonoforge.load(family.starters[0])
    widget = nonoforge.play(puzzle)
    answer = ask(widget, "hint", values=widget.values, history=[])["answer"]
    assert (answer["kind"], answer["stages"]) == ("step", list(nonoforge.hint(puzzle).stages))
    assert ask(widget, "solution")["answer"] == list(puzzle.solution)
    begin = ask(widget, "edit", picture=None)["answer"]
    assert begin["picture"] == list(puzzle.solution)
    assert begin["ready"]
    changed = [0 if at == begin["picture"].index(1) else colour
               for at, colour in enumerate(begin["picture"])]
    turn = widget._turn
    after = ask(widget, "edit", picture=changed)["answer"]
    assert list(widget.puzzle.solution) == changed
    assert bytes(changed) in nonoforge.solve(widget.puzzle, limit=50).solutions
    assert after["board"] == widget._board != begin["board"]
    assert widget._turn == turn  # the page has it already
    assert widget.values == [-1] * puzzle.puzzle.cells


def test_a_puzzle_with_two_solutions_is_marked() -> None:
    widget = nonoforge.play(EYEBROW)
    assert ask(widget, "solution")["answer"] is None
    answer = ask(widget, "edit", picture=None)["answer"]
    assert not answer["ready"]
    assert len(answer["marked"]) == 12


def test_another_puzzle_is_shown() -> None:
    widget = nonoforge.play(HEART)
    widget.set_state({"values": [1] * 25, "solved": True})
    widget.puzzle = nonoforge.from_picture(["#."])
    assert widget._turn == 2
    assert widget.values == [-1, -1]
    assert not widget.solved


@pytest.mark.parametrize("question", [
    {"what": "hint", "values": [0] * 24}, {"what": "hint", "values": [2] * 25},
    {"what": "hint", "values": None}, {"what": "edit", "picture": ["#"] * 25},
    {"what": "edit", "picture": [-1] * 25}, {"what": "nothing"},
])
def test_a_bad_question_is_answered_in_one_line(question: dict[str, Any]) -> None:
    error = ask(nonoforge.play(HEART), **question)["error"]
    assert error.startswith(("write a list of 25 numbers from", "unknown question"))
    assert "\n" not in error


def test_without_a_solution_nothing_can_be_edited() -> None:
    widget = nonoforge.play(HEART.with_name("duck.nono"))
    assert "no solution is known" in ask(widget, "edit", picture=None)["error"]


def test_a_missing_part_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "nonoforge.notebook", raising=False)
    with pytest.raises(nonoforge.MissingPart, match=r"pip install 'nonoforge\[notebook\]'"):
        nonoforge.play(HEART)


def test_a_bad_height() -> None:
    with pytest.raises(nonoforge.InputError, match="at least 320"):
        nonoforge.play(HEART, height=5)
