"""`make/grid`: a grid from a picture, from words, or from nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.families.grid.family import FAMILY
from nonoforge.options import SufficientLevel
from nonoforge.results import Answer, Cells, LineSolvable, RatingRecord, rating_record
from nonoforge.studio.tasks.making import (
    Colours,
    Summary,
    Title,
    answered,
    called,
    chosen,
    remarks_on,
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
    from nonoforge.families.grid import GridOptions, GridResult, Photo

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
    level: SufficientLevel = "line"
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
    if sum(part is not None for part in (request.data, request.text, request.random)) != 1:
        raise InputError("give data, or text, or random: one of them")
    tell(None, "reading the picture")
    with called(request.name or ("text" if request.text else "random")):
        photo, step = _photo(request)
        options = _cropped(chosen(FAMILY, request), step)
        result = FAMILY.preview(photo, options) if request.preview else \
            FAMILY.make(photo, options, tell)
    pixels = photo if request.data is None else picture_of(request.data)
    return _answer(result, pixels, request.preview)


def _photo(request: MakeGrid) -> tuple[Photo, int]:
    """The picture, with each so many of its pixels across and down as one: a preview is seen well
    enough in few, and nobody needs all of a large photograph."""
    from nonoforge.families.grid import random_shapes, written

    if request.text is not None:
        return written(request.text), 1
    if request.random is not None:
        return random_shapes(*request.random, request.seed), 1
    assert request.data is not None
    photo, step = shrunk_picture(request.data, GLANCED if request.preview else LOOKED_AT)
    return photo._replace(title=stem(request.name)), step


def _cropped(options: GridOptions, step: int) -> GridOptions:
    """The part of the picture that is wanted, where it is now; one pixel at least."""
    if options.crop is None or step == 1:
        return options
    left, top, width, height = options.crop
    return msgspec.structs.replace(options, crop=(
        left // step, top // step, max(min(1, width), width // step),
        max(min(1, height), height // step)))


def _answer(result: GridResult, photo: Photo, preview: bool) -> GridMade:
    made = [_variant(one) for one in result.variants]
    height, width = photo.pixels.shape[:2]
    colours = result.colours.round().clip(0, 255).astype("uint8").reshape(-1, 3).tolist()
    record = msgspec.structs.asdict(made[0])
    remarks = [for_page(words) for words in result.notes] if preview else \
        remarks_on(FAMILY, result)
    return answered(
        GridMade, record, source=[f"#{r:02x}{g:02x}{b:02x}" for r, g, b in colours],
        pixels=(int(width), int(height)), remarks=remarks, variants=made)


def _variant(result: GridResult) -> Variant:
    record = told(FAMILY.make_record(result))
    return answered(Variant, {
        "puzzle": puzzle_json(result.nonogram), "changed": [cell for cell, _ in result.changes],
        "verdict": result.verdict.answer, "line_solvable": result.verdict.line_solvable,
        "rating": rating_record(result.rating), "summary": record})
