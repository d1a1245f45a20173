"""What a designer should know about a puzzle, and what would help, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.clues import Runs
from nonoforge.nonogram import Nonogram
from nonoforge.records.words import (
    ambiguous_words,
    cell_words,
    clue_words,
    conflict_words,
    differing,
    unknown_words,
)
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.judge import Report

_BEYOND = {
    "line": "",
    "probe": "the rest needs probing: assume a cell and see whether a line breaks",
    "search": "the rest needs several assumptions at once, which few people enjoy",
    "sat": "the rest needs long chains of assumptions: more than a person can follow",
}


def findings(nonogram: Nonogram, report: Report) -> list[str]:
    """What is true of the puzzle; the first sentence is the verdict."""
    verdict, geometry = report.verdict, nonogram.geometry
    if verdict.answer == "none":
        return [f"No solution: {conflict_words(nonogram, verdict)}.", *_why_none(nonogram, report)]
    if verdict.answer == "unknown":
        return [f"Not decided: {unknown_words(nonogram, verdict)}."]
    if verdict.answer == "multiple":
        differ = count(len(differing(verdict.solutions[:2])), "cell")
        return [f"More than one solution: {ambiguous_words(report)}.",
                f"These two differ in {differ}, marked in both.",
                f"Ambiguous: {cell_words(geometry, report.ambiguous_cells)}."]
    if verdict.line_solvable:
        return ["One solution, and a person can find it line by line, without a guess.",
                rating_words(report)]
    cells = count(nonogram.puzzle.cells, "cell")
    return [f"One solution, but single lines leave {len(report.stuck_cells):,} of {cells} open; "
            f"{_BEYOND[verdict.level]}.",
            f"Stuck: {cell_words(geometry, report.stuck_cells)}.", rating_words(report)]


def rating_words(report: Report) -> str:
    """The rating in a sentence."""
    rating, classic = report.rating, report.classic
    if rating.technique is None:
        return f"Not rated: {rating.why}."
    parts = [f"work {rating.work:,}"]
    if rating.narrowest is not None:
        parts.append(f"at its narrowest {count(rating.narrowest, 'place')} to go on")
    if classic is not None:
        parts.append(f"{count(classic.passes, 'pass', 'passes')} over all lines")
    return (f"Rating {rating.stars} of 5: the hardest it takes is `{rating.technique.name}` "
            f"({rating.technique.words}); {', '.join(parts)}.")


def _why_none(nonogram: Nonogram, report: Report) -> list[str]:
    """The clues of the lines that contradict each other, and how they do."""
    from nonoforge.text import printable

    lines = [nonogram.puzzle.lines[index] for index in report.verdict.conflict]
    palette = nonogram.puzzle.palette
    clues = [f"  {line.name}: {clue_words(line.clue, palette)}" for line in lines[:20]]
    steps = ["Why:", *(f"  {printable(said)}" for said in report.clash)]
    return clues + (steps if report.clash else [])


def advice(nonogram: Nonogram, report: Report) -> list[str]:
    """What to do about it."""
    verdict = report.verdict
    if verdict.answer == "none":
        return ["One of these clues is wrong: compare them with the picture.",
                "Made from a picture, clues always fit: let the program count them."]
    if verdict.answer == "unknown":
        return ["Give it a larger --budget, or --method auto."]
    if verdict.answer == "multiple":
        return ["Change the picture at an ambiguous cell or beside it, or print such a cell as "
                "given; nonoforge repair proposes which.",
                *_small_blocks(nonogram)]
    if verdict.line_solvable:
        return ["Ready for players."]
    fair = "For experts it is fair as it is." if verdict.level == "probe" else \
        "Few players will finish it without guessing."
    return ["For beginners, change the picture in or next to the open cells: larger blocks and "
            "fewer single cells give lines more to say. nonoforge repair proposes which.", fair]


def _small_blocks(nonogram: Nonogram) -> list[str]:
    """Single cells scattered about are the usual reason for several solutions."""
    runs = [run for line in nonogram.puzzle.lines if isinstance(line.clue, Runs)
            for run in line.clue.runs]
    singles = sum(run.length == 1 for run in runs)
    if len(runs) < 8 or singles * 2 < len(runs):
        return []
    share = round(100 * singles / len(runs))
    return [f"{share} % of the numbers are 1: join single cells into larger blocks."]
