"""MagicaVoxel: solids there and back, scenes, and files that are wrong."""

from __future__ import annotations

import random
import struct
from itertools import permutations, product

import pytest
from format_cases import RGB, attempt, no_hang, same, stairs
from hypothesis import given
from hypothesis import strategies as st

from helpers.puzzles import rounds
from nonoforge.errors import FormatError, InputError
from nonoforge.families.solid import Solid, from_voxels, solid_of, with_clues
from nonoforge.formats import FORMATS, Source, dumps, loads, sniff
from nonoforge.formats.losses import losses
from nonoforge.formats.vox import MAX_DEPTH, chunk
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette

FILES = rounds(700)

Voxel = tuple[int, int, int, int]


def file(*parts: bytes, version: int = 150) -> bytes:
    inside = b"".join(parts)
    return b"VOX " + struct.pack("<i4sII", version, b"MAIN", 0, len(inside)) + inside


def model(size: tuple[int, int, int], voxels: list[Voxel]) -> bytes:
    flat = b"".join(map(bytes, voxels))
    return (chunk(b"SIZE", struct.pack("<iii", *size))
            + chunk(b"XYZI", struct.pack("<i", len(voxels)) + flat))


def words(**pairs: str) -> bytes:
    flat = b"".join(struct.pack("<i", len(word)) + word.encode()
                    for pair in pairs.items() for word in pair)
    return struct.pack("<i", len(pairs)) + flat


def move(node: int, child: int, layer: int = 0, hidden: bool = False, **frame: str) -> bytes:
    about = words(_hidden="1") if hidden else words()
    return chunk(b"nTRN", struct.pack("<i", node) + about
                 + struct.pack("<iiii", child, -1, layer, 1) + words(**frame))


def group(node: int, *children: int) -> bytes:
    return chunk(b"nGRP", struct.pack("<i", node) + words()
                 + struct.pack(f"<{len(children) + 1}i", len(children), *children))


def shape(node: int, number: int) -> bytes:
    return chunk(b"nSHP", struct.pack("<i", node) + words() + struct.pack("<ii", 1, number)
                 + words())


def cells(nonogram: Nonogram) -> dict[tuple[int, int, int], int]:
    solid = solid_of(nonogram)
    return {solid.place(cell): colour for cell, colour in enumerate(nonogram.solution or b"")
            if colour}


def test_up_is_up_and_near_is_near() -> None:
    """MagicaVoxel: x to the right, y away, z up. Here: x to the right, y up, z near."""
    [nonogram] = loads(file(model((2, 3, 4), [(1, 0, 0, 7), (0, 2, 3, 9)])))
    assert nonogram.geometry == Solid(2, 4, 3)
    assert cells(nonogram) == {(1, 0, 2): 1, (0, 3, 0): 2}


def test_the_colours_of_a_file_without_a_palette() -> None:
    numbers = [1, 2, 7, 215, 216, 225, 226, 236, 246, 255]
    [nonogram] = loads(file(model((10, 1, 1), [(x, 0, 0, n) for x, n in enumerate(numbers)])))
    assert [colour.rgb for colour in nonogram.puzzle.palette.colours[1:]] == [
        "#ffffff", "#ffffcc", "#ffccff", "#000033", "#ee0000", "#110000", "#00ee00", "#0000ee",
        "#eeeeee", "#111111"]


def test_unused_colours_go_and_equal_ones_meet() -> None:
    palette = bytearray(1024)
    palette[0:3], palette[4:7], palette[1016:1019] = b"\x01\x02\x03", b"\xff\0\0", b"\x01\x02\x03"
    voxels = [(0, 0, 0, 255), (1, 0, 0, 2), (2, 0, 0, 1)]
    [nonogram] = loads(file(model((3, 1, 1), voxels), chunk(b"RGBA", bytes(palette))))
    assert [colour.rgb for colour in nonogram.puzzle.palette.colours] == [
        "#ffffff", "#010203", "#ff0000"]
    assert nonogram.solution == b"\x01\x02\x01"


