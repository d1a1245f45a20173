"""Lines that read some cells more than once: settled exactly, like any other line."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice
from math import prod
from typing import Any

import pytest

from helpers.puzzles import all_solutions, random_tangle, rounds
from nonoforge.clues import Run, Runs, Tally
from nonoforge.engine import LADDERS, only, plain, solve, thin
from nonoforge.engine.outcome import ORDERS
from nonoforge.engine.plain import Board, Climb, repeats
from nonoforge.engine.plain.repeats import Spans, Tables, Track
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

from .oracles import (
    PALETTES,
    blotted,
    blotted_colourings,
    colourings,
    fits,
    propagate_naively,
    settle_with_repeats,
    solve_by_brute_force,
)

Cells = tuple[int, ...]


# --- lines ---------------------------------------------------------------------------------------

def partitions(length: int) -> Iterator[Cells]:
    """All ways in which positions can share cells, each once: cells are numbered as they come."""
    def grow(cells: Cells) -> Iterator[Cells]:
        if len(cells) == length:
            yield cells
        else:
            for cell in range(max(cells, default=-1) + 2):
                yield from grow((*cells, cell))

    yield from grow(())


def nested(rng: random.Random, length: int, share: float = 0.6) -> Cells:
    """No a..b..a..b, and no cell twice in a row: one side of a curve that does not cross itself."""
    cells: list[int] = []
    stack: list[int] = []
    while len(cells) < length:
        back = [at for at, cell in enumerate(stack) if cell != cells[-1]]
        if back and rng.random() < share:
            at = back[-1] if rng.random() < 0.8 else rng.choice(back)
            cells.append(stack[at])
            del stack[at + 1:]
        else:
            cells.append(max(cells, default=-1) + 1)
            stack.append(cells[-1])
    return tuple(cells)


def crossed(rng: random.Random, length: int, width: int, share: float = 0.5) -> Cells:
    """Repeats of any of the last few cells."""
    cells: list[int] = []
    while len(cells) < length:
        recent = [cell for cell in list(dict.fromkeys(cells[::-1]))[:width] if cell != cells[-1]]
        fresh = max(cells, default=-1) + 1
        cells.append(rng.choice(recent) if recent and rng.random() < share else fresh)
    return tuple(cells)


def line_of(rng: random.Random, cells: Cells, colours: int, known: float) -> tuple[Puzzle, State]:
    """A line with the clue of some colouring in patches, of which some cells are known."""
    picture: list[int] = []
    for _ in range(max(cells) + 1):
        same = picture and rng.random() < 0.6
        picture.append(picture[-1] if same else rng.randrange(colours))
    clue = Runs.read(picture[cell] for cell in cells)
    if rng.random() < 0.2:
        clue = blotted(clue, rng.getrandbits(40))
    every = (1 << colours) - 1
    state = State(tuple(1 << colour if rng.random() < known else every for colour in picture))
    return single(cells, clue, colours), state


def single(cells: Cells, clue: Runs | Tally, colours: int = 2) -> Puzzle:
    return Puzzle(max(cells) + 1, (Line(cells, clue, "curve"),), PALETTES[colours])


def masks_of(cells: Cells, state: State, colours: int) -> list[int]:
    return [sum((state.masks[cell] >> c & 1) << p for p, cell in enumerate(cells))
            for c in range(colours)]


def check_settled(engine: Any, puzzle: Puzzle, state: State, want: list[int] | None) -> None:
    found = engine.propagate(puzzle, state)
    if want is None:
        assert found.conflict == 0
    else:
        cells, colours = puzzle.lines[0].cells, len(puzzle.palette)
        assert found.conflict is None
        assert masks_of(cells, found.state, colours) == want


def by_accepting(
    lines: Sequence[Sequence[int]], cells: Cells, state: State, colours: int,
) -> list[int] | None:
    """Of all colourings of a clue those that colour each cell in one way, one over the other."""
    good = [line for line in lines
            if all(line[cells.index(cell)] == colour and state.masks[cell] >> colour & 1
                   for cell, colour in zip(cells, line, strict=True))]
    return [sum(1 << p for p in range(len(cells)) if any(line[p] == c for line in good))
            for c in range(colours)] if good else None


@pytest.mark.parametrize(("length", "colours"), [(3, 2), (5, 2), (6, 2), (3, 3), (4, 3)])
def test_all_patterns_of_repeats_and_all_clues(engine: Any, length: int, colours: int) -> None:
    rng = random.Random(length)
    clues = {**colourings(length, colours), **(blotted_colourings(length, colours)
                                               if length < 6 else {})}
    every = (1 << colours) - 1
    for cells in partitions(length):
        for clue, lines in clues.items():
            puzzle = single(cells, clue, colours)
            some = [rng.choice((every, every, rng.randint(1, every))) for _ in range(puzzle.cells)]
            for state in (State.start(puzzle), State(tuple(some))):
                want = by_accepting(lines, cells, state, colours)
                check_settled(engine, puzzle, state, want)


def test_the_same_by_tables_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the plain engine tables can be asked to settle what few cases would."""
    monkeypatch.setattr(repeats, "MAX_CASES", 1)
    for length, colours in ((5, 2), (4, 3)):
        for cells in partitions(length):
            for clue, lines in (colourings(length, colours) | blotted_colourings(length, colours)
                                ).items():
                puzzle = single(cells, clue, colours)
                want = by_accepting(lines, cells, State.start(puzzle), colours)
                check_settled(plain, puzzle, State.start(puzzle), want)


