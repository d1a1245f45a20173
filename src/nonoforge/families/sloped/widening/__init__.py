"""Shift lines as little as possible until every face is wide enough to be coloured in.

    programme   conditions on shifts, as rows of linear programmes; shifts made exact
    solver      HiGHS for linear programmes, the dual method for least squares
    optimum     least squares, least sum, least maximum, largest width; what blocks more
    widened     the steps in order, with a check that the arrangement is still the same
    splitting   the same where points of three or more lines may be split
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