@given(data=st.data())
def test_round_trip_is_exact(data: st.DataObject) -> None:
    rgbs = data.draw(st.lists(RGB, min_size=1, max_size=63, unique=True))
    width, height, depth = (data.draw(st.integers(1, 5)) for _ in range(3))
    count = width * height * depth
    colours = data.draw(st.lists(st.integers(0, len(rgbs)), min_size=count, max_size=count))
    solid = Solid(width, height, depth)
    nonogram = from_voxels(solid.nest(bytes(colours)), palette=Palette.of("#ffffff", *rgbs))
    lossy = bool(losses(nonogram, FORMATS["vox"]))
    assert lossy == bool(set(range(1, len(rgbs) + 1)) - set(colours))
    [again] = loads(dumps(nonogram, "vox", lossy=lossy))
    assert again.geometry == solid
    if not lossy:
        assert same(again, nonogram)
    else:
        assert [c > 0 for c in again.solution or b""] == [c > 0 for c in colours]


def test_a_side_of_more_than_256_makes_several_models() -> None:
    rng = random.Random(4)
    for size in ((600, 2, 1), (1, 257, 2), (2, 1, 513)):
        solid = Solid(*size)
        colours = bytes(rng.choice((0, 0, 1)) for _ in range(solid.cells))
        nonogram = from_voxels(solid.nest(colours))
        data = dumps(nonogram, "vox")
        assert data.count(b"nSHP") == data.count(b"SIZE") > 1
        assert same(loads(data)[0], nonogram)


def test_what_is_lost_is_said() -> None:
    nonogram = stairs()
    hidden = with_clues(nonogram, range(5))
    with pytest.raises(FormatError, match="cannot hold hidden clues; use --lossy"):
        dumps(hidden, "vox")
    assert same(loads(dumps(hidden, "vox", lossy=True))[0], nonogram)
    with pytest.raises(FormatError, match="without its solution; --solve finds it"):
        dumps(Nonogram(nonogram.puzzle, nonogram.geometry), "vox", lossy=True)
    alike = from_voxels([[[1, 2]]], palette=Palette.of("#ffffff", "#010101", "#010101"))
    with pytest.raises(FormatError, match="look the same"):
        dumps(alike, "vox", lossy=True)
    with pytest.raises(FormatError, match="a puzzle of the family solid"):
        dumps(nonogram, "png", lossy=True)


def test_models_without_places_are_puzzles_of_their_own() -> None:
    found = loads(file(chunk(b"PACK", struct.pack("<i", 2)), model((1, 1, 1), [(0, 0, 0, 1)]),
                       model((2, 1, 1), [(1, 0, 0, 3)])))
    assert [nonogram.solution for nonogram in found] == [b"\x01", b"\x00\x01"]


def test_models_in_their_places() -> None:
    one, two = model((1, 1, 1), [(0, 0, 0, 1)]), model((2, 1, 1), [(0, 0, 0, 2), (1, 0, 0, 3)])
    data = file(one, two, move(0, 1), group(1, 2, 4), move(2, 3), shape(3, 0),
                move(4, 5, _t="3 0 2"), shape(5, 1), version=200)
    [nonogram] = loads(data)
    assert nonogram.geometry == Solid(4, 3, 1)
    # The middle of a box of two is between them, so they stand at 2 and 3.
    assert cells(nonogram) == {(0, 0, 0): 1, (2, 2, 0): 2, (3, 2, 0): 3}


def test_hidden_objects_are_left_out() -> None:
    one = model((1, 1, 1), [(0, 0, 0, 1)])
    layer = chunk(b"LAYR", struct.pack("<i", 5) + words(_hidden="1") + struct.pack("<i", -1))
    for last in (move(4, 5, hidden=True, _t="9 9 9"), move(4, 5, layer=5, _t="9 9 9") + layer):
        [nonogram] = loads(file(one, move(0, 1), group(1, 2, 4), move(2, 3), shape(3, 0), last,
                                shape(5, 0)))
        assert nonogram.geometry == Solid(1, 1, 1)
    with pytest.raises(FormatError, match="all objects of the file are hidden"):
        loads(file(one, move(0, 1, hidden=True), shape(1, 0)))


