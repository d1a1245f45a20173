"""Methods that need a library: it is loaded when the method runs, and that is not the method's
work. The clock of a job begins when its libraries are there (ortools takes a second or two, once).
"""

from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable

from nonoforge.errors import MissingPart
from nonoforge.methods.common.job import Job
from nonoforge.verdict import Verdict


def with_libraries(run: Callable[[Job], Verdict], *modules: str) -> Callable[[Job], Verdict]:
    """The function from a job to a verdict, run when these modules are loaded."""
    def loaded(job: Job) -> Verdict:
        for module in modules:
            load(module)
        return run(Job(job.puzzle, limit=job.limit, budget=job.budget, seed=job.seed,
                       options=job.options, observer=job.observer, progress=job.progress))

    return loaded


def load(module: str) -> object:
    """The module; what it says about others' deprecations while it loads is not for our users."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingPart(f"{module} is installed but does not load: {error}") from None
