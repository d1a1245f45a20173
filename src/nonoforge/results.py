"""Results: typed records that `--json` and the API give, and sentences for people about the same.

Cells and lines are numbered from 0. On the command line colours are nested as the family nests its
cells (rows of a grid, layers of a solid); in the API they are one list of all cells.

This module stands below the families, each of which adds the record of its `make`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, Meta, UnsetType

from nonoforge.clues import Clue, Runs, Tally
from nonoforge.errors import InputError
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import count, in_words, listed, printable, spans
from nonoforge.verdict import Flaw, FlawKind, Verdict

if TYPE_CHECKING:
    from nonoforge.judge import (
        Deduction,
        Edit,
        Edits,
        ExplainedStep,
        Explanation,
        Hint,
        Rating,
        Repair,
        Report,
    )
    from nonoforge.making import MakeResult
    from nonoforge.methods import Method
    from nonoforge.step import Step

OPEN = -1  # an open cell in a list of colours

_INTEGERS = {"items": {"type": "integer"}}
FileName = Annotated[str | UnsetType, Meta(description="Name of the input; not in the API.")]
Colours = Annotated[list[Any], Meta(description="The colour of each cell.",
                                    extra_json_schema=_INTEGERS)]
Known = Annotated[list[Any], Meta(
    description="The colour of each cell that is certain; of others null, in the API -1.",
    extra_json_schema=_INTEGERS)]
Cells = Annotated[list[int], Meta(description="Numbers of cells, from 0: in a grid row times width "
                                              "plus column.")]
Lines = Annotated[list[int], Meta(description="Numbers of lines, from 0, in the order of the "
                                              "board's clues.")]
CellColours = Annotated[list[tuple[int, list[int]]], Meta(
    description="Cells of which something is learned, each with the colours left for it.")]
Answer = Annotated[Literal["unique", "multiple", "none", "unknown"],
                   Meta(description="Number of solutions; unknown: the budget ran out.")]
Level = Annotated[Literal["line", "probe", "search", "sat"],
                  Meta(description="What it took to find that out.")]
LineSolvable = Annotated[bool, Meta(description="Whether single lines solve it.")]


class RatingRecord(msgspec.Struct, kw_only=True):
    """How hard a puzzle is for a person; docs/rating.md explains it."""

    stars: Annotated[int, Meta(description="1 to 5.")]
    rung: Annotated[int, Meta(description="Number of the hardest technique that is needed.")]
    technique: Annotated[str, Meta(description="Its name.")]
    work: Annotated[int, Meta(description="Number of deductions, weighted by technique.")]
    effort: Annotated[int, Meta(description="Finding and using all deductions; gives the stars.")]
    hardest: Annotated[int, Meta(
        description="Number of points at which nothing easier than the technique helps.")]
    narrowest: Annotated[int | None, Meta(description="The fewest deductions that a state allows.")]
    rounds: int
    settled: int
    uses: Annotated[dict[str, int], Meta(description="How often each technique is used.")]


class VerdictRecord(msgspec.Struct, kw_only=True):
    """The verdict on a puzzle."""

    file: FileName = UNSET
    family: str
    verdict: Answer
    level: Level
    line_solvable: LineSolvable
    solutions: Annotated[list[Colours], Meta(description="Those that were found.")]
    complete: Annotated[bool, Meta(description="Whether these are all solutions.")]
    seconds: float
    work: Annotated[dict[str, int], Meta(description="Lines settled, probes, nodes, conflicts.")]
    engine: str
    conflict: Annotated[list[str], Meta(
        description="If there is no solution: names of lines that contradict each other.")] = []
    conflict_lines: Annotated[list[int], Meta(description="Numbers of these lines.")] = []
    known: Annotated[Known | None, Meta(
        description="If the verdict is unknown: the colours that are certain.")] = None
    why: Annotated[str, Meta(description="If the verdict is unknown: what stopped it.")] = ""


class ClassicRecord(msgspec.Struct, kw_only=True):
    """What solving by passes over all lines takes."""

    passes: int
    settlements: int
    fruitful: int
    open: int


class FlawRecord(msgspec.Struct, kw_only=True):
    """Something wrong with a puzzle."""

    kind: Annotated[FlawKind, Meta(
        description="Its number of solutions (none, multiple, unknown); too hard for people; too "
                    "small to print; colours alike; nothing to solve; a title that gives the "
                    "answer away.")]
    serious: Annotated[bool, Meta(description="Whether it is not ready because of it.")]
    words: Annotated[str, Meta(description="What is wrong, in a clause.")]
    advice: Annotated[str, Meta(description="What to do about it.")]


Ready = Annotated[bool, Meta(description="Whether players can get it as it is.")]
Flaws = Annotated[list[FlawRecord], Meta(
    description="What is wrong with it, the most important first.")]


class ReportRecord(VerdictRecord, kw_only=True):
    """The designer's report on a puzzle."""

    ready: Ready
    flaws: Flaws
    sentence: Annotated[str, Meta(description="The verdict in a sentence.")]
    difficulty: Annotated[str, Meta(
        description="How hard it is, in a sentence; empty if it was not rated.")]
    advice: Annotated[list[str], Meta(description="What to do about it, in sentences.")]
    details: Annotated[list[str], Meta(
        description="More about the verdict and the rating, in sentences.")]

    rating: Annotated[RatingRecord | None, Meta(description="Null if it was not rated.")]
    unrated: Annotated[str, Meta(description="Why it was not rated.")]
    classic: ClassicRecord | None
    stuck_cells: Annotated[Cells, Meta(description="Cells that single lines leave open.")]
    ambiguous_cells: Annotated[Cells, Meta(description="Cells that differ between solutions.")]
    ambiguous_complete: Annotated[bool, Meta(description="Whether these are all such cells.")]
    differing_cells: Annotated[Cells, Meta(
        description="Cells that differ between the first two solutions.")]
    contradiction: Annotated[list[str], Meta(
        description="Why there is no solution, in sentences.")]


