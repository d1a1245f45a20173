"""The families of nonograms, one package each. A new family is a package and a line in `NAMES`, or
a plug-in (docs/plugins.md).

>>> [family.name for family in families()]
['grid', 'solid', 'sloped', 'curved', 'tri']
>>> family_named("solid").cell.many
'voxels'
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError, nearest
from nonoforge.plugins import plugins

if TYPE_CHECKING:
    from nonoforge.family import Family

NAMES = ("grid", "solid", "sloped", "curved", "tri")
"""Share strings hold a family as its index here: new families are added at the end."""


@cache
def family_named(name: str) -> Family:
    """Return the description of a family. Its package has it as `family.FAMILY`."""
    if name not in NAMES:
        if name in _plugins():
            return _plugins()[name]
        raise InputError(f"no family {name[:20]!a}; {nearest(name[:20], family_names())}")
    family: Family = import_module(f"nonoforge.families.{name}.family").FAMILY
    return family


def families() -> tuple[Family, ...]:
    """Return all descriptions."""
    return tuple(map(family_named, family_names()))


def family_names() -> tuple[str, ...]:
    """Return the names of all families, those of plug-ins last."""
    return (*NAMES, *_plugins())


@cache
def _plugins() -> dict[str, Family]:
    from nonoforge.family import Family

    return plugins("families", Family, NAMES, _named)


def _named(name: str, found: Any) -> Any:
    """Return a family as it is declared, if its name is that of the entry point."""
    if getattr(found, "name", name) != name:
        raise ValueError(f"the family is called {found.name!a}")
    return found
