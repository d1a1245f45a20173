"""`nonoforge convert`."""

from __future__ import annotations

import click

from nonoforge.cli.options import a_format, from_format


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
              help="The format of OUT, where its name does not tell.")
@click.option("--lossy", is_flag=True, help="Drop what the format of OUT cannot hold.")
@click.option("-q", "--quiet", is_flag=True, hidden=True, help="It says nothing anyway.")
def command(
    source: str, target: str, source_format: str | None, target_format: str | None, lossy: bool,
    quiet: bool,
) -> int:
    """Convert puzzles into another format.

    What the new format cannot hold is an error, unless --lossy says that it may go.

    \b
    Examples:
      nonoforge convert cat.non cat.nono
      nonoforge convert cat.xml cat.non --lossy
      nonoforge convert collection.xml#2 second.nono
      nonoforge convert - cat.g --from non < cat.non
      nonoforge convert cat.non - --to xml | less
    """
    from nonoforge.cli.inputs import read
    from nonoforge.formats import save

    found = [puzzle.nonogram for puzzle in read(source, source_format)]
    save(found, target, format=target_format, lossy=lossy)
    return 0
