"""Files in answers."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.nonogram import Nonogram
from nonoforge.studio.tasks.making import Remarks

MEDIA = {
    "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "txt": "text/plain",
    "ipe": "application/vnd.ipe", "html": "text/html", "nono": "application/json",
    "webpbn": "application/xml", "pbm": "image/x-portable-bitmap",
    "vox": "application/octet-stream"}
OTHER = "text/plain"  # the other formats are texts that people wrote by hand


class FileAnswer(msgspec.Struct, kw_only=True):
    """A file to keep."""

    name: Annotated[str, Meta(description="What it may be called: letters, digits, - and _.")]
    media_type: str
    data: Annotated[bytes, Meta(description="The file, in base64.")]
    remarks: Remarks


def file_answer(
    stem: str, ending: str, kind: str, data: bytes, remarks: list[str] | None = None,
) -> FileAnswer:
    """A file, named after a puzzle."""
    return FileAnswer(name=f"{stem}{ending}", media_type=MEDIA.get(kind, OTHER), data=data,
                      remarks=remarks or [])


def file_stem(title: str) -> str:
    """A name for a file that no system takes amiss.

    >>> file_stem("Die Ente / ../x"), file_stem("")
    ('Die_Ente_x', 'puzzle')
    """
    return re.sub(r"[^\w-]+", "_", title).strip("_")[:60] or "puzzle"


def named_after(nonograms: list[Nonogram], title: str = "") -> str:
    """The name of a file of these puzzles."""
    if title or len(nonograms) != 1:
        return file_stem(title or "puzzles")
    return file_stem(nonograms[0].info.title)
