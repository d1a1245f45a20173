"""The ladder is made of techniques that are one class each; one more needs nothing but its class.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import pytest

from nonoforge.clues import Runs
from nonoforge.engine import propagate
from nonoforge.families.grid import from_picture
from nonoforge.judge import (
    LADDER,
    Deduction,
    Ladder,
    LineTechnique,
    PuzzleTechnique,
    Words,
    explain,
    hint,
    rate,
    sentence,
)
from nonoforge.judge import techniques as package
from nonoforge.judge.knowledge import Knowledge
from nonoforge.judge.line import RunsView
from nonoforge.judge.technique import LineFind, Round, assumed, without
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

DOCS = Path(__file__).resolve().parents[2] / "docs" / "rating.md"


class AtTheEdge(LineTechnique):
    """A filled cell at the end of a line tells where the first run lies."""

    name = "at the edge"
    cost, stars = 1, 1
    words = "a filled cell at the edge begins the first run"

    class Edge(NamedTuple):
        length: int

        def why(self, words: Words, deduction: Deduction) -> str:
            return f"the first {self.length} begins at the edge"

        def nudge(self, words: Words, deduction: Deduction) -> str:
            return "look at the edge"

    def in_runs(self, line: RunsView) -> Iterable[LineFind]:
        if line.masks[0] & 1 or not line.shape.runs or line.shape.blotted:
            return
        length = line.shape.least[0]
        removed = line.must(1, (1 << length) - 1)
        if any(removed):
            yield removed, self.Edge(length)


class Oracle(PuzzleTechnique):
    """Knows by a word what other techniques need two lines for."""

    name = "oracle"
    cost, stars = 15, 2
    words = "the oracle says so"

    class Spoken(NamedTuple):
        cell: int

        def why(self, words: Words, deduction: Deduction) -> str:
            return f"The oracle speaks of {words.name(self.cell)}"

        def nudge(self, words: Words, deduction: Deduction) -> str:
            return "Ask the oracle."

    def find_easiest(self, known: Knowledge) -> Deduction | None:
        for cell in known.state.open_cells():
            for colour in range(known.colours):
                if self.refutes(known.puzzle, assumed(known.state, (cell, colour))):
                    lines = tuple(range(len(known.puzzle.lines)))
                    return Deduction(self, lines, without(known.state, [(cell, colour)]),
                                     self.Spoken(cell))
        return None

    def find_all(self, known: Knowledge) -> Round | None:
        found = self.find_easiest(known)
        return None if found is None else Round(1, found.learned)

    def refutes(self, lines: Puzzle, state: State) -> bool:
        return propagate(lines, state).conflict is not None


# The bar at the left is full; then its rows begin at the edge.
COMB = from_picture([[1, 1, 0, 0, 0], [1, 0, 0, 1, 0], [1, 1, 1, 0, 0], [1, 0, 0, 0, 0]])
STUCK = from_picture([[0, 0, 1, 1], [1, 1, 1, 0], [0, 1, 1, 0], [0, 0, 0, 1]])


def test_a_technique_of_single_lines_is_one_class() -> None:
    edge = AtTheEdge()
    ladder = LADDER.extended(edge)
    assert ladder.techniques[0] is edge  # by its cost, and then by its name
    rating, usual = rate(COMB, ladder=ladder), rate(COMB)
    assert rating.uses["at the edge"] > 0
    assert "at the edge" not in usual.uses
    assert rating.work == sum(technique.cost * rating.uses.get(technique.name, 0)
                              for technique in ladder)
    found = explain(COMB, ladder=ladder)
    assert found.solved
    [step, *_] = [step for step in found.steps if step.deduction.technique is edge]
    assert (step.deduction.kind, step.deduction.reason._asdict()) == ("edge", {"length": 3})
    assert edge.proves(COMB.puzzle, step.before, step.deduction)
    assert not edge.proves(COMB.puzzle, State.start(COMB.puzzle), step.deduction)
    assert sentence(COMB, step.before, step.deduction) == (
        "Row 3, clue 3: the first 3 begins at the edge, so cells 2-3 are filled.")
    given = hint(COMB, step.before, ladder=LADDER.extended(edge))
    assert given.deduction == step.deduction
    assert given.stages == (
        "Look at row 3.", "Row 3, clue 3: look at the edge.",
        "Row 3, clue 3: the first 3 begins at the edge.",
        "Row 3, clue 3: the first 3 begins at the edge, so cells 2-3 are filled.")


def test_a_technique_of_several_lines_is_one_class() -> None:
    oracle = Oracle()
    ladder = LADDER.extended(oracle)
    assert rate(STUCK).technique is not None
    assert rate(STUCK).stars == 3
    rating = rate(STUCK, ladder=ladder)
    assert rating.technique is oracle
    found = explain(STUCK, ladder=ladder)
    assert found.solved
    [step, *_] = [step for step in found.steps if step.deduction.technique is oracle]
    assert oracle.proves(STUCK.puzzle, step.before, step.deduction)
    assert sentence(STUCK, step.before, step.deduction).startswith("The oracle speaks of row ")
    assert hint(STUCK, step.before, ladder=ladder).stages[1] == "Ask the oracle."


def test_rungs_follow_from_costs() -> None:
    assert [LADDER.rung(technique) for technique in LADDER] == list(range(len(LADDER.techniques)))
    assert LADDER.rung(Oracle()) == 5
    stars = [technique.stars for technique in LADDER]
    assert stars == sorted(stars)


def test_every_file_is_a_technique_and_every_technique_is_in_the_documentation() -> None:
    files = {path.stem for path in Path(package.__path__[0]).glob("[a-z]*.py")}
    assert {technique.name.replace(" ", "_") for technique in LADDER} == files
    table = [f"| {rung} | {technique.name} | {technique.stars} to {technique.max_stars} | "
             f"{technique.cost:,} | "
             f"{technique.words} | {technique.example} |" for rung, technique in enumerate(LADDER)]
    text = DOCS.read_text()
    for row in table:
        assert row in text, f"docs/rating.md should have the row\n{row}"


def test_ladders_that_cannot_be() -> None:
    class Dear(AtTheEdge):
        name, cost = "dear", 50

    with pytest.raises(ValueError, match="must be cheaper"):
        LADDER.extended(Dear())
    with pytest.raises(ValueError, match="same name"):
        Ladder([AtTheEdge(), AtTheEdge()])


def test_a_clue_is_read_once() -> None:
    assert LADDER.reader(Runs.of(2), 5, 2) is LADDER.reader(Runs.of(2), 5, 2)
    assert LADDER.reader(Runs.of(2), 5, 2) is not LADDER.reader(Runs.of(2), 6, 2)
