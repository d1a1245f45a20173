"""Shards on a cluster: tasks of dask.distributed, each in a limited process of its node.

A task is a shard, and doing it again gives the same records; so dask may repeat it as often as
workers are lost. The records come back to this process, which writes them: no storage needs to be
shared, but inputs that are named by their path must be where the workers are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from nonoforge import __version__
from nonoforge.batch.local import Stop, isolated
from nonoforge.batch.shard import ShardJob, ShardResult, decode_result, encode_job
from nonoforge.errors import InputError, MissingPart
from nonoforge.worker_processes import Limits

CONNECT_SECONDS = 10
RETRIES = 10  # of a task whose worker was lost
AHEAD = 4  # tasks for each thread of the cluster that wait there


def version_here() -> str:
    """Return the version of Nonoforge on a node."""
    return __version__


def run_on_cluster(
    address: str, jobs: Iterator[ShardJob], limits: Limits, stop: Stop,
    finished: Callable[[ShardJob, ShardResult], None],
) -> None:
    """Do jobs on the cluster of a scheduler; `finished` is called with each as it is done."""
    distributed = _distributed()
    try:
        client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(f"the scheduler cannot be reached: {str(error)[:200]}; start one with "
                         "dask scheduler", file=address) from None
    try:
        slots = _check(client, address)
        with _stopped_by_signal(stop):
            _submit(distributed, client, jobs, limits, stop, finished, AHEAD * slots)
    finally:
        client.close()


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        raise MissingPart("a cluster needs dask.distributed: pip install "
                          "'nonoforge[cluster]'") from None
    return distributed


def _check(client: Any, address: str) -> int:
    """Return the threads of all workers, once each of them has this version of Nonoforge."""
    try:
        versions = client.run(version_here)
    except ModuleNotFoundError:
        raise InputError("the workers of the cluster have no Nonoforge; install version "
                         f"{__version__} there", file=address) from None
    except Exception as error:
        raise InputError(f"the workers of the cluster cannot run Nonoforge: {str(error)[:200]}",
                         file=address) from None
    if not versions:
        raise InputError("the scheduler has no workers; start some with dask worker", file=address)
    for worker, version in versions.items():
        if version != __version__:
            raise InputError(f"the worker {worker} has version {version} of Nonoforge; "
                             f"{__version__} is needed", file=address)
    return max(1, sum(map(int, client.nthreads().values())))


def _submit(
    distributed: Any, client: Any, jobs: Iterator[ShardJob], limits: Limits, stop: Stop,
    finished: Callable[[ShardJob, ShardResult], None], most: int,
) -> None:
    """Keep `most` tasks on the cluster until there are no more jobs."""
    waiting: dict[Any, ShardJob] = {}
    done = distributed.as_completed(loop=client.loop)
    ended = False
    while waiting or not ended:
        while not ended and len(waiting) < most:
            job = None if stop.asked else next(jobs, None)
            if job is None:
                ended = True
                break
            future = client.submit(isolated, encode_job(job), limits, pure=False, retries=RETRIES,
                                   key=f"{job.shard.name}-{id(job)}")
            waiting[future] = job
            done.add(future)
        if waiting:
            future = next(done)
            job = waiting.pop(future)
            finished(job, decode_result(_result(distributed, future, job, limits)))


def _result(distributed: Any, future: Any, job: ShardJob, limits: Limits) -> bytes:
    """Return the answer of a task; where the cluster gave it up, do it here."""
    try:
        answer: bytes = future.result()
        return answer
    except (distributed.KilledWorker, distributed.CancelledError):
        return isolated(encode_job(job), limits)


def _stopped_by_signal(stop: Stop) -> Any:
    """Let Ctrl-C finish the tasks under way; a second one stops at once."""
    import signal
    import threading
    from contextlib import contextmanager

    @contextmanager
    def handled() -> Iterator[None]:
        if threading.current_thread() is not threading.main_thread():
            yield
            return

        def interrupted(number: int, frame: object) -> None:
            if stop.asked:
                raise KeyboardInterrupt
            stop()

        before = signal.signal(signal.SIGINT, interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    return handled()
