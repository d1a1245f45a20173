"""Tallies as sets of clues of runs and as automata: exactly what `accepts` accepts."""

from __future__ import annotations

import random
from itertools import product
from math import comb

import pytest

from helpers.puzzles import rounds
from nonoforge.clues import Count, Runs, Tally
from nonoforge.engine.plain import settler
from nonoforge.methods.common.extremes import by_leftness, extremes
from nonoforge.methods.common.method import GaveUp, TooMany
from nonoforge.methods.common.tallies import (
    automaton_of,
    compositions,
    count_expansions,
    expanding,
    expansions,
)
from nonoforge.methods.paint import settler as paint

# Halford, Table 1.
TABLE1 = {
    (1, 1): "1", (2, 2): "1,1", (3, 2): "1,2 2,1", (4, 2): "1,3 2,2 3,1", (3, 3): "1,1,1",
    (4, 3): "1,1,1,1 2,1,1 1,2,1 1,1,2",
    (5, 3): "1,1,1,1,1 2,1,1,1 1,2,1,1 1,1,2,1 1,1,1,2 3,1,1 1,3,1 1,1,3 2,2,1 2,1,2 1,2,2",
}


@pytest.mark.parametrize(("total", "groups"), TABLE1)
def test_table_1(total: int, groups: int) -> None:
    published = {tuple(map(int, parts.split(","))) for parts in TABLE1[total, groups].split()}
    found = list(compositions(total, groups))
    assert set(found) == published
    assert len(found) == len(published)


def test_the_numbers_of_expansions() -> None:
    """n - 1 for two groups, 2^(n-1) - n for three or more (section 3.5)."""
    for total in range(1, 12):
        assert len(list(compositions(total, 2))) == total - 1
        assert len(set(compositions(total, 3))) == 2 ** (total - 1) - total
        assert count_expansions(Tally.of((total, 3)), 2 * total) == 2 ** (total - 1) - total
    assert count_expansions(Tally.of((24, 3)), 100) == 8_388_584


def random_tally(rng: random.Random) -> tuple[Tally, int, int]:
    """A clue, the length of its line and the number of colours; some fit nowhere."""
    length, colours = rng.randint(0, 6), rng.choice([2, 2, 3])
    counts = (Count(rng.choice([None, 0, 1, 2, 3, 4]), rng.choice([None, 0, 1, 2, 3]))
              for _ in range(rng.randint(0, colours - 1)))
    return Tally(tuple(counts)), length, colours


def test_equal_to_trying_everything() -> None:
    rng = random.Random(1)
    for _ in range(rounds(150)):
        clue, length, colours = random_tally(rng)
        lines = list(product(range(colours), repeat=length))
        good = {line for line in lines if clue.accepts(line)}
        runs = list(expansions(clue, length, colours))
        assert len(runs) == len(set(runs)) == count_expansions(clue, length, colours)
        assert {line for line in lines if Runs.read(line) in runs} == good
        automaton = automaton_of(clue, colours)
        assert {line for line in lines if automaton.accepts(line)} == good
        allowed = rng.getrandbits(length * colours + 1) | rng.getrandbits(length * colours + 1)
        packed = {sum(1 << colour * length + at for at, colour in enumerate(line))
                  for line in good}
        fitting = sorted(placement for placement in packed if not placement & ~allowed)
        assert sorted(automaton.placements(length, colours, allowed)) == fitting
        assert automaton.count(length, colours, allowed) == len(fitting)


def test_distance_is_the_nearest_filling() -> None:
    rng = random.Random(2)
    for _ in range(rounds(100)):
        clue, length, _ = random_tally(rng)
        clue = Tally(clue.counts[:1])
        lines = list(product((0, 1), repeat=length))
        good = [line for line in lines if clue.accepts(line)]
        for line in lines if good else ():
            nearest = min(sum(a != b for a, b in zip(line, other, strict=True)) for other in good)
            pattern = sum(bit << at for at, bit in enumerate(line))
            assert automaton_of(clue).distance(length, pattern) == nearest


def test_drawn_lines_meet_the_clue_and_all_are_drawn() -> None:
    rng = random.Random(3)
    automaton = automaton_of(Tally.of((3, 2)))
    ways = automaton.ways(6, 2, (1 << 12) - 1)
    drawn = [automaton.drawn(ways, 2, rng) for _ in range(2000)]
    good = {line for line in product((0, 1), repeat=6) if Tally.of((3, 2)).accepts(line)}
    assert set(drawn) == good
    assert all(drawn.count(line) > 2000 / len(good) / 2 for line in good)


def test_expanding_keeps_what_the_line_solver_is() -> None:
    """With an exact line solver it is exact; with the extremes it is sound, and finds less."""
    rng = random.Random(4)
    exact, painted = expanding(settler), expanding(lambda clue, length: paint(clue, length))
    loose, by_sums = expanding(extremes()), expanding(by_leftness(1000))
    less = 0
    for _ in range(rounds(400)):
        length = rng.randint(1, 10)
        picture = [rng.randrange(2) for _ in range(length)]
        clue = Tally.read(picture if rng.random() < 0.9 else [1 - cell for cell in picture])
        known = [rng.random() < 0.4 for _ in picture]
        masks = [sum(1 << at for at in range(length) if not known[at] or picture[at] == colour)
                 for colour in (0, 1)]
        truth = settler(clue, length)(masks)
        assert exact(clue, length)(masks) == truth
        assert painted(clue, length)(masks) == truth
        found = loose(clue, length)(masks)
        assert by_sums(clue, length)(masks) == found
        if truth is not None:
            assert found is not None
            assert all(not mine & ~more for mine, more in zip(truth, found, strict=True))
            less += found != truth
    assert less


def test_leftness_finds_the_extremes() -> None:
    """The solution whose blocks start furthest left in sum is the leftmost, block by block."""
    rng = random.Random(5)
    for _ in range(rounds(300)):
        length = rng.randint(1, 12)
        picture = [rng.randrange(2) for _ in range(length)]
        known = [rng.random() < 0.3 for _ in picture]
        masks = [sum(1 << at for at in range(length) if not known[at] or picture[at] == colour)
                 for colour in (0, 1)]
        clue = Runs.read(picture)
        assert by_leftness(1000)(clue, length)(masks) == extremes()(clue, length)(masks)


def test_too_many_are_refused_with_the_number() -> None:
    masks = [(1 << 60) - 1] * 2
    with pytest.raises(TooMany, match=r"27# .* 67,108,837 clues of runs.*--method auto"):
        expanding(extremes())(Tally.of((27, 3)), 60)(masks)
    with pytest.raises(TooMany, match="solutions on a line of 60 cells"):
        by_leftness(1000)(Runs.of(1, 1, 1, 1), 60)(masks)
    with pytest.raises(TooMany, match="more than 1,000 clues"):
        expanding(extremes(), 1000)(Tally.of((None, 3)), 60)(masks)
    with pytest.raises(GaveUp, match="states"):
        automaton_of(Tally.of((100, 3), (100, 3), (100, 3)), 4)


def test_settlers_are_made_anew_where_they_are_too_many_to_keep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clue, masks = Tally.of((8, 3)), [0b1111111110111111, 0b1111111111101111]
    kept = expanding(extremes())(clue, 16)(masks)
    monkeypatch.setattr("nonoforge.methods.common.tallies.MAX_KEPT", 10)
    assert expanding(extremes())(clue, 16)(masks) == kept
    assert count_expansions(clue, 16) == sum(comb(7, part - 1) for part in range(3, 9))
