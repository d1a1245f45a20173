"""CP-SAT in a process of its own: a script that reads requests from stdin and answers on stdout.

OR-tools brings a copy of HiGHS that clashes with highspy 1.15 and later, so the two are never
loaded into one process. Requests and answers are pickled, between this script and `methods/cp.py`
alone:

    ("model", domains, automata)       the colours of each cell; cells, finals and transitions
    ("solve", parameters, colouring)   rules out the colouring, if there is one, and solves

A model is answered with None, solving with (status, conflicts, branches, colouring or None).
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import warnings
from typing import Any, BinaryIO

READY = "ready"


def main() -> None:
    """Answer requests until stdin ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the library prints must not be taken for an answer
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that waits
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from ortools.sat.python import cp_model
    except ImportError as error:
        _send(answers, str(error))
        return
    _send(answers, READY)
    model: Any = None
    cells: list[Any] = []
    while True:
        try:
            kind, first, second = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        if kind == "model":
            model, cells = _model(cp_model, first, second)
            _send(answers, None)
        else:
            if second is not None:
                model.add_forbidden_assignments(cells, [list(second)])
            _send(answers, _solve(cp_model, model, cells, first))


def _send(answers: BinaryIO, answer: object) -> None:
    pickle.dump(answer, answers)
    answers.flush()


def _model(cp_model: Any, domains: Any, automata: Any) -> tuple[Any, list[Any]]:
    """Return the model, and its variable for each cell."""
    model = cp_model.CpModel()
    cells = [model.new_int_var_from_domain(cp_model.Domain.from_values(colours), "")
             for colours in domains]
    for read, finals, transitions in automata:
        model.add_automaton([cells[cell] for cell in read], 0, finals, transitions)
    return model, cells


def _solve(cp_model: Any, model: Any, cells: list[Any], parameters: dict[str, Any]) -> Any:
    solver = cp_model.CpSolver()
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    status = solver.solve(model)
    found = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    colouring = bytes(solver.value(cell) for cell in cells) if found else None
    return solver.status_name(status), solver.num_conflicts, solver.num_branches, colouring


if __name__ == "__main__":
    main()
