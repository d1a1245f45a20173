"""What a batch does with each puzzle: a verb is its options and what it puts into a record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from nonoforge.batch.inputs import Inputs
from nonoforge.batch.options import BatchExplainOptions, RateOptions
from nonoforge.batch.records import BatchRecord, SolutionForm, pack_colours
from nonoforge.engine import LADDERS, ambiguous_cells
from nonoforge.files import read_file
from nonoforge.formats import MAX_BYTES, loads
from nonoforge.judge import CheckOptions, SolveOptions, explain, flaws, rate
from nonoforge.methods import Method, choose
from nonoforge.nonogram import Nonogram
from nonoforge.options import Options
from nonoforge.puzzle import Colouring
from nonoforge.verdict import Budget, Verdict

RATING_BUDGET = Budget(settled=50_000)  # of a check: counted, so that ratings repeat


class Item(NamedTuple):
    """A file, a line or a puzzle of a bundle, before it is read; or what is wrong with it."""

    name: str
    data: bytes | None = None  # None: the file must be read
    format: str | None = None  # None: found by its content
    quick: str = ""  # the format in which it may be packed without making objects of its lines
    place: tuple[str, int] | None = None  # of a line: file and number
    error: str = ""
    number: int | None = None  # of a random puzzle
    words: str = ""  # that a puzzle is made of

    def content(self) -> bytes:
        """Return the bytes of the item."""
        return read_file(self.name, MAX_BYTES) if self.data is None else self.data


class Verb(ABC):
    """A verb with its options. A subclass fills in the record of one puzzle (`judge`); where
    `by_lines`, puzzles that single lines solve need no more than their solution (`solved`)."""

    name: ClassVar[str]
    options: ClassVar[type[Options]]
    help: ClassVar[str]
    """What the verb does, for people."""
    examples: ClassVar[tuple[str, ...]]
    """Arguments of a command."""
    needs_inputs: ClassVar[bool] = True
    by_lines = False
    settled: int | None = None
    """The most lines that may be settled in the attempt by lines."""

    def __init__(self, options: Any, solution: SolutionForm, folder: str) -> None:
        self.form, self.folder = solution, folder

    @classmethod
    def sources(cls, inputs: Sequence[str], options: Any, folder: str | None) -> Inputs:
        """Return the inputs; `folder` is that of the results."""
        return Inputs(inputs, avoid=folder)

    def read(self, item: Item) -> list[Nonogram]:
        """Return the puzzles of an item."""
        return loads(item.content(), item.name, item.format)

    @abstractmethod
    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        """Fill in the record of a puzzle."""

    def solved(self, record: BatchRecord, colours: int, solution: Colouring, settled: int) -> None:
        """Fill in the record of a puzzle that single lines solve."""
        record.verdict, record.level, record.work = "unique", "line", [settled, 0, 0, 0]
        if self.form == "bits":
            record.solution = pack_colours(solution, colours)
            record.colours = colours

    def show(self, record: BatchRecord, nonogram: Nonogram, verdict: Verdict) -> None:
        """Fill in a verdict."""
        record.verdict, record.level, record.work = (
            verdict.answer, verdict.level, list(verdict.work))
        record.why = verdict.why
        if not verdict.solutions or self.form == "none":
            return
        if self.form == "full":
            record.solution = nonogram.geometry.nest(verdict.solutions[0])
        else:
            record.colours = len(nonogram.puzzle.palette)
            record.solution = pack_colours(verdict.solutions[0], record.colours)


class Solve(Verb):
    """The verdict and the first solution."""

    name = "solve"
    options = SolveOptions
    help = "Solve puzzles: verdict, level, work and solution of each."
    examples: ClassVar[tuple[str, ...]] = (
        "puzzles/ -o solved", "set.jsonl more.tar.gz @list.txt -o solved --jobs 4",
        "set.jsonl -o solved --again unknown --budget conflicts=10000000")

    def __init__(self, options: SolveOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        self.given = options
        self.method: Method = choose(options.method)
        self.budget = options.spending
        # Single lines come first in each of these; the others count and begin otherwise.
        self.by_lines = options.method in LADDERS and solution != "full"
        self.settled = (self.budget or self.method.budget).settled

    def verdict(self, nonogram: Nonogram) -> Verdict:
        return self.method.solve(nonogram, limit=max(2, self.given.solutions), budget=self.budget,
                                 seed=self.given.seed)

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        self.show(record, nonogram, self.verdict(nonogram))


class Check(Solve):
    """The verdict, whether it is ready for players, the rating, and how much is ambiguous."""

    name = "check"
    options = CheckOptions
    help = "Check puzzles: verdict, rating, flaws, and how many cells are ambiguous."
    examples = ("set.jsonl -o checked", "set.jsonl -o checked --no-rating")

    def __init__(self, options: CheckOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        self.by_lines, self.rated = False, options.rating

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        verdict = self.verdict(nonogram)
        self.show(record, nonogram, verdict)
        found = flaws(nonogram, verdict)
        record.ready = not any(flaw.serious for flaw in found)
        record.flaws = [flaw.kind for flaw in found]
        if verdict.answer == "multiple":
            record.ambiguous = len(ambiguous_cells(nonogram.puzzle, verdict)[0])
        if self.rated and verdict.answer == "unique":
            fill_rating(record, nonogram, RATING_BUDGET)


class Rate(Verb):
    """The rating alone."""

    name = "rate"
    options = RateOptions
    help = "Rate puzzles: stars, and the hardest technique that is needed."
    examples = ("set.jsonl -o rated",)

    def __init__(self, options: RateOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        self.budget = Budget.of(options.budget)

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        fill_rating(record, nonogram, self.budget)


def fill_rating(record: BatchRecord, nonogram: Nonogram, budget: Budget) -> None:
    """Fill in the rating of a puzzle."""
    found = rate(nonogram, budget=budget)
    record.effort, record.why = found.effort, found.why or record.why
    if found.technique is not None:
        record.stars, record.technique = found.stars or 0, found.technique.name


class Explain(Verb):
    """The steps of the solution in sentences."""

    name = "explain"
    options = BatchExplainOptions
    help = "Explain puzzles: every step with its reason, in sentences."
    examples = ("set.jsonl -o explained --compression gzip",)

    def __init__(self, options: BatchExplainOptions, solution: SolutionForm, folder: str) -> None:
        super().__init__(options, solution, folder)
        self.budget = Budget.of(options.budget)

    def judge(self, record: BatchRecord, nonogram: Nonogram) -> None:
        found = explain(nonogram, budget=self.budget)
        record.steps, record.why = list(found.sentences), found.why


JUDGES: tuple[type[Verb], ...] = (Solve, Check, Rate, Explain)
