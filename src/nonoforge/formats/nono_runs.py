"""Clues of runs in native files: a length, or [length, colour number]; "?" is a blotted length."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.clues import Run, Runs
from nonoforge.formats.json_place import PathError
from nonoforge.formats.nono_parts import short

RunEntry = int | str | list[int | str]

MAX_RUNS = 4096  # no line has more cells


def read_runs(path: str, entries: Sequence[RunEntry], colours: int) -> Runs:
    """The clue that a list of runs is."""
    if len(entries) > MAX_RUNS:
        raise PathError(path, f"{len(entries):,} runs; no line has that many cells")
    return Runs(tuple(_run(f"{path}[{i}]", entry, colours) for i, entry in enumerate(entries)))


def _run(path: str, entry: RunEntry, colours: int) -> Run:
    if isinstance(entry, list):
        if len(entry) != 2 or not isinstance(entry[1], int):
            raise PathError(path, "a run in colour is [length, colour number]")
        length, colour = entry[0], entry[1]
    else:
        length, colour = entry, 1
    if isinstance(length, str) and length != "?":
        raise PathError(path, f"the length {length[:20]!a}; it is a number, or \"?\" if it is "
                              "blotted")
    if isinstance(length, int) and not 1 <= length <= 10**9:
        raise PathError(path, f"a run of {short(length)}; at least 1 is needed")
    if not 1 <= colour < colours:
        raise PathError(path, f"the colour {short(colour)}; the palette has 1 to {colours - 1} "
                              "beside the background")
    return Run(None if isinstance(length, str) else length, colour)


def runs_entry(clue: Runs) -> list[RunEntry]:
    """The list that a clue is written as."""
    lengths: list[int | str] = ["?" if run.length is None else run.length for run in clue.runs]
    return [length if run.colour == 1 else [length, run.colour]
            for run, length in zip(clue.runs, lengths, strict=True)]
