"""The child process of `methods/sat.py`: a solver's name and the conflicts that it may
spend (0: any number) as arguments; clauses on stdin, as C ints, each ended by 0; on stdout the
answer, the conflicts spent and the model. It needs python-sat and nothing of ours.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from contextlib import suppress
from typing import Any


def main() -> None:
    """Ask the solver and print what it says."""
    from pysat.solvers import Solver

    name, limit = sys.argv[1], int(sys.argv[2])
    with Solver(name=name) as solver:
        for clause in clauses(sys.stdin.buffer.read()):
            solver.add_clause(clause)
        answer = limited(solver, limit) if limit else solver.solve()
        conflicts = 0
        with suppress(NotImplementedError):  # kissat does not tell
            conflicts = solver.accum_stats()["conflicts"]
        print(answer, conflicts, *(solver.get_model() or () if answer else ()))


def limited(solver: Any, conflicts: int) -> bool | None:
    """Return the answer within a number of conflicts; lingeling has no such limit."""
    try:
        solver.conf_budget(conflicts)
    except NotImplementedError:
        return bool(solver.solve())
    answer: bool | None = solver.solve_limited()
    return answer


def clauses(sent: bytes) -> Iterator[list[int]]:
    """Yield the clauses that were sent; an empty one, which not all solvers take, as two."""
    literals = array("i")
    literals.frombytes(sent)
    clause: list[int] = []
    for literal in literals:
        if literal:
            clause.append(literal)
            continue
        yield from [clause] if clause else [[1], [-1]]
        clause = []


if __name__ == "__main__":
    main()
