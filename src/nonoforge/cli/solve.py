"""`nonoforge solve`."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import (
    click_options,
    expect,
    files,
    from_format,
    method_of,
    output,
    prepass,
)
from nonoforge.judge import SolveOptions
from nonoforge.step import Step

if TYPE_CHECKING:
    from nonoforge.cli.io import Input, Output
    from nonoforge.methods import Method
    from nonoforge.progress import WorkProgress
    from nonoforge.state import State
    from nonoforge.step import Observer
    from nonoforge.verdict import Budget, Verdict


@click.command("solve")
@files
@from_format
@click_options(SolveOptions)
@prepass
@expect
@click.option("--animate", is_flag=True,
              help="Show the method at work in the terminal. Showing takes time, which the seconds "
                   "of a --budget include.")
@click.option("--pace", type=click.FloatRange(0, 60), metavar="SECONDS",
              help="With --animate: how long each step is shown that decides a cell; 0 is as fast "
                   "as possible.  [default: 0.06 at first, then less: 10 s in all]")
@click.option("--trace", "trace_path", metavar="FILE",
              help="Write the steps of the method as JSON lines, the first million of each puzzle: "
                   "the whole file or nothing. - is stdout, which then has nothing else.")
@click.option("--proof", "proof_path", metavar="FILE",
              help="Write a proof of the verdict, unique or none, that a program of 300 lines can "
                   "check without trusting this one: the whole file or nothing. For one puzzle.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
              help="Number of processes, for method auto: for one puzzle they share what is not "
                   "decided in a moment, several puzzles are shared out. A count of a --budget is "
                   "for all of them together.")
@click.option("--repeatable", is_flag=True,
              help="With --jobs: processes that share a puzzle wait for each other, so that "
                   "solutions, level and work are always the same; takes longer.")
@output
def command(
    files: tuple[str, ...], source_format: str | None, options: SolveOptions, prepass: bool,
    expect: str | None, animate: bool, pace: float | None, trace_path: str | None,
    proof_path: str | None, jobs: int, repeatable: bool, as_json: bool, out: str | None,
    quiet: bool,
) -> int:
    """Solve puzzles: print the picture and the verdict.

    The verdict is unique, multiple (with two solutions, marked where they differ), none (with the
    lines that contradict each other) or unknown (the budget ran out: what is certain anyway).
    In a pipe the picture is plain text: . is white, # is black, ? is not known.

    The native kernel cannot be watched: for --animate and --trace the engine's own methods (auto,
    line, probe, search) do the same work in Python, and counts differ a little.

    \b
    Examples:
      nonoforge solve cat.non
      nonoforge solve --json puzzles/ -o verdicts.jsonl
      nonoforge solve --expect unique -q cat.non && echo fine
      nonoforge solve --solutions 10 --budget 30s hard.xml
      nonoforge solve --jobs 2 hard.non
      nonoforge solve --animate --method paint:probe=1 cat.non
      nonoforge solve --trace steps.jsonl --method backtrack cat.non
      nonoforge solve --proof cat.proof cat.non && python -m nonoforge.proof_checker cat.proof
      cat cat.non | nonoforge solve -
    """
    from nonoforge.cli.io import Output, ReadAhead, each, expected, found_in, spare, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.results import verdict_record

    _check_usage(animate=animate, pace=pace, trace=trace_path, as_json=as_json, out=out,
                 quiet=quiet)
    files = tuple(found_in(files))
    if proof_path is not None and len(files) > 1:
        raise click.UsageError("--proof writes the proof of one puzzle; give one file")
    spare(files, {"--trace": trace_path, "--proof": proof_path, "-o": out})
    result = Output(out)
    method, budget = method_of(options, prepass), options.spending
    if jobs > 1:
        _check_jobs(method, animate=animate, trace=trace_path)
    ahead = ReadAhead(files, source_format) if jobs > 1 else None
    inputs = ahead.inputs(files) if ahead else []
    verdicts = _together(inputs, method, options, jobs) if len(inputs) > 1 else None
    silent = trace_path == "-" and result.path is None
    progress = Progress(len(files), quiet=quiet or animate,
                        seconds=budget.seconds if budget else None)

    def act(puzzle: Input) -> int:
        left = budget and puzzle.left(budget)
        with _watching(puzzle, method, result, trace, animate, pace) as observer, \
                interrupt.within(None if verdicts else budget, puzzle.name, puzzle.seconds):
            verdict = next(verdicts) if verdicts else method.solve(
                puzzle.nonogram, limit=max(2, options.solutions), budget=left,
                seed=options.seed, progress=progress.work, observer=observer, jobs=jobs,
                repeatable=repeatable)
        if trace:
            trace.end(puzzle, verdict)
        with progress.hidden():
            if as_json:
                result.line(to_json(verdict_record(puzzle.name, puzzle.nonogram, verdict)))
            elif not silent:
                _tell(puzzle, verdict, result, quiet=quiet,
                      named=len(files) > 1 or "#" in puzzle.name)
        if proof_path is not None:
            _prove(puzzle, verdict, proof_path, budget, progress.work)
        return expected(expect, verdict.answer)

    with _tracing(trace_path) as trace, progress:
        code = each(files, source_format, progress, act, result if as_json else None,
                    budget, ahead)
    result.close()
    return code


def _together(
    inputs: list[Input], method: Method, options: SolveOptions, jobs: int,
) -> Iterator[Verdict]:
    """Yield the verdicts on several puzzles, each by one of several processes."""
    from nonoforge.batch import solve_stream

    return solve_stream(
        (puzzle.nonogram for puzzle in inputs), jobs=min(jobs, len(inputs)),
        limit=max(2, options.solutions), budget=options.spending or method.budget,
        seed=options.seed, chunk_size=1)


def _check_jobs(method: Method, *, animate: bool, trace: str | None) -> None:
    """Refuse what only one process does."""
    if not method.parallel:
        raise click.UsageError(f"--jobs serves method auto, not {method}; for several puzzles by "
                               "other methods there is nonoforge batch solve")
    if animate or trace is not None:
        raise click.UsageError("--animate and --trace show the steps of one process; leave out "
                               "--jobs")


def _prove(
    puzzle: Input, verdict: Verdict, path: str, budget: Budget | None, progress: WorkProgress,
) -> None:
    """Write the certificate of a verdict."""
    from nonoforge.engine import certificate
    from nonoforge.errors import InputError
    from nonoforge.files import write_whole

    if "#" in puzzle.name:
        raise InputError("--proof writes the proof of one puzzle; convert one of these to a file "
                         "of its own")
    write_whole(path, certificate(puzzle.nonogram.puzzle, verdict, budget, progress).encode())


def _check_usage(
    *, animate: bool, pace: float | None, trace: str | None, as_json: bool, out: str | None,
    quiet: bool,
) -> None:
    """Refuse options that write to the same place."""
    if pace is not None and not animate:
        raise click.UsageError("--pace is how fast --animate goes; give both")
    if trace == "-" and as_json and out in (None, "-"):
        raise click.UsageError("--trace - and --json both write to stdout; give one of them a file")
    if trace not in (None, "-") and out is not None and _same(trace, out):
        raise click.UsageError("--trace and -o write to the same file; give them two")
    if not animate:
        return
    with_it = {"--json": as_json, "-q": quiet, "-o": out is not None, "--trace -": trace == "-"}
    for option in (option for option, given in with_it.items() if given):
        raise click.UsageError(f"--animate draws on the terminal and cannot go with {option}; "
                               "--trace FILE writes the steps down")
    if not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        raise click.UsageError("--animate needs a terminal to draw on; --trace FILE writes the "
                               "steps down")


def _same(one: str | None, other: str) -> bool:
    return one is not None and os.path.realpath(one) == os.path.realpath(other)


@contextmanager
def _tracing(path: str | None) -> Iterator[Trace | None]:
    """Open the trace of all puzzles, if one is wanted."""
    if path is None:
        yield None
        return

    with Trace(path) as trace:
        yield trace


@contextmanager
def _watching(
    puzzle: Input, method: Method, result: Output, trace: Trace | None, animate: bool,
    pace: float | None,
) -> Iterator[Observer | None]:
    """Return the observer of the steps of a puzzle: trace, animation, both or None."""
    with ExitStack() as ends:
        watchers: list[Observer] = []
        if trace:
            trace.begin(puzzle, method)
            watchers.append(trace.step)
        if animate:
            from nonoforge.cli.animate import Animation

            watchers.append(ends.enter_context(
                Animation(puzzle, str(method), result.screen, pace)).step)
        try:
            yield _all(watchers)
        except Exception as error:
            if trace:
                trace.fail(puzzle, error)
            raise


def _all(watchers: list[Observer]) -> Observer | None:
    """Return several observers as one."""
    if len(watchers) < 2:
        return watchers[0] if watchers else None

    def watch(step: Step, state: Callable[[], State]) -> None:
        for watcher in watchers:
            watcher(step, state)

    return watch


def _tell(
    puzzle: Input, verdict: Verdict, result: Output, *, quiet: bool, named: bool,
) -> None:
    """Print the pictures and the verdict."""
    from nonoforge.results import verdict_line

    if not quiet:
        _pictures(puzzle, verdict, result)
    line = verdict_line(puzzle.nonogram, verdict)
    result.sentence(f"{puzzle.name}: {line}" if named else line)


def _pictures(puzzle: Input, verdict: Verdict, result: Output) -> None:
    from nonoforge.results import differing

    nonogram, screen = puzzle.nonogram, result.screen
    if verdict.answer == "none":
        return
    if not verdict.solutions:
        result.line(screen.picture(nonogram, verdict.state))
        return
    # One solution of an unknown number: what is not proved is marked.
    marks = differing(verdict.solutions) if verdict.answer == "multiple" else \
        verdict.state.open_cells() if verdict.answer == "unknown" else ()
    for number, solution in enumerate(verdict.solutions, start=1):
        if len(verdict.solutions) > 1:
            result.line(f"solution {number}:")
        result.line(screen.picture(nonogram, solution, marks=marks))


# `--trace FILE`: the steps of a solver as JSON lines.
#
#     {"trace": 1, "file": ..., "method": ..., ...}        each puzzle begins with a header,
#     {"step": 1, "kind": "settle", "line": "row 3", ...}  then come its steps,
#     {"steps": 57, "verdict": "unique", "work": ...}      and its end
#
# What is empty is left out of a step. A cell that was learned about is given as its number and the
# colours that are left to it.

MAX_STEPS = 1_000_000
"""Of one puzzle, so that a search of hours does not fill the disk."""


class Trace:
    """Writes steps as they come to a file beside `path`, which replaces it at the end. After an
    error or Ctrl-C, or if no puzzle could be read, there is no file."""

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
        """Write the header of a puzzle."""
        nonogram = puzzle.nonogram
        self._names = [line.name for line in nonogram.puzzle.lines]
        self._steps = 0
        self._line({
            "trace": 1, "file": puzzle.name, "method": str(method),
            "family": nonogram.family.name, "cells": nonogram.puzzle.cells,
            "colours": len(nonogram.puzzle.palette), "lines": self._names,
        })

    def step(self, step: Step, state: Callable[[], State]) -> None:
        """Write a step; this is the observer of a solver."""
        self._steps += 1
        if self._steps <= MAX_STEPS:
            self._line(self._record(step))
        elif self._steps == MAX_STEPS + 1:
            self._line({"left_out": f"the steps after the first {MAX_STEPS:,}"})

    def end(self, puzzle: Input, verdict: Verdict) -> None:
        """Write the last line of a puzzle: its verdict, as `--json` has it."""
        import msgspec

        from nonoforge.results import verdict_record

        self._good = True
        record = verdict_record(puzzle.name, puzzle.nonogram, verdict)
        self._line({"steps": self._steps} | msgspec.to_builtins(record))

    def fail(self, puzzle: Input, error: Exception) -> None:
        """Write the error as the last line of a puzzle."""
        from nonoforge.cli.io import error_record

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
        """Return the error with the name of the file, such as after a full disk."""
        return OSError(error.errno, error.strerror, self.path)


class _NothingGood(Exception):
    """Raised at the end so that the file is removed."""


def _colours(mask: int) -> list[int]:
    return [colour for colour in range(mask.bit_length()) if mask >> colour & 1]
