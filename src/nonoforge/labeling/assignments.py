"""Which port each label takes: all ways that are not hopeless, the most balanced first.

As in E. Timmer, Labeling Curved Nonograms (2023), section 4.3: two options that overlap whatever
their leaders are a clause, a way that was found is a clause against itself, and a solver is asked
again until there is no way left. A way is balanced as far as curves have one label at each end.
Who learns from a way that a few of its choices are bad together may exclude all ways with these.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations
from typing import Any, Self, TypeAlias

from nonoforge.progress import CheckTime, no_limit

Pair: TypeAlias = tuple[int, int]


class Assignments:
    """Ways to take one of the choices for each label. `never` are pairs that exclude each other;
    if `partial`, one of the two labels may be left out later, and ways that want fewest left out
    come first. `uneven` has for each curve the pairs that put both its labels at one end. `watch`
    is called before the solver is asked, and may raise.

    >>> with Assignments([[0, 1], [2, 3]], [(0, 2)], [[(1, 3)]]) as assignments:
    ...     ways = list(assignments)
    >>> sorted(ways), ways[-1]
    ([(0, 3), (1, 2), (1, 3)], (1, 3))
    """

    def __init__(
        self, choices: Sequence[Sequence[int]], never: Iterable[Pair],
        uneven: Iterable[Sequence[Pair]], *, partial: bool = False,
        watch: CheckTime = no_limit,
    ) -> None:
        self.formula = _Formula(choices, watch)
        self.counted = (self.formula.exclude(never, partial), self.formula.mark(uneven))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.formula.solver.delete()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self.formula.ways(self.counted)

    def without(self, choices: Iterable[int]) -> None:
        """No more ways that have all of these choices."""
        self.formula.block(choices)


class _Formula:
    """Its variables: one for each choice, then those that count."""

    def __init__(self, choices: Sequence[Sequence[int]], watch: CheckTime) -> None:
        from pysat.solvers import Solver

        self.choices, self.watch = choices, watch
        self.taken = {choice: 1 + at for at, choice in enumerate(chain(*choices))}
        self.last = len(self.taken)
        self.solver: Any = Solver("glucose4")
        for of in choices:
            self._exactly_one([self.taken[choice] for choice in of])
        self.solver.set_phases([self.taken[of[0]] for of in choices if of])

    def _exactly_one(self, literals: list[int]) -> None:
        self.solver.add_clause(literals)
        self.solver.append_formula([[-a, -b] for a, b in combinations(literals, 2)])

    def _new(self) -> int:
        self.last += 1
        return self.last

    def exclude(self, never: Iterable[Pair], partial: bool) -> list[int]:
        """Clauses for pairs that exclude each other; the variables, for each label, of its being
        left out."""
        owner = {choice: label for label, of in enumerate(self.choices) for choice in of}
        out: dict[int, int] = {}
        for pair in never:
            excuses = []
            for label in (owner[choice] for choice in pair) if partial else ():
                out[label] = out.get(label) or self._new()
                excuses.append(out[label])
            self.solver.add_clause([*(-self.taken[choice] for choice in pair), *excuses])
        return list(out.values())

    def mark(self, uneven: Iterable[Sequence[Pair]]) -> list[int]:
        """The variables, for each curve, of its being uneven."""
        marks = []
        for pairs in uneven:
            marks.append(self._new())
            self.solver.append_formula(
                [[-self.taken[a], -self.taken[b], marks[-1]] for a, b in pairs])
        return marks

    def _counter(self, variables: list[int]) -> list[int]:
        """Literals that say: none of them, at most one, at most two, ..."""
        from pysat.card import ITotalizer

        if not variables:
            return []
        with ITotalizer(lits=variables, ubound=len(variables), top_id=self.last) as counter:
            self.solver.append_formula(counter.cnf.clauses)
            self.last = counter.top_id
            return [-literal for literal in counter.rhs]

    def ways(self, counted: Sequence[list[int]]) -> Iterator[tuple[int, ...]]:
        """In order of the number of variables that are true in the first of the lists, then in the
        second."""
        firsts, seconds = ([[literal] for literal in self._counter(of)[:len(of)]] + [[]]
                           for of in counted)
        for first in firsts:
            for second in seconds:
                if not self._solve(first):
                    break
                yield from self._within(first + second)

    def _solve(self, assumptions: list[int]) -> bool:
        self.watch()
        return bool(self.solver.solve(assumptions=assumptions))

    def _within(self, assumptions: list[int]) -> Iterator[tuple[int, ...]]:
        while self._solve(assumptions):
            model = set(self.solver.get_model() or ())
            way = tuple(next(choice for choice in of if self.taken[choice] in model)
                        for of in self.choices)
            self.block(way)
            yield way

    def block(self, choices: Iterable[int]) -> None:
        """A clause against choices that come together."""
        self.solver.add_clause([-self.taken[choice] for choice in choices])
