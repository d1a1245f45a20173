"""The pictures in webpbn files: rows of `|` cells `|`.

A cell is a colour's character, `?` for any colour, or `[ab]` for one of these.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from nonoforge.families.grid import MAX_CELLS, MAX_SIDE
from nonoforge.formats.source import Place, Source, Token

_PIECE = re.compile(r"\||\[([^\]|]*)\]|[^|]")
UNSAFE = frozenset("|[]?/\\")
"""Characters that cannot stand for a colour."""


def read_image(source: Source, text: Token, chars: dict[str, int]) -> list[list[int]]:
    """Rows of masks: bit c is set where colour c is possible."""
    reader = _Reader(source, text, chars)
    rows = []
    for found in reader.rows():
        rows.append(found)
        if len(rows) > MAX_SIDE:
            raise source.error(f"an image of more than {MAX_SIDE} rows", text.place)
    if not rows:
        raise source.error("an image without rows; each row is written |...|", text.place)
    for y, (row, place) in enumerate(rows):
        if len(row) != len(rows[0][0]):
            raise source.error(f"row {y + 1} of the image has {len(row)} cells, but row 1 has "
                               f"{len(rows[0][0])}", place)
    return [row for row, _ in rows]


class _Reader:
    def __init__(self, source: Source, text: Token, chars: dict[str, int]) -> None:
        self.source = source
        self.text = text
        self.chars = chars
        self.full = (1 << len(set(chars.values()))) - 1

    def rows(self) -> Iterator[tuple[list[int], Place]]:
        row: list[int] | None = None
        line, column, start = *self.text.place, self.text.place
        cells = 0
        for piece in _PIECE.finditer(self.text.text):
            place = Place(line, column)
            line, column = (line + 1, 1) if piece[0] == "\n" else (line, column + len(piece[0]))
            if piece[0] == "|":
                if row is not None:
                    yield row, start
                row, start = (None, start) if row is not None else ([], place)
            elif row is not None:
                row.append(self._cell(piece, place))
                cells += 1
                if cells > MAX_CELLS:
                    raise self.source.error(f"an image of more than {MAX_CELLS:,} cells", place)
            elif not piece[0].isspace():
                raise self.source.error(f"{piece[0][:20]!a} outside the bars of an image; each row "
                                        "is written |...|", place)
        if row is not None:
            raise self.source.error("a row of the image has no closing bar", start)

    def _cell(self, piece: re.Match[str], place: Place) -> int:
        if piece[0] == "?":
            return self.full
        mask = 0
        for char in piece[0] if piece[1] is None else piece[1]:
            if char not in self.chars:
                raise self.source.error(f"{char!a} is the character of no colour; there are "
                                        f"{' '.join(self.chars)}", place)
            mask |= 1 << self.chars[char]
        if not mask:
            raise self.source.error("[] says that a cell has no colour at all", place)
        return mask


def write_image(masks: Sequence[int], width: int, chars: Sequence[str]) -> str:
    """The rows of an image, one a line."""
    full = (1 << len(chars)) - 1
    seen: dict[int, str] = {full: "?"}
    for mask in set(masks):
        some = [char for number, char in enumerate(chars) if mask >> number & 1]
        seen.setdefault(mask, some[0] if len(some) == 1 else f"[{''.join(some)}]")
    cells = [seen[mask] for mask in masks]
    return "\n".join(f"|{''.join(cells[start:start + width])}|"
                     for start in range(0, len(cells), width))
