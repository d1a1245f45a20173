"""Whole batches with real worker processes: the same records whatever happens on the way."""

from __future__ import annotations

import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from helpers.batch_files import json_line, write_lines, write_mischief
from nonoforge import batch
from nonoforge.batch.folder import decode_shard, encode_shard, extension
from nonoforge.batch.local import isolated, limits_for
from nonoforge.batch.options import Compression, RecordFormat
from nonoforge.batch.records import BatchRecord, pack_colours, unpack_colours
from nonoforge.batch.running import _claimed
from nonoforge.engine import solve
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import loads
from nonoforge.judge import rate
from nonoforge.verdict import Budget

SOAK = int(os.environ.get("NONOFORGE_SOAK_BATCH", "0"))
"""Number of kills of the long test; 0: the short one."""


def bare(folder: Path) -> list[BatchRecord]:
    """The records without their times."""
    return [msgspec.structs.replace(record, ms=0.0)
            for record in batch.Folder(str(folder)).records()]


def content(folder: Path) -> dict[str, list[bytes]]:
    """The files of records, without times."""
    return {path.name: [line.rpartition(b',"ms":')[0] for line in path.read_bytes().splitlines()]
            for path in sorted((folder / "shards").iterdir())}


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("batch") / "set.jsonl"
    write_lines(path, 60)
    return path


@pytest.fixture(scope="module")
def solved(lines: Path) -> Path:
    """The folder of an undisturbed run."""
    folder = lines.parent / "solved"
    summary = batch.run("solve", lines, folder, jobs=1, shard_size=25)
    assert (summary.puzzles, summary.errors, summary.shards) == (60, 0, 3)
    return folder


def test_records_say_what_solving_says(lines: Path, solved: Path) -> None:
    from nonoforge.formats import loads

    for line, record in zip(lines.read_bytes().splitlines(), bare(solved), strict=True):
        [nonogram] = loads(line)
        verdict = solve(nonogram)
        assert (record.verdict, record.level, record.work) == (
            verdict.answer, verdict.level, list(verdict.work))
        assert unpack_colours(record.solution, nonogram.puzzle.cells) == verdict.solutions[0]


def test_running_again_skips_what_is_done(lines: Path, solved: Path) -> None:
    before = content(solved)
    (solved / "done" / "shard-000001.json").unlink()
    (solved / "shards" / ".shard-000001.jsonl.0.part").write_text("half")
    summary = batch.run("solve", lines, solved, jobs=1, shard_size=25)
    assert (summary.puzzles, summary.skipped) == (60, 35)
    assert content(solved) == before
    manifest = json.loads((solved / "manifest.json").read_text())
    assert (manifest["verb"], manifest["shard_size"]) == ("solve", 25)


@pytest.mark.parametrize("change", [
    {"budget": "nodes=7"}, {"shard_size": 10}, {"solution": "none"}, {"compression": "gzip"},
    {"verb": "check"}, {"inputs": "other.jsonl"}])
def test_another_run_is_refused(lines: Path, solved: Path, change: dict[str, object]) -> None:
    (lines.parent / "other.jsonl").write_bytes(lines.read_bytes())
    options = {"shard_size": 25, "verb": "solve", "inputs": "set.jsonl", **change}
    verb, inputs = options.pop("verb"), lines.parent / str(options.pop("inputs"))
    with pytest.raises(InputError, match="--restart"):
        batch.run(str(verb), inputs, solved, **options)


def test_changed_inputs_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    write_lines(path, 4)
    batch.run("solve", path, tmp_path / "out", jobs=1)
    write_lines(path, 4, seed=2)
    with pytest.raises(InputError, match="inputs have changed"):
        batch.run("solve", path, tmp_path / "out", jobs=1)
    assert batch.run("solve", path, tmp_path / "out", jobs=1, restart=True).puzzles == 4


def test_wrong_folders_are_refused_before_any_work(lines: Path, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("keep")
    (tmp_path / "file").write_text("keep")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "manifest.json").write_text("{")
    for name in ("mine", "file", "broken"):
        with pytest.raises(InputError):
            batch.run("solve", lines, tmp_path / name, restart=name == "mine")
    assert (tmp_path / "mine" / "thesis.txt").read_text() == "keep"
    with pytest.raises(InputError, match="needs the folder"):
        batch.run("solve", lines, tmp_path / "new", again="unknown")


