"""The family of triddlers: triangles in rows, rising and falling lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from nonoforge.families.tri.geometry import ROW, TriGrid, tri_of
from nonoforge.family import Family, Lesson, Noun, part
from nonoforge.making import ExtraPicture, Scene, Source, SourceView, stem
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.palette import DEFAULT_COLOURS, Palette
from nonoforge.progress import ShareProgress, no_progress
from nonoforge.text import spans

if TYPE_CHECKING:
    from nonoforge.drawing import Contents, Display, DrawOptions, Medium
    from nonoforge.families.grid import Photo
    from nonoforge.families.tri.make import RandomShapes, TriResult
    from nonoforge.families.tri.options import TriOptions

# Puzzles to choose from.
SIZE_PARTS = (0.67, 1.33)  # of the size that is asked for
THRESHOLDS = (0.35, 0.5, 0.65)
COLOUR_COUNTS = (3, 5)


class TriFamily(Family):
    """Grids of triangles with lines in three directions, black and white or coloured."""

    keeps_lines = True
    name = "tri"
    kind = "Triddler"
    puzzle = Noun("triddler", "triddlers")
    cell = Noun("triangle", "triangles")
    position = Noun("place", "places")
    icon = "M14 6.7h20l10 17.3-10 17.3H14L4 24zM14 6.7l20 34.6M34 6.7L14 41.3M4 24h40"
    text_clues = True
    numbered = True
    introduction = (
        "Triangles instead of squares, and lines in three directions: each triangle answers to "
        "three numbers.")
    tutorial = part("tutorial", "STEPS")
    lesson = Lesson(
        "Triddlers",
        "The cells are triangles, and lines run in three directions: rows, rising and falling "
        "lines. The numbers at the end of a line are its blocks of filled triangles, in the order "
        "in which they stand. Between two blocks of a colour there is at least one empty "
        "triangle; nothing else is filled. Each triangle lies on three lines: what you find on "
        "one helps on the other two.",
        "Triddlers: each line of triangles, in all three directions, has its blocks in the order "
        "of the numbers at its end.")

    sources = (
        Source("image", "A picture.", ("png", "jpg", "jpeg", "gif", "webp", "bmp", "svg")),
        Source("random", "Instead of a picture: random shapes inside an outline with these first "
               "four sides.", metavar="A B C D", numbers=4, limit=200, least=0,
               ignored=("size", "sides", "crop", "trim", "threshold", "colours", "background")))
    make_help = (
        "Make a triddler from a picture (PNG, JPEG, GIF, WebP, BMP, SVG) or from random shapes.\n\n"
        "Triangles are laid over the picture, in black and white or in a few colours; the outline "
        "is the smallest around those that are filled, or has the --sides that are asked for. Then "
        "triangles are changed, as few as possible and where it shows least, until the puzzle has "
        "one solution that can be found as --level says. OUT is a puzzle file of a format that "
        "holds triddlers: .nono, .g, .xml. See also docs/triddlers.md.")
    make_examples = (
        "fox.png --size 16 -o fox.nono",
        "fox.png --size 24 --colours 4 --trim --preview look.png -o fox.nono",
        "star.svg --sides 6,6,6,6,6,6 -o star.nono",
        "--random 6 6 6 6 --seed 3 -o random.nono")
    extra_pictures = (ExtraPicture(
        "preview", "Also draw the picture, the puzzle and what was changed, side by side.",
        (".png",)),)
    empty_sides = ("upper_left", "lower_left", "bottom", "lower_right")
    min_empty_side = 0
    shows_made = True

    def size(self, nonogram: Nonogram) -> str:
        return self.cell.counted(nonogram.puzzle.cells)

    def summary(self, nonogram: Nonogram) -> str:
        return f"{tri_of(nonogram)[0].shape} of {self.cell.counted(nonogram.puzzle.cells)}"

    def places(self, geometry: Geometry, cells: Sequence[int]) -> list[str]:
        """Return rows with their triangles: `row 3, triangles 4-6`."""
        assert isinstance(geometry, TriGrid)
        found = []
        for row, group in groupby(map(geometry.place, sorted(cells)), key=lambda place: place[0]):
            numbers = [place + 1 for _, place in group]
            noun = self.cell.one if len(numbers) == 1 else self.cell.many
            found.append(f"row {row + 1}, {noun} {spans(numbers)}")
        return found

    options = part("options", "TriOptions")
    storage = part("storage", "STORAGE")
    dialects = part("dialects", "DIALECTS")
    text_picture = part("text_picture", "text_picture")

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        assert isinstance(geometry, TriGrid)
        return [line.cells for line in geometry.lines[:geometry.counts[ROW]]]

    def display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions, *,
        medium: Medium = "screen", scale: float | None = None,
    ) -> Display:
        from nonoforge.families.tri.display import tri_display

        self.check_view(options)
        return tri_display(nonogram, contents, options, medium, scale)

    def display_size(
        self, nonogram: Nonogram, options: DrawOptions, scale: float,
    ) -> tuple[float, float]:
        from nonoforge.families.tri.display import tri_page

        page = tri_page(nonogram, scale, clues=options.clues, numbers=options.numbers)
        return page.frame.width, page.frame.bottom

    def display_scales(self, nonogram: Nonogram, options: DrawOptions) -> tuple[float, float]:
        from nonoforge.families.tri.display import MIN_CLUE_EDGE, PNG_EDGE

        return PNG_EDGE, MIN_CLUE_EDGE

    board_type = part("board", "TriBoard")
    board = part("board", "board")
    thumbnail = part("board", "thumbnail")
    cover = part("board", "cover")

    def suits(self, name: str, data: bytes) -> float:
        """Return a low value: a picture is made into a triddler only on request."""
        return 0.1

    def read_source(
        self, kind: Source, given: Any, options: TriOptions,
    ) -> Photo | RandomShapes:
        from nonoforge.families.grid import read_source_photo
        from nonoforge.families.tri.make import random_shapes

        if kind.name == "random":
            a, b, c, d = given
            return random_shapes(TriGrid.of_sides(a, b, c, d), options.seed)
        return read_source_photo(given)._replace(title=stem(given))

    def adopt(self, source: Any) -> Any:
        from nonoforge.families.grid import Photo, photo_of
        from nonoforge.families.tri.make import RandomShapes

        found = photo_of(source)
        return found if isinstance(found, Photo | RandomShapes) else None

    def make(
        self, source: Photo | RandomShapes, options: TriOptions,
        progress: ShareProgress = no_progress,
    ) -> TriResult:
        from nonoforge.families.tri.make import make

        return make(source, options, progress)

    def preview(
        self, source: Photo | RandomShapes, options: TriOptions,
        progress: ShareProgress = no_progress,
    ) -> TriResult:
        from nonoforge.families.tri.make import preview

        return preview(source, options)

    def preview_is_exact(self, options: TriOptions) -> bool:
        """Return whether a single threshold is tried, or the outline is given: the
        outline depends on the threshold."""
        return options.threshold != "sweep" or options.sides is not None

    def choices(
        self, source: Photo | RandomShapes, options: TriOptions,
    ) -> Iterator[dict[str, Any]]:
        """Yield other sizes, thresholds and colours; random shapes are in black and white."""
        from nonoforge.families.tri.make import RandomShapes

        yield {}
        if isinstance(source, RandomShapes):
            return
        if options.sides is None:
            yield from ({"size": max(1, round(options.size * part))} for part in SIZE_PARTS)
        if options.colours == 1:
            yield from ({"threshold": threshold} for threshold in THRESHOLDS)
        yield from ({"colours": count} for count in COLOUR_COUNTS if count != options.colours)

    def source_view(self, source: Photo | RandomShapes, result: TriResult) -> SourceView | None:
        from nonoforge.families.grid import Photo

        if not isinstance(source, Photo):
            return None
        height, width = source.pixels.shape[:2]
        return SourceView((), (int(width), int(height)))

    record_type = part("report", "TriRecord")
    make_record = part("report", "tri_record")
    make_sentences = part("report", "tri_sentences")

    def scene(
        self, name: str, source: Photo | RandomShapes, options: TriOptions, result: TriResult,
    ) -> Scene:
        from nonoforge.families.tri.make import pixels_of

        return Scene(result.nonogram, result.nonogram.solution,
                     [cell for cell, _ in result.changes], beside=pixels_of(source, options))

    def empty(self, sides: Sequence[int], palette: Palette | None, colours: int) -> Nonogram:
        from nonoforge.families.tri.build import from_colouring

        a, b, c, d = sides
        grid = TriGrid.of_sides(a, b, c, d)
        if palette is None:
            palette = Palette() if colours == 1 else Palette.of(*DEFAULT_COLOURS[:colours + 1])
        return from_colouring(grid, bytes(grid.cells), palette=palette)


FAMILY = TriFamily()
