"""Options: one field of a class each, from which everything else about them follows.

A class of options is a `Options` struct. The annotation of a field says its type, its range, one
line of help and how a form shows it; the command line, the API's schema and the page's form are
derived from these fields:

>>> class Slice(Options, kw_only=True, frozen=True):
...     width: Annotated[int, option("Width of the slice.", ge=1, le=9, unit="cells")] = 3
...     from_: Annotated[Literal["top", "side"], option("Where to cut.")] = "top"
>>> Slice(width=4)
Slice(width=4, from_='top')
>>> Slice(width=12)
Traceback (most recent call last):
nonoforge.errors.OptionError: width: '12': write a whole number from 1 to 9

A value is checked once, when the struct is made: by Python, by msgspec's decoder, or from the
text of a command line. Each of them may give text instead of a value (`size="30x20"`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from math import isfinite
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError, OptionError, nearest
from nonoforge.text import listed, quoted
from nonoforge.verdict import Budget, SolvableBy

MM = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96}
MAX_LENGTH_MM = 10_000.0
MAX_TITLE_LENGTH = 200
MAX_SEED = 2**31 - 1
SECONDS_HELP = "The time that may be spent, in seconds."  # of a budget in the API and on the page
RANGE = ".."  # the separator of a range, where one number stands for both ends

_Options = TypeVar("_Options", bound="Options")


def option(
    help: str, *, ge: float | None = None, gt: float | None = None, le: float | None = None,
    lt: float | None = None, max_length: int | None = None, unit: str = "", metavar: str = "",
    label: str = "", parts: tuple[str, ...] = (), choices: Mapping[str, str] | None = None,
    default: str = "",
    slider: tuple[float, float, float] | None = None, more: bool = False, half: bool = False,
    when: tuple[str, str, Any] | None = None, page: Mapping[str, Any] | None = None,
    separator: str = ",", expected: str = "", check: Callable[[Any], Any] | None = None,
    parse: Callable[[str], Any] | None = None, flag: str | None = None, short: str = "",
    local: bool = False,
) -> Meta:
    """Describe an option; the result belongs into the `Annotated` type of its field.

    Args:
        help: One sentence. Type, unit, range and default are added to it where it is shown.
        ge, gt, le, lt: Bounds of a number, or of each number of a tuple.
        max_length: Of a text, in characters.
        unit: `mm` lets texts have a unit (`16pt`); any other is only shown.
        metavar: What stands for the value in `--help`; derived from the type where it is empty.
        label: The name of the field in a form.
        parts: Names of the numbers of a tuple in a form, with their units.
        choices: What the values of a `Literal` mean, in a form.
        default: What `None` or an empty text stand for, in words.
        slider: Least, greatest and step of a slider in a form.
        more: The form shows it only on demand.
        half: Half a row of the form is enough.
        when: The form shows it where another field is so: `("colours", ">", 1)`.
        page: `le` and `default` in the API and on the page, where a person waits for the answer;
            `help` and `empty` (for `default`), where it reads otherwise there.
        separator: Between the parts of a tuple that is written as text; a space makes each part a
            separate argument.
        expected: Completes "write ..." in the message about a bad value.
        check: Called with a value of the right type and range; raises ValueError or InputError, or
            returns the value to keep.
        parse: Turns text into a value; for what no other rule covers.
        flag: The text that the option without a value stands for.
        short: A one-letter option.
        local: It names a file of this machine; requests over HTTP may not give it.
    """
    schema: dict[str, Any] = {
        key: value for key, value in (
            ("minimum", ge), ("exclusiveMinimum", gt), ("maximum", le), ("exclusiveMaximum", lt),
            ("maxLength", max_length)) if value is not None}
    extra = {
        "ge": ge, "gt": gt, "le": le, "lt": lt, "max_length": max_length, "unit": unit,
        "metavar": metavar, "label": label, "parts": parts, "choices": choices or {},
        "default_words": default,
        "slider": slider, "more": more, "half": half, "when": when, "page": page or {},
        "separator": separator, "expected": expected, "checker": check, "parser": parse,
        "flag": flag, "short": short, "local": local}
    return Meta(description=help, extra=extra, extra_json_schema=schema or None)


@dataclass(frozen=True, kw_only=True)
class Option:
    """A field of a class of options: see `option` for what the attributes mean."""

    name: str
    kind: Any  # the type without None
    nullable: bool
    initial: Any  # the default
    help: str
    ge: float | None
    gt: float | None
    le: float | None
    lt: float | None
    max_length: int | None
    unit: str
    metavar: str
    label: str
    parts: tuple[str, ...]
    choices: Mapping[str, str]
    default_words: str
    slider: tuple[float, float, float] | None
    more: bool
    half: bool
    when: tuple[str, str, Any] | None
    page: Mapping[str, Any]
    separator: str
    expected: str
    checker: Callable[[Any], Any] | None
    parser: Callable[[str], Any] | None
    flag: str | None
    short: str
    local: bool

    @property
    def values(self) -> tuple[str, ...]:
        """The words among which a value is chosen; empty where there are none."""
        return tuple(word for kind in _members(self.kind) if get_origin(kind) is Literal
                     for word in get_args(kind))

    def read(self, given: object) -> Any:
        """Return the value for a value or its text; raise OptionError where there is none."""
        if given is None and self.nullable:
            return None
        if isinstance(given, Budget):
            given = given.text()
        try:
            value = self._from_text(given) if isinstance(given, str) else given
            value = self._conform(self.kind, value)
            return value if self.checker is None else self.checker(value)
        except InputError as error:
            raise OptionError(error.message, self.name) from None
        except ValueError:
            raise OptionError(f"{quoted(str(given))}: write {self.wanted()}", self.name) from None

    def write(self, value: object) -> str:
        """Return the text for a value, as the command line reads it.

        >>> options_of(MakeOptions)[1].write(7)
        '7'
        """
        if isinstance(value, tuple):
            return self.separator.join(map(self.write, value))
        return f"{value:.6g}" if isinstance(value, float) else "" if value is None else str(value)

    def wanted(self) -> str:
        """Return what a value must be, in words."""
        return self.expected or "; or ".join(map(self._wanted, _members(self.kind)))

    def range_words(self) -> str:
        """Return the bounds of a number: `1 to 12`, `above 0`; empty where there are none."""
        if self.gt is not None and self.lt is not None:
            return f"between {_number(self.gt)} and {_number(self.lt)}"
        if self.ge is not None and self.le is not None:
            return f"{_number(self.ge)} to {_number(self.le)}"
        bounds = (("above {}", self.gt), ("{} or more", self.ge), ("at most {}", self.le),
                  ("below {}", self.lt))
        return ", ".join(words.format(_number(bound)) for words, bound in bounds
                         if bound is not None)

    def _wanted(self, kind: Any) -> str:
        if get_origin(kind) is Literal:
            return listed(get_args(kind), "or")
        if kind is bool:
            return "true or false"
        if kind is str:
            return f"at most {self.max_length:,} characters" if self.max_length else "text"
        if get_origin(kind) is tuple:
            return self.separator.join("NUMBER" for _ in get_args(kind))
        if self.unit == "mm":
            noun = "a length in millimetres, like 5, or with a unit, like 16pt (mm, cm, in, pt, px)"
            return f"{noun}; {self.range_words()} mm"
        words = self.range_words()
        start = "from " if words[:1].isdigit() or words[:1] == "-" else ""
        return f"a {'whole ' * (kind is int)}number {start}{words}".rstrip()

    def _from_text(self, text: str) -> Any:
        if self.parser is not None:
            return self.parser(text)
        for kind in _members(self.kind):
            with suppress(ValueError):
                return self._parsed(kind, text if kind is str else text.strip())
        raise ValueError

    def _parsed(self, kind: Any, text: str) -> Any:
        """Return the value that a text stands for, whether in range or not."""
        if kind is str:
            return text
        if get_origin(kind) is Literal and text in get_args(kind):
            return text
        if kind is int and re.fullmatch(r"[+-]?\d{1,12}", text):
            return int(text)
        if kind is float and self.unit == "mm":
            return length_mm(text)
        if kind is float and re.fullmatch(r"[+-]?(\d{1,12}(\.\d{0,12})?|\.\d{1,12})", text):
            return float(text)
        parts = (text.lower() if self.separator == "x" else text).split(self.separator)
        if self.separator == RANGE:
            parts = [parts[0], parts[-1]]
        if get_origin(kind) is tuple and len(parts) == len(get_args(kind)):
            return tuple(self._parsed(part, word.strip())
                         for part, word in zip(get_args(kind), parts, strict=True))
        raise ValueError

    def _conform(self, kind: Any, value: Any) -> Any:
        """Return a value of a type and within the bounds; raise ValueError where it is not."""
        members = _members(kind)
        if len(members) > 1:
            for member in members:
                with suppress(ValueError):
                    return self._conform(member, value)
            raise ValueError
        if get_origin(kind) is tuple:
            parts = get_args(kind)
            if self.separator == RANGE and isinstance(value, int):
                value = (value, value)
            if not isinstance(value, Sequence) or isinstance(value, str) or \
                    len(value) != len(parts):
                raise ValueError
            if self.separator == RANGE and value[0] > value[1]:
                raise ValueError
            return tuple(map(self._conform, parts, value))
        if get_origin(kind) is Literal:
            good = value in get_args(kind)
        elif kind in (int, float):
            good = isinstance(value, int | kind) and not isinstance(value, bool) and \
                self._in_range(value)
        elif kind is str:
            good = isinstance(value, str) and len(value) <= (self.max_length or len(value))
        else:
            good = isinstance(value, kind)
        if not good:
            raise ValueError
        return float(value) if kind is float else value

    def _in_range(self, number: float) -> bool:
        return isfinite(number) and (self.ge is None or number >= self.ge) and \
            (self.gt is None or number > self.gt) and (self.le is None or number <= self.le) and \
            (self.lt is None or number < self.lt)


def _number(number: float) -> str:
    return f"{int(number):,}" if number == int(number) else f"{number:g}"


def _members(kind: Any) -> tuple[Any, ...]:
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


class Options(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Base of classes of options. Fields are given by keyword and checked when one is made."""

    def __post_init__(self) -> None:
        for each in options_of(type(self)):
            given = getattr(self, each.name)
            if given is not each.initial:
                value = each.read(given)
                if value is not given:
                    msgspec.structs.force_setattr(self, each.name, value)


