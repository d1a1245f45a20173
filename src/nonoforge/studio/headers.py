"""Headers that every response carries, refusals and faults included."""

from __future__ import annotations

from collections.abc import Iterable

Pairs = list[tuple[bytes, bytes]]

POLICY = "; ".join((
    "default-src 'self'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
    "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'",
))

# The page may load only what comes from this server, nobody may frame it, and other pages can
# neither read nor embed what it serves. There are no CORS headers on purpose.
SECURITY: Pairs = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
NO_STORE = (b"cache-control", b"no-store")


def secured(headers: Iterable[tuple[bytes, bytes]]) -> Pairs:
    """These headers and the ones that are always there; not cached unless they say so."""
    pairs = list(headers)
    has = {name.lower() for name, _ in pairs}
    return pairs + [pair for pair in (*SECURITY, NO_STORE) if pair[0] not in has]
