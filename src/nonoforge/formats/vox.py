"""MagicaVoxel's files (`.vox`), versions 150 and 200: a solid, one voxel a cell.

A file is a tree of chunks: a name of four letters, the bytes of its content, the bytes of the
chunks inside it, then both. `MAIN` has all others in it: pairs of `SIZE` and `XYZI` are the models,
`RGBA` is the palette, and `nTRN`, `nGRP`, `nSHP` say where the models stand (see below).
Several models without a place each are several puzzles.

MagicaVoxel has z up and y away from the viewer; here y is up and z comes towards the viewer, so y
and z change places, and one of them its direction.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import NamedTuple

from nonoforge.colour_vision import colour_names
from nonoforge.errors import FormatError, InputError
from nonoforge.formats.assemble import picture_for
from nonoforge.formats.format import Format, Loss, Sniff
from nonoforge.formats.losses import as_it_is
from nonoforge.formats.source import Source
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
    """Read the puzzles: one if the models have places, else one for each."""
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
    """Yield the chunks in the main one."""
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
    """Return the models: pairs of a size and its voxels."""
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
    """Return the voxels of a model once all are in its box and have a colour."""
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
    """Return the colours by number; number 0 is of no voxel."""
    body = next((chunk.body for chunk in chunks if chunk.name == b"RGBA"), None)
    if body is None:
        return _usual()
    if len(body) < 1024:
        raise source.error(f"the palette has {len(body) // 4} colours; it must have 256")
    return [_WHITE, *(f"#{body[i:i + 3].hex()}" for i in range(0, 1020, 4))]


def _usual() -> list[str]:
    """Return MagicaVoxel's default colours: a cube of six levels without black, then red, green,
    blue and grey, ten of each."""
    levels = range(255, -1, -51)
    cube = [(red, green, blue) for red in levels for green in levels for blue in levels][:-1]
    falling = [17 * step for step in (14, 13, 11, 10, 8, 7, 5, 4, 2, 1)]
    ramps = [tuple(light * part for part in mask) for mask in ((1, 0, 0), (0, 1, 0), (0, 0, 1),
                                                              (1, 1, 1)) for light in falling]
    return [_WHITE, *(f"#{red:02x}{green:02x}{blue:02x}" for red, green, blue in [*cube, *ramps])]


def _solid(source: Source, boxes: Sequence[Box], colours: Sequence[str]) -> Nonogram:
    """Return the puzzle of models in their places; where two meet, the later one counts."""
    low = [min(box.low[axis] for box in boxes) for axis in range(3)]
    sides = [max(box.high[axis] for box in boxes) - low[axis] for axis in range(3)]
    width, depth, height = sides
    picture = picture_for(FORMAT.name)
    picture.check_size(width, height, depth)
    if prod(sides) > MAX_CELLS:
        raise InputError(f"a solid of {width}x{height}x{depth} has {prod(sides):,} cells (limit "
                         f"{MAX_CELLS:,})")
    layers = [[bytearray(width) for _ in range(height)] for _ in range(depth)]
    for box in boxes:
        for x, y, z, colour in box.voxels():
            layers[depth - 1 - (y - low[1])][z - low[2]][x - low[0]] = colour
    used = {colour for layer in layers for row in layer for colour in set(row)}
    palette, numbers = _used(source, used, colours)
    return picture.build([[row.translate(numbers) for row in layer] for layer in layers],
                         palette or picture.palette)


def _used(
    source: Source, cells: set[int], colours: Sequence[str],
) -> tuple[Palette | None, bytes]:
    """Return a palette of the colours in use (None if there are none), and the new number of each
    old one. Colours of the same value become one."""
    used = sorted(cells - {0})
    rgbs = list(dict.fromkeys(colours[number] for number in used))
    if len(rgbs) >= MAX_COLOURS:
        raise source.error(f"the solid has {len(rgbs)} colours, a puzzle at most {MAX_COLOURS - 1};"
                           " paint it with fewer")
    numbers = bytearray(256)
    for number in used:
        numbers[number] = 1 + rgbs.index(colours[number])
    return Palette.of(_WHITE, *rgbs) if rgbs else None, bytes(numbers)


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write the solution as one model, or as several if a side has more than 256 voxels."""

    [nonogram] = nonograms
    models = list(_boxes(nonogram.geometry.nest(nonogram.solution or b"")))
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
    """Return a chunk with no chunks inside it."""
    return name + struct.pack("<II", len(body), 0) + body


