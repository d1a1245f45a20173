"""Lines and probing, then clauses for a SAT solver."""

from __future__ import annotations

from nonoforge.methods.common.ladder import ladder

METHOD = ladder("sat")
