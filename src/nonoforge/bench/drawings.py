"""Curved nonograms from drawings that others made: verdict, room on paper, CPU time."""

from __future__ import annotations

from pathlib import Path
from statistics import median
from time import process_time

from nonoforge.bench.table import BenchOptions, Draft, Parts, Table, machine
from nonoforge.errors import InputError
from nonoforge.families.curved import CurvedResult, make_curved

COLUMNS = ("drawing", "verdict", "curves", "faces", "least width mm", "least angle", "labels left",
           "printable", "CPU s")
SUMMARY = ("drawings", "made", "unique", "line-solvable", "printable", "median CPU s",
           "worst CPU s")
NOTES = (
    "Each drawing with the default options; the seconds are of making it, without starting Python.",
    "Printable: faces of at least 2.5 mm, crossings of at least 20 degrees, places for all labels.",
)


def drawings(options: BenchOptions) -> Table:
    """Curved nonograms from the SVG files of a folder, or from those that a text file lists."""
    files = _files(options.path)
    draft = Draft("Curved nonograms from drawings", COLUMNS, options.report)
    parts = Parts(options.report, len(files))
    made: list[tuple[CurvedResult, bool]] = []
    seconds: list[float] = []
    for path in files:
        parts.next(path.name)
        begin = process_time()
        try:
            found = make_curved(str(path), seed=options.seed)
        except InputError as error:
            seconds.append(process_time() - begin)
            draft.row(path.name, str(error), *(None,) * (len(COLUMNS) - 3), seconds[-1])
            continue
        seconds.append(process_time() - begin)
        left = len(found.labelled.labeling.left) if found.labelled else 0
        measured = None if found.extended is None else found.extended.quality
        good = not left and (found.extended is None or not (
            found.extended.narrow or found.extended.flat))
        made.append((found, good))
        draft.row(path.name, found.verdict.answer, len(found.arranged.arrangement.curves),
                  len(found.arranged.arrangement.faces),
                  None if measured is None else min(each.value for each in measured.widths),
                  None if measured is None else min(
                      (each.value for each in measured.angles), default=None), left,
                  "yes" if good else "no", seconds[-1])
    summary = Draft("All of them", SUMMARY, options.report)
    summary.row(len(files), len(made), sum(each.verdict.answer == "unique" for each, _ in made),
                sum(each.verdict.line_solvable for each, _ in made), sum(good for _, good in made),
                median(seconds), max(seconds))
    summary.note(*NOTES, machine())
    return summary.table(draft.table())


def _files(path: str | None) -> list[Path]:
    """Return the drawings of a folder, or those that a text file lists, one a line."""
    if path is None:
        raise InputError("this table needs drawings: name a folder of SVG files, or a text file "
                         "that lists them")
    source = Path(path)
    found = sorted(source.rglob("*.svg")) if source.is_dir() else [
        Path(line) for line in source.read_text().splitlines() if line.strip()]
    if not found:
        raise InputError(f"{path}: no SVG files")
    return found
