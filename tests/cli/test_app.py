"""The command as a whole: help, streams, faults; mostly in processes of its own."""

from __future__ import annotations

import ast
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import nonoforge
from nonoforge.cli import app
from nonoforge.cli.app import COMMANDS
from nonoforge.engine import ENGINE
from nonoforge.families import NAMES

Run = Callable[..., tuple[int, str, str]]
Spawn = Callable[..., "subprocess.CompletedProcess[bytes]"]


def test_help(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_examples(run: Run, command: str) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert f"nonoforge {command}" in out.partition("Examples:")[2]


def test_version(run: Run) -> None:
    assert run("--version")[1].startswith(f"nonoforge {nonoforge.__version__}, ")


def test_help_loads_nothing_heavy() -> None:
    code = ("import sys; from nonoforge.cli.app import run; run(['--help']); "
            "heavy = {'PIL', 'pysat', 'nonoforge.engine', 'nonoforge.formats'}; "
            "print(sorted(heavy & set(sys.modules)))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.stderr == b""
    assert done.stdout.endswith(b"[]\n")


HEAVY = {"numpy", "scipy", "PIL", "reportlab", "shapely", "highspy", "ortools", "pysat", "trimesh",
         "igl", "assimp_py", "starlette", "uvicorn", "anyio", "anywidget", "distributed", "pyarrow",
         "fsspec", "zstandard", "asyncio", "multiprocessing", "concurrent", "ssl", "http",
         "nonoforge.studio", "nonoforge.bench", "nonoforge.batch", "nonoforge.notebook",
         "nonoforge.engine.sat", "nonoforge.formats.webpbn", "nonoforge.formats.vox"}


@pytest.mark.parametrize("family", NAMES)
def test_everyday_commands_load_nothing_heavy(family: str, tmp_path: Path) -> None:
    folder = Path(nonoforge.__file__).parent / "families" / family / "starters"
    [path] = folder.glob("2-*.nono")
    commands = [["hint", str(path)], ["solve", str(path)], ["check", str(path)],
                ["explain", str(path)], ["draw", str(path), "-o", str(tmp_path / "x.svg")],
                ["draw", str(path), "-o", str(tmp_path / "x.html")],
                ["convert", str(path), str(tmp_path / "x.nono")]]
    code = ("import json, sys; from nonoforge.cli.app import run\n"
            "heavy, commands = json.loads(sys.argv[1])\n"
            "for words in commands:\n"
            "    code = run(words)\n"
            "    print('done', words[0], code, sorted({*heavy} & {*sys.modules}))")
    done = subprocess.run([sys.executable, "-c", code, json.dumps([sorted(HEAVY), commands])],
                          capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert re.findall("^done (.*)", done.stdout, re.MULTILINE) == [
        f"{words[0]} 0 []" for words in commands]


def test_importing_loads_no_model() -> None:
    code = ("import sys, nonoforge; print(sorted(name for name in sys.modules if name in "
            "('dataclasses', 'inspect', 'click', 'msgspec') or name.startswith('nonoforge.')))")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ast.literal_eval(done.stdout) == [
        "nonoforge.errors", "nonoforge.families", "nonoforge.lazy_exports", "nonoforge.plugins"]


@pytest.mark.skipif(ENGINE != "native", reason="the plain engine is in use")
def test_the_version_loads_neither_options_nor_the_other_engine() -> None:
    code = ("import sys; from nonoforge.cli.app import run; code = run(['--version'])\n"
            "print(code, [name for name in ('msgspec', 'nonoforge.options', 'nonoforge.engine.sat',"
            " 'nonoforge.engine.plain') if name in sys.modules])")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n0 []\n")


def test_methods(run: Run) -> None:
    _, out, _ = run("methods")
    assert out.startswith("auto")
    _, out, _ = run("methods", "--json")
    assert json.loads(out.splitlines()[0])["name"] == "auto"


@pytest.mark.parametrize("file", ["folder.non", "binary.non", "empty.non", "nosuch.non",
                                  "broken.non", "locked.non", "new\nline\x1b.non"])
def test_bad_files_give_one_line(spawn: Spawn, files: Path, file: str) -> None:
    if file == "locked.non":
        (files / file).write_text("width 1")
        (files / file).chmod(0)
    for command in ("solve", "check", "draw"):
        done = spawn(command, file)
        assert done.returncode == 2
        assert done.stdout == b""
        [line] = done.stderr.splitlines()
        assert b".non:" in line
        assert b"\x1b" not in line


def test_json_is_alone_on_stdout(spawn: Spawn) -> None:
    done = spawn("solve", "--json", "unique.non", "broken.non", "two.nonpack", "nosuch")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 2
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["verdict"] for record in records] == ["unique", None, "unique", "multiple", None]


def test_stdin(spawn: Spawn, files: Path) -> None:
    done = spawn("solve", "--json", "-", input=(files / "unique.non").read_bytes())
    assert json.loads(done.stdout)["verdict"] == "unique"
    done = spawn("solve", "-", input=b"width 3\nheight 2\nrows\n9\n")
    assert done.returncode == 2
    assert done.stderr.startswith(b"<stdin>:")
    done = spawn("solve", "-", stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="closes streams as shells do")
@pytest.mark.parametrize(("closed", "code"), [("<&-", 2), (">&-", 0), ("2>&-", 0)])
def test_closed_streams(files: Path, closed: str, code: int) -> None:
    command = f'"$0" -c "from nonoforge.cli import main; main()" solve {{}} {closed}'
    file = "-" if closed == "<&-" else "unique.non"
    done = subprocess.run(["sh", "-c", command.format(file), sys.executable], capture_output=True,
                          cwd=files, check=False, timeout=60)
    assert done.returncode == code
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name != "posix", reason="pipes as shells have them")
def test_nobody_reads_on(files: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-c", "from nonoforge.cli import main; main()", "solve", "unique.non"],
        stdout=writer, stderr=subprocess.PIPE, cwd=files, check=False, timeout=60)
    os.close(writer)
    assert done.returncode == 128 + signal.SIGPIPE
    assert done.stderr == b""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
def test_a_full_disk(files: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-c", "from nonoforge.cli import main; main()", "solve", "unique.non"],
            stdout=full, stderr=subprocess.PIPE, cwd=files, check=False, timeout=60)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_stdout_without_unicode(spawn: Spawn, files: Path) -> None:
    (files / "titled.non").write_text(
        'title "Zoë \N{SNOWMAN}"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n', encoding="utf-8")
    ascii_only = dict(os.environ, PYTHONIOENCODING="ascii", FORCE_COLOR="1", COLUMNS="70")
    for command in (("draw",), ("solve",), ("check",)):
        done = spawn(*command, "titled.non", env=ascii_only)
        assert done.returncode == 0
        assert done.stderr == b""
        assert done.stdout.isascii()


def test_colours_on_a_terminal(spawn: Spawn) -> None:
    plain = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    utf8 = dict(plain, PYTHONIOENCODING="utf-8", FORCE_COLOR="1", COLORTERM="truecolor")
    assert b"\x1b[38;2;" in spawn("solve", "unique.non", env=utf8).stdout
    assert b"\x1b" not in spawn("solve", "unique.non", env=dict(plain, NO_COLOR="1")).stdout


def test_a_fault_of_ours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonoforge.methods import Method

    def broken(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("oops\nsecond line")

    monkeypatch.setattr(Method, "solve", broken)
    code, out, err = run("solve", "unique.non", "multiple.non")
    assert (code, out) == (70, "")
    assert len(err.splitlines()) == 2
    assert err.startswith("unique.non: internal error (ZeroDivisionError: oops second line); ")
    assert "please report it" in err
    monkeypatch.setenv("NONOFORGE_DEBUG", "1")
    assert "Traceback" in run("solve", "unique.non")[2]


def test_a_fault_outside_of_any_file(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.Commands, "invoke", lambda *_: 1 // 0)
    code, _, err = run("methods")
    assert code == 70
    assert "please report it" in err


def test_a_method_that_ends_the_program(run: Run, files: Path) -> None:
    """Exit 0 and no word would look like success."""
    (files / "mine.py").write_text(
        "from nonoforge.methods import Method\n"
        "def run(job):\n    raise SystemExit(0)\nMETHOD = Method('ends', run)\n")
    code, out, err = run("solve", "--method", "mine.py", "unique.non")
    assert (code, out) == (70, "")
    assert "SystemExit: 0" in err


def test_long_choices_do_not_move_the_others(run: Run) -> None:
    _, out, _ = run("methods", "sat")
    assert "\n  near=yes|no               look" in out


def test_control_c(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app.Commands, "invoke", interrupted)
    assert run("methods") == (130, "", "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_ends_what_does_not_listen() -> None:
    code = ("import time; from nonoforge.cli import interrupt; interrupt.watch()\n"
            "import signal; signal.signal(signal.SIGINT, lambda *_: None)\n"
            "print('ready', flush=True)\n"
            "end = time.monotonic() + 60\n"
            "while time.monotonic() < end: time.sleep(0.1)")
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


def test_ctrl_c_while_the_command_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> None:
            if name == "nonoforge.cli.app":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "nonoforge.cli.app")
    monkeypatch.setattr(sys, "meta_path", [Interrupted, *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        nonoforge.cli.main()
    assert ended.value.code == 130
