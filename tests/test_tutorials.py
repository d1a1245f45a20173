"""The tutorials and recipes work as they are written: commands, their output, files and Python."""

from __future__ import annotations

import re
import shlex
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from pathlib import Path

import pytest

from nonoforge.cli.app import run

ROOT = Path(__file__).parents[1]
PAGES = [*sorted(ROOT.glob("docs/tutorials/*.md")), ROOT / "docs" / "recipes.md"]
BLOCK = re.compile(r"(?:^`([\w.-]+)`:\n\n)?^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_page(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:
    """Blocks with a name are files, `console` is what a person types and sees, Python is run."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for file, language, text in BLOCK.findall(page.read_text("utf-8")):
        if file:
            Path(file).write_text(text, encoding="utf-8")
        elif language == "python":
            exec(text, names)
        elif language == "console":
            _type_and_compare(text, capfd)


def _type_and_compare(session: str, capfd: pytest.CaptureFixture[str]) -> None:
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        line, _, wanted = part.partition("\n")
        program, *words = shlex.split(line)
        assert program == "nonoforge"
        capfd.readouterr()
        assert run(words) == 0, line
        shown = "".join(capfd.readouterr())
        # What follows an ellipsis at the end of a line, or alone on one, may be anything; columns
        # are as wide as the times in them.
        assert OutputChecker().check_output(
            wanted, shown, ELLIPSIS | NORMALIZE_WHITESPACE), f"{line}\n{shown}"