@pytest.mark.parametrize("kind", ["nested", "crossed"])
def test_longer_lines_by_going_through_the_repeated_cells(engine: Any, kind: str) -> None:
    """So many repeated cells are open that the kernel, too, goes by tables."""
    rng = random.Random(kind)
    many = 0
    for _ in range(rounds(250)):
        length, colours = rng.randint(16, 22), rng.choice((2, 2, 2, 3))
        cells = nested(rng, length) if kind == "nested" else crossed(rng, length, 5)
        spans = Spans.of(cells)
        if len(spans.places) not in ((6, 7) if colours == 2 else (4,)):
            continue
        puzzle, state = line_of(rng, cells, colours, rng.choice((0, 0, 0.1)))
        clue, masks = puzzle.lines[0].clue, masks_of(cells, state, colours)
        assert isinstance(clue, Runs)
        check_settled(engine, puzzle, state, settle_with_repeats(clue, masks, cells))
        loose = repeats.loosely(plain.settler(clue, length), spans.places)(masks) or []
        cases = prod(sum(1 for mask in loose if mask & places) for places in spans.places)
        many += cases > repeats.MAX_CASES
    assert many > 5


@pytest.mark.parametrize("length", [40, 63, 64, 65, 130])
def test_native_equals_plain_on_long_lines(native: Any, length: int) -> None:
    """Also where crossing repeats are too many for either, the same work is too much for both."""
    rng = random.Random(length)
    for turn in range(rounds(12 if length < 100 else 5)):
        cells = nested(rng, length) if turn % 2 else crossed(rng, length, rng.randint(2, 24))
        puzzle, state = line_of(rng, cells, rng.choice((2, 2, 3, 4)), rng.choice((0, 0.1, 0.3)))
        for order in ORDERS:
            assert native.propagate(puzzle, state, order) == plain.propagate(puzzle, state, order)


def test_settling_again_says_nothing_new(engine: Any) -> None:
    rng = random.Random(5)
    for _ in range(rounds(40)):
        puzzle, state = line_of(rng, crossed(rng, 24, 6), 3, 0.1)
        found = engine.propagate(puzzle, state)
        assert engine.propagate(puzzle, found.state).state == found.state


def test_odd_lines(engine: Any) -> None:
    every = State((3,))
    check_settled(engine, single((0, 0), Runs.of(2)), every, [0b00, 0b11])
    check_settled(engine, single((0, 0), Runs.of(1)), every, None)
    check_settled(engine, single((0, 0), Runs.of()), every, [0b11, 0b00])
    check_settled(engine, single((0,) * 70, Runs.of(70)), every, [0, (1 << 70) - 1])
    check_settled(engine, single((0,) * 70, Runs.of(71)), every, None)
    check_settled(engine, single((0, 0), Runs((Run(None),))), every, [0b00, 0b11])
    check_settled(engine, single((0, 1, 0), Runs.of(1)), State((3, 3)), [0b101, 0b010])


# --- how it is done ------------------------------------------------------------------------------

def tables(puzzle: Puzzle, state: State) -> Tables:
    line = puzzle.lines[0]
    assert isinstance(line.clue, Runs)
    spans = Spans.of(line.cells)
    masks = masks_of(line.cells, state, len(puzzle.palette))
    colours = [[c for c, mask in enumerate(masks) if mask & places] for places in spans.places]
    return Tables(Track.of(line.clue, len(masks)), spans, masks, colours)


def test_nested_repeats_never_need_two_cells_at_once() -> None:
    rng = random.Random(6)
    for _ in range(rounds(100)):
        joins = Spans.of(nested(rng, rng.randint(2, 300), rng.random())).joins
        assert all(len(join.cells) <= 1 for join in joins)