class StepRecord(msgspec.Struct, kw_only=True):
    """One deduction with its reason."""

    step: Annotated[int, Meta(description="Its number, from 1.")]
    rung: Annotated[int, Meta(description="How hard: the number of its technique.")]
    technique: str
    lines: Annotated[list[str], Meta(description="Names of the lines that prove it.")]
    line_indices: Lines
    clues: list[str]
    cells: CellColours
    reason: Annotated[dict[str, Any], Meta(description="kind, and the numbers of its reason.")]
    sentence: str


class ExplanationRecord(msgspec.Struct, kw_only=True):
    """The deductions that lead to the solution."""

    file: FileName = UNSET
    family: str
    solved: bool
    why: Annotated[str, Meta(description="What stopped it.")]
    broken: Annotated[str | None, Meta(
        description="Name of the line that breaks, where clues contradict each other.")]
    broken_line: Annotated[int | None, Meta(description="Number of this line.")]
    open_cells: int
    steps: list[StepRecord]


class HintRecord(msgspec.Struct, kw_only=True):
    """A hint. A step and a mistake have four stages, from a nudge to the whole: where to look,
    which clue and technique, why, and what to write. The others have one. What the stages that
    were asked for do not give away is empty."""

    file: FileName = UNSET
    kind: Annotated[Literal["step", "mistake", "done", "nothing", "unknown"], Meta(
        description="A step follows; something is wrong; all clues are met; nothing follows, "
                    "because several solutions are left; nothing was found in time.")]
    stages: list[str]
    lines: Annotated[list[str], Meta(description="Names of the lines to look at.")] = []
    line_indices: Lines = []
    clues: Annotated[list[str], Meta(description="Clues of these lines.")] = []
    rung: Annotated[int | None, Meta(description="How hard: the number of the technique.")] = None
    technique: str = ""
    cells: CellColours = []
    reason: Annotated[dict[str, Any] | None, Meta(
        description="kind, and the numbers of its reason, as in explain.")] = None
    wrong: Annotated[list[int], Meta(description="Cells that cannot be as they are.")] = []
    last_good: Annotated[int | None, Meta(
        description="Number, from 0, of the last state in the history without a mistake.")] = None


class RepairRecord(msgspec.Struct, kw_only=True):
    """The fewest changes of a picture that were found to make its puzzle solvable."""

    file: FileName = UNSET
    output: Annotated[str | UnsetType | None, Meta(
        description="The file that was written; not in the API.")] = UNSET
    changes: Annotated[list[tuple[int, int]], Meta(description="Cells with their new colours.")]
    cured: Annotated[bool, Meta(description="Whether these changes are enough.")]
    stuck_cells: Annotated[Cells, Meta(description="Cells that are still open after them.")]


class EditRecord(msgspec.Struct, kw_only=True):
    """A single change."""

    cell: int
    place: Annotated[str, Meta(description="The cell in words.")]
    colour: int
    decided: Annotated[int, Meta(description="Number of open cells that it decides.")]
    open: Annotated[int, Meta(description="Number of cells that are open after it; 0: it is "
                                          "enough.")]
    words: Annotated[str, Meta(description="The change and its effect in words.")]


