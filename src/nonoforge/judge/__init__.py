"""Judging: what a designer wants to know about a puzzle."""

from nonoforge.judge.check import Report as Report
from nonoforge.judge.check import check as check
