"""A plan on a page of a PDF."""

from __future__ import annotations

from nonoforge.draw.plan.parts import Figure, Plan, Word
from nonoforge.draw.press import Press, trace


def print_plan(press: Press, plan: Plan) -> None:
    """Everything but what is hidden."""
    for layer in plan.layers:
        for item in () if layer.hidden else layer.items:
            if isinstance(item, Word):
                press.ink(item.colour)
                press.text(item.text, item.at, item.size, middle=item.anchor == "middle",
                           bold=item.bold, angle=item.angle)
            else:
                _figure(press, item)


def plan_texts(plan: Plan) -> list[str]:
    """All that is written on it."""
    return [item.text for layer in plan.layers for item in layer.items if isinstance(item, Word)]


def _figure(press: Press, figure: Figure) -> None:
    path = press.path()
    for part in figure.paths:
        trace(path, part, closed=figure.closed)
    if figure.fill:
        press.ink(figure.fill)
    if figure.pen:
        press.pen(figure.pen, figure.width)
    press.draw(path, stroke=figure.pen is not None, fill=figure.fill is not None,
               holes=True)
