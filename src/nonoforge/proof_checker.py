"""Check a certificate that a puzzle has one solution, or none. Run it as a program on its own:

    python proof_checker.py PROOF...

It needs nothing but Python and shares no code with the solvers. It reads the puzzle from the first
line, writes it as clauses (docs/proofs.md), checks the solution, and then every step of the proof,
which is in the DRAT format of SAT solvers: a step deletes a clause, or adds one that follows by
unit propagation (RUP), or all of whose resolvents on its first literal do (RAT).
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import accumulate, combinations, groupby, pairwise
from typing import Any

YES, NO = "yes", "no"  # constants, which are folded away
MAX_CELLS, MAX_COLOURS = 4_000_000, 255


class ProofError(Exception):
    """The certificate does not prove what it claims."""


class Clauses:
    """Clauses over variables numbered from 1 in the order in which they are needed."""

    def __init__(self, puzzle: dict[str, Any]) -> None:
        self.made: list[tuple[int, ...]] = []
        self.variables = 0
        self.colours = int(puzzle["colours"])
        self.cells = [self._cell() for _ in range(puzzle["cells"])]
        for line in puzzle["lines"]:
            cells = [self.cells[cell] for cell in line["cells"]]
            if "runs" in line:
                self._runs(cells, line["runs"])
            else:
                self._tally(cells, line["tally"])
        for cell, colour in puzzle.get("given", ()):
            self.add(self.cells[cell][colour])

    def add(self, *literals: Any) -> None:
        """Add a clause, without its constants."""
        if YES not in literals:
            self.made.append(tuple(x for x in literals if x != NO))

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def _cell(self) -> list[int]:
        """Return for each colour the literal of a cell that has it."""
        if self.colours == 2:
            black = self.new()
            return [-black, black]
        literals = [self.new() for _ in range(self.colours)]
        for clause in (literals, *((-a, -b) for a, b in combinations(literals, 2))):
            self.add(*clause)
        return literals

    def _number(self, low: int, high: int) -> Any:
        """Return a function: the literal of "this number, from low to high, is at least p"."""
        variables = {p: self.new() for p in range(low + 1, high + 1)}
        for p, q in pairwise(variables.values()):
            self.add(-q, p)
        return lambda p: YES if p <= low else variables.get(p, NO)

    def _runs(self, cells: Sequence[list[int]], runs: Sequence[Sequence[Any]]) -> None:
        """A run starts at or after p, and ends at or after p."""
        length, sizes = len(cells), [size or 1 for size, _ in runs]
        gaps = [int(a[1] == b[1]) for a, b in pairwise(runs)]
        steps = [size + gap for size, gap in zip(sizes, [*gaps, 0], strict=False)]
        spare = length - sum(steps)
        if spare < 0:
            self.add()
            return
        firsts = list(accumulate(steps, initial=0))[:-1]
        starts, ends = [], []
        for first, (size, _) in zip(firsts, runs, strict=True):
            start = self._number(first, first + spare)
            starts.append((first, first + spare, start))
            if size:
                ends.append((first + size - 1, first + spare + size - 1,
                             lambda p, start=start, size=size: start(p - size + 1)))
                continue
            end = self._number(first, length - 1)
            ends.append((first, length - 1, end))
            for p in range(first + 1, first + spare + 1):
                self.add(_not(start(p)), end(p))
        for j, gap in enumerate(gaps):  # the next run starts after the gap
            for p in range(ends[j][0], ends[j][1] + 1):
                self.add(_not(ends[j][2](p)), starts[j + 1][2](p + gap + 1))
        for j, (_, colour) in enumerate(runs):  # its cells have its colour
            for p in range(starts[j][0], ends[j][1] + 1):
                self.add(starts[j][2](p + 1), _not(ends[j][2](p)), cells[p][colour])
        before = (-1, -1, lambda p: YES if p <= -1 else NO)
        after = (length, length, lambda p: YES if p <= length else NO)
        for end, start in zip([before, *ends], [*starts, after], strict=True):
            for p in range(end[0] + 1, start[1]):  # between two runs there is white
                self.add(end[2](p), _not(start[2](p + 1)), cells[p][0])

    def _tally(self, cells: Sequence[list[int]], counts: Sequence[Sequence[Any]]) -> None:
        """Count the cells of a colour, and the places where its groups start."""
        for colour, (total, groups) in enumerate(counts, start=1):
            of_colour = [cell[colour] for cell in cells]
            if (total or 0) > len(cells):
                self.add()
                return
            if total is not None:
                self._exactly(total, self._counter(of_colour, total + 1))
            if groups is not None:
                starts = of_colour[:1] + [self._start(a, b) for a, b in pairwise(of_colour)]
                self._exactly(groups, self._counter(starts, min(groups, 2) + 1))

    def _exactly(self, number: int, at_least: Sequence[Any]) -> None:
        self.add(at_least[number - 1] if number else YES)
        if number < len(at_least):  # groups beyond the counter: 3 are 3 or more
            self.add(_not(at_least[number]))

    def _start(self, before: int, cell: int) -> int:
        start = self.new()
        for clause in ((-start, cell), (-start, -before), (-cell, before, start)):
            self.add(*clause)
        return start

    def _counter(self, literals: Iterable[int], most: int) -> list[Any]:
        """Return the literals of "at least 1, 2, ..., most of these"."""
        counts: list[Any] = [NO] * most
        for literal in literals:
            lower = [YES, *counts]
            counts = [self._more(literal, lower[k], counts[k]) for k in range(most)]
        return counts

    def _more(self, literal: int, lower: Any, count: Any) -> Any:
        if count == NO and lower in (NO, YES):
            return literal if lower == YES else NO
        more = self.new()
        for clause in ((_not(count), more), (_not(lower), -literal, more),
                       (-more, count, lower), (-more, count, literal)):
            self.add(*clause)
        return more


def _not(literal: Any) -> Any:
    return {YES: NO, NO: YES}.get(literal) or -literal


def check_ranges(puzzle: dict[str, Any]) -> None:
    """Raise ValueError for a number that is out of range, or a solution of another length. Python
    would count negative ones from the end."""
    cells, colours, given = puzzle["cells"], puzzle["colours"], puzzle.get("given", ())
    ranges = [(0, MAX_CELLS, [cells]), (2, MAX_COLOURS, [colours]),
              (0, cells - 1, [cell for cell, _ in given]),
              (0, colours - 1, [colour for _, colour in given])]
    if puzzle["claim"] == "unique":
        ranges += [(0, colours - 1, puzzle["solution"]), (cells, cells, [len(puzzle["solution"])])]
    for line in puzzle["lines"]:
        clue = line["runs" if "runs" in line else "tally"]
        left, right = ([pair[at] for pair in clue if pair[at] is not None] for at in (0, 1))
        ranges.append((0, cells - 1, line["cells"]))
        if "runs" in line:
            ranges += [(1, MAX_CELLS, left), (1, colours - 1, right),
                       (len(clue), len(clue), [len(right)])]
        else:
            ranges += [(0, MAX_CELLS, left), (0, 3, right), (0, colours - 1, [len(clue)])]
    if not all(type(number) is int and low <= number <= high
               for low, high, numbers in ranges for number in numbers):
        raise ValueError


def accepts(line: dict[str, Any], colours: Sequence[int]) -> bool:
    """Return whether the cells of a line fulfil its clue."""
    blocks = [(colour, sum(1 for _ in cells)) for colour, cells in groupby(colours)]
    if "runs" in line:
        found = [(size, colour) for colour, size in blocks if colour]
        return len(found) == len(line["runs"]) and all(
            colour == have and size in (None, many)
            for (size, colour), (many, have) in zip(line["runs"], found, strict=True))
    return all(
        total in (None, colours.count(colour))
        and groups in (None, min(3, sum(block[0] == colour for block in blocks)))
        for colour, (total, groups) in enumerate(line["tally"], start=1))


class Checker:
    """Clauses with two watched literals each, and what follows from them by unit propagation."""

    def __init__(self) -> None:
        self.clauses: dict[int, list[int]] = {}
        self.numbers: dict[tuple[int, ...], list[int]] = defaultdict(list)
        self.watches: dict[int, list[int]] = defaultdict(list)
        self.true: set[int] = set()
        self.trail: list[int] = []
        self.refuted = False
        self._next = 0

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, and what follows from it."""
        literals = sorted(set(clause), key=lambda x: -x in self.true)  # false ones last
        self.numbers[tuple(sorted(set(clause)))].append(self._next)
        self.clauses[self._next] = literals
        if not literals or -literals[0] in self.true:
            self.refuted = True
        elif len(literals) == 1 or -literals[1] in self.true:
            self.refuted |= not self._propagate([literals[0]])
        if len(literals) > 1:
            for literal in literals[:2]:
                self.watches[literal].append(self._next)
        self._next += 1

    def delete(self, clause: Sequence[int]) -> None:
        """Delete a clause; units stay, as in all DRAT checkers."""
        numbers = self.numbers.get(tuple(sorted(set(clause))))
        if numbers and sum(-x not in self.true for x in clause) > 1:
            del self.clauses[numbers.pop()]

    def follows(self, clause: Sequence[int]) -> bool:
        """Return whether a clause may be added: RUP, or RAT on its first literal."""
        if self.refuted or self._is_implied(clause):
            return True
        resolved = [other for other in self.clauses.values() if clause and -clause[0] in other]
        return bool(clause) and all(
            self._is_implied([*clause, *(x for x in other if x != -clause[0])])
            for other in resolved)

    def _is_implied(self, clause: Sequence[int]) -> bool:
        """Return whether all literals false leads to a contradiction."""
        before = len(self.trail)
        contradiction = not self._propagate([-x for x in clause])
        self.true.difference_update(self.trail[before:])
        del self.trail[before:]
        return contradiction

    def _propagate(self, literals: Sequence[int]) -> bool:
        """Assume literals and follow units; return whether there is no contradiction."""
        true, trail, at = self.true, self.trail, len(self.trail)
        for literal in literals:
            if -literal in true:
                return False
            if literal not in true:
                true.add(literal)
                trail.append(literal)
        while at < len(trail):
            false = -trail[at]
            at += 1
            watching, kept = self.watches[false], list[int]()
            for place, number in enumerate(watching):
                clause = self.clauses.get(number)
                if clause is None:
                    continue
                if clause[0] == false:
                    clause[0], clause[1] = clause[1], false
                if clause[0] in true:
                    kept.append(number)
                    continue
                for k in range(2, len(clause)):
                    if -clause[k] not in true:
                        clause[1], clause[k] = clause[k], false
                        self.watches[clause[1]].append(number)
                        break
                else:
                    kept.append(number)
                    if -clause[0] in true:
                        self.watches[false] = kept + watching[place + 1:]
                        return False
                    true.add(clause[0])
                    trail.append(clause[0])
            self.watches[false] = kept
        return True


