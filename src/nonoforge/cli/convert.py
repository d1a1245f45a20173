"""`nonoforge convert`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import a_format, from_format
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.nonogram import Nonogram


DRAWN = (".svg", ".pdf", ".png", ".ipe", ".html")


class _Convert(click.Command):
    """A command whose help ends with the formats there are."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from nonoforge.formats import FORMATS

        with formatter.section("Formats"):
            formatter.write_dl([
                (f"{format.name.ljust(8)} {' '.join(format.extensions)}", format.description)
                for format in FORMATS.values()])


@click.command("convert", cls=_Convert)
@click.argument("source", metavar="IN")
@click.argument("target", metavar="OUT")
@from_format
@click.option("--to", "target_format", metavar="FORMAT", callback=a_format,
              help="Format of OUT, where its name does not show it.")
@click.option("--lossy", is_flag=True, help="Drop what the format of OUT cannot hold.")
@click.option("--solve", is_flag=True,
              help="Find and store the solution where the file has none.")
@click.option("-q", "--quiet", is_flag=True, help="No progress.")
def command(
    source: str, target: str, source_format: str | None, target_format: str | None, lossy: bool,
    solve: bool, quiet: bool,
) -> int:
    """Convert puzzles into another format.

    It is an error if the new format cannot hold everything, unless --lossy is given. A picture
    needs a solution: --solve finds it where the file has only clues.

    \b
    Examples:
      nonoforge convert cat.non cat.nono
      nonoforge convert cat.xml cat.non --lossy
      nonoforge convert collection.xml#2 second.nono
      nonoforge convert cat.nin cat.png --solve
      nonoforge convert - cat.g --from non < cat.non
      nonoforge convert cat.non - --to xml | less
      nonoforge convert cat.nono - --to share --lossy   (a string for a link, without the solution)
    """
    from nonoforge.cli.io import read
    from nonoforge.formats import save

    found = [_solved(puzzle, quiet) if solve else puzzle.nonogram
             for puzzle in read(source, source_format)]
    try:
        save(found, target, format=target_format, lossy=lossy)
    except InputError as error:
        if target_format is None and target.lower().endswith(DRAWN):
            error.message += "; nonoforge draw makes pictures of it"
        raise
    return 0


def _solved(puzzle: Input, quiet: bool) -> Nonogram:
    """Return the nonogram with its solution, which must be the only one."""
    name, nonogram = puzzle.name, puzzle.nonogram
    if nonogram.solution is not None:
        return nonogram
    from nonoforge.cli.io import judged
    from nonoforge.results import ambiguous_words, conflict_words

    report = judged(puzzle, quiet=quiet)
    verdict = report.verdict
    if verdict.answer == "unique":
        return replace(nonogram, solution=verdict.solutions[0])
    raise InputError({
        "multiple": f"has more than one solution: {ambiguous_words(nonogram, report)}; none can be "
                    "stored",
        "none": f"has no solution: {conflict_words(nonogram, verdict)}",
        "unknown": "could not be solved; convert it without --solve",
    }[verdict.answer], file=name)
