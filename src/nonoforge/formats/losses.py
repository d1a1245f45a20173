"""What a format cannot hold of a nonogram: an error, or dropped where that was asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields, replace

from nonoforge.clues import Runs, Tally
from nonoforge.colour_vision import colour_names
from nonoforge.errors import FormatError
from nonoforge.formats.format import Format, Loss
from nonoforge.formats.source import MAX_PUZZLES
from nonoforge.nonogram import INFO_FIELDS, INFO_TEXTS, MAX_EXTRAS, Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.text import listed

_PHRASES = {
    "title": "a title", "author": "an author", "author_id": "an author's id",
    "copyright": "a copyright", "licence": "a licence", "source": "a source",
    "identifier": "an identifier", "description": "a description", "notes": "notes",
    "more": "further properties", "given": "given cells", "solution": "a solution",
    "saved": "saved states", "palette": "colours other than black on white",
}
_COLOURS, _BLOTTED, _HIDDEN = "more than two colours", "blotted clues", "hidden clues"
_NATIVE = {_COLOURS, _BLOTTED, _HIDDEN}  # what the native file has a place for


def prepare(nonograms: Sequence[Nonogram], format: Format, lossy: bool) -> list[Nonogram]:
    """Return the nonograms as the format can hold them. Raise FormatError if something would be
    dropped and `lossy` is false."""
    if not nonograms:
        raise FormatError("no puzzle to write")
    if len(nonograms) > 1 and "several" not in format.holds:
        raise FormatError(f"`{format.extensions[0]}` holds one puzzle, not {len(nonograms)}; "
                          "write each to a separate file")
    if len(nonograms) > MAX_PUZZLES:
        raise FormatError(f"{len(nonograms):,} puzzles (limit {MAX_PUZZLES:,} a file)")
    return [_fit(nonogram, format, lossy) for nonogram in nonograms]


def losses(nonogram: Nonogram, format: Format) -> list[Loss]:
    """Return the parts of a nonogram that the format cannot hold."""
    if not format.holds_family(nonogram.family):
        return [Loss(f"a puzzle of the family {nonogram.family.name}", None)]
    found = [*_puzzle_losses(nonogram, format), *_broken_text(nonogram),
             *_odd_extras(nonogram)]
    for part in (*INFO_FIELDS, "given", "solution", "saved"):
        if part not in format.holds and _has(nonogram, part):
            found.append(Loss(_PHRASES[part], _dropper(part)))
    return found + ([] if any(loss.drop is None for loss in found) else format.losses(nonogram))


def _fit(nonogram: Nonogram, format: Format, lossy: bool) -> Nonogram:
    lost = losses(nonogram, format)
    fatal = [loss for loss in lost if loss.drop is None]
    dot = format.extensions[0]
    if fatal:
        elsewhere = "; `.nono` can" if {loss.what for loss in fatal} <= _NATIVE else ""
        raise FormatError(f"`{dot}` cannot hold {listed([loss.what for loss in fatal])}{elsewhere}")
    if lost and not lossy:
        them = "it" if len(lost) == 1 and not lost[0].what.endswith("s") else "them"
        raise FormatError(f"`{dot}` cannot hold {listed([loss.what for loss in lost])}; "
                          f"use --lossy to drop {them}")
    for loss in lost:
        if loss.drop:
            nonogram = loss.drop(nonogram)
    return nonogram


def _puzzle_losses(nonogram: Nonogram, format: Format) -> Iterable[Loss]:
    palette = nonogram.puzzle.palette
    if not palette.plain and "colours" not in format.holds:
        yield Loss(_COLOURS, None)
    elif "palette" not in format.holds and _looks(palette) != _looks(Palette()):
        yield Loss(_PHRASES["palette"], _plain_palette)
    if format.picture and nonogram.solution is None:
        yield Loss("a puzzle without its solution; --solve finds it", None)
    elif "blotted" not in format.holds and _blotted(nonogram):
        yield Loss(_BLOTTED, (lambda same: same) if format.picture else None)
    if "hidden" not in format.holds and _has_hidden(nonogram):
        yield Loss(_HIDDEN, as_it_is if format.picture else None)


def _looks(palette: Palette) -> list[tuple[str, str]]:
    return [(colour.name, colour.rgb) for colour in palette.colours]


def _blotted(nonogram: Nonogram) -> bool:
    return any(run.length is None for line in nonogram.puzzle.lines
               if isinstance(line.clue, Runs) for run in line.clue.runs)


def _has_hidden(nonogram: Nonogram) -> bool:
    return any(isinstance(line.clue, Tally) and line.clue.hidden for line in nonogram.puzzle.lines)


def _has(nonogram: Nonogram, part: str) -> bool:
    if part == "given":
        return bool(nonogram.puzzle.given)
    if part == "solution":
        return nonogram.solution is not None
    return bool(nonogram.saved if part == "saved" else getattr(nonogram.info, part))


def _dropper(part: str) -> Callable[[Nonogram], Nonogram]:
    if part == "given":
        return lambda nonogram: with_puzzle(nonogram, given=())
    if part == "solution":
        return lambda nonogram: replace(nonogram, solution=None)
    if part == "saved":
        return lambda nonogram: replace(nonogram, saved=())
    empty = getattr(Info(), part)
    return lambda nonogram: replace(nonogram, info=replace(nonogram.info, **{part: empty}))


def _plain_palette(nonogram: Nonogram) -> Nonogram:
    return with_puzzle(nonogram, palette=Palette())


def plain_names(nonogram: Nonogram) -> Nonogram:
    """Return the nonogram with made-up names for its colours."""
    colours = nonogram.puzzle.palette.colours
    names = colour_names([colour.rgb for colour in colours])
    renamed = tuple(c._replace(name=name) for c, name in zip(colours, names, strict=True))
    return with_puzzle(nonogram, palette=Palette(renamed))


def as_it_is(nonogram: Nonogram) -> Nonogram:
    """Return the nonogram: for losses that are simply not written."""
    return nonogram


def given_twice(nonogram: Nonogram) -> list[Loss]:
    """Return the loss of a second colour of a given cell, which few formats can hold."""
    given = nonogram.puzzle.given
    return [Loss("a cell that is given twice", None)] if len(dict(given)) < len(given) else []


def with_puzzle(
    nonogram: Nonogram, *, palette: Palette | None = None,
    given: tuple[tuple[int, int], ...] | None = None,
) -> Nonogram:
    """Return the nonogram with another palette or other given cells."""
    old = nonogram.puzzle
    puzzle = Puzzle(old.cells, old.lines, palette or old.palette,
                    old.given if given is None else given)
    return replace(nonogram, puzzle=puzzle)


def without_property(key: str) -> Callable[[Nonogram], Nonogram]:
    """Return a function that drops a further property."""
    def drop(nonogram: Nonogram) -> Nonogram:
        more = tuple(pair for pair in nonogram.info.more if pair[0] != key)
        return replace(nonogram, info=replace(nonogram.info, more=more))
    return drop


def _odd_extras(nonogram: Nonogram) -> Iterable[Loss]:
    """Yield too many extras, and states of another size or with a cell of no colour."""
    info = nonogram.info
    if max(len(info.notes) + len(info.more), len(nonogram.saved)) >= MAX_EXTRAS:
        yield Loss(f"{MAX_EXTRAS:,} or more notes, properties or saved states", None)
    if not all(_fits(state, nonogram) for state in nonogram.saved):
        yield Loss("a saved state that does not fit the puzzle", lambda nonogram: replace(
            nonogram, saved=tuple(s for s in nonogram.saved if _fits(s, nonogram))))


def _fits(state: State, nonogram: Nonogram) -> bool:
    most = 1 << len(nonogram.puzzle.palette)
    return len(state.masks) == nonogram.puzzle.cells and all(0 < m < most for m in state.masks)


def _broken_text(nonogram: Nonogram) -> Iterable[Loss]:
    """Yield texts with half a surrogate pair, which no encoding can hold."""
    for name, value in texts(nonogram):
        if re.search("[\ud800-\udfff]", value):
            yield Loss(f"{name} with half a character (a lone surrogate) in it", None)


def texts(nonogram: Nonogram) -> Iterable[tuple[str, str]]:
    """Yield every text of a nonogram, after what it is."""
    info = nonogram.info
    for field in fields(info):
        value = getattr(info, field.name)
        if isinstance(value, str):
            yield _PHRASES[field.name], value
    for note in info.notes:
        yield "a note", note
    for key, value in info.more:
        yield f"the property name {key!a}", key
        yield f"the property {key!a}", value
    for colour in nonogram.puzzle.palette.colours:
        yield f"the colour name {colour.name!a}", colour.name
        yield f"the symbol {colour.symbol!a}", colour.symbol


def map_texts(info: Info, change: Callable[[str], str]) -> Info:
    """Return the info with every value (not the names of further properties) changed."""
    plain = {name: change(getattr(info, name)) for name in INFO_TEXTS}
    return Info(**plain, notes=tuple(change(note) for note in info.notes),
                more=tuple((key, change(value)) for key, value in info.more))
