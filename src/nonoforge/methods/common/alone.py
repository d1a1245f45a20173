"""SAT solvers that do not stop when asked: each question is put to a process of its own.

Lingeling knows no limits, and Kissat answers one question only; neither can be interrupted. A
process can: it is ended when the time is up. It is sent all clauses anew for each question.
"""

from __future__ import annotations

import os
import sys
from array import array
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from typing import NamedTuple

from nonoforge import limited_process
from nonoforge.engine import OutOfBudget
from nonoforge.engine.encode import Encoding
from nonoforge.engine.sat import LOAD
from nonoforge.methods.common.job import GaveUp, Job
from nonoforge.puzzle import Colouring

CHILD = Path(__file__).with_name("alone_child.py")
GLANCE = 0.05  # seconds between two looks at the clock


class _Reply(NamedTuple):
    answer: str  # True, False or None, as python-sat says it
    conflicts: int
    model: list[int]


class Alone:
    """All clauses so far, and how to ask a solver for a model of them."""

    def __init__(self, job: Job, encoding: Encoding, name: str) -> None:
        self._job, self._encoding, self._name = job, encoding, name
        self._literals = array("i")
        for count, clause in enumerate(encoding.clauses):
            if count % LOAD == LOAD - 1:
                job.look()
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        self._literals.extend(clause)
        self._literals.append(0)

    def model(self) -> Colouring | bool:
        """A solution; False if there is none."""
        limit = self._job.budget.conflicts
        if limit is not None and (limit := limit - self._job.conflicts) <= 0:
            raise OutOfBudget
        reply = self._ask(limit or 0)
        self._job.conflicts += reply.conflicts
        if reply.answer == "None":
            raise OutOfBudget
        return self._encoding.decode(reply.model) if reply.answer == "True" else False

    def _ask(self, conflicts: int) -> _Reply:
        command = limited_process.command(str(CHILD), self._name, str(conflicts))
        paths = os.pathsep.join(filter(None, sys.path))  # python-sat may be anywhere
        with TemporaryFile() as question:
            self._literals.tofile(question)
            question.seek(0)
            child = Popen(command, stdin=question, stdout=PIPE, stderr=PIPE,
                          env={**os.environ, "PYTHONPATH": paths})
        with limited_process.counted(), child:
            try:
                output, errors = self._wait(child)
            except BaseException:
                child.kill()
                raise
        if child.returncode:
            last = errors.decode(errors="replace").strip().splitlines()[-1:]
            raise GaveUp(f"{self._name} failed: {' '.join(last) or child.returncode}")
        answer, spent, *model = output.split()
        return _Reply(answer.decode(), int(spent), list(map(int, model)))

    def _wait(self, child: Popen[bytes]) -> tuple[bytes, bytes]:
        """What it says, while the clock allows it."""
        while True:
            try:
                return child.communicate(timeout=GLANCE)
            except TimeoutExpired:
                self._job.look()
