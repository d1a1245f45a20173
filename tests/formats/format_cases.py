"""Puzzles to write and read: Hypothesis strategies, samples of every format, and comparing."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

from hypothesis import strategies as st

from helpers.arrangements import moon, random_sloped, with_labels
from nonoforge.clues import Run, Runs
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.solid import PALETTE, from_voxels
from nonoforge.formats import FORMATS, Format, dumps, loads
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import SYMBOLS, Colour, Palette
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

AWKWARD = (
    'say "cheese"', "it's", "a & b &amp; c &lt; &#65;", "<b>x</b> ]]> <!-- -->", "Jürgen Ärger",
    "日本語 🎉", "two\nlines", "tabs\tand\r\nmore", " spaces ", "#d", ": rows", "====", "0", "\\n",
    "\u2028", "\x01", "﻿bom", "rows\n1", '{"a": 1}', "x" * 300, "-- '; DROP", "\x85", "\ufffe",
)
TEXTS = st.one_of(
    st.sampled_from(AWKWARD),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=12),
)
KEYS = st.one_of(st.sampled_from(["rating", "x-y", "Title", "note", "maxrule", "saved-id", "two "
                                  "words", "", "#", "title", "xml", "a,b", "ü"]), TEXTS)
RGB = st.integers(0, 0xFFFFFF).map(lambda value: f"#{value:06x}")


@st.composite
def palettes(draw: st.DrawFn, *, colours: bool, custom: bool) -> Palette:
    size = draw(st.sampled_from([2, 3, 3, 4, 6, 64])) if colours else 2
    if not custom or draw(st.booleans()):
        rgbs = ["#ffffff", "#000000", "#ff0000", "#00ff00", "#0000ff", "#ffff00"]
        rgbs += [f"#{index:06x}" for index in range(1, 59)]
        return Palette.of(*rgbs[:size])
    symbols = draw(st.lists(st.one_of(st.sampled_from(SYMBOLS + ".#X|?[]0 ,"),
                                      st.characters(exclude_categories=["Cs"])),
                            min_size=size, max_size=size, unique=True))
    names = draw(st.lists(TEXTS, min_size=size, max_size=size, unique=True))
    rgbs = draw(st.lists(RGB, min_size=size, max_size=size))
    return Palette(tuple(map(Colour, names, rgbs, symbols)))


@st.composite
def infos(draw: st.DrawFn, parts: frozenset[str]) -> Info:
    values = {name: draw(TEXTS) for name in Info().__dataclass_fields__
              if name in parts and name not in ("notes", "more") and draw(st.booleans())}
    if "notes" in parts:
        values["notes"] = tuple(draw(st.lists(TEXTS, max_size=2)))
    if "more" in parts:
        values["more"] = tuple(draw(st.lists(st.tuples(KEYS, TEXTS), max_size=2)))
    return Info(**values)


@st.composite
def puzzles(draw: st.DrawFn, format: Format = FORMATS["nono"]) -> Nonogram:
    """A puzzle with nothing but the parts that a format says it can hold."""
    if "grid" not in format.families:
        return draw(solids())
    if "sloped" in format.families and draw(st.integers(0, 3)) == 0:
        found = draw(planar())
        return found if "solution" in format.holds else replace(found, solution=None)
    holds = format.holds
    palette = draw(palettes(colours="colours" in holds, custom="palette" in holds))
    width, height = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cell = st.integers(0, len(palette) - 1)
    picture = draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=height,
                            max_size=height))
    nonogram = from_picture(picture, palette=palette, info=draw(infos(holds)))
    keep = format.picture or ("solution" in holds and draw(st.booleans()))
    cells = range(width * height)
    given, saved = [], []
    if "given" in holds:
        given = [(at, draw(cell)) for at in sorted(draw(st.sets(st.sampled_from(cells),
                                                                max_size=4)))]
    if "saved" in holds:
        masks = st.one_of(cell.map(lambda c: 1 << c), st.just((1 << len(palette)) - 1),
                          st.integers(1, (1 << len(palette)) - 1))
        saved = [State(tuple(draw(masks) for _ in cells))
                 for _ in range(draw(st.integers(0, 2)))]
    lines = nonogram.puzzle.lines
    clues = [line.clue for line in lines]
    if "blotted" in holds and draw(st.booleans()):
        clues = [_blot(draw, clue) for clue in clues]
    return from_clues(clues[:height], clues[height:], palette=palette, info=nonogram.info,
                      solution=nonogram.solution if keep else None, given=given, saved=saved)


@st.composite
def solids(draw: st.DrawFn) -> Nonogram:
    """A finished solid with all of its clues."""
    palette = draw(st.one_of(st.just(PALETTE), palettes(colours=True, custom=True)))
    width, height, depth = (draw(st.integers(1, 4)) for _ in range(3))
    cell = st.integers(0, len(palette) - 1)
    return from_voxels([[[draw(cell) for _ in range(width)] for _ in range(height)]
                        for _ in range(depth)], palette=palette)


@st.composite
def planar(draw: st.DrawFn) -> Nonogram:
    """A sloped puzzle, with labels or without."""
    rng = draw(st.randoms(use_true_random=False))
    nonogram = replace(random_sloped(rng, rng.randrange(5), rng.choice([2, 3])),
                       info=draw(infos(frozenset({"title", "notes", "more"}))))
    return with_labels(nonogram, rng) if draw(st.booleans()) else nonogram


def _blot(draw: st.DrawFn, clue: Runs) -> Runs:
    return Runs(tuple(Run(None, run.colour) if draw(st.booleans()) else run for run in clue.runs))


def same(one: Nonogram, other: Nonogram) -> bool:
    """Equal but for the symbols of the colours, which are each format's own business."""
    return _plain(one) == _plain(other)


