"""From what went wrong to what the client is told about it."""

from __future__ import annotations

import os
import sys
import traceback

import msgspec

from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.studio.refusals import Refusal
from nonoforge.studio.soon import TaskFailed

STATUS = {"input": 400, "limit": 503, "crash": 500}


def refusal_of(error: Exception) -> Refusal:
    """What is said about this error. Only faults of ours say nothing: they go to the terminal."""
    match error:
        case Refusal():
            return error
        case TaskFailed():
            return Refusal(STATUS[error.kind], error.message)
        case InputError():
            return Refusal(400, error.message, _place(error))
        case MissingPart():
            return Refusal(501, str(error))
        case NonoforgeError() | msgspec.MsgspecError():
            return Refusal(400, str(error))
    _report(error)
    return Refusal(500, "something went wrong in the studio; its terminal may say more")


def _place(error: InputError) -> str | None:
    parts = [str(part) for part in (error.file, error.line, error.column) if part is not None]
    return ":".join(parts) or None


def _report(error: Exception) -> None:
    if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error, file=sys.stderr)
    print(f"nonoforge studio: internal error ({type(error).__name__}); please report it; "
          "NONOFORGE_DEBUG=1 shows where it happened", file=sys.stderr, flush=True)