@cache
def options_of(kind: type[Options]) -> tuple[Option, ...]:
    """Return the options of a class: those that it adds first, then those of its bases.

    Fields without a description by `option` are none.
    """
    hints = get_type_hints(kind, include_extras=True)
    defaults = {field.name: field.default for field in msgspec.structs.fields(kind)}
    names = dict.fromkeys(
        name for base in kind.__mro__ if issubclass(base, Options)
        for name in get_annotations(base))
    return tuple(found for name in names
                 if (found := _option(name, hints[name], defaults[name])) is not None)


def _option(name: str, hint: Any, initial: Any) -> Option | None:
    metas = [part for part in getattr(hint, "__metadata__", ()) if isinstance(part, Meta)]
    if not metas or not metas[-1].extra or "separator" not in metas[-1].extra:
        return None
    parts = _members(get_args(hint)[0])
    kinds = [part for part in parts if part is not NoneType]
    return Option(name=name, kind=Union[tuple(kinds)], nullable=NoneType in parts,  # noqa: UP007
                  initial=initial, help=metas[-1].description or "", **metas[-1].extra)


def read(kind: type[_Options], given: Mapping[str, object]) -> _Options:
    """Return options from names and values or texts; raise InputError for an unknown name.

    >>> read(MakeOptions, {"seed": "7"}).seed
    7
    """
    known = [field.name for field in msgspec.structs.fields(kind)]
    for name in given:
        if name not in known:
            raise InputError(f"no option {name[:40]!a}; {nearest(name[:40], known)}")
    return kind(**given)


