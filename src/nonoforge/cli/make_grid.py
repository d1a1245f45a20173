"""`nonoforge make grid`."""

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
    from nonoforge.families.grid import Making, Photo, Plan

LARGEST = 1_000


def _size(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    match = re.fullmatch(r"(\d{1,5})(?:x(\d{1,5}))?", value.strip().lower())
    numbers = [int(part) for part in match.groups() if part] if match else []
    if not numbers or not all(1 <= number <= LARGEST for number in numbers):
        raise click.BadParameter(f"{value!a}: write the cells along the longer side, like 30, or "
                                 f"columns and rows, like 30x20; 1 to {LARGEST:,} of them")
    return numbers[0] if len(numbers) == 1 else tuple(numbers)


def _crop(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    if not re.fullmatch(r"\d{1,6}(,\d{1,6}){3}", value):
        raise click.BadParameter(f"{value!a}: write LEFT,TOP,WIDTH,HEIGHT in pixels")
    return tuple(map(int, value.split(",")))


def _threshold(context: click.Context, option: click.Parameter, value: str) -> Any:
    if value in ("auto", "sweep"):
        return value
    if not re.fullmatch(r"0?\.\d{1,6}", value) or float(value) == 0:
        raise click.BadParameter(f"{value!a}: write a lightness between 0 and 1, like 0.45; or "
                                 "auto, or sweep")
    return float(value)


def _rgb(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    match = re.fullmatch(r"#?([0-9a-fA-F]{6})", value)
    if not match:
        raise click.BadParameter(f"{value!a}: write a colour as #rrggbb")
    return tuple(int(match[1][i:i + 2], 16) for i in (0, 2, 4))


def _stars(context: click.Context, option: click.Parameter, value: str | None) -> Any:
    if value is None:
        return None
    match = re.fullmatch(r"([1-5])(?:\.\.([1-5]))?", value)
    if not match or (match[2] and match[2] < match[1]):
        raise click.BadParameter(f"{value!a}: write stars from 1 to 5, like 3 or 2..4")
    return int(match[1]), int(match[2] or match[1])


@click.command("grid")
@click.argument("image", metavar="[IMAGE]", required=False)
@click.option("--random", "chance", nargs=2, type=click.IntRange(1, LARGEST), metavar="W H",
              help="Instead of a picture: random shapes on so many columns and rows.")
@click.option("--text", metavar="WORDS", help="Instead of a picture: these words.")
@click.option("--size", metavar="N|WxH", callback=_size,
              help="Cells along the longer side, or columns and rows.  [default: 30; of words and "
                   "of pixel art what suits them]")
@click.option("--best-size", is_flag=True,
              help="--size or less, whichever needs the fewest changes.")
@click.option("--crop", metavar="X,Y,W,H", callback=_crop, help="A part of the picture, in pixels.")
@click.option("--trim", is_flag=True, help="Cut off a border of one colour.")
@click.option("--smooth", type=click.IntRange(0, 10), default=0, show_default=True, metavar="N",
              help="Flatten texture and keep edges: a median over N tenths of a cell.")
@click.option("--threshold", metavar="auto|sweep|T", callback=_threshold, default="auto",
              show_default=True, help="What is dark: found in the picture, the best of several, or "
                                      "everything below a lightness from 0 to 1.")
@click.option("--dither", type=click.Choice(["none", "floyd", "ordered"]), default="none",
              show_default=True, help="Show grey by patterns of black and white.")
@click.option("--invert", is_flag=True,
              help="Fill what would be left white, and the other way round.")
@click.option("--colours", type=click.IntRange(1, 12), default=1, show_default=True, metavar="N",
              help="Colours beside the background; 1 is black and white.")
@click.option("--background", metavar="#RRGGBB", callback=_rgb,
              help="The colour of cells that count nothing, in a puzzle of several colours.")
@click.option("--level", type=click.Choice(["line", "probe", "unique"]), default="line",
              show_default=True, help="What must be enough to solve it: single lines, probing, or "
                                      "anything as long as there is one solution.")
@click.option("--variants", type=click.IntRange(1, 20), default=1, show_default=True, metavar="K",
              help="K puzzles, each harder than the one before; OUT gets -1, -2, ... in its name.")
@click.option("--rating", "stars", metavar="A..B", callback=_stars,
              help="Look for a puzzle of so many stars, 1 to 5.")
@click.option("--title", default=None, help="Its title.  [default: the file's name]")
@click.option("--preview", metavar="OUT.png",
              help="Also draw the picture, the puzzle and what was changed, side by side.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Where chance decides, this decides chance.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long to look: 30s, 2m, ... Ctrl-C takes the best so far.")
@output
def command(
    image: str | None, chance: tuple[int, int] | None, text: str | None, size: Any,
    best_size: bool, crop: Any, trim: bool, smooth: int, threshold: Any, dither: Any, invert: bool,
    colours: int, background: Any, level: Any, variants: int, stars: Any, title: str | None,
    preview: str | None, seed: int, budget: Budget, as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Make a grid from a picture (PNG, JPEG, GIF, WebP, BMP, SVG), from words, or from nothing.

    The picture is shrunk to cells and reduced to black and white or to a few colours: of
    photographs by lightness, of drawings in two tones (logos, line art, text) by what the ink
    covers. Then cells are changed, as few as can be and where it is seen least, until the puzzle
    has one solution that can be found as --level says. OUT is a puzzle file of any format. There is
    more in docs/pictures.md.

    \b
    Examples:
      nonoforge make grid cat.jpg --size 30 --trim -o cat.nono
      nonoforge make grid cat.jpg --size 40 --colours 4 --smooth 3 --preview cat.png -o cat.nono
      nonoforge make grid cat.jpg --variants 3 -o cat.nono
      nonoforge make grid --text "HELLO" --size 40 -o hello.non
      nonoforge make grid --random 20 20 --seed 7 -o random.nono
    """
    from nonoforge.cli import interrupt
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.families.grid import Plan, make_grid

    source = _source(image, chance, text)
    _check_outputs(out, preview, image, variants, as_json)
    if chance is not None:
        size = chance
    name = title if title is not None else _title(image, text)
    plan = Plan(size, best_size, crop, trim, smooth, threshold, dither, invert, colours, background,
                level, variants, stars, name, seed, budget.seconds or 30.0)
    result = Output(None)
    with Progress(1, quiet=quiet, seconds=plan.seconds) as progress, interrupt.handled():
        progress.begin(f"reading {source}")
        photo = _photo(image, chance, text, seed)
        try:
            making = make_grid(photo, plan, progress.begin)
        except InputError as error:
            raise error.at(file=image) from None
    written = _save(making, out)
    if preview is not None:
        _draw_preview(preview, photo, plan, making)
    _tell(source, written, making, result, as_json, quiet)
    return 0


def _source(image: str | None, chance: object, text: str | None) -> str:
    """What it is made from, in words; just one of three."""
    if sum(part is not None for part in (image, chance, text)) != 1:
        raise click.UsageError("give a picture, or --text, or --random: one of them")
    return image if image is not None else "text" if text is not None else "random"


def _photo(image: str | None, chance: tuple[int, int] | None, text: str | None,
           seed: int) -> Photo:
    from nonoforge.families.grid import random_shapes, read_photo, written

    if image is not None:
        return read_photo(image)
    if text is not None:
        return written(text)
    assert chance is not None
    return random_shapes(*chance, seed)


def _title(image: str | None, text: str | None) -> str:
    if image is None:
        return text or "Random"
    return "" if image == "-" else os.path.splitext(os.path.basename(image))[0].replace("_", " ")


def _check_outputs(out: str | None, preview: str | None, image: str | None, variants: int,
                   as_json: bool) -> None:
    """Before long work: can it be written there?"""
    from nonoforge.cli.inputs import spare
    from nonoforge.formats import check_writable, format_for_writing

    if preview is not None and not preview.lower().endswith(".png"):
        raise InputError("a preview is a .png; name it so", file=preview)
    spare((image,) if image else (), {"-o": out, "--preview": preview})
    for path in (out, preview):
        if path == "-" and (as_json or path == preview or variants > 1):
            raise click.UsageError("standard output takes one puzzle and nothing else")
        if path not in (None, "-"):
            check_writable(str(path))
    if out is not None and "grid" not in format_for_writing(out).families:
        raise InputError("this format holds no grids; .nono does", file=out)


def _save(making: Making, out: str | None) -> list[str | None]:
    """The files that were written, in the order of the puzzles."""
    from nonoforge.formats import save

    if out is None:
        return [None] * len(making.made)
    stem, ending = os.path.splitext(out)
    several = len(making.made) > 1
    paths = [f"{stem}-{number}{ending}" if several else out
             for number in range(1, len(making.made) + 1)]
    for path, made in zip(paths, making.made, strict=True):
        save(made.nonogram, path, lossy=True)
    return list(paths)


def _draw_preview(path: str, photo: Photo, plan: Plan, making: Making) -> None:
    from nonoforge.draw import preview
    from nonoforge.families.grid import cropped, trimmed
    from nonoforge.formats import write_whole

    pixels = cropped(photo.pixels, plan.crop)
    made = making.made[0]
    marks = [cell for cell, _ in made.changes]
    write_whole(path, preview(trimmed(pixels) if plan.trim else pixels, made.nonogram, marks))


def _tell(
    source: str, written: list[str | None], making: Making, result: Output, as_json: bool,
    quiet: bool,
) -> None:
    from nonoforge.cli.faults import say
    from nonoforge.cli.record import to_json
    from nonoforge.records.grid import grid_record, grid_sentence

    for path, made in zip(written, making.made, strict=True):
        if as_json:
            result.line(to_json(grid_record(source, path, made, making)))
        elif path == "-":
            if not quiet:
                say(grid_sentence(_where(source, path), made))
        else:
            if not quiet and len(making.made) == 1:
                result.line(result.screen.picture(
                    made.nonogram, made.nonogram.solution,
                    marks=tuple(cell for cell, _ in made.changes), title=False))
            result.sentence(grid_sentence(_where(source, path), made))
    if not as_json and not quiet:
        ends = ["Stopped early: this is the best so far."] if making.interrupted else []
        ends += [] if written[0] else ["Nothing was written; -o OUT.nono keeps it."]
        for note in (*making.notes, *ends):
            say(note) if written[0] == "-" else result.sentence(f"- {note}")


def _where(source: str, path: str | None) -> str:
    return source if path in (None, "-") else path
