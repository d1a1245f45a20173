"""Options of the commands that judge puzzles: `solve`, `check`, `explain`, `hint`, `repair`."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from nonoforge.options import (
    SECONDS_HELP,
    Options,
    Seed,
    SufficientLevel,
    TimeLimit,
    checked_budget,
    option,
)
from nonoforge.verdict import Budget

HintStage: TypeAlias = Literal["where", "clue", "why", "do"]


class SolveOptions(Options, kw_only=True, frozen=True):
    """Options of solving a puzzle."""

    method: Annotated[str, option(
        "How to solve: NAME, NAME:OPTION=VALUE,... or a Python file; nonoforge methods lists them.",
        max_length=400, metavar="METHOD", label="Method", page={
            "help": "How to solve: a name of `methods`, or with settings, like "
            "paint:probe=2."})] = "auto"
    budget: Annotated[str | float | None, option(
        "Limit for each puzzle: 30s, 2m, settled=N, nodes=N, conflicts=N, or several joined by "
        "commas; or none. Counts repeat, seconds do not.", metavar="BUDGET",
        default="that of the method: minutes of work", check=checked_budget,
        page={"le": 7.0, "default": 5.0, "help": SECONDS_HELP})] = None
    seed: Seed = 0
    solutions: Annotated[int, option(
        "Look for up to N solutions; a verdict needs two.", ge=1, le=100_000, metavar="N",
        label="Solutions", page={"le": 1000})] = 2

    @property
    def spending(self) -> Budget | None:
        """The budget of each puzzle; None: that of the method."""
        return None if self.budget is None else Budget.of(self.budget)


class CheckOptions(SolveOptions, kw_only=True, frozen=True):
    """Options of checking a puzzle."""

    rating: Annotated[bool, option("Rate the puzzle, which takes longest.")] = True


class ExplainOptions(Options, kw_only=True, frozen=True):
    """Options of explaining the way to a solution."""

    budget: TimeLimit = "1m"


class HintOptions(Options, kw_only=True, frozen=True):
    """Options of a hint."""

    stage: Annotated[HintStage, option(
        "How much the hint says: where to look, which clue and technique, why, and what to "
        "write.")] = "do"
    budget: TimeLimit = "5s"

    @property
    def stages(self) -> int:
        """How many stages of the hint are shown."""
        return get_args(HintStage).index(self.stage) + 1


class RepairOptions(Options, kw_only=True, frozen=True):
    """How a picture is changed so that its puzzle can be solved."""

    most: Annotated[int, option(
        "Change at most N cells.", ge=1, le=50, metavar="N", label="Cells to change at most")] = 5
    list: Annotated[int | None, option(
        "List the N single cells whose change helps most, instead of a repair.", ge=1, le=1_000,
        metavar="N", label="Single changes")] = None
    level: SufficientLevel = "line"
    budget: TimeLimit = "1m"

    @property
    def spending(self) -> Budget:
        """The budget, read."""
        return Budget.of(self.budget)
