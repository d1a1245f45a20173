"""Strings that hold a puzzle: there and back, short, safe to send, and hard to break."""

from __future__ import annotations

import base64
import random
import re
import tracemalloc
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from format_cases import TEXTS, attempt, dancer, flag, full, no_hang, planar, puzzles, solids
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helpers.arrangements import moon, random_sloped, with_labels
from helpers.puzzles import rounds
from nonoforge.clues import Count, Tally
from nonoforge.errors import FormatError, InputError
from nonoforge.families.grid import Grid, from_picture
from nonoforge.families.plane import arrangement_of
from nonoforge.families.solid import PALETTE, Solid, from_tallies, from_voxels, solid_of
from nonoforge.formats import FORMATS, Source, dumps, load, loads, share
from nonoforge.nonogram import Info, Nonogram
from nonoforge.puzzle import Line, Puzzle
from nonoforge.storage import (
    Odds,
    Reader,
    Writer,
    code_choice,
    code_index,
    code_number,
    code_signed,
    code_text,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
QUIET = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=rounds(60))

DANCER = b"nf1.MXbxYqVq-fD3iCM\n"
FLAG = b"nf1.MPzdeSRV7uoCh_fzeLkz-Hy31LRG\n"


def string(nonogram: Nonogram) -> bytes:
    return dumps(nonogram, "share", lossy=True)


def back(nonogram: Nonogram) -> Nonogram:
    [again] = loads(string(nonogram))
    return again


def sealed(packed: bytes) -> bytes:
    """Any bytes as a string whose check digits are right."""
    data = packed + zlib.crc32(packed).to_bytes(4)[1:]
    return b"nf1." + base64.urlsafe_b64encode(data).rstrip(b"=")


def opened(line: bytes) -> bytes:
    letters = line.strip().removeprefix(b"nf1.")
    return base64.urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))[:-3]


def bare(nonogram: Nonogram) -> Nonogram:
    """What a string keeps."""
    return replace(nonogram, solution=None, saved=())


# --- the coder -----------------------------------------------------------------------------------

STEPS = st.lists(st.one_of(
    st.tuples(st.just("bit"), st.sampled_from([None, "a", "b"]), st.integers(0, 1)),
    st.tuples(st.just("number"), st.integers(0, 2**40), st.none()),
    st.tuples(st.just("bounded"), st.integers(0, 70), st.integers(0, 30)),
    st.tuples(st.just("signed"), st.integers(-10**9, 10**9), st.none()),
    st.tuples(st.just("choice"), st.integers(0, 9), st.integers(10, 70)),
    st.tuples(st.just("pick"), st.integers(0, 9), st.integers(10, 70)),
    st.tuples(st.just("text"), TEXTS, st.none()),
), max_size=30)


def coded(coder, steps, known):
    """What a coder makes of these steps; a reader is told nothing but their kinds and bounds."""
    for kind, one, other in steps:
        if kind == "bit":
            yield coder.bit(one, other if known else 0)
        elif kind == "number":
            yield code_number(coder, kind, one if known else 0)
        elif kind == "bounded":
            yield code_number(coder, kind, one if known else 0, one + other)
        elif kind == "signed":
            yield code_signed(coder, kind, one if known else 0)
        elif kind == "choice":
            yield code_choice(coder, (kind, other), one if known else 0, other)
        elif kind == "pick":
            yield code_index(coder, one if known else 0, other)
        else:
            yield code_text(coder, one if known else "")


@QUIET
@given(steps=STEPS)
def test_a_reader_gives_back_what_was_written(steps):
    writer = Writer(Odds())
    written = list(coded(writer, steps, known=True))
    assert written == [other if kind == "bit" else one for kind, one, other in steps]
    packed = writer.packed()
    reader = Reader(packed, Odds())
    assert list(coded(reader, steps, known=False)) == written
    assert reader.finished


@pytest.mark.parametrize("share_of_ones", [0.5, 0.1, 0.01, 0.0])
def test_bits_take_the_room_that_they_deserve(share_of_ones):
    """Within 3 % and a few bytes of what information theory allows."""
    from math import log2

    rng = random.Random(3)
    bits = [int(rng.random() < share_of_ones) for _ in range(20_000)]
    writer = Writer(Odds())
    for bit in bits:
        writer.bit("x", bit)
    p = sum(bits) / len(bits)
    least = sum(-q * log2(q) for q in (p, 1 - p) if q) * len(bits) / 8
    assert len(writer.packed()) < 1.03 * least + 15


