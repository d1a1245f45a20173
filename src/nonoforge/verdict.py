"""What is true of a puzzle, and what it took to find out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

from nonoforge.errors import InputError
from nonoforge.puzzle import Colouring
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.nonogram import Nonogram

Answer: TypeAlias = Literal["unique", "multiple", "none", "unknown"]
Level: TypeAlias = Literal["line", "probe", "search", "sat"]

SolvableBy: TypeAlias = Literal["line", "probe", "unique"]
"""What must suffice to solve a puzzle: single lines, probing, or any means at all."""

LEVELS: tuple[Level, ...] = ("line", "probe", "search", "sat")

FlawKind: TypeAlias = Literal[
    "none", "multiple", "unknown", "hard", "print", "colours", "empty", "title"]
"""What may be wrong with a puzzle, the most important first: its number of solutions, more
difficult than people solve, too small to print, colours alike, nothing to solve, a title that says
what will be seen."""


class Flaw(NamedTuple):
    """What is wrong with a puzzle: a clause, and a sentence that says what to do about it. Players
    should not get a puzzle with a serious flaw."""

    kind: FlawKind
    words: str
    advice: str
    serious: bool = True


class Work(NamedTuple):
    """Work is counted, not timed, so that a result repeats."""

    settled: int = 0  # lines settled
    probes: int = 0  # assumptions propagated
    nodes: int = 0  # branches of the search
    conflicts: int = 0  # contradictions that search or SAT learned from

    def plus(self, other: Work) -> Work:
        return Work(*(a + b for a, b in zip(self, other, strict=True)))


GRACE = 0.1  # the share of a budget's seconds that saying what was found may take besides
MOMENT = 0.05  # the share of a budget's seconds that is left when they are spent

Number = TypeVar("Number", int, float)


class Budget(NamedTuple):
    """How much work may be spent; None is no limit. Seconds do not repeat, the others do.

    >>> Budget.parse("nodes=1000,30s")
    Budget(settled=None, nodes=1000, conflicts=None, seconds=30.0)
    """

    settled: int | None = None
    nodes: int | None = None
    conflicts: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read `30s`, `2m`, `settled=N`, `nodes=N`, `conflicts=N`, joined by commas, or `none`."""
        counts: dict[str, int] = {}
        seconds: float | None = None
        for part in [] if text.strip() == "none" else text.split(","):
            clock = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)", part.strip())
            count = re.fullmatch(r"(settled|nodes|conflicts)=(\d{1,18})", part.strip())
            if clock:
                unit = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[clock[2]]
                seconds = float(clock[1]) * unit
            elif count:
                counts[count[1]] = int(count[2])
            else:
                raise InputError(
                    f"budget {part.strip()!r}: write it like 30s, 2m, settled=1000000, nodes=1000 "
                    "or conflicts=1000, several joined by commas, or none")
        if seconds == 0 or 0 in counts.values():
            raise InputError(f"budget {text!r}: each part must be more than zero")
        return cls(**counts, seconds=seconds)

    @classmethod
    def of(cls, given: Budget | str | float | None) -> Budget:
        """Return a budget from its text, from a number of seconds, or as it is; None: no limit.

        >>> Budget.of("30s") == Budget.of(30)
        True
        """
        if isinstance(given, str):
            return cls.parse(given)
        if given is None or isinstance(given, Budget):
            found = given or cls()
            for name, part in found._asdict().items():
                if not (part is None or (isinstance(part, int) and part >= 0)
                        or (name == "seconds" and isinstance(part, float) and part >= 0)):
                    raise InputError(f"{name} of a budget: {part!r}; write a number, or the budget "
                                     "as text: '10s', 'nodes=1000'")
            return found
        try:
            seconds = float(given)
        except (TypeError, ValueError):
            seconds = None
        if seconds is None or isinstance(given, bool):
            raise InputError(f"budget {given!r}: write a number of seconds, text like '10s' or "
                             "'nodes=1000', or a Budget")
        if not 0 < seconds < float("inf"):
            raise InputError(f"budget {given!r}: more than 0 seconds are needed")
        return cls(seconds=seconds)

    def text(self) -> str:
        """Return what `parse` reads.

        >>> Budget(nodes=1000, seconds=0.5).text()
        'nodes=1000,0.5s'
        """
        parts = [f"{name}={count}" for name, count in zip(self._fields[:-1], self[:-1], strict=True)
                 if count is not None]
        if self.seconds is not None:
            parts.append(f"{self.seconds:.9f}".rstrip("0").rstrip(".") + "s")
        return ",".join(parts) or "none"

    @property
    def limit(self) -> float | None:
        """The seconds after which all that a budget pays for must have ended: what was found in
        time may still be said.

        >>> Budget(seconds=10).limit
        11.0
        """
        return None if self.seconds is None else (1 + GRACE) * self.seconds

    def after(self, spent: float) -> Budget:
        """Return what is left when some seconds are spent: a moment at least, so that what follows
        can say what is known.

        >>> Budget(nodes=5, seconds=10).after(4).text(), Budget(nodes=5).after(4).text()
        ('nodes=5,6s', 'nodes=5')
        """
        if self.seconds is None:
            return self
        return self._replace(seconds=max(self.seconds - spent, MOMENT * self.seconds))

    def less(self, work: Work) -> Budget:
        """Return what is left of the counts after some work; 0 where that is nothing.

        >>> budget = Budget(nodes=5, seconds=10)
        >>> budget.less(Work(nodes=3)), budget.less(Work(nodes=7)).nodes
        (Budget(settled=None, nodes=2, conflicts=None, seconds=10), 0)
        """
        def left(limit: int | None, spent: int) -> int | None:
            return None if limit is None else max(0, limit - spent)

        return Budget(left(self.settled, work.settled), left(self.nodes, work.nodes),
                      left(self.conflicts, work.conflicts), self.seconds)

    def within(self, other: Budget) -> Budget:
        """Return the smaller of both, part by part."""
        return Budget(_least(self.settled, other.settled), _least(self.nodes, other.nodes),
                      _least(self.conflicts, other.conflicts),
                      _least(self.seconds, other.seconds))


