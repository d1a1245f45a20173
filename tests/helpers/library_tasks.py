"""Tasks for tests of the worker processes: what one has loaded, and libraries in use."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Callable

import nonoforge.studio.jobs  # noqa: F401 - to see what is loaded with them
from nonoforge.progress import ShareProgress


def perform(verb: str, body: bytes, tell: ShareProgress) -> bytes:
    if verb == "setting":
        return setting()
    if importlib.util.find_spec(verb) is None:
        return b"missing"
    return str(USES[verb]()).encode()


def setting() -> bytes:
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")
    return json.dumps({"modules": sorted(sys.modules), "path": sys.path,
                       "threads": [os.environ[name] for name in names]}).encode()


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


USES: dict[str, Callable[[], int]] = {
    "numpy": _numpy, "highspy": _highspy, "igl": _igl, "pysat": _pysat, "reportlab": _reportlab}
