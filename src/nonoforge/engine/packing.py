"""Puzzles as flat 32-bit integers: what the kernel reads, and by which puzzles are compared.

    cells, colours, number of lines;
    for each line: group, length, its cells, its clue;
    number of given cells; for each: cell, colour

A clue of runs is 0, their number, then length and colour of each (a blotted length is 0); a tally
is 1, the number of its colours, then total and groups of each (-1 is unknown).
"""

from __future__ import annotations

from array import array
from hashlib import sha256

from nonoforge.clues import Clue, Tally
from nonoforge.engine.choose import native
from nonoforge.puzzle import Colouring, Puzzle

KEY_DIGITS = 24  # hexadecimal: among 10^8 puzzles two keys are equal with a chance of 10^-13


def pack(puzzle: Puzzle) -> bytes:
    """Return the puzzle as integers, in the byte order of the machine."""
    if native is not None:
        packed: bytes = native.pack(puzzle)
        return packed
    return pack_plainly(puzzle)


def pack_plainly(puzzle: Puzzle) -> bytes:
    """Return the same without the kernel."""
    out = array("i", (puzzle.cells, len(puzzle.palette), len(puzzle.lines)))
    for line in puzzle.lines:
        out.extend((line.group, len(line.cells), *line.cells))
        out.extend(_clue(line.clue))
    out.append(len(puzzle.given))
    for given in puzzle.given:
        out.extend(given)
    return out.tobytes()


def _clue(clue: Clue) -> list[int]:
    if isinstance(clue, Tally):
        pairs = [tuple(-1 if part is None else part for part in count) for count in clue.counts]
        return [1, len(pairs), *(number for pair in pairs for number in pair)]
    return [0, len(clue.runs), *(number for length, colour in clue.runs
                                 for number in (length or 0, colour))]


def pack_matrix(
    rows: bytes, columns: bytes, width: int, height: int, colours: int,
    solution: Colouring | None = None,
) -> bytes | None:
    """Return what `pack` returns for lines along rows and columns, straight from clues as text:
    JSON lists of lengths or of [length, colour], or lines of lengths like `3,1`, where 0 is an
    empty clue. The clues and the solution are checked.

    None where anything is unusual or wrong, and where there is no kernel: read the puzzle as usual.

    >>> pack_matrix(b"[[1], [3]]", b"[[1], [2], [2]]", 3, 2, 2) is None  # the sums differ
    True
    """
    if native is None:
        return None
    found: bytes | None = native.pack_matrix(rows, columns, width, height, colours, solution)
    return found


def agrees(puzzle: Puzzle, solution: Colouring | None = None) -> bool:
    """Return whether the runs of a new puzzle fit their lines, those of its first group of lines
    count as many cells of each colour as the others, and the solution meets all. False also for
    clues and numbers that need more care, and where there is no kernel.

    The puzzle is packed for that, and stays so.
    """
    try:
        return native is not None and native.agrees(puzzle, solution)
    except (OverflowError, TypeError):
        return False


def distinct_members(text: bytes) -> bool:
    """Return whether a JSON object has no two members of one name, of which decoders keep the last.
    Values are not checked. False also for objects in objects and escaped characters, which would
    need more care, and where there is no kernel."""
    return native is not None and bool(native.distinct_members(text))


def solve_lines(packed: list[bytes], settled: int | None = None) -> list[
        tuple[Colouring | None, int, float]]:
    """Settle single lines of packed puzzles in one native call. Return for each the solution (None
    where lines are not enough), the lines settled, and seconds.

    settled: the most lines that may be settled for each; None: no limit.
    """
    if native is None:
        return [(None, 0, 0.0)] * len(packed)
    found: list[tuple[Colouring | None, int, float]] = native.solve_lines(
        packed, -1 if settled is None else settled)
    return found


def content_key(family: str, packed: bytes) -> str:
    """Return what identifies a puzzle, whatever its file format, texts, shades and solution."""
    return sha256(family.encode() + b"\0" + packed).hexdigest()[:KEY_DIGITS]
