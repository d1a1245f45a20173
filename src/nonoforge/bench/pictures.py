"""Making grids from pictures: how many cells change, and how long it takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import cos, pi, sin
from random import Random
from statistics import median
from typing import TYPE_CHECKING, Any

from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine, timed
from nonoforge.families.grid import GridOptions, Photo, make_grid

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import ImageDraw


# Thirty pictures drawn by the program itself, to make puzzles of: shapes, words, gradients, noise,
# and views such as a camera would take, with light and grain.

SIDE = 600
Paint = Callable[["ImageDraw.ImageDraw", Random], None]


def scenes(seed: int = 0) -> dict[str, Photo]:
    """Return all of them, by name."""
    found: dict[str, Photo] = {}
    for name, paint in PAINTED.items():
        for kind in ("drawing", "photo"):
            found[f"{name}, {kind}"] = _photo(paint, Random(f"{seed} {name}"), kind == "photo")
    return found


def _photo(paint: Paint, rng: Random, camera: bool) -> Photo:
    """Return a drawing as it is, or as a camera sees it: lit from one side, out of focus, with
    grain."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFilter

    image = Image.new("RGB", (SIDE, SIDE), (238, 236, 228))
    paint(ImageDraw.Draw(image), rng)
    if not camera:
        return Photo(np.asarray(image))
    soft = np.asarray(image.filter(ImageFilter.GaussianBlur(5))).astype(float)
    grain = np.random.default_rng(rng.randrange(2**31)).normal(0, 18, (SIDE, SIDE, 1))
    return Photo(np.clip(soft * _light() + grain, 0, 255).astype(np.uint8))


def _light() -> NDArray[Any]:
    """Brighter in the upper left."""
    import numpy as np

    y, x = np.mgrid[0:SIDE, 0:SIDE] / SIDE
    found: NDArray[Any] = (1.12 - 0.3 * x - 0.22 * y)[:, :, None]
    return found


