"""What is said for every kind of reason, word for word; and the nudge that a hint gives for it."""

from __future__ import annotations

from pathlib import Path

from helpers.arrangements import moon
from nonoforge import load
from nonoforge.clues import Run, Runs, Tally
from nonoforge.families.grid import Grid, from_picture
from nonoforge.families.solid import Solid, from_voxels
from nonoforge.judge import LADDER, Deduction, Technique, hint, sentence
from nonoforge.judge.knowledge import Knowledge
from nonoforge.judge.technique import Learned, Reason
from nonoforge.judge.techniques.blocks import Apart, Ended, Grow, Join, Singles
from nonoforge.judge.techniques.contradiction import Broken
from nonoforge.judge.techniques.deep_contradiction import Deep, Forked
from nonoforge.judge.techniques.overlap import Overlap
from nonoforge.judge.techniques.reach import Counted, Gap, Reach
from nonoforge.judge.techniques.search import Searched
from nonoforge.judge.techniques.two_lines import Pair
from nonoforge.judge.techniques.whole_line import Whole
from nonoforge.judge.techniques.zero_and_full import Absent, Sum, Zero, absent_colours, zero_lines
from nonoforge.judge.words import Words, _ordinal, joined
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Colour, Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

EXAMPLES = Path(__file__).parents[2] / "examples"
FLAG = Palette((Colour("white", "#ffffff", "."), Colour("red", "#ff0000", "r"),
                Colour("blue", "#0000ff", "b")))
WHITE, FILLED = 0b01, 0b10
ZERO, OVERLAP, REACH, BLOCKS, LINE, PAIR, DEPTH_1, DEPTH_2, SEARCH = LADDER


def a_line(clue: Runs | Tally, length: int = 10, palette: Palette | None = None) -> Nonogram:
    """One line, `row 7` of a grid or a rod of a solid."""
    name = "row 7" if isinstance(clue, Runs) else "x rod at y 1, z 1"
    puzzle = Puzzle(length, (Line(tuple(range(length)), clue, name),), palette or Palette())
    return Nonogram(puzzle, Grid(length, 1) if isinstance(clue, Runs) else Solid(length, 1, 1))


def told(nonogram: Nonogram, technique: Technique, learned: Learned, reason: Reason,
         lines: tuple[int, ...] = (0,)) -> tuple[str, str]:
    """The sentence without its heading, and the nudge without it."""
    deduction = Deduction(technique, lines, learned, reason)
    said = sentence(nonogram, State.start(nonogram.puzzle), deduction)
    words = Words(nonogram)
    heading = words.heading(lines[0]) + ": "
    return said.removeprefix(heading), technique.nudge(words, deduction).removeprefix(heading)


def filled(*positions: int) -> Learned:
    return tuple((position - 1, FILLED) for position in positions)


def white(*positions: int) -> Learned:
    return tuple((position - 1, WHITE) for position in positions)


def test_the_sentence_of_the_design() -> None:
    row = a_line(Runs.of(4, 3), 10)
    deduction = Deduction(OVERLAP, (0,), filled(3, 4, 5), Overlap(0, 1, 2))
    assert sentence(row, State.start(row.puzzle), deduction) == (
        "Row 7, clue 4 3: the 4 reaches cells 2-6 at most, so cells 3-5 are filled.")
    assert OVERLAP.stages(Words(row), State.start(row.puzzle), deduction) == (
        "Look at row 7.", "Row 7, clue 4 3: the 4 covers some cells wherever it lies.",
        "Row 7, clue 4 3: the 4 reaches cells 2-6 at most.",
        "Row 7, clue 4 3: the 4 reaches cells 2-6 at most, so cells 3-5 are filled.")


def test_zero_and_full_lines() -> None:
    assert told(a_line(Runs.of(), 3), ZERO, white(1, 2, 3), Zero()) == (
        "nothing is filled, so cells 1-3 are white.", "nothing is filled.")
    assert told(a_line(Runs.of(3), 3), ZERO, filled(1, 2, 3), Zero()) == (
        "the 3 fills all 3 cells, so cells 1-3 are filled.", "the 3 fills all 3 cells.")
    assert told(a_line(Runs.of(2), 2), ZERO, filled(1, 2), Zero())[1] == "the 2 fills both cells."
    assert told(a_line(Runs.of(1), 1), ZERO, filled(1), Zero())[0] == (
        "the 1 fills it, so cell 1 is filled.")
    assert told(a_line(Runs.of(1, 2), 4), ZERO, (*filled(1), *white(2), *filled(3, 4)),
                Zero())[0] == ("the numbers and the gap between them need all 4 cells, so cells 1 "
                               "and 3-4 are filled and cell 2 is white.")
    assert "and the gaps between them" in told(a_line(Runs.of(1, 1, 1), 5), ZERO, filled(1),
                                               Zero())[0]
    assert told(a_line(Runs.of((1, 1), (2, 2)), 3, FLAG), ZERO, ((0, 0b010),), Zero())[0] == (
        "the numbers need all 3 cells, so cell 1 is red.")
    assert told(a_line(Runs.of(), 3, FLAG), ZERO, ((0, 1),), Zero())[0] == (
        "it has no colour, so cell 1 is white.")


