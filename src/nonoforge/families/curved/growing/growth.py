"""Curves for a picture, as a designer asks for them, and what is to be told about them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nonoforge.families.curved.arranging import arrange
from nonoforge.families.curved.growing.closing import closed_outlines
from nonoforge.families.curved.growing.cropping import cropped
from nonoforge.families.curved.growing.goals import Goals
from nonoforge.families.curved.growing.grow import Effort, Found, grow
from nonoforge.families.curved.growing.grown import Grown
from nonoforge.families.curved.growing.layout import Bridge
from nonoforge.families.curved.growing.paint import Paint
from nonoforge.families.curved.growing.quality import Measure, quality
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point, bounds, flat
from nonoforge.progress import StageProgress


@dataclass(frozen=True)
class Growth:
    """What is asked for. None: what suits the picture. Lengths are millimetres.

    A seed gives the same puzzle again, as long as time does not run out."""

    seed: int = 0
    curves: int | None = None  # how many there should be
    angle: float = 20.0  # degrees; curves should not cross more flatly
    apart: float | None = None  # crossings along a curve should not be nearer to each other
    width: float | None = None  # faces should not be narrower
    tries: int | None = None
    seconds: float | None = None
    tell: StageProgress | None = None

    def __call__(
        self, frame: Stroke, outlines: Sequence[Stroke], paint: Paint, say: Callable[[str], None],
    ) -> Grown:
        goals = Goals.of(bounds(flat(frame.path)), curves=self.curves, angle=self.angle,
                         apart=self.apart, width=self.width)
        frame, outlines, cut_off = cropped(frame, closed_outlines(frame, outlines))
        found = grow(frame, outlines, paint, goals, Effort(self.seed, self.tries, self.seconds),
                     self.tell or _teller(say))
        notes = [*cut_off, *_changes(outlines, found), *_course(found, goals),
                 *_shortcomings(frame, found, goals)]
        return Grown(found.strokes, tuple(notes), found.interrupted, frame)


def _teller(say: Callable[[str], None]) -> StageProgress:
    """Words for those who cannot show how much is done."""
    def tell(done: int, total: int, words: str) -> None:
        say(f"{done:,} of {total:,} tries; {words}")
    return tell


def _changes(outlines: Sequence[Stroke], found: Found) -> list[str]:
    return [f"{outlines[number].name} is smooth; it got {_some(corners, 'corner')}, up to "
            f"{off:.2g} mm off" for number, corners, off in found.arcs.changed]


def _course(found: Found, goals: Goals) -> list[str]:
    layout, told = found.judged.layout, []
    joined = sum(isinstance(link, Bridge) for link in layout.links) // 2
    told.append(f"{_some(len(found.arcs.arcs), 'arc')} of the picture extended, {joined} of them "
                f"joined, {_some(len(layout.extras), 'curve')} added; the best of "
                f"{found.tried:,} tries")
    if found.late:
        told.append(f"time ran out after {found.tried:,} of {found.tries:,} tries; with more time "
                    "it might become better, and only then it is the same each time")
    if goals.curves is not None and len(found.strokes) != goals.curves:
        told.append(f"{_some(len(found.strokes), 'curve')}; {goals.curves} were asked for")
    return told


def _shortcomings(frame: Stroke, found: Found, goals: Goals) -> list[str]:
    """Which goals are not reached, how often, and where it is worst."""
    all_ = quality(arrange(frame, found.strokes))
    told = [
        _missed(all_.angles, goals.angle, "crossing is flatter|crossings are flatter", "degrees"),
        _missed(all_.ways, goals.apart, "way between crossings is shorter|ways between crossings "
                                        "are shorter", "mm"),
        _missed(all_.widths, goals.width, "face is narrower|faces are narrower", "mm"),
    ]
    return [words for words in told if words]


def _missed(some: Sequence[Measure], goal: float, words: str, unit: str) -> str:
    short = [each for each in some if each.value < goal]
    if not short:
        return ""
    worst, (one, many) = min(short), words.split("|")
    least = f"{worst.value:.2g} {unit} {_at(worst.place)}"
    return f"{len(short)} {one if len(short) == 1 else many} than {goal:.3g} {unit}: " + (
        least if len(short) == 1 else f"down to {least}")


def _some(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"


def _at(place: Point) -> str:
    return f"at ({place[0]:.1f}, {place[1]:.1f}) mm"
