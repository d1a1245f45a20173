"""Styles, paints, colours, lengths and transforms of SVG."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Iterable, Iterator, Mapping
from math import cos, hypot, isfinite, radians, sin, sqrt, tan
from typing import NamedTuple

from nonoforge.errors import InputError, nearest
from nonoforge.families.plane.drawing import (
    NUMBER,
    Gradient,
    ReaderNotes,
    Stop,
    number,
    numbers,
)
from nonoforge.families.plane.xml_safety import Element
from nonoforge.named_colours import CSS_COLOURS
from nonoforge.path import IDENTITY, Box, Matrix, inverse
from nonoforge.text import quoted

INHERITED = frozenset({"fill", "stroke", "color", "fill-rule", "visibility", "fill-opacity",
                       "stroke-opacity", "stroke-width", "stroke-linecap", "stroke-linejoin",
                       "stroke-miterlimit", "stroke-dasharray", "clip-rule"})
OWN = frozenset({"display", "opacity", "transform", "clip-path", "mask", "stop-color",
                 "stop-opacity", "overflow", "filter"})
WANTED = INHERITED | OWN

MAX_RULES = 5_000
MAX_PARTS = 200_000  # of a style sheet, at its braces and semicolons
MAX_TRIES = 300_000  # of a rule on an element

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
_PART = re.compile(r"[{};]|[^{};]+")
_COMPOUND = re.compile(r"(\*|[A-Za-z][\w-]*)?((?:[.#][\w-]+)*)")
_MARK = re.compile(r"([.#])([\w-]+)")


class Compound(NamedTuple):
    """What an element must be: `path.wing#left`. `child` says that the element before it in the
    selector must be its parent, not just somewhere around it."""

    tag: str
    ids: frozenset[str]
    classes: frozenset[str]
    child: bool

    def fits(self, element: Element, classes: frozenset[str]) -> bool:
        return ((not self.tag or self.tag == element.tag) and self.ids <= {element.get("id")}
                and self.classes <= classes)


class Rule(NamedTuple):
    """One selector with its declarations."""

    weight: tuple[int, int, int, int]  # ids, classes, tags, the place in the file
    compounds: tuple[Compound, ...]
    values: dict[str, str]


class Styles:
    """All rules of a file."""

    def __init__(self, notes: ReaderNotes) -> None:
        self.notes = notes
        self.rules: dict[str, list[Rule]] = {}  # by the last compound's id, class or tag
        self.count = 0
        self.tries = 0
        self._classes: dict[Element, frozenset[str]] = {}

    def read(self, text: str) -> None:
        """Read the rules of one style sheet."""
        for heading, body in _blocks(_COMMENT.sub(" ", text)):
            if heading.startswith("@"):
                self.notes.add(f"the style rule {quoted(heading.split()[0])} is left out")
            elif body is not None:
                values = declarations(body)
                for selector in heading.split(",") if values else ():
                    self._add(selector.strip(), values)

    def _add(self, selector: str, values: dict[str, str]) -> None:
        compounds = _compounds(selector)
        if not compounds:
            self.notes.add(f"the style of {quoted(selector)} is left out; only names, classes and "
                           "ids are understood")
            return
        self.count += 1
        if self.count > MAX_RULES:
            raise InputError(f"more than {MAX_RULES:,} style rules")
        last = compounds[-1]
        key = next((mark + name for mark, names in (("#", last.ids), (".", last.classes))
                    for name in sorted(names)), last.tag or "*")
        weight = (sum(len(c.ids) for c in compounds), sum(len(c.classes) for c in compounds),
                  sum(bool(c.tag) for c in compounds), self.count)
        self.rules.setdefault(key, []).append(Rule(weight, compounds, values))

    def of(self, element: Element) -> dict[str, str]:
        """Return the declarations for this element itself, the one of highest priority for each
        property."""
        said = {name: value for name, value in element.attributes.items() if name in WANTED}
        own = declarations(element.get("style"))
        strong: dict[str, str] = {}
        for values in [*(rule.values for rule in self._fitting(element)), own]:
            for name, value in values.items():
                plain = value.removesuffix("!important").strip()
                said[name] = plain
                if plain != value:
                    strong[name] = plain
        return said | strong

    def _fitting(self, element: Element) -> list[Rule]:
        if not self.rules:
            return []
        keys = ["*", element.tag, f"#{element.get('id')}",
                *(f".{name}" for name in self.classes(element))]
        candidates = [rule for key in keys for rule in self.rules.get(key, ())]
        self._spend(len(candidates))
        return sorted((rule for rule in candidates if self._fits(rule, element)),
                      key=lambda rule: rule.weight)

    def _fits(self, rule: Rule, element: Element) -> bool:
        *outer, last = rule.compounds
        return (last.fits(element, self.classes(element))
                and (not outer or self._within(rule.compounds, element)))

    def _within(self, compounds: tuple[Compound, ...], element: Element) -> bool:
        """Return whether the ancestors of an element match the rest of the selector. All ways are
        followed at once: `at` has the elements that can match the last compound compared."""
        at = [element]
        for compound, inner in zip(compounds[-2::-1], compounds[:0:-1], strict=True):
            if inner.child:
                around = [e.parent for e in at if e.parent is not None]
            else:  # what is around the innermost of them is around them all
                around = list(at[0].above()) if at else []
            self._spend(len(around))
            at = [e for e in around if compound.fits(e, self.classes(e))]
        return bool(at)

    def classes(self, element: Element) -> frozenset[str]:
        """Return the classes of an element."""
        if element not in self._classes:
            self._classes[element] = frozenset(element.get("class").split())
        return self._classes[element]

    def _spend(self, tries: int) -> None:
        self.tries += tries
        if self.tries > MAX_TRIES:
            raise InputError("the style sheet is too much work for the elements of this drawing")


def declarations(text: str) -> dict[str, str]:
    """Return the declarations of properties that matter here; a later one wins.

    >>> declarations("fill: red; font-size: 3px; stroke:none")
    {'fill': 'red', 'stroke': 'none'}
    """
    found = {}
    for declaration in text.split(";"):
        name, colon, value = declaration.partition(":")
        name = name.strip().lower()
        if colon and name in WANTED and value.strip():
            found[name] = re.sub(r"\s*!\s*important\s*$", "!important", value.strip())
    return found


def _blocks(text: str) -> Iterator[tuple[str, str | None]]:
    """Yield what stands before each block, and in it; statements without a block have None."""
    depth, heading = 0, ""
    body: list[str] = []
    for count, match in enumerate(_PART.finditer(text)):
        if count > MAX_PARTS:
            raise InputError(f"a style sheet of more than {MAX_PARTS:,} parts")
        part = match[0]
        depth += {"{": 1, "}": -1}.get(part, 0)
        if depth == 0 and part == "}":
            yield heading.strip(), "".join(body)
            heading, body = "", []
        elif depth > 0:
            body += [part] if part != "{" or depth > 1 else []
        elif part == ";" or depth < 0:
            if heading.strip():
                yield heading.strip(), None
            depth, heading = 0, ""
        else:
            heading = part


def _compounds(selector: str) -> tuple[Compound, ...]:
    """Return the parts of a selector, from the outside in; none if it is not supported."""
    found: list[Compound] = []
    child = False
    for word in selector.replace(">", " > ").split():
        match = _COMPOUND.fullmatch(word)
        if word == ">" and found and not child:
            child = True
        elif match and word:
            found.append(_compound(match, child))
            child = False
        else:
            return ()
    return () if child else tuple(found)


def _compound(match: re.Match[str], child: bool) -> Compound:
    marks: Iterable[tuple[str, str]] = _MARK.findall(match[2])
    pairs = list(marks)
    return Compound("" if match[1] in (None, "*") else match[1],
                    frozenset(name for mark, name in pairs if mark == "#"),
                    frozenset(name for mark, name in pairs if mark == "."), child)


# What an SVG shape is painted with: one colour, or nothing.

BLACK = "#000000"
XLINK = "http://www.w3.org/1999/xlink href"

_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)['\"]?\s*\)\s*(.*)", re.DOTALL)


def href(element: Element) -> str:
    """Return the reference of an element: `#id`, or an address."""
    return (element.get("href") or element.get(XLINK)).strip()


class Paint(NamedTuple):
    """What an inside or a line is painted with."""

    colour: str  # #rrggbb; of a gradient, the mean of its colours
    opacity: float = 1.0
    gradient: Gradient | None = None


class Paints:
    """Looks up paints: colours, and gradients with their mean colour."""

    def __init__(self, ids: Mapping[str, Element], styles: Styles, notes: ReaderNotes) -> None:
        self.ids = ids
        self.styles = styles
        self.notes = notes

    def fill(self, style: Mapping[str, str], name: str, place: PaintPlace) -> Paint | None:
        """Return the paint of the inside; None if it is not seen."""
        return self._seen(self._paint(style.get("fill", "black"), style, name, place),
                          style.get("fill-opacity", "1"))

    def stroke(self, style: Mapping[str, str], name: str, place: PaintPlace) -> Paint | None:
        """Return the paint of the line; None if it is not seen."""
        if _is_zero(style.get("stroke-width", "")):
            return None
        return self._seen(self._paint(style.get("stroke", "none"), style, name, place),
                          style.get("stroke-opacity", "1"))

    def _seen(self, paint: Paint | None, opacity: str) -> Paint | None:
        if paint is None or paint.opacity * share(opacity) == 0:
            return None
        return paint._replace(opacity=paint.opacity * share(opacity))

    def width(self, style: Mapping[str, str], diagonal: float) -> float:
        """Return the width of the line, in the element's own units; 1 where none or no valid one is
        given."""
        try:
            return abs(length(style.get("stroke-width", "1")).pixels(diagonal))
        except InputError:
            return 1.0

    def _paint(
        self, text: str, style: Mapping[str, str], name: str, place: PaintPlace,
    ) -> Paint | None:
        text = text.strip()
        if text.lower() in ("none", "context-fill", "context-stroke"):
            return None
        found = _URL.fullmatch(text)
        if found:
            return self._server(found[1].strip(), found[2].strip(), style, name, place)
        return self._colour(text, style, name)

    def _colour(self, text: str, style: Mapping[str, str], name: str) -> Paint | None:
        if text.lower() == "currentcolor":
            text = style.get("color", "black")
        try:
            found = colour(text)
        except ValueError:
            self.notes.add(f"{quoted(text)} is not a colour; black is taken", name)
            return Paint(BLACK)
        return None if found is None else Paint(found, alpha(text))

    def _server(
        self, target: str, instead: str, style: Mapping[str, str], name: str, place: PaintPlace,
    ) -> Paint | None:
        """Return the paint of a gradient; for a pattern, the colour given instead, or that of its
        first shape, or black."""
        chain = self._chain(target)
        stops = next((stops for element in chain if (stops := self._stops(element, style, name))),
                     ())
        if stops:
            whole = sum(stop.opacity for stop in stops)
            if whole == 0:
                return None
            mean = [sum(stop.colour[i] * stop.opacity for stop in stops) / whole for i in range(3)]
            gradient = _gradient(chain, stops, place)
            if gradient is None:  # without an extent, its last colour shows everywhere
                return Paint(hexadecimal(*stops[-1].colour), stops[-1].opacity)
            return Paint(hexadecimal(*mean), 1.0, gradient)
        if instead:
            return None if instead.lower() == "none" else self._colour(instead, style, name)
        inside = [element for pattern in chain for element in pattern.walk()
                  if pattern.tag == "pattern"]
        for element in inside:
            text = self.styles.of(element).get("fill", "none")
            if text.lower() not in ("none", "transparent") and not text.startswith("url"):
                self.notes.add("a pattern is taken as one colour", name)
                return self._colour(text, style, name)
        self.notes.add("a pattern, or a gradient that is not there, is taken as black", name)
        return Paint(BLACK)

    def _chain(self, target: str) -> list[Element]:
        """Return a gradient or pattern, the one that it refers to, and so on."""
        found: list[Element] = []
        while len(found) < MAX_CHAIN and target.startswith("#"):
            element = self.ids.get(target.removeprefix("#"))
            if element is None or element.tag not in SERVERS or element in found:
                break
            found.append(element)
            target = href(element)
        return found

    def _stops(self, element: Element, style: Mapping[str, str], name: str) -> tuple[Stop, ...]:
        found: list[Stop] = []
        for child in element.children:
            if child.tag == "stop" and len(found) < MAX_STOPS:
                said = self.styles.of(child)
                paint = self._colour(said.get("stop-color", "black"),
                                     {**style, "color": said.get("color", "black")}, name)
                seen = share(said.get("stop-opacity", "1")) * (paint.opacity if paint else 0.0)
                red, green, blue = parts(paint.colour if paint else BLACK)
                least = found[-1].offset if found else 0.0
                offset = max(least, share(child.get("offset").strip() or "0"))
                found.append(Stop(offset, (red, green, blue), seen))
        return tuple(found)


SERVERS = ("linearGradient", "radialGradient", "pattern")
MAX_CHAIN = 10  # references from one gradient to another
MAX_STOPS = 200


class PaintPlace(NamedTuple):
    """Where a paint goes: the map from the element to the page, its box and view."""

    matrix: Matrix
    box: Box | None  # in its own coordinates; None: it has no area
    view: tuple[float, float]


def _gradient(
    chain: list[Element], stops: tuple[Stop, ...], place: PaintPlace,
) -> Gradient | None:
    """Return a gradient on the page; None if it has no extent."""
    def said(name: str, default: str) -> str:
        return next((text for element in chain if (text := element.get(name).strip())), default)

    in_box = said("gradientUnits", "objectBoundingBox") != "userSpaceOnUse"
    across, down = (1.0, 1.0) if in_box else place.view
    radial = chain[0].tag == "radialGradient"
    if in_box and (place.box is None or min(place.box.width, place.box.height) <= 0):
        return None

    def at(name: str, whole: float, default: str) -> float:
        return length(said(name, default)).pixels(whole)

    try:
        if radial:
            x, y = at("cx", across, "50%"), at("cy", down, "50%")
            r = at("r", hypot(across, down) / sqrt(2), "50%")
            own: Matrix = (r, 0.0, 0.0, r, x, y)
        else:
            x, y = at("x1", across, "0%"), at("y1", down, "0%")
            dx, dy = at("x2", across, "100%") - x, at("y2", down, "0%") - y
            own = (dx, dy, -dy, dx, x, y)
        text = said("gradientTransform", "")
        whole = times(transform(text), own) if text else own
        if in_box and place.box is not None:
            box = place.box
            whole = times((box.width, 0.0, 0.0, box.height, box.left, box.bottom), whole)
        matrix = inverse(times(place.matrix, whole))
    except (InputError, ZeroDivisionError, OverflowError):
        return None
    if not all(map(isfinite, matrix)):
        return None
    spread = said("spreadMethod", "pad")
    return Gradient(stops, matrix, radial,
                    "reflect" if spread == "reflect" else
                    "repeat" if spread == "repeat" else "pad")


def share(text: str) -> float:
    """Return an opacity.

    >>> share("50%"), share(".2"), share("nonsense")
    (0.5, 0.2, 1.0)
    """
    text = text.strip()
    try:
        value = number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except InputError:
        return 1.0
    return min(1.0, max(0.0, value))


def _is_zero(width: str) -> bool:
    return re.fullmatch(r"0*\.?0+\s*[a-z%]*", width.strip()) is not None


# The colours of SVG and CSS: names, hexadecimal, rgb() and hsl().

_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)")
_ARGUMENT = re.compile(rf"({NUMBER})(%|deg)?")


def colour(text: str) -> str | None:
    """Return `#rrggbb`, or None where it is invisible. ValueError if it is no colour.

    >>> colour("#F80"), colour("rgb(50%, 0, 255)"), colour("hsl(120 100% 50%)")
    ('#ff8800', '#8000ff', '#00ff00')
    >>> colour("transparent")
    """
    text = text.strip().lower()
    if text == "transparent":
        return None
    if text in CSS_COLOURS:
        return CSS_COLOURS[text]
    if text.startswith("#"):
        return _hexadecimal(text[1:].split(" ")[0])  # an icc-color() may follow
    found = _FUNCTION.fullmatch(text)
    if not found:
        raise ValueError(text)
    return _function(found[1], found[2])


def _hexadecimal(digits: str) -> str | None:
    if len(digits) not in (3, 4, 6, 8) or not re.fullmatch("[0-9a-f]+", digits):
        raise ValueError(digits)
    full = "".join(2 * digit for digit in digits) if len(digits) < 6 else digits
    return None if full[6:] == "00" else "#" + full[:6]


def alpha(text: str) -> float:
    """Return the opacity that a colour itself has.

    >>> alpha("#f008"), alpha("rgb(255 0 0 / 25%)"), alpha("red")
    (0.5333333333333333, 0.25, 1.0)
    """
    text = text.strip().lower()
    if text.startswith("#") and len(text.split(" ")[0]) in (5, 9):
        digits = text.split(" ")[0][1:]
        return int(2 * digits[3] if len(digits) == 4 else digits[6:], 16) / 255
    found = _FUNCTION.fullmatch(text)
    words = found[2].replace(",", " ").replace("/", " ").split() if found else []
    return share(words[3]) if len(words) == 4 else 1.0


def parts(colour: str) -> tuple[float, float, float]:
    """Return the red, green and blue of `#rrggbb`, from 0 to 1."""
    red, green, blue = (int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _function(kind: str, inside: str) -> str | None:
    words = inside.replace(",", " ").replace("/", " ").split()
    arguments = [_ARGUMENT.fullmatch(word) for word in words]
    if len(arguments) not in (3, 4):
        raise ValueError(inside)
    values = [(_value(argument), argument[2]) for argument in arguments if argument]
    if len(values) < len(arguments):
        raise ValueError(inside)
    if len(values) == 4 and values[3][0] <= 0:
        return None
    if kind == "rgb":
        parts = [v / 100 if unit == "%" else v / 255 for v, unit in values[:3]]
    else:
        hue, saturation, light = (v for v, _ in values[:3])
        parts = list(colorsys.hls_to_rgb(hue / 360 % 1, _unit(light / 100),
                                         _unit(saturation / 100)))
    return hexadecimal(*parts)


def _value(argument: re.Match[str]) -> float:
    try:
        return number(argument[1])
    except InputError:
        raise ValueError(argument[0]) from None


def _unit(value: float) -> float:
    return min(1.0, max(0.0, value))


def hexadecimal(red: float, green: float, blue: float) -> str:
    """Return a colour as #rrggbb, from parts between 0 and 1.

    >>> hexadecimal(1, 0.5, 0)
    '#ff8000'
    """
    return "#" + "".join(f"{int(_unit(part) * 255 + 0.5):02x}" for part in (red, green, blue))


# Lengths, transforms and view boxes of SVG.

PX = 25.4 / 96  # millimetres of a pixel, as CSS has it

PHYSICAL = {"mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0,
            "q": 24 / 25.4}
UNITS = {"": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, **PHYSICAL}

MAX_TRANSFORM = 100_000


_LENGTH = re.compile(rf"({NUMBER})\s*([A-Za-z]*|%)")
_TRANSFORM = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*")
_UNIT = re.compile(r"(?<=[0-9.])(px|deg)", re.IGNORECASE)


class Length(NamedTuple):
    """A length in pixels, or in hundredths of something (`%`)."""

    value: float
    unit: str

    def pixels(self, whole: float) -> float:
        return self.value * (whole / 100 if self.unit == "%" else UNITS[self.unit])


def length(text: str) -> Length:
    """
    >>> length("25.4mm").pixels(0), length("50%").pixels(30)
    (96.0, 15.0)
    """
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise InputError(f"{quoted(text)} is not a length; 100mm would be one")
    unit = found[2].lower()
    if unit != "%" and unit not in UNITS:
        raise InputError(f"the unit {quoted(found[2])} is not known; "
                         f"{nearest(unit, [name for name in UNITS if name] + ['%'])}")
    return Length(number(found[1]), unit)


class ViewBox(NamedTuple):
    """The rectangle of user coordinates that fills a viewport."""

    x: float
    y: float
    width: float
    height: float


def view_box(text: str) -> ViewBox | None:
    """Return the box, None if nothing is given."""
    if not text.strip() or text.strip() == "none":
        return None
    found = numbers(text)
    if len(found) != 4:
        raise InputError(f"the viewBox {quoted(text)} has {len(found)} numbers; it needs four: "
                         "left, top, width, height")
    if found[2] <= 0 or found[3] <= 0:
        raise InputError(f"the viewBox {quoted(text)} has no area")
    return ViewBox(*found)


def fitted(box: ViewBox, width: float, height: float, how: str) -> Matrix:
    """Return the map from a view box to a viewport (0, 0, width, height), as preserveAspectRatio
    says.

    >>> fitted(ViewBox(0, 0, 10, 10), 20, 40, "xMidYMax meet")
    (2.0, 0, 0, 2.0, 0.0, 20.0)
    """
    across, down = width / box.width, height / box.height
    words = how.replace("defer", "").split() or ["xMidYMid"]
    found = re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", words[0])
    if words[0] == "none":
        return across, 0, 0, down, -box.x * across, -box.y * down
    scale = max(across, down) if words[1:] == ["slice"] else min(across, down)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    left, top = (share[found[1]], share[found[2]]) if found else (0.5, 0.5)
    return (scale, 0, 0, scale, (width - scale * box.width) * left - box.x * scale,
            (height - scale * box.height) * top - box.y * scale)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the product of two maps: first the inner, then the outer."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e,
            b * t + d * u + f)


def shifted(x: float, y: float) -> Matrix:
    """Return the map that moves everything by (x, y)."""
    return 1.0, 0.0, 0.0, 1.0, x, y


def transform(text: str) -> Matrix:
    """Return a row of transforms; the last is applied first.

    >>> transform("translate(10, 5) scale(2)")
    (2.0, 0.0, 0.0, 2.0, 10.0, 5.0)
    """
    whole, at, text = IDENTITY, 0, text.strip()
    if len(text) > MAX_TRANSFORM:
        raise InputError(f"the transform has more than {MAX_TRANSFORM:,} characters")
    if text == "none":
        return whole
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if not found:
            raise InputError(f"the transform {quoted(text[at:])} cannot be understood")
        whole = times(whole, _single(found[1], numbers(_UNIT.sub("", found[2])), found[0]))
        at = found.end()
    return whole


def _single(kind: str, given: list[float], text: str) -> Matrix:
    count = len(given)
    match kind.lower():
        case "matrix" if count == 6:
            a, b, c, d, e, f = given
            return a, b, c, d, e, f
        case "translate" if count in (1, 2):
            return shifted(given[0], given[1] if count == 2 else 0.0)
        case "translatex" if count == 1:
            return shifted(given[0], 0.0)
        case "translatey" if count == 1:
            return shifted(0.0, given[0])
        case "scale" if count in (1, 2):
            return given[0], 0.0, 0.0, given[-1], 0.0, 0.0
        case "scalex" if count == 1:
            return given[0], 0.0, 0.0, 1.0, 0.0, 0.0
        case "scaley" if count == 1:
            return 1.0, 0.0, 0.0, given[0], 0.0, 0.0
        case "rotate" if count in (1, 3):
            return _rotated(given[0], *given[1:])
        case "skewx" if count == 1:
            return 1.0, 0.0, tan(radians(given[0])), 1.0, 0.0, 0.0
        case "skewy" if count == 1:
            return 1.0, tan(radians(given[0])), 0.0, 1.0, 0.0, 0.0
    raise InputError(f"the transform {quoted(text.strip())} cannot be understood")


def _rotated(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    if degrees % 90 == 0:  # the cosine of a right angle is 0, not 6e-17
        c, s = round(c), round(s)
    return times(shifted(x, y), times((c, s, -s, c, 0.0, 0.0), shifted(-x, -y)))
