"""Records as lines of JSON: what `--json` prints."""

from __future__ import annotations

import json
from typing import Any

import msgspec


def error_record(file: str, error: Exception) -> dict[str, Any]:
    """Return the record of an input that could not be read."""
    return {"file": file, "verdict": None, "error": str(error)}


def to_json(record: msgspec.Struct | dict[str, Any]) -> str:
    """Return a record as one line of ASCII, which every standard output can take."""
    return json.dumps(msgspec.to_builtins(record))
