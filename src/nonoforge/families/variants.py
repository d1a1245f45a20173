"""Choosing among the puzzles that were made of one source: by stars, or from easy to hard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from nonoforge.engine import Budget
from nonoforge.judge import NOT_RATED, Rating, rate, unrated
from nonoforge.making import MakeResult
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Verdict

MAX_RATING_SECONDS = 10.0
UNRATED = 99  # more than all stars

Result = TypeVar("Result", bound=MakeResult)
Key = Callable[[Result], Any]


def rating_in_time(nonogram: Nonogram, verdict: Verdict) -> Rating:
    """Return the rating of a puzzle; without one solution, or any time, there is none."""
    if verdict.answer != "unique":
        return unrated(NOT_RATED[verdict.answer])
    return rate(nonogram, budget=Budget(seconds=MAX_RATING_SECONDS))


def difficulty(made: MakeResult) -> tuple[int, int]:
    """Return the stars and the effort; a puzzle without a rating comes last."""
    rating = made.difficulty_rating
    if rating is None or rating.stars is None:
        return UNRATED, rating.effort if rating else 0
    return rating.stars, rating.effort


def stars_of(made: MakeResult) -> int:
    """Return the stars of a puzzle, 1 to 5; 0 where it was not rated."""
    return (made.difficulty_rating.stars if made.difficulty_rating else None) or 0


def with_stars(
    found: Sequence[Result], stars: tuple[int, int], count: int, key: Key[Result],
) -> tuple[list[Result], list[str]]:
    """Return `count` puzzles with stars in a range, or the nearest one; and notes.

    Args:
        found: Puzzles with one solution.
        stars: The fewest and the most.
        count: How many are wanted.
        key: Orders puzzles, the best first."""
    low, high = stars
    fit = [made for made in found if low <= stars_of(made) <= high]
    if fit:
        return spread(fit, count, key)
    rated = [made for made in found if stars_of(made)]
    nearest = min(rated or found, key=lambda made: (
        max(low - stars_of(made), stars_of(made) - high), key(made)))
    wanted = f"{low} to {high} stars" if low < high else "1 star" if low == 1 else f"{low} stars"
    return [nearest], [f"no puzzle of {wanted} was found; the nearest has "
                       f"{stars_of(nearest) or 'no rating'}"]


def spread(
    found: Sequence[Result], count: int, key: Key[Result],
) -> tuple[list[Result], list[str]]:
    """Return the best puzzle; or `count` puzzles evenly from the easiest to the hardest, each
    harder than the one before, and a note where there are fewer."""
    if count == 1:
        return [min(found, key=key)], []
    by_difficulty: dict[tuple[int, int], Result] = {}
    for made in sorted(found, key=key):
        by_difficulty.setdefault(difficulty(made), made)
    steps = [by_difficulty[each] for each in sorted(by_difficulty)]
    if len(steps) <= count:
        notes = [f"{len(steps)} of {count} variants: no more of different difficulty were found"]
        return steps, notes if len(steps) < count else []
    places = [round(i * (len(steps) - 1) / (count - 1)) for i in range(count)]
    return [steps[place] for place in places], []
