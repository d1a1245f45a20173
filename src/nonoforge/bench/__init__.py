"""Benches: each measures something and gives a table.

A table of the literature is named after its first author, and its notes have the full reference.
`measure` runs one; `render` writes a table as text, CSV, Markdown, JSON or SVG.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from typing import NamedTuple, TypeAlias

from nonoforge.bench.methods import alarmed as alarmed
from nonoforge.bench.render import kind_for as kind_for
from nonoforge.bench.render import render as render
from nonoforge.bench.table import BenchOptions as BenchOptions
from nonoforge.bench.table import Report as Report
from nonoforge.bench.table import Table as Table

HALFORD = ("Connor Halford, Generating and solving 3D nonogram puzzles, honours project, "
           "University of Abertay Dundee, 2016")
PARMENT = ("Raphaël Parment, Generation of sloped nonograms, master's thesis, Utrecht University, "
           "2015")
CHEN_HUNG = ("Lung-Pin Chen and Ching-Yi Hung, A New Simplified Line Solver for Nonogram Puzzle "
             "Games")
MIKAYELYAN = ("Anna Mikayelyan, Ani Harutyunyan, Anzhela Davityan and Viktoria Melkumyan, Japanese "
              "Crossword/Nonogram Puzzle, American University of Armenia, 2024")
TIMMER = "Eva Timmer, Labeling Curved Nonograms, 2023"


Measure: TypeAlias = Callable[[BenchOptions], Table]


class Bench(NamedTuple):
    """A table that can be measured. `function` is a function, or `module:function` of this package,
    which is loaded when it runs; `reference` is the document whose figures stand beside ours."""

    summary: str
    function: str | Measure
    reference: str = ""


TABLES: dict[str, Bench] = {
    "survey": Bench("puzzle by puzzle: verdict, level, time in both engines, work",
                    "engine:survey"),
    "settle": Bench("one line: nanoseconds, and their growth over cells x blocks",
                    "engine:settle"),
    "batch": Bench("many puzzles: in one call, what reading costs, whole batches", "engine:batch"),
    "frontier": Bench("hard puzzles by kind and size: noise, dominoes, colours, solids; undecided "
                      "ones, spread over seeds, growth with size (-o OUT.svg plots it)",
                      "frontier:frontier"),
    "stability": Bench("hard puzzles with several random seeds: how much longer the worst takes",
                       "frontier:stability"),
    "plain": Bench("the plain engine, the import, the command", "engine:plain_engine"),
    "methods": Bench("every method on every puzzle: time, work, verdict, agreement",
                     "methods:methods"),
    "left-right": Bench("what the leftmost and rightmost line solver misses",
                        "left_right:incomplete"),
    "pictures": Bench("grids from thirty pictures: changed cells, verdicts, seconds",
                      "pictures:pictures"),
    "drawings": Bench("curved nonograms from the SVG files of a folder or list: verdicts, room on "
                      "paper, seconds", "drawings:drawings"),
    "judging": Bench("ratings, explanations, hints: what they cost; the techniques that puzzles "
                     "need", "judging:judging"),
    "stars": Bench("how stars spread over the puzzles of a folder and its subfolders, by family "
                   "and technique", "stars:stars"),
    "studio": Bench("answers of the studio over HTTP, and the size of its page", "studio:studio"),
    "hiding": Bench("solids: how many clues they can do without", "solids:hiding"),
    "halford-table1": Bench("a solid's clue as a set of clues of runs, and brute force with them",
                            "expansion:table1", HALFORD),
    "halford-table4": Bench("the solids of five models, by a search for their placements",
                            "models:table4", HALFORD),
    "halford-voxelizers": Bench("five models by each voxelizer: voxels, agreement, time",
                                "models:voxelizers", HALFORD),
    "halford-table5": Bench("orders of lines on solids: line solvers applied", "solids:table5",
                            HALFORD),
    "halford-table6": Bench("orders of lines on solids: bad guesses", "solids:table6", HALFORD),
    "halford-table7": Bench("the eight grids: lines, numbers, whether lines solve them",
                            "halford_grids:table7", HALFORD),
    "halford-table8": Bench("orders of lines on eight grids: line solvers and bad guesses",
                            "halford_grids:strategies", HALFORD),
    "halford-appendix-d": Bench("solids: times of each order of lines (Tables A1 to A6)",
                                "solids:appendix_d", HALFORD),
    "halford-appendix-e": Bench("eight grids: times of each order of lines (Table A7)",
                                "halford_grids:appendix_e", HALFORD),
    "halford-figure33": Bench("line solvers over the number of lines", "solids:figure33", HALFORD),
    "halford-figure34": Bench("line solvers for each line", "solids:figure34", HALFORD),
    "halford-times": Bench("solids: time of propagation, of one rod by its length, of a million "
                           "voxels", "solid_times:times", HALFORD),
    "halford-two-axes": Bench("solids: do lines still solve them if each cell keeps the clues of "
                              "two axes?", "two_axes:two_axes", HALFORD),
    "parment-objectives": Bench("sloped: each objective measured under each, at three widths "
                                "(Tables 5.3 to 5.5)", "parment:objectives", PARMENT),
    "parment-sum": Bench("sloped: the least sum by all 2^n programmes, and by samples of 10 to "
                         "5000 (Table 5.1, section 5.1)", "parment_sum:least_sums", PARMENT),
    "parment-times": Bench("sloped: times of widening, and growth to 100 lines (Table 5.6)",
                           "parment:times", PARMENT),
    "parment-width": Bench("sloped: the largest width of the narrowest face (Table 5.7)",
                           "parment:width", PARMENT),
    "parment-difficulty": Bench("sloped: passes over all lines (Table 5.8)", "parment:difficulty",
                                PARMENT),
    "parment-faces": Bench("sloped: time, largest width and difficulty by the number of faces "
                           "(chapter 7)", "parment_faces:faces", PARMENT),
    "chen-hung-propagation": Bench("plain against ordered propagation; cells decided by FP1, FP2, "
                                   "FP3; line solvers", "chen_hung:propagation", CHEN_HUNG),
    "mikayelyan-levels": Bench("backtracking and the line solver on three classes of sizes, and on "
                               "large sizes", "mikayelyan:levels", MIKAYELYAN),
    "timmer-table2": Bench("labels: the puzzles, beside frames like them", "timmer:table2",
                           TIMMER),
    "timmer-table4": Bench("labels on one edge, slopes of +-1: MaxSAT, dynamic programming",
                           "timmer:table4", TIMMER),
    "timmer-table5": Bench("labels on one edge: solved shares", "timmer:table5", TIMMER),
    "timmer-table6": Bench("labels around whole frames, by all methods; growth", "timmer:table6",
                           TIMMER),
    "timmer-table7": Bench("labels on one edge, any directions", "timmer:table7", TIMMER),
    "timmer-figure8": Bench("labels on one edge: solved cases against unsolved ones",
                            "timmer:figure8", TIMMER),
    "timmer-simpler": Bench("labels: slight overlap, redundant labels left out, coarse steps "
                            "(section 8.2)", "timmer:simpler", TIMMER),
}


def measure(name: str, options: BenchOptions | None = None) -> Table:
    """Measure a table of `TABLES`."""
    bench = TABLES[name]
    function = bench.function
    if isinstance(function, str):
        module, _, name = function.partition(":")
        function = getattr(import_module(f"nonoforge.bench.{module}"), name)
    table: Table = function(options or BenchOptions())
    if not bench.reference:
        return table
    return replace(table, notes=(*table.notes, f"Reference: {bench.reference}."))
