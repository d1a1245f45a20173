"""What a method is: a name, a line about it, and a function from a job to a verdict."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, wraps
from pathlib import Path
from random import Random
from threading import Event, Thread
from time import monotonic, perf_counter
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.engine import Budget, Meter, OutOfBudget, climb, small_conflict, verify
from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.nonogram import Nonogram
from nonoforge.plugins import plugins
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.step import Observer, Step
from nonoforge.verdict import Answer, Level, Verdict

# Settings of a method, as people write them: `paint:order=plain,probe=2`.

Setting: TypeAlias = str | int | bool
Settings: TypeAlias = Mapping[str, Setting]

SWITCH = {"yes": True, "no": False}


class Option(NamedTuple):
    """A setting that a method has. The default says of what kind it is: a word (one of `choices`,
    if there are any), a number (`least` to `most`), or yes and no."""

    name: str
    default: Setting
    summary: str
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 10**9

    def read(self, text: str) -> Setting:
        """Return the value that is written there.

        >>> Option("probe", 3, "how deep", most=3).read("2")
        2
        """
        if isinstance(self.default, bool):
            if text in SWITCH:
                return SWITCH[text]
            raise InputError(f"{self.name}={text}: write yes or no")
        if isinstance(self.default, int):
            digits = text.lstrip("0")[:20] or "0"  # no more: of thousands Python reads none
            if text.isascii() and text.isdecimal() and self.least <= int(digits) <= self.most:
                return int(digits)
            raise InputError(f"{self.name}={text}: write a number from {self.least} to {self.most}")
        if self.choices and text not in self.choices:
            raise InputError(f"{self.name}={text}: {nearest(text, self.choices)}")
        return text

    @property
    def values(self) -> str:
        """What may stand there, the default first."""
        if isinstance(self.default, bool):
            return "no|yes" if not self.default else "yes|no"
        if isinstance(self.default, int):
            return f"{self.default} ({self.least} to {self.most})"
        return "|".join([self.default, *(c for c in self.choices if c != self.default)])


def read_settings(text: str, options: Sequence[Option]) -> dict[str, Setting]:
    """Return the settings in `order=plain,probe=2`; a name alone means yes.

    >>> read_settings("prepass", [Option("prepass", False, "clear the obvious first")])
    {'prepass': True}
    """
    known = {option.name: option for option in options}
    settings: dict[str, Setting] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        name, equals, value = part.partition("=")
        if name not in known:
            raise InputError(f"no option {name!a}; {nearest(name, known)}")
        if not equals and not isinstance(known[name].default, bool):
            raise InputError(f"{name}: say what, like {name}={known[name].default}")
        settings[name] = known[name].read(value if equals else "yes")
    return settings


def written(settings: Settings) -> str:
    """Settings as they are read.

    >>> written({"order": "plain", "prepass": True, "swap": False})
    'order=plain,prepass,swap=no'
    """
    return ",".join(name if value is True else f"{name}=no" if value is False else
                    f"{name}={value}" for name, value in settings.items())


# A job: one puzzle being solved by a method.
#
# It counts the work, stops it when the budget has run out, tells the observer, and makes the
# verdict. A method written as a generator of solutions needs nothing else: running to its end is
# the proof that there are no more, and `searching` turns it into a function that gives verdicts.


TELL_EVERY = 0.25  # seconds between two words about progress
MOMENT = 0.05  # seconds: shorter work is not timed


class GaveUp(Exception):
    """A method gets no further, for a reason other than the budget; the message says which."""


class TooMany(GaveUp):
    """A method would have to list more than it may; the message says what, and names another."""


class Job(Meter):
    """A meter with a puzzle. Methods call `settle`, `branch` and `conflict` as they work (`look`
    where they do none of these for long), keep `known` and `level` true, and `tell` their steps."""

    def __init__(
        self, puzzle: Puzzle, *, limit: int = 2, budget: Budget | None = None, seed: int = 0,
        options: Settings | None = None, observer: Observer | None = None,
        progress: WorkProgress | None = None, hint: Colouring | None = None, jobs: int = 1,
        repeatable: bool = False,
    ) -> None:
        super().__init__(budget)
        self.puzzle = puzzle
        self.hint = hint  # the maker's solution, for methods that prove or refute it
        self.limit = limit
        self.budget = budget or Budget()
        self.seed = seed
        self.random = Random(seed)
        self.options: Settings = options or {}
        self.observer = observer
        self.progress = progress
        self.jobs = jobs  # processes, for a method that is `parallel`
        self.repeatable = repeatable  # their verdict
        self.level: Level = "line"  # how far up it had to go
        self.known: Sequence[int] = State.start(puzzle).masks  # what holds in every solution
        self.counts: Counter[str] = Counter()  # whatever else is worth counting
        self._told = monotonic()

    def word(self, option: str) -> str:
        """Return an option whose value is a word."""
        return str(self.options[option])

    def number(self, option: str) -> int:
        """Return an option whose value is a number, or yes (1) or no (0)."""
        return int(self.options[option])

    def look(self) -> None:
        """Look at the clock, and say now and then how far it is."""
        super().look()
        if self.progress and (now := monotonic()) - self._told > TELL_EVERY:
            self._told = now
            self.progress(self.work)

    def branch(self) -> None:
        self.level = "search"
        super().branch()

    def conflict(self) -> None:
        self.look()
        super().conflict()

    def _plan_pause(self) -> None:
        self.pause = self.settled  # a line may take milliseconds: look at the clock after each

    def tell(self, step: Step, state: Callable[[], State] | None = None) -> None:
        """Report a step, with a function that returns the state after it; without it, what is
        certain."""
        if self.observer:
            self.observer(step, state or (lambda: State(tuple(self.known))))

    def verdict(
        self, solutions: Sequence[Colouring], complete: bool, why: str, seconds: float,
    ) -> Verdict:
        """Return the verdict on what was found. `complete`: there are no other solutions."""
        answer: Answer = "unknown"
        if len(solutions) > 1:
            answer = "multiple"
        elif complete:
            answer = "unique" if solutions else "none"
        state = State(tuple(1 << colour for colour in solutions[0])) if answer == "unique" else \
            State(tuple(self.known))
        conflict = small_conflict(self.puzzle, None, self._rest()) if answer == "none" else ()
        why = why if answer == "unknown" else ""
        return Verdict(answer, self.level, self._line_solvable(), tuple(solutions), complete, state,
                       self.work, conflict, seconds, tuple(self.counts.items()), why)

    def _rest(self) -> float | None:
        """Return the seconds that are left, and a little more, for what is said beside the answer.
        """
        left, seconds = self.seconds_left(), self.budget.seconds
        return None if left is None or seconds is None else left + seconds / 10 + MOMENT

    def _line_solvable(self) -> bool:
        """Return a truth about the puzzle, whatever the method found: the engine knows it in no
        time. (Of thousands of cells it may take longer than the clock allows; then it is not said.)
        """
        seconds = self.budget.seconds
        budget = Budget(settled=100_000, seconds=None if seconds is None else MOMENT + seconds / 10)
        return climb(self.puzzle, limit=1, level="line", budget=budget).line_solvable


def searching(solutions: Callable[[Job], Iterator[Colouring]]) -> Callable[[Job], Verdict]:
    """Return a generator of all solutions as a function that gives the verdict on a job."""
    @wraps(solutions)
    def run(job: Job) -> Verdict:
        begin = perf_counter()
        found: list[Colouring] = []
        complete, why = False, "no more were asked for"
        try:
            complete = _collect(job, solutions(job), found)
        except OutOfBudget:
            why = "the budget ran out"
        except GaveUp as reason:
            why = str(reason)
        return job.verdict(found, complete, why, perf_counter() - begin)

    return run


def _collect(job: Job, stream: Iterator[Colouring], found: list[Colouring]) -> bool:
    """Take solutions up to the limit, each checked; were these all?"""
    seen: set[Colouring] = set()
    try:
        for colouring in stream:
            _check(job.puzzle, colouring, seen)
            found.append(colouring)
            seen.add(colouring)
            job.tell(Step("solution"), lambda: State(tuple(1 << colour for colour in found[-1])))
            if len(found) >= job.limit:
                return False
        return True
    finally:
        if isinstance(stream, Generator):
            stream.close()


def _check(puzzle: Puzzle, colouring: Colouring, seen: Collection[Colouring]) -> None:
    """Check what a method returned: it may come from a plug-in, and be wrong."""
    if not isinstance(colouring, bytes):
        raise TypeError("a solution is bytes, a colour for each cell, not "
                        f"{type(colouring).__name__}")
    if not verify(puzzle, colouring):
        raise AssertionError("a solution failed the independent check")
    if colouring in seen:
        raise AssertionError("a solution came twice")


# A few minutes of work in Python, and the same on every machine: no puzzle runs for ever unasked.
DEFAULT_BUDGET = Budget(settled=1_000_000, nodes=1_000_000, conflicts=1_000_000)


@dataclass(frozen=True)
class Method:
    """A way to solve. A file in `methods` has one, called METHOD; its name is the file's.

    `run` decides a job. What a method cannot serve it says beforehand: `colours` more than black
    and white, `blotted` runs of unknown length, `repeats` of a cell in one line, `tallies`: clues
    that are not runs. `parallel`: several processes can solve one puzzle together. `budget` is the
    default. `part` is the extra that has the library `needs`.
    """

    summary: str
    run: Callable[[Job], Verdict]
    options: tuple[Option, ...] = ()
    colours: bool = True
    blotted: bool = True
    repeats: bool = True
    tallies: bool = False
    parallel: bool = False
    budget: Budget = DEFAULT_BUDGET
    needs: str = ""
    part: str = ""
    name: str = ""
    about: str = ""  # the file's docstring: how it works, and whose it is
    settings: Settings = field(default_factory=dict)

    def __str__(self) -> str:
        """Return the name with options: `paint:order=plain`."""
        return f"{self.name}:{written(self.settings)}" if self.settings else self.name

    def set(self, text: str) -> Method:
        """Return the same with settings: `order=plain,probe=2`."""
        return replace(self, settings={**self.settings, **read_settings(text, self.options)})

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Return why it cannot serve this puzzle, or None: it can."""
        clues = [line.clue for line in puzzle.lines]
        if not self.colours and len(puzzle.palette) > 2:
            return f"black and white only, and this has {len(puzzle.palette) - 1} colours"
        if not self.tallies and not all(isinstance(clue, Runs) for clue in clues):
            return "clues that list runs only"
        if not self.blotted and any(run.length is None for clue in clues
                                    if isinstance(clue, Runs) for run in clue.runs):
            return "runs of known length only, and some are blotted here"
        if not self.repeats and any(
                len(set(line.cells)) < len(line.cells) for line in puzzle.lines):
            return "lines that read no cell twice"
        return None

    def solve(
        self, puzzle: Puzzle | Nonogram, *, limit: int = 2, budget: Budget | None = None,
        seed: int = 0, observer: Observer | None = None, progress: WorkProgress | None = None,
        jobs: int = 1, repeatable: bool = False,
    ) -> Verdict:
        """Return the verdict, with up to `limit` solutions; one does for timing, a verdict takes
        two."""
        if jobs < 1:
            raise InputError(f"{jobs} jobs; at least 1 is needed")
        if jobs > 1 and not self.parallel:
            raise InputError(f"method {self.name} works in one process; several solve a puzzle "
                             "together by auto")
        hint = None
        if isinstance(puzzle, Nonogram):
            hint = puzzle.solution
            puzzle = puzzle.puzzle
        if self.needs and importlib.util.find_spec(self.needs) is None:
            raise MissingPart(f"method {self.name} needs {self.needs}: pip install "
                              f"'nonoforge[{self.part or self.name}]'")
        if why := self.refusal(puzzle):
            raise InputError(f"method {self.name} serves {why}; try --method auto")
        options = {option.name: option.default for option in self.options} | dict(self.settings)
        verdict = self.run(Job(puzzle, limit=limit, budget=budget or self.budget, seed=seed,
                               options=options, observer=observer, progress=progress, hint=hint,
                               jobs=jobs, repeatable=repeatable))
        if not isinstance(verdict, Verdict):  # from a file given with --method
            raise TypeError(f"method {self.name} gave {type(verdict).__name__} instead of a "
                            "verdict; `searching` makes one")
        return verdict