def check(lines: Iterable[str]) -> dict[str, Any]:
    """Check a certificate; return the puzzle, with what was claimed."""
    rows = iter(lines)
    try:
        puzzle: dict[str, Any] = json.loads(next(rows, ""))
        claim = puzzle["claim"]
        check_ranges(puzzle)
        encoded = Clauses(puzzle)
        if claim == "unique":
            solution = puzzle["solution"]
            wrong = [line["name"] for line in puzzle["lines"]
                     if not accepts(line, [solution[cell] for cell in line["cells"]])]
            if wrong or any(solution[cell] != colour for cell, colour in puzzle.get("given", ())):
                raise ProofError(f"the solution breaks {wrong[0] if wrong else 'a given cell'}")
            encoded.add(*(-encoded.cells[cell][colour] for cell, colour in enumerate(solution)))
        elif claim != "none":
            raise ProofError(f"unknown claim {claim!r}")
    except (ValueError, KeyError, IndexError, TypeError, AttributeError):
        raise ProofError("line 1: not the puzzle of a certificate") from None
    checker = Checker()
    for clause in encoded.made:
        checker.add(clause)
    for number, row in enumerate(rows, start=2):
        try:
            *literals, end = map(int, row.removeprefix("d").split())
        except ValueError:
            end = 1
        if end or 0 in literals:
            raise ProofError(f"line {number}: not a step, which ends with 0")
        if row.startswith("d"):
            checker.delete(literals)
        elif not checker.follows(literals):
            raise ProofError(f"line {number}: the step does not follow")
        else:
            checker.add(literals)
    if not checker.refuted:
        raise ProofError("the proof does not end in a contradiction")
    return puzzle


def main(arguments: Sequence[str]) -> int:
    """Check the certificates of the command line."""
    worst = 0 if arguments else 2
    for name in arguments:
        try:
            with open(name, encoding="ascii") as file:
                print(f"{name}: proved: {check(file)['claim']}")
        except (OSError, UnicodeDecodeError, ProofError) as error:
            print(f"{name}: not proved: {error}", file=sys.stderr)
            worst = 1
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
