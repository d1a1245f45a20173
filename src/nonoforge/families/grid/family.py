"""The family of grids: squares in rows and columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar

from nonoforge.families.grid.geometry import Grid, grid_of
from nonoforge.family import Family, Lesson, Noun, part
from nonoforge.making import ExtraPicture, Scene, Source, SourceView, stem
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.palette import DEFAULT_COLOURS, Palette
from nonoforge.progress import ShareProgress, no_progress
from nonoforge.text import spans

if TYPE_CHECKING:
    from nonoforge.drawing import Contents, Display, DrawOptions, Medium
    from nonoforge.families.grid.make import GridResult
    from nonoforge.families.grid.options import GridOptions
    from nonoforge.families.grid.photo import Photo

PREVIEW_PIXELS = 300_000  # of a picture that a preview is made from, ...
PAGE_PIXELS = 6_000_000  # ... and a puzzle on the page


MAX_SHAPES = 60  # of a drawing to take apart; more is a picture


class GridFamily(Family):
    """Grids, black and white or coloured."""

    keeps_lines = True
    name = "grid"
    kind = "Grid"
    puzzle = Noun("grid", "grids")
    icon = "M6 6h36v36H6zM18 6v36M30 6v36M6 18h36M6 30h36"
    text_clues = True
    introduction = (
        "Numbers beside rows and columns tell the blocks of filled squares; logic alone brings "
        "out the picture.")
    tutorial = part("tutorial", "STEPS")
    lesson = Lesson(
        "Grids",
        "Each number beside a row or above a column is a block of filled cells, in this order. "
        "Between two blocks there is at least one empty cell; nothing else is filled. Mark what "
        "you know to be empty with a dot or a cross: that is half of the solution.",
        on_screen="Each number beside a row or above a column is a block of filled cells, in this "
        "order. Between two blocks there is at least one white cell; nothing else is filled.")

    def suits(self, name: str, data: bytes) -> float:
        """Return how well a file suits the family: best for images, and for drawings of many shapes
        or with texts and images in them."""
        from nonoforge.families.plane.family import drawn_shapes

        if not name.lower().endswith((".svg", ".ipe")):
            return 0.9
        shapes, _ = drawn_shapes(name, data)
        return 0.9 if not 0 < shapes <= MAX_SHAPES or re.search(rb"<(image|text|filter)\b", data) \
            else 0.3

    def size(self, nonogram: Nonogram) -> str:
        grid = grid_of(nonogram)[0]
        return f"{grid.width} × {grid.height}"

    def summary(self, nonogram: Nonogram) -> str:
        grid = grid_of(nonogram)[0]
        return f"{grid.width}x{grid.height}"

    def places(self, geometry: Geometry, cells: Sequence[int]) -> list[str]:
        """Return rows with their columns; neighbouring rows with the same columns together."""
        assert isinstance(geometry, Grid)
        rows = [(y + 1, _numbered("column", [cell % geometry.width + 1 for cell in row]))
                for y, row in groupby(sorted(cells), key=lambda cell: cell // geometry.width)]
        found = []
        for (_, columns), same in groupby(enumerate(rows), key=lambda r: (r[1][0] - r[0], r[1][1])):
            found.append(f"{_numbered('row', [y for _, (y, _) in same])}, {columns}")
        return found

    sources = (
        Source("image", "A picture.", ("png", "jpg", "jpeg", "gif", "webp", "bmp", "svg")),
        Source("random", "Instead of a picture: random shapes on W columns and H rows.",
               metavar="W H", numbers=2, limit=1_000),
        Source("text", "Instead of a picture: these words.", metavar="WORDS", limit=200))
    make_help = (
        "Make a grid from a picture (PNG, JPEG, GIF, WebP, BMP, SVG), from words, or from random "
        "shapes.\n\n"
        "The picture is shrunk to cells and reduced to black and white or to a few colours: "
        "photographs by lightness, drawings in two tones (logos, line art, text) by what the ink "
        "covers. Then cells are changed, as few as possible and where it shows least, until the "
        "puzzle has one solution that can be found as --level says. OUT is a puzzle file of any "
        "format. See also docs/pictures.md.")
    make_examples = (
        "cat.jpg --size 30 -o cat.nono",
        "cat.jpg --size 40 --colours 4 --smooth 3 --preview cat.png -o cat.nono",
        "cat.jpg --variants 3 -o cat.nono",
        "cat.jpg --sheet choice.png -o cat.nono",
        '--text "HELLO" --size 40 -o hello.non',
        "--random 20 20 --seed 7 -o random.nono")
    extra_pictures = (ExtraPicture(
        "preview", "Also draw the picture, the puzzle and what was changed, side by side.",
        (".png",)), ExtraPicture(
        "sheet", "Also draw a contact sheet: puzzles of other thresholds, sizes and colours, with "
        "verdict, likeness and stars.", (".png", ".svg", ".pdf")))
    preview_changes: ClassVar[Mapping[str, Any]] = {"variants": 1}
    empty_sides = ("width", "height")
    shows_made = True

    storage = part("storage", "STORAGE")
    dialects = part("dialects", "DIALECTS")
    pictures = part("dialects", "PICTURES")
    options = part("options", "GridOptions")
    text_picture = part("text_picture", "text_picture")

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        assert isinstance(geometry, Grid)
        return [geometry.row(y) for y in range(geometry.height)]

    board_type = part("board", "GridBoard")
    board = part("board", "board")
    thumbnail = part("board", "thumbnail")
    cover = part("board", "cover")

    def read_source(self, kind: Source, given: Any, options: GridOptions) -> Photo:
        from nonoforge.families.grid.lettering import written
        from nonoforge.families.grid.photo import random_shapes, read_source_photo

        if kind.name == "text":
            return written(given, options.font, options.size)
        if kind.name == "random":
            width, height = given
            return random_shapes(width, height, options.seed)
        return read_source_photo(given)._replace(title=stem(given))

    def adopt(self, source: Any) -> Any:
        from nonoforge.families.grid import Photo, photo_of

        found = photo_of(source)
        return found if isinstance(found, Photo) else None

    def make(
        self, source: Photo, options: GridOptions, progress: ShareProgress = no_progress,
    ) -> GridResult:
        from nonoforge.families.grid.make import make

        return make(source, options, progress)

    def preview(
        self, source: Photo, options: GridOptions, progress: ShareProgress = no_progress,
    ) -> GridResult:
        from nonoforge.families.grid.make import preview

        return preview(source, options)

    def preview_is_exact(self, options: GridOptions) -> bool:
        return not options.best_size

    def choices(self, source: Photo, options: GridOptions) -> Iterator[dict[str, Any]]:
        from nonoforge.families.grid.candidates import choices

        return choices(source, options)

    def lighter(self, source: Photo, preview: bool) -> Photo:
        from nonoforge.families.grid.photo import fewer_pixels

        return fewer_pixels(source, PREVIEW_PIXELS if preview else PAGE_PIXELS)

    def source_view(self, source: Photo, result: GridResult) -> SourceView:
        height, width = source.pixels.shape[:2]
        colours = result.colours.round().clip(0, 255).astype("uint8").reshape(-1, 3).tolist()
        return SourceView([f"#{r:02x}{g:02x}{b:02x}" for r, g, b in colours],
                          (int(width), int(height)))

    record_type = part("report", "GridRecord")
    make_record = part("report", "grid_record")
    make_sentences = part("report", "grid_sentences")

    def scene(self, name: str, source: Photo, options: GridOptions, result: GridResult) -> Scene:
        from nonoforge.families.grid.candidates import candidates, candidates_sheet
        from nonoforge.families.grid.seeing import source_of

        if name == "sheet":
            choice = candidates(source, options, no_progress)
            return Scene(result.nonogram, None, words=f"shows {len(choice)} puzzles to choose from",
                         display=candidates_sheet(choice, result.nonogram.info.title))
        return Scene(result.nonogram, result.nonogram.solution,
                     [cell for cell, _ in result.changes],
                     beside=source_of(source, options).pixels)

    def empty(self, sides: Sequence[int], palette: Palette | None, colours: int) -> Nonogram:
        from nonoforge.families.grid.build import from_picture

        width, height = sides
        if palette is None:
            palette = Palette() if colours == 1 else Palette.of(*DEFAULT_COLOURS[:colours + 1])
        return from_picture([[0] * width] * height, palette=palette)

    def display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions, *,
        medium: Medium = "screen", scale: float | None = None,
    ) -> Display:
        from nonoforge.families.grid.display import grid_display

        self.check_view(options)
        return grid_display(nonogram, contents, options, medium, scale)

    paper_outline = part("display", "grid_outline")

    def display_size(
        self, nonogram: Nonogram, options: DrawOptions, scale: float,
    ) -> tuple[float, float]:
        from nonoforge.families.grid.display import grid_layout

        layout = grid_layout(nonogram, int(scale), clues=options.clues)
        return layout.width, layout.bottom

    def display_scales(self, nonogram: Nonogram, options: DrawOptions) -> tuple[float, float]:
        from nonoforge.drawing import MIN_CLUE_CELL, PNG_CELL

        return PNG_CELL, MIN_CLUE_CELL


def _numbered(noun: str, numbers: Sequence[int]) -> str:
    return f"{noun if len(numbers) == 1 else noun + 's'} {spans(numbers)}"


FAMILY = GridFamily()
