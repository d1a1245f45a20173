"""The formats by name and extension, and the choice of one for a file.

A new format is a module with a `FORMAT` and a line here. A file is read in the format that was
named; else in the one that its content shows without doubt; else by its extension; else in the one
that its content looks like. So a PNG picture called `cat.xml` is read as the picture it is, and a
broken `.nin` file is still reported as a broken `.nin` file.
"""

from __future__ import annotations

import os
import re

from nonoforge.errors import FormatError
from nonoforge.formats import (
    bosch,
    clue_lines,
    nono,
    olsak,
    pbm,
    png,
    share,
    simpson,
    tatham,
    text,
    vox,
    webpbn,
)
from nonoforge.formats.format import Format, Sniff, make_commands
from nonoforge.formats.source import Source

# Sniffing asks in this order; the less a format says about itself, the later it comes.
FORMATS: dict[str, Format] = {
    format.name: format
    for format in (
        nono.FORMAT,
        simpson.FORMAT,
        simpson.PACK,
        webpbn.FORMAT,
        olsak.FORMAT,
        bosch.FORMAT,
        tatham.FORMAT,
        share.FORMAT,
        png.FORMAT,
        pbm.FORMAT,
        vox.FORMAT,
        clue_lines.MK,
        clue_lines.CWD,
        clue_lines.NIN,
        text.FORMAT,
    )
}
"""Formats by name."""

EXTENSIONS: dict[str, Format] = {
    extension: format for format in FORMATS.values() for extension in format.extensions
}
"""Formats by extension, in lower case, with the dot."""


def format_named(name: str) -> Format:
    """Return the format of this name or extension: `webpbn`, `xml` or `.xml`."""
    format = FORMATS.get(name.lower()) or EXTENSIONS.get(f".{name.lower().lstrip('.')}")
    if format is None:
        raise FormatError(f"unknown format {name!a}; use one of {', '.join(FORMATS)}")
    return format


# Pictures by their first bytes; not one pixel a cell, but sources for `nonoforge make`.
_PICTURES = {b"\xff\xd8\xff": "JPEG", b"GIF8": "GIF", b"BM": "BMP", b"RIFF": "WebP",
             b"II*\x00": "TIFF", b"MM\x00*": "TIFF", b"P5": "PGM", b"P6": "PPM"}

_DRAWING = re.compile(rb"<(?:svg:)?(?:svg|ipe)[\s>]")


def extension_of(path: str) -> str:
    """Return the last extension of a path, in lower case, with the dot; empty if there is none."""
    return os.path.splitext(os.path.basename(path))[1].lower()


def format_for_reading(source: Source, name: str | None = None) -> Format:
    """Return the format to read this with; `name` is one that was asked for."""
    if name is not None:
        return format_named(name)
    if not source.data.strip():
        raise source.error("the file is empty")
    by_extension = EXTENSIONS.get(extension_of(source.name))
    if by_extension and by_extension.sniff(source) is Sniff.SURE:
        return by_extension
    sniffed = sniff(source)
    sure = sniffed is not None and sniffed.sniff(source) is Sniff.SURE
    # `.txt` promises little, so there anything that fits better is taken.
    vague = by_extension is FORMATS["text"] and by_extension.sniff(source) is Sniff.NO
    chosen = sniffed if sure or vague or not by_extension else by_extension
    chosen = chosen or by_extension
    if not sure and _DRAWING.search(source.data[:4096]):
        raise source.error(f"this is a drawing, not a puzzle; make one with {make_commands('svg')}")
    if chosen is None:
        raise _unknown(source)
    return chosen


def sniff(source: Source) -> Format | None:
    """Return the format that the content looks like, or None."""
    best: Format | None = None
    surest = Sniff.NO
    for format in FORMATS.values():
        found = format.sniff(source)
        if found > surest:
            best, surest = format, found
    return best


def _unknown(source: Source) -> FormatError:
    for magic, what in _PICTURES.items():
        if source.data.startswith(magic):
            return source.error(f"this is a {what} picture; pictures with one pixel a cell are "
                                "read from PNG and PBM; make a puzzle from others with "
                                f"{make_commands('png')}")
    return source.error(f"unknown format; name one with --from: {', '.join(FORMATS)}")


def format_for_writing(path: str, name: str | None = None) -> Format:
    """Return the format to write a file of this name in; `name` is one that was asked for."""
    if name is not None:
        return format_named(name)
    extension = extension_of(path)
    if path == "-":
        return FORMATS["nono"]
    if extension not in EXTENSIONS:
        what = f"unknown extension {extension!a}" if extension else "no extension"
        raise FormatError(f"{what}; use one of {' '.join(sorted(EXTENSIONS))}", file=path)
    return EXTENSIONS[extension]
