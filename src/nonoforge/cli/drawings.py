"""Drawings of one puzzle, as `nonoforge draw` wants them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from nonoforge.errors import InputError
from nonoforge.families import families
from nonoforge.records.drawn import (
    Drawn,
    Shown,
    ipe_drawn,
    pdf_drawn,
    png_drawn,
    solution_shown,
    svg_drawn,
    txt_drawn,
)
from nonoforge.text import listed

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.draw import DrawOptions, Paper, View


HINTS = 30.0  # seconds to find the reasons for hints


class Wish(NamedTuple):
    """How to draw."""

    kind: str
    empty: bool | None
    state: str | None
    view: View | None
    clues: bool
    numbers: bool
    scale: int | None
    paper: Paper
    quiet: bool


def draw(puzzle: Input, wish: Wish, out: str | None) -> None:
    """Write the file, or print the picture."""
    from nonoforge.files import write_whole

    family = puzzle.nonogram.family
    if wish.view is not None and not family.views:
        raise InputError(f"--view is for {_kinds('views')}; a {family.puzzle.one} has only one",
                         file=puzzle.name)
    if wish.numbers and not family.numbered:
        raise InputError(f"--numbers is for {_kinds('numbered')}; a {family.puzzle.one} has none "
                         "to show", file=puzzle.name)
    if wish.kind == "terminal":
        _to_terminal(puzzle, wish)
        return
    drawn = _DRAW[wish.kind](puzzle, wish)
    _tell(puzzle, wish, drawn.remarks)
    write_whole(out or "-", drawn.data)


def _kinds(ability: str) -> str:
    """Return the kinds of puzzles that have something, by the name of the family's attribute."""
    return listed([family.puzzle.many for family in families() if getattr(family, ability)])


def _tell(puzzle: Input, wish: Wish, remarks: tuple[str, ...]) -> None:
    from nonoforge.cli.io import say

    for remark in dict.fromkeys(filter(None, () if wish.quiet else remarks)):
        say(f"{puzzle.name}: {remark}")


def _shown(puzzle: Input, wish: Wish) -> Shown:
    if wish.state is not None:
        from nonoforge.cli.io import read_state

        return Shown(read_state(wish.state, puzzle.nonogram))
    return _solved(puzzle, wish) if wish.empty is False else Shown()


def _options(wish: Wish) -> DrawOptions:
    from nonoforge.draw import DrawOptions

    return DrawOptions(clues=wish.clues, view=wish.view, numbers=wish.numbers, scale=wish.scale,
                       paper=wish.paper)


def _solved(puzzle: Input, wish: Wish) -> Shown:
    """The solution, or as much of it as is certain."""
    from nonoforge.cli.io import judged

    try:
        return solution_shown(puzzle.nonogram, lambda: judged(puzzle, quiet=wish.quiet), "has")
    except InputError as error:
        raise InputError(f"{error.message}; draw it with --puzzle", file=puzzle.name) from None


def _to_terminal(puzzle: Input, wish: Wish) -> None:
    from nonoforge.cli.io import screen_of

    shown = _shown(puzzle, wish)
    _tell(puzzle, wish, (shown.remark,))
    print(screen_of(sys.stdout).picture(puzzle.nonogram, shown.picture, marks=shown.marks,
                                        clues=wish.clues), flush=True)


def _svg(puzzle: Input, wish: Wish) -> Drawn:
    return svg_drawn(puzzle.nonogram, _shown(puzzle, wish), _options(wish))


def _png(puzzle: Input, wish: Wish) -> Drawn:
    return png_drawn(puzzle.nonogram, _shown(puzzle, wish), _options(wish))


def _txt(puzzle: Input, wish: Wish) -> Drawn:
    return txt_drawn(puzzle.nonogram, _shown(puzzle, wish), _options(wish))


def _pdf(puzzle: Input, wish: Wish) -> Drawn:
    """The puzzle and the solution, unless only one of them is wanted."""
    shown = [_shown(puzzle, wish)]
    if wish.state is None and wish.empty is None:
        shown += _solution_page(puzzle, wish)
    return pdf_drawn(puzzle.nonogram, shown, _options(wish))


def _solution_page(puzzle: Input, wish: Wish) -> list[Shown]:
    from nonoforge.cli.io import say

    try:
        return [_solved(puzzle, wish)]
    except InputError as error:
        if not wish.quiet:
            say(f"{puzzle.name}: no page with the solution: it {error.message}")
        return []


def _ipe(puzzle: Input, wish: Wish) -> Drawn:
    if wish.state is not None:
        raise click.UsageError("an .ipe shows the puzzle and its picture; leave out --state")
    shown = Shown() if wish.empty else _solved(puzzle, wish)
    try:
        return ipe_drawn(puzzle.nonogram, shown, _options(wish), "give --puzzle")
    except InputError as error:
        raise error.at(file=puzzle.name) from None


def _html(puzzle: Input, wish: Wish) -> Drawn:
    """To play, with hints as far as reasons are found."""
    from msgspec.structs import asdict

    from nonoforge.cli.progress import Progress
    from nonoforge.draw import html
    from nonoforge.engine import Budget
    from nonoforge.judge import explain
    from nonoforge.results import step_record

    if wish.state is not None or wish.empty is False:
        raise click.UsageError("an .html is played from the beginning; leave out --solved and "
                               "--state")
    nonogram = puzzle.nonogram
    with Progress(1, quiet=wish.quiet, seconds=HINTS) as progress:
        progress.begin(puzzle.name)
        found = explain(nonogram, budget=Budget(seconds=HINTS))
    steps = [asdict(step_record(nonogram, step)) for step in found.steps]
    remark = "" if found.solved else f"hints are not complete: {found.why}"
    return Drawn(html(nonogram, steps).encode(), (remark,))


_DRAW = {"svg": _svg, "pdf": _pdf, "png": _png, "ipe": _ipe, "html": _html, "txt": _txt}
