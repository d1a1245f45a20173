"""Verbs that make puzzles: `make/FAMILY` for each family, `make/empty`, and `label`.

A request of `make/FAMILY` is the family's class of options with the source beside them: `data` and
`name` of a file, or another source of the family (words, numbers). Where an option has a stricter
limit or another default on the page, the request's type has these.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.families import NAMES, families, family_named
from nonoforge.family import Family
from nonoforge.judge import rate
from nonoforge.labeling import LabelOptions
from nonoforge.making import MakeResult, Source
from nonoforge.options import MAX_TITLE_LENGTH, options_of
from nonoforge.palette import MEDIUM_COLOURS, Palette
from nonoforge.progress import ShareProgress
from nonoforge.results import (
    Answer,
    Cells,
    LineSolvable,
    RatingRecord,
    make_sentences,
    rating_record,
)
from nonoforge.studio.tasks.requests import (
    Data,
    Name,
    Puzzle,
    Remarks,
    Request,
    decoded,
    for_page,
    options_request,
    puzzle_json,
    puzzle_of,
    short_name,
)
from nonoforge.verdict import Budget

MAX_SIDE = 200  # cells of an empty puzzle along a side
DEFAULT_SIDE = 20
MAX_STEM_LENGTH = 60  # characters of the name of a file that is given to a reader

Colour = Annotated[str, Meta(description="A colour as #rrggbb.", pattern="^#[0-9a-fA-F]{6}$")]


class MadePuzzle(msgspec.Struct, kw_only=True):
    """A puzzle that was made."""

    puzzle: Puzzle
    changed: Annotated[Cells, Meta(description="Cells that differ from the source.")]
    verdict: Answer
    line_solvable: LineSolvable
    rating: Annotated[RatingRecord | None, Meta(description="Null if it was not rated.")]


def request_type(family: Family) -> type[Any]:
    """Return the type of the requests of `make/FAMILY`."""
    fields: list[Any] = [
        ("data", Annotated[Data | None, Meta(description=_file_help(family))], None),
        ("name", Name, "")]
    fields += [(kind.name, _source_type(kind), None) for kind in family.sources
               if not kind.extensions]
    fields.append(("preview", Annotated[bool, Meta(
        description="Only a first look: nothing is searched for that takes long.")], False))
    fields.append(("exact", Annotated[bool, Meta(
        description="Of a preview: one with the size of what is made without `preview`.")], False))
    return options_request(f"Make{family.name.title()}Request", family.options, fields,
                           family.make_help)


def answer_type(family: Family) -> type[Any]:
    """Return the type of the answers of `make/FAMILY`."""
    title = family.name.title()
    summary: Any = Annotated[family.record_type, Meta(
        description="What was made, as the command's --json prints it.")]
    variant = msgspec.defstruct(
        f"{title}Variant", [("summary", summary)], bases=(MadePuzzle,), kw_only=True,
        namespace={"__doc__": f"A {family.puzzle.one} that was made."}, module=__name__)
    variants: Any = Annotated[list.__class_getitem__(variant), Meta(
        description="All puzzles that were made, this one first.")]
    return msgspec.defstruct(f"Make{title}Answer", [
        ("remarks", Remarks),
        ("exact", Annotated[bool, Meta(
            description="Whether it has the size of what is made without `preview`.")]),
        ("complete", Annotated[bool, Meta(
            description="Whether it is what is made without `preview`: of an exact preview, too, "
                        "where nothing less tells its size.")]),
        ("source", Annotated[list[str], Meta(
            description="If it was made from a picture: its colour in each cell, as #rrggbb.")]),
        ("pixels", Annotated[tuple[int, int] | None, Meta(
            description="If it was made from a picture: its width and height.")]),
        ("variants", variants),
    ], bases=(variant,), kw_only=True, namespace={
        "__doc__": f"The {family.puzzle.one} that was made; of several, the easiest."},
        module=__name__)


def _file_help(family: Family) -> str:
    files = [kind for kind in family.sources if kind.extensions]
    endings = " ".join(f".{ending}" for kind in files for ending in _endings(kind))
    return f"A file, in base64: {endings}."


def _source_type(kind: Source) -> Any:
    if kind.numbers:
        number = Annotated[int, Meta(ge=kind.least, le=min(kind.limit, MAX_SIDE))]
        value: Any = tuple.__class_getitem__((number,) * kind.numbers)
    else:
        value = Annotated[str, Meta(min_length=1, max_length=kind.limit)]
    return Annotated[value | None, Meta(description=kind.help)]


def _endings(kind: Source) -> list[str]:
    return [ending for ending in kind.extensions if ending not in kind.linking]


def make(family: Family, request: Any, tell: ShareProgress) -> Any:
    """Make a puzzle, or take a first look at what would be made."""
    kind, source = _read_source(family, request, tell)
    options = _options(family, request)
    with _named(request.name or kind.name):
        quick = request.preview and not request.exact
        light = _lighter(family, source, quick)
        look = family.preview(light, options, tell) if quick else \
            family.exact_preview(light, options, tell) if request.preview else None
        result = look or family.make(light, options, tell)
    exact = not quick or (
        family.preview_is_exact(options) and light is _lighter(family, source, False))
    return _answer(family, source, result, budget=options.spending, exact=exact,
                   complete=look is None)


def _read_source(family: Family, request: Any, tell: ShareProgress) -> tuple[Source, Any]:
    """Return the kind of a request's source, and what was read from it."""
    kind, given = _source(family, request)
    options = _options(family, request)
    with _named(request.name or kind.name):
        kind.check(options)
        tell(None, f"reading the {kind.name}")
        return kind, _read(family, kind, given, request.name) if isinstance(given, bytes) else \
            family.read_source(kind, given, options)