class EditsRecord(msgspec.Struct, kw_only=True):
    """Single changes to choose from, the best first."""

    file: FileName = UNSET
    open_cells: Annotated[Cells, Meta(description="Cells that are open without a change.")]
    complete: Annotated[bool, Meta(description="Whether all that could help were tried.")]
    helpful: Annotated[int, Meta(description="Number of single changes that would help at all.")]
    edits: list[EditRecord]


class WatchedStepRecord(msgspec.Struct, kw_only=True):
    """A step of a solver: a line that was settled, an assumption, a contradiction."""

    kind: Annotated[Literal["settle", "assume", "break", "solution", "note"], Meta(
        description="A line was settled; something is tried out; a contradiction; a solution; "
                    "anything else, in words.")]
    line: Annotated[int | None, Meta(description="Number of the line, from 0.")]
    changes: Annotated[list[tuple[int, int]], Meta(
        description="Cells that show something else than before, with their colours; -1: open "
                    "again, because an assumption was taken back.")]
    depth: Annotated[int, Meta(description="Number of assumptions that stand.")]
    settled: Annotated[int, Meta(description="Lines settled so far.")]
    in_vain: Annotated[int, Meta(description="Those of them that taught nothing: bad guesses.")]
    assumed: Annotated[int, Meta(description="Assumptions made so far.")]
    broken: Annotated[int, Meta(description="Contradictions met so far: wrong assumptions.")]
    sentence: str


class MakeRecord(msgspec.Struct, kw_only=True):
    """What was made from a source, whatever the family; each adds its fields."""

    file: Annotated[str | UnsetType, Meta(description="The source; not in the API.")] = UNSET
    output: Annotated[str | UnsetType | None, Meta(
        description="The file that was written; not in the API.")] = UNSET
    family: str
    ready: Ready
    flaws: Flaws
    colours: Annotated[int, Meta(description="Colours beside the background.")]
    verdict: Answer
    level: Level
    line_solvable: LineSolvable
    notes: Annotated[list[str], Meta(description="Notes for the user.")]
    interrupted: Annotated[bool, Meta(description="Whether it was stopped early.")]
    seconds: float


class MethodOptionRecord(msgspec.Struct, kw_only=True):
    """An option of a method."""

    name: str
    default: Any
    summary: str
    choices: Annotated[list[str], Meta(description="The words that it may be, if it is one.")]
    least: Annotated[int, Meta(description="The least number that it may be, if it is one.")]
    most: int


class MethodRecord(msgspec.Struct, kw_only=True):
    """A method of solving."""

    name: str
    summary: str
    about: Annotated[str, Meta(description="How it works, and who published it.")]
    options: list[MethodOptionRecord]
    budget: Annotated[dict[str, float], Meta(description="The budget it has by default.")]
    colours: Annotated[bool, Meta(description="Whether it solves puzzles of several colours.")]
    blotted: Annotated[bool, Meta(description="Whether it solves clues with unknown numbers.")]
    needs: Annotated[str, Meta(description="A library that must be installed for it.")]


# From what was found to its record.


def rating_record(rating: Rating | None) -> RatingRecord | None:
    """Return a rating as a record; None where there is nothing to rate."""
    if rating is None or rating.technique is None:
        return None
    assert rating.stars is not None
    assert rating.rung is not None
    return RatingRecord(
        stars=rating.stars, rung=rating.rung, technique=rating.technique.name, work=rating.work,
        effort=rating.effort, hardest=rating.hardest, narrowest=rating.narrowest,
        rounds=rating.rounds, settled=rating.settled, uses=rating.uses)


def verdict_fields(nonogram: Nonogram, verdict: Verdict, nested: bool = True) -> dict[str, Any]:
    """Return the fields of a `VerdictRecord`. `nested` colours are those of the command line."""
    from nonoforge.engine import ENGINE

    nest = nonogram.geometry.nest if nested else list
    known = (_nested_state if nested else flat_state)(nonogram, verdict.state) \
        if verdict.answer == "unknown" else None
    return {
        "family": nonogram.family.name, "verdict": verdict.answer, "level": verdict.level,
        "line_solvable": verdict.line_solvable,
        "solutions": [nest(solution) for solution in verdict.solutions],
        "complete": verdict.complete, "seconds": round(verdict.seconds, 9),
        "work": verdict.work._asdict() | dict(verdict.counts), "engine": ENGINE,
        "conflict": [nonogram.puzzle.lines[index].name for index in verdict.conflict],
        "conflict_lines": list(verdict.conflict),
        "known": known, "why": verdict.why if verdict.answer == "unknown" else ""}


def verdict_record(file: str, nonogram: Nonogram, verdict: Verdict) -> VerdictRecord:
    """Return what `solve --json` prints."""
    return VerdictRecord(file=file, **verdict_fields(nonogram, verdict))


