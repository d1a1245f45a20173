"""Inputs and outputs of commands: exit codes, messages, puzzles and states that are read, text and
records that are printed or written."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import textwrap
import traceback
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from time import process_time
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeAlias

from nonoforge.cli import interrupt
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.state import State
from nonoforge.text import columns, printable

if TYPE_CHECKING:
    import msgspec

    from nonoforge.cli.progress import Progress
    from nonoforge.files import GrowingFile
    from nonoforge.judge import Report
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.verdict import Budget

DONE, NO, BAD, SPENT = 0, 1, 2, 3
INTERNAL = 70  # a fault of this program

_WORST_FIRST = (INTERNAL, BAD, NO, SPENT, DONE)


def worst(codes: Iterable[int]) -> int:
    """Return the exit code of several inputs.

    >>> worst([0, 3, 1]), worst([])
    (1, 0)
    """
    return min(codes, key=_WORST_FIRST.index, default=DONE)


def say(text: str) -> None:
    """Print one line on stderr, whatever characters a file or its name contains."""
    print(printable(text), file=sys.stderr, flush=True)


def internal_fault(error: BaseException, where: str = "nonoforge") -> int:
    """Report a fault of this program; NONOFORGE_DEBUG=1 shows where it happened."""
    if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error, file=sys.stderr)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    say(f"{where}: internal error ({what}); please report it with the input that caused it; "
        "NONOFORGE_DEBUG=1 shows where it happened")
    return INTERNAL


def expected(expect: str | None, answer: str, ready: bool = False) -> int:
    """Return the exit code of one verdict under `--expect`."""
    if expect is None or answer == expect or (expect == "ready" and ready):
        return DONE
    return SPENT if answer == "unknown" else NO



def error_record(file: str, error: Exception) -> dict[str, Any]:
    """Return the record of an input that could not be read."""
    return {"file": file, "verdict": None, "error": str(error)}


def to_json(record: msgspec.Struct | dict[str, Any]) -> str:
    """Return a record as one line of ASCII, which every standard output can take."""
    from msgspec import to_builtins

    return json.dumps(to_builtins(record))



class Screen(NamedTuple):
    """What a stream can show. `width` None: a pipe or a file."""

    colour: bool = False
    unicode: bool = False
    true_colour: bool = False
    width: int | None = None

    @property
    def live(self) -> bool:
        """Whether a person looks at it now."""
        return self.width is not None

    def picture(
        self, nonogram: Nonogram, shown: Colouring | State | None, *,
        marks: Collection[int] = (), clues: bool | None = None, title: bool = True,
        height: int | None = None,
    ) -> str:
        """Return the nonogram as text, as large as the screen allows; `clues` None shows them on a
        terminal if they take little room."""
        from nonoforge.drawing import terminal

        if clues is None:
            clues = self.live and nonogram.family.text_clues
        return terminal(
            nonogram, picture=shown, marks=marks, clues=clues, title=title, colour=self.colour,
            width=self.width, height=height, unicode=self.unicode, true_colour=self.true_colour)


def screen_of(stream: TextIO) -> Screen:
    """Return what a stream shows, by its encoding and the environment (NO_COLOR, FORCE_COLOR, TERM,
    COLORTERM)."""
    environment = os.environ
    forced = bool(environment.get("FORCE_COLOR"))
    if not (stream.isatty() or forced):
        return Screen(unicode=_shows(stream, "·"))
    plain = environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
    deep = environment.get("COLORTERM") in ("truecolor", "24bit") or "WT_SESSION" in environment
    return Screen(
        colour=forced or not plain, unicode=_shows(stream, "▀▕░×│┼─"), true_colour=deep,
        width=shutil.get_terminal_size().columns,
    )


def _shows(stream: TextIO, characters: str) -> bool:
    try:
        characters.encode(stream.encoding or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


class Output:
    """Prints lines, or writes them to the file of `-o OUT` as they come.

    The file is called OUT.partial until all is done, so that an interruption loses nothing that was
    finished. Where every input was bad, no file is left.
    """

    def __init__(self, path: str | None) -> None:
        self.path = None if path == "-" else path
        self.screen = screen_of(sys.stdout) if self.path is None else Screen(unicode=True)
        self._file: GrowingFile | None = None
        self._good = False

    def line(self, text: str, *, good: bool = True) -> None:
        self._good |= good
        if self.path is None:
            print(text, flush=True)
            return
        if self._file is None:
            from nonoforge.files import GrowingFile

            self._file = GrowingFile(self.path)
            _GROWING.append(self._file)
        self._file.write((text + "\n").encode("utf-8", "backslashreplace"))

    def sentence(self, text: str) -> None:
        """Write a text, broken between words at the width of the screen."""
        width = self.screen.width
        indent = "  " if text.startswith(("- ", "  ")) else ""
        self.line(textwrap.fill(text, width, subsequent_indent=indent, break_on_hyphens=False,
                                break_long_words=False) if width else text)

    def close(self) -> None:
        """Give the file its name."""
        if self._file is not None:
            _GROWING.remove(self._file)
            self._file.finish() if self._good else self._file.discard()


_GROWING: list[GrowingFile] = []


def keep_unfinished() -> None:
    """After an interruption, say where what was finished is."""
    while _GROWING:
        file = _GROWING.pop()
        if partial := file.keep():
            say(f"{file.path}: interrupted; what was done by then is in {partial}")


def drop_unfinished() -> None:
    """After an error, remove files that were not finished."""
    while _GROWING:
        _GROWING.pop().discard()


GAP = "   "  # between two pictures side by side
DEFAULT_WIDTH = 100  # columns of a pipe or a file
_COLOUR_CODE = re.compile(r"\x1b\[[0-9;]*m")


def beside(left: tuple[str, str], right: tuple[str, str], screen: Screen) -> str:
    """Return two text pictures with headings side by side, or one below the other where the screen
    is too narrow.

    >>> print(beside(("one", "ab"), ("two", "cd"), Screen()))
    one   two
    ab    cd
    """
    blocks = [[heading, *picture.split("\n")] for heading, picture in (left, right)]
    widths = [max(map(_columns, block)) for block in blocks]
    if sum(widths) + len(GAP) > (screen.width or DEFAULT_WIDTH):
        return "\n".join(line for block in blocks for line in block)
    height = max(map(len, blocks))
    padded = [[*block, *[""] * (height - len(block))] for block in blocks]
    return "\n".join(f"{a}{' ' * (widths[0] - _columns(a))}{GAP}{b}".rstrip(" ")
                     for a, b in zip(*padded, strict=True))


def _columns(line: str) -> int:
    return columns(_COLOUR_CODE.sub("", line))


STDIN = "<stdin>"


class Input(NamedTuple):
    """A puzzle and what its results are called: `cat.xml`, or `cat.xml#2` in a file of several."""

    name: str
    nonogram: Nonogram
    seconds: float = 0.0  # of computing that reading it took

    def left(self, budget: Budget) -> Budget:
        """Return what is left of a budget after reading: less as much again, for telling what was
        found takes about as long."""
        return budget.after(2 * self.seconds)


def read(file: str, format: str | None = None) -> list[Input]:
    """Read all puzzles of a file, of stdin (`-`), or one of several (`FILE#2`)."""
    from nonoforge.formats import load_all

    path, wanted = _split(file)
    name = STDIN if path == "-" else path
    begin = process_time()
    found = load_all(path, format)
    spent = (process_time() - begin) / max(1, len(found))
    several = len(found) > 1
    if wanted is not None and not 1 <= wanted <= len(found):
        has = f"has 1 to {len(found)}" if several else "holds one only"
        raise InputError(f"there is no puzzle {wanted}; the file {has}", file=name)
    inputs = [Input(f"{name}#{number}" if several else name, nonogram, spent)
              for number, nonogram in enumerate(found, start=1)]
    return inputs if wanted is None else [inputs[wanted - 1]]


Reader: TypeAlias = Callable[[str, str | None], list[Input]]


class ReadAhead:
    """All puzzles of several files, read at once; called like `read`, it gives those of a file, or
    raises what reading it raised."""

    def __init__(self, files: Iterable[str], format: str | None) -> None:
        self._found: dict[str, list[Input] | Exception] = {}
        for file in dict.fromkeys(files):
            try:
                self._found[file] = read(file, format)
            except Exception as error:
                self._found[file] = error

    def __call__(self, file: str, format: str | None) -> list[Input]:
        found = self._found[file]
        if isinstance(found, Exception):
            raise found
        return found

    def inputs(self, files: Iterable[str]) -> list[Input]:
        """Return the puzzles of all files that could be read."""
        found = [self._found[file] for file in files]
        return [each for inputs in found if not isinstance(inputs, Exception) for each in inputs]


def read_one(file: str, why: str, format: str | None = None) -> Input:
    """Read the only puzzle of a file; `why` says why one is needed."""
    found = read(file, format)
    if len(found) > 1:
        name = found[0].name.rpartition("#")[0]
        raise InputError(f"there are {len(found)} puzzles in it, but {why}; choose one, "
                         f"like {name}#1", file=name)
    return found[0]


def _split(file: str) -> tuple[str, int | None]:
    """Return file and number of `FILE#N`, unless there is a file of that very name."""
    match = re.fullmatch(r"(.+)#([0-9]{1,6})", file, re.DOTALL)
    if match is None or os.path.lexists(file):
        return file, None
    return match[1], int(match[2])


def found_in(files: Sequence[str]) -> list[str]:
    """Return the files, and for a folder all puzzle files in it, in the order of their names.
    Pictures in a folder are left out: they may not be puzzles."""
    found: list[str] = []
    for file in files:
        found += _in_folder(file) if os.path.isdir(file) else [file]
    return found


def _in_folder(folder: str) -> list[str]:
    from nonoforge.formats import EXTENSIONS

    endings = {ending for ending, format in EXTENSIONS.items() if not format.picture}
    names = [name for name in sorted(os.listdir(folder), key=_natural)
             if os.path.splitext(name)[1].lower() in endings and not name.startswith(".")]
    found = [path for name in names if os.path.isfile(path := os.path.join(folder, name))]
    if not found:
        raise InputError(f"there is no puzzle in this folder; puzzle files end in "
                         f"{' '.join(sorted(endings))}", file=folder)
    return found


def _natural(name: str) -> list[tuple[int, str]]:
    """Return a sort key that puts puzzle10 after puzzle9."""
    return [(int(part), "") if part.isdecimal() else (-1, part.lower())
            for part in re.split(r"([0-9]+)", name)]


def spare(files: Sequence[str], outputs: Mapping[str, str | None]) -> None:
    """Refuse outputs, by the names of their options, that would replace an input."""
    puzzles = {os.path.realpath(path): path for path, _ in map(_split, files)}
    for option, path in outputs.items():
        if path not in (None, "-") and (puzzle := puzzles.get(os.path.realpath(path))) \
                and os.path.isfile(puzzle):
            raise InputError(f"{option} would write over this puzzle; give it another file",
                             file=puzzle)


def each(
    files: Sequence[str], format: str | None, progress: Progress, act: Callable[[Input], int],
    records: Output | None = None, budget: Budget | None = None, reader: Reader | None = None,
) -> int:
    """Do something with every puzzle of every file, each of which is read within the budget, and
    return the worst exit code.

    An error of one input is printed and does not stop the rest; with `records` it is a JSON line,
    too. `reader` takes the place of `read`.
    """
    codes = []
    for file in files:
        name = STDIN if file == "-" else file
        try:
            for puzzle in _read_within(reader or read, file, format, budget):
                name = puzzle.name
                progress.begin(name)
                codes.append(act(puzzle))
                progress.end()
        except OSError:  # stdout is gone or full: nothing more to do
            raise
        except Exception as error:
            with progress.hidden():
                codes.append(_fault(name, error))
                if records is not None:
                    records.line(to_json(error_record(name, error)), good=False)
            progress.end()
    return worst(codes)


def _read_within(
    reader: Reader, file: str, format: str | None, budget: Budget | None,
) -> list[Input]:
    """Read all puzzles of a file, within the budget of one."""
    with interrupt.within(budget, file):
        return reader(file, format)


def _fault(name: str, error: Exception) -> int:
    if isinstance(error, InputError):
        error.at(file=name)
    elif isinstance(error, NonoforgeError):
        error = InputError(str(error), file=name)
    else:
        return internal_fault(error, name)
    say(str(error))
    return BAD


def judged(puzzle: Input, *, quiet: bool) -> Report:
    """Check a puzzle within the default budget."""
    from nonoforge.cli.progress import Progress
    from nonoforge.judge import check
    from nonoforge.methods import METHODS

    with Progress(1, quiet=quiet) as progress:
        progress.begin(puzzle.name)
        return check(puzzle.nonogram, budget=METHODS["auto"].budget, progress=progress.work)