def test_carries_reach_far_back():
    """Long rows of the likeliest bit end in bytes of 255 that one more bit can turn over."""
    for seed in range(200):
        rng = random.Random(seed)
        bits = [int(rng.random() < 0.98) for _ in range(rng.randrange(400))]
        writer = Writer(Odds())
        for bit in bits:
            writer.bit("x", bit)
        reader = Reader(writer.packed(), Odds())
        assert [reader.bit("x") for _ in bits] == bits


# --- there and back ------------------------------------------------------------------------------

@QUIET
@given(nonogram=puzzles(FORMATS["share"]))
def test_grids_and_slopes(nonogram):
    given_in_order = tuple(sorted(nonogram.puzzle.given))
    assert back(nonogram) == replace(nonogram, puzzle=replace(nonogram.puzzle,
                                                              given=given_in_order))


@QUIET
@given(nonogram=solids(), data=st.data())
def test_solids(nonogram, data):
    """With clues hidden, whole or in part."""
    solid, colours = solid_of(nonogram), len(nonogram.puzzle.palette)
    clues = {(line.group, line.name): line.clue for line in nonogram.puzzle.lines}

    def hide(clue: Tally | None) -> Tally | None:
        kind = data.draw(st.integers(0, 4))
        if clue is None or kind == 0:
            return None
        if kind == 1:
            return Tally(clue.counts[:data.draw(st.integers(0, colours - 1))])
        hidden = [Count(data.draw(st.sampled_from([count.total, None])),
                        data.draw(st.sampled_from([count.groups, None])))
                  for count in clue.counts]
        return Tally(tuple(hidden)) if kind == 2 else clue

    some = from_tallies(solid, [[hide(clues.get((axis, rod.name))) for rod in solid.rods(axis)]
                                for axis in range(3)], palette=nonogram.puzzle.palette,
                        given=[(0, 1)], info=Info(title="Sólido"))
    for puzzle in (nonogram, some):
        assert back(puzzle) == bare(puzzle)


@QUIET
@given(nonogram=planar(), data=st.data())
def test_hidden_and_blotted_sides(nonogram, data):
    lines = [line for line in nonogram.puzzle.lines if data.draw(st.booleans())]
    puzzle = replace(nonogram.puzzle, lines=tuple(map(_blotted, lines)))
    nonogram = replace(nonogram, puzzle=puzzle)
    assert back(nonogram) == bare(nonogram)


def _blotted(line: Line) -> Line:
    runs = tuple(run._replace(length=None) for run in line.clue.runs[:1]) + line.clue.runs[1:]
    return line._replace(clue=replace(line.clue, runs=runs))


@pytest.mark.parametrize("seed", range(12))
def test_any_slopes_keep_their_topology(seed):
    rng = random.Random(seed)
    nonogram = with_labels(random_sloped(rng, 3 + seed, any_slope=True), rng)
    _alike(back(nonogram), nonogram)


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("curved/*.nono")), ids=lambda p: p.stem)
def test_curved_examples(path):
    nonogram = load(path)
    _alike(back(nonogram), nonogram)
    assert len(string(nonogram)) < path.stat().st_size / 8


def _alike(again: Nonogram, nonogram: Nonogram) -> None:
    """The same puzzle; the same faces, curves and frame, dart by dart; points within a hair."""
    assert again.puzzle == nonogram.puzzle
    one, other = arrangement_of(again), arrangement_of(nonogram)
    assert (one.faces, one.curves, one.frame) == (other.faces, other.curves, other.frame)
    assert one.labels is not None
    assert other.labels is not None
    for mine, theirs in zip(one.labels.places, other.labels.places, strict=True):
        assert (mine is None) == (theirs is None)
        assert mine is None or (mine.end, mine.leader) == (theirs.end, pytest.approx(theirs.leader,
                                                                                     abs=6e-4))
    for mine, theirs in zip(one.edges, other.edges, strict=True):
        assert [len(piece) for piece in mine] == [len(piece) for piece in theirs]
        assert [v for piece in mine for point in piece for v in point] == pytest.approx(
            [v for piece in theirs for point in piece for v in point], abs=5.1e-3)
    assert string(again) == string(nonogram)


