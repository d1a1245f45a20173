"""Words that several commands share."""

from __future__ import annotations

from nonoforge.records.words import count as count
from nonoforge.records.words import time_words as time_words