def test_long_nested_lines_are_within_the_limit() -> None:
    rng = random.Random(7)
    for length in (160, 300):
        puzzle, state = line_of(rng, nested(rng, length), 3, 0)
        assert tables(puzzle, state).work < repeats.MAX_WORK


def test_spans_are_joined_to_the_whole_line() -> None:
    """Each span is used once, neighbours are joined, and no cell is open at the end."""
    rng = random.Random(8)
    for turn in range(rounds(60)):
        cells = crossed(rng, rng.randint(2, 260 if turn % 10 == 0 else 40), rng.randint(1, 12))
        spans = Spans.of(cells)
        if not spans.places:
            continue
        ends = {span: spans.starts[span + 1] for span in range(len(spans.visited))}
        begins = {span: spans.starts[span] for span in range(len(spans.visited))}
        for number, join in enumerate(spans.joins, start=len(spans.visited)):
            assert ends.pop(join.left) == begins.pop(join.right) == join.middle
            begins[number], ends[number] = begins.pop(join.left), ends.pop(join.right)
            assert begins[number] == join.start
            assert {*spans.border(join.left), *spans.border(join.right)} == {*join.cells}
            within = range(begins[number], ends[number])
            assert all(_both_sides(spans.places[cell], within) == (cell in join.border)
                       for cell in join.cells)
        assert ends == {len(spans.visited) + len(spans.joins) - 1: len(cells)}


def _both_sides(places: int, within: range) -> bool:
    inside = sum(1 << p for p in within)
    return bool(places & inside) and bool(places & ~inside)


def test_crossing_repeats_beyond_the_limit_are_settled_loosely(engine: Any) -> None:
    """Sound, exact as soon as enough is known, and the search is complete all the same."""
    rng = random.Random(9)
    order = list(range(40))
    rng.shuffle(order)
    cells = (*range(40), *order)
    picture = [rng.randrange(2) for _ in range(40)]
    clue = Runs.read(picture[cell] for cell in cells)
    puzzle = single(cells, clue)
    assert tables(puzzle, State.start(puzzle)).work > repeats.MAX_WORK
    found = engine.propagate(puzzle, State.start(puzzle))
    assert all(mask >> colour & 1 for mask, colour in zip(found.state.masks, picture, strict=True))
    known = State(tuple(1 << colour if cell % 4 else 3 for cell, colour in enumerate(picture)))
    assert tables(puzzle, known).work < repeats.MAX_WORK
    lines = [[solution[cell] for cell in cells] for solution in solve_by_brute_force(puzzle, known)]
    check_settled(engine, puzzle, known, by_accepting(lines, cells, known, 2))
    solutions = engine.solve(puzzle, limit=3).solutions
    assert solutions
    assert all(fits(clue, [solution[cell] for cell in cells]) for solution in solutions)


def test_a_hopeless_tangle_is_left_alone(engine: Any) -> None:
    """Where very many cells cross at once, no tables are thought of, and the answer is sound."""
    rng = random.Random(17)
    cells = (*range(90), *rng.sample(range(90), 90))
    picture = [rng.randrange(2) for _ in range(90)]
    puzzle = single(cells, Runs.read(picture[cell] for cell in cells))
    assert not Spans.of(cells).joins
    found = engine.propagate(puzzle, State.start(puzzle)).state
    assert all(mask >> colour & 1 for mask, colour in zip(found.masks, picture, strict=True))
    known = State(tuple(1 << colour if cell > 3 else 3 for cell, colour in enumerate(picture)))
    lines = [[solution[cell] for cell in cells] for solution in solve_by_brute_force(puzzle, known)]
    check_settled(engine, puzzle, known, by_accepting(lines, cells, known, 2))  # a few cases


# --- tallies -------------------------------------------------------------------------------------

def test_tallies_are_sound_and_both_engines_agree(native: Any) -> None:
    rng = random.Random(10)
    for _ in range(rounds(150)):
        colours = rng.randint(2, 3)
        cells = tuple(rng.randrange(5) for _ in range(rng.randint(1, 7)))
        picture = [rng.randrange(colours) for _ in range(5)]
        clue = Tally.read([picture[cell] for cell in cells], colours)
        puzzle = Puzzle(5, (Line(cells, clue, "rod"),), PALETTES[colours])
        found = plain.propagate(puzzle, State.start(puzzle)).state
        assert native.propagate(puzzle, State.start(puzzle)).state == found
        assert all(found.masks[cell] >> colour & 1 for cell, colour in enumerate(picture))
        assert set(native.solve(puzzle, limit=300).solutions) == all_solutions(puzzle)


# --- puzzles -------------------------------------------------------------------------------------

