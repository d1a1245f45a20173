"""All formats, in one place. A new format is a module with a `FORMAT` and a line here."""

from __future__ import annotations

from nonoforge.errors import FormatError
from nonoforge.formats import (
    bosch,
    cwd,
    mk,
    nin,
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
from nonoforge.formats.format import Format

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
        mk.FORMAT,
        cwd.FORMAT,
        nin.FORMAT,
        text.FORMAT,
    )
}
"""Formats by name."""

EXTENSIONS: dict[str, Format] = {
    extension: format for format in FORMATS.values() for extension in format.extensions
}
"""Formats by extension, in lower case, with the dot."""


def named(name: str) -> Format:
    """The format of this name; `non` and `.non` are both fine."""
    format = FORMATS.get(name.lower()) or EXTENSIONS.get(f".{name.lower().lstrip('.')}")
    if format is None:
        raise FormatError(f"the format {name!a} is not known; there are {', '.join(FORMATS)}")
    return format
