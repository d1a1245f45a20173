"""Methods: what `methods --json` prints."""

from __future__ import annotations

from typing import Any

from nonoforge.methods import Method


def method_record(method: Method) -> dict[str, Any]:
    """All that a program may want to know before it asks for one."""
    return {
        "name": method.name, "summary": method.summary, "about": method.about,
        "options": [option._asdict() for option in method.options],
        "budget": {name: part for name, part in method.budget._asdict().items() if part},
        "colours": method.colours, "blotted": method.blotted, "needs": method.needs,
    }
