"""HTTP errors: a status, and one line that says what is wrong and where."""

from __future__ import annotations

import os
import sys
import traceback

import msgspec

from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.studio.library import LibraryError, NoSuchEntry, StaleLog
from nonoforge.worker_processes import TaskFailed

MAX_ERROR_LENGTH = 2000  # characters
NOT_FOUND = "there is nothing at this address"
INTERNAL_ERROR = "internal error of the studio; details may be on its terminal"
TASK_STATUS = {"input": 400, "lost": 404, "missing": 501, "limit": 503, "busy": 503}
_ENCODER = msgspec.json.Encoder()


class Problem(msgspec.Struct, omit_defaults=True):
    """The body of every error."""

    error: str
    place: str | None = None


class HttpError(Exception):
    """Ends a request with a status and a `Problem`."""

    def __init__(self, status: int, message: str, place: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.problem = Problem(one_line(message), place)

    @property
    def body(self) -> bytes:
        return plain_json(self.problem)


def http_error(error: Exception) -> HttpError:
    """Return the answer to a client about an error. Internal errors are printed on the terminal
    only, because their messages may contain paths."""
    match error:
        case HttpError():
            return error
        case TaskFailed() if error.kind in TASK_STATUS:
            return HttpError(TASK_STATUS[error.kind], error.message, error.place)
        case NoSuchEntry():
            return HttpError(404, error.message)
        case StaleLog():
            return HttpError(409, error.message)
        case LibraryError():  # its place is a path on this machine
            return HttpError(503, error.message)
        case InputError():
            parts = (error.file, error.line, error.column)
            place = ":".join(str(part) for part in parts if part is not None)
            return HttpError(400, error.message, place or None)
        case MissingPart():
            return HttpError(501, str(error))
        case NonoforgeError() | msgspec.MsgspecError() | RecursionError():
            return HttpError(400, str(error))
    _report(error)
    return HttpError(500, INTERNAL_ERROR)


def one_line(message: str) -> str:
    """Return a message on one line and within `MAX_ERROR_LENGTH`.

    >>> one_line("no\\nsuch\\x00thing")
    'no such thing'
    """
    shown = "".join(c if c.isprintable() else " " for c in message[:MAX_ERROR_LENGTH + 1])
    return shown if len(shown) <= MAX_ERROR_LENGTH else shown[:MAX_ERROR_LENGTH] + "..."


def plain_json(value: object) -> bytes:
    """Return JSON without angle brackets, so that no client can take it for markup."""
    return _ENCODER.encode(value).replace(b"<", b"\\u003c").replace(b">", b"\\u003e")


def _report(error: Exception) -> None:
    if os.environ.get("NONOFORGE_DEBUG", "0") not in ("", "0"):
        traceback.print_exception(error, file=sys.stderr)
    what = one_line(f"{type(error).__name__}: {error}")
    print(f"nonoforge studio: internal error ({what}); please report it with what caused it; "
          "NONOFORGE_DEBUG=1 shows where it happened", file=sys.stderr, flush=True)