def length_mm(text: str) -> float:
    """Return a length in millimetres.

    >>> length_mm("1in"), length_mm("0.5 cm")
    (25.4, 5.0)
    """
    match = re.fullmatch(r"\s*(\d{1,7}(?:\.\d{0,9})?|\.\d{1,9})\s*([a-z]*)\s*", text)
    if not match or match[2] not in MM:
        raise ValueError
    return float(match[1]) * MM[match[2]]


def colour_text(text: str) -> str:
    """Return a colour as `#rrggbb`; the `#` may be missing."""
    if not re.fullmatch(r"#?[0-9a-fA-F]{6}", text):
        raise ValueError
    return f"#{text.removeprefix('#').lower()}"


def checked_budget(given: str | float) -> str | float:
    """Return a budget as it is, if it can be read."""
    try:
        Budget.of(given)
    except InputError as error:
        raise InputError(error.message.removeprefix("budget ")) from None
    return given


Seed = Annotated[int, option(
    "Random seed.", ge=0, le=MAX_SEED, metavar="N", more=True,
    label="Seed: another number, another choice")]

BudgetText = Annotated[str | float, option(
    "Time for everything, from reading on: 30s, 2m; or counts for each step of the search, "
    "settled=N, nodes=N, conflicts=N; several joined by commas, or none.",
    metavar="BUDGET", label="Time to look", unit="s", slider=(1, 7, 1),
    more=True, page={"le": 7.0, "default": 6.0, "help": SECONDS_HELP}, check=checked_budget)]
