"""Steps of a solution as a page: for each a sentence, and the lines that it looks at as strips.

A strip is a line unrolled, whatever its family: a square for each cell, the clue in front. What is
new in a step has a frame, so that it shows without colours, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonoforge.draw.svg import escape
from nonoforge.draw.words import printable
from nonoforge.palette import Palette

SIDE = 16  # pixels of a square
BELOW = 9  # for numbers below it
OPEN = "#e6e2d8"
INK = "#1c1c1c"
NEW = "#c2410c"


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


def page(
    title: str, summary: str, steps: Iterable[StepStrips], palette: Palette, figure: str = "",
) -> str:
    """An HTML document that needs nothing else; `figure` is a drawing to look at, as SVG."""
    body = "\n".join(_step(step, palette) for step in steps)
    return (f"<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
            f"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            f"<title>{_text(title)}</title>\n<style>{STYLE}</style>\n<h1>{_text(title)}</h1>\n"
            f"<p>{_text(summary)}</p>\n{_figure(figure)}<ol>\n{body}\n</ol>\n</html>\n")


def _figure(figure: str) -> str:
    return f"<figure>{figure}</figure>\n" if figure else ""


STYLE = """
body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
color:#1c1c1c;background:#fff}
figure{margin:0 0 1.5rem}figure svg{max-width:100%;height:auto}
ol{padding-left:3rem}li{margin:0 0 1.1rem}
small{color:#57534e;margin-right:.5rem}
.row{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:center;margin-top:.25rem}
.row span{font-variant-numeric:tabular-nums;min-width:9rem}
@media (prefers-color-scheme:dark){body{color:#eee;background:#1b1a18}small{color:#b8b2a7}}
@media print{li{break-inside:avoid}}
"""


def _step(step: StepStrips, palette: Palette) -> str:
    rows = "".join(_row(strip, palette) for strip in step.strips)
    return (f"<li value=\"{step.number}\"><small>{_text(step.technique)}</small>"
            f"{_text(step.sentence)}{rows}</li>")


def _row(strip: Strip, palette: Palette) -> str:
    label = f"{strip.name}: {strip.clue}{' - broken' if strip.broken else ''}"
    return f"<div class=\"row\"><span>{_text(label)}</span>{strip_svg(strip, palette)}</div>"


def strip_svg(strip: Strip, palette: Palette) -> str:
    """One line as a row of squares."""
    width, height = SIDE * len(strip.after) + 2, SIDE + 2 + (BELOW if strip.numbers else 0)
    shapes = "".join([*_squares(strip, palette), *_numbers(strip)])
    return (f"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" "
            f"viewBox=\"-1 -1 {width} {height}\" role=\"img\">"
            f"<title>{_text(_words(strip, palette))}</title>{shapes}</svg>")


def _squares(strip: Strip, palette: Palette) -> Iterator[str]:
    for at, (before, after) in enumerate(zip(strip.before, strip.after, strict=True)):
        x, colour = SIDE * at, _colour(after)
        fill = OPEN if colour is None else palette.colours[colour].rgb
        yield (f"<rect x=\"{x}\" y=\"0\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\" "
               "stroke=\"#8a857b\" stroke-width=\".6\"/>")
        if colour == 0:
            yield f"<circle cx=\"{x + SIDE / 2:g}\" cy=\"{SIDE / 2:g}\" r=\"1.6\" fill=\"{INK}\"/>"
        if before != after:
            yield (f"<rect x=\"{x + 1.5}\" y=\"1.5\" width=\"{SIDE - 3}\" height=\"{SIDE - 3}\" "
                   f"fill=\"none\" stroke=\"{NEW}\" stroke-width=\"2\"/>")


def _numbers(strip: Strip) -> Iterator[str]:
    for at, number in enumerate(strip.numbers):
        yield (f"<text x=\"{SIDE * (at + 0.5):g}\" y=\"{SIDE + BELOW}\" font-size=\"8\" "
               f"text-anchor=\"middle\" fill=\"currentColor\">{number}</text>")


def _colour(mask: int) -> int | None:
    return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None


def _words(strip: Strip, palette: Palette) -> str:
    """The strip for those who do not see it."""
    found = [_colour(mask) for mask in strip.after]
    return " ".join("?" if c is None else palette.colours[c].symbol for c in found)


def _text(text: str) -> str:
    return escape(printable(text))
