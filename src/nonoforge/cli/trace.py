"""`--trace FILE`: everything that a solver does, as JSON lines.

    {"trace": 1, "file": ..., "method": ..., ...}        each puzzle begins with a header,
    {"step": 1, "kind": "settle", "line": "row 3", ...}  then come its steps,
    {"steps": 57, "verdict": "unique", "work": ...}      and its end

What is empty is left out of a step. A cell that was learned about is given as its number and the
colours that are left to it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from nonoforge.cli import interrupt
from nonoforge.step import Step

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.methods import Method
    from nonoforge.state import State
    from nonoforge.verdict import Verdict

MOST_STEPS = 1_000_000
"""Of one puzzle; a search that goes on for hours would fill any disk."""


class Trace:
    """Writes beside the file as steps come; at the end it takes its place. At an error or Ctrl-C,
    or if no puzzle was any good, there is no file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._ends = contextlib.ExitStack()
        self._file: BinaryIO | None = None
        self._names: list[str] = []
        self._steps = 0
        self._good = False

    def __enter__(self) -> Self:
        from nonoforge.files import whole_file, write_errors

        if self.path != "-":
            with write_errors(self.path):
                self._file = self._ends.enter_context(whole_file(self.path))
            if self._file.name != os.path.realpath(self.path):  # not a device: beside it
                self._ends.enter_context(interrupt.undone(partial(os.unlink, self._file.name)))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None and not self._good:
            kind, error = _NothingGood, _NothingGood()
        try:
            self._ends.__exit__(kind, error, trace)
        except OSError as failure:  # buffers are emptied at the end, and that may fail
            raise self._named(failure) from None

    def begin(self, puzzle: Input, method: Method) -> None:
        """The header of a puzzle."""
        nonogram = puzzle.nonogram
        self._names = [line.name for line in nonogram.puzzle.lines]
        self._steps = 0
        self._line({
            "trace": 1, "file": puzzle.name, "method": str(method),
            "family": nonogram.family.name, "cells": nonogram.puzzle.cells,
            "colours": len(nonogram.puzzle.palette), "lines": self._names,
        })

    def step(self, step: Step, state: Callable[[], State]) -> None:
        """Observes a solver."""
        self._steps += 1
        if self._steps <= MOST_STEPS:
            self._line(self._record(step))
        elif self._steps == MOST_STEPS + 1:
            self._line({"left_out": f"the steps after the first {MOST_STEPS:,}"})

    def end(self, puzzle: Input, verdict: Verdict) -> None:
        """The last line of a puzzle: what came of it, as `--json` has it."""
        import msgspec

        from nonoforge.results import verdict_record

        self._good = True
        record = verdict_record(puzzle.name, puzzle.nonogram, verdict)
        self._line({"steps": self._steps} | msgspec.to_builtins(record))

    def fail(self, puzzle: Input, error: Exception) -> None:
        """Or why nothing came of it."""
        from nonoforge.cli.record import error_record

        self._line({"steps": self._steps} | error_record(puzzle.name, error))

    def _record(self, step: Step) -> dict[str, Any]:
        record: dict[str, Any] = {"step": self._steps, "kind": step.kind}
        if step.line is not None:
            record["line"] = self._names[step.line]
        record["depth"] = step.depth
        if step.learned:
            record["learned"] = [(cell, _colours(mask)) for cell, mask in step.learned]
        if step.words:
            record["words"] = step.words
        return record

    def _line(self, record: dict[str, Any]) -> None:
        text = json.dumps(record) + "\n"
        if self._file is None:
            sys.stdout.write(text)
            return
        try:
            self._file.write(text.encode())
        except OSError as error:
            raise self._named(error) from None

    def _named(self, error: OSError) -> OSError:
        """Nothing else is done once a disk is full: the command ends and says which file it was."""
        return OSError(error.errno, error.strerror, self.path)


class _NothingGood(Exception):
    """Makes the file go away again."""


def _colours(mask: int) -> list[int]:
    return [colour for colour in range(mask.bit_length()) if mask >> colour & 1]