def test_holes_and_closed_curves():
    assert back(moon()) == bare(moon())


def test_faces_that_the_drawing_does_not_tell():
    """Two curves that leave a vertex in the same direction: loops are told dart by dart."""
    nonogram = moon()
    arrangement = arrangement_of(nonogram)
    edges = list(arrangement.edges)
    m = edges[0][0][1]
    edges[6] = ((m, (0.0, 0.0), (2.0, 6.0), edges[6][0][3]),)  # leaves along the frame
    nonogram = replace(nonogram, geometry=replace(arrangement, edges=tuple(edges)))
    assert back(nonogram) == bare(nonogram)


def test_other_numbers_of_faces_and_darts():
    nonogram = bare(moon())
    arrangement = arrangement_of(nonogram)
    a, b, c = arrangement.faces
    turned = (b[0][1:] + b[0][:1], b[1])
    odd = replace(arrangement, faces=(c, a, turned), frame=arrangement.frame[2:]
                  + arrangement.frame[:2])
    again = back(replace(nonogram, geometry=odd, puzzle=Puzzle(3, ())))
    assert again.geometry == odd


# --- what a string is like -----------------------------------------------------------------------

def test_the_solution_is_never_in_it():
    for nonogram in (dancer(), flag(), full(), moon(), from_voxels([[[1, 0], [1, 1]]])):
        with pytest.raises(FormatError, match="cannot hold a solution"):
            dumps(replace(nonogram, saved=()), "share")
        assert string(nonogram) == string(bare(nonogram))
        assert back(nonogram).solution is None


def test_letters_that_links_and_shells_leave_alone():
    for nonogram in (dancer(), flag(), full(), moon()):
        assert re.fullmatch(rb"nf1\.[A-Za-z0-9_-]+\n", string(nonogram))


def test_strings_are_read_for_ever():
    """Made by the first version: what is changed must not change these."""
    assert loads(DANCER) == [bare(dancer())]
    assert loads(FLAG) == [bare(flag())]
    assert (string(dancer()), string(flag())) == (DANCER, FLAG)


