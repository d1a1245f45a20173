"""Options of `make solid`: how a mesh becomes a solid."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.options import MakeOptions, StarRange, VariantCount, option

MAX_SIZE = 1_000  # cells along a side that can be asked for
SERIES = 3  # puzzles of a range of thresholds


def _census(text: str) -> str:
    from nonoforge.families.solid.voxels import Census

    Census.parse(text)
    return text


class SolidOptions(MakeOptions, kw_only=True, frozen=True):
    """How a mesh becomes a solid: its voxels, their colours, and the clues that are shown."""

    size: Annotated[int | tuple[int, int, int], option(
        "Cells along the longest side, or along x, y and z.", ge=1, le=MAX_SIZE, metavar="N|XxYxZ",
        separator="x", label="Size, along the longest side", slider=(3, 40, 1),
        page={"le": 60, "default": 16},
        expected="the cells along the longest side, like 24, or along each, like 12x8x3; 1 to "
                 f"{MAX_SIZE:,} of them")] = 24
    up: Annotated[Literal["auto", "x", "y", "z", "-x", "-y", "-z"], option(
        "Axis of the model that points up: what its format says, and where it stands firmly "
        "(auto), or this one.", label="Up", half=True, choices={"auto": "found"})] = "auto"
    turn: Annotated[float | Literal["auto"], option(
        "Turn the model about the vertical: the corner that shows most comes to the front (auto), "
        "or by a number of degrees.", ge=-360, le=360, unit="degrees", metavar="auto|DEGREES",
        label="Turn", half=True, choices={"auto": "shows most"},
        expected="auto, or degrees from -360 to 360")] = "auto"
    place: Annotated[Literal["recognisable", "line-solvable", "centre"], option(
        "Where the model lies among the cells: searched for a solid that is recognisable or "
        "line-solvable, or simply centred.", label="Place among the cells", more=True, choices={
            "recognisable": "recognisable", "line-solvable": "single lines solve it",
            "centre": "in the centre"})] = "recognisable"
    offset: Annotated[tuple[float, float, float] | None, option(
        "Instead of --place: move the model from the centre, along x, y and z; fractions of a "
        "voxel count.", ge=-10, le=10, unit="voxels", metavar="X,Y,Z", label="Move by hand",
        more=True, default="searched for",
        expected="three numbers of voxels, like 0.5,0,0.25")] = None
    scale: Annotated[float | None, option(
        "Instead of --place: how large the model is, times --size.", ge=0.1, le=4, metavar="FACTOR",
        label="Size by hand", more=True, default="searched for, close to 1")] = None
    symmetry: Annotated[Literal["auto", "off"], option(
        "Keep a model symmetric that is (auto), or do not look for symmetry.", label="Symmetry",
        more=True, choices={"auto": "kept where the model has it", "off": "not looked for"},
        )] = "auto"
    match: Annotated[str | None, option(
        "Instead of --place: look for a place with this size and these numbers of rods that are "
        "empty, single, double, and triple or more; voxelized by rays along z.", max_length=100,
        metavar="XxYxZ:E,S,D,T", check=_census)] = None
    voxelizer: Annotated[Literal[
            "winding", "parity", "vote", "quadtree", "rays", "refine"], option(
        "How to tell inside from outside: winding numbers, rays along z, rays along three axes, "
        "rays along z with a quadtree, random rays along z, or winding numbers with local "
        "refinement.", label="Voxelizer", more=True, choices={
            "winding": "winding numbers", "parity": "rays along z",
            "vote": "rays along three axes", "quadtree": "rays along z, by a quadtree",
            "rays": "random rays along z", "refine": "winding numbers, refined"})] = "winding"
    samples: Annotated[int | None, option(
        "Points sampled along each side of a cell; of random rays, the square of it is cast "
        "through each column.", ge=1, le=16, metavar="N", label="Samples along a side of a cell",
        slider=(1, 8, 1), more=True, default="1; 4 with rays and refine")] = None
    threshold: Annotated[float | tuple[float, float], option(
        "Share of the samples that makes a cell solid; a range gives a series of puzzles, as many "
        "as --variants says, or 3.", gt=0, le=1, metavar="SHARE|A..B", separator="..",
        label="Threshold: share that makes it solid", slider=(0.05, 1, 0.05), more=True,
        when=("samples", ">", 1),
        expected="a share above 0 and at most 1, like 0.35, or a range, like 0.2..0.6")] = 0.5
    thin: Annotated[Literal["auto", "always", "never"], option(
        "Keep thin parts that would vanish: where pieces would float or parts get lost (auto), "
        "always, or never.", label="Thin parts", flag="always", choices={
            "auto": "kept where they matter", "always": "always kept", "never": "left out"},
        )] = "auto"
    pieces: Annotated[Literal["join", "keep", "largest"], option(
        "What to do with pieces that float: join them where the model hangs together and leave out "
        "bits, keep them as they are, or keep the largest piece only.", label="Floating pieces",
        choices={"join": "joined, bits left out", "keep": "kept",
                 "largest": "only the largest piece"})] = "join"
    fill: Annotated[bool, option(
        "Fill closed hollows.", label="Fill hollows")] = False
    colours: Annotated[int | Literal["auto"], option(
        "Reduce the colours of the model to N; auto keeps as many as it has, up to 6.", ge=1,
        le=12, metavar="N|auto", label="Colours, if the model has them",
        choices={"auto": "as many as it has"}, slider=(1, 12, 1))] = 1
    repair: Annotated[int, option(
        "Change up to N voxels where lines alone do not solve it.", ge=0, le=50, metavar="N",
        label="Repair: voxels to change at most", slider=(0, 20, 1), more=True)] = 0
    level: Annotated[Literal["line", "probe"], option(
        "What must suffice to solve it: single lines, or probing.", label="Level", more=True,
        choices={"line": "single lines solve it", "probe": "probing solves it"})] = "line"
    rating: StarRange = None
    variants: VariantCount = 1

    @property
    def puzzles(self) -> int:
        return max(self.variants, SERIES if isinstance(self.threshold, tuple) else 1)

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The thresholds of the series, or the one that is wanted."""
        if not isinstance(self.threshold, tuple):
            return (self.threshold,)
        low, high = self.threshold
        count = self.variants if self.variants > 1 else SERIES
        return tuple(dict.fromkeys(round(low + (high - low) * step / (count - 1), 4)
                                   for step in range(count)))

    @property
    def by_hand(self) -> bool:
        """Whether the model's place is given and not searched for."""
        return self.offset is not None or self.scale is not None