def report_fields(nonogram: Nonogram, report: Report, nested: bool = True) -> dict[str, Any]:
    """Return the fields of a `ReportRecord`."""
    return {
        **verdict_fields(nonogram, report.verdict, nested), **_readiness(report.flaws),
        "rating": rating_record(report.rating), "unrated": report.rating.why,
        "classic": None if report.classic is None else ClassicRecord(**report.classic._asdict()),
        "stuck_cells": list(report.stuck_cells), "ambiguous_cells": list(report.ambiguous_cells),
        "ambiguous_complete": report.ambiguous_complete,
        "differing_cells": list(differing(report.verdict.solutions[:2])),
        "contradiction": list(report.clash), "sentence": report_sentence(nonogram, report),
        "difficulty": difficulty_sentence(report), "advice": advice(nonogram, report),
        "details": details(nonogram, report)}


def report_record(file: str, nonogram: Nonogram, report: Report) -> ReportRecord:
    """Return what `check --json` prints."""
    return ReportRecord(file=file, **report_fields(nonogram, report))


def flat_state(nonogram: Nonogram, state: State) -> list[int]:
    """Return the colour of each cell that is certain, `OPEN` for the others."""
    colours = map(state.colour, range(len(state.masks)))
    return [OPEN if colour is None else colour for colour in colours]


def _nested_state(nonogram: Nonogram, state: State) -> Any:
    """Return the colours that are certain as the family nests them, None for the others."""
    unknown = 255

    def opened(nested: Any) -> Any:
        if isinstance(nested, list):
            return [opened(part) for part in nested]
        return None if nested == unknown else nested

    colours = (unknown if colour == OPEN else colour for colour in flat_state(nonogram, state))
    return opened(nonogram.geometry.nest(bytes(colours)))


def explanation_fields(nonogram: Nonogram, found: Explanation) -> dict[str, Any]:
    """Return the fields of an `ExplanationRecord`."""
    return {
        "family": nonogram.family.name, "solved": found.solved, "why": found.why,
        "broken": None if found.broken is None else nonogram.puzzle.lines[found.broken].name,
        "broken_line": found.broken, "open_cells": len(found.state.open_cells()),
        "steps": [step_record(nonogram, step) for step in found.steps]}


def explanation_record(file: str, nonogram: Nonogram, found: Explanation) -> ExplanationRecord:
    """Return what `explain --json` prints."""
    return ExplanationRecord(file=file, **explanation_fields(nonogram, found))


def step_record(nonogram: Nonogram, step: ExplainedStep) -> StepRecord:
    """Return one step of an explanation."""
    deduction, lines = step.deduction, nonogram.puzzle.lines
    return StepRecord(
        step=step.number, rung=deduction.rung, technique=deduction.technique.name,
        lines=[lines[index].name for index in deduction.named],
        line_indices=list(deduction.named),
        clues=[str(lines[index].clue) for index in deduction.named],
        cells=_cells_left(deduction), reason=_reason(deduction),
        sentence=step_sentence(nonogram, step))


def _reason(deduction: Deduction) -> dict[str, Any]:
    return {"kind": deduction.kind, **deduction.reason._asdict()}


def _cells_left(deduction: Deduction) -> list[tuple[int, list[int]]]:
    """Return the cells of which something was learned, with the colours left for each."""
    return [(cell, [c for c in range(mask.bit_length()) if mask >> c & 1])
            for cell, mask in deduction.learned]


def hint_record(nonogram: Nonogram, found: Hint, stages: Sequence[str],
                file: str | UnsetType = UNSET) -> HintRecord:
    """Return what `hint --json` prints: no more than these stages give away."""
    step, whole = found.deduction, len(stages) == len(found.stages)
    record = HintRecord(file=file, kind=found.kind, stages=list(stages))
    if step is not None:
        lines = [nonogram.puzzle.lines[index] for index in step.named]
        record.lines, record.line_indices = [line.name for line in lines], list(step.named)
        if len(stages) > 1:
            record.clues = [str(line.clue) for line in lines]
            record.rung, record.technique = step.rung, step.technique.name
        if whole:
            record.cells, record.reason = _cells_left(step), _reason(step)
    if found.kind == "mistake" and len(stages) > 1:
        record.last_good = found.last_good
    if found.kind == "mistake" and whole:
        record.wrong = list(found.wrong)
    return record


def repair_record(file: str, found: Repair, out: str | None) -> RepairRecord:
    """Return what `repair --json` prints."""
    return RepairRecord(
        file=file, output=None if found.stuck else out, changes=list(found.changes),
        cured=not found.stuck, stuck_cells=list(found.stuck))


