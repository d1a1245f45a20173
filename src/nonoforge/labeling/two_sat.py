"""Which port each label takes when its leader has the least length: 2-SAT.

Each label has two ports at most, so "one of the two" is a clause of two literals, and so is each
pair of ports at which two labels would overlap. Linear time in the clauses: B. Aspvall, M. Plass,
R. Tarjan, A linear-time algorithm for testing the truth of certain quantified Boolean formulas
(1979). As a way to label nonograms: E. Timmer, Labeling Curved Nonograms (2023), section 4.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonoforge.labeling.options import Conflicts, Options


def least_clashes(options: Options, conflicts: Conflicts) -> set[tuple[int, int]]:
    """Return pairs of options that overlap when both have their least lengths."""
    clash = conflicts.holds(options.least[conflicts.first], options.least[conflicts.second])
    return set(zip(conflicts.first[clash].tolist(), conflicts.second[clash].tolist(), strict=True))


def choose(
    choices: Sequence[Sequence[int]], clashes: Iterable[tuple[int, int]],
) -> list[int] | None:
    """Return one of the choices (one or two) of each label, so that no two clash; None if there is
    none.

    >>> choose([[0, 1], [2, 3]], [(0, 2), (1, 2), (0, 3)])
    [1, 3]
    >>> choose([[0], [1]], [(0, 1)]) is None
    True
    """
    literal: dict[int, int] = {}
    clauses: list[tuple[int, int]] = []
    for label, of in enumerate(choices):
        if not of:
            return None
        if len(of) > 2:
            raise ValueError("a label with more than two choices is not for 2-SAT")
        literal[of[0]] = 2 * label
        literal[of[-1]] = 2 * label + (len(of) > 1)
        if len(of) == 1:
            clauses.append((2 * label, 2 * label))
    clauses += [(literal[a] ^ 1, literal[b] ^ 1) for a, b in clashes
                if a in literal and b in literal]
    values = two_sat(len(choices), clauses)
    if values is None:
        return None
    return [of[0] if value else of[-1] for of, value in zip(choices, values, strict=True)]


def two_sat(variables: int, clauses: Iterable[tuple[int, int]]) -> list[bool] | None:
    """Values that make one literal of each clause true, or None. Literal 2 v is variable v, and
    2 v + 1 its opposite.

    >>> two_sat(2, [(0, 2), (1, 3), (0, 3)])
    [True, False]
    >>> two_sat(1, [(0, 0), (1, 1)]) is None
    True
    """
    implied: list[list[int]] = [[] for _ in range(2 * variables)]
    for a, b in clauses:
        implied[a ^ 1].append(b)
        implied[b ^ 1].append(a)
    group = strong_components(implied)
    if any(group[2 * v] == group[2 * v + 1] for v in range(variables)):
        return None
    # Components come in reverse order of implication, so what comes first may be true.
    return [group[2 * v] < group[2 * v + 1] for v in range(variables)]


def strong_components(targets: Sequence[Sequence[int]]) -> list[int]:
    """Return the number of each node's strongly connected component, sinks first (Tarjan's
    algorithm, without recursion)."""
    order, low, group = [-1] * len(targets), [0] * len(targets), [-1] * len(targets)
    stack: list[int] = []
    count = groups = 0
    for root in range(len(targets)):
        walk = [(root, 0)] if order[root] < 0 else []
        while walk:
            node, edge = walk.pop()
            if edge == 0:
                order[node] = low[node] = count
                count += 1
                stack.append(node)
            for k in range(edge, len(targets[node])):
                target = targets[node][k]
                if order[target] < 0:
                    walk += [(node, k + 1), (target, 0)]
                    break
                if group[target] < 0:
                    low[node] = min(low[node], order[target])
            else:
                groups += _close(node, order, low, group, stack, groups)
                if walk:
                    parent = walk[-1][0]
                    low[parent] = min(low[parent], low[node])
    return group


def _close(node: int, order: list[int], low: list[int], group: list[int], stack: list[int],
           number: int) -> bool:
    """Pop the component of a finished node from the stack, if the node is its root."""
    if low[node] != order[node]:
        return False
    while True:
        member = stack.pop()
        group[member] = number
        if member == node:
            return True
