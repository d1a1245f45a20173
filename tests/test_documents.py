"""What the documents show works: commands and Python."""

from __future__ import annotations

import glob
import re
import shlex
from pathlib import Path

import pytest

from nonoforge.cli.app import run

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/*.md")),
             ROOT / "examples" / "README.md"]


def commands() -> list[str]:
    """The command lines of README and examples, but not those that measure."""
    text = README.read_text("utf-8") + (ROOT / "examples" / "README.md").read_text("utf-8")
    found = re.findall(r"^ *nonoforge (.+?)(?: +#.*)?$", text, re.MULTILINE)
    return sorted({line for line in found if not line.startswith("bench ")})


@pytest.mark.parametrize("line", commands())
def test_commands(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    words = [found for word in shlex.split(line)
             for found in (sorted(glob.glob(word)) if "*" in word else [word])]
    assert run(words) == 0


def test_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last line of README's code names the cells of the eyebrows."""
    monkeypatch.chdir(ROOT)
    [code] = re.findall(r"^```python\n(.*?)^```", README.read_text("utf-8"),
                        re.MULTILINE | re.DOTALL)
    *before, last = code.strip().splitlines()
    names: dict[str, object] = {}
    exec("\n".join(before), names)
    cells = eval(last, names)
    assert cells[0] == "row 6, column 4"
    assert len(cells) == 12


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links(path: Path) -> None:
    text = path.read_text("utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", text) + re.findall(r'src="([^":]+)"', text)
    assert [target for target in targets if not (path.parent / target).exists()] == []
