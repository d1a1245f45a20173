"""Each allocation of the kernel and its binding fails once: a MemoryError, and nothing is left."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("nonoforge.native._kernel")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="LD_PRELOAD")

SOURCE = Path(__file__).parents[1] / "soak" / "native" / "failing_new.cpp"
COMPILER = shutil.which("c++")

CALLS = """
from array import array
from nonoforge.clues import Runs, Tally
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.native import _judging, _kernel, _layouts

picture = [[int((3 * x * y + x) % 5 < 2) for x in range(9)] for y in range(8)]
grid = from_picture(picture).puzzle
solid = from_voxels([[[1, 0], [1, 1]], [[0, 1], [2, 1]]]).puzzle
packed, rods = _kernel.pack(grid), _kernel.pack(solid)
start = array("Q", [3] * grid.cells)
frame = [(0.0, 0.0), (90.0, 0.0), (90.0, 60.0), (0.0, 60.0), (0.0, 0.0)]

def layouts():
    judge = _layouts.LayoutJudge((25.0, 5.0, 2.0, 6.0, 6.0, 3.0, 1.0, -1, 0), frame, [0.0, 90.0],
                                 (1,), 2, 3.0)
    courses = [judge.add((((30.0, 0.0), (40.0, 60.0)),), (None,), (), 30.0, 200.0, [0.1]),
               judge.add((((0.0, 20.0), (30.0, 50.0), (60.0, 10.0), (90.0, 40.0)),), (0,),
                         ((0, 1),), 280.0, 130.0, [])]
    judge.keep(courses)
    return judge.judge(courses, 1e9), judge.spot(courses, 1)

def solve(puzzle, level):
    return _kernel.solve_packed([puzzle] * 2, 3, level, False, 3, -1, -1, -1, -1.0, 0)[0]

def settle():
    masks = array("Q", [1023] * 4)
    return _kernel.settle_many([Runs.of(3, 4), Runs.of(5)], 10, 2, masks), list(masks)

def thin():
    kept = bytearray(17)
    return _kernel.thin(packed, kept, 20, -1.0, 1), kept

CALLS = {
    "pack": lambda: _kernel.pack(grid),
    "pack_matrix": lambda: _kernel.pack_matrix(b"[[1], [3]]", b"[[1], [2], [1]]", 3, 2, 2),
    "solve": lambda: solve(packed, 2),
    "probe": lambda: solve(packed, 1),
    "solid": lambda: solve(rods, 2),
    "agrees": lambda: _kernel.agrees(packed, bytes(72)),
    "settle": settle,
    "thin": thin,
    "lines": lambda: [row[:-1] for row in _kernel.solve_lines([packed], -1)],
    "rate": lambda: _judging.rate_lines(packed, (1, 2, 3, 4, 5), -1, -1.0, start, bytes(17)),
    "refuted": lambda: _judging.refuted(packed, start, [(0, 1), (5, 0)], True),
    "passes": lambda: _judging.count_passes(packed, -1.0),
    "layouts": layouts,
}
"""

OF_THE_KERNEL = CALLS + """
import ctypes

library = ctypes.CDLL(None)
library.fail_allocation.argtypes = [ctypes.c_int64]
library.open_allocations.restype = ctypes.c_int64

for name, call in CALLS.items():
    call()
    open_before = library.open_allocations()
    whole = call()
    assert library.open_allocations() == open_before, f"{name}: memory was not freed"
    at = 0
    while True:
        found = None
        library.fail_allocation(at)
        try:
            found = call()
        except MemoryError:
            failed = True
        else:
            failed = False
        library.fail_allocation(-1)
        assert library.open_allocations() == open_before, f"{name}: {at} leaves memory"
        if not failed:
            assert found == whole, f"{name}: {at} changes the answer"
            break
        at += 1
    print(name, at)
"""

OF_PYTHON = CALLS + """
import _testcapi

for name, call in CALLS.items():
    whole, errors = call(), 0
    for at in range(40):
        found = None
        _testcapi.set_nomemory(at, at + 1)
        try:
            found = call()
        except MemoryError:
            errors += 1
        finally:
            _testcapi.remove_mem_hooks()
        assert found is None or found == whole, f"{name}: {at} changes the answer"
    print(name, errors)
"""


@pytest.mark.skipif(COMPILER is None, reason="no C++ compiler")
def test_failing_allocations_of_the_kernel(tmp_path: Path) -> None:
    library = tmp_path / "failing_new.so"
    assert COMPILER is not None
    subprocess.run([COMPILER, "-std=c++20", "-shared", "-fPIC", "-o", str(library), str(SOURCE)],
                   check=True)
    ran = subprocess.run([sys.executable, "-c", OF_THE_KERNEL], env={"LD_PRELOAD": str(library)},
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    tried = dict(line.split() for line in ran.stdout.splitlines())
    assert all(int(tried[name]) > 5 for name in ("solve", "thin", "rate", "layouts"))


def test_failing_allocations_of_python() -> None:
    """Objects that could not be made are freed once."""
    pytest.importorskip("_testcapi")
    ran = subprocess.run([sys.executable, "-c", OF_PYTHON], env={"PYTHONMALLOC": "debug"},
                         capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    tried = dict(line.split() for line in ran.stdout.splitlines())
    assert all(int(tried[name]) > 2 for name in ("solve", "rate", "layouts"))
