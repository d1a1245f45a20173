"""Tasks for tests of the worker processes: everything that can go wrong in one."""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

from nonoforge.errors import FormatError, MissingPart
from nonoforge.studio.frames import Tell


def perform(verb: str, body: bytes, tell: Tell) -> bytes:
    return TASKS[verb](body, tell)


def echo(body: bytes, tell: Tell) -> bytes:
    return body


def who(body: bytes, tell: Tell) -> bytes:
    return str(os.getpid()).encode()


def wrong(body: bytes, tell: Tell) -> bytes:
    raise FormatError("no puzzle").at(file="owl.nono", line=3, column=7)


def missing(body: bytes, tell: Tell) -> bytes:
    raise MissingPart("numpy is not installed")


def bug(body: bytes, tell: Tell) -> bytes:
    raise ZeroDivisionError("by zero")


def leave(body: bytes, tell: Tell) -> bytes:
    sys.exit(3)


def vanish(body: bytes, tell: Tell) -> bytes:
    os._exit(3)


def segfault(body: bytes, tell: Tell) -> bytes:
    ctypes.string_at(0)
    return b"alive?"


def kill(body: bytes, tell: Tell) -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b"alive?"


def spin(body: bytes, tell: Tell) -> bytes:
    tell(None, str(os.getpid()))
    while True:
        pass


def spin_in_threads(body: bytes, tell: Tell) -> bytes:
    """Processor time of all threads counts, also where no Python runs."""
    import hashlib

    large = bytes(1 << 20)
    for _ in range(2):
        threading.Thread(target=lambda: [hashlib.sha256(large) for _ in iter(int, 1)]).start()
    time.sleep(3600)
    return b""


def hog(body: bytes, tell: Tell) -> bytes:
    pieces = []
    while True:
        pieces.append(bytearray(1 << 20))


def abort(body: bytes, tell: Tell) -> bytes:
    """What a C++ library does when memory runs out and nobody catches it."""
    os.write(2, b"terminate called after throwing an instance of 'std::bad_alloc'\n")
    os.abort()


def grow(body: bytes, tell: Tell) -> bytes:
    """Memory that stays taken when the job is done."""
    KEPT.append(bytearray(int(body)))
    return who(body, tell)


def sleep(body: bytes, tell: Tell) -> bytes:
    tell(None, str(os.getpid()))
    time.sleep(float(body))
    return b"rested"


def noise(body: bytes, tell: Tell) -> bytes:
    print("noise " * 20_000, flush=True)
    os.write(1, b"\x00\x00\x00\x04junk")
    ctypes.CDLL(None).puts(b"noise from C")
    ctypes.CDLL(None).fflush(None)
    return json.dumps(sys.stdin.read()).encode()


def steps(body: bytes, tell: Tell) -> bytes:
    """Progress: as many steps as asked for, all at once; or the seconds given, thousands."""
    count, seconds = json.loads(body)
    until = time.monotonic() + seconds
    told = 0
    while told < count or time.monotonic() < until:
        tell(told / count, f"step {told}")
        told += 1
    return str(told).encode()


def blow(body: bytes, tell: Tell) -> bytes:
    return bytes(int(body))


def babble(body: bytes, tell: Tell) -> bytes:
    """Whatever the pipe to the server is, write nonsense into it."""
    for number in range(3, 20):
        try:
            os.write(number, b"\xff" * 64)
        except OSError:
            continue
    time.sleep(3600)
    return b""


def setting(body: bytes, tell: Tell) -> bytes:
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
    return json.dumps({"modules": sorted(sys.modules), "path": sys.path,
                       "threads": [os.environ[name] for name in names]}).encode()


def library(body: bytes, tell: Tell) -> bytes:
    """Use a library in earnest, within the limits of memory."""
    name = body.decode()
    try:
        importlib.import_module(name)
    except ImportError as error:
        if isinstance(error, ModuleNotFoundError):
            return b"missing"
        raise
    return str(USES[name]()).encode()


def _numpy() -> int:
    import numpy

    square = numpy.ones((1500, 1500))
    return int((square @ square)[7, 7])


def _highspy() -> int:
    import highspy

    model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    x = [model.addIntegral(0, 1) for _ in range(30)]
    model.addConstr(sum((i + 3) * v for i, v in enumerate(x)) <= 100)  # type: ignore[misc]
    model.maximize(sum(x))  # type: ignore[arg-type]
    return round(model.getObjectiveValue())


def _igl() -> int:
    import igl
    import numpy
    import trimesh

    ball = trimesh.creation.icosphere(subdivisions=4)
    corners = numpy.asarray(ball.vertices)
    points = numpy.zeros((20_000, 3))
    inside = igl.fast_winding_number(corners, numpy.asarray(ball.faces), points)
    return round(float(inside.mean()))


def _pysat() -> int:
    from pysat.solvers import Cadical153

    with Cadical153() as solver:
        for a in range(1, 2000):
            solver.add_clause([-a, a + 1])
        return int(solver.solve(assumptions=[1]))


def _reportlab() -> int:
    import io

    from reportlab.pdfgen.canvas import Canvas

    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.drawString(72, 72, "owl")
    canvas.save()
    return int(file.getvalue().startswith(b"%PDF"))


KEPT: list[bytearray] = []
USES: dict[str, Callable[[], int]] = {
    "numpy": _numpy, "highspy": _highspy, "igl": _igl, "pysat": _pysat, "reportlab": _reportlab}
TASKS: dict[str, Callable[[bytes, Tell], bytes]] = {
    task.__name__: task for task in (
        echo, who, wrong, missing, bug, leave, vanish, segfault, kill, spin, spin_in_threads, hog,
        abort, grow, sleep, noise, steps, blow, babble, setting, library)}
TASKS["nap"] = sleep  # the same, in the lane of quick jobs
