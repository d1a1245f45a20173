"""All methods by name. Each file of `methods` is one, named after it: nothing else lists them.

A method may also be a file anywhere else: `--method ./mine.py`.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import ModuleType

from nonoforge.errors import InputError, nearest
from nonoforge.methods.common.method import Method

PACKAGE = "nonoforge.methods"
FOLDER = Path(__file__).parent.parent


class Registry(Mapping[str, Method]):
    """Methods by name; a file is loaded when its method is asked for."""

    def __getitem__(self, name: str) -> Method:
        if name not in self:
            raise KeyError(name)
        return _load(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())

    def __contains__(self, name: object) -> bool:
        return name in _names()


METHODS = Registry()


def choose(text: str) -> Method:
    """The method asked for: `paint`, `paint:order=plain`, or a file with one, `./mine.py`.

    >>> choose("line").summary
    'settle single lines until nothing changes'
    """
    name, _, settings = text.partition(":")
    if name.endswith(".py"):
        method = _from_file(name)
    elif name in METHODS:
        method = METHODS[name]
    else:
        raise InputError(f"no method {name!a}; {nearest(name, METHODS)}")
    try:
        return method.set(settings)
    except InputError as error:
        raise InputError(f"method {name}: {error.message}") from None


@cache
def _names() -> tuple[str, ...]:
    """The default first, the others by name."""
    found = [module.name.replace("_", "-") for module in pkgutil.iter_modules([str(FOLDER)])
             if not module.ispkg]
    return tuple(sorted(found, key=lambda name: (name != "auto", name)))


@cache
def _load(name: str) -> Method:
    return _method_of(importlib.import_module(f"{PACKAGE}.{name.replace('-', '_')}"), name)


def _from_file(path: str) -> Method:
    """A method from a file that is not ours, which may be wrong in every way."""
    # The name must not be that of a module which the file, or others, mean to import.
    spec = importlib.util.spec_from_file_location(f"{PACKAGE}.your.{Path(path).stem}", path)
    if spec is None or spec.loader is None:
        raise InputError("not a Python file", file=path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where dataclasses look for it
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise InputError(f"not Python: {error.msg}", file=path, line=error.lineno,
                         column=error.offset) from None
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=path) from None
    except (Exception, SystemExit) as error:
        raise InputError(f"loading it failed: {type(error).__name__}: {error}", file=path) from None
    if not isinstance(getattr(module, "METHOD", None), Method):
        raise InputError("there is no METHOD in it; docs/methods.md shows one", file=path)
    return _method_of(module, Path(path).stem.replace("_", "-"))


def _method_of(module: ModuleType, name: str) -> Method:
    method: Method = module.METHOD
    return replace(method, name=name, about=(module.__doc__ or "").strip())
