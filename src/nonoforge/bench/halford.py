"""What C. Halford published on solving solids and grids: Generating and solving 3D nonogram
puzzles, University of Abertay Dundee, 2016; Tables 5, 7 and 8, in full in Tables A1 to A7
(appendices D and E).

Times are those of an Intel Core i5-2400 of 3.1 GHz.
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


class Time(NamedTuple):
    """A published time: milliseconds, if a number was given, and what is shown in their place."""

    ms: float | None
    words: str

    @property
    def shown(self) -> float | str:
        """The milliseconds, or the words: a time below the clock is no number."""
        return self.words if self.ms is None else self.ms


class Published(NamedTuple):
    """A solid: a figure and a time for each of the strategies, or none. `expected`: the figures
    were not measured, but expected by the author."""

    figures: tuple[Figure, ...]
    times: tuple[Time, ...]
    expected: bool = False

    @property
    def best(self) -> Time:
        """The shortest of the times; one below the clock is shorter than any number."""
        return min(self.times, key=lambda time: -1.0 if time.ms is None else time.ms)


def _times(text: str) -> tuple[Time, ...]:
    """Return times from seconds as they are printed, one for each strategy.

    >>> _times("<0.001 0.012")
    (Time(ms=None, words='< 1'), Time(ms=12.0, words='12'))
    """
    seconds = (float(part) if part[0].isdigit() else None for part in text.split())
    return tuple(Time(None, "< 1") if second is None else
                 Time(round(1e3 * second, 3), f"{1e3 * second:g}") for second in seconds)


def _row(times: str, *figures: tuple[int, int]) -> Published:
    return Published(tuple(Figure(*pair) for pair in figures), _times(times))


def _no_figures(why: str) -> Published:
    return Published((), (Time(None, why),))


def _nothing_found(lines: int, times: str = "") -> Published:
    """Return a checkerboard: each line is tried in vain, by brute force 100 times. Without times it
    was not run."""
    figures = (Figure(100 * lines, 100 * lines), *[Figure(lines, lines)] * 4)
    return Published(figures, _times(times) or (Time(None, "not run"),), expected=not times)


PUBLISHED: dict[str, Published] = {
    "dino 12": _row("<0.001 <0.001 <0.001 0.003 <0.001",
                    (153, 47), (134, 17), (23, 3), (117, 40), (24, 4)),
    "dino 24": _row("0.002 0.012 0.003 0.019 0.006",
                    (712, 303), (932, 478), (128, 13), (525, 165), (114, 3)),
    "dino 36": _row("0.011 0.154 0.025 0.077 0.023",
                    (2292, 1278), (2792, 1755), (525, 162), (1394, 469), (359, 39)),
    "duck 12": _row("0.001 0.003 0.002 0.015 0.008",
                    (544, 257), (396, 94), (263, 78), (455, 90), (233, 44)),
    "duck 24": _row("0.024 0.511 0.208 0.180 0.118",
                    (3054, 1733), (3286, 1773), (1717, 765), (2494, 768), (1351, 334)),
    "duck 36": _row("7.135 24.585 63.424 34.235 25.424",
                    (8835, 5516), (10384, 6668), (7706, 4808), (6602, 2383), (4151, 1410)),
    "horse 12": _row("<0.001 0.001 <0.001 0.007 0.002",
                     (228, 110), (201, 67), (37, 4), (180, 80), (32, 4)),
    "horse 24": _row("0.003 0.018 0.003 0.029 0.005",
                     (1128, 723), (980, 533), (112, 12), (638, 317), (88, 12)),
    "horse 36": _row("450 1406 1240 1584 1218",
                     (2778, 1588), (3057, 1808), (590, 167), (1821, 907), (529, 140)),
    "jeep 12": _row("<0.001 0.001 <0.001 0.006 0.002",
                    (166, 88), (176, 94), (50, 1), (199, 74), (74, 14)),
    "jeep 24": _row("16.827 76.856 62.325 42.756 37.268",
                    (3957, 3261), (2598, 1650), (1344, 698), (1916, 1026), (1148, 605)),
    "jeep 36": _no_figures("out of memory"),
    "knot 12": _row("0.001 0.004 0.001 0.015 0.004",
                    (800, 511), (871, 561), (181, 68), (634, 307), (138, 30)),
    "knot 24": _row("0.047 0.856 0.192 0.264 0.359",
                    (13371, 11624), (12420, 10583), (4241, 2781), (5951, 4175), (2565, 1631)),
    "knot 36": _no_figures("> 11 h"),
    "checkerboard 12": _nothing_found(432, "2.122 0.024 0.024 0.055 0.055"),
    "checkerboard 24": _nothing_found(1728, "6013 32.676 47.318 99.249 102.821"),
    "checkerboard 36": _nothing_found(3888),
}


class Summary(NamedTuple):
    """A row of Table 7: lines without a number, lines with numbers, the least and the greatest of
    them, and whether lines alone solve the puzzle."""

    cells: int
    lines: int
    empty: int
    clued: int
    least: int
    most: int
    solvable: str


class PublishedGrid(NamedTuple):
    """A row of Tables 7, 8 and A7; `number` is the puzzle's on webpbn.com."""

    name: str
    number: int
    size: str
    solved: str
    summary: Summary
    figures: tuple[Figure, ...]  # in the order of STRATEGIES
    times: tuple[Time, ...]
    exit: str = "original"  # of the heuristic


