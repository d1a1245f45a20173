"""`make/solid`: a solid from a mesh."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.families.solid.family import FAMILY
from nonoforge.judge import rate
from nonoforge.results import rating_record
from nonoforge.studio.tasks.making import (
    Colours,
    Made,
    OfFile,
    as_file,
    called,
    chosen,
    remarks_on,
    stem,
    told,
)
from nonoforge.studio.tasks.requests import Tell, puzzle_json, short_name

if TYPE_CHECKING:
    from nonoforge.families.solid import Mesh

# Scenes that name other files by their paths: there are none here, and none may be read.
SCENES = ("lws", "mot", "irr")
MOST_BYTES = 64 * 1024 * 1024

Side = Annotated[int, Meta(ge=1, le=60)]  # more takes longer than anybody here waits
# A list, not a tuple: the decoder of msgspec 0.22 breaks on a bounded number or a tuple.
Sides = Annotated[list[Side], Meta(min_length=3, max_length=3)]


class MakeSolid(OfFile):
    """Make a solid from a mesh: OBJ, STL, PLY, GLB, OFF, COLLADA and many more, in one file."""

    size: Annotated[Side | Sides, Meta(
        description="Cells along the longest side, or along x, y and z.")] = 16
    place: Annotated[Literal["recognisable", "line-solvable", "centre"], Meta(
        description="Where the model lies among the cells: searched for what it should be."
    )] = "recognisable"
    match: Annotated[Annotated[str, Meta(max_length=100)] | None, Meta(
        description="Instead of place: XxYxZ:E,S,D,T, a size and numbers of rods that are empty, "
                    "single, double, triple and more.")] = None
    voxelizer: Annotated[Literal["winding", "parity", "vote"], Meta(
        description="How inside is told from outside: winding numbers, rays along z, or rays along "
                    "three axes.")] = "winding"
    samples: Annotated[int, Meta(description="Points looked at along each side of a cell.", ge=1,
                                 le=16)] = 1
    threshold: Annotated[float, Meta(description="The share of them that makes a cell solid.",
                                     gt=0, le=1)] = 0.5
    thin: Annotated[bool, Meta(description="Keep thin walls that would vanish.")] = False
    largest: Annotated[bool, Meta(description="Keep the largest piece only.")] = False
    fill: Annotated[bool, Meta(description="Fill hollows that nothing leads to.")] = False
    up: Annotated[Literal["x", "y", "z", "-x", "-y", "-z"], Meta(
        description="Which way is up in the model.")] = "y"
    turn: Annotated[float, Meta(description="Turn the model about the vertical, in degrees.",
                                ge=-360, le=360)] = 0.0
    colours: Colours = 1
    repair: Annotated[int, Meta(description="Change up to so many voxels where lines alone do not "
                                            "solve it.", ge=0, le=50)] = 0
    clues: Annotated[str, Meta(description="How many clues to show: all, minimal, or share=0.5.",
                               max_length=40)] = "all"
    level: Annotated[Literal["line", "probe"], Meta(
        description="What must be enough to solve it.")] = "line"


def run(request: MakeSolid, tell: Tell) -> Made:
    """Make it."""
    options = chosen(FAMILY, request)
    tell(None, "reading the mesh")
    with called(request.name):
        model = replace(_mesh(request), name=stem(request.name))
        result = FAMILY.make(model, options, tell)
    rating = rate(result.nonogram, budget=options.spending) \
        if result.verdict.answer == "unique" else None
    return Made(
        puzzle=puzzle_json(result.nonogram), verdict=result.verdict.answer,
        line_solvable=result.verdict.line_solvable,
        rating=rating_record(rating),
        summary=told(FAMILY.make_record(result)), remarks=remarks_on(FAMILY, result))


def _mesh(request: MakeSolid) -> Mesh:
    """The mesh, read from a file of our own; only the ending of its name is the client's."""
    from nonoforge.families.solid import ASSIMP_FORMATS, TRIMESH_FORMATS, read_mesh

    ending = os.path.splitext(short_name(request.name))[1].lower().removeprefix(".")
    if ending not in (*TRIMESH_FORMATS, *ASSIMP_FORMATS) or ending in SCENES:
        known = [name for name in (*TRIMESH_FORMATS, *ASSIMP_FORMATS) if name not in SCENES]
        raise InputError(f"no mesh that can be read here ends in {ending[:20]!a}; there are "
                         f"{' '.join(known)}")
    if len(request.data) > MOST_BYTES:
        raise InputError(f"more than {MOST_BYTES >> 20} MiB; make it smaller first")
    with as_file(request.data, f"model.{ending}") as path:
        return read_mesh(path)
