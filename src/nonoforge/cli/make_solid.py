"""`nonoforge make solid`."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.options import a_budget, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.outputs import Output
    from nonoforge.engine import Budget
    from nonoforge.families.solid import Census, Made, Target

LARGEST = 1_000


def _size(context: click.Context, option: click.Parameter, value: str) -> Any:
    match = re.fullmatch(r"(\d{1,5})(?:x(\d{1,5})x(\d{1,5}))?", value.strip().lower())
    numbers = [int(part) for part in match.groups() if part] if match else []
    if not numbers or not all(1 <= number <= LARGEST for number in numbers):
        raise click.BadParameter(f"{value!a}: write the cells along the longest side, like 24, or "
                                 f"along each, like 12x8x3; 1 to {LARGEST:,} of them")
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _clues(context: click.Context, option: click.Parameter, value: str) -> Target:
    from nonoforge.families.solid import Target

    try:
        return Target.parse(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def _census(context: click.Context, option: click.Parameter, value: str | None) -> Census | None:
    from nonoforge.families.solid import Census

    try:
        return None if value is None else Census.parse(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


@click.command("solid")
@click.argument("mesh", metavar="MESH")
@click.option("--size", metavar="N|XxYxZ", callback=_size, default="24", show_default=True,
              help="Cells along the longest side, or along x, y and z.")
@click.option("--place", type=click.Choice(["recognisable", "line-solvable", "centre"]),
              default="recognisable", show_default=True,
              help="Where the model lies among the cells: searched for what it should be.")
@click.option("--match", metavar="XxYxZ:E,S,D,T", callback=_census,
              help="Look for a place with this size and so many rods that are empty, single, "
                   "double, triple and more, voxelized by rays along z; instead of --place.")
@click.option("--voxelizer", type=click.Choice(["winding", "parity", "vote"]), default="winding",
              show_default=True, help="How inside is told from outside: winding numbers, rays "
                                      "along z, or rays along three axes.")
@click.option("--samples", type=click.IntRange(1, 16), default=1, show_default=True,
              help="Points looked at along each side of a cell.")
@click.option("--threshold", type=click.FloatRange(0, 1, min_open=True), default=0.5,
              show_default=True, help="The share of them that makes a cell solid.")
@click.option("--thin", is_flag=True, help="Keep thin walls that would vanish.")
@click.option("--largest", is_flag=True, help="Keep the largest piece only.")
@click.option("--fill", is_flag=True, help="Fill hollows that nothing leads to.")
@click.option("--up", type=click.Choice(["x", "y", "z", "-x", "-y", "-z"]), default="y",
              show_default=True, help="Which way is up in the model.")
@click.option("--turn", type=click.FloatRange(-360, 360), default=0, metavar="DEGREES",
              help="Turn the model about the vertical.")
@click.option("--colours", type=click.IntRange(1, 12), default=1, show_default=True, metavar="N",
              help="Reduce the model's colours to N.")
@click.option("--repair", "repairs", type=click.IntRange(0, 50), default=0, show_default=True,
              metavar="N", help="Change up to N voxels where lines alone do not solve it.")
@click.option("--clues", metavar="all|minimal|share=0.5", callback=_clues, default="all",
              show_default=True, help="How many clues to show. Ctrl-C takes the best so far.")
@click.option("--level", type=click.Choice(["line", "probe"]), default="line", show_default=True,
              help="What must be enough to solve it.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Where chance decides, this decides chance.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long to look for a place, a repair, and clues to hide: 30s, 2m, ...")
@output
def command(
    mesh: str, size: Any, place: Any, match: Census | None, voxelizer: Any, samples: int,
    threshold: float, thin: bool, largest: bool, fill: bool, up: Any, turn: float, colours: int,
    repairs: int, clues: Target, level: Any, seed: int, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Make a solid (a 3D nonogram) from a mesh.

    MESH is OBJ, STL, PLY, GLB, glTF, OFF, COLLADA (.dae), .3ds, .x, .md2, .md3, .fbx and many more.
    It is voxelized, its clues are counted, and the verdict on the puzzle is told. OUT may be .nono,
    or .vox for the voxels alone.

    \b
    Examples:
      nonoforge make solid duck.glb --size 24 -o duck.nono
      nonoforge make solid jeep.md3 --size 36 --repair 5 --clues minimal -o jeep.nono
      nonoforge make solid house.obj --colours 3 --up z --samples 4 --threshold 0.35 -o house.nono
    """
    from nonoforge.cli import interrupt
    from nonoforge.cli.faults import say
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.families.solid import Plan, health, health_words, make_solid, orient, read_mesh
    from nonoforge.formats import save
    from nonoforge.records.solid import solid_sentences

    lossy = out is not None and _check_output(out, mesh, as_json)
    plan = Plan(size, voxelizer, samples, threshold, thin, "largest" if largest else "all", fill,
                place, match, colours, repairs, clues, level, seed, budget)
    result = Output(None)
    with Progress(1, quiet=quiet, seconds=None) as progress, interrupt.handled():
        progress.begin(f"reading {mesh}")
        model = orient(read_mesh(mesh), up, turn)
        warnings = health_words(health(model))
        try:
            made = make_solid(model, plan, progress.begin)
        except InputError as error:
            raise error.at(file=mesh) from None
    if out is not None:
        save(made.nonogram, out, lossy=lossy)
    if not as_json and not quiet:
        for warning in warnings:
            say(f"{mesh}: {warning}")
    if out != "-":
        _tell(mesh, out, made, warnings, result, as_json, quiet)
    elif not quiet:
        for sentence in (*solid_sentences(mesh, None, made), *made.notes):
            say(sentence)
    return 0


def _check_output(out: str, mesh: str, as_json: bool) -> bool:
    """Before long work: can a solid be written there? And must something be left out of it?"""
    from nonoforge.formats import check_writable, format_for_writing

    format = format_for_writing(out)
    if "solid" not in format.families:
        raise InputError(f"`{format.extensions[0]}` cannot hold a solid; .nono and .vox can",
                         file=out)
    if out == "-":
        if as_json:
            raise click.UsageError("-o - and --json would both go to standard output")
        return False
    check_writable(out)
    if os.path.exists(out) and os.path.exists(mesh) and os.path.samefile(out, mesh):
        raise InputError("this is the mesh itself; write to another file", file=out)
    return format.name == "vox"  # voxels alone have no title


def _tell(
    mesh: str, out: str | None, made: Made, warnings: list[str], result: Output,
    as_json: bool, quiet: bool,
) -> None:
    from nonoforge.cli.record import to_json
    from nonoforge.records.solid import solid_record, solid_sentences

    if as_json:
        result.line(to_json(solid_record(mesh, out, made, warnings)))
        return
    nothing = [] if out else ["Nothing was written; -o OUT.nono keeps it."]
    for sentence in (*solid_sentences(mesh, out, made), *nothing):
        result.sentence(sentence)
        if quiet:
            return
    for note in made.notes:
        result.sentence(f"- {note}")
