"""Plug-ins: the package of docs/plugins.md, and packages that are wrong in several ways."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import nonoforge
import nonoforge.formats

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "plugins.md").read_text("utf-8")
BROKEN = """\
[nonoforge.methods]
raises = broken_raises
wrong = broken_wrong:NUMBER
absent = no_such_module:METHOD
auto = broken_wrong:NUMBER
[nonoforge.formats]
nono = broken_wrong:NUMBER
liar = broken_wrong:NUMBER
[nonoforge.families]
nowhere = no_such_module:FAMILY
[nonoforge.techniques]
idle = broken_wrong:NUMBER
"""
GLIDER = "#N Glider\nx = 3, y = 3, rule = B3/S23\nbob$2bo$3o!\n"


def code_of(language: str) -> str:
    [code] = re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    return str(code)


def installed(folder: Path, name: str, entry_points: str, **modules: str) -> None:
    """Put a package into a folder as an installer would."""
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(entry_points)
    for module, code in modules.items():
        (folder / f"{module}.py").write_text(code)


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(folder), str(Path(nonoforge.__file__).parents[1])])
    return subprocess.run([sys.executable, "-m", "nonoforge", *words], capture_output=True,
                          text=True, cwd=folder, env=os.environ | {"PYTHONPATH": paths})


def test_the_package_of_the_page(tmp_path: Path) -> None:
    declared = tomllib.loads(code_of("toml"))["project"]["entry-points"]
    lines = [f"[{group}]\n" + "".join(f"{name} = {what}\n" for name, what in names.items())
             for group, names in declared.items()]
    installed(tmp_path, "nonoforge_rle_package", "".join(lines), nonoforge_rle=code_of("python"))
    assert len(code_of("python").strip().splitlines()) <= 45
    (tmp_path / "glider.rle").write_text(GLIDER)
    (tmp_path / "glider").write_text(GLIDER)  # found by its content
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line in re.findall(r"^nonoforge (convert .*)$", PAGE, re.MULTILINE):
        done = run(tmp_path, *line.split())
        assert (done.returncode, done.stderr) == (0, "")
    assert nonoforge.load(tmp_path / "glider.nono").size == (3, 3)
    assert "▀" in run(tmp_path, "solve", "glider").stdout or "#" in run(
        tmp_path, "solve", "glider").stdout
    assert run(tmp_path, "convert", "cat.rle", "-").stdout.count("\n") > 1
    refused = run(tmp_path, "convert", "examples/chair.nono", "chair.rle", "--lossy")
    assert refused.returncode == 2
    assert "rle" in refused.stderr


def test_broken_plugins_are_named_and_stop_nothing(tmp_path: Path) -> None:
    installed(tmp_path, "broken_things", BROKEN, broken_wrong="NUMBER = 5\n",
              broken_raises="raise SystemExit('no')\n")
    (tmp_path / "cat.non").write_text("width 2\nheight 1\n\nrows\n2\n\ncolumns\n1\n1\n")
    (tmp_path / "cat.nono").write_bytes(nonoforge.formats.dumps(
        nonoforge.load(tmp_path / "cat.non"), "nono"))
    needless = run(tmp_path, "solve", "cat.nono")
    assert (needless.returncode, needless.stderr) == (0, "")
    for words, skipped in (
            (("methods", "-q"), {"raises", "wrong", "absent", "auto"}),
            (("convert", "cat.nono", "x.unheard"), {"nono", "liar"}),
            (("make", "--help"), {"nowhere"}),
            (("check", "cat.nono"), {"idle"})):
        done = run(tmp_path, *words)
        assert done.returncode == (2 if "x.unheard" in words else 0), done.stderr
        said = re.findall(r"^plug-in '(\w+)' of broken_things .* is skipped: (?:\w+: .+)$",
                          done.stderr, re.MULTILINE)
        assert sorted(said) == sorted(skipped), done.stderr
        assert "Traceback" not in done.stderr


def test_a_method_and_a_technique(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    method = ("from nonoforge.methods import Method, searching\n"
              "from nonoforge.engine import solve\n"
              "def solutions(job):\n"
              "    yield from solve(job.puzzle, limit=job.limit).solutions\n"
              "METHOD = Method('asks the engine', searching(solutions))\n")
    technique = ("from nonoforge.judge.techniques.overlap import Overlapping\n"
                 "class Twin(Overlapping):\n    name = 'twin'\n    cost = 2.5\n")
    installed(tmp_path, "good_things", "[nonoforge.methods]\nasking = asking\n"
              "[nonoforge.techniques]\ntwin = twin:Twin\n", asking=method, twin=technique)
    (tmp_path / "cat.non").write_text("width 2\nheight 1\n\nrows\n2\n\ncolumns\n1\n1\n")
    assert "asking" in run(tmp_path, "methods", "-q").stdout.split()
    done = run(tmp_path, "solve", "cat.non", "--method", "asking", "--expect", "unique")
    assert (done.returncode, done.stderr) == (0, "")
    ladder = "from nonoforge.judge import LADDER; print([each.name for each in LADDER])"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(
        [str(tmp_path), str(Path(nonoforge.__file__).parents[1])]))
    shown = subprocess.run([sys.executable, "-c", ladder], capture_output=True, text=True)
    assert "'twin'" in shown.stdout, shown.stderr
