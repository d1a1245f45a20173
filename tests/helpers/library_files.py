"""Puzzles for a library: small, all different, with words to match."""

from __future__ import annotations

import json
from typing import Any

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path d="M0 0h1v1z"/></svg>'


def file_of(number: int, **more: Any) -> bytes:
    """A `.nono` file of a grid; each number gives another one."""
    return json.dumps({"nonoforge": 1, "family": "grid", "width": 1, "height": number + 1,
                       "rows": [[]] * (number + 1), "columns": [[]], **more}).encode()


def words_of(number: int, **more: Any) -> dict[str, Any]:
    """What the library is told about it."""
    return {"title": f"Puzzle {number}", "family": "grid", "size": f"1 x {number + 1}",
            "cells": number + 1, "colours": 2, **more}
