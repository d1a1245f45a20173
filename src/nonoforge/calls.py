"""Calls of the Python API: one that is wrong is an error that says what would be right."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from operator import index
from typing import Any, ParamSpec, TypeVar

from nonoforge.errors import CallError, OptionError
from nonoforge.text import listed

Parameters = ParamSpec("Parameters")
Returned = TypeVar("Returned")

MAX_SEED = 2**31 - 1


def public(function: Callable[Parameters, Returned]) -> Callable[Parameters, Returned]:
    """Decorate a function so that a call that it cannot take is a `CallError`, and a value of
    another type than its parameter's default an `OptionError`.

    >>> @public
    ... def enlarge(picture, *, factor: int = 2): ...
    >>> enlarge(["#"], factr=3)
    Traceback (most recent call last):
    nonoforge.errors.CallError: enlarge() has no parameter 'factr'; did you mean factor?
    >>> enlarge(["#"], factor="3")
    Traceback (most recent call last):
    nonoforge.errors.OptionError: factor: '3': write a whole number
    """
    code = function.__code__
    known = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    in_order = known[:code.co_argcount]
    needed = in_order[:len(in_order) - len(function.__defaults__ or ())]
    defaults = function.__kwdefaults__ or {}

    @wraps(function)
    def call(*args: Parameters.args, **keywords: Parameters.kwargs) -> Returned:
        name = function.__name__
        for word, value in keywords.items():
            if word not in known:
                raise CallError.unknown(name, word, known)
            if word in defaults:
                _check(word, value, defaults[word])
        if len(args) > len(in_order):
            others = [f"{each}=..." for each in known[len(in_order):]]
            raise CallError(f"{name}() takes {listed(in_order)}" + (
                f"; give others by name: {', '.join(others)}" if others else ""))
        if missing := [word for word in needed[len(args):] if word not in keywords]:
            raise CallError(f"{name}() needs {listed(missing)}: {name}({', '.join(needed)})")
        return function(*args, **keywords)

    return call


def _check(name: str, value: Any, default: Any) -> None:
    """Raise OptionError if a parameter with this default cannot have the value."""
    advice = ""
    if name == "seed":
        advice = f"write a whole number from 0 to {MAX_SEED:,}"
        wrong = not _is_whole(value) or not 0 <= value <= MAX_SEED
    elif name in ("progress", "observer"):
        advice = "give a function"
        wrong = value is not None and not callable(value)
    elif isinstance(default, str) and name != "budget":  # Budget.of reads it
        advice = "write text"
        wrong = not isinstance(value, str)
    else:
        advice = "write a whole number"
        wrong = isinstance(default, int) and not isinstance(default, bool) and not _is_whole(value)
    if wrong:
        raise OptionError(f"{value!r}: {advice}", name)


def _is_whole(value: Any) -> bool:
    """Return whether a value is a whole number; arrays have their own kinds of them."""
    try:
        index(value)
    except TypeError:
        return False
    return True


def plain_rows(given: Any) -> Any:
    """Return an array, or what can become one (a table, a tensor), as lists; others as they are."""
    array = given.__array__() if hasattr(given, "__array__") else given
    return array.tolist() if hasattr(array, "tolist") else array
