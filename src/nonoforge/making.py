"""Making puzzles: sources, results, and the functions `make_...` of the Python API."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import Parameter, Signature, signature
from operator import index
from os import PathLike, fspath
from os.path import basename, splitext
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar, overload

from nonoforge.errors import CallError, InputError, OptionError
from nonoforge.nonogram import Nonogram
from nonoforge.options import MakeOptions, options_of
from nonoforge.progress import ShareProgress, no_progress
from nonoforge.puzzle import Colouring
from nonoforge.text import listed
from nonoforge.time_limit import time_limit
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from nonoforge.drawing import Display
    from nonoforge.family import Family
    from nonoforge.judge import Rating


def stem(path: str) -> str:
    """Return the name of a file for a title: without folders and ending.

    >>> stem("pictures/black_cat.jpg"), stem("-")
    ('black cat', '')
    """
    return splitext(basename(path))[0].replace("_", " ") if path != "-" else ""


class Source(NamedTuple):
    """A kind of source that puzzles are made from: a file, words, or numbers alone."""

    name: str
    """Of a file, what it is (`image`); of others, the name of the option (`text`)."""
    help: str
    """One sentence."""
    extensions: tuple[str, ...] = ()
    """The endings of files, without dots. Empty: no file."""
    metavar: str = ""
    """What stands for the value in `--help`. Empty: that of a file."""
    numbers: int = 0
    """How many numbers there are. 0: words."""
    limit: int = 0
    """The greatest number, or the most characters."""
    least: int = 1
    """The least number."""
    linking: tuple[str, ...] = ()
    """Endings of files that name other files; they are not read where others send files."""
    ignored: tuple[str, ...] = ()
    """Names of options that make no difference to what is made from it."""

    def check(self, options: MakeOptions) -> None:
        """Raise InputError if an option is set that makes no difference."""
        for each in options_of(type(options)):
            usual = (each.initial, each.page.get("default", each.initial))
            if each.name in self.ignored and getattr(options, each.name) not in usual:
                raise InputError(f"--{each.name} makes no difference with --{self.name}; leave it "
                                 "out")


    def check_value(self, value: Any) -> None:
        """Raise OptionError for words or numbers that nothing can be made of."""
        if not self.numbers:
            if not isinstance(value, str) or len(value) > (self.limit or len(value)):
                raise OptionError(f"{value!r}: write text, at most {self.limit:,} characters",
                                  self.name)
            return
        try:
            good = not isinstance(value, str) and [*map(index, value)] == [
                each for each in value if self.least <= each <= self.limit]
        except TypeError:
            good = False
        if not good or len(value) != self.numbers:
            raise OptionError(f"{value!r}: write {self.numbers} whole numbers from {self.least} to "
                              f"{self.limit:,}, like {(10,) * self.numbers}", self.name)


class ExtraPicture(NamedTuple):
    """A picture that `make` draws beside the puzzle if it is asked for."""

    name: str
    """The name of the option: `preview`."""
    help: str
    """One sentence."""
    extensions: tuple[str, ...]
    """The endings of files that it can be drawn to, with dots."""


class Scene(NamedTuple):
    """What an extra picture shows."""

    nonogram: Nonogram
    picture: Colouring | None
    marks: Collection[int] = ()
    """Cells that are hatched."""
    rings: Sequence[tuple[float, float]] = ()
    """Points in rings, in millimetres of the puzzle."""
    words: str = ""
    """Completes a sentence that begins with the name of the file: `shows what is in the way`."""
    beside: Any = None
    """Pixels of the source, (height, width, 3), shown beside the puzzle; None: the puzzle alone."""
    display: Display | None = None
    """A display list to draw instead of the puzzle, such as a contact sheet."""


class SourceView(NamedTuple):
    """A picture that a puzzle was made from, for the page."""

    colours: Sequence[str]
    """The mean colour of the picture in each cell, as #rrggbb. Empty: not known."""
    pixels: tuple[int, int]
    """Width and height of the picture."""


