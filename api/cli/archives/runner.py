"""Runs the work on all records of an archive, stores results in a state file, and shows progress."""

import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace
from rich.progress import Progress

from oathbook.api.cli.archives.record_address import RecordAddress, is_remote
from oathbook.api.cli.archives.work import Task, Work, WorkResult
from oathbook.api.cli.cluster import cluster_executor
from oathbook.api.cli.input_files import STDIN
from oathbook.api.cli.journal import Journal
from oathbook.api.cli.output import console_on
from oathbook.api.cli.process_pool import CORES, BatchExecutor, local_executor
from oathbook.domain.errors import BadRecord

T = TypeVar("T", bound=Struct)
MANY: Final = 64  # from so many records on, starting processes for them saves time
BATCH: Final = 8  # the most records that a worker takes at once

SHARES: Final = 8
"""The least number of batches for each worker, so that all end at about the same time."""


class RunOptions(Struct, frozen=True):
    """The number of processes (by default as many as help) or a cluster, and the state file."""

    workers: int | None = None
    cluster: str | None = None
    state: str | None = None


def results_in_order(
    work: Work[T], places: Sequence[RecordAddress], kind: type[T], how: RunOptions
) -> Iterator[WorkResult[T]]:
    """Yields the results in the order of the records; otherwise as ``results_as_completed``."""
    waiting: dict[int, WorkResult[T]] = {}
    number = 0
    for each in results_as_completed(work, places, kind, how):
        waiting[each.number] = each
        while number in waiting:
            yield waiting.pop(number)
            number += 1


def results_as_completed(
    work: Work[T], places: Sequence[RecordAddress], kind: type[T], how: RunOptions
) -> Iterator[WorkResult[T]]:
    """Yields each result as soon as it is there, after storing it in the state; what is there is not done again.

    ``ChildProcessError`` or ``ConnectionError`` if workers are lost.
    """
    with _journal(how.state, kind) as journal, _progress() as progress, _executor(how, places) as executor:
        if how.cluster is not None and not is_remote(work.database):
            work = replace(work, database=os.path.abspath(work.database))  # noqa: PTH100  # a name is what was typed
        tasks = _tasks(places, journal)
        for each in progress.track(executor.map_unordered(work, tasks), total=len(places), description="records"):
            yield _journalled(each, journal)


def _tasks(places: Sequence[RecordAddress], journal: Journal[T] | None) -> Iterable[Task]:
    for number, place in enumerate(places):
        yield Task(number, place, () if journal is None else journal.keys_of(place.name))


def _journalled(each: WorkResult[T], journal: Journal[T] | None) -> WorkResult[T]:
    """Returns the result with the answer from the state, and stores a new one there."""
    if journal is None or not each.key:
        return each
    if each.key not in journal.answers and each.answer is not None:
        journal.add(each.key, each.answer, each.name)
    return replace(each, answer=journal.answers[each.key])


@contextmanager
def _journal(state: str | None, kind: type[T]) -> Generator[Journal[T] | None]:
    if state is None:
        yield None
        return
    with Journal(Path(state), kind) as journal:
        yield journal


@contextmanager
def _progress() -> Generator[Progress]:
    console = console_on(sys.stderr)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress


@contextmanager
def _executor(how: RunOptions, places: Sequence[RecordAddress]) -> Generator[BatchExecutor]:
    if how.cluster is not None:
        if any(place.address == STDIN for place in places):
            raise BadRecord(
                "--cluster: its workers read the records, so each must be a file, a URL or a game, not stdin"
            )
        with cluster_executor(how.cluster, batch=BATCH) as executor:
            yield executor
        return
    workers = _worker_count(how.workers, places)
    batch = max(1, min(BATCH, len(places) // (SHARES * workers)))
    with local_executor(workers, batch=batch) as executor:
        yield executor


def _worker_count(asked: int | None, places: Sequence[RecordAddress]) -> int:
    """Returns the number of processes: 1, this one, for a few records and for stdin."""
    if any(place.address == STDIN for place in places) or (asked is None and len(places) < MANY):
        return 1
    return max(1, min(asked or CORES, len(places)))
