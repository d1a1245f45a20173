"""Records as lines of JSON: what `--json` prints."""

from __future__ import annotations

import json
from typing import Any


def error_record(file: str, error: Exception) -> dict[str, Any]:
    """An input that could not be read still has its line."""
    return {"file": file, "verdict": None, "error": str(error)}


def to_json(record: dict[str, Any]) -> str:
    """One line, ASCII only, so that it survives any stdout."""
    return json.dumps(record)
