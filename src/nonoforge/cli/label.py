"""`nonoforge label`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.label_options import Wanted, label_options
from nonoforge.cli.options import a_budget, from_format, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.nonogram import Nonogram
    from nonoforge.plane.labels import Labelled


@click.command("label")
@click.argument("file", metavar="FILE")
@from_format
@label_options("method", none=False)
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long to look for better places: 30s, 2m, ...")
@output
def command(
    file: str, source_format: str | None, labels: Wanted, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Place the labels of a sloped or curved puzzle so that none overlap.

    Each clue stands at one end of its line, beyond a leader as short as can be. Lengths are in
    millimetres, or have a unit (16pt). OUT is a .nono file, and may be FILE itself.

    \b
    Examples:
      nonoforge label fish.nono -o fish.nono
      nonoforge label fish.nono --box 4 4 --max-extension 40 -o small.nono
      nonoforge label fish.nono --method two-sat --json
    """
    from nonoforge.cli.inputs import read_one
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.cli.record import to_json
    from nonoforge.formats import save
    from nonoforge.formats.choose import for_writing
    from nonoforge.formats.files import check_writable

    if out is not None:
        if for_writing(out).name != "nono":
            raise InputError("labels are kept in .nono files; name it .nono", file=out)
        check_writable(out)
    puzzle = read_one(file, "one at a time is labelled", source_format)
    _check(puzzle.nonogram, puzzle.name)
    result = Output(None)
    with Progress(1, quiet=quiet) as progress:
        progress.begin(f"{puzzle.name}: placing labels")
        found = labels.place(puzzle.nonogram, budget.seconds)
    if out is not None:
        save(found.nonogram, out)
    if as_json:
        result.line(to_json({"file": puzzle.name, "output": out, **label_record(found)}))
    else:
        result.sentence(f"{out or puzzle.name}: {label_words(found)}")
        if out is None and not quiet:
            result.sentence("Nothing was written; -o OUT.nono keeps it.")
    return 0


def _check(nonogram: Nonogram, name: str) -> None:
    if nonogram.geometry.family not in ("sloped", "curved"):
        raise InputError(f"a {nonogram.geometry.family} has its clues beside it; labels are for "
                         "sloped and curved puzzles", file=name)


def label_words(found: Labelled) -> str:
    """What was done, in a sentence without its end."""
    from nonoforge.cli.words import count, time_words

    labeling = found.labeling
    placed = len(labeling.placed) - len(labeling.left)
    steps = "" if labeling.step is None else f" in steps of {labeling.step:g} mm"
    better = "places more" if labeling.left else "is shorter"
    proved = f"no way{steps} {better}" if labeling.optimal else f"maybe another way {better}"
    left = f"; no room for {', '.join(_left(found))}" if labeling.left else ""
    return (f"{placed} of {count(len(labeling.placed), 'label')} placed, leaders "
            f"{labeling.total:.1f} mm in all ({proved}){left}; {time_words(labeling.seconds)}")


def _left(found: Labelled) -> list[str]:
    """The lines whose labels have no place."""
    lines = found.nonogram.puzzle.lines
    return [f"{lines[index].name} ({lines[index].clue})" for index in found.labeling.left]


def label_record(found: Labelled) -> dict[str, Any]:
    """The same for programs."""
    labeling = found.labeling
    return {
        "labels": len(labeling.placed), "placed": len(labeling.placed) - len(labeling.left),
        "left": _left(found), "leaders": round(labeling.total, 6), "optimal": labeling.optimal,
        "step": labeling.step, "method": labeling.method, "label_seconds": round(
            labeling.seconds, 6),
    }
