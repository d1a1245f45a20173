from array import array
from collections.abc import Iterable
from typing import Any

def solve_many(
    puzzles: list[array[int]], limit: int, level: int, plain_order: bool, depth: int,
    settled: float, nodes: float, conflicts: float, seconds: float, seed: int,
    start: array[int] | None = None,
) -> Iterable[tuple[Any, ...]]: ...
def settle(clue: array[int], length: int, colours: int, masks: array[int]) -> bool: ...
def settle_seconds(
    clue: array[int], length: int, colours: int, masks: array[int], repeats: int,
) -> float: ...
