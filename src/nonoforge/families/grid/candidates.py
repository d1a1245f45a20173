"""Several puzzles from one picture to choose from, and a contact sheet of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from nonoforge.drawing import Boxes, Display, Picture, Tile, contact_sheet
from nonoforge.errors import OutOfBudget
from nonoforge.families.grid.downsampling import lightness, otsu, shrunk
from nonoforge.families.grid.geometry import MAX_SIDE, grid_of
from nonoforge.families.grid.make import GridResult, make
from nonoforge.families.grid.options import GridOptions
from nonoforge.families.grid.photo import Photo
from nonoforge.families.grid.seeing import source_of
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import time_share

SIZES = (0.67, 1.0, 1.33)  # of the size that is asked for
THRESHOLD_STEPS = (-0.1, 0.1)  # from the threshold that parts dark from light best
COLOURS = (3, 5)  # beside black and white
MAX_SHARE = 1 / 5  # of the time that is left, for one candidate


class Candidate(NamedTuple):
    """A puzzle, and the options that make it beside those that were given."""

    result: GridResult
    changes: dict[str, int | float | str]


def candidates(
    photo: Photo, options: GridOptions, progress: ShareProgress,
) -> tuple[Candidate, ...]:
    """Return puzzles of three sizes, each with several thresholds and in several colours."""
    common = replace(options, variants=1, rating=None, best_size=False)
    found = []
    wanted = list(choices(photo, common))
    for number, changes in enumerate(wanted):
        progress(number / len(wanted), f"candidate {number + 1} of {len(wanted)}")
        try:
            with time_share(min(MAX_SHARE, 1 / (len(wanted) - number))):
                found.append(Candidate(make(photo, replace(common, **changes), progress), changes))
        except OutOfBudget:
            if not found:
                raise
            break
    return tuple(found)


def choices(photo: Photo, options: GridOptions) -> Iterator[dict[str, Any]]:
    """Yield the options of each candidate; a picture that was made for its size has no other."""
    source = source_of(photo, options)
    longer = max(source.size)
    parts = (1.0,) if photo.fixed else SIZES
    for size in dict.fromkeys(min(MAX_SIDE, max(1, round(longer * part))) for part in parts):
        at = {} if photo.fixed else {"size": size}
        if (most := options.colour_count) > 1:
            yield from ({**at, "colours": count} for count in sorted({*COLOURS, most}))
            continue
        yield at
        small = source_of(photo, replace(options, **at))
        base = otsu(lightness(shrunk(small.pixels, small.size)))
        for step in THRESHOLD_STEPS:
            yield {**at, "threshold": round(min(0.95, max(0.05, base + step)), 2)}
        yield from ({**at, "colours": count} for count in COLOURS)


def candidates_sheet(shown: Sequence[Candidate], title: str) -> Display:
    """Return all candidates, those of one size in a row, with their options and verdicts."""
    columns = len(shown) // len({candidate.changes.get("size") for candidate in shown})
    return contact_sheet([Tile(_picture(candidate.result), _caption(candidate))
                          for candidate in shown], columns, title)


def _caption(candidate: Candidate) -> list[str]:
    made = candidate.result
    options = " ".join(f"--{name} {value}" for name, value in candidate.changes.items())
    stars = f"{made.rating.stars} of 5 stars" if made.rating.stars else "not rated"
    return [options or "as it is", f"{made.verdict.answer}, {stars}",
            f"likeness {made.likeness:.2f}, {len(made.changes)} changed"]


def _picture(made: GridResult) -> Display:
    """Return the solution, a millimetre a cell, with a box for each run of cells of one colour."""
    grid, cells = grid_of(made.nonogram)[0], made.nonogram.solution or b""
    picture = Picture(grid.width, grid.height, cells, frozenset(), True)
    colours = made.nonogram.puzzle.palette.colours
    return Display(grid.width, grid.height, [
        Boxes(colours[number].rgb, [(x, y, length, 1) for x, y, length in runs])
        for number, runs in sorted(picture.stretches().items())], "", "", unit=1.0)
