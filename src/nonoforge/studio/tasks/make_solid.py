"""`make/solid`: a solid from a mesh."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import Meta, convert

from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.judge import Rating as Rated
from nonoforge.judge import rate
from nonoforge.records.solid import solid_record, solid_sentences
from nonoforge.results import RatingRecord, rating_record
from nonoforge.studio.tasks.making import (
    Colours,
    Made,
    OfFile,
    as_file,
    called,
    saying,
    stem,
    told,
)
from nonoforge.studio.tasks.requests import Tell, for_page, puzzle_json, short_name

if TYPE_CHECKING:
    from nonoforge.families.solid import Made as Solid
    from nonoforge.families.solid import Mesh
    from nonoforge.nonogram import Nonogram

# Scenes that name other files by their paths: there are none here, and none may be read.
SCENES = ("lws", "mot", "irr")
MOST_BYTES = 64 * 1024 * 1024
SHARE = 0.7  # of the time: for a place, a repair and hiding clues, as far as they are wanted

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
    from nonoforge.families.solid import (
        Census,
        Plan,
        Target,
        health,
        health_words,
        make_solid,
        orient,
    )

    part = _part(request)
    plan = Plan(_size(request.size), request.voxelizer, request.samples, request.threshold,
                request.thin, "largest" if request.largest else "all", request.fill, request.place,
                None if request.match is None else Census.parse(request.match), request.colours,
                request.repair, Target.parse(request.clues), request.level, request.seed, part)
    tell(None, "reading the mesh")
    with called(request.name):
        model = orient(_mesh(request), request.up, request.turn)
        warnings = health_words(health(model))
        model = replace(model, name=request.title or stem(request.name))
        try:
            made = make_solid(model, plan, saying(tell))
        except InputError:
            if request.place == "centre" or request.match is not None:
                raise
            warnings.append("no better place was found in the time: it lies in the centre")
            made = make_solid(model, replace(plan, placing="centre"), saying(tell))
    return _answer(made, warnings, part)


def _part(request: MakeSolid) -> Budget:
    """The time that each of the things that are searched for has."""
    wanted = (request.place != "centre", request.repair > 0, request.clues != "all")
    return Budget(seconds=request.budget * SHARE / max(1, sum(wanted)))


def _size(given: int | list[int]) -> int | tuple[int, int, int]:
    return given if isinstance(given, int) else (given[0], given[1], given[2])


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


def _answer(made: Solid, warnings: list[str], part: Budget) -> Made:
    record = told(solid_record("", None, made, warnings))
    said = solid_sentences("", None, made)
    rating = _rated(made.nonogram, part) if made.verdict.answer == "unique" else None
    return Made(
        puzzle=puzzle_json(made.nonogram), verdict=made.verdict.answer,
        line_solvable=made.verdict.line_solvable,
        rating=None if rating is None else convert(rating_record(rating), RatingRecord | None),
        summary=record, remarks=[for_page(words) for words in (
            said[0].removeprefix(": "), *said[1:], *warnings, *made.notes)])


def _rated(nonogram: Nonogram, part: Budget) -> Rated:
    return rate(nonogram, budget=part)