def test_zero_and_full_rods() -> None:
    assert told(a_line(Tally.of((0, 0)), 2), ZERO, white(1, 2), Zero())[0] == (
        "nothing is filled, so voxels 1-2 are empty.")
    rod = a_line(Tally.of((0, 0), (4, 1)), 4, FLAG)
    assert told(rod, ZERO, ((0, 0b100),), Zero())[0] == (
        "the blue 4 fills all 4 voxels, so voxel 1 is blue.")
    rod = a_line(Tally.of((1, 1), (3, 2)), 4, FLAG)
    assert told(rod, ZERO, ((0, 0b110),), Sum(4)) == (
        "the numbers of the clue add up to all 4 voxels, so voxel 1 cannot be white.",
        "add up the numbers of the clue.")
    assert Words(rod).heading(0) == "X rod at y 1, z 1, clue 1 red, 3 blue in two groups"


def test_colours_that_are_not_there() -> None:
    row = a_line(Runs.of((2, 1)), 4, FLAG)
    assert told(row, ZERO, ((2, 0b011), (3, 0b001)), Absent((2,))) == (
        "there is no blue in the clue, so cell 3 cannot be blue and cell 4 is white.",
        "it does not have every colour.")


def test_what_other_lines_say_of_open_cells_is_said_first() -> None:
    flag = from_picture([[0, 1], [0, 1], [2, 0]], palette=FLAG)
    start = State.start(flag.puzzle)
    support = tuple(each for each in absent_colours(flag.puzzle, start) if each.lines[0] < 2)
    step = Deduction(ZERO, (3,), ((0, 1), (2, 1)), Absent((1,)), support)
    assert step.named == (3, 0, 1)
    assert ZERO.stages(Words(flag), start, step) == (
        "Look at column 1 and rows 1-2.",
        "Column 1, clue 1 blue: it does not have every colour. Rows 1-2 rule out some colours.",
        "There is no blue in rows 1-2. Column 1, clue 1 blue: there is no red in the clue.",
        "There is no blue in rows 1-2. Column 1, clue 1 blue: there is no red in the clue, so "
        "cells 1-2 are white.")
    assert ZERO.proves(flag.puzzle, start, step)
    assert not ZERO.proves(flag.puzzle, start, step._replace(support=support[:1]))


def test_lines_of_zero_are_one_step() -> None:
    spot = from_picture([[0] * 5, [0] * 5, [0, 0, 1, 0, 0]])
    known = Knowledge(spot.puzzle)
    known.refresh()
    step = zero_lines(known)
    assert step is not None
    assert sentence(spot, known.state, step) == (
        "Rows 1-2 and columns 1-2 and 4-5 have the clue 0, so all their cells are white.")
    assert step.technique.proves(spot.puzzle, known.state, step)
    box = from_voxels([[[0] * 4] * 4] * 4)
    found = hint(box)
    assert found.stages[3] == "48 rods have the clue 0, so all their voxels are empty."
    assert found.deduction is not None
    assert len(found.deduction.learned) == 64


def test_overlap() -> None:
    row = a_line(Runs.of(1, 1, 4))
    assert told(row, OVERLAP, filled(6, 7), Overlap(2, 5, 5)) == (
        "the 4 fits only in cells 6-9, so cells 6-7 are filled.", "the 4 has one place only.")
    assert told(row, OVERLAP, filled(3), Overlap(1, 2, 2))[0] == (
        "the second 1 fits only in cell 3, so cell 3 is filled.")
    rod = a_line(Tally.of((3, 1), (2, 2)), 6, FLAG)
    assert told(rod, OVERLAP, ((2, 0b010),), Overlap(0, 0, 2))[0] == (
        "the red 3 reaches voxels 1-5 at most, so voxel 3 is red.")


