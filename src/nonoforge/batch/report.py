"""What a batch found: verdicts, levels, ratings, times, the slowest puzzles, errors.

Records are read one after another; what is kept are counts, a histogram of times, and few records.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator
from html import escape
from math import floor, log10

import msgspec

from nonoforge.batch.folder import Folder, Manifest
from nonoforge.batch.inputs import Shard
from nonoforge.batch.records import BatchRecord
from nonoforge.batch.shard import items
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.files import read_file
from nonoforge.formats import MAX_BYTES, loads
from nonoforge.text import count

SLOWEST = 10  # puzzles that are listed
ERRORS = 20
PER_DECADE = 20  # bins of the histogram of times: percentiles are exact to 6 %
PERCENTILES = (50, 90, 99, 99.9)


class BatchReport(msgspec.Struct):
    """Counts over all records of a folder. Times are CPU time in milliseconds."""

    folder: str
    verb: str
    version: str
    puzzles: int = 0
    errors: int = 0
    shards: int = 0
    bytes: int = 0
    cpu_hours: float = 0.0
    verdicts: dict[str, int] = {}
    levels: dict[str, int] = {}
    stars: dict[str, int] = {}
    techniques: dict[str, int] = {}
    causes: dict[str, int] = {}
    times: dict[str, float] = {}
    """Percentiles: `p50`, `p90`, `p99`, `p99.9`, and `max`."""
    histogram: dict[str, int] = {}
    """Number of puzzles by the decade of their time: `0.1` is 0.1 to 1 ms."""
    slowest: list[BatchRecord] = []
    failures: list[BatchRecord] = []


def report_of(path: str) -> BatchReport:
    """Return the report on the folder of a batch, finished or not."""
    folder = Folder(path)
    manifest = folder.manifest()
    if manifest is None:
        raise InputError("this is not the folder of a batch", file=path)
    done = folder.done()
    found = BatchReport(path, manifest.verb, manifest.version, shards=len(done),
                        bytes=sum(each.bytes for each in done.values()),
                        cpu_hours=sum(each.cpu for each in done.values()) / 3600)
    _count(found, folder.records())
    return found


def _count(found: BatchReport, records: Iterator[BatchRecord]) -> None:
    counters = {name: Counter[str]() for name in ("verdict", "level", "technique", "cause")}
    stars: Counter[str] = Counter()
    bins: Counter[int] = Counter()
    slowest: list[tuple[float, int, int, BatchRecord]] = []
    for record in records:
        found.puzzles += 1
        for name, counter in counters.items():
            if value := getattr(record, name):
                counter[value] += 1
        if record.stars:
            stars[str(record.stars)] += 1
        if record.error:
            found.errors += 1
            if len(found.failures) < ERRORS:
                found.failures.append(record)
        bins[floor(PER_DECADE * log10(max(record.ms, 1e-3)))] += 1
        # Puzzles that were solved in one call share its time evenly: their work tells them apart.
        settled = record.work[0] if record.work else 0
        heapq.heappush(slowest, (record.ms, settled, -found.puzzles, record))
        if len(slowest) > SLOWEST:
            heapq.heappop(slowest)
    found.verdicts, found.levels, found.techniques, found.causes = (
        dict(counter.most_common()) for counter in counters.values())
    found.stars = dict(sorted(stars.items()))
    found.slowest = [record for *_, record in sorted(slowest, reverse=True)]
    if found.slowest:
        longest = found.slowest[0].ms
        found.times = {**_percentiles(bins, longest), "max": longest}
    decades: Counter[int] = Counter()
    for number, many in bins.items():
        decades[number // PER_DECADE] += many
    found.histogram = {f"{10.0 ** decade:g}": decades[decade] for decade in sorted(decades)}


def _percentiles(bins: Counter[int], longest: float) -> dict[str, float]:
    total, found = sum(bins.values()), {}
    for percent in PERCENTILES:
        below = 0
        for number in sorted(bins):
            below += bins[number]
            if below >= total * percent / 100:
                found[f"p{percent:g}"] = min(longest, round(10 ** ((number + 0.5) / PER_DECADE), 4))
                break
    return found


def report_text(report: BatchReport) -> str:
    """Return a report for a terminal."""
    lines = [f"{report.folder}: batch {report.verb}, {count(report.puzzles, 'puzzle')}, "
             f"{count(report.errors, 'error')}, {count(report.shards, 'shard')}, "
             f"{report.bytes / 1e6:,.1f} MB, {report.cpu_hours * 3600:,.1f} s of CPU time"]
    for title, counts in _tables(report):
        if counts:
            lines += ["", title, *_bars(counts, report.puzzles)]
    if report.times:
        lines += ["", "CPU time: " + ", ".join(f"{name} {_ms(ms)}"
                                               for name, ms in report.times.items())]
    if report.slowest:
        lines += ["", "slowest"] + [f"  {_ms(record.ms):>13}  {record.verdict or record.error}"
                                    f"  {record.file}" for record in report.slowest]
    if report.failures:
        lines += ["", "errors"] + [f"  {_failure(record)}" for record in report.failures]
        if report.errors > len(report.failures):
            lines.append(f"  ... and {report.errors - len(report.failures):,} more")
    return "\n".join(lines)


def _failure(record: BatchRecord) -> str:
    """Return what happened where; most errors of inputs have their place already."""
    placed = record.error.startswith((f"{record.file}:", f"{record.file.rpartition('#')[0]}:"))
    return record.error if placed else f"{record.file}: {record.error}"


def _ms(time: float) -> str:
    return f"{time:,.0f} ms" if time >= 100 else f"{time:.3g} ms"


def _tables(report: BatchReport) -> list[tuple[str, dict[str, int]]]:
    times = {f"{start} to {10 * float(start):g} ms": many
             for start, many in report.histogram.items()}
    return [("verdicts", report.verdicts), ("levels", report.levels), ("stars", report.stars),
            ("hardest techniques", report.techniques), ("causes of errors", report.causes),
            ("CPU time of a puzzle", times)]


def _bars(counts: dict[str, int], total: int) -> list[str]:
    width = max(map(len, counts))
    return [f"  {name:<{width}} {many:>12,} {100 * many / max(1, total):>6.2f} % "
            + "#" * round(40 * many / max(1, total)) for name, many in counts.items()]


def report_html(report: BatchReport, pictures: list[str]) -> str:
    """Return a report as one page without scripts; `pictures` are SVG of the slowest puzzles."""
    parts = [f"<h1>{escape(report.folder)}</h1><p>batch {escape(report.verb)}, version "
             f"{escape(report.version)}: {count(report.puzzles, 'puzzle')}, "
             f"{count(report.errors, 'error')}, {count(report.shards, 'shard')}, "
             f"{report.bytes / 1e6:,.1f} MB, {report.cpu_hours:,.3f} hours of CPU time</p>"]
    for title, counts in _tables(report):
        if counts:
            rows = "".join(
                f"<tr><th>{escape(name)}<td>{many:,}<td><div class=bar style='width:"
                f"{300 * many / max(counts.values()):.0f}px'></div>"
                for name, many in counts.items())
            parts.append(f"<h2>{title}</h2><table>{rows}</table>")
    if report.times:
        parts.append("<p>CPU time: " + ", ".join(
            f"{name} {_ms(ms)}" for name, ms in report.times.items()) + "</p>")
    if report.slowest:
        parts.append("<h2>slowest</h2><div class=grid>" + "".join(
            f"<figure>{picture}<figcaption>{_ms(record.ms)}, "
            f"{escape(record.verdict or record.cause)}<br>{escape(record.file)}</figcaption>"
            "</figure>" for record, picture in zip(report.slowest, pictures, strict=False))
            + "</div>")
    if report.failures:
        parts.append("<h2>errors</h2><ul>" + "".join(
            f"<li>{escape(_failure(record))}</li>"
            for record in report.failures) + "</ul>")
    return f"<!doctype html><meta charset=utf-8><title>{escape(report.folder)}</title>" \
        f"<style>{_STYLE}</style>" + "".join(parts) + "\n"


_STYLE = """body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
table{border-spacing:.8rem .1rem}th{font-weight:400;text-align:left}td{text-align:right}
.bar{background:#3567a8;height:.8rem;min-width:1px}.grid{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0;width:11rem;font-size:12px;overflow-wrap:anywhere}figure svg{width:100%;height:auto}
"""


def slowest_pictures(path: str, report: BatchReport) -> list[str]:
    """Return drawings of the slowest puzzles; an empty text where the input is gone."""
    manifest = Folder(path).manifest()
    assert manifest is not None
    return [_picture(manifest, record) for record in report.slowest]


def _picture(manifest: Manifest, record: BatchRecord) -> str:
    """Return a puzzle as SVG, read again from a file, a line of it, or a bundle."""
    from nonoforge.drawing import DrawOptions, svg

    name, _, number = record.file.rpartition("#")
    try:
        if number.isdigit():
            from nonoforge.batch.inputs import Inputs

            data, format = b"", "nono"
            for shard in Inputs([name]).shards(manifest.shard_size):
                if item := _found(shard, record.file):
                    data, format = item
                    break
            [nonogram] = loads(data, record.file, format)
        else:
            nonogram = loads(read_file(record.file, MAX_BYTES), record.file)[0]
        return svg(nonogram, DrawOptions(clues=True))
    except (NonoforgeError, OSError, ValueError):
        return ""


def _found(shard: Shard, name: str) -> tuple[bytes, str] | None:
    for item in items(shard.pieces):
        if item.name == name and item.data is not None:
            return item.data, item.format or "nono"
    return None
