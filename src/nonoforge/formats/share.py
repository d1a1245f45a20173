"""A puzzle as a string for links and messages: `nf1.` and letters, digits, `-` and `_`.

    nf1.GAiRmTcJ...      `nf`, the version, a dot; then base64url of
                         the packed puzzle | 3 bytes of its CRC-32

The packed puzzle is a row of bits from an arithmetic coder (`share_coder`): the family, then what
its description says (`share_grid`, `share_solid`, `share_plane`). Solution and saved states are
never in it: whoever gets the string is to solve the puzzle.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeAlias

from nonoforge.errors import FormatError
from nonoforge.families.grid.storage import share
from nonoforge.families.plane.share import curved, sloped
from nonoforge.families.solid import Solid
from nonoforge.families.solid.storage import MAX_SHARED_RODS, rods, share
from nonoforge.formats.format import EVERYTHING, Format, Loss, Sniff
from nonoforge.formats.source import Source
from nonoforge.nonogram import Nonogram
from nonoforge.storage.coder import CoderError, Odds, Reader, Trainer, Writer, choice, text
from nonoforge.storage.share_parts import MAX_SHARED_CELLS, SAMPLE
from nonoforge.text import quoted

VERSION = 1
MOST = 65_536  # characters of a string
CHECK = 3  # bytes

_STRING = re.compile(rb"nf([0-9]{1,3})\.([A-Za-z0-9_-]*)")
_SURE = re.compile(rb"nf[0-9]{1,3}\.[A-Za-z0-9_-]*\Z")

Description: TypeAlias = Callable[..., Nonogram]
FAMILIES: dict[str, Description] = {
    "grid": share, "solid": share, "sloped": sloped, "curved": curved}


@cache
def _taught() -> Odds:
    """What is known of letters before the first is met."""
    pupil = Trainer()
    for words in SAMPLE:
        text(pupil, words)
    return pupil.odds


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """One string on a line."""
    [nonogram] = nonograms
    family, writer = nonogram.family.name, Writer(_taught())
    choice(writer, "family", [*FAMILIES].index(family), len(FAMILIES))
    try:
        FAMILIES[family](writer, nonogram)
    except CoderError as error:  # more than a reader takes
        raise FormatError(f"too much for a string: {error}; send the file instead") from None
    packed = writer.packed()
    letters = base64.urlsafe_b64encode(packed + _check(packed)).rstrip(b"=")
    string = b"nf%d.%s" % (VERSION, letters)
    if len(string) > MOST:
        raise FormatError(f"the string would have {len(string):,} characters, and at most {MOST:,} "
                          "are read; send the file instead")
    return string + b"\n"


def _check(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4)[-CHECK:]


def read(source: Source) -> list[Nonogram]:
    """One puzzle; line breaks and spaces that a mail programme put in do no harm."""
    string = b"".join(source.data.removeprefix(b"\xef\xbb\xbf").split())
    if len(string) > MOST:
        raise source.error(f"a string of {len(string):,} characters; at most {MOST:,} are read")
    found = _STRING.fullmatch(string)
    if not found:
        raise source.error(f"{quoted(string[:40].decode('latin-1'))} is no string of a puzzle; "
                           "it looks like nf1.Gx5a-B_2 with letters, digits, - and _")
    if int(found[1]) != VERSION:
        raise source.error(f"the string has version {int(found[1])}; this program reads version "
                           f"{VERSION}")
    return [_unpacked(source, _whole(source, found[2]))]


def _whole(source: Source, letters: bytes) -> bytes:
    """The packed puzzle, once it is known that nothing of it is missing."""
    try:
        data = base64.urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        data = b""
    packed, check = data[:-CHECK], data[-CHECK:]
    if len(data) < CHECK or check != _check(packed):
        raise source.error("the string is damaged or cut off: its last letters do not fit the "
                           "others; copy it once more, to its end")
    return packed


def _unpacked(source: Source, packed: bytes) -> Nonogram:
    reader = Reader(packed, _taught())
    try:
        family = [*FAMILIES.values()][choice(reader, "family", 0, len(FAMILIES))]
        nonogram = family(reader)
        if not reader.finished:
            raise CoderError("it goes on after its end")
    except (CoderError, ValueError) as error:  # a ValueError: no text, or no palette
        raise source.error(f"the string holds no puzzle: {error}") from None
    return nonogram


def losses(nonogram: Nonogram) -> list[Loss]:
    """What is too large, and givens that contradict each other."""
    found = []
    if nonogram.puzzle.cells > MAX_SHARED_CELLS:
        found.append(Loss(f"more than {MAX_SHARED_CELLS:,} cells", None))
    if isinstance(nonogram.geometry, Solid) and rods(nonogram.geometry) > MAX_SHARED_RODS:
        found.append(Loss(f"more than {MAX_SHARED_RODS:,} rods", None))
    given = nonogram.puzzle.given
    if len(dict(given)) < len(given):
        found.append(Loss("a cell that is given twice", None))
    return found


def sniff(source: Source) -> Sniff:
    """`nf`, a number, a dot, and nothing but letters that a link may have."""
    start = source.data[:200].removeprefix(b"\xef\xbb\xbf").split()
    return Sniff.SURE if start and _SURE.match(start[0]) else Sniff.NO


FORMAT = Format("share", (".share",), "a string for links and messages, without the solution",
                sniff, read, write, EVERYTHING - {"several", "solution", "saved"}, losses,
                families=frozenset(FAMILIES))
