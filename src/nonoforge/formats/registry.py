"""All formats, in one place. A new format is a module with a `FORMAT` and a line here."""

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
from nonoforge.formats.format import Format, Sniff
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
    """The format of this name; `non` and `.non` are both fine."""
    format = FORMATS.get(name.lower()) or EXTENSIONS.get(f".{name.lower().lstrip('.')}")
    if format is None:
        raise FormatError(f"unknown format {name!a}; use one of {', '.join(FORMATS)}")
    return format


# Which format is it? A name that was given decides; then the content, if it is unmistakable;
# then the extension; then what the content looks like.
#
# So a PNG picture called `cat.xml` is read as the picture it is, and a broken `.nin` file is still
# reported as a broken `.nin` file.

_PICTURES = {b"\xff\xd8\xff": "a JPEG", b"GIF8": "a GIF", b"BM": "a BMP", b"RIFF": "a WebP",
             b"II*\x00": "a TIFF", b"MM\x00*": "a TIFF", b"P5": "a PGM", b"P6": "a PPM"}

_DRAWING = re.compile(rb"<(?:svg:)?(?:svg|ipe)[\s>]")


def extension_of(path: str) -> str:
    """The last extension of a path, in lower case, with the dot; empty if there is none."""
    return os.path.splitext(os.path.basename(path))[1].lower()


def format_for_reading(source: Source, name: str | None = None) -> Format:
    """The format to read this with."""
    if name is not None:
        return format_named(name)
    if not source.data.strip():
        raise source.error("the file is empty; a puzzle is needed")
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
        raise source.error("this is a drawing; `nonoforge make sloped` and `nonoforge make curved` "
                           "make puzzles from drawings")
    if chosen is None:
        raise _unknown(source)
    return chosen


def sniff(source: Source) -> Format | None:
    """The format the content looks like, if it looks like any."""
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
            return source.error(f"this is {what} picture; a picture with one pixel a cell is read "
                                "as PNG or PBM, and `nonoforge make grid` makes puzzles from any")
    return source.error("the format cannot be told from the content; name it with --from: "
                        f"{', '.join(FORMATS)}")


def format_for_writing(path: str, name: str | None = None) -> Format:
    """The format to write a file of this name in."""
    if name is not None:
        return format_named(name)
    extension = extension_of(path)
    if path == "-":
        return FORMATS["nono"]
    if extension not in EXTENSIONS:
        what = f"unknown extension {extension!a}" if extension else "no extension"
        raise FormatError(f"{what}; use one of {' '.join(sorted(EXTENSIONS))}", file=path)
    return EXTENSIONS[extension]
