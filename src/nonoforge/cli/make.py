"""`nonoforge make`: a subcommand for each family, built from its description."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.completion import COMPLETING, complete_values
from nonoforge.cli.options import click_options, expect_ready, output
from nonoforge.errors import InputError, nearest
from nonoforge.families import NAMES, families, family_named, family_names
from nonoforge.family import Family
from nonoforge.making import MakeResult, Scene, Source
from nonoforge.text import listed
from nonoforge.time_limit import time_limit, time_share

if TYPE_CHECKING:
    from nonoforge.cli.io import Output
    from nonoforge.options import MakeOptions

STDIN = "<stdin>"
MAKING_SHARE = 0.5  # of the budget, where another picture is wanted: a sheet makes many puzzles
PICTURES = (".svg", ".pdf", ".png", ".html", ".ipe")


class Families(click.Group):
    """A subcommand for each registered family, built when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(family_names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if not _known(cmd_name):
            return None
        command = _command(family_named(cmd_name))
        return complete_values(command) if COMPLETING in os.environ else command

    def resolve_command(
        self, ctx: click.Context, args: list[str],
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not args[0].startswith("-") and not _known(args[0]):
            ctx.fail(f"no family {args[0]!a}; {nearest(args[0], family_names())}")
        return super().resolve_command(ctx, args)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Examples"):
            for family in families():
                formatter.write_text(f"nonoforge make {family.name} {family.make_examples[0]}")
            formatter.write_text(f"nonoforge make {NAMES[0]} --help")


def _known(name: str) -> bool:
    return name in NAMES or name in family_names()  # plug-ins are looked for only if need be


@click.group("make", cls=Families)
def command() -> None:
    """Make a puzzle from a picture, a 3D model or a drawing."""


def _command(family: Family) -> click.Command:
    """Return the command that makes puzzles of a family."""
    file, *others = family.sources

    def run(options: MakeOptions, expect: str | None, as_json: bool, out: str | None,
            quiet: bool, **given: Any) -> int:
        pictures = {each.name: given.pop(each.name) for each in family.extra_pictures}
        sources = [(each, given[each.name]) for each in family.sources
                   if given[each.name] is not None]
        if len(sources) != 1:
            ways = [file.name.upper(), *(f"--{other.name}" for other in others)]
            raise click.UsageError(f"give {listed(ways, 'or')}: exactly one of them")
        [(kind, source)] = sources
        kind.check(options)
        _check_outputs(family, source if kind is file else None, kind, options, out, pictures,
                       as_json)
        result = _make(family, kind, source, options, out, pictures, as_json=as_json, quiet=quiet)
        return _expected(expect, result)

    run.__doc__ = family.make_help + "\n\n\b\nExamples:\n" + "\n".join(
        f"  nonoforge make {family.name} {example}" for example in family.make_examples)
    made = expect_ready(output(run))
    for picture in reversed(family.extra_pictures):
        made = click.option(f"--{picture.name}", metavar=f"OUT{picture.extensions[0]}",
                            help=f"{picture.help}  [{', '.join(picture.extensions)}]")(made)
    made = click_options(family.options)(made)
    for other in reversed(others):
        made = click.option(
            f"--{other.name}", metavar=other.metavar, help=other.help, nargs=other.numbers or 1,
            default=None,
            type=click.IntRange(other.least, other.limit) if other.numbers else str)(made)
    metavar = f"[{file.name.upper()}]" if others else file.name.upper()
    made = click.argument(file.name, metavar=metavar, required=not others)(made)
    return click.command(family.name, short_help=family.make_help.partition("\n")[0])(made)


def _make(
    family: Family, kind: Source, given: Any, options: MakeOptions, out: str | None,
    pictures: dict[str, str | None], *, as_json: bool, quiet: bool,
) -> MakeResult:
    from nonoforge.cli import interrupt
    from nonoforge.cli.io import say
    from nonoforge.cli.progress import Progress
    from nonoforge.files import write_whole

    name = given if kind.extensions else kind.name
    file = (STDIN if given == "-" else given) if kind.extensions else None
    with Progress(1, quiet=quiet) as progress, interrupt.handled():
        progress.begin(f"reading {name}" if kind.extensions else name)
        begin = perf_counter()
        try:
            with interrupt.within(options.spending, file), time_limit(options.spending.seconds):
                source = family.read_source(kind, given, options)
                reading = perf_counter() - begin
                with time_share(MAKING_SHARE if any(pictures.values()) else 1.0):
                    result = family.make(source, options, progress.report)
        except InputError as error:
            raise error if file is None else error.at(file=file) from None
    result = _with_reading(result, reading)
    written = _save(result, out)
    words = []
    left = options.spending.after(perf_counter() - begin)
    for each, path in pictures.items():
        if path is not None:
            with interrupt.within(left, path), time_limit(left.seconds):
                scene = family.scene(each, source, options, result)
                drawn = _drawn(scene, path)
            write_whole(path, drawn)
            words += [f"{path} {scene.words}."] if scene.words else []
    if not as_json and not quiet:
        for warning in result.warnings:
            say(f"{name}: {warning}")
    _tell(family, name, written, result, words, as_json=as_json, quiet=quiet)
    return result


def _expected(expect: str | None, result: MakeResult) -> int:
    """Return the exit code under `--expect`: the worst of all variants."""
    from nonoforge.cli.io import expected
    from nonoforge.judge import flaws

    return 0 if expect is None else max(
        (expected(expect, each.verdict.answer, not any(
            flaw.serious for flaw in flaws(each.nonogram, each.verdict)))
         for each in result.variants), key=(0, 3, 1).index)


def _with_reading(result: MakeResult, seconds: float) -> MakeResult:
    """Return the result with the time of reading the source, where stages are timed."""
    if not result.stages:
        return result
    return replace(result, stages={"reading": seconds, **result.stages},
                   seconds=result.seconds + seconds)


def _check_outputs(
    family: Family, file: str | None, kind: Source, options: MakeOptions, out: str | None,
    pictures: dict[str, str | None], as_json: bool,
) -> None:
    """Check, before long work, that everything can be written."""
    if out is not None:
        _check_format(family, out)
    if out == "-" and as_json:
        raise click.UsageError("-o - and --json would both go to standard output")
    if out == "-" and options.puzzles > 1:
        raise click.UsageError("standard output takes one puzzle and nothing else")
    for each in family.extra_pictures:
        path = pictures[each.name]
        if path is not None and os.path.splitext(path)[1].lower() not in each.extensions:
            raise InputError(f"--{each.name} is a file that ends in "
                             f"{listed(each.extensions, 'or')}", file=path)
    for path in (out, *pictures.values()):
        if path not in (None, "-"):
            _check_place(str(path), file, kind)


def _check_format(family: Family, out: str) -> None:
    from nonoforge.formats import EXTENSIONS, FORMATS, format_for_writing

    ending = os.path.splitext(out)[1].lower()
    known = EXTENSIONS.get(ending)
    if ending in PICTURES and (known is None or family.name not in known.families):
        raise InputError("a puzzle is kept in a .nono file; nonoforge draw makes a picture of it",
                         file=out)
    format = format_for_writing(out)
    if family.name not in format.families:
        holders = [each.extensions[0] for each in FORMATS.values()
                   if family.name in each.families and each.extensions]
        raise InputError(f"{format.extensions[0]} files cannot hold {family.puzzle.many}; "
                         f"{listed(holders[:3])} can", file=out)


def _check_place(path: str, file: str | None, kind: Source) -> None:
    from nonoforge.files import check_writable

    check_writable(path)
    if file is not None and os.path.exists(path) and os.path.exists(file) and \
            os.path.samefile(path, file):
        raise InputError(f"this is the {kind.name} itself; write to another file", file=path)


def _save(result: MakeResult, out: str | None) -> list[str | None]:
    """Write all variants; return their files in the same order."""
    from nonoforge.formats import save

    if out is None:
        return [None] * len(result.variants)
    stem, ending = os.path.splitext(out)
    paths = [f"{stem}-{number}{ending}" if len(result.variants) > 1 else out
             for number in range(1, len(result.variants) + 1)]
    for path, variant in zip(paths, result.variants, strict=True):
        save(variant.nonogram, path, lossy=True)
    return list(paths)


def _drawn(scene: Scene, path: str) -> bytes:
    """Return the file of an extra picture."""
    from nonoforge.drawing import Contents, DrawOptions, display_file, pdf, png, preview, svg

    if scene.display is not None:
        return display_file(scene.display, os.path.splitext(path)[1].lower()[1:])
    if scene.beside is not None:
        return preview(scene.beside, scene.nonogram, scene.marks)
    ending, bare = os.path.splitext(path)[1].lower(), DrawOptions(clues=False)
    contents = Contents(scene.picture, tuple(scene.marks), tuple(scene.rings))
    if ending == ".pdf":
        return pdf(scene.nonogram, bare, [contents])
    if ending == ".png":
        return png(scene.nonogram, bare, **contents._asdict())
    return svg(scene.nonogram, bare, **contents._asdict()).encode()


def _tell(
    family: Family, source: str, written: Sequence[str | None], result: MakeResult,
    words: Sequence[str], *, as_json: bool, quiet: bool,
) -> None:
    """Print what was made: as JSON, or in sentences, of which the first is the most important. They
    go to standard error if the puzzle goes to standard output."""
    from nonoforge.cli.io import Output, say, to_json
    from nonoforge.results import make_sentences

    result_out = Output(None)
    variants = list(zip(written, result.variants, strict=True))
    if as_json:
        for path, variant in variants:
            record: Any = family.make_record(variant)
            record.file, record.output = source, path
            result_out.line(to_json(record))
        return
    to_stderr = written[0] == "-"
    if family.shows_made and len(variants) == 1 and not quiet and not to_stderr:
        _show(result, result_out)
    said = []
    for path, variant in variants:
        first, *more = make_sentences(variant)
        said.append(f"{source if path in (None, '-') else path}: {first}")
        said += [] if quiet else more
    if not quiet:
        said += words
        said += ["Stopped early: this is the best so far."] if result.interrupted else []
        said += [] if written[0] else ["Nothing was written; -o OUT.nono keeps it."]
        said += [f"- {note}" for note in result.notes]
    for sentence in said:
        if not to_stderr:
            result_out.sentence(sentence)
        elif not quiet:
            say(sentence)


def _show(result: MakeResult, to: Output) -> None:
    to.line(to.screen.picture(result.nonogram, result.nonogram.solution, title=False,
                              marks=tuple(cell for cell, _ in result.changes)))
