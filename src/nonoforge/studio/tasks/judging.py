"""What `solve` and `check` answer about a puzzle."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nonoforge.nonogram import Nonogram
from nonoforge.studio.tasks.parts import Cells, Lines, Picture, States, known_of, no_puzzle
from nonoforge.verdict import Verdict

Answer = Annotated[Literal["unique", "multiple", "none", "unknown"],
                   Meta(description="How many solutions there are; unknown: the time ran out.")]
Level = Annotated[Literal["line", "probe", "search", "sat"],
                  Meta(description="What it took to find that out.")]
LineSolvable = Annotated[bool, Meta(description="Is it solved by looking at single lines?")]


class Judged(msgspec.Struct, kw_only=True):
    """The verdict on a puzzle."""

    family: str
    verdict: Answer
    level: Level
    line_solvable: LineSolvable
    solutions: Annotated[list[Picture], Meta(description="Those that were found.")]
    complete: Annotated[bool, Meta(description="Are these all of them?")]
    seconds: float
    work: Annotated[dict[str, int], Meta(description="Lines settled, probes, nodes, conflicts.")]
    engine: str
    conflict: Annotated[list[str], Meta(description="Where there is no solution: the names of "
                                                    "lines that contradict each other.")] = []
    conflict_lines: Lines = []
    known: Annotated[States | None, Meta(description="Where it is unknown: what is certain "
                                                     "anyway.")] = None
    why: Annotated[str, Meta(description="Where it is unknown: what stopped it.")] = ""


class Rating(msgspec.Struct, kw_only=True):
    """How hard it is for a person; docs/rating.md explains it."""

    stars: Annotated[int, Meta(description="From 1 to 5.")]
    rung: Annotated[int, Meta(description="The number of the hardest technique that it takes.")]
    technique: Annotated[str, Meta(description="... and its name.")]
    work: int
    narrowest: Annotated[int | None, Meta(description="The fewest places to go on.")]
    rounds: int
    settled: int
    uses: Annotated[dict[str, int], Meta(description="How often each technique was used.")]


class Classic(msgspec.Struct, kw_only=True):
    """What settling single lines takes."""

    passes: int
    settlements: int
    fruitful: int
    open: int


class Reported(Judged, kw_only=True):
    """The designer's report."""

    rating: Annotated[Rating | None, Meta(description="Null where there is nothing to rate.")]
    unrated: Annotated[str, Meta(description="... and why not.")]
    classic: Classic | None
    stuck_cells: Annotated[Cells, Meta(description="Cells that single lines leave open.")]
    ambiguous_cells: Annotated[Cells, Meta(description="Cells that differ between solutions.")]
    ambiguous_complete: Annotated[bool, Meta(description="Are these all of them?")]
    differing_cells: Annotated[Cells, Meta(description="Cells that differ between the first two "
                                                       "solutions.")]
    contradiction: Annotated[list[str], Meta(description="Why there is no solution, in "
                                                         "sentences.")]
    advice: Annotated[list[str], Meta(description="What would help, in sentences.")]
    findings: Annotated[list[str], Meta(description="The report in sentences; the first is the "
                                                    "verdict.")]
    about: Annotated[str, Meta(description="What the puzzle is, in a few words.")]
    puzzle: Annotated[msgspec.Raw, Meta(
        description="Where a picture was given: the puzzle with its clues; or null."
    )] = msgspec.field(default_factory=no_puzzle)


def flat(nonogram: Nonogram, verdict: Verdict) -> dict[str, Any]:
    """Solutions and lines as numbers, in the order of the puzzle: a page has no use for names."""
    return {
        "solutions": [list(solution) for solution in verdict.solutions],
        "conflict_lines": list(verdict.conflict),
        "known": known_of(verdict.state) if verdict.answer == "unknown" else None,
    }
