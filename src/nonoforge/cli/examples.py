"""`nonoforge examples`: the puzzles and drawings that come with the package."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from nonoforge.cli.completion import beginning
from nonoforge.cli.options import output
from nonoforge.errors import InputError, NonoforgeError, nearest

ALL = "all"
PACKAGE = Path(__file__).parents[1]
FOLDERS = (PACKAGE / "examples", PACKAGE.parents[1] / "examples")  # of an install, of a checkout


def folder() -> Path:
    """Return the folder of the examples."""
    for path in FOLDERS:
        if (path / "README.md").is_file():
            return path
    raise InputError("this installation has no examples; install a released package")


def names() -> dict[str, Path]:
    """Return examples and folders of them by name: `fox`, `curved/fox`, `drawings/swan.svg`,
    `curved`. A puzzle is named without its extension.
    """
    root = folder()
    found = {}
    # Those of the folder itself first, then folder by folder.
    for path in sorted(root.rglob("*"), key=lambda path: (path.parent, path)):
        inside = path.relative_to(root)
        if path.name == "README.md" or inside.parts[0].startswith((".", "_")):
            continue
        drawing = path.is_dir() or path.suffix == ".svg"
        found[(inside if drawing else inside.with_suffix("")).as_posix()] = path
    return found


def _complete(ctx: click.Context, param: click.Parameter, begun: str) -> list[Any]:
    return beginning(begun, (ALL, *names()))


@click.command("examples")
@click.argument("wanted", metavar="[NAME]...", nargs=-1, shell_complete=_complete)
@click.option("--studio", "open_it", is_flag=True, help="Open them in the studio instead.")
@output
def command(
    wanted: tuple[str, ...], open_it: bool, as_json: bool, out: str | None, quiet: bool,
) -> int:
    """List the examples, or copy some of them here.

    NAME is an example, a folder of them, or all, which makes a folder `examples`. With -o they are
    copied to that folder. No file that differs is overwritten.

    \b
    Examples:
      nonoforge examples
      nonoforge examples fox
      nonoforge examples curved/owl drawings/swan.svg -o mine
      nonoforge examples all
      nonoforge examples house --studio
    """
    from nonoforge.cli.io import Output

    if not wanted and not open_it:
        result = Output(out)
        for line in _listing(as_json, quiet):
            result.line(line)
        result.close()
        return 0
    known = names()
    for name in wanted:
        if name != ALL and name not in known:
            raise InputError(f"no example {name!a}; {nearest(name, (ALL, *known))}")
    chosen = [folder() if name == ALL else known[name] for name in wanted or (ALL,)]
    if open_it:
        from nonoforge.cli.studio import open_studio

        open_studio([str(path) for path in chosen])
        return 0
    result = Output(None)
    for path in chosen:
        target = Path(out or ".") / (ALL_FOLDER if path == folder() else path.name)
        for copied in _copy(path, target):
            result.line(_json(copied) if as_json else str(copied))
    return 0


ALL_FOLDER = "examples"


def _copy(source: Path, target: Path) -> list[Path]:
    """Copy a file or a folder and return what is there now; nothing is begun if a file differs."""
    from nonoforge.files import write_whole

    files = [source] if source.is_file() else sorted(
        path for path in source.rglob("*") if path.is_file())
    pairs = [(path, target / path.relative_to(source) if source.is_dir() else target)
             for path in files]
    for path, place in pairs:
        if place.exists() and (not place.is_file() or place.read_bytes() != path.read_bytes()):
            raise InputError("is there already, and differs from the example; choose another "
                             "folder with -o", file=str(place))
    for path, place in pairs:
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(str(place), path.read_bytes())
    return [place for _, place in pairs] if source.is_file() else [target]


def _json(path: Path) -> str:
    from nonoforge.cli.io import to_json

    return to_json({"file": str(path)})


def _listing(as_json: bool, quiet: bool) -> list[str]:
    """Return a line for each example: name, family, size and title."""
    from nonoforge.cli.io import to_json

    rows = [(name, *_about(path)) for name, path in names().items() if path.is_file()]
    if as_json:
        return [to_json(dict(zip(("name", "family", "size", "title"), row, strict=True)))
                for row in rows]
    if quiet:
        return [name for name, *_ in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(3)]
    return ["  ".join([*(part.ljust(width) for part, width in zip(row, widths, strict=False)),
                       row[3]]).rstrip() for row in rows]


def _about(path: Path) -> tuple[Any, ...]:
    """Return family, size and title of an example."""
    if path.suffix == ".svg":
        return "drawing", "", ""
    from nonoforge.formats import load

    try:
        nonogram = load(path)
    except NonoforgeError as error:
        return "", "", f"cannot be read: {error}"
    return nonogram.family.name, nonogram.family.size(nonogram), nonogram.info.title
