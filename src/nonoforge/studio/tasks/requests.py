"""Parts of requests and answers: puzzles, files, states, pictures, budgets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import NoneType
from typing import Annotated, Any, TypeVar, Union, get_args, get_type_hints

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.formats import dumps, loads
from nonoforge.nonogram import Nonogram
from nonoforge.options import Options, options_of
from nonoforge.results import OPEN
from nonoforge.state import State
from nonoforge.text import printable

_T = TypeVar("_T")

MAX_NAME_LENGTH = 200  # characters of a file name in messages
MAX_STEM_LENGTH = 60  # characters of the name of a file in an answer
MAX_CELLS = 250_000  # 500 by 500, the most that a page can show

Data = Annotated[bytes, Meta(description="A file, in base64.")]
Name = Annotated[str, Meta(description="Name of the file. Only its extension counts; the rest is "
                                       "for messages.", max_length=4096)]
Puzzle = Annotated[msgspec.Raw, Meta(description="A puzzle: the JSON object of a .nono file.",
                                     extra_json_schema={"type": "object"})]
PuzzleOrNull = Annotated[msgspec.Raw, Meta(
    extra_json_schema={"anyOf": [{"type": "object"}, {"type": "null"}]})]
StateNumbers = Annotated[list[int], Meta(
    description="One number for each cell: -1 open, 0 white or crossed, 1 and up a colour.")]
Picture = Annotated[list[int], Meta(description="One number for each cell: its colour.")]
Remarks = Annotated[list[str], Meta(description="Notes for the user, in sentences.")]

MEDIA_TYPES = {
    "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "txt": "text/plain",
    "ipe": "application/vnd.ipe", "html": "text/html", "nono": "application/json",
    "webpbn": "application/xml", "pbm": "image/x-portable-bitmap",
    "vox": "application/octet-stream"}
OTHER_MEDIA_TYPE = "text/plain"  # of the other formats, which are texts


class Request(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Base of requests: an unknown field is an error."""


class OfSource(Request, kw_only=True):
    """A request about one puzzle: the puzzle itself, or a file that contains one."""

    puzzle: Puzzle = msgspec.field(default_factory=msgspec.Raw)
    data: Data | None = None
    name: Name = ""


class FileAnswer(msgspec.Struct, kw_only=True):
    """A file."""

    name: Annotated[str, Meta(description="A name for it: letters, digits, - and _.")]
    media_type: str
    data: Annotated[bytes, Meta(description="The file, in base64.")]
    remarks: Remarks


def options_request(name: str, options: type[Options], fields: Sequence[Any],
                    doc: str) -> type[Any]:
    """Return the type of requests that are options with further fields. Where an option has a
    stricter limit, another default or other words on the page, the type has these."""
    hints = get_type_hints(options, include_extras=True)
    limited = [(option.name, _page_limits(hints[option.name], option.page),
                option.page.get("default", option.initial))
               for option in options_of(options) if option.page]
    return msgspec.defstruct(
        name, [*limited, *fields], bases=(options,), kw_only=True, frozen=True,
        forbid_unknown_fields=True, namespace={"__doc__": doc}, module=__name__)


def _page_limits(hint: Any, page: Mapping[str, Any]) -> Any:
    """Return the annotated type of an option with its limits on the page."""
    kind, meta = get_args(hint)[0], hint.__metadata__[-1]
    extra, schema = meta.extra, meta.extra_json_schema
    if le := page.get("le"):
        # Text beside a number could say more than the limit, and null that there is none.
        beyond = (str, NoneType) if page.get("default") is not None else (str,)
        kinds = [each for each in get_args(kind) or (kind,) if each not in beyond]
        kind = Union[tuple(kinds)]  # noqa: UP007
        extra = {**extra, "le": le, "lt": None, "expected": ""}
        schema = {**(schema or {}), "maximum": le}
    return Annotated[kind, Meta(description=page.get("help", meta.description), extra=extra,
                                extra_json_schema=schema)]


# What requests contain.


def decoded(body: bytes, decoder: msgspec.json.Decoder[_T]) -> _T:
    """Decode a request; raise InputError for a bad one."""
    try:
        return decoder.decode(body)
    except RecursionError:
        raise InputError("the JSON is nested far too deep") from None
    except InputError as error:  # a value that an option cannot have
        raise InputError(for_page(str(error))) from None
    except (msgspec.MsgspecError, ValueError) as error:
        what, _, path = str(error).partition(" - at `")
        place = f"{path.rstrip('`')}: " if path else ""
        raise InputError(f"{place}{what[:1].lower()}{what[1:300]}") from None


def puzzle_of(raw: msgspec.Raw) -> Nonogram:
    """Return the puzzle of a request."""
    [nonogram] = loads(bytes(raw), "puzzle", "nono")
    return _showable(nonogram)


