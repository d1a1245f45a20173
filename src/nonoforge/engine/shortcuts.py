"""Solutions by luck and symmetry, before the long way.

What search without a bound would find in the end is often close at hand: a symmetric puzzle has a
symmetric solution, a second solution is the image of the first or differs from it in a small
window. Each shortcut is cheap; what it finds is a solution, what it does not find says nothing.
"""

from __future__ import annotations

from nonoforge.engine.choose import climb
from nonoforge.engine.nearby import nearby_solution
from nonoforge.engine.outcome import Budget, Outcome
from nonoforge.engine.symmetry import Permutation, fold, image, symmetries
from nonoforge.engine.verify import verify
from nonoforge.puzzle import Colouring, Puzzle

FOLDS = 3  # symmetries to try
FOLDED = 10_000  # conflicts for each


def shortcuts(puzzle: Puzzle, outcome: Outcome, *, limit: int, seed: int = 0) -> Outcome:
    """The outcome with up to `limit` solutions, as far as shortcuts lead to them."""
    moves = symmetries(puzzle, outcome.state)
    solutions = list(outcome.solutions)
    if not solutions:
        outcome, found = _folded(puzzle, outcome, moves, seed)
        solutions += found
    images = (image(solution, move) for solution in solutions for move in moves)
    for other in images:
        if len(solutions) < limit and other not in solutions and verify(puzzle, other):
            solutions.append(other)
            break
    if len(solutions) == 1 and (near := nearby_solution(puzzle, outcome.state, solutions[0])):
        solutions.append(near)
    return outcome._replace(solutions=tuple(solutions))


def _folded(
    puzzle: Puzzle, outcome: Outcome, moves: list[Permutation], seed: int,
) -> tuple[Outcome, list[Colouring]]:
    """A symmetric solution, if there is one and it is found soon; and the work it took."""
    for move in moves[:FOLDS]:
        folded, place = fold(puzzle, move)
        part = climb(folded, limit=1, budget=Budget(conflicts=FOLDED), seed=seed)
        outcome = outcome._replace(work=outcome.work.plus(part.work))
        for found in part.solutions:
            return outcome, [bytes(found[cell] for cell in place)]
    return outcome, []
