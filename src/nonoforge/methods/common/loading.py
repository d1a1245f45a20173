"""Methods that need a library: it is loaded when the method runs, and that is not the method's
work. The clock of a job begins when its libraries are there (ortools takes a second or two, once).
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable

from nonoforge.engine import Budget
from nonoforge.errors import MissingPart
from nonoforge.methods.common.job import Job
from nonoforge.verdict import Verdict


def with_libraries(run: Callable[[Job], Verdict], *modules: str) -> Callable[[Job], Verdict]:
    """The function from a job to a verdict, run when these modules are loaded."""
    def loaded(job: Job) -> Verdict:
        for module in modules:
            load(module)
        return run(begun_anew(job))

    return loaded


def load(module: str) -> None:
    """Load it; what it says about others' deprecations meanwhile is not for our users."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            importlib.import_module(module)
    except ImportError as error:
        raise MissingPart(f"cannot load {module}: {error}") from None


def begun_anew(job: Job, budget: Budget | None = None) -> Job:
    """The same job with a clock that starts now, and this budget if there is one."""
    return Job(job.puzzle, limit=job.limit, budget=budget or job.budget, seed=job.seed,
               options=job.options, observer=job.observer, progress=job.progress)
