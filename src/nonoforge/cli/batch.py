"""`nonoforge batch`: a subcommand for each verb, and `report`."""

from __future__ import annotations

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.options import click_options
from nonoforge.errors import nearest
from nonoforge.options import Options

if TYPE_CHECKING:
    from nonoforge.batch import BatchOptions, BatchSummary
    from nonoforge.cli.progress import Progress

MAKE_HELP = "INPUT is a picture, a model or a drawing, a folder of them, a pattern, or @list.txt."
VERB_HELP = "INPUT is a file, a folder, a pattern, @list.txt, JSON Lines of .nono objects " \
    "(.jsonl), a bundle (.nonpack), a tar or zip archive, or - for standard input."


class Verbs(click.Group):
    """A subcommand for each verb, built when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        from nonoforge.batch import VERBS

        return [*VERBS, "report"]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name == "report":
            return report
        return _command(cmd_name) if cmd_name in self.list_commands(ctx) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str],
    ) -> tuple[str | None, click.Command | None, list[str]]:
        names = self.list_commands(ctx)
        if args[0] not in names and not args[0].startswith("-"):
            ctx.fail(f"no verb {args[0]!a}; {nearest(args[0], names)}")
        return super().resolve_command(ctx, args)


@click.group("batch", cls=Verbs)
def command() -> None:
    """Do something with many puzzles: streamed, resumable, on many cores or a cluster.

    Results are compact records in a folder, in shards that are written whole. After an
    interruption, the same command goes on where it stopped. See docs/batch.md.

    \b
    Examples:
      nonoforge batch solve puzzles/ -o solved
      nonoforge batch check set.jsonl -o checked --jobs 8
      nonoforge batch solve set.jsonl -o solved --again unknown --budget conflicts=10000000
      nonoforge batch solve set.tar.gz -o - --solution none > verdicts.jsonl
      nonoforge batch report solved -o report.html
    """


@click.command("report")
@click.argument("folder", metavar="FOLDER")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("-o", "--output", "out", metavar="OUT",
              help="Write to this file instead of stdout: .txt, .json or .html.")
def report(folder: str, as_json: bool, out: str | None) -> int:
    """Report on a batch: verdicts, levels, ratings, times, the slowest puzzles, errors.

    FOLDER is that of a batch, finished or not. The page (.html) has pictures of the slowest
    puzzles, as long as the inputs are where they were.
    """
    import msgspec

    from nonoforge.batch import report_html, report_of, report_text, slowest_pictures
    from nonoforge.errors import InputError
    from nonoforge.files import check_writable, write_whole

    ending = "json" if as_json else "txt" if out in (None, "-") else \
        str(out).rpartition(".")[2].lower()
    if ending not in ("txt", "json", "html"):
        raise InputError(f"unknown output format {'.' + ending!a}; use .txt, .json or .html",
                         file=out)
    if out not in (None, "-"):
        check_writable(str(out))
    found = report_of(folder)
    if ending == "json":
        data = msgspec.json.encode(found) + b"\n"
    elif ending == "html":
        data = report_html(found, slowest_pictures(folder, found)).encode()
    else:
        data = (report_text(found) + "\n").encode("utf-8", "backslashreplace")
    write_whole(out or "-", data)
    return 0


def _command(verb: str) -> click.Command:
    from nonoforge.batch import VERBS, BatchOptions

    kind = VERBS[verb]

    def run(inputs: tuple[str, ...], own: Options, options: BatchOptions, out: str,
            as_json: bool, quiet: bool) -> int:
        if out == "-":
            return _stream(verb, inputs, own, options)
        return _run(verb, inputs, out, own, options, as_json=as_json, quiet=quiet)

    inputs_help = VERB_HELP if kind.needs_inputs else MAKE_HELP
    run.__doc__ = f"{kind.help}\n\n{inputs_help}\n\n\b\nExamples:\n" + "\n".join(
        f"  nonoforge batch {verb} {example}" for example in kind.examples)
    made: Any = run
    for option in reversed((
        click.option("-o", "--output", "out", metavar="FOLDER", required=True,
                     help="Folder of the results, new or to go on with; - prints records."),
        click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON."),
        click.option("-q", "--quiet", is_flag=True, help="No progress, few words."),
    )):
        made = option(made)
    made = click_options(BatchOptions)(click_options(kind.options, "own")(made))
    made = click.argument("inputs", nargs=-1, required=kind.needs_inputs,
                          metavar="INPUT..." if kind.needs_inputs else "[INPUT...]")(made)
    return click.command(verb, short_help=kind.help.partition("\n")[0])(made)


def _stream(verb: str, inputs: tuple[str, ...], own: Options, options: BatchOptions) -> int:
    """Print records; nothing is kept, so nothing can be continued."""
    from nonoforge.batch import stream_lines

    errors = 0
    for line in stream_lines(verb, inputs, own, options):
        errors += b'"error":' in line
        sys.stdout.write(line.decode() + "\n")
    return 1 if options.strict and errors else 0


def _run(
    verb: str, inputs: tuple[str, ...], out: str, own: Options, options: BatchOptions, *,
    as_json: bool, quiet: bool,
) -> int:
    from nonoforge.batch import run_batch
    from nonoforge.cli import interrupt
    from nonoforge.cli.io import say, to_json
    from nonoforge.cli.progress import Progress

    with Progress(1, quiet=quiet) as progress, interrupt.handled():
        progress.begin(f"batch {verb}")
        shown = _Shown(progress)
        summary = run_batch(verb, inputs, out, own, options, progress=shown)
    if as_json:
        print(to_json(summary))
    elif not quiet:
        for sentence in _sentences(verb, out, summary):
            print(sentence)
    if summary.stopped:
        say(f"{out}: interrupted; the same command goes on where it stopped")
        return interrupt.CODE
    return 1 if options.strict and summary.errors else 0


class _Shown:
    """Shows how many puzzles are done, how many a second, and failures."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._begin = progress, monotonic()

    def __call__(self, summary: BatchSummary, share: float | None) -> None:
        new = summary.puzzles - summary.skipped
        rate = new / max(1e-9, monotonic() - self._begin)
        failed = f", {summary.errors:,} errors" if summary.errors else ""
        before = (share or 0.0) * summary.skipped / max(1, summary.puzzles)
        self._progress.report(share, f"{summary.puzzles:,} puzzles, {rate:,.0f}/s{failed}", before)


def _sentences(verb: str, out: str, summary: BatchSummary) -> list[str]:
    from nonoforge.text import count, listed

    verdicts = [f"{number:,} {name}" for name, number in summary.verdicts.items()]
    words = f"{out}: {count(summary.puzzles, 'puzzle')}"
    words += f" ({listed(verdicts)})" if verdicts else ""
    words += f", {count(summary.errors, 'error')}" if summary.errors else ""
    words += f"; {summary.skipped:,} were done before" if summary.skipped else ""
    found = [f"{words}."]
    if summary.stars:
        found.append("- rated " + listed([f"{number:,} with {count(int(stars), 'star')}"
                                          for stars, number in summary.stars.items()]) + ".")
    if summary.dataset:
        parts = [f"{number:,} {name}" for name, number in summary.dataset.items() if number]
        found.append(f"- {out}/dataset: {listed(parts)}.")
    unknown = summary.verdicts.get("unknown")
    if unknown and not summary.stopped:
        found.append(f"- {count(unknown, 'verdict')} unknown: --again unknown with a larger "
                     "--budget tries those once more.")
    if summary.errors:
        found.append(f"- nonoforge batch report {out} lists errors; --again error tries those once "
                     "more.")
    return found
