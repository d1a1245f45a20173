"""Options of `make solid`: how a mesh becomes a solid."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.options import MakeOptions, option

MAX_SIZE = 1_000  # cells along a side that can be asked for


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
    up: Annotated[Literal["x", "y", "z", "-x", "-y", "-z"], option(
        "Axis of the model that points up.", label="Up", half=True)] = "y"
    turn: Annotated[float, option(
        "Turn the model about the vertical.", ge=-360, le=360, unit="degrees", metavar="DEGREES",
        label="Turn", half=True)] = 0.0
    place: Annotated[Literal["recognisable", "line-solvable", "centre"], option(
        "Where the model lies among the cells: searched for a solid that is recognisable or "
        "line-solvable, or simply centred.", label="Place among the cells", more=True, choices={
            "recognisable": "recognisable", "line-solvable": "single lines solve it",
            "centre": "in the centre"})] = "recognisable"
    match: Annotated[str | None, option(
        "Instead of --place: look for a place with this size and these numbers of rods that are "
        "empty, single, double, and triple or more; voxelized by rays along z.", max_length=100,
        metavar="XxYxZ:E,S,D,T", check=_census)] = None
    voxelizer: Annotated[Literal["winding", "parity", "vote"], option(
        "How to tell inside from outside: winding numbers, rays along z, or rays along three axes.",
        label="Voxelizer", choices={
            "winding": "winding numbers", "parity": "rays along z",
            "vote": "rays along three axes"})] = "winding"
    samples: Annotated[int, option(
        "Points sampled along each side of a cell.", ge=1, le=16, metavar="N",
        label="Samples along a side of a cell", slider=(1, 8, 1))] = 1
    threshold: Annotated[float, option(
        "Share of the samples that makes a cell solid.", gt=0, le=1, metavar="SHARE",
        label="Threshold: share that makes it solid", slider=(0.05, 1, 0.05),
        when=("samples", ">", 1))] = 0.5
    thin: Annotated[bool, option(
        "Keep thin walls that would vanish.", label="Thin walls are kept")] = False
    largest: Annotated[bool, option(
        "Keep the largest piece only.", label="Largest piece only")] = False
    fill: Annotated[bool, option(
        "Fill closed hollows.", label="Fill hollows")] = False
    colours: Annotated[int, option(
        "Reduce the colours of the model to N.", ge=1, le=12, metavar="N",
        label="Colours, if the model has them", slider=(1, 12, 1))] = 1
    repair: Annotated[int, option(
        "Change up to N voxels where lines alone do not solve it.", ge=0, le=50, metavar="N",
        label="Repair: voxels to change at most", slider=(0, 20, 1), more=True)] = 0
    level: Annotated[Literal["line", "probe"], option(
        "What must suffice to solve it: single lines, or probing.", label="Level", more=True,
        choices={"line": "single lines solve it", "probe": "probing solves it"})] = "line"