# All methods by name. Each file of `methods` is one, named after it: nothing else lists them.
#
# A method may also be a file anywhere else, `--method ./mine.py`, or a plug-in (docs/plugins.md).

PACKAGE = "nonoforge.methods"
FOLDER = Path(__file__).parent.parent


class Registry(Mapping[str, Method]):
    """Methods by name; a file is loaded when its method is asked for."""

    def __getitem__(self, name: str) -> Method:
        if name not in self:
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter((*_names(), *_plugins()))

    def __len__(self) -> int:
        return len(_names()) + len(_plugins())

    def __contains__(self, name: object) -> bool:
        return name in _names() or name in _plugins()


METHODS = Registry()


def choose(text: str) -> Method:
    """Return the method asked for: `paint`, `paint:order=plain`, or a file with one, `./mine.py`.

    >>> choose("line").summary
    'settle single lines until nothing changes'
    """
    name, _, settings = text.partition(":")
    if name.endswith(".py"):
        method = _from_file(name)
    elif name in METHODS:
        method = METHODS[name]
    else:
        raise InputError(f"no method {name!a}; {nearest(name, METHODS)}")
    try:
        return method.set(settings)
    except InputError as error:
        raise InputError(f"method {name}: {error.message}") from None


@cache
def _names() -> tuple[str, ...]:
    """Return the default first, the others by name."""
    found = [module.name.replace("_", "-") for module in pkgutil.iter_modules([str(FOLDER)])
             if not module.ispkg]
    return tuple(sorted(found, key=lambda name: (name != "auto", name)))


