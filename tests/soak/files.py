"""Spoilt files of every reader give a puzzle or an error with its place, soon and in little memory.

Mutants are made of files of all formats, by bytes and by structure (helpers/mutation.py), and read
by everything that reads files: puzzles, drawings, pictures, meshes, archives. Nothing but an
InputError of one printable line may be raised; what is accepted must be written and read again
unchanged, and be drawn. A mutant may take MAX_SECONDS of CPU time and the process MAX_MEMORY more
than it had when it began; a puzzle of more than LARGE cells, which a few bytes of MagicaVoxel can
be, in proportion to its cells, and a picture of more than LARGE_PIXELS in proportion to them.

Of a mesh that trimesh refuses assimp is asked, in a child process that takes half a second to
start: so only ASSIMP mutants of a round go that way, with the limits that the product gives it.
"""

from __future__ import annotations

import gzip
import io
import re
import resource
import signal
import struct
import sys
import tarfile
import tempfile
import time
import traceback
import warnings
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest import mock

from PIL import Image

from families.solid.meshes import ac, box, glb, gltf, obj, off, ply, stl
from formats.format_cases import samples, stairs
from helpers.family_puzzles import FAMILIES
from helpers.library_files import SVG as THUMBNAIL
from helpers.library_files import file_of, words_of
from helpers.mutation import IPE, SVG, mutant
from helpers.puzzles import INKS
from nonoforge import proof_checker
from nonoforge.clues import Run, Runs
from nonoforge.engine import certificate, solve
from nonoforge.errors import InputError
from nonoforge.families.grid import Photo, decoded_photo, from_picture, photo
from nonoforge.families.plane import Drawing, drawing_of
from nonoforge.families.solid import mesh, mesh_readers
from nonoforge.formats import FORMATS, dumps, load_states, loads
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import flat
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from soak.runner import LOGS, Report

MUTANTS = 2000  # in a round
ASSIMP = 1
DRAWN_EVERY = 20  # of the puzzles that are accepted
MAX_SECONDS = 1.0
HUNG_SECONDS = 20.0  # when the reader is stopped
MAX_MEMORY = 100  # MB
LARGE = 40_000  # cells
LARGE_PIXELS = 5_000_000  # WebP takes 18 bytes for each
SHORT = range(2)
PLACED = re.compile(r"mutant:[1-9][0-9]*:[1-9][0-9]*: .+")
FILE = re.compile(r"(\S*mutant\S*|<zip>):([0-9:]+)? .+")


class Reader(NamedTuple):
    """A way to read files. `seeds` are whole ones, `share` how many of the mutants it gets."""

    name: str
    kind: str
    share: float
    seeds: Callable[[], list[bytes]]
    read: Callable[[bytes], Any]
    accepted: Callable[[Any], None]
    message: re.Pattern[str] = FILE


# --- readers -------------------------------------------------------------------------------------

def _puzzles(name: str) -> list[bytes]:
    found = samples(FORMATS[name])
    if name in ("nono", "share"):
        for nonogram in (stairs(), *(make(Random(1)) for make in FAMILIES.values())):
            with suppress(InputError):  # of what a format cannot hold
                found.append(dumps(nonogram, name, lossy=True))
    return found


def _check_puzzles(found: list[Nonogram]) -> None:
    for nonogram in found:
        [again] = loads(dumps(nonogram, "nono"), format="nono")
        # Places in the plane are written to the nanometre.
        assert replace(again, geometry=nonogram.geometry) == nonogram, "it is read otherwise"
        assert loads(dumps(again, "nono"), format="nono") == [again], "it is read otherwise"


def drawn(nonogram: Nonogram) -> None:
    """Draw a puzzle and its text picture; whatever was accepted can be."""
    nonogram.family.svg(nonogram)
    nonogram.family.board(nonogram)


def _check_drawing(found: Drawing) -> None:
    for outline in (o for shape in found.shapes for o in shape.outlines):
        assert len(flat(outline.path, 10)) > 1, "an outline of one point"
        assert not outline.closed or outline.path[0][0] == outline.path[-1][-1], "not closed"
        assert all(a[-1] == b[0] for a, b in pairwise(outline.path)), "not connected"


