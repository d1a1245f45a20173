from array import array
from typing import Any

from nonoforge.clues import Clue
from nonoforge.puzzle import Puzzle

def pack(puzzle: Puzzle) -> bytes: ...
def pack_clue(clue: Clue) -> bytes: ...
def solve_many(
    puzzles: list[bytes], limit: int, level: int, plain_order: bool, depth: int,
    settled: float, nodes: float, conflicts: float, seconds: float, seed: int,
    start: array[int] | None = None,
) -> list[tuple[Any, ...]]: ...
def settle(clue: bytes, length: int, colours: int, masks: array[int]) -> bool: ...
def settle_seconds(
    clue: bytes, length: int, colours: int, masks: array[int], repeats: int,
) -> float: ...
