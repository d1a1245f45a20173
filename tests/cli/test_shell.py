"""Completion in three shells and the man page, as docs/shell.md says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nonoforge.cli.app import COMMANDS, cli, run
from nonoforge.cli.man_page import man_page
from nonoforge.families import NAMES
from nonoforge.formats import FORMATS

PAGE = (Path(__file__).parents[2] / "docs" / "shell.md").read_text("utf-8")


def asked(shell: str, what: str, **variables: str) -> str:
    environment = os.environ | {"_NONOFORGE_COMPLETE": f"{shell}_{what}"} | variables
    return subprocess.run([sys.executable, "-m", "nonoforge"], capture_output=True, text=True,
                          env=environment, check=True).stdout


@pytest.mark.parametrize(("line", "offered"), [
    ("make ", set(NAMES)),
    ("solve --method pa", {"paint"}),
    ("convert a.non b.x --to we", {"webpbn"}),
    ("convert --from ", set(FORMATS)),
    ("draw --v", {"--view"}),
    ("bench sett", {"settle"}),
    ("examples fo", {"fox"}),
    ("check --expect u", {"unique", "unknown"}),
])
def test_values(line: str, offered: set[str]) -> None:
    words = f"nonoforge {line}"
    out = asked("bash", "complete", COMP_WORDS=words, COMP_CWORD=str(len(words.split(" ")) - 1))
    assert {each.partition(",")[2] for each in out.splitlines()} == offered


def test_files_are_left_to_the_shell() -> None:
    out = asked("bash", "complete", COMP_WORDS="nonoforge solve ca", COMP_CWORD="2")
    assert out.strip() == "file,ca"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_scripts(shell: str, tmp_path: Path) -> None:
    assert f"_NONOFORGE_COMPLETE={shell}_source" in PAGE
    script = tmp_path / "script"
    script.write_text(asked(shell, "source"))
    assert "_nonoforge_completion" in script.read_text()
    if shutil.which(shell):
        subprocess.run([shell, "-n", str(script)], check=True)


def test_the_man_page(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--man"]) == 0
    page = capfd.readouterr().out
    assert page == man_page(cli, re.findall(r'"nonoforge ([^"]+)"', page)[0])
    for name in (*COMMANDS, *(f"make {family}" for family in NAMES)):
        assert f"\n.SS nonoforge {name} " in page
    assert not re.search(r"^'", page, re.MULTILINE)
    assert set(re.findall(r"^\.(\w+)", page, re.MULTILINE)) <= {
        "TH", "SH", "SS", "PP", "TP", "B", "nf", "fi"}