@pytest.mark.parametrize(("format", "compression", "library"), [
    ("parquet", "zstd", "pyarrow"), ("jsonl", "gzip", "gzip"), ("jsonl", "zstd", "zstandard")])
def test_forms_of_files(solved: Path, format: RecordFormat, compression: Compression,
                        library: str) -> None:
    pytest.importorskip(library)
    records = [line for path in sorted((solved / "shards").iterdir())
               for line in path.read_bytes().splitlines()]
    data = encode_shard(records, format, compression)
    assert data == encode_shard(records, format, compression)
    assert decode_shard(data, f"x.{extension(format, compression)}") == records


def test_parts_and_an_address_make_the_whole(lines: Path, solved: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    for part in (2, 1):
        batch.run("solve", lines, f"file://{tmp_path}/out", jobs=1, shard_size=25,
                  shard=f"{part}/2")
    assert content(tmp_path / "out") == content(solved)


def test_records_and_inputs_at_an_address(
    lines: Path, solved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A run is continued there too; what its file system raises is one line."""
    system = pytest.importorskip("fsspec").filesystem("memory")
    system.pipe_file("/sets/set.jsonl", lines.read_bytes())
    options = {"jobs": 1, "shard_size": 25}
    batch.run("solve", "memory://sets/set.jsonl", "memory://out", **options)
    system.rm_file("/out/done/shard-000001.json")
    summary = batch.run("solve", "memory://sets/set.jsonl", "memory://out", **options)
    assert (summary.puzzles, summary.skipped) == (60, 35)
    assert [(record.key, record.solution) for record in batch.Folder("memory://out").records()] == \
        [(record.key, record.solution) for record in bare(solved)]
    assert system.ls("/out", detail=False) == ["/out/done", "/out/manifest.json", "/out/shards"]
    for name in ("ls", "pipe_file", "cat_file"):
        with monkeypatch.context() as patch:
            patch.setattr(type(system), name, _unreachable)
            with pytest.raises(InputError, match=r"memory://.*: cannot be .*no such host"):
                batch.run("solve", lines, "memory://other", **options)


def _unreachable(*_: object, **__: object) -> None:
    raise RuntimeError("no such host")


@pytest.mark.parametrize("error", [errno.EWOULDBLOCK, errno.ENOLCK])
def test_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int) -> None:
    """One that is held is refused; a file system that has none can be written."""
    def refused(file: int, how: int) -> None:
        raise OSError(error, "refused")

    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", refused)
    claimed = _claimed(batch.Folder(str(tmp_path)), batch.BatchOptions(shard="1/2"))
    if error == errno.ENOLCK:
        with claimed:
            pass
    else:
        with pytest.raises(InputError, match="another process works on part 1/2 in this folder"), \
                claimed:
            pass


def test_a_part_begins_while_another_does(lines: Path, solved: Path, tmp_path: Path) -> None:
    """What the other has written by then is not taken for somebody's files."""
    folder = tmp_path / "out"
    folder.mkdir()
    for name in (".probe-12ab", "..probe-12ab.7.part", ".manifest.json.7.part", "lock-2-of-2"):
        (folder / name).touch()
    batch.run("solve", lines, folder, jobs=1, shard_size=25, shard="1/2")
    assert len(bare(folder)) == 35


def test_streams_keep_the_order(lines: Path, solved: Path) -> None:
    streamed = batch.stream("solve", lines, jobs=2, shard_size=7)
    assert [msgspec.structs.replace(record, ms=0.0) for record in streamed] == bare(solved)
    first = batch.stream("solve", lines, jobs=1, shard_size=5)
    assert next(first).file.endswith("#1")
    first.close()


@pytest.mark.parametrize("option", [
    {"again": "unknown"}, {"restart": True}, {"compression": "gzip"}, {"format": "parquet"},
    {"cluster": "tcp://127.0.0.1:9"}])
def test_streams_refuse_what_needs_a_folder(lines: Path, option: dict[str, object]) -> None:
    with pytest.raises(InputError, match=f"--{next(iter(option))} .* -o FOLDER"):
        next(batch.stream("solve", lines, **option))


def test_bad_lines_are_records(tmp_path: Path) -> None:
    good = json_line(from_picture(["#.", "##"]))
    path = tmp_path / "set.jsonl"
    path.write_text(f'{good}\n{{"nonoforge": 1, "fam\n\n{good}\n{good[:-3]}9]]}}\nnonsense\n')
    records = list(batch.stream("solve", path, jobs=1))
    assert [record.file.rpartition("#")[2] for record in records] == ["1", "2", "4", "5", "6"]
    assert [bool(record.error) for record in records] == [False, True, False, True, True]
    assert records[1].error.startswith(f"{path}:2:")


def test_what_a_puzzle_does_to_its_worker_is_a_record(tmp_path: Path) -> None:
    rows = {"crash": "#.#.#..", "memory": "#.#.##.", "spin": "#.##.#.", "raise": "##.#.#.",
            "good": "#######"}
    order = ["good", "crash", "good", "memory", "raise", "spin", "good"]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json_line(from_picture([rows[name], "......#"])) + "\n"
                            for name in order))
    records = list(batch.stream("solve", path, jobs=1, method=str(write_mischief(tmp_path)), cpu=1,
                                memory=512))
    assert [record.cause or record.verdict for record in records] == [
        "unique", "crash", "unique", "limit", "crash", "limit", "unique"]
    assert ["SIGABRT" in records[1].error, "512 MB" in records[3].error,
            "ZeroDivisionError" in records[4].error, "1 s of computing" in records[5].error] \
        == 4 * [True]


