"""Ipe drawings for tests: a frame, curves in black, and in red where they bound the picture.

Each is drawn in strokes, and again (`cut`) with all strokes cut where they cross.
"""

from __future__ import annotations

from typing import NamedTuple

SIDE = 288  # points


class IpeDrawing(NamedTuple):
    """Strokes by colour: polygonal chains as Ipe writes them."""

    black: tuple[str, ...]
    red: tuple[str, ...]
    cut: tuple[str, ...]
    """The black strokes, cut."""

    def file(self, *, cut: bool = False) -> bytes:
        """Return the drawing as an Ipe file."""
        frame = f"0 0 m {SIDE} 0 l {SIDE} {SIDE} l 0 {SIDE} l h"
        black = self.cut if cut else self.black
        strokes = [("blue", frame), *(("black", text) for text in black),
                   *(("red", text) for text in self.red)]
        paths = "".join(f'<path layer="alpha" stroke="{colour}">{text}</path>\n'
                        for colour, text in strokes)
        return ('<ipe version="70218"><ipestyle/><page><layer name="alpha"/>'
                f'<view layers="alpha"/>\n{paths}</page></ipe>').encode()


def chain(*points: tuple[int, int]) -> str:
    """Return a polygonal chain as Ipe writes it."""
    (x, y), *others = points
    return " ".join([f"{x} {y} m", *(f"{x} {y} l" for x, y in others)])


_WINDOW = (  # the ends of four lines outside a square in the middle
    chain((96, 0), (96, 96)), chain((96, 192), (96, 288)), chain((192, 0), (192, 96)),
    chain((192, 192), (192, 288)), chain((0, 96), (96, 96)), chain((192, 96), (288, 96)),
    chain((0, 192), (96, 192)), chain((192, 192), (288, 192)))
_SQUARE = (chain((96, 96), (96, 192)), chain((192, 96), (192, 192)), chain((96, 96), (192, 96)),
           chain((96, 192), (192, 192)))
_HIGH, _LOW = (chain((0, 240), (120, 240)), chain((120, 48), (0, 48)))
_POST = (chain((120, 0), (120, 48)), chain((120, 240), (120, 288)))

IPE_DRAWINGS = {
    "window": IpeDrawing(
        (*_WINDOW, chain((0, 30), (288, 30))), _SQUARE,
        (chain((96, 0), (96, 30)), chain((96, 30), (96, 96)), chain((192, 0), (192, 30)),
         chain((192, 30), (192, 96)), *_WINDOW[1:2], *_WINDOW[3:], chain((0, 30), (96, 30)),
         chain((96, 30), (192, 30)), chain((192, 30), (288, 30)))),
    "bay": IpeDrawing(
        (_HIGH, _LOW, *_POST, chain((60, 0), (60, 288))),
        (chain((120, 240), (240, 240), (240, 48), (120, 48)), chain((120, 48), (120, 240))),
        (chain((0, 240), (60, 240)), chain((60, 240), (120, 240)), chain((120, 48), (60, 48)),
         chain((60, 48), (0, 48)), *_POST, chain((60, 0), (60, 48)), chain((60, 48), (60, 240)),
         chain((60, 240), (60, 288)))),
    "loop": IpeDrawing(
        (chain((0, 144), (96, 144)), chain((96, 144), (96, 0)), chain((0, 60), (288, 60))),
        (chain((96, 144), (216, 144), (216, 240), (96, 240), (96, 144)),),
        (chain((0, 144), (96, 144)), chain((96, 144), (96, 60)), chain((96, 60), (96, 0)),
         chain((0, 60), (96, 60)), chain((96, 60), (288, 60)))),
}
