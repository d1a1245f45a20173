"""Whatever it takes: lines, probing, a short search, then SAT. The default."""

from __future__ import annotations

from nonoforge.methods.common.ladder import ladder

METHOD = ladder("auto")
