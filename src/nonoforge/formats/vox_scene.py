"""The scene of a MagicaVoxel file: where its models stand, how they are turned, what is hidden.

A `nTRN` node moves its child, a `nGRP` node has several children, a `nSHP` node shows a model. A
model is turned about its middle, which is a corner of voxels (rounded down), so places are counted
in half voxels on the way.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonoforge.errors import FormatError

if TYPE_CHECKING:
    from nonoforge.formats.source import Source

Vector = tuple[int, int, int]

MAX_DEPTH = 100
MAX_SHOWN = 1_000  # models, each as often as it is shown
MAX_VOXELS = 2_000_000  # of all of them
MAX_STEPS = 100_000  # through groups of groups
_FAR = 10**6  # further away nothing fits in a solid


class Chunk(Protocol):
    """A name and bytes."""

    @property
    def name(self) -> bytes: ...

    @property
    def body(self) -> bytes: ...


class Model(Protocol):
    """A box of voxels."""

    @property
    def size(self) -> Vector: ...

    @property
    def voxels(self) -> bytes: ...


class Turn(NamedTuple):
    """What becomes x, y and z: which of the old ones, and whether its sign changes."""

    axes: Vector = (0, 1, 2)
    signs: Vector = (1, 1, 1)

    def __call__(self, vector: Sequence[int]) -> Vector:
        x, y, z = (sign * vector[axis] for axis, sign in zip(self.axes, self.signs, strict=True))
        return x, y, z

    def after(self, first: Turn) -> Turn:
        """This turn after another one."""
        x, y, z = (first.axes[axis] for axis in self.axes)
        signs = [sign * first.signs[axis]
                 for axis, sign in zip(self.axes, self.signs, strict=True)]
        return Turn((x, y, z), (signs[0], signs[1], signs[2]))


class Pose(NamedTuple):
    """A turn and then a move."""

    turn: Turn = Turn()
    move: Vector = (0, 0, 0)

    def after(self, first: Pose) -> Pose:
        """This pose after another one."""
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
        """A model at the origin."""
        x, y, z = (side // 2 for side in model.size)
        return cls.placed(model, Pose(move=(x, y, z)))

    @classmethod
    def placed(cls, model: Model, pose: Pose) -> Box:
        """A model in some place."""
        last = (model.size[0] - 1, model.size[1] - 1, model.size[2] - 1)
        ends = [_voxel(model, pose, place) for place in ((0, 0, 0), last)]
        lows, highs = zip(*((min(pair), max(pair) + 1) for pair in zip(*ends, strict=True)),
                          strict=True)
        return cls(model, pose, lows, highs)

    def voxels(self) -> Iterator[tuple[int, int, int, int]]:
        """Each voxel's place and colour."""
        flat = self.model.voxels
        for at in range(0, len(flat), 4):
            yield *_voxel(self.model, self.pose, flat[at:at + 3]), flat[at + 3]


def _voxel(model: Model, pose: Pose, place: Sequence[int]) -> Vector:
    """Where a voxel of a model is in the scene; twice the middle of a voxel is an odd number."""
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
    def read(cls, source: Source, chunks: Sequence[Chunk]) -> Scene | None:
        """The scene, if the file has one."""
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
        """A number of things that follow, four bytes each at least."""
        found = self.number()
        if not 0 <= found <= (len(self.data) - self.at) // 4:
            raise ValueError
        return found

    def words(self) -> dict[bytes, bytes]:
        """Pairs of a key and a value."""
        return {self._word(): self._word() for _ in range(self.count())}

    def _word(self) -> bytes:
        size = self.number()
        if not 0 <= size <= len(self.data) - self.at:
            raise ValueError
        self.at += size
        return self.data[self.at - size:self.at]


def _pose(about: dict[bytes, bytes]) -> Pose:
    """The turn and the move of a frame."""
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
    """The models of a scene that are to be seen, each in its place."""
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
    """A scene of models by their lowest corners and sizes, in order."""
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
    """A node without attributes."""
    return name + struct.pack("<IIii", len(body) + 8, 0, number, 0) + body
