"""Small pictures of solved puzzles: SVG that only draws.

A thumbnail is shown by a browser, and a library may have come from somebody else's export. So it
is looked at before it is kept: shapes and words only, nothing that runs, nothing that is loaded.
"""

from __future__ import annotations

import re
from xml.parsers import expat

from nonoforge.errors import InputError

MAX_THUMBNAIL = 1024 * 1024
_DEEPEST = 64

_SVG = "http://www.w3.org/2000/svg"
_SHAPES = frozenset((
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "tspan", "clipPath", "pattern", "marker", "mask", "linearGradient",
    "radialGradient", "stop"))
_REACHES_OUT = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression|javascript:|data:|\\",
                          re.IGNORECASE)


def check_thumbnail(svg: str) -> str:
    """The same text, if it is empty or a picture that only draws."""
    if not svg:
        return svg
    if len(svg) > MAX_THUMBNAIL:
        raise InputError(f"the thumbnail has {len(svg):,} characters; at most {MAX_THUMBNAIL:,} "
                         "are kept")
    try:
        data = svg.encode()
        _parser().Parse(data, True)
    except UnicodeEncodeError:
        raise InputError("the thumbnail has half a character in it") from None
    except expat.ExpatError as error:
        raise InputError(f"the thumbnail is not SVG: {error}") from None
    return svg


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        space, _, tag = name.rpartition(" ")
        if space != _SVG or tag not in _SHAPES or (depth == 1) != (tag == "svg"):
            raise InputError(f"the thumbnail has an element <{tag[:20]}>; it may only draw")
        if depth > _DEEPEST:
            raise InputError("the thumbnail is nested far too deep")
        for attribute, value in attributes.items():
            _check_attribute(attribute, value)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise InputError("the thumbnail has a DOCTYPE or an instruction; it may only draw")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = refuse
    return parser


def _check_attribute(name: str, value: str) -> None:
    _, _, plain = name.rpartition(" ")
    if plain.lower().startswith("on") or plain.lower() in ("href", "src", "base"):
        raise InputError(f"the thumbnail has an attribute {plain[:20]!a}; it may only draw")
    # Long paths have none of these, and most of a thumbnail is long paths.
    if any(c in value for c in "(@:\\") and _REACHES_OUT.search(value):
        raise InputError(f"the thumbnail's attribute {plain[:20]!a} reaches out of the picture")