def test_unknown_verdicts_are_tried_again_with_more(tmp_path: Path) -> None:
    path, folder = tmp_path / "set.jsonl", tmp_path / "out"
    write_lines(path, 40)
    options = {"jobs": 1, "shard_size": 10}
    first = batch.run("solve", path, folder, method="line", **options)
    assert first.verdicts["unknown"]
    known = [record for record in bare(folder) if record.verdict != "unknown"]
    again = batch.run("solve", path, folder, again="unknown", **options)
    assert "unknown" not in again.verdicts
    assert again.puzzles == 40
    assert [record for record in bare(folder) if record in known] == known
    whole = batch.run("solve", path, tmp_path / "whole", **options)
    assert bare(folder) == bare(tmp_path / "whole")
    assert whole.verdicts == again.verdicts
    repeated = batch.run("solve", path, folder, again="unknown", **options)
    assert repeated.skipped == 40


@pytest.mark.parametrize("verb", ["check", "rate", "explain"])
def test_other_verbs(lines: Path, verb: str) -> None:
    [record] = batch.stream(verb, "examples/heart.nono", jobs=1)
    assert {"check": record.ready and record.stars, "rate": record.stars,
            "explain": record.steps}[verb]


def test_budgets_of_verbs_are_counts() -> None:
    """By default; and a count that runs out is said."""
    for kind in batch.VERBS.values():
        budget = getattr(kind.options(), "budget", None)
        assert Budget.of(budget).seconds is None, kind.name
    [record] = batch.stream("explain", "examples/heart.nono", jobs=1, budget="settled=20")
    assert record.why == "the budget ran out"
    assert 0 < len(record.steps) < 13


@pytest.mark.parametrize("verb", ["check", "rate"])
def test_records_have_the_stars_of_a_rating(lines: Path, verb: str) -> None:
    """Stars follow from the effort, not from the hardest technique alone."""
    for record in batch.stream(verb, lines, jobs=1):
        number = int(record.file.rpartition("#")[2])
        line = lines.read_bytes().splitlines()[number - 1]
        [nonogram] = loads(line, format="nono")
        rating = rate(nonogram)
        assert (record.stars, record.effort, record.technique) == (
            (rating.stars, rating.effort, rating.technique.name) if rating.technique else
            (0, rating.effort if verb == "rate" else 0, ""))


def test_colours_are_packed_and_unpacked() -> None:
    rng = random.Random(8)
    for colours in (2, 3, 5, 17, 32, 33, 64):
        for cells in (0, 1, 7, 8, 225):
            solution = bytes(rng.randrange(colours) for _ in range(cells))
            packed = pack_colours(solution, colours)
            assert unpack_colours(packed, cells, colours) == solution


def _start(lines: Path, folder: Path, size: int) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "nonoforge", "batch", "solve", str(lines), "-o", str(folder),
               "--shard-size", str(size), "--jobs", "2", "-q"]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL)


