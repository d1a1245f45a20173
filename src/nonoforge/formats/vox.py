"""MagicaVoxel's files (`.vox`), versions 150 and 200: a solid, one voxel a cell.

A file is a tree of chunks: a name of four letters, the bytes of its content, the bytes of the
chunks inside it, then both. `MAIN` has all others in it: pairs of `SIZE` and `XYZI` are the models,
`RGBA` is the palette, and `nTRN`, `nGRP`, `nSHP` say where the models stand (see `vox_scene`).
Several models without a place each are several puzzles.

MagicaVoxel has z up and y away from the viewer; here y is up and z comes towards the viewer, so y
and z change places, and one of them its direction.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.solid import PALETTE, Solid, from_voxels, solid_of
from nonoforge.formats.colours import names_for
from nonoforge.formats.format import Format, Loss, Sniff
from nonoforge.formats.source import Source
from nonoforge.formats.vox_scene import Box, Scene, placed
from nonoforge.nonogram import Nonogram
from nonoforge.palette import MAX_COLOURS, Palette

MAGIC = b"VOX "
VERSIONS = (150, 200)
MAX_CELLS = 1_000_000  # a file of a few bytes can claim this many; more would take too long
_SIDE = 256  # a place in a model is a byte
_WHITE = "#ffffff"


class Model(NamedTuple):
    """The size of a box and its voxels, four bytes each: x, y, z and colour."""

    size: tuple[int, int, int]
    voxels: bytes


class _Chunk(NamedTuple):
    name: bytes
    body: bytes


def read(source: Source) -> list[Nonogram]:
    """The puzzles: one if the models have places, else one for each."""
    chunks = list(_chunks(source))
    models = _models(source, chunks)
    colours = _palette(source, chunks)
    scene = Scene.read(source, chunks)
    if scene is None:
        return [_solid(source, [Box.alone(model)], colours) for model in models]
    boxes = placed(source, scene, models)
    if not boxes:
        raise source.error("all objects of the file are hidden; show at least one of them")
    return [_solid(source, boxes, colours)]


def _chunks(source: Source) -> Iterator[_Chunk]:
    """The chunks in the main one."""
    data = source.data
    if not data.startswith(MAGIC):
        raise source.error("this is not a MagicaVoxel file; one starts with `VOX `")
    if len(data) < 20:
        raise source.error("the MagicaVoxel file is cut off")
    version, name, body, inside = struct.unpack_from("<i4sII", data, 4)
    if version not in VERSIONS:
        raise source.error(f"a MagicaVoxel file of version {version}; 150 and 200 are read")
    if name != b"MAIN":
        raise source.error("the MagicaVoxel file has no main chunk")
    at, end = 20 + body, 20 + body + inside
    if end != len(data):
        raise source.error(f"the main chunk ends at byte {end:,}, the file at {len(data):,}")
    while at < end:
        if end - at < 12:
            raise source.error("the last chunk of the MagicaVoxel file is cut off")
        name, body, inside = struct.unpack_from("<4sII", data, at)
        if at + 12 + body + inside > end:
            raise source.error(f"the chunk {_shown(name)} at byte {at:,} is longer than the file")
        yield _Chunk(name, data[at + 12:at + 12 + body])
        at += 12 + body + inside


def _shown(name: bytes) -> str:
    return ascii(name.decode("latin-1"))


def _models(source: Source, chunks: Sequence[_Chunk]) -> list[Model]:
    """Pairs of a size and its voxels."""
    models: list[Model] = []
    size: tuple[int, int, int] | None = None
    for chunk in chunks:
        if chunk.name == b"SIZE":
            if len(chunk.body) < 12:
                raise source.error("a size chunk is too short; it holds three numbers")
            x, y, z = struct.unpack_from("<iii", chunk.body)
            _check_size(source, x, y, z)
            size = x, y, z
        elif chunk.name == b"XYZI":
            if size is None:
                raise source.error("a model of the file has no size")
            models.append(Model(size, _voxels(source, chunk.body, size)))
            size = None
    if not models:
        raise source.error("there is no model in the MagicaVoxel file")
    if size is not None:
        raise source.error("a size in the file has no model after it")
    return models


def _check_size(source: Source, x: int, y: int, z: int) -> None:
    if not all(1 <= side <= _SIDE for side in (x, y, z)):
        raise source.error(f"a model of {x}x{y}x{z}; each side is 1 to {_SIDE}")


def _voxels(source: Source, body: bytes, size: tuple[int, int, int]) -> bytes:
    """The voxels of a model, all of them in its box and with a colour."""
    count = int.from_bytes(body[:4], "little") if len(body) >= 4 else -1
    voxels = body[4:]
    if count * 4 != len(voxels):
        raise source.error(f"a model has {max(0, len(voxels)) // 4:,} voxels, but says "
                           f"{max(count, 0):,}")
    for axis, side in enumerate(size):
        if count and max(voxels[axis::4]) >= side:
            raise source.error(f"a voxel at {'xyz'[axis]} {max(voxels[axis::4])}, outside of its "
                               f"model of {'x'.join(map(str, size))}")
    if count and min(voxels[3::4]) == 0:
        raise source.error("a voxel has the colour 0; colours are 1 to 255")
    return voxels


def _palette(source: Source, chunks: Sequence[_Chunk]) -> list[str]:
    """The colours by number; number 0 is of no voxel."""
    body = next((chunk.body for chunk in chunks if chunk.name == b"RGBA"), None)
    if body is None:
        return _usual()
    if len(body) < 1024:
        raise source.error(f"the palette has {len(body) // 4} colours; it must have 256")
    return [_WHITE, *(f"#{body[i:i + 3].hex()}" for i in range(0, 1020, 4))]


def _usual() -> list[str]:
    """MagicaVoxel's colours for a file that has none: a cube of six levels without black, then red,
    green, blue and grey, ten of each."""
    levels = range(255, -1, -51)
    cube = [(red, green, blue) for red in levels for green in levels for blue in levels][:-1]
    falling = [17 * step for step in (14, 13, 11, 10, 8, 7, 5, 4, 2, 1)]
    ramps = [tuple(light * part for part in mask) for mask in ((1, 0, 0), (0, 1, 0), (0, 0, 1),
                                                              (1, 1, 1)) for light in falling]
    return [_WHITE, *(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in [*cube, *ramps])]


def _solid(source: Source, boxes: Sequence[Box], colours: Sequence[str]) -> Nonogram:
    """The puzzle of some models in their places; where two meet, the later one counts."""
    low = [min(box.low[axis] for box in boxes) for axis in range(3)]
    sides = [max(box.high[axis] for box in boxes) - low[axis] for axis in range(3)]
    solid = Solid(sides[0], sides[2], sides[1])
    if solid.cells > MAX_CELLS:
        raise InputError(f"a solid of {solid} has {solid.cells:,} cells; at most {MAX_CELLS:,} are "
                         "read")
    cells = bytearray(solid.cells)
    for box in boxes:
        for x, y, z, colour in box.voxels():
            cells[solid.cell(x - low[0], z - low[2], sides[1] - 1 - (y - low[1]))] = colour
    palette, numbers = _used(source, cells, colours)
    return from_voxels(solid.nest(bytes(cells).translate(numbers)), palette=palette)


def _used(source: Source, cells: bytearray, colours: Sequence[str]) -> tuple[Palette, bytes]:
    """A palette of the colours in use, and the new number of each old one. Those that look alike
    are one: nobody could tell them apart."""
    used = sorted(set(cells) - {0})
    rgbs = list(dict.fromkeys(colours[number] for number in used))
    if len(rgbs) >= MAX_COLOURS:
        raise source.error(f"the solid has {len(rgbs)} colours, a puzzle at most {MAX_COLOURS - 1};"
                           " paint it with fewer")
    numbers = bytearray(256)
    for number in used:
        numbers[number] = 1 + rgbs.index(colours[number])
    return Palette.of(_WHITE, *rgbs) if rgbs else PALETTE, bytes(numbers)


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """The solution as one model; as several in their places if a side has more than 256 voxels."""
    from nonoforge.formats.vox_scene import scene_chunks

    [nonogram] = nonograms
    models = list(_boxes(solid_of(nonogram), nonogram.solution or b""))
    parts = [part for _, model in models for part in (
        chunk(b"SIZE", struct.pack("<iii", *model.size)),
        chunk(b"XYZI", struct.pack("<I", len(model.voxels) // 4) + model.voxels))]
    if len(models) > 1:
        parts += scene_chunks([(low, model.size) for low, model in models])
    rgbs = [colour.rgb[1:] for colour in nonogram.puzzle.palette.colours[1:]]
    palette = b"".join(bytes.fromhex(rgb) + b"\xff" for rgb in rgbs).ljust(1024, b"\0")
    inside = b"".join([*parts, chunk(b"RGBA", palette)])
    return MAGIC + struct.pack("<i4sII", VERSIONS[0], b"MAIN", 0, len(inside)) + inside


def chunk(name: bytes, body: bytes) -> bytes:
    """A chunk with nothing inside it."""
    return name + struct.pack("<II", len(body), 0) + body


def _boxes(solid: Solid, solution: bytes) -> Iterator[tuple[tuple[int, int, int], Model]]:
    """The solid in models of at most 256 a side, each with its lowest corner."""
    sizes = solid.width, solid.depth, solid.height
    found: dict[tuple[int, ...], bytearray] = {
        (x, y, z): bytearray() for x in range(0, sizes[0], _SIDE)
        for y in range(0, sizes[1], _SIDE) for z in range(0, sizes[2], _SIDE)}
    for cell, colour in enumerate(solution):
        if colour:
            x, up, near = solid.place(cell)
            place = x, solid.depth - 1 - near, up
            low = tuple(at - at % _SIDE for at in place)
            found[low] += bytes([*(at % _SIDE for at in place), colour])
    for (x, y, z), voxels in found.items():
        yield (x, y, z), Model((min(_SIDE, sizes[0] - x), min(_SIDE, sizes[1] - y),
                                min(_SIDE, sizes[2] - z)), bytes(voxels))


def losses(nonogram: Nonogram) -> list[Loss]:
    """What would come back as something else."""
    colours, solution = nonogram.puzzle.palette.colours, nonogram.solution or b""
    rgbs = [colour.rgb for colour in colours]
    if len(set(rgbs[1:])) < len(rgbs) - 1:
        return [Loss("two colours that look the same", None)]
    if solid_of(nonogram).cells > MAX_CELLS:
        return [Loss(f"more than {MAX_CELLS:,} cells", None)]
    again = from_voxels(solid_of(nonogram).nest(solution), palette=nonogram.puzzle.palette)
    lost = []
    if again.puzzle.lines != nonogram.puzzle.lines:
        lost.append(Loss("hidden clues", _as_it_is))
    if set(range(1, len(rgbs))) - set(solution) and (set(solution) - {0} or rgbs != _default()):
        lost.append(Loss("colours that the solid does not use", _as_it_is))
    if rgbs[0] != _WHITE:
        lost.append(Loss("a background other than white", _as_it_is))
    if [colour.name for colour in colours] != names_for(rgbs):
        lost.append(Loss("names of colours", _as_it_is))
    return lost


def _default() -> list[str]:
    return [colour.rgb for colour in PALETTE.colours]


def _as_it_is(nonogram: Nonogram) -> Nonogram:
    """What is lost here is lost by not being written."""
    return nonogram


def sniff(source: Source) -> Sniff:
    """Four bytes, and a number that no text has."""
    start = source.data[:8]
    return Sniff.SURE if start[:4] == MAGIC and b"\0" in start[4:] else Sniff.NO


FORMAT = Format("vox", (".vox",), "MagicaVoxel: a solid, one voxel a cell", sniff, read, write,
                frozenset({"colours", "palette", "solution"}), losses, picture=True)
