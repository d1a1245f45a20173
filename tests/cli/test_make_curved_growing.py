"""`nonoforge make curved` where only a picture is drawn: Ctrl-C, and outlines that are no use."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from math import cos, sin, tau
from pathlib import Path

import pytest

from nonoforge.formats import load

pytest.importorskip("numpy")

Run = Callable[..., tuple[int, str, str]]

HEAD = ('<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" '
        'viewBox="0 0 100 100">')
JAGGED = " ".join(f"{50 + (30 + k % 2) * cos(k * tau / 5000):.4f} "
                  f"{50 + (30 + k % 2) * sin(k * tau / 5000):.4f}" for k in range(5000))
WATCHED = """
import sys
from pathlib import Path
from nonoforge.cli import main
from nonoforge.families.curved.growing.search import Annealing
run = Annealing.run
def watched(*arguments):
    Path("growing").touch()
    run(*arguments)
Annealing.run = watched
main()
"""


@pytest.mark.parametrize(("path", "words"), [
    ("M10 10L90 90L10 10Z", "runs over itself"), ("M10 50H90H10Z", "runs over itself"),
    ("M50 50Z", "nothing is drawn"), ("M50 50L50 50Z", "nothing is drawn"),
    ("M50 50h.01v.01h-.01z", "enlarge it to 0.5 mm or more"),
    ("M20 20H80V50L50 40L50 80L20 60L50 40Z", "meet in a corner"),
    ("M20 20H80V80H20ZM50 20L60 40H40Z", "meet in a corner"),
    (f"M{JAGGED}Z", "up to 120 can be extended"),
    ("M1e300 1e300L2e300 1e300L2e300 2e300Z", "too large"),
    ("M1e12 0L-1e12 5e11L3 -1e12Z", "1,000,000 mm"), ("MNaN 10L20 20L5 50Z", "not a number"),
    ("M1e999 10L20 20L5 50Z", "too large"), ("M1000 1000h50v50h-50z", "outside the frame"),
    ("M20 20H80V80H50V95V80H20Z", "runs over itself"),
])
def test_outlines_that_are_no_use(run: Run, files: Path, path: str, words: str) -> None:
    (files / "bad.svg").write_text(f'{HEAD}<path d="{path}"/></svg>')
    code, out, err = run("make", "curved", "bad.svg", "--detail", "exact", "--tries", "20", "-o",
                         "x.nono")
    assert (code, out) == (2, "")
    assert err.startswith("bad.svg:")
    assert words in err
    assert len(err.splitlines()) == 1
    assert not (files / "x.nono").exists()


def test_ctrl_c_writes_the_best_so_far(run: Run, files: Path) -> None:
    (files / "kite.svg").write_text(f'{HEAD}<path d="M50 20L75 45L50 85L28 48Z"/></svg>')
    process = subprocess.Popen(
        [sys.executable, "-c", WATCHED, "make", "curved", "kite.svg", "--tries", "1000000",
         "--budget", "10m", "-o", "kite.nono"], cwd=files, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(1200):
            if (files / "growing").exists() or process.poll() is not None:
                break
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, err) == (0, "")
    assert "Stopped early: this is the best so far." in out
    assert load(files / "kite.nono").solution
    assert run("check", "-q", "kite.nono")[0] == 0
