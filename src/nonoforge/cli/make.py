"""`nonoforge make`: puzzles from pictures, models and drawings."""

from __future__ import annotations

import click

from nonoforge.cli.make_solid import command as solid


@click.group("make")
def command() -> None:
    """Make a puzzle from a source.

    \b
    nonoforge make solid duck.glb --size 24 -o duck.nono    a 3D model becomes a solid
    """


command.add_command(solid)
