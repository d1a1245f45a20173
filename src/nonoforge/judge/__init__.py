"""Judging: what a designer wants to know about a puzzle."""

from nonoforge.judge.check import Report as Report
from nonoforge.judge.check import check as check
from nonoforge.judge.repair import Repair as Repair
from nonoforge.judge.repair import repair as repair
from nonoforge.judge.repair import with_picture as with_picture
