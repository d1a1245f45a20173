"""Colours as people see them: how far apart two look, also to the colour-blind, and their names.

Colours are compared in Oklab (Björn Ottosson, A perceptual color space for image processing, 2020),
where equal distances look about equal: 0.02 is just noticed side by side, white and black are 1
apart. Colour blindness is simulated by the matrices of Machado, Oliveira and Fernandes (A
physiologically-based model for simulation of color vision deficiency, 2009) at full strength.

A colour is `#rrggbb` here. `quantize` has the same for many colours at once, with numpy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]
Matrix: TypeAlias = tuple[Triple, Triple, Triple]

# From linear sRGB to the answers of the eye's cones, and from their cube roots to Oklab.
CONES: Matrix = ((0.4122214708, 0.5363325363, 0.0514459929),
                 (0.2119034982, 0.6806995451, 0.1073969566),
                 (0.0883024619, 0.2817188376, 0.6299787005))
OKLAB: Matrix = ((0.2104542553, 0.7936177850, -0.0040720468),
                 (1.9779984951, -2.4285922050, 0.4505937099),
                 (0.0259040371, 0.7827717662, -0.8086757660))

# From linear sRGB to the linear sRGB that looks the same to people without one kind of cones.
DEFICIENCIES: dict[str, Matrix] = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
                   (0.004733, 0.691367, 0.303900))}

MIN_DISTANCE = 0.12  # in Oklab: colours that are nearer are mistaken for each other in a puzzle;
LOOK_ALIKE = 0.08  # nearer than this, even where they touch;
MIN_DEFICIENT_DISTANCE = 0.08  # with a colour vision deficiency, in a puzzle


def apart(one: str, other: str) -> float:
    """Return how far apart two colours look, in parts of what a puzzle needs: from 1 on they can be
    told apart, also by people with protanopia, deuteranopia or tritanopia.

    >>> apart("#ffffff", "#000000") > 1, apart("#8c8d89", "#868686") > 1
    (True, False)
    >>> apart("#c00000", "#5c5c00") > 1  # red and olive: the same to many men
    False
    """
    views = _views(one), _views(other)
    distances: list[float] = [sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5
                 for pair in zip(*views, strict=True)]
    return min(distances[0] / MIN_DISTANCE,
               *(far / MIN_DEFICIENT_DISTANCE for far in distances[1:]))


def look_alike(one: str, other: str) -> bool:
    """Return whether two colours look alike to people without a deficiency.

    >>> look_alike("#ffffff", "#fff4e0"), look_alike("#c00000", "#5c5c00")
    (True, False)
    """
    return dist(_views(one)[0], _views(other)[0]) < LOOK_ALIKE


def alike(rgbs: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of colours, by their numbers, that cannot be told apart."""
    for (i, one), (j, other) in combinations(enumerate(rgbs), 2):
        if apart(one, other) < 1:
            yield i, j


