"""What everything that is made has in common: a source that comes as bytes, and what is told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.family import Family
from nonoforge.making import MakeResult
from nonoforge.options import options_of
from nonoforge.results import Answer, LineSolvable, RatingRecord
from nonoforge.studio.tasks.requests import (
    Data,
    Name,
    Remarks,
    Request,
    Seconds,
    Seed,
    for_page,
    short_name,
)

_T = TypeVar("_T")
Title = Annotated[str, Meta(description="The puzzle's title; without one, that of the source.",
                            max_length=200)]
Colours = Annotated[int, Meta(description="Colours beside the background.", ge=1, le=12)]
Summary = Annotated[dict[str, Any], Meta(description="What was made, as the command's --json tells "
                                                     "it, without file and output.")]
Length = Annotated[float, Meta(description="Millimetres.", ge=0, le=10_000)]
SomeLength = Annotated[float, Meta(description="Millimetres.", gt=0, le=10_000)]


class OfFile(Request, kw_only=True):
    """What is to be made from a file. The time is for all of it, and may run over a little."""

    data: Data
    name: Name = ""
    title: Title = ""
    seed: Seed = 0
    budget: Seconds = 6.0


class Made(msgspec.Struct, kw_only=True):
    """A puzzle that was made."""

    puzzle: msgspec.Raw
    verdict: Answer
    line_solvable: LineSolvable
    rating: Annotated[RatingRecord | None, Meta(description="Null where it was not rated.")]
    summary: Summary
    remarks: Remarks


def chosen(family: Family, request: Any) -> Any:
    """Return the options of a request, with its time for all steps together."""
    given = {option.name: getattr(request, option.name)
             for option in options_of(family.options) if hasattr(request, option.name)}
    return family.within(family.options(**given | {"title": request.title or None}),
                         request.budget)


def told(record: msgspec.Struct) -> dict[str, Any]:
    """Return a record without the names of files, which are the caller's own affair."""
    return {name: value for name, value in msgspec.to_builtins(record).items()
            if name not in ("file", "output")}


def remarks_on(family: Family, result: MakeResult) -> list[str]:
    """Return what a person should be told."""
    said = [words for one in result.variants for words in family.make_sentences(one)]
    said += ["Stopped early: this is the best so far."] if result.interrupted else []
    return [for_page(words) for words in (*said, *result.warnings, *result.notes)]


def stem(name: str) -> str:
    """What a file is called, for a title."""
    last = short_name(name)
    return os.path.splitext(last)[0].replace("_", " ") if name else ""


@contextmanager
def called(name: str) -> Iterator[str]:
    """The name by which messages call a file, whatever the file was called when it was read."""
    shown = short_name(name)
    try:
        yield shown
    except InputError as error:
        error.file, error.message = shown, for_page(error.message)
        raise


@contextmanager
def as_file(data: bytes, name: str) -> Iterator[str]:
    """The path of a file of our own, in a folder of its own, for a reader that needs one."""
    with TemporaryDirectory(prefix="nonoforge-") as folder:
        path = os.path.join(folder, name)
        with open(path, "xb") as file:
            file.write(data)
        try:
            yield path
        except InputError as error:  # where we put the file is nobody's affair
            error.message = error.message.replace(path, name).replace(folder, "")
            raise


def answered(kind: type[_T], record: dict[str, Any], **more: Any) -> _T:
    """An answer from a record, whose file is the caller's own affair."""
    fields = {name: value for name, value in record.items() if name not in ("file", "output")}
    return kind(**fields | more)