def _cat(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    dark = (46, 42, 50)
    pen.polygon([(150, 260), (170, 90), (260, 180)], dark)
    pen.polygon([(450, 260), (430, 90), (340, 180)], dark)
    pen.ellipse((130, 150, 470, 470), dark)
    for x in (220, 380):
        pen.ellipse((x - 40, 260, x + 40, 330), (210, 220, 90))
        pen.ellipse((x - 12, 262, x + 12, 328), dark)
    pen.polygon([(280, 370), (320, 370), (300, 395)], (220, 140, 140))
    pen.ellipse((90, 430, 510, 640), dark)


def _tree(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.rectangle((0, 480, SIDE, SIDE), (120, 150, 80))
    pen.polygon([(270, 500), (330, 500), (315, 250), (285, 250)], (90, 60, 40))
    for _ in range(26):
        x, y, r = rng.gauss(300, 95), rng.gauss(200, 70), rng.uniform(35, 70)
        pen.ellipse((x - r, y - r, x + r, y + r), (60, rng.randrange(90, 130), 50))


def _house(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.rectangle((120, 260, 480, 540), (190, 120, 90))
    pen.polygon([(80, 270), (300, 90), (520, 270)], (110, 40, 40))
    pen.rectangle((400, 110, 450, 230), (90, 60, 60))
    pen.rectangle((270, 400, 340, 540), (60, 40, 30))
    for x in (160, 380):
        pen.rectangle((x, 320, x + 70, 390), (40, 60, 90))
        pen.line((x + 35, 320, x + 35, 390), (220, 220, 220), 8)


def _boat(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.rectangle((0, 420, SIDE, SIDE), (70, 110, 160))
    pen.polygon([(120, 400), (500, 400), (440, 490), (180, 490)], (80, 45, 30))
    pen.polygon([(300, 80), (300, 380), (130, 380)], (230, 210, 180))
    pen.polygon([(320, 120), (320, 380), (470, 380)], (200, 60, 50))
    pen.line((310, 60, 310, 400), (50, 40, 30), 12)


def _flower(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.line((300, 300, 300, 580), (50, 110, 50), 22)
    pen.ellipse((310, 430, 430, 490), (60, 130, 60))
    for i in range(8):
        x, y = 300 + 120 * cos(i * pi / 4), 220 + 120 * sin(i * pi / 4)
        pen.ellipse((x - 62, y - 62, x + 62, y + 62), (200, 70, 110))
    pen.ellipse((235, 155, 365, 285), (230, 190, 60))


def _face(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.ellipse((110, 80, 490, 540), (225, 180, 150))
    pen.pieslice((100, 60, 500, 420), 180, 360, (70, 45, 30))
    for x in (215, 385):
        pen.ellipse((x - 38, 285, x + 38, 330), (250, 250, 250))
        pen.ellipse((x - 18, 287, x + 18, 328), (40, 60, 50))
        pen.line((x - 48, 262, x + 48, 255), (70, 45, 30), 14)
    pen.polygon([(300, 320), (275, 405), (320, 405)], (190, 140, 115))
    pen.chord((220, 400, 380, 490), 10, 170, (150, 40, 50))


def _mountain(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.polygon([(0, 520), (210, 130), (420, 520)], (95, 95, 110))
    pen.polygon([(150, 240), (210, 130), (270, 240), (230, 220), (200, 260)], (245, 245, 250))
    pen.polygon([(250, 520), (430, 220), (600, 520)], (70, 72, 90))
    pen.rectangle((0, 515, SIDE, SIDE), (60, 85, 55))
    pen.ellipse((430, 60, 530, 160), (250, 210, 90))


def _word(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    from PIL import ImageFont

    pen.text((60, 150), "NO", 0, ImageFont.load_default(240))
    pen.text((60, 360), "GRAM", (60, 60, 60), ImageFont.load_default(170))


def _rings(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    for i in range(6):
        r = 260 - 44 * i
        pen.ellipse((300 - r, 300 - r, 300 + r, 300 + r), (30, 30, 40) if i % 2 == 0 else
                    (235, 235, 230))


def _gradient(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    for y in range(SIDE):
        grey = int(255 * (0.5 + 0.5 * sin(y / 60)))
        pen.line((0, y, SIDE, y), (grey, grey, grey))
    pen.ellipse((180, 180, 420, 420), (20, 20, 20))


def _leaves(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    for _ in range(60):
        x, y, turn = rng.randrange(SIDE), rng.randrange(SIDE), rng.uniform(0, pi)
        dx, dy = 55 * cos(turn), 55 * sin(turn)
        pen.polygon([(x - dx, y - dy), (x - dy / 3, y + dx / 3), (x + dx, y + dy),
                     (x + dy / 3, y - dx / 3)], (rng.randrange(30, 200), 120, 40))


def _city(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    x = 0
    while x < SIDE:
        wide, top = rng.randrange(50, 100), rng.randrange(120, 380)
        grey = rng.randrange(40, 110)
        pen.rectangle((x, top, x + wide, SIDE), (grey, grey, grey + 15))
        for wy in range(top + 25, 570, 50):
            for wx in range(x + 12, x + wide - 18, 30):
                if rng.random() < 0.55:
                    pen.rectangle((wx, wy, wx + 13, wy + 22), (240, 225, 150))
        x += wide + 8


def _fish(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.ellipse((90, 180, 450, 430), (70, 120, 170))
    pen.polygon([(410, 300), (560, 190), (530, 300), (560, 420)], (60, 100, 150))
    pen.polygon([(230, 200), (330, 90), (340, 200)], (50, 90, 140))
    pen.ellipse((155, 255, 195, 295), (250, 250, 250))
    pen.ellipse((168, 266, 186, 286), (10, 10, 10))
    for i in range(4):
        pen.arc((200 + 50 * i, 230, 260 + 50 * i, 380), 280, 80, (30, 60, 100), 8)


def _cup(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    pen.arc((380, 250, 520, 420), 270, 120, (120, 60, 40), 30)
    pen.polygon([(140, 220), (430, 220), (390, 480), (180, 480)], (150, 75, 50))
    pen.ellipse((140, 180, 430, 260), (60, 35, 25))
    pen.ellipse((100, 470, 470, 530), (90, 90, 95))
    for x in (220, 290, 350):
        pen.line([(x, 160), (x + 18, 120), (x - 10, 90), (x + 12, 50)], (150, 150, 150), 12)


def _bicycle(pen: ImageDraw.ImageDraw, rng: Random) -> None:
    for x in (160, 440):
        pen.ellipse((x - 110, 300, x + 110, 520), outline=(20, 20, 20), width=20)
    frame = [(160, 410), (250, 230), (400, 230), (300, 410), (160, 410)]
    pen.line(frame, (170, 30, 30), 18)
    pen.line([(250, 230), (300, 410)], (170, 30, 30), 18)
    pen.line([(440, 410), (390, 180), (340, 165)], (40, 40, 40), 16)
    pen.line([(215, 205), (285, 205)], (30, 30, 30), 24)


PAINTED: dict[str, Paint] = {
    "cat": _cat, "tree": _tree, "house": _house, "boat": _boat, "flower": _flower, "face": _face,
    "mountain": _mountain, "words": _word, "rings": _rings, "gradient": _gradient,
    "leaves": _leaves, "city": _city, "fish": _fish, "cup": _cup, "bicycle": _bicycle,
}


KINDS = (("30x30, black and white", GridOptions(size=30)),
         ("60x60, black and white", GridOptions(size=60)),
         ("30x30, 4 colours", GridOptions(size=30, colours=4)))

COLUMNS = ("picture", "cells", "changed", "changed %", "verdict", "line-solvable", "stars",
           "seconds")
SUMMARY = ("kind", "pictures", "unique", "line-solvable", "median changed %", "most changed %",
           "median s", "worst s")
NOTES = (
    "Pictures are drawn by the program: fifteen drawings, and the same as a camera would see them. "
    "seconds: from pixels to the finished puzzle, with its rating.",
)


def pictures(options: BenchOptions) -> Table:
    """Thirty pictures to puzzles: changed cells, verdicts, seconds; 30x30, 60x60 and in colours."""
    found = scenes(options.seed)
    parts = Parts(options.report, len(KINDS) * len(found))
    summary = Draft("Puzzles from pictures", SUMMARY, options.report,
                    Plot("kind", ("median s", "worst s"), "seconds"))
    tables = [_kind(title, wanted, found, parts, summary, options) for title, wanted in KINDS]
    summary.note(*NOTES, machine())
    return summary.table(*tables)


def _kind(
    title: str, wanted: GridOptions, found: dict[str, Photo], parts: Parts, summary: Draft,
    options: BenchOptions,
) -> Table:
    draft = Draft(title, COLUMNS, options.report, Plot("picture", ("changed %",), "per cent"))
    rows = []
    for name, photo in found.items():
        parts.next(f"{title}: {name}")
        seconds, made = timed(partial(make_grid, photo, wanted))
        rows.append((100 * made.share, seconds, made.verdict))
        draft.row(name, len(made.cells), len(made.changes), 100 * made.share, made.verdict.answer,
                  "yes" if made.verdict.line_solvable else "no", made.rating.stars, seconds)
    shares, times = [row[0] for row in rows], [row[1] for row in rows]
    summary.row(title, len(rows), sum(row[2].answer == "unique" for row in rows),
                sum(row[2].line_solvable for row in rows), median(shares), max(shares),
                median(times), max(times))
    return draft.table()
