"""The axis of a plot: where a figure lies, and at which figures there are ticks."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

ENOUGH = 8  # ticks
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Axis(NamedTuple):
    """Figures from `low` to `high` lie between the pixels `left` and `right`; on a logarithmic
    axis both are powers of ten, and so are the ticks."""

    low: float
    high: float
    left: float
    right: float
    log: bool
    ticks: tuple[tuple[float, str], ...]

    def at(self, figure: float) -> float:
        """Where a figure lies, at an end if it is beyond."""
        low, high = (log10(self.low), log10(self.high)) if self.log else (self.low, self.high)
        part = ((log10(figure) if self.log else figure) - low) / (high - low)
        return self.left + (self.right - self.left) * min(1.0, max(0.0, part))

    @property
    def base(self) -> float:
        """Where bars begin."""
        return self.left if self.log else self.at(0.0)


def axis_for(figures: Sequence[float], log: bool, left: float, right: float) -> Axis:
    """An axis on which all figures have a place; a logarithmic one has none below zero.

    >>> [words for _, words in axis_for([3, 18], False, 0, 100).ticks]
    ['0', '5', '10', '15', '20']
    >>> [words for _, words in axis_for([0.02, 30], True, 0, 100).ticks]
    ['0.01', '0.1', '1', '10', '100']
    """
    return _decades([figure for figure in figures if figure > 0], left, right) if log else \
        _even(figures, left, right)


def _even(figures: Sequence[float], left: float, right: float) -> Axis:
    least, most = min((0.0, *figures)), max((0.0, *figures))
    step = _nice((most - least) / (ENOUGH - 2) or 0.2)
    first = floor(least / step + 1e-9)
    last = max(first + 1, ceil(most / step - 1e-9))
    ticks = tuple((number * step, _words(number * step)) for number in range(first, last + 1))
    return Axis(first * step, last * step, left, right, False, ticks)


def _nice(step: float) -> float:
    """The next larger of 1, 2 and 5 with any number of zeros.

    >>> _nice(3.1), _nice(0.12), _nice(70)
    (5.0, 0.2, 100.0)
    """
    power = floor(log10(step))
    for digit in (1, 2, 5, 10):
        nice = float(f"{digit}e{power}")
        if step <= nice * 1.000001:
            return nice
    raise AssertionError(step)


def _decades(figures: Sequence[float], left: float, right: float) -> Axis:
    """Figures that are all positive. The least has a bar, too: the axis begins below it."""
    least, most = min(figures, default=1.0), max(figures, default=1.0)
    first, last = ceil(log10(least) - 0.05) - 1, ceil(log10(most) - 1e-9)
    last = max(last, first + 1)
    every = ceil((last - first) / ENOUGH)
    last = first + every * ceil((last - first) / every)
    ticks = tuple((float(f"1e{power}"), _power(power)) for power in range(first, last + 1, every))
    return Axis(float(f"1e{first}"), float(f"1e{last}"), left, right, True, ticks)


def _power(power: int) -> str:
    """A power of ten, in full as long as that is short.

    >>> _power(-3), _power(4), _power(9), _power(-12)
    ('0.001', '10,000', '10⁹', '10⁻¹²')
    """
    if -4 <= power <= 6:
        return f"{10 ** power:,}" if power >= 0 else f"{10.0 ** power:.{-power}f}"
    return f"10{str(power).translate(SUPERSCRIPT)}"


def _words(figure: float) -> str:
    """A tick of an even axis: short, without useless zeros."""
    figure += 0.0  # minus zero is zero
    if figure and not 1e-4 <= abs(figure) < 1e9:
        return f"{figure:.3g}"
    return f"{figure:,.6f}".rstrip("0").rstrip(".")
