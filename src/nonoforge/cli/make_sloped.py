"""`nonoforge make sloped`."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.label_options import Wanted, label_options, length, some_length
from nonoforge.cli.options import a_budget, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.families.sloped import Made, Slopes, Snap

NUMBER = r"\d{1,5}(?:\.\d{0,9})?"
USUAL_SNAP = "3/0.5"  # degrees and millimetres, where none are named


def _slopes(context: click.Context, option: click.Parameter, value: str) -> Slopes:
    from nonoforge.families.sloped import Slopes

    try:
        return Slopes.parse(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def _snap(context: click.Context, option: click.Parameter, value: str | None) -> Snap:
    from nonoforge.families.sloped import Snap

    if value is None:
        return Snap()
    match = re.fullmatch(rf"({NUMBER})(?:/({NUMBER}))?", value.strip())
    if not match or float(match[1]) > 20:
        raise click.BadParameter(f"{value!a}: write degrees, up to 20, or degrees and millimetres, "
                                 "like 3 or 3/0.5; or nothing, with --snap after DRAWING")
    return Snap(float(match[1]), float(match[2] or 0))


def _frame(
    context: click.Context, option: click.Parameter, value: str | None,
) -> tuple[float, float, float, float] | None:
    if value is None:
        return None
    signed = rf"\s*(-?{NUMBER})\s*"
    match = re.fullmatch(",".join([signed] * 4), value)
    if not match or not (float(match[3]) > 0 and float(match[4]) > 0):
        raise click.BadParameter(f"{value!a}: write x, y, width and height, like 10,10,80,60")
    x, y, width, height = map(float, match.groups())
    return x, y, width, height


@click.command("sloped")
@click.argument("drawing", metavar="DRAWING")
@click.option("--min-width", type=length, default="3", show_default=True, metavar="MM",
              help="Widen faces until each is at least so wide; 0 leaves them as they are.")
@click.option("--widest", is_flag=True, help="Instead, make the narrowest face as wide as it can "
                                             "be.")
@click.option("--objective", type=click.Choice(["squares", "sum", "max"]), default="squares",
              show_default=True, help="Of all lines' shifts, what is as little as possible.")
@click.option("--split", is_flag=True, help="Where points keep faces narrow in which three lines "
                                            "meet by accident, let the lines part.")
@click.option("--slopes", metavar="LIST|any", callback=_slopes, default="0,45,90,135",
              show_default=True, help="The slopes that edges may have: degrees, or rises like 1/2.")
@click.option("--snap", metavar="[DEGREES[/MM]]", callback=_snap, is_flag=False,
              flag_value=USUAL_SNAP,
              help="Straighten edges that miss a slope by up to so many degrees, and join what "
                   f"misses each other by so many millimetres; alone, --snap is {USUAL_SNAP}.")
@click.option("--frame", metavar="X,Y,W,H", callback=_frame,
              help="A rectangle in the coordinates of the file: of SVG, the units of its viewBox "
                   "from the top left. [default: one that is called frame, or the page]")
@click.option("--size", type=some_length, metavar="MM",
              help="How long the longer side of the frame becomes. [default: as the drawing says, "
                   "or 100]")
@click.option("--colour-by", type=click.Choice(["auto", "parity", "fill"]), default="auto",
              show_default=True, help="What is coloured: what an odd number of outlines go around, "
                                      "or what the shapes' fills show; auto takes fills that "
                                      "differ.")
@click.option("--cure/--no-cure", default=True, show_default=True,
              help="Where there are several solutions, add a line that leaves one.")
@click.option("--blockers", metavar="FILE",
              help="Draw what keeps faces from being wider: faces hatched, points in rings. FILE "
                   "ends in .svg, .pdf or .png.")
@label_options("labels", none=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Where chance decides, this decides chance.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long the verdict, a cure, widening and the labels may take, each: 30s, 2m, "
                   "...")
@output
def command(
    drawing: str, min_width: float, widest: bool, objective: Any, split: bool, slopes: Slopes,
    snap: Snap, frame: tuple[float, float, float, float] | None, size: float | None,
    colour_by: Any, cure: bool, blockers: str | None, labels: Wanted | None, seed: int,
    budget: Budget,
    as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Make a sloped nonogram from a drawing of polygons.

    DRAWING is SVG or Ipe. Its edges are extended to the frame; the faces between these lines are
    the cells, and each line has a clue on both sides. Lines are shifted, as little as possible,
    until every face is wide enough to be coloured in. OUT is a .nono file; nonoforge draw makes a
    sheet of it.

    \b
    Examples:
      nonoforge make sloped fish.svg -o fish.nono
      nonoforge make sloped fish.svg --min-width 4 --objective max --snap -o fish.nono
      nonoforge make sloped star.svg --slopes any --widest --json
      nonoforge make sloped lion.svg --blockers why.svg -o lion.nono
    """
    from nonoforge.cli import interrupt
    from nonoforge.cli.made_files import check_picture, check_puzzle, tell
    from nonoforge.cli.progress import Progress
    from nonoforge.families.plane import read_drawing
    from nonoforge.families.sloped import Plan, make_sloped
    from nonoforge.formats import save
    from nonoforge.records.sloped import sloped_record, sloped_sentences

    if split and widest:
        raise click.UsageError("--split is for a --min-width; it cannot go with --widest")
    check_puzzle(out, drawing, "sloped", as_json)
    check_picture(blockers, drawing)
    plan = Plan(min_width, widest, objective, split, slopes, snap, frame, size, colour_by, cure,
                labels and labels.place, seed, budget)
    with Progress(1, quiet=quiet) as progress, interrupt.handled():
        progress.begin(f"reading {drawing}")
        begin = perf_counter()
        source = read_drawing(drawing)
        reading = perf_counter() - begin
        try:
            made = make_sloped(source, plan, progress.begin)
        except InputError as error:
            raise error.at(file=source.file or drawing) from None
    made = replace(made, stages={"reading": reading, **made.stages})
    if blockers is not None:
        _blocked(made, blockers)
    if out is not None:
        save(made.nonogram, out)
    told = sloped_sentences(drawing if out in (None, "-") else out, made, blockers)
    tell(out, lambda: sloped_record(drawing, out, made), told, made.notes, as_json=as_json,
         quiet=quiet)
    return 0


def _blocked(made: Made, out: str) -> None:
    """Draw what is in the way of wider faces."""
    from nonoforge.draw import Page, pdf, png, svg
    from nonoforge.formats import write_whole

    puzzle, picture = made.nonogram, made.nonogram.solution
    faces, points = made.widened.in_the_way()
    kind = os.path.splitext(out)[1].lower()
    if kind == ".pdf":
        data = pdf(puzzle, [Page(picture, faces, points)], clues=False)
    elif kind == ".png":
        data = png(puzzle, picture=picture, marks=faces, rings=points, clues=False)
    else:
        data = svg(puzzle, picture=picture, marks=faces, rings=points, clues=False).encode()
    write_whole(out, data)