def edits_record(nonogram: Nonogram, found: Edits, most: int, level: str,
                 file: str | UnsetType = UNSET) -> EditsRecord:
    """Return what `repair --list --json` prints: the best changes, at most `most`."""
    return EditsRecord(
        file=file, open_cells=list(found.open), complete=found.complete, helpful=len(found.edits),
        edits=[EditRecord(
            cell=edit.cell, place=nonogram.geometry.cell_name(edit.cell), colour=edit.colour,
            decided=edit.decided, open=edit.open,
            words=f"{change_words(nonogram, edit.cell, edit.colour)}: "
                  f"{effect_words(level, edit, found)}")
            for edit in found.edits[:most]])


def make_fields(result: MakeResult) -> dict[str, Any]:
    """Return the fields of a `MakeRecord`."""
    from nonoforge.judge import flaws

    return {
        "family": result.nonogram.family.name,
        **_readiness(flaws(result.nonogram, result.verdict)),
        "colours": len(result.nonogram.puzzle.palette) - 1, "verdict": result.verdict.answer,
        "level": result.verdict.level, "line_solvable": result.verdict.line_solvable,
        "notes": list(result.notes), "interrupted": result.interrupted,
        "seconds": round(result.seconds, 6)}


def _readiness(flaws: Sequence[Flaw]) -> dict[str, Any]:
    """Return the fields `ready` and `flaws`."""
    return {"ready": not any(flaw.serious for flaw in flaws),
            "flaws": [FlawRecord(**flaw._asdict()) for flaw in flaws]}


def method_record(method: Method) -> MethodRecord:
    """Return what `methods --json` prints."""
    return MethodRecord(
        name=method.name, summary=method.summary, about=method.about,
        options=[MethodOptionRecord(**option._asdict()) for option in method.options],
        budget={name: part for name, part in method.budget._asdict().items() if part},
        colours=method.colours, blotted=method.blotted, needs=method.needs)


# Sentences.

LEVEL_WORDS = {
    "line": "solvable line by line",
    "probe": "found by probing",
    "search": "found by search",
    "sat": "found by search with learning (SAT)",
}
_BEYOND_LINES = {
    "line": "",
    "probe": "the rest needs probing: assume a cell and see whether a line breaks",
    "search": "the rest needs several assumptions at once, which few people enjoy",
    "sat": "the rest needs long chains of assumptions: more than a person can follow",
}
SOLVED = {
    "line": "lines alone solve it", "probe": "probing solves it", "unique": "it has one solution"}
MAX_PLACES = 8  # that a sentence names
MAX_CLUES = 20  # of contradicting lines that are listed


def time_words(seconds: float) -> str:
    """Return a time with its unit.

    >>> [time_words(s) for s in (0.000042, 0.0123, 2.5, 300)]
    ['0.04 ms', '12 ms', '2.5 s', '300 s']
    """
    if seconds < 1:
        milli = seconds * 1000
        return f"{milli:.2f} ms" if milli < 0.1 else f"{milli:.1f} ms" if milli < 10 else \
            f"{milli:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def work_words(verdict: Verdict) -> str:
    """Return the work that was done: `12 lines settled, 1 probe`."""
    work = verdict.work
    parts = [count(work.settled, "line") + " settled"] if work.settled else []
    parts += [count(work.probes, "probe")] if work.probes else []
    parts += [count(work.nodes, "branch", "branches")] if work.nodes else []
    parts += [count(work.conflicts, "conflict")] if work.conflicts else []
    parts += [_counted(number, name.replace("_", " ")) for name, number in verdict.counts if number]
    return ", ".join(parts) or "no work to speak of"


def _counted(number: int, many: str) -> str:
    """Return a number with a noun of which only the plural is known: 1 branch, 1 guess."""
    return count(number, many[:-2] if many.endswith(("ches", "sses")) else many[:-1], many)


def verdict_line(nonogram: Nonogram, verdict: Verdict) -> str:
    """Return the verdict in one line."""
    effort = f"{time_words(verdict.seconds)}: {work_words(verdict)}"
    if verdict.answer == "unique":
        level = "line" if verdict.line_solvable else verdict.level
        return f"unique, {LEVEL_WORDS[level]}, {effort}"
    if verdict.answer == "multiple":
        differ = differing(verdict.solutions)
        number = count(len(verdict.solutions), "solution")
        found = f"{number}, and these are all" if verdict.complete else f"at least {number}"
        cells = nonogram.family.cell.counted(len(differ))
        return f"multiple, {found}, which differ in {cells}, {effort}"
    if verdict.answer == "none":
        return f"none: {conflict_words(nonogram, verdict)}, {effort}"
    return f"unknown, {unknown_words(nonogram, verdict)}, {effort}"


