"""A puzzle as a string for links and messages: `nf1.` and letters, digits, `-` and `_`.

    nf1.GAiRmTcJ...      `nf`, the version, a dot; then base64url of
                         the packed puzzle | 3 bytes of its CRC-32

The packed puzzle are the bits of an arithmetic coder (`storage.coder`): the family's number, then
what its `storage` writes. Version 1 has room for four families, version 2 for 64; a puzzle is
written in the lowest version that has its family. Solution and saved states are never in a string:
it is sent to people who want to solve the puzzle.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Sequence
from functools import cache

from nonoforge.errors import FormatError
from nonoforge.families import NAMES, family_named
from nonoforge.formats.format import EVERYTHING, Format, Loss, Sniff
from nonoforge.formats.losses import given_twice
from nonoforge.formats.source import Source
from nonoforge.nonogram import Nonogram
from nonoforge.storage import (
    TRAINING_TEXTS,
    CoderError,
    Odds,
    Reader,
    Trainer,
    Writer,
    code_choice,
    code_text,
)
from nonoforge.text import listed, quoted

VERSIONS = {1: 4, 2: 64}  # how many families a version has room for
MAX_CHARACTERS = 65_536
CHECK_BYTES = 3

_STRING = re.compile(rb"nf([0-9]{1,3})\.([A-Za-z0-9_-]*)")
_SURE = re.compile(rb"nf[0-9]{1,3}\.[A-Za-z0-9_-]*\Z")

@cache
def _trained() -> Odds:
    """Return the frequencies of letters before the first is met."""
    trainer = Trainer()
    for text in TRAINING_TEXTS:
        code_text(trainer, text)
    return trainer.odds


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Return one string on a line."""
    [nonogram] = nonograms
    if nonogram.family.name not in NAMES:  # strings hold the number of a family
        raise FormatError("share strings hold no families of plug-ins; use .nono")
    number = NAMES.index(nonogram.family.name)
    version = next(version for version, families in VERSIONS.items() if number < families)
    writer = Writer(_trained())
    code_choice(writer, "family", number, VERSIONS[version])
    try:
        nonogram.family.storage.share(writer, nonogram)
    except CoderError as error:  # more than a reader takes
        raise FormatError(f"too large for a string: {error}; send the file instead") from None
    packed = writer.packed()
    letters = base64.urlsafe_b64encode(packed + _check(packed)).rstrip(b"=")
    string = b"nf%d.%s" % (version, letters)
    if len(string) > MAX_CHARACTERS:
        raise FormatError(f"string too long: {len(string):,} characters (limit "
                          f"{MAX_CHARACTERS:,}); send the file instead")
    return string + b"\n"


def _check(packed: bytes) -> bytes:
    return zlib.crc32(packed).to_bytes(4)[-CHECK_BYTES:]


def read(source: Source) -> list[Nonogram]:
    """Read one puzzle; line breaks and spaces, which mail programs put in, are ignored."""
    string = b"".join(source.data.removeprefix(b"\xef\xbb\xbf").split())
    if len(string) > MAX_CHARACTERS:
        raise source.error(f"string too long: {len(string):,} characters (limit "
                           f"{MAX_CHARACTERS:,})")
    found = _STRING.fullmatch(string)
    if not found:
        raise source.error(f"{quoted(string[:40].decode('latin-1'))} is no string of a puzzle; "
                           "it looks like nf1.Gx5a-B_2 with letters, digits, - and _")
    version = int(found[1])
    if version not in VERSIONS:
        raise source.error(f"the string has version {version}; this program reads version "
                           f"{listed([str(known) for known in VERSIONS], 'or')}")
    return [_unpacked(source, _whole(source, found[2]), VERSIONS[version])]


def _whole(source: Source, letters: bytes) -> bytes:
    """Return the packed puzzle once its check is right."""
    try:
        data = base64.urlsafe_b64decode(letters + b"=" * (-len(letters) % 4))
    except (binascii.Error, ValueError):
        data = b""
    packed, check = data[:-CHECK_BYTES], data[-CHECK_BYTES:]
    if len(data) < CHECK_BYTES or check != _check(packed):
        raise source.error("the string is damaged or cut off: its last letters do not fit the "
                           "others; copy it once more, to its end")
    return packed


def _unpacked(source: Source, packed: bytes, families: int) -> Nonogram:
    reader = Reader(packed, _trained())
    try:
        number = code_choice(reader, "family", 0, families)
        if number >= len(NAMES):
            raise CoderError(f"family number {number + 1}; there are {len(NAMES)}")
        nonogram = family_named(NAMES[number]).storage.share(reader, None)
        if not reader.finished:
            raise CoderError("it goes on after its end")
    except (CoderError, ValueError) as error:  # a ValueError: no text, or no palette
        raise source.error(f"the string holds no puzzle: {error}") from None
    return nonogram


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return what is too large, and givens that contradict each other."""
    excess = nonogram.family.storage.share_excess(nonogram)
    return [*(Loss(what, None) for what in excess), *given_twice(nonogram)]


def sniff(source: Source) -> Sniff:
    """Accept `nf`, a number, a dot, then letters, digits, `-` and `_`."""
    start = source.data[:200].removeprefix(b"\xef\xbb\xbf").split()
    return Sniff.SURE if start and _SURE.match(start[0]) else Sniff.NO


FORMAT = Format("share", (".share",), "a string for links and messages, without the solution",
                sniff, read, write, EVERYTHING - {"hidden", "several", "solution", "saved"}, losses,
                every_family=True)
