"""Writing Olsak's `.g`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonoforge.clues import Runs
from nonoforge.families.grid import grid_of
from nonoforge.formats.colours import names_for, symbols_for
from nonoforge.formats.format import Loss
from nonoforge.formats.losses import plain_names
from nonoforge.nonogram import Nonogram
from nonoforge.palette import SYMBOLS, Palette

_SPARE = SYMBOLS[:52] + "@%&!$*+-.;=^_~#"


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """The description as free text, the colours unless they are black on white, the clues."""
    [nonogram] = nonograms
    _, rows, columns = grid_of(nonogram)
    palette = nonogram.puzzle.palette
    keys = ["0", "1"] if palette.plain else ["0", *symbols_for(palette, _is_key, _SPARE, start=1)]
    lines = [*([nonogram.info.description, ""] if nonogram.info.description else []),
             *_colours(palette, keys),
             ": rows", *(_line(clue, keys) for clue in rows),
             ": columns", *(_line(clue, keys) for clue in columns), ": end", ""]
    return "\n".join(lines).encode()


def _is_key(symbol: str) -> bool:
    return symbol in _SPARE


def _colours(palette: Palette, keys: list[str]) -> list[str]:
    if [(c.name, c.rgb) for c in palette.colours] == [(c.name, c.rgb) for c in Palette().colours]:
        return []
    shown = symbols_for(palette, lambda symbol: symbol.isprintable() and not symbol.isspace(),
                        _SPARE)
    return ["#d", *(f"   {key}:{symbol}  {colour.rgb}  {colour.name}"
                    for key, symbol, colour in zip(keys, shown, palette.colours, strict=True))]


def _line(clue: Runs, keys: list[str]) -> str:
    plain = len(keys) == 2
    return " ".join(f"{run.length}{'' if plain else keys[run.colour]}" for run in clue.runs)


def losses(nonogram: Nonogram) -> list[Loss]:
    """A description that would end early, and names that would not come back."""
    lost = []
    text = nonogram.info.description
    if _clean(text) != text or any(line[:1] in ("#", ":") for line in text.split("\n")
                                   if line):
        lost.append(Loss("a description with a line that starts with `#` or `:`, with control "
                         "characters, or with spaces at its ends", _plain_description))
    colours = nonogram.puzzle.palette.colours
    usual = names_for([colour.rgb for colour in colours])
    bad = [c.name for c, name in zip(colours, usual, strict=True)
           if c.name != name and (not c.name.isprintable() or c.name != c.name.strip()
                                  or not c.name or set(c.name[:2]) <= set("<>"))]
    return [*lost, Loss(f"the colour name {bad[0]!a}", plain_names)] if bad else lost


def _clean(text: str) -> str:
    return "".join(c for c in text if c == "\n" or c.isprintable()).strip()


def _plain_description(nonogram: Nonogram) -> Nonogram:
    text = "\n".join(line.lstrip("#: ") for line in _clean(nonogram.info.description).split("\n"))
    return replace(nonogram, info=replace(nonogram.info, description=text.strip()))
