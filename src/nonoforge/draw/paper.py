"""Sheets of paper."""

from __future__ import annotations

from nonoforge.errors import InputError

PAPERS = {"a4": (210.0, 297.0), "a3": (297.0, 420.0), "letter": (215.9, 279.4)}  # millimetres
TALL = 2 ** 0.5  # how much higher than wide a page of A4 is


def sheet_of(paper: str) -> tuple[float, float]:
    """The short and the long side of a sheet."""
    if paper not in PAPERS:
        raise InputError(f"paper {paper!a}; there is {', '.join(PAPERS)}")
    return PAPERS[paper]
