"""`nonoforge solve`."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import files, from_format, output, solving

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.trace import Trace
    from nonoforge.engine import Budget
    from nonoforge.methods import Method
    from nonoforge.state import State
    from nonoforge.step import Observer, Step
    from nonoforge.verdict import Verdict


@click.command("solve")
@files
@from_format
@solving
@click.option("--animate", is_flag=True,
              help="Show the method at work, in the terminal. The time of showing counts as the "
                   "method's: it spends the seconds of a --budget.")
@click.option("--pace", type=click.FloatRange(0, 60), metavar="SECONDS",
              help="With --animate: show each step that teaches something so long; 0 is as fast as "
                   "it goes. Without, 0.06 s at first, and less and less: 10 s in all.")
@click.option("--trace", "trace_path", metavar="FILE",
              help="Write what the method does as JSON lines, the first million steps of each "
                   "puzzle: the whole file or nothing. With - they go to stdout, and nothing else "
                   "does.")
@output
def command(
    files: tuple[str, ...], source_format: str | None, method: Method, budget: Budget | None,
    seed: int, solutions: int, expect: str | None, animate: bool, pace: float | None,
    trace_path: str | None, as_json: bool, out: str | None, quiet: bool,
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
      nonoforge solve --json puzzles/*.non > verdicts.jsonl
      nonoforge solve --expect unique -q cat.non && echo fine
      nonoforge solve --solutions 10 --budget 30s hard.xml
      nonoforge solve --animate --method paint:probe=1 cat.non
      nonoforge solve --trace steps.jsonl --method backtrack cat.non
      cat cat.non | nonoforge solve -
    """
    from nonoforge.cli.faults import expected
    from nonoforge.cli.inputs import each, spare
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.cli.record import to_json
    from nonoforge.results import verdict_record

    _check_usage(animate=animate, pace=pace, trace=trace_path, as_json=as_json, out=out,
                 quiet=quiet)
    spare(files, {"--trace": trace_path, "-o": out})
    result = Output(out)
    silent = trace_path == "-" and result.path is None
    progress = Progress(len(files), quiet=quiet or animate,
                        seconds=budget.seconds if budget else None)

    def act(puzzle: Input) -> int:
        with _watching(puzzle, method, result, trace, animate, pace) as observer:
            verdict = method.solve(puzzle.nonogram, limit=max(2, solutions), budget=budget,
                                   seed=seed, progress=progress.work, observer=observer)
        if trace:
            trace.end(puzzle, verdict)
        with progress.hidden():
            if as_json:
                result.line(to_json(verdict_record(puzzle.name, puzzle.nonogram, verdict)))
            elif not silent:
                _tell(puzzle, verdict, result, quiet=quiet,
                      named=len(files) > 1 or "#" in puzzle.name)
        return expected(expect, verdict.answer)

    with _tracing(trace_path) as trace, progress:
        code = each(files, source_format, progress, act, result if as_json else None)
    result.close()
    return code


def _check_usage(
    *, animate: bool, pace: float | None, trace: str | None, as_json: bool, out: str | None,
    quiet: bool,
) -> None:
    """An animation needs a terminal of its own, and so does a trace that is printed."""
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
    """The trace of all puzzles, if one is wanted; it fails here if it cannot be written."""
    if path is None:
        yield None
        return
    from nonoforge.cli.trace import Trace

    with Trace(path) as trace:
        yield trace


@contextmanager
def _watching(
    puzzle: Input, method: Method, result: Output, trace: Trace | None, animate: bool,
    pace: float | None,
) -> Iterator[Observer | None]:
    """Whoever is to be told the steps of a puzzle."""
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
    """Several observers as one."""
    if len(watchers) < 2:
        return watchers[0] if watchers else None

    def watch(step: Step, state: Callable[[], State]) -> None:
        for watcher in watchers:
            watcher(step, state)

    return watch


def _tell(
    puzzle: Input, verdict: Verdict, result: Output, *, quiet: bool, named: bool,
) -> None:
    """The pictures and the verdict, for people."""
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