def _plain(nonogram: Nonogram) -> Nonogram:
    old = nonogram.puzzle
    colours = tuple(colour._replace(symbol=chr(65 + number))
                    for number, colour in enumerate(old.palette.colours))
    puzzle = Puzzle(old.cells, old.lines, Palette(colours), tuple(sorted(old.given)))
    return replace(nonogram, puzzle=puzzle)


def clues_of(nonogram: Nonogram) -> list[Runs]:
    return [line.clue for line in nonogram.puzzle.lines]


def dancer() -> Nonogram:
    """Black and white, with an empty row and an empty column."""
    return from_picture([[0, 1, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0], [1, 1, 1, 0]])


def flag() -> Nonogram:
    """Three colours and white."""
    palette = Palette.of("#ffffff", "#000000", "#ff0000", "#ffcc00")
    return from_picture([[1, 1, 1, 1], [2, 2, 2, 0], [3, 3, 3, 3], [0, 0, 1, 0]], palette=palette)


def stairs() -> Nonogram:
    """A solid of two colours, with no side like another."""
    palette = Palette.of("#ffffff", "#cc0000", "#0000cc")
    return from_voxels([[[1, 1, 2, 2], [1, 1, 0, 0], [1, 0, 0, 0]],
                        [[2, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]], palette=palette)


def full() -> Nonogram:
    """Everything that a file can hold at once."""
    nonogram = flag()
    clues = clues_of(nonogram)
    blotted = Runs(tuple(Run(None, run.colour) for run in clues[1].runs))
    info = Info(title='A "flag" & more', author="Ann", author_id="ann", copyright="© 2024",
                licence="CC-BY-4.0", source="here", identifier="#1", description="Three\nbars",
                notes=("first", "second"), more=(("rating", "3"), ("rating", "4")))
    state = State(tuple(15 if cell % 3 else 1 << colour
                        for cell, colour in enumerate(nonogram.solution or b"")))
    return from_clues([clues[0], blotted, *clues[2:4]], clues[4:],
                      palette=nonogram.puzzle.palette, info=info, solution=nonogram.solution,
                      given=[(0, 1), (7, 0)], saved=[state])


def samples(format: Format) -> list[bytes]:
    """A few files of a format, as Nonoforge writes them."""
    if "grid" not in format.families:
        return [dumps(nonogram, format.name, lossy=True) for nonogram in (
            stairs(), from_voxels([[[1]]]), from_voxels([[[0, 0]]]))]
    wanted = [dancer(), from_picture([[1]]), from_picture([[0]]),
              from_picture([[1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1]])]
    if "colours" in format.holds:
        wanted += [flag(), replace(flag(), solution=None)] if not format.picture else [flag()]
    files = [dumps(nonogram, format.name, lossy=True) for nonogram in wanted]
    if "several" in format.holds:
        files.append(dumps(wanted, format.name, lossy=True))
    if "blotted" in format.holds:
        files.append(dumps(full(), format.name, lossy=True))
    if "sloped" in format.families:
        files += [dumps(nonogram, format.name, lossy=True) for nonogram in (
            moon(), with_labels(random_sloped(Random(1), 3), Random(1)))]
    return files


def attempt(data: bytes, format: str | None = None) -> list[Nonogram] | InputError:
    """The puzzles of a file called `mutant`, or the error that its reader raises."""
    try:
        with no_hang():
            return loads(data, "mutant", format=format)
    except InputError as error:
        return error


@contextmanager
def no_hang(seconds: float = 10) -> Iterator[None]:
    """A guard, not a measurement: far more than anything here may take."""
    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"more than {seconds} seconds")
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
