"""Options of a batch."""

from __future__ import annotations

import os
import re
from typing import Annotated, Literal, TypeAlias

from nonoforge.batch.records import SolutionForm
from nonoforge.errors import InputError
from nonoforge.options import Options, Seed, checked_budget, option

Compression: TypeAlias = Literal["none", "gzip", "zstd"]
RecordFormat: TypeAlias = Literal["jsonl", "parquet"]

MAX_SHARD_SIZE = 1_000_000


def _parsed_shard(text: str) -> str:
    """Return `I/N` if it is a part of a batch: part I of N, from 1."""
    match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if not match or not 1 <= int(match[1]) <= int(match[2]):
        raise InputError(f"part {text[:30]!r}: write it like 3/16: part 3 of 16")
    return text


def _parsed_address(text: str) -> str:
    """Return the address of a scheduler, if it has the form of one."""
    if not re.fullmatch(r"([a-z]+://)?[^\s/]+:[0-9]{1,5}|inproc://\S+", text):
        raise InputError(f"address {text[:60]!r}: write it like tcp://host:8786")
    return text


class BatchOptions(Options, kw_only=True, frozen=True):
    """How a batch is run and what it writes."""

    jobs: Annotated[int | None, option(
        "Number of worker processes.", ge=1, le=1024, metavar="N", default="one for each core",
        )] = None
    shard_size: Annotated[int, option(
        "Puzzles in each file of results: what is done again after an interruption.",
        ge=1, le=MAX_SHARD_SIZE, metavar="N")] = 1000
    shard: Annotated[str | None, option(
        "Do part I of N only, for arrays of jobs on several machines with one folder.",
        metavar="I/N", check=_parsed_shard)] = None
    cluster: Annotated[str | None, option(
        "Address of a dask scheduler that runs the shards, like tcp://host:8786.",
        metavar="ADDRESS", max_length=400, check=_parsed_address)] = None
    solution: Annotated[SolutionForm, option(
        "Form of solutions in records: none, bits (base64 of the packed colours), or full "
        "(nested lists).")] = "bits"
    format: Annotated[RecordFormat, option("Format of the files of records.")] = "jsonl"
    compression: Annotated[Compression, option("How files of records are compressed.")] = "none"
    order: Annotated[Literal["input", "any"], option(
        "Order of records on standard output and in Python: that of the input, or as they are "
        "done. Files are in the order of the input.")] = "input"
    cpu: Annotated[float, option(
        "CPU time of a puzzle at most; more is a record with an error. A --budget in counts "
        "repeats, this does not.", gt=0, le=1_000_000, unit="s", metavar="SECONDS")] = 300.0
    memory: Annotated[int, option(
        "Address space of a worker at most; a puzzle that needs more is a record with an error.",
        ge=256, le=1_000_000, unit="MB", metavar="MB")] = 2048
    again: Annotated[Literal["unknown", "error"] | None, option(
        "Second pass over a finished folder: do only puzzles whose verdict is unknown, or that "
        "had an error, with the options given now.")] = None
    restart: Annotated[bool, option(
        "Delete the results in the folder and begin anew.")] = False
    strict: Annotated[bool, option("Exit 1 if any record has an error.")] = False

    @property
    def workers(self) -> int:
        """The number of worker processes."""
        return self.jobs or len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity")
                                else range(os.cpu_count() or 1))

    @property
    def part(self) -> tuple[int, int]:
        """Which part of how many, from 0."""
        first, _, count = (self.shard or "1/1").partition("/")
        return int(first) - 1, int(count)


CountedBudget: TypeAlias = Annotated[str | float, option(
    "Limit for each puzzle: settled=N, 30s, or both joined by a comma; or none. Counts repeat, "
    "seconds do not.", metavar="BUDGET", check=checked_budget)]


class RateOptions(Options, kw_only=True, frozen=True):
    """Options of rating many puzzles."""

    budget: CountedBudget = "settled=50000"
    seed: Seed = 0


class BatchExplainOptions(Options, kw_only=True, frozen=True):
    """Options of explaining many puzzles."""

    budget: CountedBudget = "settled=200000"