def test_reach() -> None:
    row = a_line(Runs.of(2, 3))
    assert told(row, REACH, white(6), Reach(1, ((0, 0, 4), (1, 6, 9)))) == (
        "the 2 reaches cells 1-5 and the 3 cells 7-10 at most, so cell 6 is white.",
        "its runs do not reach everywhere.")
    assert told(row, REACH, white(1), Reach(1, ((0, 1, 4), (1, 6, 9))))[0] == (
        "the 2 reaches cells 2-5 at most, so cell 1 is white.")  # the 3 has no part in it
    assert told(row, REACH, white(1, 4), Reach(1, ((0, 1, 2), (1, 4, 6))))[0] == (
        "every run is in its place, so cells 1 and 4 are white.")
    one = a_line(Runs.of(2))
    assert told(one, REACH, white(1), Reach(1, ((0, 1, 2),))) == (
        "the 2 is in its place, so cell 1 is white.", "the 2 does not reach everywhere.")
    red = a_line(Runs.of((1, 1), (2, 2), (1, 1)), 10, FLAG)
    assert told(red, REACH, ((4, 0b101),), Reach(1, ((0, 0, 0), (2, 7, 7))))[0] == (
        "every red run is in its place, so cell 5 cannot be red.")


def test_gaps() -> None:
    row = a_line(Runs.of(2, 2))
    assert told(row, REACH, white(4), Gap(3, 3, (0,))) == (
        "the gap at cell 4 is too short for the first 2, so cell 4 is white.",
        "a gap is too short for the first 2.")
    assert told(row, REACH, white(4), Gap(3, 3, (0, 1)))[0] == (
        "the gap at cell 4 is too short for one of the 2s, so cell 4 is white.")
    other = a_line(Runs.of(3, 4))
    assert "too short for the 3 or the 4," in told(other, REACH, white(4), Gap(3, 4, (0, 1)))[0]


def test_counts() -> None:
    rod = a_line(Tally.of((3, 2)), 6)
    assert told(rod, REACH, white(5), Counted(1, 3, True)) == (
        "all 3 filled voxels are found, so voxel 5 is empty.", "count the filled voxels.")
    assert told(rod, REACH, white(5), Counted(1, 1, True))[0].startswith(
        "the only filled voxel is found")
    assert told(rod, REACH, white(5), Counted(1, 2, True))[0].startswith("both filled voxels are")
    assert told(rod, REACH, filled(5), Counted(1, 3, False))[0] == (
        "no more than 3 voxels can be filled, as many as the clue counts, so voxel 5 is filled.")
    assert "no more than 1 voxel can be" in told(rod, REACH, filled(5), Counted(1, 1, False))[0]
    flag = a_line(Tally.of((2, 2), (1, 1)), 6, FLAG)
    assert told(flag, REACH, ((4, 1),), Counted(None, 3, True))[0] == (
        "all 3 coloured voxels are found, so voxel 5 is white.")
    assert "can have a colour, as many" in told(flag, REACH, ((4, 6),), Counted(None, 3, False))[0]
    assert told(flag, BLOCKS, ((1, 0b101),), Singles(1, 2))[0] == (
        "its 2 red voxels are groups of their own, and no two are neighbours, so voxel 2 cannot be "
        "red.")


def test_blocks() -> None:
    row = a_line(Runs.of(3, 4, 3))
    assert told(row, BLOCKS, filled(4), Grow(2, 2, (0,), 3, 1)) == (
        "the block at cell 3 belongs to the first 3 and is stopped by cell 2, so cell 4 is filled.",
        "a block that belongs to the first 3 must grow.")
    assert told(row, BLOCKS, filled(1), Grow(1, 2, (0, 1), 3, -1))[0] == (
        "the block at cells 2-3 belongs to the first 3 or the 4, is at least 3 long and is stopped "
        "by the end of the line, so cell 1 is filled.")
    assert told(row, BLOCKS, white(4), Ended(0, 2, (0,))) == (
        "the block at cells 1-3 is the whole 3, so cell 4 is white.",
        "a block cannot grow any more.")
    assert told(row, BLOCKS, white(4), Ended(0, 2, (0, 2)))[0].startswith(
        "the block at cells 1-3 is a whole 3,")
    assert told(row, BLOCKS, white(5), Ended(0, 3, (0, 1)))[0] == (
        "the block at cells 1-4 is 4 long, and no run that it can belong to is longer, so cell 5 "
        "is white.")
    assert told(row, BLOCKS, white(3), Apart(0, 4, (0, 1))) == (
        "joined, the blocks within cells 1-5 would be 5 long, too long for the first 3 or the 4, "
        "so cell 3 is white.", "two blocks would be too long together for the first 3 or the 4.")
    assert told(row, BLOCKS, filled(5), Join(3, 6, 1)) == (
        "both blocks within cells 4-7 belong to the 4, so cell 5 is filled.",
        "two blocks belong to the 4.")


