"""`nonoforge studio`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from nonoforge.errors import MissingPart


@click.command("studio")
@click.argument("files", metavar="[FILE]...", nargs=-1)
@click.option("--port", type=click.IntRange(1, 65535), metavar="N",
              help="Listen on this port.  [default: the last one of this library, 8642, or any "
                   "that is free]")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--library", metavar="FOLDER",
              help="Keep puzzles and games in this folder.  [default: NONOFORGE_LIBRARY, or where "
                   "this system keeps users' data]")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N",
              help="Number of jobs that run at a time.  [default: one for each core]")
@click.option("--new-token", is_flag=True,
              help="Make a new token: addresses and open pages of earlier starts stop working.")
def command(
    files: tuple[str, ...], port: int | None, no_browser: bool, library: str | None,
    workers: int | None, new_token: bool,
) -> int:
    """Make, edit, check, play and print puzzles on a page in the browser.

    The page is served to this machine alone, and works without a network. FILE is a puzzle in
    any of the formats, which is added to the library and opened, or a folder of them, after which
    the library is opened. Without any, an empty library opens on a page with puzzles to begin
    with. Ctrl-C stops the studio. Scripts can use it, too: docs/api.md.

    \b
    Examples:
      nonoforge studio
      nonoforge studio cat.non
      nonoforge studio puzzles/ --library ~/nonograms
      nonoforge studio --no-browser --port 9000
    """
    open_studio(files, port=port, browser=not no_browser, library=library, workers=workers,
                renew_token=new_token)
    return 0


def open_studio(files: Sequence[str], **settings: Any) -> None:
    """Run the studio with these files until it is stopped."""
    try:
        from nonoforge.studio import start
    except ModuleNotFoundError as error:
        needed = (error.name or "").partition(".")[0]
        if needed not in ("starlette", "uvicorn", "anyio", "h11"):
            raise
        raise MissingPart(f"the studio needs {needed}: pip install 'nonoforge[page]'") from None
    start(files, **settings)
