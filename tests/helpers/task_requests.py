"""Requests to the studio's tasks, for tests: `ask` performs one and checks its answer's type."""

from __future__ import annotations

import base64
import json
from typing import Any

import msgspec

from nonoforge.formats import dumps
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.studio.tasks import TASKS, perform


def nobody(share: float | None, words: str) -> None:
    """Listens to no progress."""


def ask(verb: str, tell: ShareProgress = nobody, **fields: Any) -> Any:
    """The answer to a request, after it was found to be what the API promises."""
    answer = perform(verb, json.dumps(fields).encode(), tell)
    msgspec.json.decode(answer, type=TASKS[verb].answer)
    return json.loads(answer)


def puzzle(nonogram: Nonogram) -> Any:
    """A nonogram as requests have it."""
    return json.loads(dumps(nonogram, "nono"))


def base64_of(data: bytes) -> str:
    """A file as requests have it."""
    return base64.b64encode(data).decode()