def _family(name: str) -> Family:
    if name not in NAMES:
        raise InputError(f"unknown family {name[:20]!a}; there are {' '.join(NAMES)}")
    return family_named(name)


def _source(family: Family, request: Any) -> tuple[Source, Any]:
    """Return the one source that a request has."""
    named = {kind.name: getattr(request, kind.name) for kind in family.sources
             if not kind.extensions}
    given = [name for name, value in named.items() if value is not None]
    if len(given) + (request.data is not None) != 1:
        wanted = " or ".join(["data and name of a file", *named])
        raise InputError(f"give {wanted}{': one of them' if named else ''}")
    if given:
        return next(kind for kind in family.sources if kind.name == given[0]), named[given[0]]
    return next(kind for kind in family.sources if kind.extensions), request.data


def _options(family: Family, request: Any) -> Any:
    """Return the options of a request."""
    given = {option.name: getattr(request, option.name) for option in options_of(family.options)}
    for option in options_of(family.options):
        if option.local and given[option.name] != option.initial:
            raise InputError(f"{option.name}: files of this machine are for the command line only")
    return family.options(**given | {"title": request.title or None, "budget": request.budget})


def _read(family: Family, kind: Source, data: bytes, name: str) -> Any:
    """Return what a file contains; its name says which format it has, if not the file itself."""
    shown = short_name(name)
    ending = next((each for each in sorted(_endings(kind), key=len, reverse=True)
                   if shown.lower()[1:].endswith(f".{each}")),
                  os.path.splitext(shown)[1].lower().removeprefix("."))
    if ending not in _endings(kind):
        raise InputError(f"no {kind.name} that can be read here ends in {ending[:20]!a}; there are "
                         f"{' '.join(_endings(kind))}")
    stem = re.sub(r"[^\w .,()!&'+-]+", "_", shown[:-len(ending) - 1]).strip(" .")
    return _cached(family.name, kind, data, f"{stem[:MAX_STEM_LENGTH] or kind.name}.{ending}")


@lru_cache(maxsize=1)
def _cached(family: str, kind: Source, data: bytes, name: str) -> Any:
    """Return what a file contains. The last is kept, because the page sends a file again and again
    while settings are tried."""
    with TemporaryDirectory(prefix="nonoforge-") as folder:
        path = os.path.join(folder, name)
        with open(path, "xb") as file:
            file.write(data)
        try:
            return family_named(family).read_source(kind, path, None)
        except InputError as error:  # the folder is not shown
            error.message = error.message.replace(path, name).replace(folder, "")
            raise


