"""PDF files read back with what the standard library has."""

from __future__ import annotations

import re
import zlib

A4, LETTER = (595.28, 841.89), (612.0, 792.0)


def sizes(data: bytes) -> list[tuple[float, float]]:
    """The size of each page, in points, in the order of the file."""
    assert data.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", data)
    return [(round(float(width), 2), round(float(height), 2)) for width, height in boxes]


def contents(data: bytes) -> list[str]:
    """What is drawn on each page: the commands, plain."""
    objects = dict(re.findall(rb"(?s)(\d+) 0 obj\n(.*?)endobj", data))
    pages = []
    for number in re.findall(rb"/Contents (\d+) 0 R", data):
        stream = re.search(rb"(?s)stream\r?\n(.*?)endstream", objects[number])
        assert stream is not None
        pages.append(zlib.decompressobj().decompress(stream[1]).decode("latin-1"))
    return pages


def words(content: str) -> list[str]:
    """The texts of a page."""
    return [re.sub(r"\\(.)", r"\1", text)
            for text in re.findall(r"\(((?:[^()\\]|\\.)*)\) Tj", content)]
