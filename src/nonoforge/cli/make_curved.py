"""`nonoforge make curved`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.label_options import Wanted, label_options, length, some_length
from nonoforge.cli.options import a_budget, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.engine import Budget


@click.command("curved")
@click.argument("drawing", metavar="DRAWING")
@click.option("--keep-curves", is_flag=True,
              help="Take the curves as they are drawn, and add none. [default: if any is open]")
@click.option("--snap", type=length, default="0.01pt", show_default=True, metavar="MM",
              help="Join ends that miss the frame or each other by no more than this.")
@click.option("--size", type=some_length, metavar="MM",
              help="How long the longer side of the frame becomes. [default: as the drawing says, "
                   "or 100]")
@click.option("--colour-by", type=click.Choice(["auto", "parity", "fill"]), default="auto",
              show_default=True, help="What is coloured: what is inside the picture's outlines, or "
                                      "what the shapes' fills show; auto takes fills that differ.")
@click.option("--curves", type=click.IntRange(1, 200), metavar="N",
              help="Where a picture is extended: to have N curves, and so 2 N labels. [default: as "
                   "few as will do]")
@click.option("--min-width", type=some_length, metavar="MM",
              help="Where a picture is extended: faces should not be narrower. [default: a 40th of "
                   "the frame's shorter side]")
@click.option("--min-distance", type=some_length, metavar="MM",
              help="Where a picture is extended: crossings along a curve should not be nearer to "
                   "each other. [default: a 20th]")
@click.option("--min-angle", type=click.FloatRange(5, 60), default=20, show_default=True,
              metavar="DEGREES", help="Where a picture is extended: curves should not cross more "
                                      "flatly.")
@click.option("--tries", type=click.IntRange(1, 10**7), metavar="N",
              help="How many ways to extend a picture are tried. [default: 2000, more where it has "
                   "many corners]")
@label_options("labels", none=True)
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Where chance decides, this decides chance.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long extending the picture, the verdict and the labels may take, each: "
                   "30s, 2m, ...")
@output
def command(
    drawing: str, keep_curves: bool, snap: float, size: float | None, colour_by: Any,
    curves: int | None, min_width: float | None, min_distance: float | None, min_angle: float,
    tries: int | None, labels: Wanted | None, seed: int, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Make a curved nonogram from a drawing of curves, or from a picture.

    DRAWING is SVG or Ipe. The frame is blue, the picture's outline red, what is both is purple, and
    other curves have any other colour; or layers, classes or ids are called frame, picture and
    line. Each curve goes from frame to frame and has a clue on both sides; the faces between
    them are the cells. Where only a picture is drawn, closed outlines and nothing else, these are
    extended smoothly to the frame, and curves are added until lines alone solve the puzzle; Ctrl-C
    takes the best so far. OUT is a .nono file; nonoforge draw makes a sheet of it.

    \b
    Examples:
      nonoforge make curved fish.ipe -o fish.nono
      nonoforge make curved owl.svg --size 120 --snap 0.2 -o owl.nono
      nonoforge make curved fox.svg --curves 10 --seed 3 --budget 2m -o fox.nono
      nonoforge make curved fish.ipe --labels none --json
    """
    from nonoforge.cli import interrupt
    from nonoforge.cli.made_files import check_puzzle, tell
    from nonoforge.cli.progress import Progress
    from nonoforge.families.curved import Growth, Plan, make_curved
    from nonoforge.families.plane import read_drawing
    from nonoforge.formats import save
    from nonoforge.records.curved import curved_record, curved_sentences

    check_puzzle(out, drawing, "curved", as_json)
    with Progress(1, quiet=quiet) as progress, interrupt.handled():
        progress.begin(f"reading {drawing}")
        growth = Growth(seed, curves, min_angle, min_distance, min_width, tries, budget.seconds,
                        progress.at)
        plan = Plan(keep_curves or None, snap, size, colour_by, growth, labels and labels.place,
                    seed, budget)
        source = read_drawing(drawing)
        try:
            made = make_curved(source, plan, progress.begin)
        except InputError as error:
            raise error.at(file=source.file or drawing) from None
    if out is not None:
        save(made.nonogram, out)
    told = curved_sentences(drawing if out in (None, "-") else out, made)
    tell(out, lambda: curved_record(drawing, out, made), told, made.notes, as_json=as_json,
         quiet=quiet)
    return 0