def conflict_words(nonogram: Nonogram, verdict: Verdict) -> str:
    """Return which lines contradict each other."""
    names = [nonogram.puzzle.lines[index].name for index in verdict.conflict]
    if len(names) == 1:
        return f"{names[0]} cannot be coloured"
    return f"{line_words(names) or 'the clues'} contradict each other"


def line_words(names: Sequence[str]) -> str:
    """Return lines by their names, neighbours of a kind together.

    >>> line_words(["row 8", "column 2", "column 6", "column 7"])
    'row 8 and columns 2 and 6-7'
    """
    parts: list[str] = []
    for noun, group in groupby(names, key=lambda name: name.rpartition(" ")[0]):
        same = list(group)
        numbers = [name.rpartition(" ")[2] for name in same]
        if noun and all(number.isdecimal() for number in numbers):
            parts.append(f"{noun if len(same) == 1 else noun + 's'} {spans(map(int, numbers))}")
        else:
            parts += same
    return listed(parts)


def clue_words(clue: Clue, palette: Palette) -> str:
    """Return a clue as it is printed; where it has colours, with their names.

    >>> from nonoforge.clues import Runs
    >>> clue_words(Runs.of(3, 1), Palette())
    '3 1'
    >>> clue_words(Runs.of((3, 2), 1), Palette.of("#ffffff", "#000000", "#ff0000"))
    '3 red, 1 black'
    """
    if palette.plain or isinstance(clue, Tally) or not clue.runs:
        return str(clue)
    names = [printable(colour.name) for colour in palette.colours]
    return ", ".join(f"{run._replace(colour=1)} {names[run.colour]}" for run in clue.runs)


def unknown_words(nonogram: Nonogram, verdict: Verdict) -> str:
    """Return why there is no verdict, and what is certain anyway."""
    cells = nonogram.puzzle.cells
    known = cells - len(verdict.state.open_cells())
    found = "one solution found, but there may be others; " if verdict.solutions else ""
    return f"{verdict.why}; {found}{known:,} of {nonogram.family.cell.counted(cells)} are certain"


def differing(solutions: Sequence[bytes]) -> tuple[int, ...]:
    """Return the cells that are not the same in all of these.

    >>> differing([b"\\0\\1", b"\\1\\1"])
    (0,)
    """
    return tuple(cell for cell, colours in enumerate(zip(*solutions, strict=True))
                 if len(set(colours)) > 1)


def ambiguous_words(nonogram: Nonogram, report: Report) -> str:
    """Return how many cells differ between solutions."""
    least = "" if report.ambiguous_complete else "at least "
    return f"{least}{nonogram.family.cell.counted(len(report.ambiguous_cells))} can differ"


class ShownSolution(NamedTuple):
    """A solution to draw, cells of it that differ in others, and a remark."""

    picture: Colouring | State
    marks: tuple[int, ...] = ()
    remark: str = ""


def shown_solution(nonogram: Nonogram, judge: Callable[[], Report]) -> ShownSolution:
    """Return the maker's solution, or one that `judge` finds, or as much of it as is certain."""
    if nonogram.solution is not None:
        return ShownSolution(nonogram.solution)
    report = judge()
    verdict = report.verdict
    if verdict.answer == "none":
        raise InputError(f"there is no solution to draw: {conflict_words(nonogram, verdict)}")
    if verdict.answer == "unknown":
        return ShownSolution(verdict.state, (), "not solved: only what is certain is drawn")
    differ = report.ambiguous_cells
    remark = differ and f"there is more than one solution: {ambiguous_words(nonogram, report)}"
    return ShownSolution(verdict.solutions[0], differ, remark or "")


def cell_words(geometry: Geometry, cells: Iterable[int]) -> str:
    """Return where cells are, those of a row together: `row 3, columns 4-6 and 9`."""
    places = geometry.family.places(geometry, sorted(cells))
    more = len(places) - MAX_PLACES
    rest = f"; and {count(more, 'more place')}" if more > 0 else ""
    return "; ".join(places[:MAX_PLACES]) + rest


def about(nonogram: Nonogram) -> str:
    """Return what the puzzle is: its title, author, size and colours."""
    puzzle, info, family = nonogram.puzzle, nonogram.info, nonogram.family
    title, author = printable(info.title), printable(info.author)
    named = (f'"{title}" ' if title else "") + (f"by {author}" if author else "")
    kind = family.plain if puzzle.palette.plain else f"{len(puzzle.palette) - 1} colours"
    return ", ".join(filter(None, [named.strip(), family.summary(nonogram), kind]))


