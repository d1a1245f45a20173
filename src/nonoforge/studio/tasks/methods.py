"""`methods`: what `method` accepts."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.methods import METHODS
from nonoforge.records.methods import method_record
from nonoforge.studio.tasks.parts import Request, Tell, answered


class AskMethods(Request):
    """All methods."""


class Option(msgspec.Struct, kw_only=True):
    """A setting of a method."""

    name: str
    default: Any
    summary: str
    choices: Annotated[list[str], Meta(description="Where it is a word: those that it may be.")]
    least: Annotated[int, Meta(description="Where it is a number: the least it may be.")]
    most: int


class MethodAnswer(msgspec.Struct, kw_only=True):
    """A way to solve."""

    name: str
    summary: str
    about: Annotated[str, Meta(description="How it works, and whose it is.")]
    options: list[Option]
    budget: Annotated[dict[str, float], Meta(description="What it spends unless it is told.")]
    colours: Annotated[bool, Meta(description="Does it serve more than black and white?")]
    blotted: Annotated[bool, Meta(description="... numbers that are not known?")]
    needs: Annotated[str, Meta(description="A library that must be installed for it.")]


def run(request: AskMethods, tell: Tell) -> list[MethodAnswer]:
    """The default first."""
    return [answered(MethodAnswer, method_record(method)) for method in METHODS.values()]
