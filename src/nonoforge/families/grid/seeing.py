"""Decide which part of a picture is used, its size in cells, and which cells are filled.

A picture can be seen in several ways: by lightness, by the shape of its subject, by the tones
within its contour, by what is darker than its surroundings. `views` returns them in the order of
their likeness to the source (`likeness.py`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from nonoforge.colour_vision import channels
from nonoforge.errors import InputError
from nonoforge.families.grid.colouring import Outlines, coloured, is_dark, outlines_of
from nonoforge.families.grid.downsampling import (
    Inked,
    cropped,
    in_black,
    lightness,
    otsu,
    shrunk,
    size_for,
    surroundings,
)
from nonoforge.families.grid.geometry import MAX_SIDE
from nonoforge.families.grid.likeness import Eye, Likeness
from nonoforge.families.grid.line_art import (
    FILL_THRESHOLD,
    THIN_LINE,
    Drawing,
    details,
    drawing_of,
    ink_of,
    neighbours,
    own_size,
    slender,
)
from nonoforge.families.grid.options import GridOptions
from nonoforge.families.grid.photo import Photo, fewer_pixels
from nonoforge.families.grid.salience import Salience, alone, has_contour, is_flat, salience_of
from nonoforge.families.grid.subject import (
    MIN_GRAIN,
    PLAIN_VARIATION,
    Box,
    Subject,
    around,
    box_of,
    subject_of,
)
from nonoforge.palette import Palette
from nonoforge.quantize import MAX_NEEDED_COLOURS, oklab

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_PIXELS = 2_000_000  # of a picture; larger ones are reduced first
DEFAULT_CELLS = 30  # cells along the longer side
LINE_DARKNESS = 0.2  # how much darker than the threshold a thin line in a photograph counts
TEAR_COST = 20.0  # of breaking a thin line, relative to thickening it
CONTOUR_COST = 40.0  # of breaking the contour of a subject
MIN_INNER_CONTRAST = 0.12  # of lightness within a subject that is worth showing
WHOLE_CELL = 0.05  # of a cell that is not the subject, at most, in cells by which tones are judged
TONE_SHIFTS = (0.0, -0.07, 0.07, -0.14, 0.14)  # of the threshold within a subject
LOCAL_REACH = 0.2  # of the longer side: surroundings of a cell for a local threshold
LOCAL_STEPS = (0.015, 0.04)  # by which a cell is darker than its surroundings
SHARPENING = (1.0, 3.0)  # how much stronger the difference of a cell from its surroundings is made
COLOUR_SHARPENING = (0.5, 1.0)  # the same, of a picture in colours
FEATURES = 4.0  # weight of what differs from its surroundings, beside 1: eyes and noses stay
FEATURE_SHARPENING = 0.5
SHARP_REACH = 0.08  # of the longer side: these surroundings
GLOBAL_SHIFTS = (0.0, -0.08, 0.08)  # of the threshold of a photograph
NEARLY_AS_ALIKE = 0.02  # of likeness
DARK_PAPER = 0.5  # lightness of a plain background below which light parts are filled
WORTH_SAYING = 0.5  # share of the picture below which it is said that it was cut
MIN_TRIM = 0.97  # share of the picture above which a border is not worth cutting off
FEW_PIXELS = 40_000  # enough to see whether a part of a picture has one colour
PLAIN_MARGIN = 0.2  # around a subject that is a rectangle of one colour, of its longer side
MIN_CUT = 0.8  # share of a photograph above which it is not cut to what stands out


WITH_FEATURES = "colours with features"
WITH_GAPS = "colours with gaps"
CUT_OUT = "colours before a plain background"
WITHOUT_BACKGROUND = (CUT_OUT, "shape", "tones", "local tones", "sharpened tones")


class Source(NamedTuple):
    """The part of the picture that is used, and what is known about it.

    `drawing` is there if the picture is in two tones and to be seen so; `subject` if its background
    is transparent or plain; `salience` if it is a photograph. `squares`: it is made of squares, and
    each becomes a cell. `box` is the part of the whole picture, in its pixels: left, top, width,
    height. `fixed`: it was made for its size, so likeness says nothing. `cut`: much of the picture
    was left out.
    """

    pixels: NDArray[Any]
    size: tuple[int, int]
    drawing: Drawing | None
    squares: bool
    subject: Subject | None
    salience: Salience | None
    eye: Eye
    box: Box
    fixed: bool
    cut: bool


@dataclass(frozen=True, eq=False)
class Seen:
    """One way to see the picture: the cells with their colours, and how alike it is to the eye.
    `way` is what it goes by, in a word or two; `colours` are the mean colours of the cells."""

    inked: Inked
    threshold: float | None
    colours: NDArray[Any]
    way: str
    eye: Eye

    @cached_property
    def likeness(self) -> Likeness:
        return self.eye.likeness(self.inked.cells, rgb_table(self.inked.palette))


def source_of(photo: Photo, options: GridOptions) -> Source:
    """Return the part of the picture that the options ask for, and its size in cells."""
    if options.crop is None:  # of a part all pixels may be needed
        photo = fewer_pixels(photo, MAX_PIXELS)
    box = _in_pixels(options.crop, photo.step) or (0, 0, photo.pixels.shape[1],
                                                   photo.pixels.shape[0])
    pixels = cropped(photo.pixels, box)
    alpha = None if photo.alpha is None else cropped(photo.alpha, box)
    asked = photo.own if photo.fixed else options.size
    squares = own_size(pixels) if asked is None else None
    drawn = None if options.by_lightness or photo.fixed else drawing_of(pixels)
    subject, salience = (None, None) if photo.fixed else _subject(
        pixels, alpha, squares is not None or drawn is not None)
    pixels = _exposed(pixels, subject, options)
    cut, whole = False, pixels.shape[0] * pixels.shape[1]
    if options.trim and not photo.fixed and squares is None:
        part = _subject_box(pixels, subject, *((None, None) if options.crop else (drawn, salience)))
        if part is not None:
            pixels = cropped(pixels, part)
            box = (box[0] + part[0], box[1] + part[1], part[2], part[3])
            cut = subject is None or part[2] * part[3] < WORTH_SAYING * whole
            subject = None if subject is None else subject._replace(
                mask=cropped(subject.mask, part))
            squares = own_size(pixels) if asked is None and photo.own is None else None
            salience = None if salience is None else salience.cropped()
    own = squares or (photo.own if options.crop is None else None)
    size = size_for(pixels, asked if asked is not None else own or DEFAULT_CELLS)
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise InputError(f"{size[0]}x{size[1]} cells; each side has 1 to {MAX_SIDE:,}")
    drawing = None if options.by_lightness or photo.fixed else drawing_of(pixels)
    eye = _eye(pixels, subject, salience if options.trim else None)
    return Source(pixels, size, drawing, squares is not None, subject, salience, eye, box,
                  photo.fixed, cut)


def _subject(
    pixels: NDArray[Any], alpha: NDArray[Any] | None, drawn: bool,
) -> tuple[Subject | None, Salience | None]:
    """Return the subject before a transparent or plain background, or else what stands out in a
    photograph; a picture that is drawn is none."""
    subject = subject_of(pixels, alpha)
    if drawn or _stands_alone(pixels, subject) or is_flat(pixels):
        return subject, None
    salience = salience_of(pixels)
    if subject is not None and (salience is None or salience.subject is None):
        return subject, None
    return None, salience


def cut_out(pixels: NDArray[Any]) -> NDArray[Any] | None:
    """Return a photograph with paper in place of its background; None: it has no clear subject, or
    is no photograph."""
    small = fewer_pixels(Photo(pixels), MAX_PIXELS).pixels
    drawn = own_size(small) is not None or drawing_of(small) is not None
    salience = _subject(small, None, drawn)[1]
    return None if salience is None or salience.subject is None else alone(small, salience.subject)


def _stands_alone(pixels: NDArray[Any], subject: Subject | None) -> bool:
    """Return whether the background of a subject is transparent, or plain up to its contour, as it
    is in drawings and seldom in photographs."""
    return subject is not None and (subject.kind == "transparent" or (
        subject.grain <= MIN_GRAIN and has_contour(pixels, subject)))


def _eye(pixels: NDArray[Any], subject: Subject | None, salience: Salience | None) -> Eye:
    """Return the source of comparisons. Of a photograph with a clear subject that is the subject
    before its paper: what is behind it counts as noise."""
    if salience is None or salience.subject is None:
        return Eye(pixels, None if subject is None else subject.mask,
                   None if salience is None else salience.weight)
    return Eye(alone(pixels, salience.subject), salience.subject.mask)


def _exposed(
    pixels: NDArray[Any], subject: Subject | None, options: GridOptions,
) -> NDArray[Any]:
    """Return the picture, or its subject, with the brightness and contrast that are asked for."""
    import numpy as np

    if options.brightness == 0 and options.contrast == 1:
        return pixels
    table = (np.arange(256) - 127.5) * options.contrast + 127.5 + 255 * options.brightness
    found = np.clip(table, 0, 255)[pixels]
    if subject is not None:
        mask = subject.mask[:, :, None]
        found = found * mask + pixels * (1 - mask)
    return np.asarray(found.round().astype(np.uint8))


def _subject_box(
    pixels: NDArray[Any], subject: Subject | None, drawn: Drawing | None, salience: Salience | None,
) -> Box | None:
    """Return the part of the picture that shows its subject; None: all of it."""
    whole = pixels.shape[0] * pixels.shape[1]
    found = subject.box if subject is not None else _ink_box(pixels, drawn) if drawn else None
    if found is not None:
        if _in_one_colour(cropped(pixels, found)):
            found = around(found, PLAIN_MARGIN, pixels.shape)
        return found if found[2] * found[3] < MIN_TRIM * whole else None
    most = MIN_CUT if salience is None or salience.subject is None else MIN_TRIM
    if salience is None or salience.box[2] * salience.box[3] > most * whole:
        return None
    return salience.box


def _in_one_colour(pixels: NDArray[Any]) -> bool:
    """Return whether nothing would be seen of a picture alone: all of it has about one colour."""
    import numpy as np

    lab = oklab(np.asarray(fewer_pixels(Photo(pixels), FEW_PIXELS).pixels).reshape(-1, 3))
    return bool(np.linalg.norm(lab - np.median(lab, axis=0), axis=1).max() < PLAIN_VARIATION)


def _ink_box(pixels: NDArray[Any], drawn: Drawing) -> Box:
    """Return the part of the picture with all ink of a drawing, which may have fewer pixels."""
    height, width = pixels.shape[:2]
    left, top, wide, high = box_of(drawn.ink > 0.5)
    step = -(-max(height, width) // max(drawn.ink.shape))
    left, top = left * step, top * step
    return left, top, min(wide * step, width - left), min(high * step, height - top)


def _in_pixels(crop: Box | None, step: int) -> Box | None:
    """Return a part of the file's picture in pixels of `step` times the size, one at least."""
    if crop is None or step == 1:
        return crop
    left, top, width, height = crop
    return (left // step, top // step, max(min(1, width), width // step),
            max(min(1, height), height // step))


def views(
    source: Source, options: GridOptions, size: tuple[int, int], shift: float = 0.0,
) -> list[Seen]:
    """Return the ways to see the picture in `size` cells, the most alike first; each way with the
    threshold that suits it best. Thresholds are shifted by `shift`."""
    colours = shrunk(source.pixels, size, options.smooth)
    found = [Seen(inked, threshold, colours, way, source.eye)
             for way, threshold, inked in _ways(source, options, size, shift, colours)]
    if len(found) == 1:  # made for its size, or by lightness: likeness takes longer than the rest
        return found
    if options.threshold == "local":
        found = [view for view in found if view.way.startswith("local")] or found
    best: dict[str, Seen] = {}
    for view in sorted(found, key=lambda view: -view.likeness.score):
        best.setdefault(view.way, view)
    return list(best.values())


def with_colours(photo: Photo, options: GridOptions) -> GridOptions:
    """Return the options with the number of colours that the picture needs, where that was asked
    for: the fewest with which it is nearly as alike, in lightness and colour, as with any."""
    if options.colours != "auto":
        return options
    plain = replace(options, colours=1)
    source = source_of(photo, plain)
    if source.fixed or plain.by_lightness or options.invert:
        return plain
    found: list[tuple[float, int]] = []
    for count in range(1 if options.background is None else 2, MAX_NEEDED_COLOURS + 1):
        view = seen(source, replace(options, colours=count), source.size)
        score = source.eye.likeness(view.inked.cells, rgb_table(view.inked.palette),
                                    coloured=True).score
        found.append((score, count))
    limit = max(found)[0] - NEARLY_AS_ALIKE
    return replace(options, colours=next(count for score, count in found if score >= limit))


def rgb_table(palette: Palette) -> NDArray[Any]:
    """Return the colours of a palette, (colours, 3) of 0 to 255."""
    import numpy as np

    return np.array([channels(colour.rgb) for colour in palette.colours])


def seen(source: Source, options: GridOptions, size: tuple[int, int], shift: float = 0.0) -> Seen:
    """Return the way to see the picture that is most alike."""
    return views(source, options, size, shift)[0]


Way = tuple[str, float | None, Inked]


def _ways(
    source: Source, options: GridOptions, size: tuple[int, int], shift: float,
    colours: NDArray[Any],
) -> Iterator[Way]:
    subject = source.subject
    if options.colour_count > 1:
        yield from _in_colours(source, options, size, colours)
        return
    light = lightness(colours)
    if options.edges:
        light = _sharpened(light, options.edges)
    if options.by_lightness:
        base = otsu(light) if isinstance(options.threshold, str) else options.threshold
        threshold = _within(base + shift)
        yield "lightness", threshold, in_black(light, threshold, options.dither, options.invert)
        return
    if source.fixed:
        threshold = _within(otsu(light) + shift)
        yield "lightness", threshold, _drawn(light, threshold, options)
        return
    if source.drawing is not None:
        threshold = _within(FILL_THRESHOLD + shift)
        yield "ink", threshold, _drawn(source.drawing.cells(size), threshold, options)
    if subject is not None:
        yield from _of_subject(subject, options, light, size, shift)
    elif source.drawing is None:
        yield from _of_photograph(source, options, light, size, shift)
        if source.salience is not None and source.salience.subject is not None and options.trim:
            yield from _of_subject(source.salience.subject, options, light, size, shift)


def _in_colours(
    source: Source, options: GridOptions, size: tuple[int, int], colours: NDArray[Any],
) -> Iterator[Way]:
    """Yield the picture in colours, and with its outlines where it has some, be they of a subject
    or of all that is drawn."""
    pixels = source.pixels if not options.smooth else colours.round().astype("uint8")
    salience = source.salience
    weight = None if salience is None else salience.weight
    mask, paper = (None, None) if source.subject is None else (source.subject.mask,
                                                               source.subject.paper)
    lines = None if options.smooth else outlines_of(pixels, size, mask)
    lit = is_dark(pixels, mask)
    ways: list[tuple[str, Outlines | None, bool, float, float]] = [
        ("colours", None, False, 0.0, 0.0)]
    if lines is not None:
        ways.append(("colours with outlines", lines, False, 0.0, 0.0))
    if lit:
        ways.append(("colours in more light", None, True, 0.0, 0.0))
    if not options.smooth:
        ways += [("sharpened colours", None, False, gain, 0.0) for gain in COLOUR_SHARPENING]
        ways += [(way, outlines, more, FEATURE_SHARPENING, FEATURES)
                 for way, outlines, more, sharp, _ in ways if not sharp]
    for way, outlines, more, sharp, features in ways:
        yield way if way != "colours" or not features else WITH_FEATURES, None, coloured(
            pixels, size, options.colour_count, background=options.paper, mask=mask, paper=paper,
            outlines=outlines, lit=more, sharp=sharp, weight=weight, features=features)
    if mask is not None:
        yield WITH_GAPS, None, coloured(pixels, size, options.colour_count,
                                        background=options.paper, mask=mask, paper=paper, gaps=True)
    if salience is not None and salience.subject is not None and options.trim:
        for sharp, features in ((0.0, 0.0), (FEATURE_SHARPENING, 0.0),
                                (FEATURE_SHARPENING, FEATURES)):
            yield CUT_OUT, None, coloured(
                pixels, size, options.colour_count, background=options.paper,
                mask=salience.subject.mask, paper=salience.subject.paper, sharp=sharp,
                features=features)


def _of_photograph(
    source: Source, options: GridOptions, light: NDArray[Any], size: tuple[int, int], shift: float,
) -> Iterator[Way]:
    """Yield a photograph by its lightness and by what is darker than its surroundings."""
    base = otsu(light)
    for more in GLOBAL_SHIFTS:
        threshold = _within(base + shift + more)
        lines = details(source.pixels, size, light < threshold)
        yield "lightness", threshold, _detailed(light, lines, threshold, options)
    around = surroundings(light, None, _reach(light, LOCAL_REACH))
    for step in LOCAL_STEPS:
        yield "local lightness", None, in_black(
            (light - around + step - shift + 0.5).clip(0, 1), 0.5, invert=options.invert)
    for gain in SHARPENING:
        sharp = _sharpened(light, gain)
        for more in GLOBAL_SHIFTS:
            threshold = _within(otsu(sharp) + shift + more)
            yield "sharpened lightness", threshold, in_black(sharp, threshold,
                                                             invert=options.invert)


def _of_subject(
    subject: Subject, options: GridOptions, light: NDArray[Any], size: tuple[int, int],
    shift: float,
) -> Iterator[Way]:
    """Yield a subject as a shape, and by its tones within its contour."""
    import numpy as np

    shape = ink_of(subject.mask).cells(size)
    inside = shape < FILL_THRESHOLD
    if not inside.any():
        return
    paper = lightness(np.array([[subject.paper]], float))[0, 0]
    dark_paper = paper < DARK_PAPER and (subject.kind != "salient"
                                         or np.median(light[inside]) > paper)
    yield "shape", None, _drawn(shape, FILL_THRESHOLD, options)
    tones = 1 - light if dark_paper else light
    whole = shape < WHOLE_CELL  # cells at the edge are mixed with the background
    low, high = np.quantile(tones[whole if whole.any() else inside], (0.05, 0.95))
    if high - low < MIN_INNER_CONTRAST:
        return
    rim = inside & ~neighbours(inside)[[1, 3, 5, 7]].all(axis=0)
    base = otsu(tones[inside])
    around = surroundings(tones, inside, _reach(tones, LOCAL_REACH))
    for more in TONE_SHIFTS:
        threshold = _within(base + shift + more)
        yield "tones", threshold, _within_contour(tones, threshold, inside, rim, shape, options)
    for step in LOCAL_STEPS:
        yield "local tones", None, _within_contour(
            (tones - around + step - shift + 0.5).clip(0, 1), 0.5, inside, rim, shape, options)
    for gain in SHARPENING:
        sharp = _sharpened(tones, gain, inside)
        for more in TONE_SHIFTS[:3]:
            threshold = _within(otsu(sharp[inside]) + shift + more)
            yield "sharpened tones", threshold, _within_contour(sharp, threshold, inside, rim,
                                                                shape, options)


def _within_contour(
    tones: NDArray[Any], threshold: float, inside: NDArray[Any], rim: NDArray[Any],
    shape: NDArray[Any], options: GridOptions,
) -> Inked:
    """Return what is dark within a subject, with its contour where it would be lost."""
    import numpy as np

    light = np.where(inside, tones, np.maximum(shape, threshold))
    lost = rim & (light >= threshold)
    light = np.where(lost, threshold - LINE_DARKNESS, light)
    inked = in_black(np.where(inside, light, 1.0), threshold, invert=options.invert)
    inked.cost[rim, int(options.invert)] *= CONTOUR_COST
    # A change outside the subject is the dearer the less of it is there.
    inked.cost[~inside, 1 - int(options.invert)] = 0.1 + shape[~inside] - FILL_THRESHOLD + 0.1
    return inked


def _sharpened(
    light: NDArray[Any], gain: float, inside: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return cells with `gain` times their difference from their surroundings added."""
    import numpy as np

    around = surroundings(light, inside, _reach(light, SHARP_REACH))
    return np.asarray((light + gain * (light - around)).clip(0, 1))


def _reach(light: NDArray[Any], share: float) -> int:
    """Return a share of the longer side in cells, one at least."""
    return max(1, round(share * float(max(light.shape))))


def _within(threshold: float) -> float:
    return min(0.98, max(0.02, threshold))


def _drawn(light: NDArray[Any], threshold: float, options: GridOptions) -> Inked:
    inked = in_black(light, threshold, invert=options.invert)
    inked.cost[slender(light < threshold), int(options.invert)] *= TEAR_COST
    return inked


def _detailed(
    light: NDArray[Any], more: NDArray[Any], threshold: float, options: GridOptions,
) -> Inked:
    import numpy as np

    inked = in_black(np.where(more, np.minimum(light, threshold - LINE_DARKNESS), light), threshold,
                     invert=options.invert)
    inked.cost[more, int(options.invert)] *= TEAR_COST
    return inked


def remarks(source: Source, size: tuple[int, int], way: str) -> Iterator[str]:
    """Yield notes on what the designer may not expect, or may improve, of a puzzle that shows the
    picture in this way."""
    drawing = source.drawing
    if source.salience is not None and way in WITHOUT_BACKGROUND:
        yield "its background was left out; --no-trim uses the whole picture"
    if source.cut:
        yield "it was cut to its subject; --no-trim uses the whole picture"
    if source.squares:
        yield f"the picture is made of {size[0]}x{size[1]} squares: each is a cell"
    if drawing is not None and drawing.dark_paper:
        yield "it is light on dark: light parts are filled; --invert fills the dark ones"
    if drawing is not None and drawing.thinness(size) < THIN_LINE:
        yield ("its lines are much thinner than a cell: a larger --size, or a part of it by "
               "--crop, shows more")
