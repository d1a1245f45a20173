"""The formats by name and extension, and the choice of one for a file.

A new format is a module with a `FORMAT` and a line here, or a plug-in (docs/plugins.md). A file is
read in the format that was named; else in the one that its content shows without doubt; else by its
extension; else in the one that its content looks like. So a PNG picture called `cat.xml` is read as
the picture it is, and a broken `.nin` file is still reported as a broken `.nin` file.
"""

from __future__ import annotations

import importlib
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from nonoforge.errors import FormatError
from nonoforge.formats.format import Format, Sniff, make_commands
from nonoforge.formats.source import Source
from nonoforge.plugins import PluginWarning, plugins

# Sniffing asks in this order; the less a format says about itself, the later it comes. A format is
# loaded when it is first needed: most commands need one.
_OURS = {  # name: module, name in it, extensions
    "nono": ("nono", "FORMAT", (".nono",)),
    "non": ("simpson", "FORMAT", (".non",)),
    "nonpack": ("simpson", "PACK", (".nonpack",)),
    "webpbn": ("webpbn", "FORMAT", (".xml", ".pbn")),
    "olsak": ("olsak", "FORMAT", (".g",)),
    "lp": ("bosch", "FORMAT", (".lp",)),
    "tatham": ("tatham", "FORMAT", (".tatham", ".gameid")),
    "share": ("share", "FORMAT", (".share",)),
    "png": ("png", "FORMAT", (".png",)),
    "pbm": ("pbm", "FORMAT", (".pbm",)),
    "vox": ("vox", "FORMAT", (".vox",)),
    "mk": ("clue_lines", "MK", (".mk",)),
    "cwd": ("clue_lines", "CWD", (".cwd",)),
    "nin": ("clue_lines", "NIN", (".nin",)),
    "text": ("text", "FORMAT", (".txt",)),
}
_OUR_EXTENSIONS = {extension: name for name, (_, _, extensions) in _OURS.items()
                   for extension in extensions}


@cache
def _ours(name: str) -> Format:
    module, attribute, extensions = _OURS[name]
    format: Format = getattr(importlib.import_module(f"nonoforge.formats.{module}"), attribute)
    assert (format.name, format.extensions) == (name, extensions)
    return format


class _Table(Mapping[str, Format]):
    """Our formats by some key, then those of plug-ins, which are looked for only if need be."""

    def __init__(self, ours: Mapping[str, str], keys: Callable[[Format], Iterable[str]]) -> None:
        self._ours = ours  # key: name of the format
        self._keys = keys

    def _others(self) -> dict[str, Format]:
        return {key: format for format in _plugins().values() for key in self._keys(format)
                if key not in self._ours}

    def __getitem__(self, key: str) -> Format:
        return _ours(self._ours[key]) if key in self._ours else self._others()[key]

    def __contains__(self, key: object) -> bool:
        return key in self._ours or key in self._others()

    def __iter__(self) -> Iterator[str]:
        return iter((*self._ours, *self._others()))

    def __len__(self) -> int:
        return len(self._ours) + len(self._others())


@cache
def _plugins() -> dict[str, Format]:
    return plugins("formats", Format, _OURS, _named)


def _named(name: str, found: Any) -> Any:
    """Return a format as it is declared, if its name is that of the entry point."""
    if getattr(found, "name", name) != name:
        raise ValueError(f"the format is called {found.name!a}")
    return found


FORMATS: Mapping[str, Format] = _Table(dict(zip(_OURS, _OURS, strict=True)),
                                       lambda format: (format.name,))
"""Formats by name."""

EXTENSIONS: Mapping[str, Format] = _Table(_OUR_EXTENSIONS, lambda format: format.extensions)
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
    for format in map(_ours, _OURS):
        found = format.sniff(source)
        if found > surest:
            best, surest = format, found
    if surest is Sniff.SURE:
        return best
    for format in _plugins().values():
        try:
            found = format.sniff(source)
        except Exception as error:  # whatever a plug-in does wrong, others can still be read
            warnings.warn(f"plug-in {format.name!a} cannot tell whether this is its format: "
                          f"{type(error).__name__}: {error}", PluginWarning, stacklevel=2)
            continue
        if found > surest:
            best, surest = format, found
    return best


def _unknown(source: Source) -> FormatError:
    for magic, what in _PICTURES.items():
        if source.data.startswith(magic):
            return source.error(f"this is a {what} picture; pictures with one pixel a cell are "
                                "read from PNG and PBM; make a puzzle from others with "
                                f"{make_commands('png')}")
    return source.error("unknown format; if you know it, name it with --from (format= in Python): "
                        f"{', '.join(FORMATS)}")


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
