"""Of all puzzles that were made of a picture those that were asked for."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.families.grid.plan import Made, Plan


def enough(found: Sequence[Made], plan: Plan) -> bool:
    """One picture that needs no change is enough, unless several puzzles are wanted."""
    if plan.stars is not None:
        return len({made.difficulty for made in _fair(found) if _fits(made, plan.stars)}
                   ) >= plan.variants
    return plan.variants == 1 and not plan.best_size and not found[-1].changes


def chosen(found: Sequence[Made], plan: Plan) -> tuple[list[Made], list[str]]:
    """Those, and what is to be said about them."""
    fair = _fair(found)
    if not fair:
        best = min(found, key=lambda made: (made.open, made.loss))
        return [best], [_unfinished(best)]
    if plan.stars is not None:
        return _in_range(fair, plan.stars, plan.variants)
    if plan.variants == 1:
        return [min(fair, key=lambda made: (made.loss, -len(made.cells)))], []
    return _spread(fair, plan.variants)


def _fair(found: Sequence[Made]) -> list[Made]:
    return [made for made in found if made.verdict.answer == "unique" and not made.open]


def _fits(made: Made, stars: tuple[int, int]) -> bool:
    return made.rating.stars is not None and stars[0] <= made.rating.stars <= stars[1]


def _unfinished(best: Made) -> str:
    cells = "1 cell is" if best.open == 1 else f"{best.open:,} cells are"
    return f"{cells} still not decided: give it more time, another threshold, or a smaller size"


def _in_range(
    fair: list[Made], stars: tuple[int, int], variants: int,
) -> tuple[list[Made], list[str]]:
    fit = [made for made in fair if _fits(made, stars)]
    if fit:
        return _spread(fit, variants) if variants > 1 else \
            ([min(fit, key=lambda made: made.loss)], [])
    low, high = stars
    rated = [made for made in fair if made.rating.stars is not None]
    nearest = min(rated or fair, key=lambda made: (_away(made, low, high), made.loss))
    wanted = f"{low} to {high} stars" if low < high else "1 star" if low == 1 else f"{low} stars"
    return [nearest], [f"no puzzle of {wanted} was found; the nearest has "
                       f"{nearest.rating.stars or 'no rating'}"]


def _away(made: Made, low: int, high: int) -> int:
    stars = made.rating.stars or 0
    return max(low - stars, stars - high)


def _spread(fair: list[Made], count: int) -> tuple[list[Made], list[str]]:
    """So many, from the easiest to the hardest, evenly; each harder than the one before."""
    by_difficulty: dict[tuple[int, int], Made] = {}
    for made in sorted(fair, key=lambda made: made.loss):
        by_difficulty.setdefault(made.difficulty, made)
    steps = [by_difficulty[key] for key in sorted(by_difficulty)]
    if len(steps) <= count:
        notes = [f"{len(steps)} of {count} variants: no more of different difficulty were found"]
        return steps, notes if len(steps) < count else []
    places = [round(i * (len(steps) - 1) / (count - 1)) for i in range(count)]
    return [steps[place] for place in places], []
