"""`make/grid`: a grid from a picture, from words, or from nothing."""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.judge import unrated
from nonoforge.nonogram import Info
from nonoforge.records.grid import grid_record, grid_sentence
from nonoforge.results import Answer, Cells, LineSolvable, RatingRecord
from nonoforge.studio.tasks.judge import RepairLevel as Wanted
from nonoforge.studio.tasks.making import (
    Colours,
    Summary,
    Title,
    answered,
    called,
    saying,
    stem,
    told,
)
from nonoforge.studio.tasks.pictures import picture_of, shrunk_picture
from nonoforge.studio.tasks.requests import (
    Data,
    Name,
    Remarks,
    Request,
    Seconds,
    Seed,
    Tell,
    for_page,
    puzzle_json,
)

if TYPE_CHECKING:
    from nonoforge.families.grid import Made as Grid
    from nonoforge.families.grid import Making, Photo, Plan

GLANCE = Budget(settled=20_000, conflicts=200, seconds=0.1)  # for the verdict on a preview
GLANCED = 300_000  # pixels that a preview looks at
LOOKED_AT = 6_000_000  # ... and that a puzzle is made from

Side = Annotated[int, Meta(ge=1, le=200)]
Sides = Annotated[list[Side], Meta(min_length=2, max_length=2)]
Stars = Annotated[int, Meta(ge=1, le=5)]
Pixel = Annotated[int, Meta(ge=0, le=100_000)]
Lightness = Annotated[float, Meta(gt=0, lt=1)]


class MakeGrid(Request):
    """Make a grid from a picture (PNG, JPEG, GIF, WebP, BMP, SVG), from words, or from nothing:
    just one of data, text and random."""

    data: Data | None = None
    name: Name = ""
    text: Annotated[Annotated[str, Meta(max_length=200)] | None, Meta(
        description="Instead of a picture: these words.")] = None
    random: Annotated[tuple[Side, Side] | None, Meta(
        description="Instead of a picture: random shapes on so many columns and rows.")] = None
    size: Annotated[Side | Sides | None, Meta(
        description="Cells along the longer side, or columns and rows; without it 30, and of words "
                    "and of pixel art what suits them.")] = None
    best_size: Annotated[bool, Meta(
        description="size or less, whichever needs the fewest changes.")] = False
    crop: Annotated[tuple[Pixel, Pixel, Pixel, Pixel] | None, Meta(
        description="A part of the picture: left, top, width and height in pixels.")] = None
    trim: Annotated[bool, Meta(description="Cut off a border of one colour.")] = False
    smooth: Annotated[int, Meta(
        description="Flatten texture and keep edges: a median over so many tenths of a cell.",
        ge=0, le=10)] = 0
    threshold: Annotated[Lightness | Literal["auto", "sweep"], Meta(
        description="What is dark: found in the picture, the best of several, or everything below "
                    "a lightness from 0 to 1.")] = "auto"
    dither: Annotated[Literal["none", "floyd", "ordered"], Meta(
        description="Show grey by patterns of black and white.")] = "none"
    invert: Annotated[bool, Meta(
        description="Fill what would be left white, and the other way round.")] = False
    colours: Colours = 1
    background: Annotated[Annotated[str, Meta(pattern="^#[0-9a-fA-F]{6}$")] | None, Meta(
        description="The colour of cells that count nothing, in a puzzle of several colours, as "
                    "#rrggbb.")] = None
    level: Wanted = "line"
    variants: Annotated[int, Meta(description="So many puzzles, each harder than the one before.",
                                  ge=1, le=20)] = 1
    rating: Annotated[tuple[Stars, Stars] | None, Meta(
        description="Look for a puzzle of so many stars: from, to.")] = None
    title: Title = ""
    seed: Seed = 0
    budget: Seconds = 5.0
    preview: Annotated[bool, Meta(
        description="Only shrink and reduce the picture: no cell is changed, nothing is rated.")
    ] = False


class Variant(msgspec.Struct, kw_only=True):
    """A grid that was made."""

    puzzle: msgspec.Raw
    changed: Annotated[Cells, Meta(description="Cells that differ from the picture.")]
    verdict: Answer
    line_solvable: LineSolvable
    rating: Annotated[RatingRecord | None, Meta(description="Null where it was not rated.")]
    summary: Summary