def test_whole_lines_and_blotted_clues() -> None:
    row = a_line(Runs((Run(None), Run(2))), 6)
    for ways, words in ((None, "all ways to colour it agree"), (1, "there is just one way"),
                        (2, "both ways to colour it agree"), (7, "all 7 ways to colour it agree")):
        assert told(row, LINE, filled(5), Whole(ways))[0].startswith(words)
    assert told(row, LINE, filled(5), Whole(None))[1] == "all ways to colour one line agree."
    assert Words(row).heading(0) == "Row 7, clue ? 2"
    assert told(row, REACH, white(6), Reach(1, ((0, 0, 2), (1, 2, 4))))[0] == (
        "the 2 reaches cells 3-5 at most, so cell 6 is white.")


def two_by_two() -> Nonogram:
    rows = [Line((0, 1), Runs.of(1), "row 1"), Line((2, 3), Runs.of(1), "row 2")]
    columns = [Line((0, 2), Runs.of(2), "column 1"), Line((1, 3), Runs.of(), "column 2")]
    return Nonogram(Puzzle(4, (*rows, *columns)), Grid(2, 2))


def test_two_lines() -> None:
    assert told(two_by_two(), PAIR, filled(3), Pair((0, 1)), (0, 2)) == (
        "Row 1 and column 1 share row 1, column 1; row 1, column 2; no way to colour both has "
        "another colour there, so row 2, column 1 is filled.",
        "Row 1 and column 1 say more together than each alone.")


def test_contradictions() -> None:
    chain = ((0, white(1)), (2, ()))
    assert told(two_by_two(), DEPTH_1, white(2), Broken(1, 1, chain), (0, 2)) == (
        "If row 1, column 2 were filled, row 1 would make cell 1 white; then column 1 (clue 2) "
        "could not be coloured. So row 1, column 2 is white.",
        "What if row 1, column 2 were filled?")
    fork = Forked(1, 1, 2, ((0, ((2, ()),)), (1, chain)))
    assert told(two_by_two(), DEPTH_2, white(2), fork, (0, 2))[0] == (
        "If row 1, column 2 were filled, no colour would be left for row 2, column 1: if it were "
        "white, column 1 (clue 2) could not be coloured; if it were filled, row 1 would make cell "
        "1 white; then column 1 (clue 2) could not be coloured. So row 1, column 2 is white.")
    assert told(two_by_two(), DEPTH_2, white(2), Deep(1, 1), (0, 2))[0] == (
        "If row 1, column 2 were filled, every way on would break with one more assumption at a "
        "time, by row 1 and column 1. So row 1, column 2 is white.")
    assert told(two_by_two(), SEARCH, white(2), Searched(), (0, 1, 2, 3)) == (
        "No short reason is known; all other ways were tried to their end. So row 1, column 2 is "
        "white.", "No short reason is known.")


def test_faces_have_their_own_word() -> None:
    nonogram = moon()
    line = nonogram.puzzle.lines[0]
    assert sentence(nonogram, State.start(nonogram.puzzle), Deduction(
        ZERO, (0,), ((line.cells[0], FILLED),), Zero())) == (
            "Left of curve 1, clue 1: the 1 fills it, so place 1 is filled.")
    words = Words(nonogram)
    assert words.cells([0, 2, 1]) == "places 1-3"
    assert words.name(line.cells[0]) == "place 1 left of curve 1"
    assert words.where([0]) == "the faces left of curve 1, counted from its clue"
    assert words.span(2, 4) == "places 3-5"


def test_lines_of_triangles_are_no_sides() -> None:
    nonogram = load(EXAMPLES / "tri" / "cat.nono")
    words = Words(nonogram)
    names = [line.name for line in nonogram.puzzle.lines]
    falling = names.index("falling line 2")
    assert words.where([falling]) == "the triangles of falling line 2, counted from its clue"
    assert words.subject([falling]) == "Falling line 2"
    cell = nonogram.puzzle.lines[0].cells[3]
    assert words.name(cell) == "place 4 of row 1"
    words = Words(moon())
    assert words.subject([0]) == "The side left of curve 1"
    assert words.subject([0, 1]).startswith("The sides ")


def test_many_names_are_not_all_told() -> None:
    words = Words(two_by_two())
    rods = Words(load(EXAMPLES / "chair.nono"))
    assert rods.lines([0, 1, 2]).count("; ") == 2  # there are commas in their names
    assert words.names([0, 1, 2, 3] * 2).endswith("; row 1, column 2; and 2 more")
    assert words.lines([0, 3, 2, 1] * 2) == "rows 1-2 and columns 1-2"
    assert joined(["row 7", "x rod at y 1, z 1", "row 8", "x rod at y 1, z 2"]) == [
        "rows 7-8", "x rod at y 1, z 1", "x rod at y 1, z 2"]
    assert [_ordinal(index) for index in (0, 8, 9, 10, 20, 21, 22, 111)] == [
        "first", "ninth", "10th", "11th", "21st", "22nd", "23rd", "112th"]
