"""`nonoforge make`: puzzles from pictures, models and drawings."""

from __future__ import annotations

import click

from nonoforge.cli.make_curved import command as curved
from nonoforge.cli.make_grid import command as grid
from nonoforge.cli.make_sloped import command as sloped
from nonoforge.cli.make_solid import command as solid


@click.group("make")
def command() -> None:
    """Make a puzzle from a source: a grid from a picture, a solid from a 3D model, a sloped or
    curved puzzle from a drawing.

    \b
    Examples:
      nonoforge make grid cat.jpg --size 30 -o cat.nono
      nonoforge make solid duck.glb --size 24 -o duck.nono
      nonoforge make sloped fish.svg -o fish.nono
      nonoforge make curved owl.svg -o owl.nono
      nonoforge make solid --help
    """


command.add_command(grid)
command.add_command(solid)
command.add_command(sloped)
command.add_command(curved)
