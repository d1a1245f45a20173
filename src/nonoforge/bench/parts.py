"""The parts of a bench, counted off as they begin."""

from __future__ import annotations

from nonoforge.bench.table import Report


class Parts:
    """So many parts there are; each is told before it begins."""

    def __init__(self, report: Report, total: int) -> None:
        self.report, self.total, self.done = report, total, 0

    def next(self, name: str) -> None:
        """The part of this name begins; those before are done."""
        self.report.at(self.done, self.total, name)
        self.done += 1
