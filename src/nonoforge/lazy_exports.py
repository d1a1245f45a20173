"""Front doors that load what is behind them when it is first used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Mapping
from typing import Any


def lazy_exports(
    package: str, parts: Mapping[str, str], modules: Collection[str] = (),
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` for a package. `parts` says in which of its modules each name is;
    no module may have the name of something in it, or the one would hide the other. `modules` are
    those that are there without being imported by name."""
    def get(name: str) -> Any:
        """Return a public name of the package, loading its module."""
        if name in modules:
            return importlib.import_module(f"{package}.{name}")
        if name not in parts:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name,
                                 obj=sys.modules[package])
        value = getattr(importlib.import_module(f"{package}.{parts[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        """Return the public names of the package, and those that Python gives it."""
        here = vars(sys.modules[package])
        own = (name for name in here if "__all__" not in here or name.startswith("__"))
        return sorted({*own, *parts, *modules})

    return get, names
