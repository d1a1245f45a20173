"""Writing `.non`: what goes into it, and what cannot."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from nonoforge.clues import Runs
from nonoforge.families.grid import grid_of
from nonoforge.formats.colours import names_for, symbols_for
from nonoforge.formats.format import Loss
from nonoforge.formats.losses import without_property
from nonoforge.formats.simpson_draft import FIELDS, KEY, TAKEN
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import SYMBOLS, Palette
from nonoforge.state import State

_WORDS = {"identifier": "catalogue", "title": "title", "author": "by", "author_id": "authorid",
          "copyright": "copyright", "licence": "license", "source": "source",
          "description": "description"}
_SPARE = SYMBOLS[:52] + "@%!$*+-./:<>^_~"  # letters first; enough for the largest palette


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """The puzzles, parted by `====` if there are several. Plain ASCII."""
    return "====\n".join(map(_write_puzzle, nonograms)).encode("ascii")


def _write_puzzle(nonogram: Nonogram) -> str:
    grid, rows, columns = grid_of(nonogram)
    letters = _letters(nonogram.puzzle.palette)
    lines = [*_info(nonogram.info), *_colours(nonogram.puzzle.palette, letters),
             f"width {grid.width}", f"height {grid.height}",
             "", "rows", *(_rule(clue, letters) for clue in rows),
             "", "columns", *(_rule(clue, letters) for clue in columns)]
    if nonogram.solution is not None:
        lines += ["", f'goal "{"".join(letters[colour] for colour in nonogram.solution)}"']
    lines += ["", *(f'saved "{_state(state, letters)}"' for state in nonogram.saved)]
    return "\n".join(lines).rstrip("\n") + "\n"


def _letters(palette: Palette) -> list[str]:
    """The character of each colour: 0 and 1, or 0 and letters."""
    if palette.plain:
        return ["0", "1"]
    return ["0", *symbols_for(palette, _SPARE.__contains__, _SPARE, start=1)]


def _colours(palette: Palette, letters: list[str]) -> list[str]:
    rgbs = [colour.rgb for colour in palette.colours]
    lines = []
    for letter, colour, usual in zip(letters, palette.colours, names_for(rgbs), strict=True):
        if (letter, colour.rgb) not in (("0", "#ffffff"), ("1", "#000000")):
            lines.append(f"color {letter} {colour.rgb}")
        if colour.name != usual:
            lines.append(f'colorname {letter} "{escaped(colour.name)}"')
    return lines


def _info(info: Info) -> list[str]:
    lines = []
    for name, word in _WORDS.items():
        value = getattr(info, name)
        if name == "licence" and re.fullmatch(r"[A-Za-z0-9.+-]+", value):
            lines.append(f"{word} {value}")  # a licence code stands without quotes
        elif value:
            lines.append(f'{word} "{escaped(value)}"')
    lines += [f'note "{escaped(note)}"' for note in info.notes]
    return lines + [f'{word} "{escaped(value)}"' for word, value in info.more]


def _rule(clue: Runs, letters: list[str]) -> str:
    plain = len(letters) == 2
    return ",".join(f"{run.length}{'' if plain else letters[run.colour]}"
                    for run in clue.runs) or "0"


def _state(state: State, letters: list[str]) -> str:
    colours = map(state.colour, range(len(state.masks)))
    return "".join("?" if colour is None else letters[colour] for colour in colours)


def escaped(text: str) -> str:
    """Plain ASCII without quotes or line ends, as the format asks: the rest as references.

    >>> escaped('Jürgen "& Co"')
    'J&#252;rgen &quot;&amp; Co&quot;'
    """
    return "".join(_REFERENCES.get(c) or (c if " " <= c <= "~" else f"&#{ord(c)};") for c in text)


_REFERENCES = {"&": "&amp;", '"': "&quot;"}


def losses(nonogram: Nonogram) -> list[Loss]:
    """Properties whose names are taken, and cells known only in part."""
    lost = [Loss(f"the property {key!a}", without_property(key)) for key, _ in nonogram.info.more
            if not _keeps(nonogram.info, key)]
    if any(_partly(state, len(nonogram.puzzle.palette)) for state in nonogram.saved):
        lost.append(Loss("cells of a saved state that are known in part", _open_partly))
    return lost


def _keeps(info: Info, key: str) -> bool:
    word = key.lower()
    taken = word in TAKEN or (word in FIELDS and not getattr(info, FIELDS[word]))
    fits = bool(KEY.fullmatch(key)) and key.isascii() and key.isprintable()
    return fits and not taken


def _partly(state: State, colours: int) -> bool:
    full = (1 << colours) - 1
    return any(mask != full and (mask == 0 or mask & (mask - 1)) for mask in state.masks)


def _open_partly(nonogram: Nonogram) -> Nonogram:
    full = (1 << len(nonogram.puzzle.palette)) - 1
    saved = tuple(State(tuple(mask if mask and not mask & (mask - 1) else full
                              for mask in state.masks)) for state in nonogram.saved)
    return replace(nonogram, saved=saved)