def _pictures(kind: str) -> list[bytes]:
    found = []
    for mode, size in (("RGB", (9, 7)), ("P", (8, 8)), ("L", (5, 3)), ("RGBA", (4, 6))):
        if kind == "jpeg" and mode in ("P", "RGBA"):
            continue
        image = Image.frombytes("RGB", size, Random(mode).randbytes(3 * size[0] * size[1]))
        saved = io.BytesIO()
        image.convert(mode).save(saved, kind)
        found.append(saved.getvalue())
    return found


def _check_picture(found: Any) -> None:
    assert found.pixels.ndim == 3, "pixels of another shape"
    assert found.pixels.shape[2] == 3, "pixels of another shape"


def _in_file(name: str, read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    """Return a reader of bytes, by way of a file of this name."""
    def read_bytes(data: bytes) -> Any:
        with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder:
            path = Path(folder, name)
            path.write_bytes(data)
            return read(str(path))
    return read_bytes


def _by_trimesh(name: str) -> mesh.Mesh:
    with mock.patch.object(mesh, "_readers", return_value=(mesh_readers.read_by_trimesh,)):
        return mesh.read_mesh(name)


def _check_mesh(found: mesh.Mesh) -> None:
    import numpy as np

    assert np.isfinite(found.vertices).all(), "vertices at infinity"
    assert 0 <= found.faces.min() <= found.faces.max() < len(found.vertices), "other vertices"


def _meshes(kind: str) -> list[bytes]:
    if kind == "glb":
        return [glb(gltf()), glb(gltf(material={"pbrMetallicRoughness": {
            "baseColorFactor": [1, 0, 0.5, 1]}}))]
    if kind == "gltf":
        return [gltf().encode(), gltf(matrix=[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]
                                      ).encode()]
    return [{"obj": obj, "stl": stl, "ply": ply, "off": off, "ac": ac}[kind](box())]


def _archives() -> list[bytes]:
    """Return an export of a library, and an archive of puzzle files."""
    from nonoforge.studio.library import Library

    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder, \
            Library(Path(folder)) as library:
        for number in range(4):
            library.add(file_of(number), **words_of(number), thumbnail=THUMBNAIL)
        exported = b"".join(library.exported())
    plain = io.BytesIO()
    with zipfile.ZipFile(plain, "w") as target:
        for name, data in _members().items():
            target.writestr(name, data)
    return [exported, plain.getvalue()]


def _members() -> dict[str, bytes]:
    """Return puzzle files by name, and one of many puzzles."""
    files = {f"a/{name}.nono": dumps(make(Random(2)), "nono") for name, make in FAMILIES.items()}
    return files | {"b/many.jsonl": b"".join(b" ".join(data.split()) + b"\n"
                                             for data in files.values())}


def _tars() -> list[bytes]:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as target:
        for name, data in _members().items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            target.addfile(info, io.BytesIO(data))
    return [packed.getvalue()]


def _import_export(data: bytes) -> Any:
    from nonoforge.studio.library.archive import _read

    return list(_read(io.BytesIO(data)))


def _batch_inputs(path: str) -> Any:
    """Read all that a batch finds in a file, as its workers do."""
    from nonoforge.batch.inputs import Inputs
    from nonoforge.batch.shard import items

    found = 0
    for item in items([piece for shard in Inputs([path]).shards(3) for piece in shard.pieces]):
        assert item.name.startswith(path), "an item of another file"
        if item.data is not None and not item.error:
            with suppress(InputError):
                found += len(loads(item.data, item.name, item.format))
    return found


def _batch_folder() -> list[bytes]:
    """Return a finished batch as an archive."""
    from nonoforge import batch

    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-") as folder:
        source, results = Path(folder, "many.jsonl"), Path(folder, "results")
        source.write_bytes(_members()["b/many.jsonl"])
        batch.run("check", [str(source)], str(results), jobs=1, shard_size=3, compression="gzip")
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as target:
            for path in sorted(results.rglob("*.*")):
                target.write(path, path.relative_to(results))
    return [packed.getvalue()]


def _report_of_folder(data: bytes) -> Any:
    """Report on the results of a batch whose files were spoilt."""
    from nonoforge.batch import report_html, report_of, report_text

    with tempfile.TemporaryDirectory(prefix="nonoforge-soak-mutant") as folder:
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as opened:
                opened.extractall(folder)
        except (OSError, ValueError, zipfile.BadZipFile, EOFError, NotImplementedError, zlib.error,
                struct.error, RuntimeError):
            return None
        report = report_of(folder)
        return report_text(report), report_html(report, [])


def _states(nonogram: Nonogram) -> list[bytes]:
    """Return a state as a picture of letters, and saved with its puzzle."""
    assert nonogram.solution is not None
    letters = [*map(nonogram.puzzle.palette.letters.__getitem__, nonogram.solution)]
    letters[0] = "?"
    rows = nonogram.family.text_rows(nonogram.geometry)
    state = State.of([None, *nonogram.solution[1:]], len(nonogram.puzzle.palette))
    return ["\n".join("".join(letters[cell] for cell in row) for row in rows).encode(),
            dumps(replace(nonogram, saved=(state,)), "nono")]


def _check_states(found: list[State]) -> None:
    assert found, "no state"
    assert len({len(state.masks) for state in found}) == 1, "states of several sizes"


def _certificates() -> list[bytes]:
    puzzles = [from_picture([[1, 0, 1], [1, 1, 0]]).puzzle,
               from_picture([[1, 2], [2, 0]], palette=Palette.of(*INKS[:3])).puzzle]
    return [certificate(puzzle, solve(puzzle)).encode() for puzzle in puzzles]


def _check_proof(data: bytes) -> Any:
    try:
        return proof_checker.check(data.decode("ascii").split("\n"))
    except (proof_checker.ProofError, UnicodeDecodeError):
        return None


def _proves(found: Any) -> None:
    """A certificate that is accepted proves what is true."""
    if found is None:
        return
    lines = [Line(tuple(line["cells"]), Runs(tuple(Run(*run) for run in line["runs"])), "line")
             for line in found["lines"] if "runs" in line]
    colours = found["colours"]
    if len(lines) < len(found["lines"]) or colours > len(INKS):
        return  # runs that became a tally, or more colours than there is ink for
    puzzle = Puzzle(found["cells"], tuple(lines), Palette.of(*INKS[:colours]),
                    given=tuple((cell, colour) for cell, colour in found.get("given", ())))
    verdict = solve(puzzle)
    assert verdict.answer == found["claim"], "it is not true"
    assert verdict.answer == "none" or list(verdict.solutions[0]) == found["solution"], \
        "it is not the solution"


def _nothing(found: Any) -> None:
    pass


@cache
def readers() -> tuple[Reader, ...]:
    found = [
        Reader(name, name, {"nono": 24, "webpbn": 8, "share": 6}.get(name, 4),
               lambda name=name: _puzzles(name),
               lambda data, name=name: loads(data, "mutant", format=name), _check_puzzles, PLACED)
        for name in FORMATS]
    found.append(Reader("any puzzle", "", 6, lambda: [data for name in FORMATS
                                                      for data in _puzzles(name)],
                        lambda data: loads(data, "mutant"), _check_puzzles, PLACED))
    found += [Reader(kind, kind, 6, lambda seed=seed: [seed],
                     lambda data: drawing_of(data, "mutant"), _check_drawing)
              for kind, seed in (("svg", SVG), ("ipe", IPE))]
    found += [Reader(f"{kind} picture", kind, 1, lambda kind=kind: _pictures(kind),
                     lambda data: decoded_photo(data, "mutant"), _check_picture)
              for kind in ("png", "jpeg", "gif", "bmp", "webp")]
    found += [Reader(f"{kind} mesh", kind, 0.8, lambda kind=kind: _meshes(kind),
                     _in_file(f"mutant.{kind}", _by_trimesh), _check_mesh)
              for kind in ("obj", "stl", "ply", "off", "gltf", "glb")]
    found.append(Reader("svg as a picture", "svg", 2, lambda: [SVG],
                        lambda data: decoded_photo(data, "mutant"), _check_picture))
    shown = stairs()
    found.append(Reader("state", "nono", 2, lambda: _states(shown), _in_file(
        "mutant.nono", lambda path: load_states(path, shown)), _check_states))
    found.append(Reader("library export", "zip", 1, _archives, _import_export, _nothing))
    found += [Reader(f"batch of {ending}", kind, 0.5, seeds, _in_file(
        f"mutant.{ending}", _batch_inputs), _nothing) for ending, kind, seeds in (
            ("zip", "zip", _archives), ("tar", "", _tars),
            ("jsonl", "", lambda: [_members()["b/many.jsonl"]]),
            ("jsonl.gz", "", lambda: [gzip.compress(_members()["b/many.jsonl"], mtime=0)]))]
    found.append(Reader("batch results", "zip", 0.5, _batch_folder, _report_of_folder, _nothing))
    found.append(Reader("certificate", "lines", 1, _certificates, _check_proof, _proves))
    return tuple(found)


@cache
def assimp_readers() -> tuple[Reader, ...]:
    return tuple(Reader(f"{kind} mesh by assimp", kind, 1, seeds, _in_file(
        f"mutant.{kind}", mesh.read_mesh), _check_mesh) for kind, seeds in (
            ("ac", lambda: _meshes("ac")), ("dae", lambda: [DAE]), ("3ds", lambda: [three_ds()]),
            ("x", lambda: [X]), ("obj", lambda: _meshes("obj")), ("3mf", lambda: [three_mf()])))


@cache
def seeds_of(reader: Reader) -> list[bytes]:
    return reader.seeds()


# --- rounds --------------------------------------------------------------------------------------

@cache
def prepare() -> None:
    """Make the seeds, and read each once, so that every round finds all modules loaded."""
    for reader in readers():
        for seed in seeds_of(reader):
            reader.read(seed)
            break
    for family in FAMILIES.values():
        drawn(family(Random(1)))


def run(seed: int, report: Report) -> None:
    rng = Random(f"files {seed}")
    prepare()
    shares = [reader.share for reader in readers()]
    before = _peak()
    drawing = 0
    with stopping():
        for number, reader in enumerate([*rng.choices(readers(), shares, k=MUTANTS),
                                         *rng.choices(assimp_readers(), k=ASSIMP)]):
            seeds = seeds_of(reader)
            data = mutant(rng, reader.kind, rng.choice(seeds), seeds)
            report.doing(f"mutant {number}, {reader.name}")
            found = _read(report, reader, data, drawing % DRAWN_EVERY == 0)
            drawing += isinstance(found, list)
            peak = _peak()  # half a millisecond
            if peak > before + MAX_MEMORY and peak > before + MAX_MEMORY * _size(found, data):
                _failed(report, reader, data, f"{peak - before:,.0f} MB of memory")
            before = max(before, peak - MAX_MEMORY)


def _size(found: Any, data: bytes) -> float:
    """Return how many times as large as others a puzzle or a picture is, at least 1.

    Of what was refused it is the size that a picture declares: some decoders take memory for all
    of it before they find that it is damaged.
    """
    if found is None or isinstance(found, Photo):
        return max(1.0, _declared_pixels(data) / LARGE_PIXELS)
    cells = sum(each.puzzle.cells for each in found if isinstance(each, Nonogram)) \
        if isinstance(found, list) else 0
    return max(1.0, cells / LARGE)


def _declared_pixels(data: bytes) -> int:
    """Return the pixels by the header of a picture, 0 of anything that is not to be decoded."""
    try:
        with Image.open(io.BytesIO(data)) as picture:
            pixels = picture.width * picture.height
    except Exception:
        return 0
    return pixels if pixels <= photo.MAX_PIXELS else 0


def _read(report: Report, reader: Reader, data: bytes, draw: bool) -> Any:
    """Read one mutant; return what was accepted."""
    report.count("mutants")
    report.count(f"mutants of {reader.name}")
    found, failure = outcome(reader, data, draw)
    report.count("accepted", found is not None)
    if failure:
        _failed(report, reader, data, failure)
    return found


def outcome(reader: Reader, data: bytes, draw: bool = True) -> tuple[Any, str]:
    """Read a file; return what was accepted, and what is wrong with the way it went, if anything.
    """
    begin = time.process_time()
    signal.setitimer(signal.ITIMER_PROF, HUNG_SECONDS)
    found: Any = None
    try:
        with warnings.catch_warnings(action="error"):
            found = reader.read(data)
        took = time.process_time() - begin
        reader.accepted(found)
        if draw and isinstance(found, list) and found and isinstance(found[0], Nonogram):
            drawn(found[0])
    except InputError as error:
        took = time.process_time() - begin
        if found is not None:
            return found, f"accepted, and then refused: {error}"
        if not reader.message.fullmatch(str(error)) or not str(error).isprintable():
            return None, f"the message is {str(error)!a}"
    except Exception as error:
        where = "".join(traceback.format_exception(error)[-6:])
        return found, f"{type(error).__name__}: {error}\n{where}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    if took > MAX_SECONDS and reader in readers() and took > MAX_SECONDS * _size(found, data):
        return found, f"{took:.2f} s of CPU time"
    return found, ""


def _failed(report: Report, reader: Reader, data: bytes, message: str) -> None:
    kept = LOGS / "mutants" / f"{reader.name.replace(' ', '_')}-{sha256(data).hexdigest()[:12]}"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_bytes(data)
    report.fail(f"{reader.name}: {message}", kept_in=kept, data=data[:3000])


def _peak() -> float:
    """Return the most memory that this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


@contextmanager
def stopping() -> Iterator[None]:
    """Raise TimeoutError in a reader that has computed for too long."""
    def stop(number: int, frame: object) -> None:
        raise TimeoutError(f"stopped after {HUNG_SECONDS} s")

    before = signal.signal(signal.SIGPROF, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGPROF, before)


# --- seeds of formats that only assimp reads -----------------------------------------------------

DAE = b"""<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema"
 version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset><library_geometries><geometry id="g">
<mesh><source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 1</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/>
<param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices><triangles count="4">
<input semantic="VERTEX" source="#v" offset="0"/><p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh>
</geometry></library_geometries><library_visual_scenes><visual_scene id="s"><node>
<instance_geometry url="#g"/></node></visual_scene></library_visual_scenes><scene>
<instance_visual_scene url="#s"/></scene></COLLADA>"""

X = b"""xof 0303txt 0032
Mesh m { 4; 0;0;0;, 1;0;0;, 0;1;0;, 0;0;1;; 4; 3;0,2,1;, 3;0,1,3;, 3;0,3,2;, 3;1,2,3;; }
"""


def three_ds() -> bytes:
    """A tetrahedron as 3DS: chunks in chunks."""
    def chunk(number: int, body: bytes) -> bytes:
        return struct.pack("<HI", number, 6 + len(body)) + body

    points = struct.pack("<H12f", 4, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)
    faces = struct.pack("<H", 4) + b"".join(
        struct.pack("<4H", *face, 0) for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
    shape = chunk(0x4000, b"a\0" + chunk(0x4100, chunk(0x4110, points) + chunk(0x4120, faces)))
    return chunk(0x4D4D, chunk(0x0002, struct.pack("<I", 3)) + chunk(0x3D3D, shape))


def three_mf() -> bytes:
    """A tetrahedron as 3MF."""
    points = "".join(f'<vertex x="{x}" y="{y}" z="{z}"/>'
                     for x, y, z in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>'
                    for a, b, c in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)))
    model = ('<model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/'
             f'2015/02"><resources><object id="1" type="model"><mesh><vertices>{points}</vertices>'
             f"<triangles>{faces}</triangles></mesh></object></resources>"
             '<build><item objectid="1"/></build></model>')
    links = ('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
             '<Relationship Id="r" Target="/3D/3dmodel.model" Type="http://schemas.microsoft.com/'
             '3dmanufacturing/2013/01/3dmodel"/></Relationships>')
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        target.writestr("_rels/.rels", links)
        target.writestr("3D/3dmodel.model", model)
    return packed.getvalue()


def main() -> None:
    """Shrink a file that fails, by leaving out pieces while it fails in the same way."""
    name, path = sys.argv[1:]
    [reader] = [each for each in (*readers(), *assimp_readers()) if each.name == name]

    def kind(data: bytes) -> str:
        return outcome(reader, data)[1].partition(":")[0]

    data = Path(path).read_bytes()
    with stopping():
        wanted, size = kind(data), len(data) // 2
        while size:
            at = 0
            while at < len(data):
                if kind(shorter := data[:at] + data[at + size:]) == wanted:
                    data = shorter
                else:
                    at += size
            size //= 2
        print(data, outcome(reader, data)[1], sep="\n")


if __name__ == "__main__":
    main()