@dataclass(frozen=True, kw_only=True)
class MakeResult:
    """What was made from a source; each family adds what it knows besides."""

    nonogram: Nonogram
    verdict: Verdict
    changes: tuple[tuple[int, int], ...] = ()
    """Cells that differ from the source, with their colours now."""
    notes: tuple[str, ...] = ()
    """Notes for the user, in sentences without a full stop."""
    warnings: tuple[str, ...] = ()
    """What is wrong with the source."""
    interrupted: bool = False
    """Whether it was stopped early, with the best so far."""
    seconds: float
    stages: Mapping[str, float] = field(default_factory=dict)
    """The seconds of each stage, where stages are timed."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.nonogram!r}, {self.verdict.answer}>"

    def _repr_svg_(self) -> str:
        """Return the puzzle as SVG, for notebooks."""
        return self.nonogram._repr_svg_()

    @property
    def difficulty_rating(self) -> Rating | None:
        """The rating of the puzzle; None where it was not rated."""
        return None

    @property
    def variants(self) -> Sequence[MakeResult]:
        """All puzzles that were made, the easiest, which is this one, first."""
        return (self,)


Given = TypeVar("Given")
Keywords = ParamSpec("Keywords")
Chosen = TypeVar("Chosen")
Result = TypeVar("Result", bound=MakeResult)


class Maker(Generic[Given, Keywords, Chosen, Result]):
    """A function `make_...` of the Python API: from a source, or the path of a file, to a result.

    Options are given by keyword, or all at once:

        make_grid("cat.jpg", size=30, colours=4)
        make_grid("cat.jpg", GridOptions(size=30, colours=4), progress)

    Instead of a file, families that are made from words or numbers take them by name, and those
    that are made from pictures take an array of pixels or an image of Pillow:

        make_grid(text="HELLO")
        make_grid(random=(20, 15), seed=7)
        make_grid(pixels, size=30)
    """

    def __init__(
        self, family: Family, options: Callable[Keywords, Chosen],
        make: Callable[[Given, Chosen, ShareProgress], Result],
    ) -> None:
        self.family, self.make = family, make
        self._options: Callable[..., Chosen] = options
        self.__name__ = self.__qualname__ = f"make_{family.name}"
        self.__module__ = make.__module__
        self.__doc__ = _documentation(family)
        source = Parameter("source", Parameter.POSITIONAL_ONLY)
        self.__signature__ = Signature([source, *(
            each.replace(annotation=getattr(each.annotation, "__origin__", each.annotation))
            for each in signature(options).parameters.values())])

    @overload
    def __call__(self, *, text: str = ..., random: tuple[int, ...] = ..., **options: Any
                 ) -> Result: ...

    @overload
    def __call__(self, source: Given | str | PathLike[str], options: Chosen,
                 progress: ShareProgress = ...) -> Result: ...

    @overload
    def __call__(self, source: Given | str | PathLike[str], *args: Keywords.args,
                 **options: Keywords.kwargs) -> Result: ...

    def __call__(self, source: Any = None, *args: Any, **given: Any) -> Result:
        """Make a puzzle; see the class."""
        options, progress, *more = (*args, None, None)[:max(2, len(args))]
        own = self.family.options
        if more or not isinstance(options, own | None):
            raise CallError(f"{self.__name__}() takes a source, then {own.__name__} and progress; "
                            f"give options by name: {self.__name__}(source, title=...)")
        options = options or given.pop("options", None)
        progress = progress or given.pop("progress", no_progress)
        file, *others = self.family.sources
        named = {each.name: each for each in others if each.name in given}
        values = {name: given.pop(name) for name in named}
        if len(values) + (source is not None) != 1:
            kinds = ["a path", "what was read from a file",
                     *(f"{each.name}=..." for each in others)]
            raise InputError(f"{self.__name__} needs one source: {listed(kinds, 'or')}")
        if options is not None and given:
            raise CallError(f"{self.__name__}: give options, or keywords, not both")
        known = self.__signature__.parameters
        for name in given:
            if name not in known:
                raise CallError.unknown(self.__name__, name, [*list(known)[1:], *(
                    each.name for each in others)])
        chosen: Any = self._options(**given) if options is None else options
        with time_limit(chosen.spending.seconds):
            for name, value in values.items():
                named[name].check(chosen)
                named[name].check_value(value)
                source = self.family.read_source(named[name], value, chosen)
            if isinstance(source, str | PathLike):
                source = self.family.read_source(file, fspath(source), chosen)
            elif not values:
                adopted = self.family.adopt(source)
                if adopted is None:
                    hint = ("; give the path of the file" if hasattr(source, "read") else
                            "; from_picture takes rows" if isinstance(source, list) else "")
                    raise InputError(f"{self.__name__} needs a path, or what was read from a file, "
                                     f"not {type(source).__name__}{hint}")
                source = adopted
            result = self.make(source, chosen, progress)
        return replace(result, verdict=result.verdict._replace(nonogram=result.nonogram))

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


def _documentation(family: Family) -> str:
    """Return the documentation of a function `make_...`, with its options."""
    name = f"make_{family.name}"
    summary, file = family.make_help.partition("\n")[0], family.sources[0]
    example, *_ = family.make_examples
    options = "".join(
        f"    {each.name} (default {each.initial!r}): {_in_python(each.help)}\n"
        for each in options_of(family.options))
    return (f"{summary}\n\nGive options by keyword, or all at once with a callback for progress:"
            f"\n\n    {name}({example.split()[0]!r}, title='...')\n"
            f"    {name}(source, {family.options.__name__}(title='...'), progress)\n\n"
            f"Args:\n    source: {file.help} Its path, or what was read from it.\n{options}")


def _in_python(help: str) -> str:
    """Return the help of an option with other options named as in Python."""
    return re.sub(r"--([a-z][a-z-]*)", lambda found: found[1].replace("-", "_"), help)