"""A budget as text, or a number of seconds: `Budget.of` reads it."""

TimeLimit = Annotated[str | float, option(
    "Time limit: 30s, 2m, ...", metavar="BUDGET", label="Time to look", unit="s", slider=(1, 7, 1),
    more=True, page={"le": 7.0, "default": 5.0, "help": SECONDS_HELP}, check=checked_budget)]
"""A budget of which the seconds count, as text or as a number."""

SufficientLevel = Annotated[SolvableBy, option(
    "What must suffice to solve it: single lines, probing, or any means as long as there is one "
    "solution.", label="Level", choices={
        "line": "single lines solve it", "probe": "probing solves it",
        "unique": "one solution is enough"})]

StarRange = Annotated[tuple[int, int] | None, option(
    "Look for a puzzle with this many stars, 1 to 5.", ge=1, le=5, metavar="A..B", separator="..",
    label="Stars", parts=("From", "To"), default="any",
    expected="stars from 1 to 5, like 3 or 2..4")]

VariantCount = Annotated[int, option(
    "Make K puzzles, each harder than the one before; OUT gets -1, -2, ... in its name.", ge=1,
    le=20, metavar="K", label="Variants, each harder", slider=(1, 8, 1))]


def _share(text: str) -> float | str:
    """Return a share from `share=0.5` or `0.5`; other words as they are."""
    word = text.strip().removeprefix("share=")
    return word if word.isalpha() else float(word)


ShownClues = Annotated[float | Literal["all", "minimal"], option(
    "How many clues to show: all, as few as can be found, or a share of them. Ctrl-C keeps the "
    "best so far.", gt=0, le=1, metavar="all|minimal|share=0.5", label="Clues",
    choices={"all": "all of them", "minimal": "as few as possible"}, slider=(0.05, 0.95, 0.05),
    parse=_share, expected="all, minimal, or share=0.5 for half of them", more=True)]


class MakeOptions(Options, kw_only=True, frozen=True):
    """Options of making a puzzle from a source, whatever its family."""

    title: Annotated[str | None, option(
        "Title of the puzzle.", max_length=MAX_TITLE_LENGTH, metavar="TEXT", label="Title",
        default="that of the source, or its file name")] = None
    clues: ShownClues = "all"
    seed: Seed = 0
    budget: BudgetText = "30s"

    @property
    def spending(self) -> Budget:
        """The budget of all steps together."""
        return Budget.of(self.budget)

    @property
    def puzzles(self) -> int:
        """How many puzzles are wanted at most."""
        return 1
