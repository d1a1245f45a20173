"""The ways to assign labels to ports: all of them, in order."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from nonoforge.labeling.dynamic import Assignments


def instance(random: Random) -> tuple[list[list[int]], list[tuple[int, int]], list]:
    count, choices = 0, []
    for _ in range(random.randint(2, 6)):
        size = random.choice((1, 2, 2, 3))
        choices.append(list(range(count, count + size)))
        count += size
    pairs = [(a, b) for one, other in combinations(choices, 2) for a in one for b in other]
    never = random.sample(pairs, min(len(pairs), random.randint(0, 6)))
    uneven = [random.sample(pairs, min(len(pairs), 2)) for _ in range(random.randint(0, 3))]
    return choices, never, uneven


def cover(way: tuple[int, ...], never: list[tuple[int, int]]) -> int:
    """How many labels must go so that none of these pairs is left."""
    bad = [{way.index(a), way.index(b)} for a, b in never if a in way and b in way]
    return next(size for size in range(len(way) + 1)
                if any(all(pair & set(gone) for pair in bad)
                       for gone in combinations(range(len(way)), size)))


@pytest.mark.parametrize("partial", [True, False])
def test_all_ways_in_order(partial: bool) -> None:
    random = Random(1)
    for _ in range(80):
        choices, never, uneven = instance(random)
        with Assignments(choices, never, uneven, partial=partial) as assignments:
            ways = list(assignments)
        wanted = [way for way in product(*choices) if partial or cover(way, never) == 0]
        assert sorted(ways) == sorted(wanted)
        keys = [(cover(way, never), sum(any(a in way and b in way for a, b in pairs)
                                        for pairs in uneven)) for way in ways]
        assert keys == sorted(keys)


def test_what_is_excluded_does_not_come_again() -> None:
    with Assignments([[0, 1], [2, 3], [4, 5]], [], []) as assignments:
        ways = []
        for way in assignments:
            ways.append(way)
            assignments.without(way[:1])
    assert {way[0] for way in ways} == {0, 1}
    assert len(ways) == 2


def test_nothing_at_all_may_be_excluded() -> None:
    with Assignments([[0, 1], [2, 3]], [], []) as assignments:
        ways = []
        for way in assignments:
            ways.append(way)
            assignments.without([])
    assert len(ways) == 1