# The designer's report.


def headline(flaws: Sequence[Flaw]) -> str:
    """Return in a clause whether a puzzle is ready for players, and if not, why.

    >>> headline([Flaw("multiple", "there is more than one solution", "")])
    'not ready: there is more than one solution'
    """
    serious = [printable(flaw.words) for flaw in flaws if flaw.serious]
    return f"not ready: {'; '.join(serious)}" if serious else "ready"


def make_sentences(result: MakeResult) -> list[str]:
    """Return what was made, in sentences: first whether it is ready. The first begins in lower
    case, because the name of a file precedes it."""
    from nonoforge.judge import flaws

    first, *more = result.nonogram.family.make_sentences(result)
    found = flaws(result.nonogram, result.verdict)
    verdict = headline(found)
    advice = [flaw.advice for flaw in found if flaw.serious and flaw.kind == "print"]
    if verdict == "ready":
        return [f"ready: {first}", *more]
    return [f"{verdict}.", _sentence(first), *more, *advice]


def _sentence(clause: str) -> str:
    return clause[:1].upper() + clause[1:]


def report_sentence(nonogram: Nonogram, report: Report) -> str:
    """Return the verdict of a report in a sentence: whether the puzzle is ready, and why."""
    verdict = report.verdict
    if verdict.answer != "unique":
        more = {"none": conflict_words, "unknown": unknown_words}.get(verdict.answer)
        words = more(nonogram, verdict) if more else ambiguous_words(nonogram, report)
        serious = [flaw for flaw in report.flaws if flaw.serious]
        return f"{_sentence(headline(serious[:1]))}: {words}."
    found = "one solution, and a person can find it line by line, without a guess" \
        if verdict.line_solvable else "one solution, but single lines do not suffice to find it"
    if report.ready:
        return f"Ready{'' if verdict.line_solvable else ', for experts'}: {found}."
    return f"{_sentence(headline(report.flaws))}. It has {found}."


def difficulty_sentence(report: Report) -> str:
    """Return how hard a puzzle is; an empty text where it was not rated."""
    rating = report.rating
    if rating.technique is None or rating.stars is None:
        return ""
    if rating.technique.needs:
        points = "one point" if rating.hardest == 1 else f"{in_words(rating.hardest)} points"
        why = f"at {points} it needs {rating.technique.needs}"
    elif rating.stars > 2:
        why = "it is long rather than hard: every step is an easy one"
    else:
        why = "every step is an easy one"
    return f"About like a {in_words(rating.stars)}-star magazine puzzle; {why}."


def details(nonogram: Nonogram, report: Report) -> list[str]:
    """Return in sentences what stands behind the verdict and the rating."""
    verdict, geometry = report.verdict, nonogram.geometry
    if verdict.answer == "none":
        return _contradiction(nonogram, report)
    if verdict.answer == "unknown":
        return []
    if verdict.answer == "multiple":
        differ = nonogram.family.cell.counted(len(differing(verdict.solutions[:2])))
        return [f"These two differ in {differ}, marked in both.",
                f"Ambiguous: {cell_words(geometry, report.ambiguous_cells)}."]
    if verdict.line_solvable:
        return [rating_words(report)]
    cells = nonogram.family.cell.counted(nonogram.puzzle.cells)
    return [f"Single lines leave {len(report.stuck_cells):,} of {cells} open; "
            f"{_BEYOND_LINES[verdict.level]}.",
            f"Stuck: {cell_words(geometry, report.stuck_cells)}.", rating_words(report)]


def rating_words(report: Report) -> str:
    """Return the figures of the rating in a sentence."""
    rating, classic = report.rating, report.classic
    if rating.technique is None:
        return f"Not rated: {rating.why}."
    parts = [f"effort {rating.effort:,}", f"work {rating.work:,}"]
    if rating.narrowest is not None:
        parts.append(f"at its narrowest {count(rating.narrowest, 'place')} to go on")
    if classic is not None:
        parts.append(f"{count(classic.passes, 'pass', 'passes')} over all lines")
    return (f"Rating {rating.stars} of 5: the hardest it takes is `{rating.technique.name}` "
            f"({rating.technique.words}); {', '.join(parts)}.")


def _contradiction(nonogram: Nonogram, report: Report) -> list[str]:
    """Return the clues of the lines that contradict each other, and how they do."""
    lines = [nonogram.puzzle.lines[index] for index in report.verdict.conflict]
    palette = nonogram.puzzle.palette
    clues = [f"{_sentence(line.name)}: {clue_words(line.clue, palette)}."
             for line in lines[:MAX_CLUES]]
    steps = ["Why:", *(printable(sentence) for sentence in report.clash)]
    return clues + (steps if report.clash else [])


