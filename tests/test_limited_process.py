"""Child processes: they get what is left of their parent's limits, and end with it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers.processes import alive
from nonoforge import limited_process

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits and signals of Linux")

SPIN = "while True:\n    pass\n"
TELL = ("import resource, signal, sys\n"
        "print(signal.getitimer(signal.ITIMER_PROF)[0], resource.getrlimit(resource.RLIMIT_AS)[0],"
        " *sys.argv[1:])\n")


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True,
                          timeout=60, check=False)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    return tmp_path / "script.py"


def test_without_limits_there_are_none(script: Path) -> None:
    script.write_text(TELL)
    with limited_process.counted():
        done = subprocess.run(limited_process.command(str(script), "a b", "--c"),
                              capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["0.0", "-1", "a", "b", "--c"]


def test_children_get_what_is_left(script: Path) -> None:
    script.write_text(TELL)
    done = python(
        "import resource, signal, subprocess, sys; from nonoforge import limited_process\n"
        "signal.setitimer(signal.ITIMER_PROF, 7)\n"
        "resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))\n"
        "subprocess.run(limited_process.command(sys.argv[1]), check=True)\n", str(script))
    seconds, memory = done.stdout.split()
    tick = 0.01  # of the kernel's clock: it rounds up
    assert 5 < float(seconds) <= 7 + tick
    assert 1 << 29 < int(memory) < 1 << 30


def test_what_children_compute_is_counted(script: Path) -> None:
    script.write_text("import time\nwhile time.process_time() < 0.3:\n    pass\n")
    done = python(
        "import signal, subprocess, sys; from nonoforge import limited_process\n"
        "signal.setitimer(signal.ITIMER_PROF, 7)\n"
        "with limited_process.counted():\n"
        "    subprocess.run(limited_process.command(sys.argv[1]), check=True)\n"
        "print(limited_process.seconds_left())\n", str(script))
    assert float(done.stdout) < 6.75


def test_a_child_that_takes_all_ends_its_parent(script: Path) -> None:
    script.write_text(SPIN)
    done = python(
        "import signal, subprocess, sys; from nonoforge import limited_process\n"
        "signal.setitimer(signal.ITIMER_PROF, 1)\n"
        "with limited_process.counted():\n"
        "    subprocess.run(limited_process.command(sys.argv[1]))\n"
        "import time; begin = time.process_time()\n"  # clocks differ by more under load
        "while time.process_time() < begin + 0.6: pass\n"
        "print('went on')\n", str(script))
    assert done.returncode == -signal.SIGPROF
    assert done.stdout == ""


def test_a_child_ends_with_its_parent(script: Path) -> None:
    script.write_text("import os\nprint(os.getpid(), flush=True)\n" + SPIN)
    parent = subprocess.Popen(
        [sys.executable, "-c", "import subprocess, sys; from nonoforge import limited_process\n"
         "subprocess.run(limited_process.command(sys.argv[1]))", str(script)],
        stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert alive(child)
        parent.kill()
    end = time.monotonic() + 30
    while alive(child) and time.monotonic() < end:
        time.sleep(0.01)
    assert not alive(child)


def test_a_parent_that_is_gone(script: Path) -> None:
    script.write_text("print('ran')")
    command = limited_process.command(str(script))
    command[3] = "1"  # not who starts it here
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
