"""Compact records: one JSON object a line for each puzzle of a batch.

    {"file":"set.jsonl#7","key":"5be1...","verdict":"unique","level":"line","work":[64,0,0,0],
     "solution":"GA...","ms":0.031}

Fields without a value are left out. `ms` comes last: apart from it, records of the same puzzles,
options and version are equal byte by byte, whatever the machine, the workers and interruptions.
"""

from __future__ import annotations

import base64
from binascii import b2a_base64
from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from nonoforge.puzzle import Colouring

SolutionForm: TypeAlias = Literal["none", "bits", "full"]


class BatchRecord(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The result for one puzzle."""

    file: Annotated[str, Meta(
        description="Name of the input; FILE#N is its line, or its puzzle, N.")]
    key: Annotated[str, Meta(
        description="Identifies the puzzle: equal for equal families, cells, lines, clues and "
                    "given cells, whatever the file format.")] = ""
    verdict: Annotated[str, Meta(description="unique, multiple, none or unknown.")] = ""
    level: Annotated[str, Meta(description="line, probe, search or sat.")] = ""
    work: Annotated[list[int], Meta(
        description="Lines settled, probes, nodes and conflicts.")] = []
    stars: Annotated[int, Meta(description="Rating, 1 to 5; 0: not rated.")] = 0
    technique: Annotated[str, Meta(description="The hardest technique that is needed.")] = ""
    effort: Annotated[int, Meta(
        description="Finding and using all deductions; gives the stars.")] = 0
    ready: Annotated[bool | None, Meta(description="Whether players can get it as it is.")] = None
    flaws: Annotated[list[str], Meta(description="Kinds of flaws.")] = []
    ambiguous: Annotated[int, Meta(description="Cells that differ between solutions.")] = 0
    steps: Annotated[list[str], Meta(description="The explanation, a sentence a step.")] = []
    output: Annotated[str, Meta(description="The file that was written.")] = ""
    puzzle: Annotated[dict[str, Any] | None, Meta(
        description="A puzzle that was made, as a .nono object.")] = None
    split: Annotated[str, Meta(description="Part of a data set: train, validation or test.")] = ""
    symmetric: Annotated[str, Meta(
        description="Key that a picture shares with its mirror images and rotations.")] = ""
    why: Annotated[str, Meta(description="What stopped an unknown verdict or a rating.")] = ""
    solution: Annotated[Any, Meta(
        description="bits: base64 of the packed colours; full: nested lists of colours.")] = None
    colours: Annotated[int, Meta(
        description="Number of colours, where it is not 2: needed to read bits.")] = 2
    error: Annotated[str, Meta(description="Why there is no result.")] = ""
    cause: Annotated[str, Meta(
        description="input: it cannot be read; limit: it takes too much; crash.")] = ""
    ms: Annotated[float, Meta(description="CPU time in milliseconds.")] = 0.0


_encode = msgspec.json.Encoder().encode
_decoder = msgspec.json.Decoder(BatchRecord)


def encode_record(record: BatchRecord) -> bytes:
    """Return a record as a line without its end."""
    return _encode(record)


class Tally(msgspec.Struct):
    """Counts over records."""

    puzzles: int = 0
    errors: int = 0
    verdicts: dict[str, int] = msgspec.field(default_factory=dict)
    stars: dict[str, int] = msgspec.field(default_factory=dict)

    def add(self, record: BatchRecord) -> None:
        """Count a record."""
        self.puzzles += 1
        if record.error:
            self.errors += 1
        if record.verdict:
            self.verdicts[record.verdict] = self.verdicts.get(record.verdict, 0) + 1
        if record.stars:
            key = str(record.stars)
            self.stars[key] = self.stars.get(key, 0) + 1


def tally_of(lines: Iterable[bytes]) -> Tally:
    """Return the counts over records, a line each."""
    tally = Tally()
    for line in lines:
        tally.add(decode_record(line))
    return tally


def decode_record(line: bytes) -> BatchRecord:
    """Return the record of a line."""
    return _decoder.decode(line)


_DIGITS = b"0123456789abcdefghijklmnopqrstuv"


def _width(colours: int) -> int:
    """Return the bits of a cell."""
    bits = max(1, (colours - 1).bit_length())
    return bits if bits <= 5 else 8


def pack_colours(solution: Colouring, colours: int) -> str:
    """Return a solution in base64: the colours of the cells in order, each in as few bits as the
    palette needs (8 beyond 32 colours), the first cell highest, zeros at the end.

    >>> pack_colours(bytes([1, 0, 1]), 2)
    'oA=='
    """
    bits = 1 if colours == 2 else _width(colours)
    if bits == 8:
        return b2a_base64(solution, newline=False).decode()
    # Python reads digits of a base that is a power of two in linear time.
    number = int(solution.translate(_TABLES), 1 << bits) if solution else 0
    size = -(-len(solution) * bits // 8)
    data = (number << (8 * size - bits * len(solution))).to_bytes(size)
    return b2a_base64(data, newline=False).decode()


_TABLES = bytes(_DIGITS[number] if number < 32 else 0 for number in range(256))


def unpack_colours(text: str, cells: int, colours: int = 2) -> Colouring:
    """Return the solution of a text of `pack_colours`.

    >>> list(unpack_colours("oA==", 3))
    [1, 0, 1]
    """
    data, bits = base64.b64decode(text), _width(colours)
    if bits == 8:
        return data
    number = int.from_bytes(data) >> (8 * len(data) - bits * cells)
    mask = (1 << bits) - 1
    return bytes(number >> bits * (cells - 1 - cell) & mask for cell in range(cells))