def curves(rng: random.Random, cells: int, colours: int = 2) -> Puzzle:
    """Some lines over the same cells, in other orders; there is a solution."""
    picture = [rng.randrange(colours) for _ in range(cells)]
    lines = []
    for number in range(rng.randint(2, 5)):
        names = rng.sample(range(cells), cells)
        length = rng.randint(3, 10)
        route = nested(rng, length) if rng.random() < 0.5 else crossed(rng, length, 4)
        path = tuple(names[cell % cells] for cell in route)
        lines.append(Line(path, Runs.read(picture[c] for c in path), f"curve {number + 1}",
                          rng.randrange(2)))
    return Puzzle(cells, tuple(lines), PALETTES[colours])


def test_what_is_line_solvable_is_told_exactly(engine: Any) -> None:
    rng = random.Random(11)
    solvable = 0
    for turn in range(rounds(150)):
        puzzle = curves(rng, 7, rng.randint(2, 3)) if turn % 2 else random_tangle(rng)
        naive = propagate_naively(puzzle, State.start(puzzle))
        for order in ORDERS:
            found = engine.propagate(puzzle, State.start(puzzle), order)
            assert (found.conflict is None) == (naive is not None)
            assert naive is None or found.state == naive
        outcome = engine.solve(puzzle, level="line")
        assert outcome.line_solvable == (naive is not None and naive.solved)
        solvable += outcome.line_solvable
    assert rounds(20) < solvable < rounds(140)


def test_it_takes_more_than_the_loose_answer(engine: Any) -> None:
    """Visits that only agree with themselves leave this open; to settle it exactly does not."""
    rng = random.Random(12)
    stronger = 0
    for _ in range(rounds(100)):
        puzzle = curves(rng, 6)
        board = Board(puzzle)
        board.exact.clear()
        loose = Climb(board)
        list(loose.solutions("line"))
        exact = engine.propagate(puzzle, State.start(puzzle)).state.masks
        assert all(a & ~b == 0 for a, b in zip(exact, loose.masks(), strict=True))
        stronger += exact != loose.masks()
    assert stronger > 5


@pytest.mark.parametrize("method", LADDERS)
def test_all_ladders_agree(method: str) -> None:
    rng = random.Random(13)
    for _ in range(rounds(40)):
        puzzle = curves(rng, 7, rng.randint(2, 3))
        truth = set(solve_by_brute_force(puzzle))
        verdict = solve(puzzle, method=method, limit=len(truth) + 1)
        assert set(verdict.solutions) <= truth
        if method not in ("line", "probe"):
            assert set(verdict.solutions) == truth
            assert verdict.complete


def test_probing_finds_the_same_in_both_engines(native: Any) -> None:
    rng = random.Random(14)
    for turn in range(rounds(80)):
        puzzle = curves(rng, 7, rng.randint(2, 3)) if turn % 2 else random_tangle(rng)
        ours, theirs = (engine.probe(puzzle, State.start(puzzle)) for engine in (plain, native))
        assert (ours.conflict is None) == (theirs.conflict is None)
        assert ours.conflict is not None or ours.state == theirs.state


def test_fewer_lines_still_solve(native: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(15)
    some = 0
    for turn in range(rounds(60)):
        puzzle = curves(rng, 6)
        monkeypatch.setattr("nonoforge.engine.thinning.native", native if turn % 2 else None)
        kept = list(islice(thin(puzzle, turn), 3))
        naive = propagate_naively(puzzle, State.start(puzzle))
        assert bool(kept) == (naive is not None and naive.solved)
        for lines in kept:
            found = propagate_naively(only(puzzle, lines), State.start(puzzle))
            assert found is not None
            assert found.solved
        some += bool(kept)
    assert some > 5


def test_an_observer_is_told_of_everything() -> None:
    """What the steps say, one after the other, is the state in the end."""
    rng = random.Random(16)
    for _ in range(rounds(40)):
        puzzle = curves(rng, 7)
        steps: list[Step] = []
        climb = Climb(Board(puzzle), observer=lambda step, state, told=steps: told.append(step))
        list(climb.solutions("line"))
        masks = list(State.start(puzzle).masks)
        for step in steps:
            for cell, mask in step.learned:
                assert mask & ~masks[cell] == 0
                masks[cell] = mask
        assert tuple(masks) == climb.masks()


def test_lines_that_read_a_cell_very_often_take_little_memory() -> None:
    """A curve to and fro over another reads the same few cells thousands of times."""
    often = 500
    line = Line((0, 1) * often, Runs.of(), "line")
    board = Board(Puzzle(2, (line, line, line)))
    places = {id(row): len(row) for rows in board.cross for row in rows}
    assert sum(places.values()) == 3 * 2 * 2 * often