def _boxes(layers: Sequence[Sequence[Sequence[int]]]) -> Iterator[tuple[Vector, Model]]:
    """Yield the solid in models of at most 256 a side, each with its lowest corner."""
    depth = len(layers)
    sizes = len(layers[0][0]), depth, len(layers[0])
    found: dict[tuple[int, ...], bytearray] = {
        (x, y, z): bytearray() for x in range(0, sizes[0], _SIDE)
        for y in range(0, sizes[1], _SIDE) for z in range(0, sizes[2], _SIDE)}
    for near, layer in enumerate(layers):
        for up, row in enumerate(layer):
            for x, colour in enumerate(row):
                if colour:
                    place = x, depth - 1 - near, up
                    low = tuple(at - at % _SIDE for at in place)
                    found[low] += bytes([*(at % _SIDE for at in place), colour])
    for (x, y, z), voxels in found.items():
        yield (x, y, z), Model((min(_SIDE, sizes[0] - x), min(_SIDE, sizes[1] - y),
                                min(_SIDE, sizes[2] - z)), bytes(voxels))


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return what would be read otherwise."""
    colours, solution = nonogram.puzzle.palette.colours, nonogram.solution or b""
    rgbs = [colour.rgb for colour in colours]
    if len(set(rgbs[1:])) < len(rgbs) - 1:
        return [Loss("two colours that look the same", None)]
    if nonogram.puzzle.cells > MAX_CELLS:
        return [Loss(f"more than {MAX_CELLS:,} cells", None)]
    picture = picture_for(FORMAT.name)
    again = picture.build(nonogram.geometry.nest(solution), nonogram.puzzle.palette)
    usual = [colour.rgb for colour in picture.palette.colours]
    lost = []
    if again.puzzle.lines != nonogram.puzzle.lines:
        lost.append(Loss("hidden clues", as_it_is))
    if set(range(1, len(rgbs))) - set(solution) and (set(solution) - {0} or rgbs != usual):
        lost.append(Loss("colours that the solid does not use", as_it_is))
    if rgbs[0] != _WHITE:
        lost.append(Loss("a background other than white", as_it_is))
    if [colour.name for colour in colours] != colour_names(rgbs):
        lost.append(Loss("names of colours", as_it_is))
    return lost


def sniff(source: Source) -> Sniff:
    """Accept a file by its first bytes."""
    start = source.data[:8]
    return Sniff.SURE if start[:4] == MAGIC and b"\0" in start[4:] else Sniff.NO


# --- the scene: where models stand, how they are turned, what is hidden
#
# A `nTRN` node moves its child, a `nGRP` node has several children, a `nSHP` node shows a model.
# A model is turned about its middle, which is a corner of voxels (rounded down), so places are
# counted in half voxels on the way.

Vector = tuple[int, int, int]

MAX_DEPTH = 100
MAX_SHOWN = 1_000  # models, each as often as it is shown
MAX_VOXELS = 2_000_000  # of all of them
MAX_STEPS = 100_000  # through groups of groups
_FAR = 10**6  # further away nothing fits in a solid


class Turn(NamedTuple):
    """What becomes x, y and z: which of the old ones, and whether its sign changes."""

    axes: Vector = (0, 1, 2)
    signs: Vector = (1, 1, 1)

    def __call__(self, vector: Sequence[int]) -> Vector:
        x, y, z = (sign * vector[axis] for axis, sign in zip(self.axes, self.signs, strict=True))
        return x, y, z

    def after(self, first: Turn) -> Turn:
        """Return this turn after another one."""
        x, y, z = (first.axes[axis] for axis in self.axes)
        signs = [sign * first.signs[axis]
                 for axis, sign in zip(self.axes, self.signs, strict=True)]
        return Turn((x, y, z), (signs[0], signs[1], signs[2]))


class Pose(NamedTuple):
    """A turn and then a move."""

    turn: Turn = Turn()
    move: Vector = (0, 0, 0)

    def after(self, first: Pose) -> Pose:
        """Return this pose after another one."""
        x, y, z = (a + b for a, b in zip(self.turn(first.move), self.move, strict=True))
        return Pose(self.turn.after(first.turn), (x, y, z))


@dataclass(frozen=True)
class Box:
    """A model in its place: `low` is its first voxel, `high` the one behind its last."""

    model: Model
    pose: Pose
    low: Vector
    high: Vector

    @classmethod
    def alone(cls, model: Model) -> Box:
        """Return a model at the origin."""
        x, y, z = (side // 2 for side in model.size)
        return cls.placed(model, Pose(move=(x, y, z)))

    @classmethod
    def placed(cls, model: Model, pose: Pose) -> Box:
        """Return a model in a pose."""
        last = (model.size[0] - 1, model.size[1] - 1, model.size[2] - 1)
        ends = [_voxel(model, pose, place) for place in ((0, 0, 0), last)]
        lows, highs = zip(*((min(pair), max(pair) + 1) for pair in zip(*ends, strict=True)),
                          strict=True)
        return cls(model, pose, lows, highs)

    def voxels(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield each voxel's place and colour."""
        flat = self.model.voxels
        for at in range(0, len(flat), 4):
            yield *_voxel(self.model, self.pose, flat[at:at + 3]), flat[at + 3]


