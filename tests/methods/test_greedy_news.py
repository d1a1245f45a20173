"""Greedy news: the order, and the test that lets silent lines alone."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.clues import Clue, Count, Runs, Tally
from nonoforge.engine import propagate, settle
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels, with_clues
from nonoforge.methods import METHODS, choose
from nonoforge.methods.common.strategy import obvious
from nonoforge.methods.greedy_news import counted_out, silent
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

VARIANTS = ("greedy-news", "greedy-news:test=no", "greedy-news:prepass=no",
            "greedy-news:prepass=no,test=no")


def random_solid(rng: random.Random, largest: int, colours: int = 2) -> Nonogram:
    """Noise of any density, or a few boxes; some clues are hidden."""
    width, height, depth = (rng.randint(1, largest) for _ in range(3))
    ink = rng.choice((0.2, 0.5, 0.8, 0.95))
    layers = [[[rng.randrange(1, colours) if rng.random() < ink else 0 for _ in range(width)]
               for _ in range(height)] for _ in range(depth)]
    solid = from_voxels(layers)
    lines = range(len(solid.puzzle.lines))
    return with_clues(solid, {line for line in lines if rng.random() < rng.choice((0.6, 1))})


def small(rng: random.Random) -> Puzzle:
    kind = rng.random()
    if kind < 0.3:
        return random_tangle(rng)
    return random_puzzle(rng, 5, 3) if kind < 0.6 else random_solid(rng, 2, 3).puzzle


@pytest.mark.parametrize("name", VARIANTS)
def test_the_end_is_that_of_propagation(name: str) -> None:
    """Nothing that can be found line by line is passed over."""
    rng = random.Random(name)
    method = choose(name)
    for _ in range(rounds(40)):
        for puzzle in (random_nonogram(rng, 10).puzzle, random_solid(rng, 6).puzzle,
                       random_solid(rng, 4, 3).puzzle):
            assert method.solve(puzzle).state == propagate(puzzle, State.start(puzzle)).state


@pytest.mark.parametrize("name", [*VARIANTS, "greedy-news:line=auto"])
def test_never_wrong_and_guessing_finds_all(name: str) -> None:
    rng = random.Random(name)
    plain, guessing = choose(name), choose(name).set("guess")
    for _ in range(rounds(25)):
        puzzle = small(rng)
        expected = all_solutions(puzzle)
        verdict = plain.solve(puzzle)
        assert verdict.answer in ("unknown", ("none", "unique", "multiple")[min(len(expected), 2)])
        verdict = guessing.solve(puzzle, limit=100_000)
        assert verdict.complete
        assert sorted(verdict.solutions) == sorted(expected)


def short_lines(length: int) -> list[tuple[Clue, list[int]]]:
    """Each tally, and each runs, with each state of such a line; only those that can be."""
    lines = list(product((0, 1), repeat=length))
    clues: set[Clue] = {Tally.read(line) for line in lines} | {Runs.read(line) for line in lines}
    full = (1 << length) - 1
    states = [[white, full & ~white | both] for white in range(full + 1)
              for both in range(full + 1) if not both & ~white]
    return [(clue, masks) for clue in clues for masks in states
            if settle(clue, masks, length) is not None]


@pytest.mark.parametrize("length", range(1, 7))
def test_silent_lines_have_nothing_to_say(length: int) -> None:
    """And lines that count out have: on every short line."""
    said = 0
    for clue, masks in short_lines(length):
        settled = settle(clue, masks, length)
        if silent(clue, masks):
            assert settled == masks, (clue, masks)
            said += bool(masks[0] & masks[1])
        if sure := counted_out(clue, masks):
            assert settled is not None
            open_before, open_after = ((m[0] & m[1]).bit_count() for m in (masks, settled))
            assert open_before - open_after == sure == open_before, (clue, masks)
    assert said or length < 2


def test_most_silent_lines_are_seen() -> None:
    """On lines of length 6 few tallies that have nothing to say escape the test."""
    mute = seen = 0
    for clue, masks in short_lines(6):
        if isinstance(clue, Tally) and masks[0] & masks[1] and settle(clue, masks, 6) == masks:
            mute += 1
            seen += silent(clue, masks)
    assert 0.9 < seen / mute <= 1


def test_silence_of_long_lines() -> None:
    rng = random.Random(2)
    for _ in range(rounds(300)):
        length = rng.randint(7, 90)
        line, group = [], 0
        while len(line) < length:
            line += [group] * rng.choice((1, 1, 2, 5, 20))
            group ^= 1
        line = line[:length]
        masks = [sum(1 << at for at, colour in enumerate(line) if colour == c or rng.random() < 0.8)
                 for c in (0, 1)]
        for clue in (Tally.read(line), Runs.read(line)):
            if silent(clue, masks):
                assert settle(clue, masks, length) == masks


def test_what_the_test_cannot_read_is_not_silent() -> None:
    assert not silent(Tally.of((1, None)), [7, 7])
    assert not silent(Tally.of((None, 1)), [7, 7])
    assert not silent(Runs.of((None, 1)), [7, 7])
    assert not silent(Tally.of((1, 1), (1, 1)), [7, 7, 7])
    assert silent(Tally.of((1, 1)), [7, 7])
    assert silent(Runs.of(1), [7, 7])


@pytest.mark.parametrize(("clue", "length", "colours", "expected"), [
    (Runs.of(), 3, 2, True), (Runs.of(), 3, 4, True), (Runs.of(3), 3, 2, True),
    (Runs.of(2), 3, 2, False), (Tally.of((0, 0)), 3, 2, True), (Tally.of((3, 1)), 3, 2, True),
    (Tally.of((2, 2)), 3, 2, False), (Tally.of((0, 0)), 3, 3, False),
    (Tally.of((0, 0), (0, 0)), 3, 3, True), (Tally.of((0, 0), (3, 1)), 3, 3, True),
    (Tally((Count(None, 1),)), 3, 2, False), (Tally.of(), 3, 2, False),
])
def test_obvious(clue: Clue, length: int, colours: int, expected: bool) -> None:
    assert obvious(clue, length, colours) is expected


def test_no_line_solver_where_nothing_can_be_found() -> None:
    board = from_voxels([[[(x + y + z) % 2 for x in range(6)] for y in range(6)] for z in range(6)])
    verdict = METHODS["greedy-news"].solve(board)
    assert (verdict.answer, verdict.work.settled) == ("unknown", 0)
    verdict = choose("greedy-news:test=no").solve(board)
    assert (verdict.work.settled, dict(verdict.counts)["bad_guesses"]) == (108, 108)


def test_the_prepass_is_not_counted() -> None:
    tower = from_voxels([[[1, 1], [0, 0]], [[1, 1], [0, 0]]])
    verdict = METHODS["greedy-news"].solve(tower)
    assert (verdict.answer, verdict.work.settled) == ("unique", 0)
    assert dict(verdict.counts)["prepass_lines"] >= 2
    assert choose("greedy-news:prepass=no").solve(tower).work.settled > 0


def test_lines_that_others_complete_are_checked() -> None:
    rows = tuple(Line((cell,), Tally.of((1, 1)), f"row {cell}") for cell in range(3))
    wrong = Puzzle(3, (*rows, Line((0, 1, 2), Tally.of((1, 1)), "column", 1)))
    assert METHODS["greedy-news"].solve(wrong).answer == "none"


def test_which_line_solver() -> None:
    colours = from_picture([[1, 2, 0], [2, 2, 2]])
    assert METHODS["greedy-news"].solve(colours).answer == "unique"
    with pytest.raises(InputError, match="say line=exact"):
        choose("greedy-news:line=left-right").solve(colours)