def advice(nonogram: Nonogram, report: Report) -> list[str]:
    """Return what the designer can do, in sentences. A flaw that the verdict does not name is named
    here."""
    verdict = report.verdict
    serious = sum(flaw.serious for flaw in report.flaws)
    named = serious if verdict.answer == "unique" else min(1, serious)
    said = [printable(flaw.advice) if number < named else
            f"{_sentence(printable(flaw.words))}: {flaw.advice[:1].lower()}"
            f"{printable(flaw.advice[1:])}"
            for number, flaw in enumerate(sorted(report.flaws, key=lambda flaw: not flaw.serious))]
    if verdict.answer == "multiple":
        said += _small_blocks(nonogram)
    elif verdict.answer == "unique" and not verdict.line_solvable and verdict.level == "probe":
        from nonoforge.judge import EASIER

        said.append(f"For beginners, {EASIER[:1].lower()}{EASIER[1:]}")
    return said


def _small_blocks(nonogram: Nonogram) -> list[str]:
    """Scattered single cells are the usual reason for several solutions."""
    runs = [run for line in nonogram.puzzle.lines if isinstance(line.clue, Runs)
            for run in line.clue.runs]
    singles = sum(run.length == 1 for run in runs)
    if len(runs) < 8 or singles * 2 < len(runs):
        return []
    share = round(100 * singles / len(runs))
    return [f"{share} % of the numbers are 1: join single cells into larger blocks."]


# Explanations and repairs.


def step_sentence(nonogram: Nonogram, step: ExplainedStep) -> str:
    """Return a step of an explanation as a sentence."""
    from nonoforge.judge import sentence

    return printable(sentence(nonogram, step.before, step.deduction))


def end_sentence(nonogram: Nonogram, found: Explanation) -> str:
    """Return how an explanation ended."""
    if found.solved:
        return f"Solved in {count(len(found.steps), 'step')}."
    if found.last:
        return f"Here it ends. {printable(found.last)}"
    left = nonogram.family.cell.counted(len(found.state.open_cells()))
    return f"Here it ends, with {left} open: {found.why}."


def repair_words(nonogram: Nonogram, found: Repair, most: int, level: str) -> str:
    """Return a repair in a sentence without its full stop."""
    if found.stuck:
        return (f"no repair with {nonogram.family.cell.counted(most)} was found; the best changes "
                f"leave {nonogram.family.cell.counted(len(found.stuck))} open")
    if not found.changes:
        return f"{SOLVED[level]} already; nothing to change"
    places = "; ".join(change_words(nonogram, cell, colour) for cell, colour in found.changes)
    return f"change {places}: then {SOLVED[level]}"


def change_words(nonogram: Nonogram, cell: int, colour: int) -> str:
    """Return a cell and the colour that it gets."""
    name = printable(nonogram.puzzle.palette.colours[colour].name)
    return f"{nonogram.geometry.cell_name(cell)} to {name}"


def effect_words(level: str, edit: Edit, found: Edits) -> str:
    """Return what a single change achieves."""
    if not edit.open:
        return f"then {SOLVED[level]}"
    new = edit.open - (len(found.open) - edit.decided)
    others = f", opens {new} others" if new > 1 else ", opens 1 other" if new else ""
    return f"decides {edit.decided} of {len(found.open)}{others}"


# Steps of a solver that is watched.


def watched_words(step: Step, nonogram: Nonogram) -> str:
    """Return a step of a solver in words: `row 7 (3 1 2): 4 cells`."""
    line = ""
    if step.line is not None:
        own = nonogram.puzzle.lines[step.line]
        line = f"{own.name} ({clue_words(own.clue, nonogram.puzzle.palette)})"
    if step.words:
        return f"{line}: {step.words}" if line else step.words
    if step.kind == "assume":
        return f"assume {line or _assumed_words(step, nonogram)}"
    if step.kind == "break":
        return f"{line}: a contradiction" if line else "a contradiction"
    if step.kind == "solution":
        return "a solution"
    learned = count(len(step.learned), "cell") if step.learned else "nothing new"
    return f"{line}: {learned}" if line else learned


def _assumed_words(step: Step, nonogram: Nonogram) -> str:
    """Return what is assumed: one cell with its colour, or the cells where there are several."""
    cells = [cell for cell, _ in step.learned]
    if len(cells) != 1:
        return cell_words(nonogram.geometry, cells) or "something"
    colour = State((step.learned[0][1],)).colour(0)
    name = "" if colour is None else f" is {nonogram.puzzle.palette.colours[colour].name}"
    return f"{cell_words(nonogram.geometry, cells)}{name}"
