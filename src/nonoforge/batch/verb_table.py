"""The verbs of a batch by name."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from nonoforge.batch.makes import Convert, Draw, Make
from nonoforge.batch.records import SolutionForm
from nonoforge.batch.verbs import JUDGES, Verb

_ALL: tuple[type[Verb], ...] = (*JUDGES, Make, Convert, Draw)
VERBS: Mapping[str, type[Verb]] = {verb.name: verb for verb in _ALL}
"""Verbs by name."""


def verb_named(name: str, options: bytes, solution: SolutionForm, folder: str) -> Verb:
    """Return a verb with its options, given as JSON."""
    kind = VERBS[name]
    return kind(msgspec.json.decode(options, type=kind.options), solution, folder)
