"""Files spoilt at random: bytes anywhere, words of a format, values inside of XML, and whole parts
of JSON, XML, PNG, MagicaVoxel, glTF and zip files and of files of lines, which stay well formed.

    mutate(rng, data, words)      any file: flips, cuts, copies, moves, words
    spoilt(data, rng, seeds)      a drawing: mostly other words in values and texts
    mutant(rng, kind, data, seeds)    by structure, where the kind of file has one, or by bytes
"""

from __future__ import annotations

import copy
import io
import json
import re
import struct
import warnings
import xml.etree.ElementTree as ET
import zipfile
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

# --- any file ------------------------------------------------------------------------------------

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


def mutate(random: Random, data: bytes, words: list[bytes]) -> bytes:
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


# --- drawings ------------------------------------------------------------------------------------

SVG = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY s "http://x.org/s">]>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:s="&s;"
 width="100mm" height="80mm" viewBox="0 0 100 80" preserveAspectRatio="xMinYMax slice">
<title>A test</title><style>.a{fill:red} g > #b, rect{stroke:blue !important}</style>
<linearGradient id="g"><stop offset="0" stop-color="#123" stop-opacity=".5"/></linearGradient>
<g id="b" transform="translate(3,4) rotate(30 1 2) scale(2 -1) skewX(10)" class="a">
<path id="p" d="M1 2l3-4h5V6q1 2 3 4t5 6c1 2 3 4 5 6s1 2 3 4a5 6 20 0 1 7 8z" fill="url(#g)"/>
<rect x="1mm" y="2%" width="30" height="4" rx="1" style="fill:hsl(20, 30%, 40%)"/></g>
<use xlink:href="#p" x="3"/><symbol id="y" viewBox="0 0 4 4"><circle r="2"/></symbol>
<use href="#y" width="9" height="9"/><polygon points="1,2 3,4 5,9"/><ellipse rx="3" ry="2"/>
<svg x="5" width="50%" viewBox="0 0 3 3"><polyline points="0 0 1 2 3 4" stroke="red"/></svg>
<switch><g requiredExtensions="x"/><line x1="4" y2="5" stroke="currentColor"/></switch></svg>"""

IPE = b"""<?xml version="1.0"?>
<!DOCTYPE ipe SYSTEM "ipe.dtd">
<ipe version="70218" creator="Ipe 7.2.24"><info title="Test"/>
<ipestyle name="s"><color name="mine" value="0.2 0.3 1"/><layout paper="500 400" origin="10 20"
 frame="480 360"/></ipestyle>
