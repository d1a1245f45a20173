"""What R. Parment published on sloped nonograms: Generation of sloped nonograms, Utrecht
University, 2015; Tables 5.1 to 5.8. Lengths are in a frame of 100 by 100; times are those of Gurobi
on an Intel Core i7-4720HQ of 2.6 GHz.

The pages with Tables 5.3 to 5.5 stand upright in the original; what is read here agrees with its
text wherever that repeats a figure. One cell of Table 5.4 cannot be read, nor can four of Table
5.8: they are None.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Scores = tuple[float, float | None, float]
"""The sum of squares, the sum and the maximum of the shifts."""

OBJECTIVES = ("squares", "sum", "max")


class Published(NamedTuple):
    """A drawing: its lines (Table 5.2), the milliseconds of one programme for each objective (5.6),
    the largest width by bisection (5.7), the difficulty (5.8; -1: not solved)."""

    lines: int
    ms: tuple[float, float, float]
    width: float
    difficulty: int | None


PUBLISHED: Mapping[str, Published] = {
    "back_seven": Published(8, (15.8, 12.7, 15.8), 7.125, 11),
    "dragon_bird": Published(33, (278.2, 279.3, 301.7), 2.5, None),
    "fish": Published(35, (286.3, 285.0, 312.3), 2.5, 89),
    "house": Published(16, (31.2, 34.9, 36.7), 3.0625, 32),
    "lion": Published(21, (95.7, 95.3, 103.0), 2.5625, 42),
    "man_holes": Published(18, (67.8, 71.3, 81.0), 2.75, 34),
    "rabbit": Published(15, (41.5, 42.2, 46.7), 2.75, None),
    "random": Published(16, (54.7, 48.6, 54.7), 2.75, 25),
    "random_hole": Published(20, (78.2, 80.1, 85.6), 2.5, 28),
    "recurs_holes": Published(17, (47.0, 41.3, 44.2), 3.75, 26),
    "running": Published(18, (83.3, 71.3, 78.0), 2.625, 32),
    "simple_triangle": Published(3, (15.5, 3.3, 16.0), 23.5625, 4),
    "simple_triangle_hole": Published(7, (15.7, 9.4, 15.5), 10.25, None),
    "simple_triangle_hole_tangent": Published(7, (15.0, 8.6, 15.5), 11.25, 11),
    "swan": Published(14, (31.7, 33.2, 44.0), 4.25, 22),
    "tan_cat": Published(14, (33.7, 39.3, 39.2), 3.015625, 23),
    "tan_cat_new": Published(13, (36.3, 37.0, 39.0), 3.125, 22),
    "two_lads": Published(27, (140.3, 143.4, 156.3), 2.5, None),
    "two_squares": Published(2, (15.5, 4.0, 16.0), 50.0, -1),
}

CURVE = 84.4303  # Figure 5.15: the largest width is about this, divided by the lines

ENUMERATED: Mapping[int, float] = {  # Table 5.1: seconds for all 2^n programmes of the least sum
    3: 0.063, 6: 0.797, 9: 12.105, 12: 134.143, 13: 227.647, 14: 572.110, 15: 1341.302,
}

# Tables 5.3, 5.4 and 5.5: for each width and drawing the scores of the three optima.
SCORES: Mapping[float, Mapping[str, tuple[Scores, Scores, Scores]]] = {
    2.6: {
        "house": ((0.02, 0.2, 0.1), (0.02, 0.2, 0.1), (0.09, 0.9, 0.1)),
        "man_holes": ((0.28, 1.56, 0.2), (0.28, 1.56, 0.2), (0.28, 1.56, 0.2)),
        "rabbit": ((0.31, 1.46, 0.35), (0.31, 1.46, 0.35), (0.54, 2.29, 0.29)),
        "random": ((0.06, 0.34, 0.2), (0.06, 0.34, 0.2), (0.31, 1.87, 0.2)),
        "running": ((1.98, 4.45, 0.68), (2.06, 4.2, 0.71), (2.77, 5.55, 0.64)),
        "swan": ((0.018, 0.22, 0.13), (0.020, 0.14, 0.14), (0.06, 0.73, 0.094)),
        "tan_cat": ((0.06, 0.75, 0.14), (0.09, 0.72, 0.14), (0.12, 1.13, 0.12)),
        "tan_cat_new": ((0.104, 0.66, 0.28), (0.107, 0.60, 0.28), (0.75, 2.72, 0.28)),
    },
    3.0: {
        "house": ((0.5, 1.0, 0.5), (0.5, None, 0.5), (2.1325, 4.5147, 0.5)),
        "swan": ((0.4565, 1.1090, 0.6456), (0.5, 0.7071, 0.7071), (1.4722, 3.6618, 0.4714)),
        "tan_cat": ((16.6338, 12.6188, 1.9411), (16.6338, 12.6188, 1.9411),
                    (17.7810, 13.6899, 1.941)),
        "tan_cat_new": ((2.6068, 3.3086, 1.4142), (2.6875, 3.0178, 1.4142),
                        (7.8583, 7.7279, 1.4145)),
    },
    4.0: {
        "back_seven": ((0.49, 1.34, 0.47), (0.65, 1.12, 0.66), (0.96, 2.58, 0.38)),
        "simple_triangle_hole": ((0.11, 0.56, 0.23), (0.22, 0.46, 0.46), (0.26, 1.35, 0.19)),
        "simple_triangle_hole_tangent": ((0.57, 1.62, 0.44), (0.86, 1.31, 0.66),
                                         (0.89, 2.47, 0.38)),
        "swan": ((4.32, 4.26, 1.91), (4.93, 3.05, 2.12), (12.3, 11.0, 1.41)),
    },
}
