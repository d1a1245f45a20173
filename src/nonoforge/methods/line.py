"""Single lines until nothing changes, by the engine: exact, bit-parallel."""

from __future__ import annotations

from nonoforge.methods.common.lines import ladder

METHOD = ladder("line")
