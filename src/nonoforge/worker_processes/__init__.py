"""Worker processes with limits of CPU time, memory and wall time: of the studio and of batches.

A worker does one job at a time and answers over a pipe (`frames`). What a job may cause, a crash,
a hang, or memory that runs out, ends its worker and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.worker_processes.frames import Limits as Limits
    from nonoforge.worker_processes.frames import TaskFailed as TaskFailed
    from nonoforge.worker_processes.process import TemporaryFolders as TemporaryFolders
    from nonoforge.worker_processes.process import WorkerProcess as WorkerProcess
    from nonoforge.worker_processes.process import remove_folder as remove_folder
    from nonoforge.worker_processes.worker import Teller as Teller
    from nonoforge.worker_processes.worker import limit_cpu as limit_cpu

# Lazy: a worker itself needs neither asyncio nor the parent's side.
__getattr__, __dir__ = lazy_exports(__name__, {
    "Limits": "frames", "TaskFailed": "frames", "TemporaryFolders": "process",
    "WorkerProcess": "process", "remove_folder": "process", "Teller": "worker",
    "limit_cpu": "worker"})