<page><layer name="alpha"/><layer name="beta"/><view layers="alpha beta" active="alpha"/>
<path layer="alpha" stroke="mine" fill="0.5" fillrule="eofill">
0 0 m 10 0 l 10 10 12 14 15 15 c 3 4 5 6 c h
4 0 0 4 0 0 e
1 2 3 4 5 9 7 8 u
</path>
<group matrix="1 0 0 2 3 4"><group layer="beta"><path stroke="1 0 0">
2 0 m 2 0 0 2 0 0 0 2 a 3 4 5 6 7 8 9 9 s 1 2 3 4 0.5 C 1 1 2 2 * 0 0 3 3 L
</path></group><text pos="3 4">Hi</text></group><use name="mark/disk" pos="3 4"/></page></ipe>"""

MARKUP = [b"\x00", b"\xff", b"<", b">", b"&", b"&a;", b'"', b"<!--", b"]]>", b"<![CDATA[", b"<?x?>"]
DRAWING_WORDS = [
    b"1e400", b"NaN", b"-", b"1e-400", b"#", b"url(#g)", b"9" * 40, b"%", b"}", b"{", b"/*", b"*",
    b"e", b"()", b",,", b"A", b"z", b"h", b"display:none", b"0", b"-1", b"mm", b"none",
    b"1 2 3 4 5 6", b"use", b"g", b"svg", b"#b", b"#y", b"path", b"inherit", b".5.5-3", b"m",
    b"1e9", b"u", b"L", b"1e-9", b"scale(0)", b"matrix(0 0 0 0 0 0)", b"translate(1e12)"]
WORD = re.compile(rb"[\w.#%-]+|[^\w\s]")
INSIDE = re.compile(rb'(?<==")[^"<>&]+(?=")|(?<=>)[^<>&]+(?=<)')


def spoilt(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    """The file after one to four accidents, of which most leave the XML as it is."""
    for _ in range(chance.randint(1, 4)):
        data = _anywhere(data, chance, seeds) if chance.random() < 0.1 else _inside(data, chance)
    return data


def _inside(data: bytes, chance: Random) -> bytes:
    """Another word in a value or a text."""
    place = chance.choice(list(INSIDE.finditer(data)) or [re.search(b"", data)])
    assert place is not None
    words = list(WORD.finditer(place[0])) or [re.search(b"", place[0])]
    word = chance.choice(words)
    assert word is not None
    start, end = place.start() + word.start(), place.start() + word.end()
    new = chance.choice([b"", word[0] * 2, *chance.choices(DRAWING_WORDS, k=2)])
    return data[:start] + new + data[chance.choice([start, end]):]


def _anywhere(data: bytes, chance: Random, seeds: Sequence[bytes]) -> bytes:
    a = chance.randrange(len(data) + 1)
    b = min(len(data), a + chance.randrange(60))
    other = chance.choice(seeds)
    c = chance.randrange(len(other))
    return data[:a] + chance.choice([
        b"", bytes([chance.randrange(256)]), data[a:b] * 2, chance.choice(MARKUP),
        other[c:c + 50]]) + data[b:]


# --- by structure --------------------------------------------------------------------------------

NUMBERS = [0, 1, -1, 2, 3, 7, 64, 65, 255, 256, 4095, 4096, 4097, 10**6, 2**31 - 1, 2**31, 2**32,
           2**53, 2**63, 2**64, 10**30, -0.0, 0.5, 1e-9, 1e-320, 1e9, 1e300, -1e300]
STRINGS = ["", " ", "a", "0", "?", "#000000", "#fff", "x" * 5000, "\u0000", "\ud800", "\u202e",
           "\n", "grid", "solid", "sloped", "curved", "tri", "../../etc/passwd", "data:,", "NaN"]


def _value(rng: Random) -> Any:
    """Return something that stands where something else was meant."""
    return rng.choice([lambda: rng.choice(NUMBERS), lambda: rng.choice(STRINGS), lambda: None,
                       lambda: rng.random() < 0.5, list, dict, lambda: [[]], lambda: [0] * 300,
                       lambda: [rng.choice(NUMBERS)], lambda: {"": rng.choice(NUMBERS)}])()


def _places(part: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return each (container, key) of a JSON document."""
    keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) \
        else ()
    for key in keys:
        found.append((part, key))
        _places(part[key], found)
    return found


def json_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Values changed, left out, doubled, moved, or taken from another document."""
    document = json.loads(data)
    other = json.loads(rng.choice(seeds))
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        places = _places(document, [])
        if not places:
            break
        part, key = rng.choice(places)
        kind, old = rng.randrange(8), part[key]
        if kind == 0:
            del part[key]
        elif kind == 1 and isinstance(part, list):
            part[key:key] = [copy.deepcopy(old)] * rng.choice((1, 1, 2, 50))
        elif kind == 2:
            there, place = rng.choice(places)
            if place in (there if isinstance(there, dict) else range(len(there))):
                part[key] = copy.deepcopy(there[place])
        elif kind == 3 and (found := _places(other, [])):
            there, place = rng.choice(found)
            part[key] = copy.deepcopy(there[place])
            if isinstance(part, dict) and isinstance(place, str):
                part[place] = part[key]
        elif kind < 6 and isinstance(old, int | float) and not isinstance(old, bool):
            part[key] = rng.choice([old + 1, old - 1, -old, old * 2, old * 1000, old + 0.5,
                                    rng.choice(NUMBERS)])
        elif kind == 6 and isinstance(old, list):
            rng.shuffle(old)
        else:
            part[key] = _value(rng)
    return json.dumps(document, ensure_ascii=rng.random() < 0.8).encode(errors="surrogatepass")


ATTRIBUTES = ("id", "transform", "matrix", "style", "class", "fill", "stroke", "viewBox", "width",
              "height", "d", "points", "href", "type", "name", "color", "layer", "value")


def xml_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Elements left out, doubled, nested, moved, or taken from another file; other values."""
    root = ET.fromstring(data)
    elements = [(parent, child) for parent in root.iter() for child in parent]
    for _ in range(rng.choice((1, 1, 2, 4))):
        if not elements:
            break
        parent, child = rng.choice(elements)
        kind = rng.randrange(8)
        if kind == 0 and child in list(parent):
            parent.remove(child)
        elif kind == 1:
            parent.extend([copy.deepcopy(child)] * rng.choice((1, 2, 40)))
        elif kind == 2:
            child.append(copy.deepcopy(rng.choice(elements)[1]))
        elif kind == 3:
            parent.append(copy.deepcopy(rng.choice(list(ET.fromstring(rng.choice(seeds)).iter()))))
        elif kind == 4:
            child.tag = rng.choice(elements)[1].tag
        elif kind == 5:
            child.text = str(_value(rng)).replace("\0", "").replace("\ud800", "")
        else:
            name = rng.choice([*child.attrib, *ATTRIBUTES])
            old = child.get(name, "")
            words = WORD.findall(old.encode())
            if words and rng.random() < 0.7:
                at = rng.randrange(len(words))
                words[at] = rng.choice(DRAWING_WORDS)
                child.set(name, b" ".join(words).decode(errors="replace"))
            else:
                child.set(name, rng.choice(elements)[1].get(name, str(rng.choice(NUMBERS))))
    return ET.tostring(root)