def test_grids_are_short():
    """A 30x30 picture of four colours fits into a small QR code."""
    rng = random.Random(1)
    disc = [[int((x - 14) ** 2 + (y - 15) ** 2 < 140) * (1 + (x // 8 + y // 7) % 4)
             for x in range(30)] for y in range(30)]
    assert len(string(from_picture(disc))) < 300
    noise = from_picture([[rng.randrange(2) for _ in range(20)] for _ in range(20)])
    assert len(string(noise)) < 160


def test_what_mail_does_to_it():
    line = string(full())
    broken = b"\xef\xbb\xbf  " + b"\r\n".join(line[at:at + 20]
                                            for at in range(0, len(line), 20)) + b" \n\n"
    assert loads(broken) == loads(line)
    assert loads(line.strip(), "puzzle.share") == loads(line)


# --- what is refused -----------------------------------------------------------------------------

def test_cut_off_anywhere():
    line = string(full()).strip()
    for cut in range(len(line)):
        with pytest.raises(FormatError, match=r"^x:1:1: "):
            loads(line[:cut] or b"\n", "x", format="share")


def test_every_changed_letter_is_noticed():
    line = string(flag()).strip()
    for at in range(4, len(line) - 1):
        for letter in b"Aa9_":
            if letter != line[at]:
                mutant = line[:at] + bytes([letter]) + line[at + 1:]
                with pytest.raises(FormatError, match="damaged or cut off"):
                    loads(mutant)


@pytest.mark.parametrize(("data", "said"), [
    (b"nf3.AAAAAAAA", "the string has version 3; this program reads version 1 or 2"),
    (b"nf1.", "damaged or cut off"), (b"nf1.A", "damaged or cut off"),
    (b"nf1.AAAA!", "is no string of a puzzle"), (b"nf1", "is no string of a puzzle"),
    (b"nf1.\xff\xff", "is no string of a puzzle"),
    (b"nf1." + b"A" * 70_000, r"string too long: 70,004 characters \(limit 65,536\)"),
])
def test_what_is_no_string(data, said):
    with pytest.raises(FormatError, match=rf"^x:1:1: .*{said}"):
        loads(data, "x", format="share")


def test_more_after_the_end():
    packed = opened(string(flag()))
    with pytest.raises(FormatError, match="goes on after its end"):
        loads(sealed(packed + b"\x01\x02\x03\x04\x05"))


def test_too_large_to_write(monkeypatch):
    with pytest.raises(FormatError, match="cannot hold more than 300,000 cells"):
        dumps(Nonogram(Puzzle(301_000, ()), Grid(1000, 301)), "share")
    with pytest.raises(FormatError, match="cannot hold more than 50,000 rods"):
        dumps(Nonogram(Puzzle(90_000, ()), Solid(1, 300, 300)), "share")
    with pytest.raises(FormatError, match=r"too large for a string: text: 20,001"):
        string(replace(dancer(), info=Info(description="x" * 20_001)))
    monkeypatch.setattr(share, "MAX_CHARACTERS", 20)
    with pytest.raises(FormatError, match=r"string too long: 32 characters"):
        string(flag())


@pytest.mark.parametrize("fill", [b"\0", b"\xff", b"\x55", b"\x80\0", b"\x01"])
def test_bombs(fill):
    """The longest strings there are, with right check digits: refused, and soon."""
    tracemalloc.start()
    with no_hang():
        for family in range(0, 256, 32):
            attempt(sealed((bytes([family]) + fill * 49_000)[:49_000]))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 50_000_000


def test_a_bomb_of_likely_bits(monkeypatch):
    """A few bytes can hold many bits that are all alike; the limit counts bits, and binds those who
    write as well."""
    line = string(from_picture([[0] * 2] * 2000))
    monkeypatch.setattr("nonoforge.storage.coder.MAX_BITS", 2000)
    with pytest.raises(FormatError, match="holds no puzzle: more than 2,000 decisions"):
        loads(line)
    with pytest.raises(FormatError, match="too large for a string: more than 2,000 decisions"):
        string(from_picture([[0] * 2] * 2000))


def test_mutants_with_the_right_check_digits():
    """Nothing but the description itself stands between these bytes and the puzzle."""
    rng = random.Random("mutants")
    originals = [opened(string(nonogram)) for nonogram in (
        dancer(), flag(), full(), moon(), from_voxels([[[1, 0], [1, 1]], [[0, 2], [2, 1]]]),
        with_labels(random_sloped(rng, 4, 3), rng), from_voxels([[[0, 1, 1]]], palette=PALETTE))]
    read = 0
    for _ in range(rounds(800)):
        data = bytearray(rng.choice(originals))
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(data) + 1)
            kind = rng.randrange(4)
            if kind == 0:
                data[at:at + 1] = rng.randbytes(1)
            elif kind == 1:
                del data[at:at + rng.choice((1, 2, 10))]
            elif kind == 2:
                data[at:at] = rng.randbytes(rng.choice((1, 3, 20)))
            else:
                data[at:at + 1] = bytes([(data[at] if at < len(data) else 0) ^ 1 <<
                                         rng.randrange(8)])
        found = attempt(sealed(bytes(data)), "share")
        if isinstance(found, InputError):
            assert re.fullmatch("mutant:1:1: .+", str(found)), data
            assert str(found).isprintable()
            continue
        read += 1
        assert loads(dumps(found[0], "nono"), format="nono") == found, data
        assert back(found[0]) == found[0], data
    assert read > 20


def test_random_strings():
    rng = random.Random("noise")
    for _ in range(rounds(800)):
        found = attempt(sealed(rng.randbytes(rng.choice((1, 3, 10, 40, 200)))))
        assert isinstance(found, InputError) or loads(dumps(found[0], "nono")) == found


def test_sniffing():
    sure = share.sniff(Source(DANCER))
    assert sure == 2
    for other in (b"nf1 abc", b"nf.abc", b"info1.abc", b"nf1.a=b", b"nf1.a b?", b""):
        assert not share.sniff(Source(other)) or other == b"nf1.a b?"
