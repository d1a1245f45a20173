"""Figures of E. Timmer, Labeling Curved Nonograms (2023)."""

from __future__ import annotations

from typing import NamedTuple

SOURCE = ("2023: E. Timmer, Labeling Curved Nonograms, {}. Her programs are in Haskell, with MaxHS "
          "for MaxSAT; her times include their start, and the machines differ.")


class Times(NamedTuple):
    """Milliseconds of MaxSAT and of dynamic programming, and how many cases."""

    maxsat: int
    dynamic: int
    cases: int


class Edges(NamedTuple):
    """Edges of so many ports: those that were solved, and the others."""

    solved: Times
    unsolved: Times

    @property
    def share(self) -> float:
        """Per cent that were solved by MaxSAT."""
        return 100 * self.solved.cases / (self.solved.cases + self.unsolved.cases)

    @property
    def mean(self) -> tuple[float, float]:
        """Milliseconds of MaxSAT and of dynamic programming over all cases."""
        a, b = self.solved, self.unsolved
        cases = a.cases + b.cases
        return ((a.maxsat * a.cases + b.maxsat * b.cases) / cases,
                (a.dynamic * a.cases + b.dynamic * b.cases) / cases)


TABLE4 = {  # slopes of +-1
    3: Edges(Times(3767, 702, 68), Times(3331, 719, 31)),
    4: Edges(Times(6089, 922, 39), Times(5313, 966, 60)),
    5: Edges(Times(8816, 1603, 17), Times(8214, 1513, 81)),
    6: Edges(Times(12628, 2161, 9), Times(11694, 2013, 91)),
    7: Edges(Times(17231, 2602, 7), Times(15767, 2792, 93)),
    8: Edges(Times(22729, 3362, 1), Times(20695, 3836, 99)),
    9: Edges(Times(28378, 1821, 1), Times(26401, 4639, 99)),
    10: Edges(Times(35471, 2316, 1), Times(32500, 6479, 99)),
}

TABLE7 = {  # any directions; the cases are those of MaxSAT
    2: Edges(Times(1293, 724, 250), Times(1227, 675, 50)),
    3: Edges(Times(1488, 926, 201), Times(1437, 849, 99)),
    4: Edges(Times(1695, 1220, 121), Times(1674, 1120, 179)),
    5: Edges(Times(2394, 2108, 128), Times(2329, 1860, 372)),
    6: Edges(Times(2820, 2719, 77), Times(2651, 2363, 423)),
    7: Edges(Times(3321, 3501, 45), Times(3079, 2977, 455)),
    8: Edges(Times(3620, 4491, 19), Times(3564, 3772, 481)),
    9: Edges(Times(4643, 5979, 12), Times(4104, 4712, 488)),
    10: Edges(Times(4636, 7505, 2), Times(4729, 5743, 498)),
}


class Faster(NamedTuple):
    """Cases in which one was faster, and how many pairs of placed labels overlap in them."""

    dynamic: int
    dynamic_overlaps: float | None
    maxsat: int
    maxsat_overlaps: float | None


TABLE5 = {
    2: Faster(250, 125.65, 0, None), 3: Faster(201, 430.94, 0, None),
    4: Faster(121, 823.09, 0, None), 5: Faster(121, 1305.09, 7, 710.86),
    6: Faster(41, 2198.34, 36, 1317.17), 7: Faster(14, 3546.50, 31, 2384.94),
    8: Faster(1, 4675.00, 18, 2484.11), 9: Faster(0, None, 12, 3217.50),
}


class Run(NamedTuple):
    """Milliseconds, the length of all leaders, labels that have a place; None: no result."""

    ms: int | None
    length: int | None
    labelled: int | None


class Whole(NamedTuple):
    """A puzzle: the size of its frame in points, where that was told, and its labels."""

    name: str
    size: tuple[int, int] | None
    labels: int
    maxsat: Run
    dynamic: Run
    two_sat: Run

    @property
    def drawing(self) -> str:
        """Some puzzles are the same in different sizes."""
        return self.name.removesuffix(" small").removesuffix(" smallest")


TABLE6 = (
    Whole("triangle", None, 6, Run(9389, 15, 6), Run(22014, 15, 6), Run(128, 29, 6)),
    Whole("hearts", (1000, 787), 8, Run(12750, 15, 8), Run(70550, 52, 8), Run(121, 67, 8)),
    Whole("eye of horus 1 smallest", (112, 93), 16, Run(39508, 138, 15), Run(322109, 154, 8),
          Run(164, None, 0)),
    Whole("eye of horus 1 small", (240, 200), 16, Run(40217, 74, 16), Run(395232, 234, 8),
          Run(198, 100, 16)),
    Whole("eye of horus 1", (1000, 832), 16, Run(40651, 20, 16), Run(607160, 79, 16),
          Run(179, 420, 16)),
    Whole("eye of horus 2", (1000, 832), 16, Run(40559, 37, 16), Run(635092, 8, 6),
          Run(294, 177, 16)),
    Whole("fox", (623, 692), 20, Run(63091, 34, 20), Run(439518, 48, 15), Run(221, 96, 20)),
    Whole("fruit", None, 28, Run(119842, 115, 28), Run(929521, 74, 18), Run(282, 248, 28)),
    Whole("flowers", (320, 320), 34, Run(175545, 99, 34), Run(1451075, 300, 16),
          Run(321, None, 0)),
    Whole("owl", (1000, 833), 36, Run(195871, 223, 36), Run(1956627, 117, 9), Run(363, 286, 36)),
    Whole("tree", (528, 480), 44, Run(302835, 162, 44), Run(21403296, 61, 8), Run(671, None, 0)),
    Whole("tree small", (264, 240), 44, Run(313944, 291, 44), Run(None, None, None),
          Run(622, None, 0)),
)
