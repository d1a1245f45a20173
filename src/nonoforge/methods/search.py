"""Lines, probing, then search that learns from its conflicts, with lines as propagators."""

from __future__ import annotations

from nonoforge.methods.common.lines import ladder

METHOD = ladder("search")
