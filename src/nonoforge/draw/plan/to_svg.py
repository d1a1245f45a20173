"""A plan as SVG: true millimetres, and layers that Inkscape knows."""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.draw.plan.parts import Figure, Group, Layer, Part, Plan, Word
from nonoforge.draw.xml_tags import decimal, escape, tag
from nonoforge.path import Path, Point

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"


def plan_svg(plan: Plan) -> str:
    """A plan as an SVG document."""
    width, height = decimal(plan.width), decimal(plan.height)
    root = tag("svg", xmlns="http://www.w3.org/2000/svg", xmlns__inkscape=INKSCAPE,
               width=f"{width}mm", height=f"{height}mm", viewBox=f"0 0 {width} {height}",
               role="img", font_family="sans-serif", stroke_linecap="round",
               stroke_linejoin="round")
    lines = [root, f"<title>{escape(plan.title or 'Nonogram')}</title>",
             f"<desc>{escape(plan.summary)}</desc>"]
    for layer in plan.layers:
        lines += _layer(layer)
    return "\n".join([*lines, "</svg>", ""])


def _layer(layer: Layer) -> Iterator[str]:
    yield tag("g", id=layer.name, inkscape__groupmode="layer", inkscape__label=layer.name,
              style="display:none" if layer.hidden else None)
    for part in layer.parts:
        yield from _part(part)
    yield "</g>"


def _part(part: Part) -> Iterator[str]:
    if isinstance(part, Group):
        yield f"<g><title>{escape(part.title)}</title>"
        for item in part.items:
            yield from _part(item)
        yield "</g>"
    else:
        yield _word(part) if isinstance(part, Word) else _figure(part)


def _figure(figure: Figure) -> str:
    path = "".join(path_data(path, closed=figure.closed) for path in figure.paths)
    holes = "evenodd" if figure.fill and len(figure.paths) > 1 else None
    return tag("path", d=path, fill=figure.fill or "none", fill_rule=holes, stroke=figure.pen,
               stroke_width=decimal(figure.width) if figure.pen else None, close=True)


def path_data(path: Path, *, closed: bool) -> str:
    """The commands of a path: straight pieces and cubics."""
    commands = [f"M{_at(path[0][0])}"]
    for piece in path[:-1] if closed and len(path[-1]) == 2 else path:
        commands.append(f"{'L' if len(piece) == 2 else 'C'}{' '.join(map(_at, piece[1:]))}")
    return "".join(commands) + "Z" * closed


def _at(point: Point) -> str:
    return f"{decimal(point[0])} {decimal(point[1])}"


def _word(word: Word) -> str:
    x, y = map(decimal, word.at)
    turn = f"rotate({decimal(word.angle)} {x} {y})" if decimal(word.angle) != "0" else None
    start = tag("text", x=x, y=y, font_size=decimal(word.size), fill=word.colour,
                text_anchor="middle" if word.anchor == "middle" else None,
                font_weight="bold" if word.bold else None, transform=turn)
    return f"{start}{escape(word.text)}</text>"
