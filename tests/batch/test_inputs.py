"""Inputs: every kind gives the same puzzles; what is hostile or broken is an error of its own."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import random
import tarfile
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest

from helpers.batch_files import write_lines
from nonoforge.batch.folder import Folder
from nonoforge.batch.inputs import Bad, Block, File, Inputs
from nonoforge.batch.shard import Item, items
from nonoforge.batch.streams import Cutter
from nonoforge.errors import InputError
from nonoforge.formats import MAX_BYTES, dumps, loads
from nonoforge.nonogram import Nonogram


def found(*inputs: object, size: int = 4, **more: object) -> list[Item]:
    shards = list(Inputs([str(each) for each in inputs], **more).shards(size))  # type: ignore[arg-type]
    assert [shard.number for shard in shards] == list(range(len(shards)))
    assert all(shard.count == size for shard in shards[:-1])
    return [item for shard in shards for item in items(shard.pieces)]


def read(item: Item) -> list[Nonogram]:
    data = Path(item.name).read_bytes() if item.data is None else item.data
    return loads(data, item.name, item.format)


def bad(*inputs: object, **more: object) -> list[tuple[str, str]]:
    return [(item.name, item.error) for item in found(*inputs, **more) if item.error]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> SimpleNamespace:
    """The same puzzles in every kind of input."""
    folder = tmp_path_factory.mktemp("inputs")
    lines = folder / "set.jsonl"
    puzzles = write_lines(lines, 10)
    packed = folder / "set.jsonl.gz"
    packed.write_bytes(gzip.compress(lines.read_bytes()))
    bundle = folder / "set.nonpack"
    bundle.write_bytes(dumps(puzzles, "nonpack"))
    files = folder / "files"
    (files / "more").mkdir(parents=True)
    for number, puzzle in enumerate(puzzles):
        place = files / "more" if number > 5 else files
        (place / f"{number:02}.{'nono' if number % 2 else 'non'}").write_bytes(
            dumps(puzzle, "nono" if number % 2 else "non"))
    (files / "notes.md").write_text("no puzzle")
    with tarfile.open(folder / "set.tar.gz", "w:gz") as tar:
        tar.add(files, "files")
    with zipfile.ZipFile(folder / "set.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files.rglob("*.*")):
            archive.write(path, path.relative_to(folder))
        archive.write(lines, "inner.jsonl")
    names = folder / "list.txt"
    names.write_text("\n".join(map(str, sorted(files.rglob("*.no*")))) + "\n")
    return SimpleNamespace(folder=folder, lines=lines, packed=packed, bundle=bundle, files=files,
                           tar=folder / "set.tar.gz", zip=folder / "set.zip", names=names,
                           puzzles=puzzles)


def same(items: list[Item], puzzles: list[Nonogram]) -> None:
    assert [read(item)[0].puzzle for item in items] == [puzzle.puzzle for puzzle in puzzles]


@pytest.mark.parametrize("kind", ["lines", "packed", "bundle", "files", "tar", "names"])
@pytest.mark.parametrize("size", [1, 3, 100])
def test_every_kind_gives_the_same_puzzles(sample: SimpleNamespace, kind: str, size: int) -> None:
    given = f"@{sample.names}" if kind == "names" else getattr(sample, kind)
    got = found(given, size=size)
    if kind == "tar":  # in the order of the archive
        got.sort(key=lambda item: item.name)
    same(got, sample.puzzles)


def test_archives_hold_lines_too(sample: SimpleNamespace) -> None:
    got = found(sample.zip)
    same(got[:10], sample.puzzles)
    same(got[10:], sample.puzzles)
    assert got[10].name == f"{sample.zip}/inner.jsonl#1"


def test_patterns_and_the_folder_of_results(sample: SimpleNamespace) -> None:
    assert len(found(f"{sample.files}/**/*.nono")) == 5
    assert len(found(sample.files, avoid=str(sample.files / "more"))) == 6


@pytest.mark.parametrize("kind", ["lines", "packed", "files", "pattern", "names", "tar", "zip"])
def test_progress_is_the_share_of_bytes(sample: SimpleNamespace, kind: str) -> None:
    given = {"names": f"@{sample.names}", "pattern": f"{sample.files}/**/*.no*"}.get(kind) or \
        str(getattr(sample, kind))
    inputs = Inputs([given, str(sample.bundle)])
    inputs.measure()
    seen = [inputs.read for _ in inputs.shards(3)]
    assert seen == sorted(seen)
    assert inputs.read == inputs.size > 0
    unknown = Inputs([given, "-"])
    unknown.measure()
    assert unknown.size == 0


def test_the_same_inputs_have_the_same_source(sample: SimpleNamespace) -> None:
    one, other = ([shard.source for shard in Inputs([str(sample.lines)]).shards(4)]
                  for _ in range(2))
    assert one == other
    assert len(set(one)) == 3


def test_standard_input(sample: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, count in ((sample.lines, 10), (sample.bundle, 10), (sample.files / "00.non", 1)):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(path.read_bytes())))
        same(found("-"), sample.puzzles[:count])
    for path in (sample.packed, sample.tar, sample.zip):
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(path.read_bytes())))
        got = found("-")
        assert len(got) == (1 if path == sample.zip else 10)
        assert got[0].error.startswith("a zip archive must be a file" if path == sample.zip else "")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(
        buffer=io.BytesIO(sample.tar.read_bytes()[:-30])))
    assert "broken" in bad("-")[-1][1]


def test_a_remote_folder(sample: SimpleNamespace) -> None:
    pytest.importorskip("fsspec")
    same(found(f"file://{sample.files}"), sample.puzzles)
    same(found(f"file://{sample.lines}"), sample.puzzles)


def test_addresses_are_looked_at_before_any_work(sample: SimpleNamespace, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(InputError, match=r"memory://nothing/here.jsonl: .* no such file"):
        Inputs(["memory://nothing/here.jsonl"])
    with pytest.raises(InputError, match=r"strange://here: cannot be used: .*strange"):
        Inputs(["strange://here"])
    with pytest.raises(InputError, match="strange"):
        Folder("strange://here")
    names = tmp_path / "list.txt"
    names.write_text(f"memory://nothing.jsonl\nstrange://here\nfile://{sample.files}/00.non\n")
    assert [name for name, _ in bad(f"@{names}")] == ["memory://nothing.jsonl", "strange://here"]


def test_what_does_not_exist_is_refused_at_once(tmp_path: Path) -> None:
    for name in ("nothing.jsonl", "@nothing.txt", "*.nono"):
        with pytest.raises(InputError):
            Inputs([str(tmp_path / name) if name[0] != "@" else f"@{tmp_path / name[1:]}"])


def test_what_a_list_names_wrongly_is_an_error_of_its_own(sample: SimpleNamespace,
                                                          tmp_path: Path) -> None:
    names = tmp_path / "list.txt"
    names.write_text(f"{tmp_path}/nothing.non\n\n-\n{sample.files}/00.non\n")
    assert [error[1] for error in bad(f"@{names}")] == [
        "cannot be read: there is no such file", "a list cannot name standard input"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_pipes_and_links_to_folders_are_left_alone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.non")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert bad(tmp_path) == [(f"{tmp_path}/pipe.non", "not a regular file")]


def test_hostile_members(tmp_path: Path) -> None:
    path = tmp_path / "evil.tar"
    with tarfile.open(path, "w") as tar:
        for name, kind, link in (
                ("../up.non", tarfile.REGTYPE, ""), ("/root.non", tarfile.REGTYPE, ""),
                ("link.non", tarfile.SYMTYPE, "/etc/passwd"),
                ("hard.non", tarfile.LNKTYPE, "../up.non"), ("device.non", tarfile.CHRTYPE, ""),
                ("in.zip", tarfile.REGTYPE, "")):
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, link
            tar.addfile(member)
        large = tarfile.TarInfo("large.non")
        large.size = MAX_BYTES + 1
        tar.addfile(large, io.BytesIO(bytes(large.size)))
        good = tarfile.TarInfo("good.non")
        tar.addfile(good)
    assert [name.rpartition("evil.tar/")[2] for name, _ in bad(path)] == [
        "../up.non", "/root.non", "link.non", "hard.non", "device.non", "in.zip", "large.non"]
    assert len(found(path)) == 8


def test_bombs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("inputs", "streams"):
        monkeypatch.setattr(f"nonoforge.batch.{module}.MIN_RATIO_SIZE", 1 << 20)
    line = b" " * (1 << 20) + b"\n"
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.jsonl", 3 * line)
        archive.writestr("b.non", "width 1\n")
    assert bad(tmp_path / "bomb.zip") == [
        (f"{tmp_path}/bomb.zip/a.jsonl", "unpacks to more than 200 times its size")]
    blank = b"\n" * (3 << 20)
    for name, content in (("spaces", 3 * line), ("blank", blank)):
        (tmp_path / f"{name}.jsonl.gz").write_bytes(gzip.compress(content))
        shards = list(Inputs([str(tmp_path / f"{name}.jsonl.gz")]).shards(4))
        assert "200 times" in bad(tmp_path / f"{name}.jsonl.gz")[-1][1]
        assert len(shards) == 1  # and none of blank lines


@pytest.mark.parametrize("kind", ["gz", "bz2", "xz", "zst"])
@pytest.mark.parametrize("harm", ["cut", "changed"])
def test_what_is_before_a_break_is_kept(tmp_path: Path, kind: str, harm: str) -> None:
    lines = b"".join(b"%040x\n" % random.Random(number).getrandbits(160)
                     for number in range(40_000))
    if kind == "zst":
        library = pytest.importorskip("zstandard")
        packed = library.ZstdCompressor(write_checksum=True).compress(lines)
    else:
        packed = {"gz": gzip, "bz2": bz2, "xz": lzma}[kind].compress(lines)
    place = len(packed) * 3 // 4
    path = tmp_path / f"set.jsonl.{kind}"
    path.write_bytes(packed[:place] + (b"" if harm == "cut" else bytes(9) + packed[place + 9:]))
    *kept, last = found(path, size=1000)
    assert len(kept) > (5_000 if kind in ("bz2", "zst") else 20_000)
    assert last.error.startswith("broken from here on: ")
    assert [item.data for item in kept[:20_000]] == lines.splitlines()[:len(kept)][:20_000]
    if harm == "cut":  # bytes may be changed long before it shows
        assert last.name == f"{path}#{len(kept) + 1}"


def test_broken_archives(sample: SimpleNamespace, tmp_path: Path) -> None:
    for path in (sample.tar, sample.zip, sample.packed):
        cut = tmp_path / path.name
        cut.write_bytes(path.read_bytes()[:-len(path.read_bytes()) // 3])
        assert bad(cut)
    (tmp_path / "empty.zip").write_bytes(b"")
    (tmp_path / "text.tar").write_text("no archive")
    assert len(bad(tmp_path / "empty.zip", tmp_path / "text.tar")) == 2


@pytest.mark.parametrize("lines", [True, False])
def test_a_line_that_never_ends(lines: bool) -> None:
    end = b"\n" if lines else b"\n====\n"
    data = b"a" + end + b"x" * (MAX_BYTES + 5_000_000) + end + b"b" + end + b"c"
    cutter, parts, skipped = Cutter(io.BytesIO(data), lines), [], 0
    while True:
        block, count = cutter.take(10)
        parts.append(block)
        if cutter.too_long:
            skipped += cutter.skip()
        elif not count:
            break
    assert b"".join(parts) == b"a" + end + b"b" + end + b"c"
    assert skipped == MAX_BYTES + 5_000_000 + len(end)


def test_blocks_are_cut_where_a_shard_is_full(sample: SimpleNamespace) -> None:
    shards = list(Inputs([str(sample.files / "00.non"), str(sample.lines)]).shards(4))
    kinds = [[type(piece) for piece in shard.pieces] for shard in shards]
    assert kinds == [[File, Block], [Block], [Block]]
    assert [piece.count for shard in shards for piece in shard.pieces
            if isinstance(piece, Block)] == [3, 4, 3]
    assert not any(isinstance(piece, Bad) for shard in shards for piece in shard.pieces)
