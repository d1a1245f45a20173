"""What the documents show works: commands and Python."""

from __future__ import annotations

import glob
import random
import re
import shlex
from functools import partial
from pathlib import Path

import pytest

import nonoforge
from helpers.puzzles import all_solutions, random_puzzle, random_tangle
from nonoforge.cli.app import run
from nonoforge.methods import METHODS, choose

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md")),
             ROOT / "examples" / "README.md"]


def commands() -> list[str]:
    """The command lines of README and examples, but not those that measure, or run until
    they are told to stop."""
    text = README.read_text("utf-8") + (ROOT / "examples" / "README.md").read_text("utf-8")
    found = re.findall(r"^ *nonoforge (.+?)(?: +#.*)?$", text, re.MULTILINE)
    return sorted({line for line in found if not line.startswith(("bench ", "studio"))})


@pytest.mark.parametrize("line", commands())
def test_commands(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    words = [found for word in shlex.split(line)
             for found in (sorted(glob.glob(word)) if "*" in word else [word])]
    assert run(words) == 0


def test_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of README's code names the cells of the eyebrows."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    [code] = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"),
                        re.MULTILINE | re.DOTALL)
    *before, last = code.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(before), names)
    cells = eval(last, names)
    assert cells[0] == "row 6, column 4"
    assert len(cells) == 12


def test_the_page_on_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    [code] = re.findall(r"^```python\n(.*?)^```", (ROOT / "docs" / "python.md").read_text("utf-8"),
                        re.MULTILINE | re.DOTALL)
    exec(code, {})
    assert {"fox.pdf", "fox.html", "booklet.pdf", "owl.nono"} <= {
        path.name for path in tmp_path.iterdir()}


def test_the_page_on_notebooks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anywidget")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "notebook.md").read_text("utf-8")
    exec("".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)), {})
    assert nonoforge.load("mine.nono").size == (3, 2)


METHODS_PAGE = (ROOT / "docs" / "methods.md").read_text("utf-8")


def test_each_method_is_on_its_page() -> None:
    assert [name for name in METHODS if f"`{name}`" not in METHODS_PAGE] == []


def test_a_method_of_your_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file and no other change: it solves, from the command line too, and tells the truth."""
    [code] = re.findall(r"^```python\n(.*?)^```", METHODS_PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "careful.py").write_text(code)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    [line] = re.findall(r"^nonoforge (solve .*careful.py.*)$", METHODS_PAGE, re.MULTILINE)
    assert run([*shlex.split(line), "--expect", "unique"]) == 0
    method = choose("./careful.py")
    rng, small = random.Random(8), partial(random_puzzle, largest=4)
    for puzzle in [make(rng) for make in (small, random_tangle) for _ in range(20)]:
        truth = all_solutions(puzzle)
        assert set(method.solve(puzzle, limit=len(truth) + 1).solutions) == truth


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links(path: Path) -> None:
    text = path.read_text("utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^":]+)"', text)
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_what_explain_says(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    [line, shown] = re.findall(r"^```\n\$ nonoforge (explain .*)\n((?:\d+\..*\n)+)\.\.\.",
                               README.read_text("utf-8"), re.MULTILINE)[0]
    assert run(shlex.split(line)) == 0
    assert capfd.readouterr().out.startswith(shown)


def test_the_version_stands_in_one_place_and_is_cited() -> None:
    assert f"version: {nonoforge.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert 'dynamic = ["version"]' in (ROOT / "pyproject.toml").read_text("utf-8")


def test_pictures_that_are_shown_smaller_have_all_their_lines() -> None:
    """With crisp edges, lines of less than a pixel are there or not by chance."""
    pictures = list((ROOT / "docs" / "pictures").glob("*.svg"))
    assert pictures
    assert not [path.name for path in pictures if "crispEdges" in path.read_text("utf-8")]
