"""Lines are shifted, as little as possible, until every face can be coloured in.

    programme      what must hold of the shifts, as rows of linear programmes (from `sheets`)
    optimum        the programmes: least squares (`nearest`), least sum, least maximum, largest
                   width; `model` has HiGHS solve them
    shifting       shifts made exact, so that lines still meet
    topology       is the arrangement still the same?
    blockers       what keeps faces from being wider
    widened        all that together
    splitting      the same where points may be parted: found by `split_search`, done by `parting`
"""

from nonoforge.families.sloped.widening.optimum import DEFAULT_SETTINGS as DEFAULT_SETTINGS
from nonoforge.families.sloped.widening.optimum import Blocker as Blocker
from nonoforge.families.sloped.widening.optimum import Objective as Objective
from nonoforge.families.sloped.widening.optimum import largest_width as largest_width
from nonoforge.families.sloped.widening.optimum import least_shifts as least_shifts
from nonoforge.families.sloped.widening.programme import Programme as Programme
from nonoforge.families.sloped.widening.programme import Rows as Rows
from nonoforge.families.sloped.widening.programme import build_programme as build_programme
from nonoforge.families.sloped.widening.solver import TOLERANCE as TOLERANCE
from nonoforge.families.sloped.widening.splitting import split_and_widen as split_and_widen
from nonoforge.families.sloped.widening.widened import Split as Split
from nonoforge.families.sloped.widening.widened import Widened as Widened
from nonoforge.families.sloped.widening.widened import widen as widen
from nonoforge.families.sloped.widening.widened import widest as widest
