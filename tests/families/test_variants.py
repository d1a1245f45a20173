"""Choosing among puzzles by stars and difficulty."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from nonoforge.engine import solve
from nonoforge.families.grid import from_picture
from nonoforge.families.variants import difficulty, spread, stars_of, with_stars
from nonoforge.judge import LADDER, STAR_EFFORTS, Rating, rate, unrated
from nonoforge.making import MakeResult

CROSS = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
RATED, SOLVED = rate(CROSS), solve(CROSS)
[BLOCKS] = [technique for technique in LADDER if technique.name == "blocks"]
EFFORTS = (0, *STAR_EFFORTS)


@dataclass(frozen=True, kw_only=True, eq=False)
class Made(MakeResult):
    rating: Rating
    loss: float

    @property
    def difficulty_rating(self) -> Rating:
        return self.rating


def made(stars: int | None, effort: int, loss: float = 0.0) -> Made:
    """Return a puzzle whose rating has these stars and this much more effort than they need."""
    rating = unrated("not asked for") if stars is None else RATED._replace(
        technique=BLOCKS, effort=EFFORTS[stars - 1] + effort)
    return Made(nonogram=CROSS, verdict=SOLVED, seconds=0.0, rating=rating,
                loss=loss)


SOME = st.lists(st.builds(made, st.none() | st.integers(1, 5), st.integers(0, 6),
                          st.floats(0, 1)), min_size=1, max_size=12)


def loss(one: Made) -> float:
    return one.loss


@given(SOME, st.integers(1, 5), st.integers(1, 5), st.integers(1, 5))
def test_stars_are_kept_or_the_nearest_is_given(
    found: list[Made], one: int, other: int, count: int,
) -> None:
    low, high = sorted((one, other))
    chosen, notes = with_stars(found, (low, high), count, loss)
    fit = [each for each in found if low <= stars_of(each) <= high]
    if fit:
        assert all(low <= stars_of(each) <= high for each in chosen)
        assert len(chosen) == min(count, len(set(map(difficulty, fit))))
    else:
        assert len(chosen) == len(notes) == 1
        far = [max(low - stars_of(each), stars_of(each) - high) for each in found
               if stars_of(each)]
        assert not far or max(low - stars_of(chosen[0]), stars_of(chosen[0]) - high) == min(far)


@given(SOME, st.integers(1, 6))
def test_variants_get_harder_from_the_easiest_to_the_hardest(found: list[Made], count: int) -> None:
    chosen, notes = spread(found, count, loss)
    steps = [difficulty(each) for each in chosen]
    if count == 1:
        assert chosen[0].loss == min(map(loss, found))
        return
    known = sorted(set(map(difficulty, found)))
    assert steps == sorted(set(steps))
    assert (steps[0], steps[-1]) == (known[0], known[-1])
    assert bool(notes) == (len(known) < count)