class GridMade(Variant, kw_only=True):
    """The first grid, which is the easiest; what was asked for beside it in `variants`."""

    source: Annotated[list[str], Meta(
        description="The picture in as many cells, row by row, each as #rrggbb.")]
    pixels: Annotated[tuple[int, int], Meta(description="Width and height of the picture.")]
    remarks: Remarks
    variants: Annotated[list[Variant], Meta(description="All that were made, the first included.")]


def run(request: MakeGrid, tell: Tell) -> GridMade:
    """Make it, or show what it would be made from."""
    from nonoforge.families.grid import make_grid

    if sum(part is not None for part in (request.data, request.text, request.random)) != 1:
        raise InputError("give data, or text, or random: one of them")
    tell(None, "reading the picture")
    with called(request.name or ("text" if request.text else "random")):
        photo, step = _photo(request)
        plan = _cropped(_plan(request), step)
        making = _preview(photo, plan) if request.preview else \
            make_grid(photo, plan, saying(tell))
    pixels = photo if request.data is None else picture_of(request.data)
    return _answer(making, pixels, request.preview)


def _photo(request: MakeGrid) -> tuple[Photo, int]:
    """The picture, with each so many of its pixels across and down as one: a preview is seen well
    enough in few, and nobody needs all of a large photograph."""
    from nonoforge.families.grid import random_shapes, written

    if request.text is not None:
        return written(request.text), 1
    if request.random is not None:
        return random_shapes(*request.random, request.seed), 1
    assert request.data is not None
    return shrunk_picture(request.data, GLANCED if request.preview else LOOKED_AT)


def _cropped(plan: Plan, step: int) -> Plan:
    """The part of the picture that is wanted, where it is now; one pixel at least."""
    if plan.crop is None or step == 1:
        return plan
    left, top, width, height = plan.crop
    return replace(plan, crop=(left // step, top // step, max(width > 0, width // step),
                               max(height > 0, height // step)))


def _plan(request: MakeGrid) -> Plan:
    from nonoforge.families.grid import Plan

    low, high = request.rating or (1, 5)
    if low > high:
        raise InputError("rating: from fewer stars to more")
    given = request.random if request.random is not None else request.size
    size = (given[0], given[1]) if isinstance(given, list | tuple) else given
    return Plan(
        size, request.best_size, request.crop, request.trim, request.smooth, request.threshold,
        request.dither, request.invert, request.colours, _rgb(request.background), request.level,
        request.variants, request.rating, _title(request), request.seed, request.budget)


def _rgb(text: str | None) -> tuple[int, int, int] | None:
    return None if text is None else (int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))


def _title(request: MakeGrid) -> str:
    return request.title or request.text or stem(request.name) or \
        ("Random" if request.random else "")


def _preview(photo: Photo, plan: Plan) -> Making:
    """The picture as it would be seen, with a quick verdict and no change."""
    from nonoforge.families.grid import Made, Making, from_picture, remarks, seen, source_of

    begin = perf_counter()
    source = source_of(photo, plan)
    view = seen(source, plan, source.size, 0.0)
    nonogram = from_picture(view.inked.cells.tolist(), palette=view.inked.palette,
                            info=Info(title=plan.title))
    verdict = solve(nonogram, budget=GLANCE)
    made = Made(nonogram, verdict, unrated("this is a preview"), nonogram.solution or b"", (), 0.0,
                view.threshold, view.colours, plan.level, len(verdict.state.open_cells()),
                perf_counter() - begin)
    return Making((made,), (*photo.notes, *remarks(source, plan, source.size)), False)


def _answer(making: Making, photo: Photo, preview: bool) -> GridMade:
    made = [_variant(one, making) for one in making.made]
    first = making.made[0]
    said = [] if preview else [grid_sentence("", one).removeprefix(": ") for one in making.made]
    height, width = photo.pixels.shape[:2]
    colours = first.colours.round().clip(0, 255).astype("uint8").reshape(-1, 3).tolist()
    record = msgspec.structs.asdict(made[0])
    return answered(
        GridMade, record, source=[f"#{r:02x}{g:02x}{b:02x}" for r, g, b in colours],
        pixels=(int(width), int(height)),
        remarks=[for_page(words) for words in (*said, *making.notes)], variants=made)


def _variant(made: Grid, making: Making) -> Variant:
    record = told(grid_record("", None, made, making))
    return answered(Variant, {
        "puzzle": puzzle_json(made.nonogram), "changed": [cell for cell, _ in made.changes],
        "verdict": made.verdict.answer, "line_solvable": made.verdict.line_solvable,
        "rating": record["rating"], "summary": record})
