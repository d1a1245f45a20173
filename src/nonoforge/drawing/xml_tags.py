"""XML as text. All text from outside must pass through `escape`."""

from __future__ import annotations

import re

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """Return text for any place in XML, between tags or in an attribute.

    >>> escape("<script>'&' \\x00")
    '&lt;script&gt;&#39;&amp;&#39; \ufffd'
    """
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPES)


def tag(element: str, /, *, close: bool = False, **attributes: object) -> str:
    """Return an opening tag; `close` makes it an element without content. Attributes that are None
    are left out; an underscore stands for a hyphen, and two for a colon.

    >>> tag("g", xml__lang="en", font_size=3, id=None)
    '<g xml:lang="en" font-size="3">'
    """
    pairs = (f' {key.replace("__", ":").replace("_", "-")}="{escape(str(value))}"'
             for key, value in attributes.items() if value is not None)
    return f"<{element}{''.join(pairs)}{'/' if close else ''}>"


def decimal(value: float, places: int = 3) -> str:
    """Return a number without more digits than needed.

    >>> decimal(2.5), decimal(3.0), decimal(-0.0001)
    ('2.5', '3', '0')
    """
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