def channels(rgb: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255.

    >>> channels("#ff8000")
    (255, 128, 0)
    """
    return int(rgb[1:3], 16), int(rgb[3:5], 16), int(rgb[5:7], 16)


def linear_light(rgb: str) -> Triple:
    """Return red, green and blue in proportion to light, 0 to 1."""
    parts = [channel / 255 for channel in channels(rgb)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return red, green, blue


def _through(matrix: Matrix, parts: Triple) -> Triple:
    one, two, three = (sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix)
    return one, two, three


@lru_cache(maxsize=4096)
def _views(rgb: str) -> tuple[Triple, ...]:
    """Return a colour in Oklab, as most people see it and with each deficiency."""
    linear = linear_light(rgb)
    seen = [linear, *(_through(matrix, linear) for matrix in DEFICIENCIES.values())]
    return tuple(_oklab((min(1.0, max(0.0, red)), min(1.0, max(0.0, green)),
                         min(1.0, max(0.0, blue)))) for red, green, blue in seen)


def _oklab(linear: Triple) -> Triple:
    long, middle, short = (max(0.0, part) ** (1 / 3) for part in _through(CONES, linear))
    return _through(OKLAB, (long, middle, short))


# Names: that of the nearest colour in the table. Of two colours with one name the nearer gets it.

_TABLE = """
white ffffff, white f4f4f4, black 000000, black 161616, grey 8a8a8a, light grey c4c4c4, pale grey
e2e2e2, dark grey 4a4a4a, red e02020, red cc0000, dark red 8e1212, light red f0756c, maroon
5a1010, orange f58a1e, dark orange c96a10, light orange ffbe78, rust a8481e, brown 855230, brown
8c564b, dark brown 4a2d18, dark brown 281c0a, light brown b58a60, light brown 9d755d, tan d2b48c,
beige ecdcc0, cream fff5dc, yellow f8e020, yellow f2c200, dark yellow b8a014, light yellow fcf09a,
gold d8a520, khaki a89a5a, olive 78781e, olive 5c5c20, dark olive 3c4018, lime a8e030, bright
green 20f020, green 2ea336, green 6aad30, green 54a24b, dark green 14602a, dark green 3f4f1c,
light green 92d88c, pale green c8ecc4, sage 8aa684, forest green 0c3a1a, teal 158280, dark teal
0e4c50, light teal 72b7b2, turquoise 34c4b8, cyan 4ad8ee, cyan 17becf, pale cyan c4f2f6, blue
2860d8, blue 0000ff, blue 1f77b4, blue 416aa1, dark blue 1a3a92, light blue 7ab4f2, light blue
92afcf, pale blue c6e0fa, pale blue c1cfde, sky blue 46a0e8, navy 101c50, slate 627282, light
slate 9cabb8, dark slate 323e4a, purple 8636ae, dark purple 4c1a68, light purple b888e0, lavender
dccdf4, violet 6444d4, mauve a5789a, pink f58cba, pink e377c2, dark pink d44a88, light pink
fac4da, magenta d828c8, crimson b8143e, rose e45a70, salmon f0a08c, peach fccfae, terracotta
c8775a, plum 6e2a50, dusty pink c89098
"""
_HUE_WEIGHT = 2.0  # of hue and colourfulness beside lightness: a dark blue is a blue
_MAX_DETOUR = 0.05  # by how much further another name may be than the nearest one


@lru_cache(maxsize=1)
def _named() -> tuple[tuple[str, Triple], ...]:
    entries = (entry.split() for entry in _TABLE.replace("\n", " ").split(","))
    return tuple((" ".join(words[:-1]), _views(f"#{words[-1]}")[0]) for words in entries)


def colour_names(rgbs: Sequence[str], given: Sequence[str | None] = ()) -> list[str]:
    """Return a name for each colour: the one in `given` where there is one, else a plain name that
    no other colour has.

    >>> colour_names(["#ffffff", "#000000", "#cc0000", "#0000ff"])
    ['white', 'black', 'red', 'blue']
    >>> colour_names(["#888888", "#898989"])
    ['grey 2', 'grey']
    """
    names = {number: name for number, name in enumerate(given) if name is not None}
    ways = sorted((far, number, name) for number, rgb in enumerate(rgbs)
                  for far, name in _ranked(rgb))
    taken = set(names.values())
    for _, number, name in ways:
        if number not in names and name not in taken:
            names[number] = name
            taken.add(name)
    for number, rgb in enumerate(rgbs):
        if number not in names:
            first, again = _ranked(rgb)[0][1], 2
            while f"{first} {again}" in taken:
                again += 1
            names[number] = f"{first} {again}"
            taken.add(names[number])
    return [names[number] for number in range(len(rgbs))]


@lru_cache(maxsize=4096)
def _ranked(rgb: str) -> list[tuple[float, str]]:
    """Return the names that suit a colour with their distances, the best first. White and black are
    names of nothing but what looks so."""
    if rgb in ("#ffffff", "#000000"):
        return [(0.0, "white" if rgb == "#ffffff" else "black")]
    light, green_red, blue_yellow = _views(rgb)[0]
    found = sorted((((light - there[0]) ** 2 + _HUE_WEIGHT ** 2 * (
        (green_red - there[1]) ** 2 + (blue_yellow - there[2]) ** 2)) ** 0.5, name)
        for name, there in _named())
    return [(far, name) for far, name in found if far <= found[0][0] + _MAX_DETOUR]
