"""Judging: what designers and players want to know: verdict, rating, reasons, hints, repairs."""

from nonoforge.judge.check import Report as Report
from nonoforge.judge.check import check as check
from nonoforge.judge.classic import Classic as Classic
from nonoforge.judge.classic import classic as classic
from nonoforge.judge.deduction import Broken as Broken
from nonoforge.judge.deduction import Deduction as Deduction
from nonoforge.judge.edits import Edit as Edit
from nonoforge.judge.edits import Edits as Edits
from nonoforge.judge.edits import edits as edits
from nonoforge.judge.explain import ExplainedStep as ExplainedStep
from nonoforge.judge.explain import Explanation as Explanation
from nonoforge.judge.explain import explain as explain
from nonoforge.judge.hint import Hint as Hint
from nonoforge.judge.hint import hint as hint
from nonoforge.judge.mend import Mended as Mended
from nonoforge.judge.mend import mend as mend
from nonoforge.judge.rating import NOT_RATED as NOT_RATED
from nonoforge.judge.rating import Rating as Rating
from nonoforge.judge.rating import rate as rate
from nonoforge.judge.rating import unrated as unrated
from nonoforge.judge.repair import Repair as Repair
from nonoforge.judge.repair import repair as repair
from nonoforge.judge.repair import with_picture as with_picture
from nonoforge.judge.rungs import RUNGS as RUNGS
from nonoforge.judge.sentences import sentence as sentence
from nonoforge.judge.undecided import Wanted as Wanted