_LIGHTER: dict[tuple[int, bool], tuple[Any, Any]] = {}  # by the source's identity, with the source


def _lighter(family: Family, source: Any, preview: bool) -> Any:
    """Return `family.lighter(source, preview)`; the last are kept, as the source is."""
    key = (id(source), preview)
    kept = _LIGHTER.get(key)
    if kept is None or kept[0] is not source:
        if len(_LIGHTER) > 1:
            _LIGHTER.clear()
        kept = _LIGHTER[key] = source, family.lighter(source, preview)
    return kept[1]


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Let errors name the source as the client does, and options as the page does."""
    try:
        yield
    except InputError as error:
        error.file, error.message = short_name(name), for_page(error.message)
        raise


def _answer(
    family: Family, source: Any, result: MakeResult, *, budget: Budget, exact: bool,
    complete: bool,
) -> Any:
    kind = ANSWER_TYPES[family.name]
    variant_type = kind.__mro__[1]
    first, *others = result.variants
    fields = _fields(family, first, budget if complete else None)
    view = family.source_view(source, result)
    return kind(
        **fields, remarks=_remarks(family, result, not complete), exact=exact, complete=complete,
        source=[] if view is None else list(view.colours),
        pixels=None if view is None else view.pixels,
        variants=[variant_type(**fields),
                  *(variant_type(**_fields(family, other, budget)) for other in others)])


def _fields(family: Family, result: MakeResult, budget: Budget | None) -> dict[str, Any]:
    """Return the fields of a variant; it is rated if there is a budget and it was not yet."""
    rating = result.difficulty_rating
    if rating is None and budget is not None and result.verdict.answer == "unique":
        rating = rate(result.nonogram, budget=budget)
    return {
        "puzzle": puzzle_json(result.nonogram), "changed": [cell for cell, _ in result.changes],
        "verdict": result.verdict.answer, "line_solvable": result.verdict.line_solvable,
        "rating": rating_record(rating), "summary": family.make_record(result)}


def _remarks(family: Family, result: MakeResult, preview: bool) -> list[str]:
    """Return what a person should know; of a first look, what concerns the source."""
    made = [] if preview else [sentence for one in result.variants
                               for sentence in make_sentences(one)]
    made += ["Stopped early: this is the best so far."] if result.interrupted else []
    labels = {option.name.replace("_", "-"): re.split("[,:(]", option.label)[0].strip()
              for option in options_of(family.options) if option.label}
    return [_sentence(for_page(remark, labels))
            for remark in (*made, *result.warnings, *result.notes)]


def _sentence(remark: str) -> str:
    """Return a remark with a capital, a full stop, and true signs between numbers.

    >>> _sentence("ready: 3x4 cells")
    'Ready: 3 × 4 cells.'
    """
    text = re.sub(r"(?<=\d)x(?=\d)", " × ", remark)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


REQUEST_TYPES = {family.name: request_type(family) for family in families()}
ANSWER_TYPES = {family.name: answer_type(family) for family in families()}


# Puzzles to choose from.


class ChoicesRequest(Request):
    """A request of `make/FAMILY`, for which other options are wanted."""

    family: Annotated[str, Meta(description=", ".join(NAMES))]
    request: Annotated[msgspec.Raw, Meta(
        description="The request of `make/FAMILY`.", extra_json_schema={"type": "object"})]


class ChoicesAnswer(msgspec.Struct, kw_only=True):
    """Options of puzzles to choose from."""

    choices: Annotated[list[dict[str, Any]], Meta(
        description="Fields of the request to change, for each.")]


def choices(request: ChoicesRequest, tell: ShareProgress) -> ChoicesAnswer:
    """Return which options give puzzles that are worth a look."""
    family = _family(request.family)
    wanted = decoded(bytes(request.request), msgspec.json.Decoder(REQUEST_TYPES[family.name]))
    kind, source = _read_source(family, wanted, tell)
    options = _options(family, wanted)
    with _named(wanted.name or kind.name):
        return ChoicesAnswer(choices=[
            msgspec.to_builtins(changes) for changes in
            family.choices(_lighter(family, source, True), options)])


# What a file is meant for.


class FamiliesRequest(Request):
    """A file that puzzles can be made from."""

    data: Data
    name: Name


class FamiliesAnswer(msgspec.Struct, kw_only=True):
    """The families that it can become."""

    families: Annotated[list[str], Meta(description="The likeliest first.")]


def likely_families(request: FamiliesRequest, tell: ShareProgress) -> FamiliesAnswer:
    """Return the families that a file can become, the likeliest first."""
    name = short_name(request.name)
    ending = os.path.splitext(name)[1].lower().removeprefix(".")
    found = [family for family in families()
             if any(ending in _endings(kind) for kind in family.sources)]
    return FamiliesAnswer(families=[family.name for family in sorted(
        found, key=lambda family: -family.suits(name, request.data))])


# Empty puzzles.


class EmptyAnswer(msgspec.Struct, kw_only=True):
    """An empty puzzle: all its clues are 0."""

    puzzle: Puzzle


def empty_type() -> type[Any]:
    """Return the type of the requests of `make/empty`: it has the sides of all families."""
    painted = [family for family in families() if family.empty_sides]
    least: dict[str, int] = {}
    for family in painted:
        for side in family.empty_sides:
            least[side] = min(family.min_empty_side, least.get(side, family.min_empty_side))
    return msgspec.defstruct("EmptyRequest", [
        ("family", Annotated[str, Meta(description=", ".join(
            family.name for family in painted))], painted[0].name),
        *((side, Annotated[int, Meta(description="Cells along this side, if the family has it.",
                                     ge=least[side], le=MAX_SIDE)], DEFAULT_SIDE)
          for side in least),
        ("palette", Annotated[list[Colour], Meta(
            description="The background, then the colours; default: as many as `colours`.",
            max_length=13)], msgspec.field(default_factory=list)),
        ("colours", Annotated[int, Meta(
            description="Number of colours, instead of a palette.", ge=1,
            le=len(MEDIUM_COLOURS) - 1)], 1),
        ("title", Annotated[str, Meta(max_length=MAX_TITLE_LENGTH)], ""),
    ], bases=(Request,), kw_only=True, forbid_unknown_fields=True,
        namespace={"__doc__": "An empty picture to paint on."}, module=__name__)


EmptyRequest = empty_type()


def make_empty(request: Any, tell: ShareProgress) -> EmptyAnswer:
    """Return an empty puzzle."""
    from dataclasses import replace

    family = _family(request.family)
    try:
        palette = Palette.of(*map(str.lower, request.palette)) if request.palette else None
    except ValueError as error:
        raise InputError(str(error)) from None
    sides = [getattr(request, side) for side in family.empty_sides]
    nonogram = family.empty(sides, palette, request.colours)
    return EmptyAnswer(puzzle=puzzle_json(
        replace(nonogram, info=replace(nonogram.info, title=request.title))))


# Labels.


LabelRequest = options_request("LabelRequest", LabelOptions, [("puzzle", Puzzle)],
                               "Place the labels of a puzzle anew.")


class LabelAnswer(msgspec.Struct, kw_only=True):
    """The puzzle with its labels."""

    puzzle: Puzzle
    summary: Annotated[dict[str, Any], Meta(
        description="What was done, as the command's --json prints it.")]
    remarks: Remarks


def label(request: Any, tell: ShareProgress) -> LabelAnswer:
    """Place labels."""
    nonogram = puzzle_of(request.puzzle)
    tell(None, "placing labels")
    found = nonogram.family.place_labels(nonogram, request)
    return LabelAnswer(puzzle=puzzle_json(found.nonogram),
                       summary=msgspec.to_builtins(found.record),
                       remarks=[f"{found.sentence}."])
