"""The easiest next step: the lowest rung, near the last step, with the largest gain.

Where lines alone are stuck, the assumption is taken that breaks soonest, and the lines that break
it are reduced to those that are needed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from nonoforge.engine import Budget, only, propagate, solve
from nonoforge.judge.deduction import Broken, Deduction, Learned, Pair, Searched
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.prove import refuted
from nonoforge.judge.rungs import DEPTH_1, DEPTH_2, PAIR, SEARCH
from nonoforge.judge.techniques.assume import (
    Atom,
    assumed,
    atoms,
    breaking_deep,
    breaking_pairs,
    without,
)
from nonoforge.judge.techniques.line import Find
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

SHORTLIST = 8  # assumptions that break soonest, of which the shortest reason is taken
TRIES = 400  # to leave lines out of a reason

Look = Callable[[], None]


def easiest(
    nonogram: Nonogram, ladder: Ladder, recent: Collection[int] = (), look: Look = lambda: None,
    budget: Budget | None = None,
) -> Deduction | None:
    """The next step; None if nothing can be said (several solutions, or the budget ran out).
    `recent` are the cells of the last step: a person goes on from there."""
    found = ladder.lowest()
    if found:
        return _in_a_line(ladder, found, recent)
    state = ladder.state
    return (_pair(nonogram.puzzle, state, look) or _depth_1(nonogram.puzzle, state, look)
            or _depth_2(nonogram.puzzle, state, look) or _search(nonogram, state, budget))


def _in_a_line(
    ladder: Ladder, found: dict[int, list[Find]], recent: Collection[int],
) -> Deduction:
    near = {index for cell in recent for index, _ in ladder.at[cell]}
    _, _, index, which = min(
        (index not in near, -_gain(removed), index, which)
        for index, finds in found.items() for which, (removed, _) in enumerate(finds))
    return ladder.deduction(index, which)


def _gain(removed: Iterable[int]) -> int:
    """How many cells change."""
    together = 0
    for bits in removed:
        together |= bits
    return together.bit_count()


def _pair(puzzle: Puzzle, state: State, look: Look) -> Deduction | None:
    for lines, shared, found in breaking_pairs(puzzle, state, look):
        return Deduction(PAIR, lines, without(state, found), Pair(shared))
    return None


def _depth_1(puzzle: Puzzle, state: State, look: Look) -> Deduction | None:
    """The shortest chain among those of the assumptions that break with the least work."""
    soonest = []
    for atom in atoms(state, range(puzzle.cells)):
        look()
        found = propagate(puzzle, assumed(state, atom))
        if found.conflict is not None:
            soonest.append((found.work.settled, atom))
    chains = [(chain(puzzle, state, atom), atom) for _, atom in sorted(soonest)[:SHORTLIST]]
    if not chains:
        return None
    shortest, atom = min(chains, key=lambda found: (len(found[0]), found[1]))
    lines = tuple(dict.fromkeys(line for line, _ in shortest))
    return Deduction(DEPTH_1, lines, without(state, [atom]), Broken(*atom, tuple(shortest)))


def chain(puzzle: Puzzle, state: State, atom: Atom) -> list[tuple[int, Learned]]:
    """What follows line after line from an assumption until one breaks; no line is needless."""
    walked = [line for line, _ in _walk(puzzle, state, atom, range(len(puzzle.lines)))]
    needed = _fewest(puzzle, walked, lambda lines: refuted(lines, state, atom, DEPTH_1))
    return _pruned(puzzle, _walk(puzzle, state, atom, needed))


def _pruned(puzzle: Puzzle, steps: list[tuple[int, Learned]]) -> list[tuple[int, Learned]]:
    """Of what each line teaches only what a later line uses."""
    kept: list[tuple[int, Learned]] = []
    used: set[int] = set()
    for line, learned in reversed(steps):
        useful = tuple((cell, mask) for cell, mask in learned if cell in used)
        if useful or not kept:
            kept.append((line, useful))
            used.update(puzzle.lines[line].cells)
    return kept[::-1]


def _walk(
    puzzle: Puzzle, state: State, atom: Atom, lines: Iterable[int],
) -> list[tuple[int, Learned]]:
    """The lines that teach something after an assumption, in waves from its cell, until one
    breaks."""
    allowed = set(lines)
    ladder = Ladder(puzzle, state)
    steps: list[tuple[int, Learned]] = []
    waiting = _through(ladder, [atom[0]], allowed)
    ladder.write(atom[0], 1 << atom[1])
    while waiting:
        index = waiting.pop(0)
        try:
            removed = ladder.all_of(index)
        except Contradiction:
            return [*steps, (index, ())]
        if any(removed):
            learned = ladder.learned(index, removed)
            steps.append((index, learned))
            for cell, mask in learned:
                ladder.write(cell, mask)
            waiting += [other for other in _through(ladder, [cell for cell, _ in learned], allowed)
                        if other != index and other not in waiting]
    return steps


def _through(ladder: Ladder, cells: Iterable[int], allowed: set[int]) -> list[int]:
    return [index for index in dict.fromkeys(i for cell in cells for i, _ in ladder.at[cell])
            if index in allowed]


def _fewest(puzzle: Puzzle, lines: Iterable[int], enough: Callable[[Puzzle], bool]) -> list[int]:
    """Leave out lines, the last ones first, while the others are enough."""
    needed = list(dict.fromkeys(lines))
    for line in list(reversed(needed))[:TRIES]:
        fewer = [other for other in needed if other != line]
        if enough(only(puzzle, frozenset(fewer))):
            needed = fewer
    return needed


def _depth_2(puzzle: Puzzle, state: State, look: Look) -> Deduction | None:
    for cell in state.open_cells():
        for atom in breaking_deep(puzzle, state, [cell], look):
            near = sorted(range(len(puzzle.lines)), key=lambda i: cell in puzzle.lines[i].cells)
            lines = _fewest(puzzle, reversed(near), _refuter(state, atom, look))
            return Deduction(DEPTH_2, tuple(lines), without(state, [atom]), Broken(*atom, (), 2))
    return None


def _refuter(state: State, atom: Atom, look: Look) -> Callable[[Puzzle], bool]:
    def enough(lines: Puzzle) -> bool:
        look()
        return refuted(lines, state, atom, DEPTH_2)
    return enough


def _search(nonogram: Nonogram, state: State, budget: Budget | None) -> Deduction | None:
    """Everything that is left, where it is proved that there is only one solution."""
    verdict = solve(nonogram, budget=budget)
    if verdict.answer != "unique":
        return None
    [solution] = verdict.solutions
    learned = tuple((cell, 1 << solution[cell]) for cell in state.open_cells())
    return Deduction(SEARCH, tuple(range(len(nonogram.puzzle.lines))), learned, Searched())