def _least(one: Number | None, other: Number | None) -> Number | None:
    if one is None or other is None:
        return one if other is None else other
    return min(one, other)


class Verdict(NamedTuple):
    """`unique` is proved; `unknown` means a budget ran out: `state` says what is known anyway.

    `complete` says that `solutions` are all there are. For `none`, `conflict` names lines (by their
    index in the puzzle) that cannot hold together. `counts` are what a method counts besides the
    work that all count; `why` says what stopped it short of an answer. `nonogram` is what was
    solved, where that was more than its cells and lines.
    """

    answer: Answer
    level: Level
    line_solvable: bool
    solutions: tuple[Colouring, ...]
    complete: bool
    state: State
    work: Work
    conflict: tuple[int, ...] = ()
    seconds: float = 0.0
    counts: tuple[tuple[str, int], ...] = ()
    why: str = ""
    nonogram: Nonogram | None = None

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution; proved."""
        return self.answer == "unique"

    @property
    def solution(self) -> Any:
        """The first solution, as colour numbers: in rows for a grid, in layers of rows for a solid,
        in a list of faces; None where there is none."""
        if not self.solutions:
            return None
        first = self.solutions[0]
        return list(first) if self.nonogram is None else self.nonogram.geometry.nest(first)

    def __repr__(self) -> str:
        """Short: a solution would fill pages."""
        return f"<Verdict: {self.answer}, level {self.level}>"

    def _repr_html_(self) -> str:
        """Return the answer and the first solution, for notebooks."""
        words = f"<p>{self.answer}, level {self.level}</p>"
        return words if self.nonogram is None else words + self.nonogram.family.svg(
            self.nonogram, self.solutions[0] if self.solutions else self.state)