def _workers(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    """Kill workers and the main process at random moments; go on each time; compare."""
    rng, kills = random.Random(SOAK), SOAK or 3
    count, size = (100_000, 500) if SOAK else (1000, 50)
    path = tmp_path / "set.jsonl"
    write_lines(path, 500, side=12)
    path.write_bytes(path.read_bytes() * (count // 500))
    assert _start(path, tmp_path / "calm", size).wait(timeout=600) == 0
    run = _start(path, tmp_path / "out", size)
    seen = 0
    for kill in range(kills):
        begun = tmp_path / "out" / "done"
        goal = count // size * kill // (kills + 1)
        while run.poll() is None and len(list(begun.glob("*.json"))) < goal:
            time.sleep(0.005)
        time.sleep(rng.random() * 0.1)
        victims = _workers(run.pid)
        if kill % 2 and victims:
            os.kill(rng.choice(victims), signal.SIGKILL)
        else:
            run.kill()
            run.wait()
            run = _start(path, tmp_path / "out", size)
        seen += 1
    assert run.wait(timeout=600) == 0
    assert seen == kills
    assert content(tmp_path / "out") == content(tmp_path / "calm")
    assert sum(map(len, content(tmp_path / "out").values())) == count


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_ctrl_c_finishes_what_is_under_way(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    write_lines(path, 500, side=12)
    path.write_bytes(path.read_bytes() * 40)
    run = subprocess.Popen(
        [sys.executable, "-m", "nonoforge", "batch", "solve", str(path), "-o",
         str(tmp_path / "out"), "--shard-size", "100", "--jobs", "1"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while run.poll() is None and not list((tmp_path / "out").glob("done/*.json")):
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, words = run.communicate(timeout=60)
    assert run.returncode == 130
    assert words == f"{tmp_path}/out: interrupted; the same command goes on where it stopped\n"
    assert not list((tmp_path / "out").rglob("*.part"))
    records = len(bare(tmp_path / "out"))
    assert 0 < records < 20_000
    assert records % 100 == 0


def test_a_node_of_a_cluster_gives_the_same(lines: Path, solved: Path) -> None:
    """What a task of dask runs, without dask."""
    from nonoforge.batch.inputs import Inputs
    from nonoforge.batch.shard import ShardJob, Task, decode_result, encode_job
    from nonoforge.judge import SolveOptions

    task = Task("solve", msgspec.json.encode(SolveOptions()))
    [shard] = Inputs([str(lines)]).shards(1000)
    result = decode_result(isolated(encode_job(ShardJob(task, shard)), limits_for(task, 1024)))
    assert [line.rpartition(b',"ms":')[0] for line in result.records] == \
        [line for part in content(solved).values() for line in part]


def test_many_verdicts_are_a_stream(lines: Path) -> None:
    import nonoforge

    taken = []

    def puzzles() -> Iterator[object]:
        for _ in range(2000):
            taken.append(1)
            yield ["#.", "##"]

    first = nonoforge.solve_many(puzzles())
    assert next(first).answer == "unique"
    assert len(taken) < 1000
    some = [["#."], ["#.", ".#"]] * 3
    assert [verdict.answer for verdict in nonoforge.solve_many(some, jobs=2)] == \
        ["unique", "multiple"] * 3


@pytest.mark.skipif(os.name != "posix", reason="signals of Unix")
def test_an_interrupted_solve_keeps_what_it_has_done(tmp_path: Path) -> None:
    folder, out = tmp_path / "puzzles", tmp_path / "out.jsonl"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.nono").write_text(json_line(from_picture(["##.#.#." if number == 2 else
                                                                       "#######"])))
    mischief = write_mischief(tmp_path)
    mischief.write_text(mischief.read_text().replace("raise ZeroDivisionError", "time.sleep(60) #"))
    run = subprocess.Popen([sys.executable, "-m", "nonoforge", "solve", "--json", str(folder), "-o",
                            str(out), "--method", str(mischief)],
                           stderr=subprocess.PIPE, text=True)
    partial = tmp_path / "out.jsonl.partial"
    while run.poll() is None and not (partial.exists()
                                      and partial.read_bytes().count(b"\n") == 2):
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    _, words = run.communicate(timeout=60)
    assert not out.exists()
    assert len(partial.read_text().splitlines()) == 2
    assert words == f"{out}: interrupted; what was done by then is in {out}.partial\n"
