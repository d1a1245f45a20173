"""Files spoilt at random: bytes changed, pieces cut out, doubled or swapped, words exchanged."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

MARKUP = [b"\x00", b"\xff", b"<", b">", b"&", b"&a;", b'"', b"<!--", b"]]>", b"<![CDATA[", b"<?x?>"]
WORDS = [b"1e400", b"NaN", b"-", b"1e-400", b"#", b"url(#g)", b"9" * 40, b"%", b"}", b"{", b"/*",
         b"*", b"e", b"()", b",,", b"A", b"z", b"h", b"display:none", b"0", b"-1", b"mm", b"none",
         b"1 2 3 4 5 6", b"use", b"g", b"svg", b"#b", b"#y", b"path", b"inherit", b".5.5-3", b"m",
         b"1e9", b"u", b"L", b"1e-9", b"scale(0)", b"matrix(0 0 0 0 0 0)", b"translate(1e12)"]
WORD = re.compile(rb"[\w.#%-]+|[^\w\s]")
INSIDE = re.compile(rb'(?<==")[^"<>&]+(?=")|(?<=>)[^<>&]+(?=<)')


def spoilt(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    """The file after one to four accidents, of which most leave the XML as it is."""
    for _ in range(chance.randint(1, 4)):
        data = _anywhere(data, chance, seeds) if chance.random() < 0.1 else _inside(data, chance)
    return data


def _inside(data: bytes, chance: random.Random) -> bytes:
    """Another word in a value or a text."""
    place = chance.choice(list(INSIDE.finditer(data)) or [re.search(b"", data)])
    assert place is not None
    words = list(WORD.finditer(place[0])) or [re.search(b"", place[0])]
    word = chance.choice(words)
    assert word is not None
    start, end = place.start() + word.start(), place.start() + word.end()
    new = chance.choice([b"", word[0] * 2, chance.choice(WORDS), chance.choice(WORDS)])
    return data[:start] + new + data[chance.choice([start, end]):]


def _anywhere(data: bytes, chance: random.Random, seeds: Sequence[bytes]) -> bytes:
    a = chance.randrange(len(data) + 1)
    b = min(len(data), a + chance.randrange(60))
    other = chance.choice(seeds)
    c = chance.randrange(len(other))
    return data[:a] + chance.choice([
        b"", bytes([chance.randrange(256)]), data[a:b] * 2, chance.choice(MARKUP),
        other[c:c + 50]]) + data[b:]
