"""From a file, or standard input, to a drawing: what it is shows in what it holds."""

from __future__ import annotations

import errno
import os
import sys
import zlib
from dataclasses import replace

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Drawing
from nonoforge.families.plane.limits import MAX_BYTES
from nonoforge.families.plane.xml_safety import parse_xml
from nonoforge.text import quoted

STDIN = "<stdin>"

_OTHERS = {b"%PDF": "a PDF file; save the drawing as SVG, or from Ipe as .ipe",
           b"\x89PNG": "a picture in pixels; a drawing is SVG or Ipe",
           b"\xff\xd8\xff": "a picture in pixels; a drawing is SVG or Ipe",
           b"GIF8": "a picture in pixels; a drawing is SVG or Ipe",
           b"%!PS": "a PostScript file; save the drawing as SVG",
           b"{": "a JSON file, perhaps a finished puzzle; a drawing is SVG or Ipe"}


def read_drawing(path: str | os.PathLike[str]) -> Drawing:
    """The drawing of an SVG (also gzip'd) or Ipe file; `-` is standard input."""
    name = os.fspath(path)
    data, name = (_stdin(), STDIN) if name == "-" else (_file(name), name)
    return drawing_of(data, name)


def drawing_of(data: bytes, name: str = "<input>") -> Drawing:
    """The drawing in these bytes.

    >>> drawing_of(b'<svg viewBox="0 0 9 9"><rect width="3" height="3"/></svg>').shapes[0].name
    'rect in line 1'
    """
    try:
        return replace(_drawing(_unpacked(_limited(data))), file=name)
    except InputError as error:
        raise error.at(file=name, line=1, column=1) from None


def _drawing(data: bytes) -> Drawing:
    head = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    for start, what in _OTHERS.items():
        if head.startswith(start):
            raise InputError(f"this is {what}")
    if not data.strip():
        raise InputError("the file is empty")
    if not head.startswith(b"<") and head[:2] not in (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"):
        raise InputError("this is neither SVG nor Ipe: it does not begin with <")
    document = parse_xml(data)
    tag = document.root.tag
    if tag == "svg":
        from nonoforge.families.plane.svg_source import read_svg

        return read_svg(document)
    if tag == "ipe":
        from nonoforge.families.plane.ipe_source import read_ipe

        return read_ipe(document)
    raise InputError(f"the file has <{quoted(tag)[1:-1]}> in it; a drawing has <svg> or <ipe>",
                     line=document.root.place.line, column=document.root.place.column)


def _unpacked(data: bytes) -> bytes:
    """What a gzip'd file holds; other files as they are."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(31)
    try:
        found = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise InputError(f"the gzip'd file is broken: {error}") from None
    if len(found) <= MAX_BYTES and not unpacker.eof:
        raise InputError("the gzip'd file is cut off")
    return _limited(found)


def _limited(data: bytes) -> bytes:
    if len(data) > MAX_BYTES:
        raise InputError(f"the drawing is larger than {MAX_BYTES // 2**20} MiB; simplify it, or "
                         "take the images out")
    return data


def _file(name: str) -> bytes:
    try:
        with open(name, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {_reason(error)}", file=name, line=1,
                         column=1) from None


def _stdin() -> bytes:
    try:
        if sys.stdin is None:  # started with standard input closed
            raise ValueError("it is closed")
        data: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise InputError(f"standard input cannot be read: {_reason(error)}", file=STDIN, line=1,
                         column=1) from None
    return data.encode() if isinstance(data, str) else data


def _reason(error: Exception) -> str:
    known: dict[object, str] = {
        errno.ENOENT: "there is no such file", errno.EISDIR: "it is a directory",
        errno.EACCES: "permission denied", errno.EPERM: "permission denied",
    }
    number = getattr(error, "errno", None)
    return known.get(number, "") or (getattr(error, "strerror", None) or str(error)).lower()
