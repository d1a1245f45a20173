"""The styles of SVG: attributes, `style`, and the rules of style sheets, in the order of CSS.

Selectors may name elements, classes and ids, and elements around them (`g.wing > path`); that is
what drawing programs write. Rules with other selectors, and `@` rules, are left out with a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.notes import Notes
from nonoforge.families.plane.xml_safety import Element
from nonoforge.text import quoted

INHERITED = frozenset({"fill", "stroke", "color", "fill-rule", "visibility", "fill-opacity",
                       "stroke-opacity", "stroke-width"})
OWN = frozenset({"display", "opacity", "transform", "clip-path", "mask", "stop-color",
                 "stop-opacity"})
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

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.rules: dict[str, list[Rule]] = {}  # by the last compound's id, class or tag
        self.count = 0
        self.tries = 0
        self._classes: dict[Element, frozenset[str]] = {}

    def read(self, text: str) -> None:
        """The rules of one style sheet."""
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
        """What is said of this element itself, the strongest word of each property."""
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
        """Do the elements around this one fit the rest of the selector? All ways are followed at
        once: `at` has the elements that can stand for the last compound looked at."""
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
        """The classes of an element."""
        if element not in self._classes:
            self._classes[element] = frozenset(element.get("class").split())
        return self._classes[element]

    def _spend(self, tries: int) -> None:
        self.tries += tries
        if self.tries > MAX_TRIES:
            raise InputError("the style sheet is too much work for the elements of this drawing")


def declarations(text: str) -> dict[str, str]:
    """Those of the properties that matter here; a later one wins.

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
    """What stands before each block, and in it; statements without a block have None."""
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
    """The parts of a selector, from the outside in; none if it is beyond us."""
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
