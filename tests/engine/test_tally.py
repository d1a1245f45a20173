"""Tallies: settled exactly in both engines, encoded, solved."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import INKS, all_solutions, rounds
from nonoforge.clues import MAX_GROUPS, Count, Tally
from nonoforge.engine import plain, settle, solve
from nonoforge.engine.choose import native
from nonoforge.engine.outcome import Budget
from nonoforge.engine.plain.settle import few_states
from nonoforge.engine.sat import Encoding, Solver
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

ENGINES = [plain.settle, settle] if native else [plain.settle]


def brute(clue: Tally, masks: list[int], length: int) -> list[int] | None:
    """All colourings that fit, put together."""
    options = [[c for c, mask in enumerate(masks) if mask >> p & 1] for p in range(length)]
    found = [0] * len(masks)
    fits = [colours for colours in product(*options) if clue.accepts(colours)]
    for colours in fits:
        for p, colour in enumerate(colours):
            found[colour] |= 1 << p
    return found if fits else None


def counts(length: int) -> list[Count]:
    return [Count(total, groups) for total in (None, *range(length + 2))
            for groups in (None, *range(MAX_GROUPS + 1))]


def test_all_short_lines_of_one_colour() -> None:
    for length in range(6):
        for count in counts(length):
            clue = Tally((count,))
            for kinds in product((0, 1, 2, 3) if length < 4 else (1, 2, 3), repeat=length):
                white = sum((kind & 1) << p for p, kind in enumerate(kinds))
                black = sum((kind >> 1) << p for p, kind in enumerate(kinds))
                expected = brute(clue, [white, black], length)
                for engine in ENGINES:
                    assert engine(clue, [white, black], length) == expected


def random_count(rng: random.Random, length: int) -> Count:
    total = rng.choice([None, *range(length + 1)])
    return Count(total, rng.choice([None, *range(MAX_GROUPS + 1)]))


def random_line(rng: random.Random, length: int, colours: int) -> tuple[Tally, list[int]]:
    """A line with a clue that mostly fits, and a state that mostly allows it."""
    line = [rng.randrange(colours) for _ in range(length)]
    clue = Tally(tuple(
        count if rng.random() < 0.7 else random_count(rng, length) if rng.random() < 0.3 else
        Count(count.total if rng.random() < 0.5 else None, None)
        for count in Tally.read(line, colours).counts))
    masks = [0] * colours
    share = rng.random()
    for p, colour in enumerate(line):
        for c in range(colours):
            masks[c] |= (c == colour or rng.random() < share) << p
    return clue, masks


def test_random_lines_of_several_colours() -> None:
    rng = random.Random(3)
    for _ in range(rounds(600)):
        length, colours = rng.randint(0, 7), rng.randint(2, 4)
        clue, masks = random_line(rng, length, colours)
        expected = brute(clue, masks, length)
        for engine in ENGINES:
            assert engine(clue, masks, length) == expected


@pytest.mark.skipif(native is None, reason="needs the kernel")
def test_long_lines_in_both_engines() -> None:
    rng = random.Random(4)
    for _ in range(rounds(60)):
        colours = rng.choice([2, 2, 2, 3])
        length = rng.choice([30, 63, 64, 65, 127, 128, 129, 300]) if colours == 2 else \
            rng.randint(8, 24)
        clue, masks = random_line(rng, length, colours)
        assert plain.settle(clue, masks, length) == settle(clue, masks, length)


@pytest.mark.skipif(native is None, reason="needs the kernel")
def test_totals_near_their_bounds() -> None:
    """The kernel answers without a walk where counting decides, or where no cell can be decided."""
    rng = random.Random(8)
    for _ in range(rounds(600)):
        length, density = rng.choice([rng.randint(5, 14), rng.randint(15, 64)]), rng.random()
        line = [int(rng.random() < density) for _ in range(length)]
        share = rng.random()
        white, black = (sum((c == colour or rng.random() < share) << p
                            for p, colour in enumerate(line)) for c in (0, 1))
        known, possible = (black & ~white).bit_count(), black.bit_count()
        total = rng.choice([sum(line), known, known + 1, known + 3, possible - 3, possible - 1,
                            possible])
        groups = Tally.read(line, 2).counts[0].groups
        clue = Tally((Count(max(0, total), rng.choice([groups, groups, MAX_GROUPS])),))
        assert plain.settle(clue, [white, black], length) == settle(clue, [white, black], length)


def test_too_many_states_are_settled_colour_by_colour() -> None:
    rng = random.Random(5)
    assert few_states([Count(9, 3)] * 3)
    assert not few_states([Count(30, 3)] * 5)
    assert not few_states([Count(None, 1)] * 9)
    for _ in range(rounds(20)):
        line = [rng.randrange(6) for _ in range(120)]
        clue = Tally.read(line, 6)
        masks = [sum((c == colour or rng.random() < 0.2) << p for p, colour in enumerate(line))
                 for c in range(6)]
        found = plain.settle(clue, masks, 120)
        assert found is not None
        assert all(found[colour] >> p & 1 for p, colour in enumerate(line))
        if native:
            assert settle(clue, masks, 120) == found
        decided = [sum((c == colour) << p for p, colour in enumerate(line)) for c in range(6)]
        assert plain.settle(clue, decided, 120) == decided
        line[0] = (line[0] + 1) % 6
        wrong = [sum((c == colour) << p for p, colour in enumerate(line)) for c in range(6)]
        assert plain.settle(clue, wrong, 120) is None


def random_solid(rng: random.Random) -> Puzzle:
    """Rods along three axes of a small box, some of them hidden."""
    x, y, z = (rng.randint(1, 3) for _ in range(3))
    colours = rng.choice([2, 2, 3])
    solid = [rng.choice([0, rng.randrange(colours)]) for _ in range(x * y * z)]
    lines = []
    for group, (step, size) in enumerate(((1, x), (x, y), (x * y, z))):
        starts = [cell for cell in range(x * y * z) if cell // step % size == 0]
        for start in starts:
            cells = tuple(start + step * i for i in range(size))
            clue = Tally.read((solid[cell] for cell in cells), colours)
            if rng.random() < 0.1:
                clue = Tally(tuple(random_count(rng, size) for _ in range(colours - 1)))
            if rng.random() < 0.9:
                lines.append(Line(cells, clue, f"rod {len(lines) + 1}", group))
    return Puzzle(x * y * z, tuple(lines), Palette.of(*INKS[:colours]))


@pytest.mark.parametrize("method", ["line", "probe", "search", "sat", "auto"])
def test_solids(method: str) -> None:
    rng = random.Random(6)
    for _ in range(rounds(40)):
        puzzle = random_solid(rng)
        truth = all_solutions(puzzle)
        verdict = solve(puzzle, method=method, limit=min(len(truth), 200) + 1)
        assert set(verdict.solutions) <= truth
        assert verdict.answer in ("unknown", ("none", "unique", "multiple")[min(2, len(truth))])
        if method in ("search", "auto") and len(truth) <= 200:
            assert set(verdict.solutions) == truth


def test_clauses() -> None:
    rng = random.Random(7)
    for _ in range(rounds(60)):
        puzzle = random_solid(rng)
        truth = all_solutions(puzzle)
        if len(truth) > 60:
            continue
        encoding = Encoding(puzzle, State.start(puzzle), seed=rng.randrange(3))
        found = set()
        with Solver(encoding, Budget()) as solver:
            while isinstance(answer := solver.model(), bytes):
                assert answer not in found
                found.add(answer)
                solver.add(encoding.different(answer))
        assert found == truth
