"""Files to look at: a nonogram drawn in one of the formats, with remarks about the file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.drawing.display import Contents, Display
from nonoforge.drawing.options import DrawOptions
from nonoforge.errors import InputError
from nonoforge.nonogram import Nonogram


class DrawnFile(NamedTuple):
    """A file, and remarks about it."""

    data: bytes
    remarks: tuple[str, ...] = ()


def draw_file(
    nonogram: Nonogram, kind: str, pages: Sequence[Contents], options: DrawOptions,
) -> DrawnFile:
    """Return the drawing as a file of a kind: svg, pdf, png, ipe or txt. A PDF has a page for each
    of the contents, others show the first."""
    contents = pages[0]
    if kind == "pdf":
        from nonoforge.drawing.pdf_writer import printed

        return DrawnFile(*printed(nonogram, options, pages))
    if kind == "ipe":
        from nonoforge.drawing.ipe_writer import ipe, ipe_remarks

        picture = contents.picture
        if picture is not None and not isinstance(picture, bytes):
            raise InputError("not solved, so its picture has no border to draw")
        return DrawnFile(ipe(nonogram, options, picture=picture).encode(),
                         ipe_remarks(nonogram, options, picture=picture))
    if kind == "png":
        from nonoforge.drawing.png_writer import png, png_shows_clues

        hidden = options.clues and not png_shows_clues(nonogram, options)
        data = png(nonogram, options, picture=contents.picture, marks=contents.marks)
        return DrawnFile(data, ("drawn without clues, which could not be read",) * hidden)
    if kind == "txt":
        from nonoforge.drawing.text_canvas import terminal

        text = terminal(nonogram, picture=contents.picture, marks=contents.marks,
                        clues=options.clues)
        return DrawnFile((text + "\n").encode())
    if kind != "svg":
        raise InputError(f"no drawing {kind[:20]!a}; there are svg, pdf, png, ipe and txt")
    from nonoforge.drawing.svg_writer import svg

    return DrawnFile(svg(nonogram, options, picture=contents.picture,
                         marks=contents.marks).encode())


def display_file(display: Display, kind: str) -> bytes:
    """Return a display list as a file of a kind: svg, png or pdf."""
    if kind == "pdf":
        from nonoforge.drawing.pdf_writer import display_pdf

        return display_pdf(display)
    if kind == "png":
        from nonoforge.drawing.png_writer import display_png

        return display_png(display)
    if kind != "svg":
        raise InputError(f"no drawing {kind[:20]!a}; there are svg, png and pdf")
    from nonoforge.drawing.svg_writer import display_svg

    return display_svg(display).encode()
