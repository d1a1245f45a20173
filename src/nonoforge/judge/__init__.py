"""Judging: what designers and players want to know: verdict, rating, reasons, hints, repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.judge.explanation import ExplainedStep as ExplainedStep
    from nonoforge.judge.explanation import Explanation as Explanation
    from nonoforge.judge.explanation import explain as explain
    from nonoforge.judge.hiding import Hidden as Hidden
    from nonoforge.judge.hiding import Target as Target
    from nonoforge.judge.hiding import fewer_clues as fewer_clues
    from nonoforge.judge.hiding import hide_clues as hide_clues
    from nonoforge.judge.hiding import shown_clues as shown_clues
    from nonoforge.judge.hints import HINT_BUDGET as HINT_BUDGET
    from nonoforge.judge.hints import Hint as Hint
    from nonoforge.judge.hints import hint as hint
    from nonoforge.judge.ladder import LADDER as LADDER
    from nonoforge.judge.ladder import Ladder as Ladder
    from nonoforge.judge.mending import Mended as Mended
    from nonoforge.judge.mending import mend as mend
    from nonoforge.judge.options import CheckOptions as CheckOptions
    from nonoforge.judge.options import ExplainOptions as ExplainOptions
    from nonoforge.judge.options import HintOptions as HintOptions
    from nonoforge.judge.options import RepairOptions as RepairOptions
    from nonoforge.judge.options import SolveOptions as SolveOptions
    from nonoforge.judge.rating import NOT_RATED as NOT_RATED
    from nonoforge.judge.rating import STAR_EFFORTS as STAR_EFFORTS
    from nonoforge.judge.rating import Classic as Classic
    from nonoforge.judge.rating import Rating as Rating
    from nonoforge.judge.rating import classic as classic
    from nonoforge.judge.rating import rate as rate
    from nonoforge.judge.rating import unrated as unrated
    from nonoforge.judge.readiness import EASIER as EASIER
    from nonoforge.judge.readiness import flaws as flaws
    from nonoforge.judge.repairs import Edit as Edit
    from nonoforge.judge.repairs import Edits as Edits
    from nonoforge.judge.repairs import Repair as Repair
    from nonoforge.judge.repairs import edits as edits
    from nonoforge.judge.repairs import repainted as repainted
    from nonoforge.judge.repairs import repair as repair
    from nonoforge.judge.repairs import with_picture as with_picture
    from nonoforge.judge.report import Report as Report
    from nonoforge.judge.report import check as check
    from nonoforge.judge.technique import Deduction as Deduction
    from nonoforge.judge.technique import LineTechnique as LineTechnique
    from nonoforge.judge.technique import PuzzleTechnique as PuzzleTechnique
    from nonoforge.judge.technique import Technique as Technique
    from nonoforge.judge.words import Words as Words
    from nonoforge.judge.words import sentence as sentence

__getattr__, __dir__ = lazy_exports(__name__, {
    "ExplainedStep": "explanation", "Explanation": "explanation", "explain": "explanation",
    "Hidden": "hiding", "Target": "hiding", "fewer_clues": "hiding", "hide_clues": "hiding",
    "shown_clues": "hiding",
    "HINT_BUDGET": "hints", "Hint": "hints", "hint": "hints",
    "LADDER": "ladder", "Ladder": "ladder",
    "Mended": "mending", "mend": "mending",
    "CheckOptions": "options", "ExplainOptions": "options", "HintOptions": "options",
    "RepairOptions": "options", "SolveOptions": "options",
    "NOT_RATED": "rating", "STAR_EFFORTS": "rating", "Classic": "rating", "Rating": "rating",
    "classic": "rating", "rate": "rating", "unrated": "rating",
    "EASIER": "readiness", "flaws": "readiness",
    "Edit": "repairs", "Edits": "repairs", "Repair": "repairs",
    "edits": "repairs", "repair": "repairs", "repainted": "repairs", "with_picture": "repairs",
    "Report": "report", "check": "report",
    "Deduction": "technique", "LineTechnique": "technique",
    "PuzzleTechnique": "technique", "Technique": "technique",
    "Words": "words", "sentence": "words",
})
