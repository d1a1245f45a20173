"""Methods by name, with settings, and from files."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.methods import METHODS, choose, solve

GOOD = '''"""Gives up."""
from nonoforge.methods import GaveUp, Job, Method, searching
def solutions(job):
    yield from ()
    raise GaveUp("no wish to go on")
METHOD = Method("gives up", searching(solutions))
'''


def test_the_default_comes_first() -> None:
    assert next(iter(METHODS)) == "auto"
    assert len(METHODS) == len(list(METHODS)) > 5
    assert "auto" in METHODS
    assert "no such" not in METHODS
    with pytest.raises(KeyError):
        METHODS["no such"]


@pytest.mark.parametrize(("text", "message"), [
    ("serch", "no method 'serch'; did you mean search?"),
    ("", "no method ''; there are auto, "),
    ("line:probe=2", "method line: no option 'probe'; there are none"),
    ("paint:ordr=plain", "method paint: no option 'ordr'; did you mean order?"),
    ("paint:order", "method paint: order: say what, like order=ordered"),
    ("paint:order=plane", "method paint: order=plane: did you mean plain?"),
    ("paint:probe=4", "method paint: probe=4: write a number from 0 to 3"),
    ("paint:probe=-1", "method paint: probe=-1: write a number from 0 to 3"),
    ("paint:probe=" + "0" * 30 + "4", "method paint: probe=0000"),
    ("paint:probe=" + "9" * 5000, "method paint: probe=9999"),
    ("paint:guess=maybe", "method paint: guess=maybe: write yes or no"),
])
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        choose(text)
    assert str(error.value).startswith(message)


def test_settings_are_kept_and_written() -> None:
    method = choose("paint:order=plain,probe=2")
    assert method.settings == {"order": "plain", "probe": 2}
    assert str(method) == "paint:order=plain,probe=2"
    assert str(method.set("guess=no")) == "paint:order=plain,probe=2,guess=no"
    assert str(choose("paint:")) == "paint"


def test_zeros_in_front() -> None:
    assert choose("paint:probe=" + "0" * 5000 + "2").settings == {"probe": 2}
    assert choose("paint:probe=00").settings == {"probe": 0}


def test_a_file_of_your_own(tmp_path: Path) -> None:
    path = tmp_path / "lazy_bones.py"
    path.write_text(GOOD)
    method = choose(str(path))
    assert (method.name, method.about) == ("lazy-bones", "Gives up.")
    verdict = solve(from_picture([[1]]), method=str(path))
    assert (verdict.answer, verdict.why) == ("unknown", "no wish to go on")


@pytest.mark.parametrize(("text", "message"), [
    ("def", "not Python: invalid syntax"),
    ("import no_such_library", "loading it failed: ModuleNotFoundError"),
    ("raise SystemExit(0)", "loading it failed: SystemExit: 0"),
    ("METHOD = 1", "there is no METHOD in it"),
    ("", "there is no METHOD in it"),
    ("\0", "not Python"),
])
def test_a_bad_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(InputError) as error:
        choose(str(path))
    assert str(error.value).startswith(str(path))
    assert message in str(error.value)


def test_a_file_may_have_classes_and_any_name(tmp_path: Path) -> None:
    path = tmp_path / "random.py"
    path.write_text("from __future__ import annotations\nfrom dataclasses import dataclass\n"
                    "@dataclass\nclass Node:\n    depth: int\n" + GOOD)
    assert choose(str(path)).name == "random"
    assert hasattr(sys.modules["random"], "Random")


def test_a_method_without_a_verdict(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("from nonoforge.methods import Method\nMETHOD = Method('x', lambda job: None)")
    with pytest.raises(TypeError, match="method mine gave NoneType instead of a verdict"):
        solve(from_picture([[1]]), method=str(path))


def test_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file or directory"):
        choose(str(tmp_path / "mine.py"))
