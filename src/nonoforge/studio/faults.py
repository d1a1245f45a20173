"""From what went wrong to what the client is told about it."""

from __future__ import annotations

import os
import sys
import traceback

import msgspec

from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.studio.library import LibraryError, NoSuchEntry
from nonoforge.studio.refusals import Refusal, one_line
from nonoforge.studio.workers import TaskFailed

STATUS = {"input": 400, "lost": 404, "missing": 501, "limit": 503, "busy": 503}
FAULT = "something went wrong in the studio; its terminal may say more"


def refusal_of(error: Exception) -> Refusal:
    """What is said about this error. Faults of ours are told on the terminal only: what they have
    to say may hold paths, and helps nobody on a page."""
    match error:
        case Refusal():
            return error
        case TaskFailed() if error.kind in STATUS:
            return Refusal(STATUS[error.kind], error.message, error.place)
        case NoSuchEntry():
            return Refusal(404, error.message)
        case LibraryError():  # its place is a path on this machine
            return Refusal(503, error.message)
        case InputError():
            return Refusal(400, error.message, place_of(error))
        case MissingPart():
            return Refusal(501, str(error))
        case NonoforgeError() | msgspec.MsgspecError() | RecursionError():
            return Refusal(400, str(error))
    _report(error)
    return Refusal(500, FAULT)


def place_of(error: InputError) -> str | None:
    """Where in the input, as far as is known."""
    parts = [str(part) for part in (error.file, error.line, error.column) if part is not None]
    return ":".join(parts) or None


def _report(error: Exception) -> None:
    if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error, file=sys.stderr)
    what = one_line(f"{type(error).__name__}: {error}")
    print(f"nonoforge studio: internal error ({what}); please report it with what caused it; "
          "NONOFORGE_DEBUG=1 shows where it happened", file=sys.stderr, flush=True)