def _voxel(model: Model, pose: Pose, place: Sequence[int]) -> Vector:
    """Return where a voxel of a model is in the scene, counted in half voxels on the way."""
    half = [2 * at + 1 - 2 * (side // 2) for at, side in zip(place, model.size, strict=True)]
    x, y, z = ((at - 1) // 2 + move for at, move in zip(pose.turn(half), pose.move, strict=True))
    return x, y, z


@dataclass
class Scene:
    """The nodes by their numbers, and the layers that are hidden."""

    moves: dict[int, tuple[int, int, Pose]] = field(default_factory=dict)  # child, layer, pose
    groups: dict[int, list[int]] = field(default_factory=dict)
    shapes: dict[int, int] = field(default_factory=dict)  # the model
    hidden: set[int] = field(default_factory=set)
    hidden_layers: set[int] = field(default_factory=set)

    @classmethod
    def read(cls, source: Source, chunks: Sequence[_Chunk]) -> Scene | None:
        """Return the scene, or None if the file has none."""
        scene = cls()
        readers = {b"nTRN": scene._move, b"nGRP": scene._group, b"nSHP": scene._shape,
                   b"LAYR": scene._layer}
        for chunk in chunks:
            if chunk.name in readers:
                try:
                    readers[chunk.name](_Cursor(chunk.body))
                except (struct.error, ValueError):
                    raise source.error(f"a chunk {chunk.name.decode()} of the MagicaVoxel file is "
                                       "broken") from None
        return scene if scene.shapes else None

    def _move(self, cursor: _Cursor) -> None:
        node, about = cursor.number(), cursor.words()
        child, _, layer, frames = (cursor.number() for _ in range(4))
        pose = _pose(cursor.words()) if frames > 0 else Pose()  # the first, if it moves
        self.moves[node] = child, layer, pose
        self.hidden |= {node} if about.get(b"_hidden") == b"1" else set()

    def _group(self, cursor: _Cursor) -> None:
        node, _ = cursor.number(), cursor.words()
        self.groups[node] = [cursor.number() for _ in range(cursor.count())]

    def _shape(self, cursor: _Cursor) -> None:
        node, _ = cursor.number(), cursor.words()
        if cursor.count() < 1:
            raise ValueError
        self.shapes[node] = cursor.number()

    def _layer(self, cursor: _Cursor) -> None:
        layer, about = cursor.number(), cursor.words()
        self.hidden_layers |= {layer} if about.get(b"_hidden") == b"1" else set()


class _Cursor:
    """Reads a chunk's numbers and words one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self) -> int:
        [found] = struct.unpack_from("<i", self.data, self.at)
        self.at += 4
        return int(found)

    def count(self) -> int:
        """Return the number of items that follow, of at least four bytes each."""
        found = self.number()
        if not 0 <= found <= (len(self.data) - self.at) // 4:
            raise ValueError
        return found

    def words(self) -> dict[bytes, bytes]:
        """Return pairs of a key and a value."""
        return {self._word(): self._word() for _ in range(self.count())}

    def _word(self) -> bytes:
        size = self.number()
        if not 0 <= size <= len(self.data) - self.at:
            raise ValueError
        self.at += size
        return self.data[self.at - size:self.at]


def _pose(about: dict[bytes, bytes]) -> Pose:
    """Return the turn and the move of a frame."""
    move = [int(word) for word in about.get(b"_t", b"0 0 0").split()]
    if len(move) != 3 or max(map(abs, move)) > _FAR:
        raise ValueError
    bits = int(about.get(b"_r", b"4"))
    first, second = bits & 3, bits >> 2 & 3
    if first == 3 or second == 3 or first == second:
        raise ValueError
    x, y, z = (-1 if bits >> shift & 1 else 1 for shift in (4, 5, 6))
    return Pose(Turn((first, second, 3 - first - second), (x, y, z)), (move[0], move[1], move[2]))


def placed(source: Source, scene: Scene, models: Sequence[Model]) -> list[Box]:
    """Return the visible models of a scene, each in its place."""
    children = {child for child, _, _ in scene.moves.values()}
    children.update(child for some in scene.groups.values() for child in some)
    nodes = {*scene.moves, *scene.groups, *scene.shapes}
    roots = sorted(nodes - children)
    if not roots:
        raise _broken(source)
    boxes: list[Box] = []
    todo = [(root, Pose(), 0) for root in reversed(roots)]
    steps = voxels = 0
    while todo:
        node, pose, depth = todo.pop()
        steps += 1
        if depth > MAX_DEPTH or max(steps, len(todo)) > MAX_STEPS or node not in nodes:
            raise _broken(source)
        if node in scene.shapes:
            box = _box(source, models, scene.shapes[node], pose)
            voxels += len(box.model.voxels) // 4
            boxes.append(box)
        elif node in scene.groups:
            todo += [(child, pose, depth + 1) for child in reversed(scene.groups[node])]
        else:
            child, layer, own = scene.moves[node]
            if node not in scene.hidden and layer not in scene.hidden_layers:
                todo.append((child, pose.after(own), depth + 1))
        if len(boxes) > MAX_SHOWN or voxels > MAX_VOXELS:
            raise source.error(f"the scene shows more than {MAX_SHOWN:,} models or "
                               f"{MAX_VOXELS:,} voxels")
    return boxes


def _box(source: Source, models: Sequence[Model], number: int, pose: Pose) -> Box:
    if not 0 <= number < len(models):
        raise source.error(f"the scene shows model {number}; there are 0 to {len(models) - 1}")
    return Box.placed(models[number], pose)


def _broken(source: Source) -> FormatError:
    return source.error("the scene of the MagicaVoxel file is broken: an object is missing, or its "
                        "own parent, or there are far too many")


def scene_chunks(boxes: Sequence[tuple[Vector, Vector]]) -> list[bytes]:
    """Return the chunks of a scene of models, given by their lowest corners and sizes."""
    count = len(boxes)
    nodes = [_node(b"nTRN", 0, struct.pack("<iiiii", 1, -1, -1, 1, 0)),
             _node(b"nGRP", 1, struct.pack(f"<{count + 1}i", count, *range(2, 2 + 2 * count, 2)))]
    for number, (low, size) in enumerate(boxes):
        move = " ".join(str(at + side // 2) for at, side in zip(low, size, strict=True)).encode()
        frame = struct.pack("<ii2si", 1, 2, b"_t", len(move)) + move
        node = 2 + 2 * number
        nodes.append(_node(b"nTRN", node, struct.pack("<iiii", node + 1, -1, 0, 1) + frame))
        nodes.append(_node(b"nSHP", node + 1, struct.pack("<iii", 1, number, 0)))
    return nodes


def _node(name: bytes, number: int, body: bytes) -> bytes:
    """Return a node without attributes."""
    return name + struct.pack("<IIii", len(body) + 8, 0, number, 0) + body


FORMAT = Format("vox", (".vox",), "MagicaVoxel: a solid, one voxel a cell", sniff, read, write,
                frozenset({"colours", "palette", "solution"}), losses, picture=True)
