"""The families of nonograms, one package each. A new family is a package and a line in `NAMES`.

>>> [family.name for family in families()]
['grid', 'solid', 'sloped', 'curved', 'tri']
>>> family_named("solid").cell.many
'voxels'
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from nonoforge.errors import InputError, nearest

if TYPE_CHECKING:
    from nonoforge.family import Family

NAMES = ("grid", "solid", "sloped", "curved", "tri")
"""Share strings hold a family as its index here: new families are added at the end."""


@cache
def family_named(name: str) -> Family:
    """Return the description of a family. Its package has it as `family.FAMILY`."""
    if name not in NAMES:
        raise InputError(f"no family {name[:20]!a}; {nearest(name[:20], NAMES)}")
    family: Family = import_module(f"nonoforge.families.{name}.family").FAMILY
    return family


def families() -> tuple[Family, ...]:
    """Return all descriptions."""
    return tuple(map(family_named, NAMES))
