"""Benches: each measures something and gives a table.

    survey        puzzle by puzzle: verdict, level, time in both engines, work
    settle        one line: nanoseconds, and their growth with blocks and cells
    batch         many puzzles in one call
    000-table8    three strategies for the order of lines: line solvers and bad guesses
    left-right    what the leftmost and rightmost line solver misses
    002-propagation   plain against ordered; cells decided by FP1, FP2, FP3; line solvers
    003-levels    backtracking and the line solver on three classes of sizes, and on large sizes
    plain         the plain engine, the import, the command
    methods       every method on every puzzle: time, work, verdict, agreement
    001-objectives, 001-times, 001-width, 001-difficulty    sloped puzzles: what the objectives
                  make of each other, times and their growth, the largest width, passes
    000-table4    the solids of five models, by a search for their placements
    000-table5, 000-table6    orders of lines on solids: line solvers applied, bad guesses
    000-times     solids: time of propagation, of one rod by its length, of a million cells
    pictures      grids from thirty pictures: changed cells, verdicts, seconds
    judging       ratings, explanations, hints: what they cost; the rungs that puzzles need
    studio        answers of the studio over HTTP, and the size of its page
    hiding        solids: how many clues they can do without
    004-table4, 004-table5, 004-table7    labels on a single edge: MaxSAT, dynamic programming
    004-table6    labels around whole frames, by all methods; growth

A bench is called with a `Wish`; `render` writes its table as text, CSV, Markdown, JSON or SVG.
"""

from nonoforge.bench.batch import batch as _batch
from nonoforge.bench.hiding import hiding as _hiding
from nonoforge.bench.incomplete import incomplete as _incomplete
from nonoforge.bench.judging import judging as _judging
from nonoforge.bench.labels_edges import table4 as _labels4
from nonoforge.bench.labels_edges import table5 as _labels5
from nonoforge.bench.labels_edges import table7 as _labels7
from nonoforge.bench.labels_whole import table6 as _labels6
from nonoforge.bench.levels import levels as _levels
from nonoforge.bench.methods import alarmed as alarmed
from nonoforge.bench.methods import methods as _methods
from nonoforge.bench.pictures import pictures as _pictures
from nonoforge.bench.plain import plain as _plain
from nonoforge.bench.propagation import propagation as _propagation
from nonoforge.bench.render import kind_for as kind_for
from nonoforge.bench.render import render as render
from nonoforge.bench.settle import settle as _settle
from nonoforge.bench.sloped_difficulty import difficulty as _difficulty
from nonoforge.bench.sloped_objectives import objectives as _objectives
from nonoforge.bench.sloped_times import times as _sloped_times
from nonoforge.bench.sloped_width import width as _width
from nonoforge.bench.solid_times import times as _times
from nonoforge.bench.solids import table5 as _table5
from nonoforge.bench.solids import table6 as _table6
from nonoforge.bench.strategies import strategies as _strategies
from nonoforge.bench.studio import studio as _studio
from nonoforge.bench.survey import survey as _survey
from nonoforge.bench.table import Bench as Bench
from nonoforge.bench.table import Report as Report
from nonoforge.bench.table import Table as Table
from nonoforge.bench.table import Wish as Wish
from nonoforge.bench.table4 import table4 as _table4

TABLES: dict[str, Bench] = {
    "survey": _survey,
    "settle": _settle,
    "batch": _batch,
    "000-table4": _table4,
    "000-table5": _table5,
    "000-table6": _table6,
    "000-times": _times,
    "hiding": _hiding,
    "000-table8": _strategies,
    "001-objectives": _objectives,
    "001-times": _sloped_times,
    "001-width": _width,
    "001-difficulty": _difficulty,
    "left-right": _incomplete,
    "002-propagation": _propagation,
    "003-levels": _levels,
    "004-table4": _labels4,
    "004-table5": _labels5,
    "004-table6": _labels6,
    "004-table7": _labels7,
    "plain": _plain,
    "methods": _methods,
    "pictures": _pictures,
    "judging": _judging,
    "studio": _studio,
}
