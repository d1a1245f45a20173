"""Steps of a solution as a page: for each a sentence, and the lines that it looks at as strips.

A strip is a line unrolled, whatever its family: a square for each cell, the clue in front. What is
new in a step has a frame, so that it shows without colours, too. A page may have hundreds of
strips: their looks are in its style sheet, and squares of one kind are one path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from nonoforge.drawing.xml_tags import escape
from nonoforge.palette import Palette
from nonoforge.text import printable

SIDE = 16  # pixels of a square
BELOW = 10  # pixels for numbers below it


class Strip(NamedTuple):
    """A line before and after a step: for each cell the mask of its colours. The `numbers` of the
    cells, where a drawing has them, stand below."""

    name: str
    clue: str
    before: Sequence[int]
    after: Sequence[int]
    broken: bool = False  # it cannot be coloured
    numbers: Sequence[int] = ()


class StepStrips(NamedTuple):
    """A step: its number, the technique, the sentence, and the lines it looks at."""

    number: int
    technique: str
    sentence: str
    strips: Sequence[Strip]


def steps_page(
    title: str, summary: str, steps: Iterable[StepStrips], palette: Palette, figure: str = "",
) -> str:
    """Return an HTML document that loads nothing; `figure` is a drawing of the puzzle, as SVG."""
    body = "\n".join(_step(step, palette) for step in steps)
    return (f"<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            f"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            f"<title>{_text(title)}</title>\n<style>{STYLE}{_fills(palette)}</style>\n"
            f"<main>\n<h1>{_text(title)}</h1>\n<p>{_text(summary)}</p>\n{_figure(figure)}"
            f"<ol>\n{body}\n</ol>\n</main>\n</html>\n")


def _figure(figure: str) -> str:
    return f"<figure>{figure}</figure>\n" if figure else ""


# Lines between cells are dashes of a stroke as high as the strip; a dot is a stroke without length.
STYLE = f"""
body{{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1c1c1c;background:#fff}}
figure{{margin:0 0 1.5rem;background:#fff}}figure svg{{max-width:100%;height:auto}}
ol{{padding-left:3rem}}li{{margin:0 0 1.1rem}}
small{{color:#57534e;margin-right:.5rem}}
.row{{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:center;margin-top:.25rem}}
.row span{{font-variant-numeric:tabular-nums;min-width:9rem}}
.row svg{{max-width:100%;height:auto}}
.row text{{font-size:8px;text-anchor:middle;fill:currentColor}}
.open{{fill:#e6e2d8;stroke:#8a857b}}
.dots{{stroke:#1c1c1c;stroke-width:3.4;stroke-linecap:round}}
.thin{{stroke:#8a857b;stroke-width:{SIDE};stroke-dasharray:.6 {SIDE - 0.6:g}}}
.five{{stroke:#6b665d;stroke-width:{SIDE};stroke-dasharray:1.6 {5 * SIDE - 1.6:g}}}
.new{{fill:none;stroke:#c2410c;stroke-width:2}}
@media (prefers-color-scheme:dark){{body{{color:#eee;background:#1b1a18}}small{{color:#b8b2a7}}}}
@media print{{li{{break-inside:avoid}}}}
"""


def _fills(palette: Palette) -> str:
    return "".join(f".c{number}{{fill:{colour.rgb}}}\n"
                   for number, colour in enumerate(palette.colours))


def _step(step: StepStrips, palette: Palette) -> str:
    rows = "".join(_row(strip, palette) for strip in step.strips)
    return (f"<li value=\"{step.number}\"><small>{_text(step.technique)}</small>"
            f"{_text(step.sentence)}{rows}</li>")


def _row(strip: Strip, palette: Palette) -> str:
    label = f"{strip.name}: {strip.clue}{', broken' if strip.broken else ''}"
    return f"<div class=\"row\"><span>{_text(label)}</span>{strip_svg(strip, palette)}</div>"


def strip_svg(strip: Strip, palette: Palette) -> str:
    """Return a line as a row of squares; its colours are classes of the page's style."""
    width, height = SIDE * len(strip.after), SIDE + (BELOW if strip.numbers else 0)
    shapes = "".join([*_shapes(strip), *_numbers(strip)])
    return (f"<svg width=\"{width + 2}\" height=\"{height + 2}\" "
            f"viewBox=\"-1 -1 {width + 2} {height + 2}\" role=\"img\" "
            f"aria-label=\"{_text(_words(strip, palette))}\">"
            f"<rect class=\"open\" width=\"{width}\" height=\"{SIDE}\"/>{shapes}</svg>")


def _shapes(strip: Strip) -> Iterator[str]:
    """Yield the shapes from back to front."""
    width, colours = SIDE * len(strip.after), [_colour(mask) for mask in strip.after]
    for colour in sorted({colour for colour in colours if colour is not None}):
        yield _path(f"c{colour}", _bars([found == colour for found in colours], 0))
    yield _path("dots", (f"M{SIDE * at + SIDE // 2} {SIDE // 2}h0"
                         for at, colour in enumerate(colours) if colour == 0))
    for kind in ("thin", "five"):
        yield _path(kind, [f"M0 {SIDE // 2}h{width}"])
    new = [before != after for before, after in zip(strip.before, strip.after, strict=True)]
    yield _path("new", _bars(new, 1.5))


def _path(kind: str, parts: Iterable[str]) -> str:
    data = "".join(parts)
    return f"<path class=\"{kind}\" d=\"{data}\"/>" if data else ""


def _bars(flags: Iterable[bool], inset: float) -> Iterator[str]:
    """Yield a rectangle around each run of flags."""
    at = 0
    for flag, group in groupby(flags):
        length = sum(1 for _ in group)
        if flag:
            wide, high = SIDE * length - 2 * inset, SIDE - 2 * inset
            yield f"M{SIDE * at + inset:g} {inset:g}h{wide:g}v{high:g}h{-wide:g}z"
        at += length


def _numbers(strip: Strip) -> Iterator[str]:
    for at, number in enumerate(strip.numbers):
        yield f"<text x=\"{SIDE * (at + 0.5):g}\" y=\"{SIDE + BELOW - 1}\">{number}</text>"


def _colour(mask: int) -> int | None:
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None


def _words(strip: Strip, palette: Palette) -> str:
    """Return the strip in letters, for screen readers."""
    signs = palette.letters
    found = [_colour(mask) for mask in strip.after]
    return " ".join("?" if colour is None else signs[colour] for colour in found)


def _text(text: str) -> str:
    return escape(printable(text))
