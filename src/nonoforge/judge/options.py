"""Options of `repair`."""

from __future__ import annotations

from typing import Annotated

from nonoforge.options import BudgetText, Options, SufficientLevel, option
from nonoforge.verdict import Budget


class RepairOptions(Options, kw_only=True, frozen=True):
    """How a picture is changed so that its puzzle can be solved."""

    most: Annotated[int, option(
        "Change at most N cells.", ge=1, le=50, metavar="N", label="Cells to change at most")] = 5
    list: Annotated[int | None, option(
        "List the N single cells whose change helps most, instead of a repair.", ge=1, le=1_000,
        metavar="N", label="Single changes")] = None
    level: SufficientLevel = "line"
    budget: BudgetText = "1m"

    @property
    def spending(self) -> Budget:
        """The budget, read."""
        return Budget.of(self.budget)