def _showable(nonogram: Nonogram) -> Nonogram:
    """Refuse what is too large for a page; the command line takes it."""
    if nonogram.puzzle.cells > MAX_CELLS:
        raise InputError(f"{nonogram.puzzle.cells:,} cells; here puzzles have at most "
                         f"{MAX_CELLS:,}")
    return nonogram


def sources_of(request: OfSource) -> list[Nonogram]:
    """Return the puzzles of a request that may contain a file instead."""
    given = bytes(request.puzzle)
    if bool(given) == (request.data is not None):
        raise InputError("give a puzzle, or data and name of a file: one of the two")
    return [puzzle_of(request.puzzle)] if request.data is None else \
        list(map(_showable, loads(request.data, short_name(request.name))))


def source_of(request: OfSource) -> Nonogram:
    """Return the one puzzle of a request that may contain a file instead."""
    found = sources_of(request)
    if len(found) != 1:
        raise InputError(f"there are {len(found)} puzzles in it; one is needed here",
                         file=short_name(request.name))
    return found[0]


def short_name(name: str) -> str:
    """Return a file's name without folders, on one line, and short; it is never opened."""
    last = printable(name.replace("\\", "/").rpartition("/")[2])
    return last[-MAX_NAME_LENGTH:] or "file"


def state_of(numbers: list[int], nonogram: Nonogram) -> State:
    """Return the state that a request describes."""
    colours = len(nonogram.puzzle.palette)
    _check(numbers, nonogram, OPEN, "a state")
    return State.of((None if number == OPEN else number for number in numbers), colours)


def picture_of(numbers: list[int], nonogram: Nonogram) -> bytes:
    """Return the finished picture that a request describes."""
    _check(numbers, nonogram, 0, "a picture")
    return bytes(numbers)


def _check(numbers: list[int], nonogram: Nonogram, least: int, what: str) -> None:
    cells, colours = nonogram.puzzle.cells, len(nonogram.puzzle.palette)
    if len(numbers) != cells:
        raise InputError(f"{what} has a number for each cell: {cells:,} of them, not "
                         f"{len(numbers):,}")
    if numbers and not (least <= min(numbers) and max(numbers) < colours):
        raise InputError(f"{what} has numbers from {least} to {colours - 1}: the colours of the "
                         f"puzzle{', and -1 for an open cell' if least else ''}")


# What answers contain.


def puzzle_json(nonogram: Nonogram) -> msgspec.Raw:
    """Return a puzzle as the JSON object of a .nono file."""
    return msgspec.Raw(dumps(nonogram, "nono").strip())


def no_puzzle() -> msgspec.Raw:
    """Return what stands for a puzzle in an answer that has none."""
    return msgspec.Raw(b"null")


def for_page(sentence: str, labels: Mapping[str, str] | None = None) -> str:
    """Return a sentence that names options and commands in the words of the page; options by their
    labels in the form, as far as these are given.

    >>> for_page("a border; --trim cuts it off, and nonoforge repair proposes which")
    'a border; trim cuts it off, and Edit proposes which'
    >>> for_page("it was cut; --no-trim uses all of it", {"trim": "Cut to the subject"})
    'it was cut; unticking “Cut to the subject” uses all of it'
    """
    sentence = sentence.replace("nonoforge repair proposes", "Edit proposes")
    sentence = re.sub(r"\bnonoforge (?=[a-z])", "", sentence)

    def named(found: re.Match[str]) -> str:
        no, name = found[1] or "", found[2]
        label = (labels or {}).get(name)
        return f"{no}{name}" if label is None else f"{'unticking ' if no else ''}“{label}”"

    return re.sub(r"(?<![\w-])--(no-)?(\w[\w-]*)", named, sentence)


def file_answer(stem: str, ending: str, kind: str, data: bytes,
                remarks: Sequence[str] = ()) -> FileAnswer:
    """Return a file of a kind that `MEDIA_TYPES` lists, or of another."""
    return FileAnswer(name=f"{stem}{ending}", media_type=MEDIA_TYPES.get(kind, OTHER_MEDIA_TYPE),
                      data=data, remarks=list(remarks))


def file_stem(title: str) -> str:
    """Return a name for a file that every system accepts.

    >>> file_stem("Die Ente / ../x"), file_stem("")
    ('Die_Ente_x', 'puzzle')
    """
    return re.sub(r"[^\w-]+", "_", title).strip("_")[:MAX_STEM_LENGTH] or "puzzle"


def stem_of(nonograms: Sequence[Nonogram], title: str = "") -> str:
    """Return a name for a file of these puzzles."""
    if title or len(nonograms) != 1:
        return file_stem(title or "puzzles")
    return file_stem(nonograms[0].info.title)