def chunk_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A PNG with chunks left out, doubled, moved or with other contents, and right checksums."""
    chunks, at = [], 8
    while at + 12 <= len(data):
        size = int.from_bytes(data[at:at + 4], "big")
        chunks.append((data[at + 4:at + 8], data[at + 8:at + 8 + size]))
        at += 12 + size
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(chunks))
        name, body = chunks[at]
        kind = rng.randrange(6)
        if kind == 0 and len(chunks) > 1:
            del chunks[at]
        elif kind == 1:
            chunks.insert(rng.randrange(len(chunks) + 1), chunks[at])
        elif kind == 2:
            chunks[at] = rng.choice([b"IHDR", b"PLTE", b"tRNS", b"acTL", b"iCCP", b"tEXt", b"eXIf"]
                                    ), body
        elif kind == 3 and name == b"IDAT":
            rows = zlib.decompressobj().decompress(body, 10**6)
            chunks[at] = name, zlib.compress(mutate(rng, rows, [b"\0"]))
        elif kind == 4 and len(body) >= 4:
            there = rng.randrange(len(body) - 3)
            chunks[at] = name, body[:there] + struct.pack(
                ">I", rng.choice([0, 1, 2, 5, 255, 4097, 65536, 2**31 - 1])) + body[there + 4:]
        else:
            chunks[at] = name, mutate(rng, body, [b"\0", b"\xff", bytes(4)])
    return data[:8] + b"".join(struct.pack(">I", len(body)) + name + body + struct.pack(
        ">I", zlib.crc32(name + body)) for name, body in chunks)


def vox_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A MagicaVoxel file with chunks left out, doubled or changed, and right lengths."""
    chunks, at = [], 20
    while at + 12 <= len(data):
        size = int.from_bytes(data[at + 4:at + 8], "little")
        chunks.append((data[at:at + 4], data[at + 12:at + 12 + size]))
        at += 12 + size
    for _ in range(rng.choice((1, 1, 2, 4)) if chunks else 0):
        at = rng.randrange(len(chunks))
        name, body = chunks[at]
        kind = rng.randrange(4)
        if kind == 0 and len(chunks) > 1:
            del chunks[at]
        elif kind == 1:
            chunks.insert(rng.randrange(len(chunks) + 1), chunks[at])
        elif kind == 2 and len(body) >= 4:
            there = 4 * rng.randrange(len(body) // 4)
            chunks[at] = name, body[:there] + struct.pack("<I", rng.choice(
                [0, 1, 2, 255, 256, 257, 2**31 - 1, 2**32 - 1])) + body[there + 4:]
        else:
            chunks[at] = name, mutate(rng, body, WORDS["vox"])
    inside = b"".join(name + struct.pack("<II", len(body), 0) + body for name, body in chunks)
    return data[:8] + b"MAIN" + struct.pack("<II", 0, len(inside)) + inside


def glb_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A binary glTF with another header, right lengths, and now and then another body."""
    def header(file: bytes) -> bytes:
        return file[20:20 + int.from_bytes(file[12:16], "little")]

    text, rest = header(data), data[20 + len(header(data)):]
    text = json_mutant(rng, text, [header(seed) for seed in seeds])
    text += b" " * (-len(text) % 4)
    if rest and rng.random() < 0.3:
        rest = rest[:8] + mutate(rng, rest[8:], [b"\0\0\x80\x7f", b"\xff\xff\xff\xff"])
    return (data[:8] + struct.pack("<II", 20 + len(text) + len(rest), len(text)) + b"JSON" + text
            + rest)


def _member_mutant(rng: Random, body: bytes) -> bytes:
    """A file of an archive: JSON, lines of JSON, XML, or anything."""
    lines = body.split(b"\n")
    at = rng.randrange(len(lines))
    for attempt in (lambda: json_mutant(rng, body, [body]),
                    lambda: b"\n".join([*lines[:at], json_mutant(rng, lines[at], lines[at:at + 1]),
                                        *lines[at + 1:]]),
                    lambda: xml_mutant(rng, body, [body])):
        try:
            if rng.random() < 0.8:
                return attempt()
        except BROKEN:
            continue
    return mutate(rng, body, COMMON)


def zip_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """An archive with members left out, renamed, doubled or with other contents; or, without care
    for its directory, other bytes."""
    if rng.random() < 0.3:
        return mutate(rng, data, [b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"\xff" * 4])
    with zipfile.ZipFile(io.BytesIO(data)) as opened:
        members = [(info.filename, opened.read(info)) for info in opened.infolist()]
    for _ in range(rng.choice((1, 1, 2, 4)) if members else 0):
        at = rng.randrange(len(members))
        name, body = members[at]
        kind = rng.randrange(6)
        if kind == 0 and len(members) > 1:
            del members[at]
        elif kind == 1:
            members.append((rng.choice([name, name + "x", "../" + name, "/" + name, "a/" * 50]),
                            body))
        elif kind == 2:
            members[at] = rng.choice(members)[0], body
        else:
            members[at] = name, _member_mutant(rng, body)
    packed, packing = io.BytesIO(), rng.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
    with warnings.catch_warnings(action="ignore"), zipfile.ZipFile(packed, "w", packing) as new:
        for name, body in members:
            if name not in new.namelist() or rng.random() < 0.1:
                new.writestr(name, body)
    return packed.getvalue()


def lines_mutant(rng: Random, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """A file of lines, some of which are JSON: each stays whole, or is left out, doubled, moved."""
    lines = data.split(b"\n")
    for _ in range(rng.choice((1, 1, 2, 4))):
        at = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0 and len(lines) > 1:
            del lines[at]
        elif kind == 1:
            lines.insert(rng.randrange(len(lines)), lines[at])
        elif kind == 2:
            lines[at] = mutate(rng, lines[at], COMMON)
        else:
            at = at if rng.random() < 0.5 else 0
            lines[at] = json_mutant(rng, lines[at], [lines[at]]) if lines[at][:1] == b"{" else \
                mutate(rng, lines[at], [b"d ", b" 0", b"-", b"1 ", b"2 0"])
    return b"\n".join(lines)


BY_STRUCTURE: dict[str, Callable[[Random, bytes, Sequence[bytes]], bytes]] = {
    "nono": json_mutant, "gltf": json_mutant, "webpbn": xml_mutant, "svg": xml_mutant,
    "ipe": xml_mutant, "dae": xml_mutant, "png": chunk_mutant, "vox": vox_mutant,
    "glb": glb_mutant, "zip": zip_mutant, "3mf": zip_mutant, "lines": lines_mutant}


BROKEN = (ValueError, LookupError, struct.error, zlib.error, zipfile.BadZipFile, ET.ParseError)


def mutant(rng: Random, kind: str, data: bytes, seeds: Sequence[bytes]) -> bytes:
    """Return a file of this kind after some accidents. Kinds are formats, or extensions."""
    chance = rng.random()
    if kind in BY_STRUCTURE and chance < 0.6:
        with suppress(*BROKEN):  # two accidents can leave too little of it to go on
            return BY_STRUCTURE[kind](rng, data, seeds)
    if kind in ("svg", "ipe") and chance < 0.9:
        return spoilt(data, rng, seeds)
    return mutate(rng, data, COMMON + WORDS.get(kind, []))
