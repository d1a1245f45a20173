"""How much a file may hold. Far more than people need, far less than would hurt."""

from __future__ import annotations

MAX_BYTES = 8 * 1024 * 1024
MAX_LINES = 1_000_000
MAX_DIGITS = 18  # longer numbers mean nothing here, and Python itself refuses very long ones
MAX_CLUE = 50_000  # characters of a clue; the longest line has 4096 cells
MAX_PUZZLES = 20_000  # in one file
MAX_EXTRAS = 1_000  # notes, further properties and saved states of one puzzle
MAX_PIXELS = 4_000_000  # of a picture, looked at before it is decoded