def rotation(axes: tuple[int, ...], signs: tuple[int, ...]) -> str:
    bits = axes[0] | axes[1] << 2
    return str(bits | sum(1 << 4 + i for i, sign in enumerate(signs) if sign < 0))


@pytest.mark.parametrize("size", [(2, 3, 4), (1, 2, 5)])
def test_all_turns(size: tuple[int, int, int]) -> None:
    """Every signed permutation, against places worked out with the matrix itself."""
    rng = random.Random(6)
    places = [place for place in product(*map(range, size)) if rng.random() < 0.5]
    voxels = [(*place, 1 + number) for number, place in enumerate(places)]
    for axes, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = [[sign * (column == axis) for column in range(3)]
                  for axis, sign in zip(axes, signs, strict=True)]
        [nonogram] = loads(file(model(size, voxels), move(0, 1, _r=rotation(axes, signs)),
                                shape(1, 0)))
        solid = solid_of(nonogram)
        assert (solid.width, solid.depth, solid.height) == tuple(size[axis] for axis in axes)
        middle = [side / 2 for side in size]
        ends = (solid.width, solid.depth, solid.height)
        wanted = {}
        for x, y, z, colour in voxels:
            way = [at + 0.5 - half for at, half in zip((x, y, z), middle, strict=True)]
            there = [sum(a * b for a, b in zip(row, way, strict=True)) + end / 2 - 0.5
                     for row, end in zip(matrix, ends, strict=True)]
            right, away, up = (int(part) for part in there)
            wanted[right, up, solid.depth - 1 - away] = colour
        assert cells(nonogram) == wanted


def test_turns_and_moves_add_up() -> None:
    """A group that is turned carries its children round with it: 2 along x becomes 2 along y."""
    quarter = rotation((1, 0, 2), (-1, 1, 1))  # x' = -y, y' = x
    one = model((1, 1, 1), [(0, 0, 0, 1)])
    [nonogram] = loads(file(one, move(0, 1, _r=quarter), group(1, 2, 4), move(2, 3), shape(3, 0),
                            move(4, 5, _t="2 0 0"), shape(5, 0)))
    assert nonogram.geometry == Solid(1, 1, 3)


ONE = model((1, 1, 1), [(0, 0, 0, 1)])
MANY = [(x, y, 0, 1 + x + 10 * y) for x in range(10) for y in range(7)]