def _grid(
    name: str, number: int, size: str, solved: str, summary: tuple[int, int, int, int, int, int],
    times: str, *figures: tuple[int, int], exit_clause: str = "original",
) -> PublishedGrid:
    """Return the figures of a grid; three figures mean that the pre-pass made no difference."""
    order = range(5) if len(figures) == 5 else (0, 1, 1, 2, 2)
    parsed = _times(times)
    return PublishedGrid(
        name, number, size, solved, Summary(*summary, "yes" if solved == "yes" else "no"),
        tuple(Figure(*figures[at]) for at in order), tuple(parsed[at] for at in order), exit_clause)


PUBLISHED_GRIDS = (
    _grid("Bucks", 27, "27x23", "partly", (621, 50, 1, 49, 1, 23),
          "0.008 0.011 0.008 0.014 0.014",
          (5000, 4213), (541, 446), (513, 430), (309, 216), (313, 225)),
    _grid("Cat", 6, "20x20", "yes", (400, 40, 0, 40, 1, 17), "0.001 0.003 0.007",
          (363, 249), (595, 458), (313, 193)),
    _grid("Dancer", 1, "5x10", "yes", (50, 15, 0, 15, 1, 7), "<0.001 <0.001 0.002",
          (64, 41), (35, 15), (47, 23), exit_clause="2"),
    _grid("Edge", 23, "10x11", "no", (110, 21, 0, 21, 1, 4), "0.003 <0.001 <0.001",
          (2100, 2100), (21, 21), (21, 21)),
    _grid("Knot", 16, "34x34", "yes", (1156, 68, 0, 68, 1, 26), "0.001 0.006 0.032",
          (435, 329), (1012, 907), (696, 564), exit_clause="4"),
    _grid("Skid", 21, "14x25", "yes", (350, 39, 1, 38, 1, 13),
          "<0.001 0.002 0.002 0.007 0.006",
          (291, 209), (373, 282), (335, 254), (249, 148), (246, 151)),
    _grid("Smoke", 2413, "20x20", "partly", (400, 40, 0, 40, 1, 13), "0.011 <0.001 0.003",
          (4000, 3969), (169, 136), (130, 109)),
    _grid("Swing", 529, "45x45", "yes", (2025, 90, 0, 90, 1, 30), "0.005 0.034 0.035",
          (1392, 939), (4299, 3846), (1165, 643)),
)
