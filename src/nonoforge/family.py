"""What a family of nonograms says about itself.

A family (grids, solids, ...) is one package in `families/` and one description: an instance of a
subclass of `Family`, reached as `nonogram.family` or by name from `families`. Everything outside
the package asks the description; no other module names a family or its geometry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from nonoforge.clues import HIDDEN
from nonoforge.errors import InputError
from nonoforge.making import ExtraPicture, MakeResult, Scene, Source
from nonoforge.progress import ShareProgress, no_progress
from nonoforge.verdict import Flaw

if TYPE_CHECKING:
    import msgspec

    from nonoforge.drawing import Board, Contents, Display, DrawOptions, Medium, TextOptions, View
    from nonoforge.making import SourceView
    from nonoforge.nonogram import Geometry, Nonogram
    from nonoforge.options import MakeOptions
    from nonoforge.palette import Palette
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State
    from nonoforge.storage import Dialect, Picture, Storage


MAX_PRINTED_CELLS = 100_000  # beyond it no page is laid out to see whether it can be printed


class Noun(NamedTuple):
    """A word in singular and plural."""

    one: str
    many: str

    def counted(self, number: int) -> str:
        """Return a number with the noun.

        >>> Noun("face", "faces").counted(1200)
        '1,200 faces'
        """
        return f"{number:,} {self.one if number == 1 else self.many}"


class Lesson(NamedTuple):
    """How to play: a heading, the rules in a few sentences, and a one-line reminder of them;
    `on_screen` are the rules where the puzzle is played on a screen, if they differ there."""

    heading: str
    rules: str
    reminder: str = ""
    on_screen: str = ""


class Cure(NamedTuple):
    """A button that the page offers beside an error: options with which making may succeed."""

    pattern: str
    """A regular expression that the message contains, options there without dashes; its group, if
    any, is a number."""
    label: str
    """The words on the button; `{}` stands for the number."""
    options: Mapping[str, Any]
    """The options to set; `{}`, also within a list, stands for the number."""


class TutorialStep(NamedTuple):
    """One step of a family's tutorial. The player decides the cells that these lines, together with
    what is known by then, settle: the words say why, the praise what was learned. A step without
    lines is the rest of the puzzle."""

    words: str
    praise: str
    lines: tuple[str, ...] = ()
    """Names of lines, as `explain` has them."""


def part(module: str, name: str) -> Any:
    """Return an attribute of a family that is an object of a module beside it, loaded on demand:

        class GridFamily(Family):
            options = part("options", "GridOptions")
            board = part("board", "board")
    """
    return _Part(module, name)


class _Part:
    def __init__(self, module: str, name: str) -> None:
        self._module, self._name = module, name

    def __set_name__(self, owner: type, name: str) -> None:
        self._module = f"{owner.__module__.rpartition('.')[0]}.{self._module}"

    def __get__(self, family: Family | None, owner: type) -> Any:
        # Abstract classes look at all names of a subclass, which must not load anything.
        return self if family is None else getattr(import_module(self._module), self._name)


class Family(ABC):
    """One description for each family. Instances have no state.

    Names and nouns are class variables; the rest are methods that take a nonogram or its geometry
    and load what they need when they are called, so that a description is cheap to import.
    """

    # --- names -----------------------------------------------------------------------------------

    name: ClassVar[str]
    """As files, `--json` and `make` have it: `grid`."""
    kind: ClassVar[str]
    """What an untitled puzzle is called: `Grid`, `Sloped nonogram`."""
    puzzle: ClassVar[Noun]
    """`grid`, `solid`, `sloped nonogram`."""
    cell: ClassVar[Noun] = Noun("cell", "cells")
    line: ClassVar[Noun] = Noun("line", "lines")
    position: ClassVar[Noun] = Noun("cell", "cells")
    """What is counted along a line: a face may come twice on one, so there it is `place`."""
    white: ClassVar[str] = "white"
    """What a cell of colour 0 is called where there is one other colour."""
    cross_out: ClassVar[str] = "cross out"
    """What a player does to such a cell."""
    plain: ClassVar[str] = "black and white"
    """How a puzzle of one colour is described."""
    lesson: ClassVar[Lesson]
    """How to play, for booklets and the page."""
    introduction: ClassVar[str]
    """What such a puzzle is, in one sentence, for those who have never seen one."""
    tutorial: ClassVar[tuple[TutorialStep, ...]]
    """The steps of a first game, on the first of the `starters`."""

    @property
    def starters(self) -> list[Path]:
        """Puzzles to begin with, the easiest first; the first one is that of the tutorial."""
        folder = Path(str(import_module(type(self).__module__).__file__)).parent / "starters"
        return sorted(folder.glob("*.nono"))

    @abstractmethod
    def size(self, nonogram: Nonogram) -> str:
        """Return the size in the family's own measure: `30 × 20`, `44 faces`."""

    @abstractmethod
    def summary(self, nonogram: Nonogram) -> str:
        """Return size and kind in a few words: `30x20`, `12x8x3 solid`, `sloped with 44 faces`."""

    def places(self, geometry: Geometry, cells: Sequence[int]) -> list[str]:
        """Return where cells are, in words, neighbours together where the family has a way to."""
        return [geometry.cell_name(cell) for cell in cells]

    keeps_lines: ClassVar[bool] = False
    """Whether a line whose clue is hidden stays in the puzzle, with the clue `HIDDEN`, because
    lines are counted off; else it is no line of the puzzle."""

    def with_clues(self, nonogram: Nonogram, kept: Collection[int]) -> Nonogram:
        """Return the puzzle with the clues of these lines, by index; all others are hidden."""
        lines = nonogram.puzzle.lines
        shown = tuple(line if index in kept else line._replace(clue=HIDDEN)
                      for index, line in enumerate(lines) if self.keeps_lines or index in kept)
        return replace(nonogram, puzzle=replace(nonogram.puzzle, lines=shown))

    # --- files -----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def storage(self) -> Storage[Any]:
        """How puzzles stand in `.nono` files and in share strings."""

    @property
    def dialects(self) -> Mapping[str, Dialect]:
        """How puzzles stand in formats of clue lists, by the formats' names (`olsak`, `webpbn`)."""
        return {}

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """How puzzles stand in formats that hold a finished picture, by their names (`png`)."""
        return {}

    # --- pictures --------------------------------------------------------------------------------

    text_clues: ClassVar[bool] = False
    """Whether clues take little room beside a text picture: a terminal shows them unasked."""

    @abstractmethod
    def text_picture(self, nonogram: Nonogram, options: TextOptions) -> list[str]:
        """Return the lines of a text picture, with colour codes where `options.depth` has any.

        With `options.height` the picture is as low as it can be, without clues if need be.
        """

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        """Return the cells of each line of a state that is written as text, one letter a cell; none
        where cells have no rows: their letters follow each other in lines of any length."""
        return ()

    # --- the page --------------------------------------------------------------------------------

    icon: ClassVar[str]
    """What such puzzles look like: the path of an SVG of 48 by 48."""
    cures: ClassVar[Sequence[Cure]] = ()
    """Options that help where making fails."""
    player: ClassVar[str] = "player"
    """The script and style sheet in `drawing/player` of a playable file."""
    player_library: ClassVar[str | None] = None
    """A script in `drawing/player` that runs before the player."""

    @property
    @abstractmethod
    def board_type(self) -> type[Board]:
        """The record that `board` returns: a subclass of `draw.Board`."""

    @abstractmethod
    def board(self, nonogram: Nonogram) -> Board:
        """Return the puzzle as the page and the player need it: a `draw.Board`."""

    @abstractmethod
    def thumbnail(self, nonogram: Nonogram, picture: Colouring) -> str:
        """Return a small picture for lists of puzzles, as SVG without text. Of a large puzzle only
        some cells are shown."""

    @abstractmethod
    def cover(self, nonogram: Nonogram) -> str:
        """Return a small picture of the unsolved puzzle, as SVG without text: its shape and size,
        how many numbers its lines have, their colours."""

    # --- making ----------------------------------------------------------------------------------

    sources: ClassVar[tuple[Source, ...]] = ()
    """What puzzles are made from; a file comes first."""
    make_help: ClassVar[str]
    """What `make` does, in a few sentences: the first is its summary."""
    make_examples: ClassVar[tuple[str, ...]]
    """Arguments of `nonoforge make` to try."""
    extra_pictures: ClassVar[tuple[ExtraPicture, ...]] = ()
    """Pictures that `make` can draw beside the puzzle."""
    shows_made: ClassVar[bool] = False
    """Whether `make` prints the puzzle as a text picture."""
    preview_changes: ClassVar[Mapping[str, Any]] = {}
    """Options of a first look: nothing is searched for that takes long."""

    def choices(self, source: Any, options: Any) -> Iterator[dict[str, Any]]:
        """Yield the options of puzzles to choose from, as changes of those that are given."""
        yield {}
    empty_sides: ClassVar[tuple[str, ...]] = ()
    """The sides of an empty puzzle to paint on: `width`, `height`. Empty: there is none."""
    min_empty_side: ClassVar[int] = 1

    @property
    @abstractmethod
    def options(self) -> type[MakeOptions]:
        """The class of the options of `make`."""

    def suits(self, name: str, data: bytes) -> float:
        """Return how likely a file that the family can be made from is meant for it, 0 to 1."""
        return 0.5

    @abstractmethod
    def read_source(self, kind: Source, given: Any, options: Any) -> Any:
        """Return what `make` takes, from a path (`-`: standard input), from words or numbers."""

    def adopt(self, source: Any) -> Any:
        """Return a source of the family's own type from one that Python programs have at hand, such
        as an array of pixels; None from what it cannot use."""
        return source

    @abstractmethod
    def make(self, source: Any, options: Any, progress: ShareProgress = no_progress) -> MakeResult:
        """Make a puzzle from what `read_source` gave."""

    def preview(
        self, source: Any, options: Any, progress: ShareProgress = no_progress,
    ) -> MakeResult:
        """Return a first look at what `make` would make, within a second or so. Its size may be
        another."""
        from msgspec.structs import replace as changed

        return self.make(source, changed(options, **self.preview_changes), progress)

    def exact_preview(
        self, source: Any, options: Any, progress: ShareProgress = no_progress,
    ) -> MakeResult | None:
        """Return a look at what `make` would make with the same cells in the same places; only
        colours and clues may differ. None: nothing less than `make` tells."""
        return self.preview(source, options, progress) if self.preview_is_exact(options) else None

    def preview_is_exact(self, options: Any) -> bool:
        """Return whether `preview` has the size of what `make` makes from the same source."""
        return False

    def lighter(self, source: Any, preview: bool) -> Any:
        """Return a source that takes less time, where a person waits: a picture in fewer pixels."""
        return source

    def source_view(self, source: Any, result: Any) -> SourceView | None:
        """Return the source in as many cells as the result has, if it is a picture."""
        return None

    @property
    @abstractmethod
    def record_type(self) -> type[msgspec.Struct]:
        """The record that `make_record` returns: a subclass of `results.MakeRecord`."""

    @abstractmethod
    def make_record(self, result: Any) -> msgspec.Struct:
        """Return what `make --json` prints about a result, without the names of files."""

    @abstractmethod
    def make_sentences(self, result: Any) -> list[str]:
        """Return what was made, in sentences. The first is the most important; it begins in lower
        case, because the name of a file precedes it."""

    def scene(self, name: str, source: Any, options: Any, result: Any) -> Scene:
        """Return what an extra picture of this name shows."""
        raise InputError(f"{self.puzzle.many} have no picture {name!a} beside the puzzle")

    def place_labels(self, nonogram: Nonogram, options: Any) -> Any:
        """Place the labels of a puzzle whose clues stand around a frame."""
        raise InputError(f"{self.puzzle.many} have their clues beside them; labels are for puzzles "
                         "with a frame around them")

    def empty(self, sides: Sequence[int], palette: Palette | None, colours: int) -> Nonogram:
        """Return a puzzle without a picture: with this palette, or this number of colours."""
        raise InputError(f"{self.puzzle.many} are not painted: they are made from drawings")

    # --- drawings --------------------------------------------------------------------------------

    views: ClassVar[tuple[View, ...]] = ()
    """The values of `DrawOptions.view` where a puzzle can be seen in several ways; the first is the
    puzzle as a whole."""

    numbered: ClassVar[bool] = False
    """Whether `DrawOptions.numbers` shows numbers by which explanations name cells and lines."""

    sided: ClassVar[bool] = False
    """Whether a line is named by its side of a curve: `left of line 2`."""

    @abstractmethod
    def display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions, *,
        medium: Medium = "screen", scale: float | None = None,
    ) -> Display:
        """Return the display list of a puzzle.

        `scale` is the size in pixels of a cell, or of a millimetre where the puzzle has its size in
        millimetres; without it, it is what is usual in the medium. Of the options, only `clues`,
        `view` and `numbers` count here.
        """

    @abstractmethod
    def display_size(
        self, nonogram: Nonogram, options: DrawOptions, scale: float,
    ) -> tuple[float, float]:
        """Return width and height of a drawing on a screen in pixels, or close to it, fast enough
        to be asked for several scales."""

    @abstractmethod
    def display_scales(self, nonogram: Nonogram, options: DrawOptions) -> tuple[float, float]:
        """Return the usual scale of a PNG, and the smallest at which clues can be read."""

    def ipe_display(
        self, nonogram: Nonogram, contents: Contents, options: DrawOptions,
    ) -> Display:
        """Return the display list of a puzzle for an Ipe file."""
        return self.display(nonogram, contents, options)

    def svg(self, nonogram: Nonogram, picture: Colouring | State | None = None) -> str:
        """Return a puzzle, or what is known of it, as SVG; notebooks show it."""
        from nonoforge.drawing import svg

        return svg(nonogram, picture=picture)

    def text(self, nonogram: Nonogram) -> str:
        """Return a puzzle as text, with its clues."""
        from nonoforge.drawing import terminal

        return terminal(nonogram)

    def paper_outline(self, nonogram: Nonogram) -> Display:
        """Return the display list of the empty puzzle on paper, of which only the sizes are asked
        for: a family may leave out the items, which take longest."""
        from nonoforge.drawing import Contents, DrawOptions

        return self.display(nonogram, Contents(), DrawOptions(), medium="paper")

    def print_flaws(self, nonogram: Nonogram) -> Iterator[Flaw]:
        """Yield what makes the puzzle hard to solve on a sheet of A4."""
        from nonoforge.drawing import printed_detail

        if nonogram.puzzle.cells > MAX_PRINTED_CELLS:
            yield Flaw("print", f"{self.cell.counted(nonogram.puzzle.cells)} are too many to "
                                "colour by hand", "Make it smaller.")
            return
        display = self.paper_outline(nonogram)
        detail = printed_detail(display, "a4")
        if detail < display.min_detail:
            yield Flaw("print", f"on A4 its {self.cell.many} are only {detail:.1f} mm wide",
                       "Make it smaller, print it on larger paper, or play it on a screen: a "
                       f"pencil needs {display.min_detail:g} mm.")

    def check_view(self, options: DrawOptions) -> None:
        """Raise InputError where the options ask for a view that the family does not have."""
        if options.view is not None and options.view not in self.views:
            raise InputError(f"a {self.puzzle.one} has a single view; leave out "
                             f"{options.view!r}")