@pytest.mark.parametrize(("data", "message"), [
    (b"VOX ", "cut off"),
    (file(ONE)[:-1], "the main chunk ends at byte 64, the file at 63"),
    (file(ONE) + b"x", "the main chunk ends at byte 64, the file at 65"),
    (file(ONE, version=7), "version 7; 150 and 200 are read"),
    (file(ONE).replace(b"MAIN", b"NIAM"), "no main chunk"),
    (file(), "no model"),
    (file(ONE, b"abc"), "cut off"),
    (file(ONE, b"LONG" + struct.pack("<II", 99, 0)), "the chunk 'LONG' at byte 64 is longer"),
    (file(ONE, chunk(b"SIZE", bytes(4))), "a size chunk is too short"),
    (file(ONE, chunk(b"SIZE", struct.pack("<iii", 1, 1, 1))), "has no model after it"),
    (file(chunk(b"XYZI", bytes(4))), "has no size"),
    (file(model((0, 1, 1), [])), "a model of 0x1x1; each side is 1 to 256"),
    (file(model((1, 1, -5), [])), "a model of 1x1x-5"),
    (file(model((2**31 - 1, 1, 1), [])), "each side is 1 to 256"),
    (file(model((256, 256, 256), [])), "16,777,216 cells; at most"),
    (file(model((256, 256, 20), [])), "1,310,720 cells .limit 1,000,000."),
    (file(model((2, 2, 2), [(0, 2, 0, 1)])), "a voxel at y 2, outside of its model of 2x2x2"),
    (file(model((1, 1, 1), [(0, 0, 0, 0)])), "the colour 0"),
    (file(ONE.replace(b"\x01\0\0\0\0\0\0\x01", b"\x09\0\0\0\0\0\0\x01")), "1 voxels, but says 9"),
    (file(chunk(b"SIZE", struct.pack("<iii", 1, 1, 1)), chunk(b"XYZI", b"")), "0 voxels"),
    (file(ONE, chunk(b"RGBA", bytes(1020))), "the palette has 255 colours; it must have 256"),
    (file(model((10, 7, 1), MANY)), "70 colours, a puzzle at most 63; paint it with fewer"),
    (file(ONE, move(0, 1), shape(1, 3)), "shows model 3; there are 0 to 0"),
    (file(ONE, move(0, 1), group(1, 0), shape(2, 0), move(3, 9)), "the scene .* is broken"),
    (file(ONE, move(0, 1, _r="15"), shape(1, 0)), "a chunk nTRN .* is broken"),
    (file(ONE, move(0, 1, _t="1 2"), shape(1, 0)), "a chunk nTRN .* is broken"),
    (file(ONE, move(0, 1, _t="1 2 99999999999"), shape(1, 0)), "a chunk nTRN .* is broken"),
    (file(ONE, chunk(b"nGRP", struct.pack("<iii", 0, 0, 10**9)), shape(1, 0)), "nGRP .* is broken"),
    (file(ONE, group(0, 1, 3), move(1, 2), shape(2, 0), move(3, 4, _t="5000 0 0"), shape(4, 0)),
     "a width of 5001"),
    (file(ONE, *(group(node, node + 1, node + 1) for node in range(50)), shape(50, 0)),
     "the scene|far too many|shows more"),
    (file(ONE, *(group(node, node + 1, node + 1) for node in range(50)), group(50), shape(99, 0)),
     "far too many"),
    (file(ONE, *(move(node, node + 1) for node in range(MAX_DEPTH + 5)), shape(MAX_DEPTH + 5, 0)),
     "far too many"),
])
def test_wrong_files(data: bytes, message: str) -> None:
    with no_hang(), pytest.raises(InputError, match=rf"^a\.vox:1:1: .*({message})") as caught:
        loads(data, "a.vox")
    assert "\n" not in str(caught.value)


def test_sniffing() -> None:
    data = dumps(stairs(), "vox")
    assert sniff(Source(data)) is FORMATS["vox"]
    assert loads(data, "x.png")[0].geometry == stairs().geometry
    assert sniff(Source(b"VOX POPULI\n")) is not FORMATS["vox"]


def test_mutated_scenes() -> None:
    """The scenes that Nonoforge writes itself are in test_mutated; these have turns and layers."""
    rng = random.Random("scenes")
    quarter = rotation((1, 0, 2), (-1, 1, 1))
    data = file(ONE, model((2, 1, 1), [(0, 0, 0, 2), (1, 0, 0, 3)]), move(0, 1, _r=quarter),
                group(1, 2, 4), move(2, 3), shape(3, 0), move(4, 5, _t="3 0 2"), shape(5, 1),
                chunk(b"LAYR", struct.pack("<i", 5) + words(_hidden="0") + struct.pack("<i", -1)))
    read = 0
    for _ in range(FILES):
        mutant = bytearray(data)
        for _ in range(rng.choice((1, 1, 2, 5))):
            mutant[rng.randrange(20, len(data))] = rng.choice((0, 1, 2, 255, rng.randrange(256)))
        found = attempt(bytes(mutant), "vox")
        if isinstance(found, InputError):
            assert str(found).startswith("mutant:1:1: ")
            assert str(found).isprintable()
        else:
            read += 1
            assert all(loads(dumps(one, "vox"))[0] == one for one in found)
    assert 0 < read < FILES
