"""Many puzzles: streamed, in shards that are written whole, on this machine or on a cluster.

    inputs     files, folders, JSON Lines, bundles and archives, cut into shards; `streams`
    verbs      what is done with each puzzle; `shard`: one shard, in a worker process
    records    the compact results; `folder`: where they are kept; `report`: what they say
    local      worker processes of this machine; `cluster`: dask
    running    a whole batch

>>> from nonoforge import batch
>>> [record.verdict for record in batch.stream("solve", ["examples/fox.nono"], jobs=1)]
['unique']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.batch.folder import Folder as Folder
    from nonoforge.batch.local import Stop as Stop
    from nonoforge.batch.options import BatchOptions as BatchOptions
    from nonoforge.batch.records import BatchRecord as BatchRecord
    from nonoforge.batch.records import unpack_colours as unpack_colours
    from nonoforge.batch.report import report_html as report_html
    from nonoforge.batch.report import report_of as report_of
    from nonoforge.batch.report import report_text as report_text
    from nonoforge.batch.report import slowest_pictures as slowest_pictures
    from nonoforge.batch.running import BatchSummary as BatchSummary
    from nonoforge.batch.running import run as run
    from nonoforge.batch.running import run_batch as run_batch
    from nonoforge.batch.running import stream as stream
    from nonoforge.batch.running import stream_lines as stream_lines
    from nonoforge.batch.verb_table import VERBS as VERBS
    from nonoforge.batch.verdicts import solve_stream as solve_stream

__getattr__, __dir__ = lazy_exports(__name__, {
    "Folder": "folder", "Stop": "local", "BatchOptions": "options", "BatchRecord": "records",
    "unpack_colours": "records", "BatchSummary": "running", "run": "running",
    "run_batch": "running", "stream": "running", "stream_lines": "running", "VERBS": "verb_table",
    "solve_stream": "verdicts", "report_html": "report", "report_of": "report",
    "report_text": "report", "slowest_pictures": "report"})
