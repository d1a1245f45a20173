"""A hunt for the best placement: look around everywhere, then close to the best, then anew.

A placement has four numbers: where the middle of the mesh is in its cell (x, y, z), and the scale.
Scores jump as they change, so there is no slope to follow. Steps of all lengths, from a sixth of a
cell to a thousandth, are tried around the few best; when they bring nothing more, the next round
begins with new places. What was the best of all is kept by whoever asks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from numpy.typing import NDArray

KEPT = 8  # places of a round that steps are made from
FRESH = 0.05  # the share of places in a later part of a round that are anywhere


class Spot(NamedTuple):
    """Where the middle of the mesh is in its cell, and the scale."""

    middle: NDArray[Any]
    scale: float


class Hunt:
    """Asks for spots to be scored; a lower score is better."""

    def __init__(self, size: int, seed: int, *, least: float, explore: int, patience: int) -> None:
        import numpy as np

        self._rng = np.random.default_rng(seed)
        # A larger scale leaves fewer than `size` middles inside the mesh.
        self._scales = least, size / (size - 1) if size > 1 else 2
        self._half = size / 2
        self._explore, self._patience = explore, patience
        self._begin()

    def _begin(self) -> None:
        self._best: list[tuple[tuple[float, ...], int, Spot]] = []
        self._asked = self._told = self._since = 0

    def ask(self) -> Spot:
        """The next spot to score."""
        if self._since > self._patience and self._asked > self._explore:
            self._begin()
        self._asked += 1
        if self._asked <= self._explore or not self._best or self._rng.random() < FRESH:
            return Spot(self._rng.random(3), float(self._rng.uniform(*self._scales)))
        rank = min(len(self._best) - 1, int(self._rng.exponential(2)))
        spot = self._best[rank][2]
        step = 10 ** self._rng.uniform(-3.2, -0.8)
        scale = spot.scale * (1 + self._rng.normal(0, step) / self._half)
        return Spot((spot.middle + self._rng.normal(0, step, 3)) % 1,
                    float(min(max(scale, self._scales[0]), self._scales[1])))

    def tell(self, spot: Spot, score: tuple[float, ...] | None) -> None:
        """What a spot scored; None is a spot that will not do at all."""
        self._told += 1
        self._since += self._asked > self._explore
        if score is None:
            return
        if not self._best or score < self._best[0][0]:
            self._since = 0
        self._best.append((score, self._told, spot))
        self._best.sort(key=lambda entry: entry[:2])
        del self._best[KEPT:]
