"""What C. Halford published on solving solids: Generating and solving 3D nonogram puzzles,
University of Abertay Dundee, 2016; Table 5, in full in Tables A1 to A6 (appendix D).

Times are those of an Intel Core i5-2400 of 3.1 GHz, the best of the five strategies.
"""

from __future__ import annotations

from typing import NamedTuple

STRATEGIES = ("Brute", "Hier", "Hier+Pre", "Heur", "Heur+Pre")


class Figure(NamedTuple):
    """Line solvers applied, and those among them that found nothing."""

    applied: int
    bad: int

    @property
    def share(self) -> float:
        """Bad guesses in per cent."""
        return 100 * self.bad / max(1, self.applied)

    @property
    def good(self) -> int:
        """Line solvers that found something."""
        return self.applied - self.bad


class Published(NamedTuple):
    """A row: a figure for each of the strategies, or none; the best time, if there is one, and the
    time in words."""

    figures: tuple[Figure, ...]
    seconds: float | None
    time: str


def _row(seconds: float | None, time: str, *figures: tuple[int, int]) -> Published:
    return Published(tuple(Figure(*pair) for pair in figures), seconds, time)


def _nothing_found(lines: int, seconds: float | None, time: str) -> Published:
    """A checkerboard: each line is tried in vain, by brute force 100 times."""
    return _row(seconds, time, (100 * lines, 100 * lines), *[(lines, lines)] * 4)


PUBLISHED: dict[str, Published] = {
    "dino 12": _row(0.001, "< 1 ms", (153, 47), (134, 17), (23, 3), (117, 40), (24, 4)),
    "dino 24": _row(0.002, "2 ms", (712, 303), (932, 478), (128, 13), (525, 165), (114, 3)),
    "dino 36": _row(0.011, "11 ms", (2292, 1278), (2792, 1755), (525, 162), (1394, 469), (359, 39)),
    "duck 12": _row(0.001, "1 ms", (544, 257), (396, 94), (263, 78), (455, 90), (233, 44)),
    "duck 24": _row(0.024, "24 ms", (3054, 1733), (3286, 1773), (1717, 765), (2494, 768),
                    (1351, 334)),
    "duck 36": _row(7.135, "7.1 s", (8835, 5516), (10384, 6668), (7706, 4808), (6602, 2383),
                    (4151, 1410)),
    "horse 12": _row(0.001, "< 1 ms", (228, 110), (201, 67), (37, 4), (180, 80), (32, 4)),
    "horse 24": _row(0.003, "3 ms", (1128, 723), (980, 533), (112, 12), (638, 317), (88, 12)),
    "horse 36": _row(450.0, "450 s", (2778, 1588), (3057, 1808), (590, 167), (1821, 907),
                     (529, 140)),
    "jeep 12": _row(0.001, "< 1 ms", (166, 88), (176, 94), (50, 1), (199, 74), (74, 14)),
    "jeep 24": _row(16.827, "16.8 s", (3957, 3261), (2598, 1650), (1344, 698), (1916, 1026),
                    (1148, 605)),
    "jeep 36": _row(None, "out of memory"),
    "knot 12": _row(0.001, "1 ms", (800, 511), (871, 561), (181, 68), (634, 307), (138, 30)),
    "knot 24": _row(0.047, "47 ms", (13371, 11624), (12420, 10583), (4241, 2781), (5951, 4175),
                    (2565, 1631)),
    "knot 36": _row(None, "> 11 h"),
    "checkerboard 12": _nothing_found(432, 0.024, "24 ms"),
    "checkerboard 24": _nothing_found(1728, 32.676, "32.7 s"),
    "checkerboard 36": _nothing_found(3888, None, "not run"),
}
