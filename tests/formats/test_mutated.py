"""Thousands of damaged files: a puzzle or an error of ours with its place; nothing else, ever."""

from __future__ import annotations

import random
import re

import pytest
from format_cases import attempt, samples

from helpers.puzzles import rounds
from nonoforge.errors import InputError
from nonoforge.formats import FORMATS, dumps, loads

FILES = rounds(2000)
PLACED = re.compile("mutant:[1-9][0-9]*:[1-9][0-9]*: .+")
COMMON = [b"", b"0", b"1", b"-1", b"999999999", b"9" * 25, b"9" * 5000, b"\n", b"\r\n", b"\n\n\n",
          b" ", b"\t", b",", b"#", b":", b"\x00", b"\xff", b"\xc3\xa9", b"\xef\xbb\xbf", b"?",
          b"4096", b"4097 4097", b"1.5", b"\xe2\x80\xa8", b"\xd9\xa3", b"\xc2\xb2"]
WORDS = {
    "nono": [b"[", b"]", b"{", b"}", b'"', b"null", b"true", b"1e99", b'"?"', b"[[1, 2]]",
             b'"palette": []', b'"title": "x",', b'"\\ud800"', b'{"nonoforge": 2', b'"given"',
             b'"saved": [[[[]]]],', b'"more": [["a"]],', b"NaN", b"-0", b"[" * 50],
    "non": [b"rows", b"columns", b"width 3", b"height 9", b"goal", b"saved", b"color a #ff0000",
            b"color", b'colorname a "x"', b"====", b"3a", b"1,", b",1", b'"', b"'", b"title",
            b"note", b"&#99999999;", b"&#0;", b"maxrule 3", b"rows 4"],
    "webpbn": [b"<line>", b"</line>", b"<count>0</count>", b"<count color='x'>1</count>", b"|",
               b"[", b"]", b"<image>", b"<solution type='saved'>",
               b"<!DOCTYPE a [<!ENTITY b 'c'>]>",
               b"&b;", b"&amp;", b"<![CDATA[", b"]]>", b"<!--", b"-->", b"<puzzle>", b"</puzzle>",
               b"encoding='utf-16'", b"encoding='rot13'", b"<color name='a' char='b'>f/0</color>",
               b"type='triddler'", b"<note/>", b"<a><b><c><d><e><f><g><h>"],
    "olsak": [b"#d", b"#t", b": x", b"a:b #123456 c", b"0: white", b"1:* black", b"a:/ red/blue",
              b"3a", b"a3", b"<>", b"#x", b"gray50", b":"],
    "lp": [b"row_1", b"column_99", b"number_of_rows:", b"size(s):", b"row_", b"row_999999999999"],
    "tatham": [b"x", b":", b"/", b".", b",", b"#", b"z", b"A", b"3x3:", b"zzzz", b"1x1:1/1"],
    "png": [b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"acTL", b"\x00\x00\x00\x00",
            b"\x7f\xff\xff\xff", b"\x89PNG\r\n\x1a\n"],
    "vox": [b"SIZE", b"XYZI", b"RGBA", b"nTRN", b"nGRP", b"nSHP", b"MAIN", b"PACK",
            b"\x01\x00\x00\x00", b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f",
            b"nGRP\x10\x00\x00\x00" + bytes(12) + b"\x01\x00\x00\x00" + bytes(4)],
    "pbm": [b"P1", b"P4", b"# x\n", b"P1\n2 2\n"],
    "text": [b"a = #ff0000 red", b". = #ffffff", b"a =", b"X", b"@", b"\n\n", b"z", b"2"],
}


def mutate(random: random.Random, data: bytes, words: list[bytes]) -> bytes:
    """One to four injuries: flips, cuts, copies, moves, words."""
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        at = random.randrange(len(data) + 1)
        end = min(len(data), at + random.choice((1, 1, 2, 5, 20, 100)))
        kind = random.randrange(8)
        if kind == 0 and data:
            at = min(at, len(data) - 1)
            data = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1:]
        elif kind == 1:
            data = data[:at] + data[end:]
        elif kind == 2:
            data = data[:at] + data[at:end] * random.choice((2, 3, 20)) + data[end:]
        elif kind == 3:
            data = data[:at]
        elif kind == 4:
            data = data[:at] + random.randbytes(random.choice((1, 2, 8))) + data[at:]
        elif kind == 5:
            there = random.randrange(len(data) + 1)
            data = data[:at] + data[there:there + 30] + data[at:]
        elif kind == 6:
            data = data[:at] + random.choice(words) + data[end:]
        else:
            data = data[:at] + random.choice(words) + data[at:]
    return data


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_files(name):
    generator = random.Random(f"mutants of {name}")
    words = COMMON + WORDS.get(name, WORDS["non"] if name == "nonpack" else [])
    originals = samples(FORMATS[name])
    read = 0
    for _ in range(FILES):
        data = mutate(generator, generator.choice(originals), words)
        found = attempt(data, name)
        if isinstance(found, InputError):
            assert PLACED.fullmatch(str(found)), data
            assert str(found).isprintable(), data
            continue
        read += 1
        for puzzle in found:  # what a reader accepts must never fail later
            assert loads(dumps(puzzle, "nono"), format="nono") == [puzzle], data
    assert 0 < read < FILES


def test_mutated_files_without_a_name():
    """Sniffing meets the same damage."""
    generator = random.Random("mutants without a name")
    originals = [data for format in FORMATS.values() for data in samples(format)]
    words = COMMON + [word for some in WORDS.values() for word in some]
    for _ in range(FILES):
        data = mutate(generator, generator.choice(originals), words)
        found = attempt(data)
        assert not isinstance(found, InputError) or PLACED.fullmatch(str(found)), data
