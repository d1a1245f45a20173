"""Writing webpbn's XML, in the order of elements that webpbn itself writes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonoforge.clues import Runs
from nonoforge.families.grid import grid_of
from nonoforge.formats.colours import symbols_for
from nonoforge.formats.format import Loss
from nonoforge.formats.losses import map_texts, plain_names, texts, without_property
from nonoforge.formats.webpbn_draft import FIELDS, KNOWN
from nonoforge.formats.webpbn_image import UNSAFE, write_image
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import SYMBOLS

_WORDS = {"source": "source", "title": "title", "author": "author", "author_id": "authorid",
          "copyright": "copyright", "licence": "license", "identifier": "id",
          "description": "description"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAG = re.compile("[a-z_][a-z0-9_.-]*")


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """A puzzle set. No DOCTYPE: pbnsolve warns about it."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for nonogram in nonograms:
        parts += ["", *_puzzle(nonogram)]
    return "\n".join([*parts, "", "</puzzleset>", ""]).encode()


def _puzzle(nonogram: Nonogram) -> Iterator[str]:
    grid, rows, columns = grid_of(nonogram)
    colours = nonogram.puzzle.palette.colours
    chars = symbols_for(nonogram.puzzle.palette, _fits, SYMBOLS + "!$*+-:;=^_~#.")
    yield (f'<puzzle type="grid" defaultcolor="{_attribute(colours[1].name)}" '
           f'backgroundcolor="{_attribute(colours[0].name)}">')
    yield from _info(nonogram.info)
    for colour, char in zip(colours, chars, strict=True):
        yield (f'<color name="{_attribute(colour.name)}" char="{_attribute(char)}">'
               f'{colour.rgb[1:]}</color>')
    names = [_attribute(colour.name) for colour in colours]
    for kind, clues in (("columns", columns), ("rows", rows)):
        yield from (f'<clues type="{kind}">', *(_line(clue, names) for clue in clues), "</clues>")
    states = [("goal", [1 << colour for colour in nonogram.solution])
              ] if nonogram.solution is not None else []
    states += [("saved", list(state.masks)) for state in nonogram.saved]
    for kind, masks in states:
        image = _text(write_image(masks, grid.width, chars))
        yield from (f'<solution type="{kind}">', f"<image>\n{image}\n</image>", "</solution>")
    yield "</puzzle>"


def _info(info: Info) -> Iterator[str]:
    for name, tag in _WORDS.items():
        if getattr(info, name):
            yield f"<{tag}>{_text(getattr(info, name))}</{tag}>"
    for note in info.notes:
        yield f"<note>{_text(note)}</note>"
    for tag, value in info.more:
        yield f"<{tag}>{_text(value)}</{tag}>"


def _line(clue: Runs, names: Sequence[str]) -> str:
    counts = (f"<count>{run.length or 0}</count>" if run.colour == 1 else
              f'<count color="{names[run.colour]}">{run.length or 0}</count>' for run in clue.runs)
    return f"<line>{''.join(counts)}</line>"


def _text(text: str) -> str:
    return (text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            .replace("\r", "&#13;"))


def _attribute(text: str) -> str:
    return (_text(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;"))


def _fits(char: str) -> bool:
    return char not in UNSAFE and not char.isspace() and not _NOT_XML.search(char)


def losses(nonogram: Nonogram) -> list[Loss]:
    """Characters that XML has not, spaces at the ends, property names that are no tags."""
    lost = []
    for what, value in texts(nonogram):
        if what.startswith(("the property name", "the symbol")):
            continue
        if what.startswith("the colour name"):
            if _NOT_XML.search(value):
                lost.append(Loss(what, plain_names))
        elif _clean(value) != value:
            lost.append(Loss(f"{what} with control characters, or spaces at its ends", _cleaned))
    lost += [Loss(f"the property {key!a}", without_property(key)) for key, _ in nonogram.info.more
             if not _keeps(nonogram.info, key)]
    return lost


def _clean(text: str) -> str:
    return _NOT_XML.sub("", text).strip()


def _cleaned(nonogram: Nonogram) -> Nonogram:
    return replace(nonogram, info=map_texts(nonogram.info, _clean))


def _keeps(info: Info, tag: str) -> bool:
    if tag in FIELDS:  # a second title: read back as such only if there is a first
        return bool(getattr(info, FIELDS[tag]))
    return bool(_TAG.fullmatch(tag)) and tag not in KNOWN and not tag.startswith("xml")
