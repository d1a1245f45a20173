"""The family of solids: voxels in rods along three axes (Picross 3D)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from nonoforge.errors import InputError
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.mesh import FORMATS, SCENES
from nonoforge.family import Family, Lesson, Noun, part
from nonoforge.making import ExtraPicture, Scene, Source
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.palette import MEDIUM_COLOURS, Palette
from nonoforge.progress import ShareProgress, no_progress

if TYPE_CHECKING:
    from nonoforge.drawing import Contents, Display, DrawOptions, Medium
    from nonoforge.families.solid.make import SolidResult
    from nonoforge.families.solid.mesh import Mesh
    from nonoforge.families.solid.options import SolidOptions

MAX_EMPTY_CELLS = 64_000  # of a solid to paint on: 40 along each side


class SolidFamily(Family):
    """Boxes of voxels; the clue of a rod is a tally."""

    name = "solid"
    kind = "Solid"
    puzzle = Noun("solid", "solids")
    icon = "M24 5l17 9v20l-17 9-17-9V14zM24 24v19M24 24l17-10M24 24L7 14"
    cell = Noun("voxel", "voxels")
    line = Noun("rod", "rods")
    position = Noun("voxel", "voxels")
    white = "empty"
    cross_out = "break away"
    plain = "one colour"
    player = "player-solid"
    player_library = "three"
    views = ("isometric", "sheets")
    introduction = (
        "Numbers on the faces of a block count the cubes behind them; break away the rest until "
        "the figure stands.")
    tutorial = part("tutorial", "STEPS")
    lesson = Lesson(
        "Solids",
        "A solid is cut into layers, from the back to the front. Each number says how many cells "
        "of its row or column are filled, in the first grid how many of the same place in all "
        "layers. A plain number is one group of neighbours, a number in a circle is two groups, a "
        "number in a square three or more. Where there is no number, anything is possible.",
        "Solids: a number counts the filled cells of its row or column, in the first grid through "
        "all layers; plain: one group, in a circle: two, in a square: three or more.",
        on_screen="A picture is hidden in the block. A number on a face says how many cubes of the "
        "rod behind it belong to the picture: a plain number in one group, in a circle in two, in "
        "a square in three or more. Where there is no number, anything is possible. Fill what "
        "belongs, break away the rest.")

    def size(self, nonogram: Nonogram) -> str:
        return " × ".join(map(str, solid_of(nonogram).size))

    def summary(self, nonogram: Nonogram) -> str:
        return f"{solid_of(nonogram)} solid"

    sources = (Source("mesh", "A 3D model.", FORMATS, linking=SCENES),)
    make_help = (
        "Make a solid (a 3D nonogram) from a mesh.\n\n"
        "MESH is OBJ, STL, PLY, GLB, glTF, OFF, COLLADA (.dae), .3ds, .x, .md2, .md3, .fbx and "
        "many more. It is voxelized, its clues are counted, and the puzzle is checked. OUT may be "
        ".nono, or .vox for the voxels alone.")
    make_examples = (
        "duck.glb --size 24 -o duck.nono",
        "jeep.md3 --size 36 --repair 5 --clues minimal -o jeep.nono",
        "house.obj --colours 3 --up z --samples 4 --threshold 0.35 -o house.nono",
        "castle.stl --size 20 --variants 3 --sheet castle.png -o castle.nono")
    preview_changes: ClassVar[Mapping[str, Any]] = {
        "place": "centre", "clues": "all", "repair": 0, "variants": 1, "rating": None,
        "budget": 0.4}
    extra_pictures = (ExtraPicture(
        "sheet", "Draw a contact sheet of sizes, thresholds and turns, with their verdicts.",
        (".png", ".svg", ".pdf")),)
    empty_sides = ("width", "height", "depth")

    storage = part("storage", "STORAGE")
    pictures = part("storage", "PICTURES")
    options = part("options", "SolidOptions")
    text_picture = part("text_picture", "text_picture")

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        """Return the rows of the layers along z, each from its highest row down."""
        assert isinstance(geometry, Solid)
        starts = (geometry.cell(0, y, z) for z in range(geometry.depth)
                  for y in reversed(range(geometry.height)))
        return [range(start, start + geometry.width) for start in starts]

    board_type = part("board", "SolidBoard")
    board = part("board", "board")
    thumbnail = part("board", "thumbnail")
    cover = part("board", "cover")

    def read_source(self, kind: Source, given: Any, options: SolidOptions) -> Mesh:
        from nonoforge.families.solid.mesh import read_mesh

        return read_mesh(given)

    def adopt(self, source: Any) -> Any:
        from nonoforge.families.solid.mesh import Mesh

        if isinstance(source, list | tuple) or hasattr(source, "__array__"):
            raise InputError("make_solid needs a mesh; from_voxels takes an array of voxels")
        return source if isinstance(source, Mesh) else None

    def make(
        self, source: Mesh, options: SolidOptions, progress: ShareProgress = no_progress,
    ) -> SolidResult:
        from nonoforge.families.solid.make import make

        return make(source, options, progress)

    def exact_preview(
        self, source: Mesh, options: SolidOptions, progress: ShareProgress = no_progress,
    ) -> SolidResult | None:
        """Place and voxelize the model as `make` does, and leave repair and hidden clues out. Of
        several puzzles the first depends on their clues."""
        from msgspec.structs import replace

        if options.puzzles > 1 or options.rating is not None:
            return None
        return self.make(source, replace(options, clues="all", repair=0), progress)

    def preview_is_exact(self, options: SolidOptions) -> bool:
        """Return whether nothing is searched for: the place is given, and one puzzle is made."""
        placed = options.by_hand or options.place == "centre" or isinstance(options.size, tuple)
        return placed and options.match is None and options.rating is None and options.puzzles == 1

    def choices(self, source: Mesh, options: SolidOptions) -> Iterator[dict[str, Any]]:
        from nonoforge.families.solid.choice_sheet import choices

        return choices(source, options)

    def scene(
        self, name: str, source: Mesh, options: SolidOptions, result: SolidResult,
    ) -> Scene:
        from nonoforge.families.solid.choice_sheet import choice_sheet

        return choice_sheet(source, options, result)

    record_type = part("report", "SolidRecord")
    make_record = part("report", "solid_record")
    make_sentences = part("report", "solid_sentences")

    def empty(self, sides: Sequence[int], palette: Palette | None, colours: int) -> Nonogram:
        from nonoforge.families.solid.build import from_voxels

        width, height, depth = sides
        if width * height * depth > MAX_EMPTY_CELLS:
            raise InputError(f"a solid to paint on has at most {MAX_EMPTY_CELLS:,} cells")
        palette = palette or Palette.of(*MEDIUM_COLOURS[:colours + 1])
        return from_voxels([[[0] * width] * height] * depth, palette=palette)

    def display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions, *,
        medium: Medium = "screen", scale: float | None = None,
    ) -> Display:
        from nonoforge.families.solid.display import solid_display

        return solid_display(nonogram, contents, options, medium, scale)

    display_size = part("display", "solid_size")
    display_scales = part("display", "solid_scales")


FAMILY = SolidFamily()
