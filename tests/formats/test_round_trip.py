"""Every format gives back what it was given, or says what it cannot hold."""

from __future__ import annotations

import re

import pytest
from format_cases import clues_of, dancer, flag, full, puzzles, same
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.puzzles import rounds
from nonoforge.errors import FormatError
from nonoforge.formats import FORMATS, Source, dumps, loads, sniff
from nonoforge.formats.losses import losses
from nonoforge.nonogram import Nonogram

EXAMPLES = rounds(60)
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=EXAMPLES)
WRITABLE = [format for format in FORMATS.values() if format.can_write and format.can_read]
FOR_GRIDS = [format for format in WRITABLE if "grid" in format.families]


@pytest.mark.parametrize("format", WRITABLE, ids=lambda format: format.name)
@QUIET
@given(data=st.data())
def test_round_trip(format, data):
    """The strongest promise: exactly the same puzzle, or an error that names a loss."""
    nonogram = data.draw(puzzles(format))
    lost = losses(nonogram, format)
    if lost:
        with pytest.raises(FormatError) as caught:
            dumps(nonogram, format.name)
        assert lost[0].what in str(caught.value) or any(loss.drop is None for loss in lost)
        return
    [again] = loads(dumps(nonogram, format.name), format=format.name)
    assert same(again, nonogram)
    if format.name == "nono":
        assert again == nonogram  # symbols, too


@pytest.mark.parametrize("format", WRITABLE, ids=lambda format: format.name)
@settings(QUIET, max_examples=EXAMPLES // 2)
@given(nonogram=puzzles())
def test_lossy_keeps_the_puzzle(format, nonogram):
    """Whatever is dropped, the clues stay, and the result loses nothing more."""
    fatal = [loss.what for loss in losses(nonogram, format) if loss.drop is None]
    if fatal:
        with pytest.raises(FormatError, match=re.escape(fatal[0])):
            dumps(nonogram, format.name, lossy=True)
        return
    data = dumps(nonogram, format.name, lossy=True)
    [again] = loads(data, format=format.name)
    if not format.picture:
        assert clues_of(again) == clues_of(nonogram)
    else:
        assert again.solution is not None
        assert again.geometry == nonogram.geometry
    assert dumps(again, format.name) == data or same(
        loads(dumps(again, format.name), format=format.name)[0], again)


@settings(QUIET, max_examples=EXAMPLES // 2)
@given(batch=st.lists(puzzles(FORMATS["nonpack"]), min_size=1, max_size=3))
@pytest.mark.parametrize("name", ["nonpack", "webpbn"])
def test_several_in_one_file(name, batch):
    format = FORMATS[name]
    if any(losses(nonogram, format) for nonogram in batch):
        return
    again = loads(dumps(batch, name), format=name)
    assert len(again) == len(batch)
    assert all(map(same, again, batch))


@pytest.mark.parametrize("target", FOR_GRIDS, ids=lambda format: format.name)
@pytest.mark.parametrize("start", FOR_GRIDS, ids=lambda format: format.name)
@pytest.mark.parametrize("nonogram", [dancer(), flag()], ids=["plain", "colour"])
def test_conversion_keeps_clues(start, target, nonogram):
    chain = [start, target, FORMATS["nono"]]
    if target.picture and "solution" not in start.holds:
        chain = [target, FORMATS["nono"]]
    if not nonogram.puzzle.palette.plain:
        chain = [format for format in chain if "colours" in format.holds]
    current: Nonogram = nonogram
    for format in chain:
        [current] = loads(dumps(current, format.name, lossy=True), format=format.name)
    assert clues_of(current) == clues_of(nonogram)


@pytest.mark.parametrize("format", FOR_GRIDS, ids=lambda format: format.name)
def test_what_it_cannot_hold_is_named(format):
    parts = {"given": "given cells", "title": "a title", "saved": "saved states", "notes": "notes",
             "licence": "a licence", "more": "further properties"}
    nonogram = full()
    wanted = [phrase for part, phrase in parts.items() if part not in format.holds]
    if not wanted:
        assert same(loads(dumps(nonogram, format.name), format=format.name)[0], nonogram)
        return
    with pytest.raises(FormatError, match=r"`\.\w+` cannot hold ") as caught:
        dumps(nonogram, format.name)
    fatal = "colours" not in format.holds or not (format.picture or "blotted" in format.holds)
    assert fatal or all(phrase in str(caught.value) for phrase in wanted)


def test_the_message_is_a_sentence():
    nonogram = loads(b'title "x"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')[0]
    with pytest.raises(FormatError) as caught:
        dumps(nonogram, "nin")
    assert str(caught.value) == "`.nin` cannot hold a title; use --lossy to drop it"


def test_several_do_not_fit_in_one():
    with pytest.raises(FormatError, match=r"`\.nin` holds one puzzle, not 2"):
        dumps([dancer(), dancer()], "nin", lossy=True)
    with pytest.raises(FormatError, match="no puzzle to write"):
        dumps([], "nono")


@pytest.mark.parametrize("format", WRITABLE, ids=lambda format: format.name)
@settings(QUIET, max_examples=EXAMPLES // 2)
@given(data=st.data())
def test_own_files_are_sniffed(format, data):
    """A file that Nonoforge wrote needs no name to be read again."""
    nonogram = data.draw(puzzles(format))
    if losses(nonogram, format):
        return
    source = Source(dumps(nonogram, format.name))
    found = sniff(source)
    expected = {format.name, "non"} if format.name == "nonpack" else {format.name}
    small = format.name == "text" and nonogram.puzzle.cells == 1
    assert found is None if small and b"=" not in source.data else found.name in expected