@cache
def _load(name: str) -> Method:
    if name not in _names():
        return _plugins()[name]
    return _method_of(importlib.import_module(f"{PACKAGE}.{name.replace('-', '_')}"), name)


@cache
def _plugins() -> dict[str, Method]:
    """Return the methods of other packages: an entry point refers to a METHOD or its module."""
    return plugins("methods", Method, _names(), _ready)


def _ready(name: str, found: Any) -> Any:
    if isinstance(found, ModuleType) and hasattr(found, "METHOD"):
        return _method_of(found, name)
    return replace(found, name=name) if isinstance(found, Method) else found


def _from_file(path: str) -> Method:
    """Return a method from a file that is not ours, which may be wrong in every way."""
    # The name must not be that of a module which the file, or others, mean to import.
    spec = importlib.util.spec_from_file_location(f"{PACKAGE}.your.{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise InputError("not a Python file", file=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(f"not Python: {error.msg}", file=path, line=error.lineno,
                         column=error.offset) from None
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=path) from None
    except (Exception, SystemExit) as error:
        raise InputError(f"loading it failed: {type(error).__name__}: {error}", file=path) from None
    if not isinstance(getattr(module, "METHOD", None), Method):
        raise InputError("there is no METHOD in it; docs/methods.md shows one", file=path)
    return _method_of(module, Path(path).stem.replace("_", "-"))


