"""Whatever it takes: lines, probing, a short search, then SAT. The default."""

from __future__ import annotations

from nonoforge.methods.common.lines import ladder

METHOD = ladder("auto")
