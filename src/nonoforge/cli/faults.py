"""What goes wrong, told in one line on stderr, and the exit codes."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterable

DONE, NO, BAD, SPENT = 0, 1, 2, 3
INTERNAL = 70  # a fault of ours: none of the answers above

_WORST_FIRST = (INTERNAL, BAD, NO, SPENT, DONE)


def worst(codes: Iterable[int]) -> int:
    """The exit code of several inputs.

    >>> worst([0, 3, 1]), worst([])
    (1, 0)
    """
    return min(codes, key=_WORST_FIRST.index, default=DONE)


def say(text: str) -> None:
    """One line on stderr, whatever characters a file name or a file brought along."""
    from nonoforge.text import printable

    print(printable(text), file=sys.stderr, flush=True)


def internal_fault(error: BaseException, where: str = "nonoforge") -> int:
    """A fault of ours: ask for a report; NONOFORGE_DEBUG=1 shows where it happened."""
    if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error, file=sys.stderr)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    say(f"{where}: internal error ({what}); please report it with the input that caused it; "
        "NONOFORGE_DEBUG=1 shows where it happened")
    return INTERNAL


def expected(expect: str | None, answer: str) -> int:
    """The exit code of one verdict under `--expect`."""
    if expect is None or answer == expect:
        return DONE
    return SPENT if answer == "unknown" else NO