def _method_of(module: ModuleType, name: str) -> Method:
    method: Method = module.METHOD
    return replace(method, name=name, about=(module.__doc__ or "").strip())


# Methods that need a library: it is loaded when the method runs, and that is not the method's
# work. The clock of a job begins when its libraries are there (ortools takes a second or two,
# once).

def with_libraries(run: Callable[[Job], Verdict], *modules: str) -> Callable[[Job], Verdict]:
    """Return the function from a job to a verdict, run when these modules are loaded."""
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
    """Return the same job with a clock that starts now, and this budget if there is one."""
    return Job(job.puzzle, limit=job.limit, budget=budget or job.budget, seed=job.seed,
               options=job.options, observer=job.observer, progress=job.progress)


# A long call of a library, beside the thread that watches the clock and handles Ctrl-C.

POLL_SECONDS = 0.05  # seconds between two looks


def beside(job: Job, work: Callable[[], object], stop: Callable[[], object]) -> None:
    """Do the work, which must let other threads run meanwhile; `stop` tells it to stop.

    Libraries look at their own clocks rarely while they presolve. When the time is up the work is
    told to stop and left alone: it ends a moment later by itself, and the interpreter waits for
    that before it exits. What the work was made of must not be used again.
    """
    done = Event()
    failed: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            failed.append(error)
        finally:
            done.set()

    Thread(target=run).start()
    try:
        while not done.wait(POLL_SECONDS):
            job.look()
    except BaseException:
        stop()
        raise
    if failed:
        raise failed[0]
