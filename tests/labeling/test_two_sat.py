from __future__ import annotations

from itertools import product
from random import Random

import pytest

from helpers.label_tasks import curves
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.two_sat import choose, least_clashes, strong_components, two_sat


@pytest.mark.parametrize("seed", range(200))
def test_two_sat_equals_trying_all(seed: int) -> None:
    random = Random(seed)
    variables = random.randint(1, 7)
    clauses = [(random.randrange(2 * variables), random.randrange(2 * variables))
               for _ in range(random.randint(0, 4 * variables))]

    def fits(values: tuple[bool, ...] | list[bool]) -> bool:
        return all(any(values[x // 2] != bool(x % 2) for x in clause) for clause in clauses)

    found = two_sat(variables, clauses)
    if found is None:
        assert not any(map(fits, product([False, True], repeat=variables)))
    else:
        assert fits(found)


@pytest.mark.parametrize("seed", range(60))
def test_choices_equal_trying_all(seed: int) -> None:
    task = curves(Random(seed), 3, ((0, 0), (40, 0), (30, 30), (0, 40)), balanced=seed % 2 == 0)
    options = options_of(task)
    clashes = least_clashes(options, conflicts_of(task, options))
    choices = [options.of(i) for i in range(len(task.labels))]

    def fits(chosen: tuple[int, ...] | list[int]) -> bool:
        return not any((min(i, j), max(i, j)) in clashes for i in chosen for j in chosen)

    found = choose(choices, clashes)
    if found is None:
        assert not any(map(fits, product(*choices)))
    else:
        assert fits(found)
        assert all(one in of for one, of in zip(found, choices, strict=True))


def test_long_chains_need_no_recursion() -> None:
    count = 50_000
    chain = [(2 * v + 1, 2 * v + 2) for v in range(count - 1)]  # each implies the next
    found = two_sat(count, [*chain, (0, 0)])
    assert found == [True] * count
    assert two_sat(count, [*chain, (0, 0), (2 * count - 1, 2 * count - 1)]) is None


def test_components_come_sinks_first() -> None:
    assert strong_components([[1], [2], [0, 3], [4], []]) == [2, 2, 2, 1, 0]


def test_more_than_two_are_refused() -> None:
    with pytest.raises(ValueError, match="2-SAT"):
        choose([[0, 1, 2]], [])


def test_without_a_choice_there_is_none() -> None:
    assert choose([[0], []], []) is None
    assert choose([], []) == []
