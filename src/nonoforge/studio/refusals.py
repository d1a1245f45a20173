"""Refusals: what the studio says when it does not do what was asked, in one line."""

from __future__ import annotations

import msgspec

LONGEST = 2000
NOWHERE = "there is nothing at this address"
_ENCODER = msgspec.json.Encoder()


class Problem(msgspec.Struct, omit_defaults=True):
    """What every refusal looks like."""

    error: str
    place: str | None = None


class Refusal(Exception):
    """Ends a request with this status and one line of words."""

    def __init__(self, status: int, words: str, place: str | None = None) -> None:
        super().__init__(words)
        self.status = status
        self.problem = Problem(one_line(words), place)

    @property
    def body(self) -> bytes:
        return plain_json(self.problem)


def one_line(words: str) -> str:
    """Words that stay on one line and within bounds, whatever a file brought along.

    >>> one_line("no\\nsuch\\x00thing")
    'no such thing'
    """
    shown = "".join(c if c.isprintable() else " " for c in words[:LONGEST + 1])
    return shown if len(shown) <= LONGEST else shown[:LONGEST] + "..."


def plain_json(value: object) -> bytes:
    """JSON in which nothing can be taken for markup, whoever looks at the bytes."""
    return _ENCODER.encode(value).replace(b"<", b"\\u003c").replace(b">", b"\\u003e")
