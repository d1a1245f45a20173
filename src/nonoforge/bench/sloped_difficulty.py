"""R. Parment, Generation of sloped nonograms (2015), Table 5.8: how difficult the puzzles are."""

from __future__ import annotations

from nonoforge.bench.clock import machine
from nonoforge.bench.parts import Parts
from nonoforge.bench.sloped_drawings import OWN, SIZE, Source, drawings_at
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish
from nonoforge.engine import Budget
from nonoforge.families.sloped import Plan, make_sloped
from nonoforge.judge import rate

PATIENCE = Budget(seconds=10)  # for each puzzle

COLUMNS = ("drawing", "lines", "faces", "verdict", "level", "settled", "stars", "difficulty",
           "2015 difficulty")
NOTES = (
    "difficulty: sides of lines that decide a face, going around the frame until all faces are "
    "known, as in 2015; stuck: single sides do not decide all faces (in 2015: -1). Where the walk "
    "began and which way it went is not told there; here it begins in the upper left corner, "
    "clockwise.",
    "verdict, level, settled, stars: of our own engine; settled are the lines it settles, stars "
    "its rating.",
    "A dash under 2015: not legible in the copy at hand.",
)


def difficulty(wish: Wish) -> Table:
    """Parment, Table 5.8: sides with progress, beside the verdict and rating of our engine."""
    sources, notes = drawings_at(wish.path)
    parts = Parts(wish.report, len(sources))
    draft = Draft("Difficulty (Parment 2015, Table 5.8)", COLUMNS, wish.report,
                  Plot("drawing", ("difficulty", "2015 difficulty"), "sides with progress"))
    for source in sources:
        parts.next(source.name)
        _row(draft, source, wish)
    draft.note(*NOTES, OWN, *notes, machine())
    return draft.table()


def _row(draft: Draft, source: Source, wish: Wish) -> None:
    budget = wish.budget or PATIENCE
    made = make_sloped(source.drawing, Plan(min_width=0.0, size=SIZE, slopes=source.slopes,
                                            cure=False, seed=wish.seed, budget=budget))
    verdict = made.verdict
    stars = rate(made.nonogram, budget=budget).stars if verdict.answer == "unique" else None
    draft.row(source.name, source.lines, made.nonogram.puzzle.cells, verdict.answer, verdict.level,
              verdict.work.settled, stars,
              "stuck" if made.difficulty is None else made.difficulty, _published(source))


def _published(source: Source) -> Value:
    if source.published is None:
        return None
    return "stuck" if source.published.difficulty == -1 else source.published.difficulty
