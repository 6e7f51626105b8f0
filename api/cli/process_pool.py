"""Runs one function on many items in several processes, and yields the results as they come."""

import os
import signal
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import connection, get_context, parent_process
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

CORES: Final = os.cpu_count() or 1  # of this machine

AHEAD: Final = 3
"""Batches for each worker that are handed out: it always has the next one, and few are lost if all ends."""


class BatchExecutor(Struct, frozen=True):
    """Workers behind an executor: how many they are, and how many items each takes at once."""

    executor: Executor
    workers: int
    batch: int = 1

    def map_unordered(self, work: Callable[[_Item], _Result], items: Iterable[_Item]) -> Iterator[_Result]:
        """The result of each item as it is done. ``ChildProcessError`` if a worker process is killed."""
        left, waiting = iter(items), set[Future[list[_Result]]]()
        try:
            while True:
                while len(waiting) < max(AHEAD * self.workers, 1) and (batch := list(islice(left, self.batch))):
                    waiting.add(self.executor.submit(run_batch, work, batch))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in done:
                    yield from each.result()
        except BrokenProcessPool as broken:
            raise ChildProcessError("a worker process was killed") from broken


def run_batch(work: Callable[[_Item], _Result], items: Sequence[_Item]) -> list[_Result]:
    """The results of a batch."""
    return [work(item) for item in items]


class InlineExecutor(Executor):
    """An executor without workers: it does the work at once, in this process."""

    def submit(self, fn: Callable[..., _Result], /, *args: Any, **kwargs: Any) -> Future[_Result]:
        """Do it, and return it done."""
        done: Future[_Result] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@contextmanager
def local_executor(workers: int, *, batch: int = 1) -> Generator[BatchExecutor]:
    """So many processes; one worker means this process.

    Each process starts from nothing: it shares no lock and no connection with this one.
    """
    if workers < 2:  # noqa: PLR2004  # because two is the first number that is more than this process
        yield BatchExecutor(InlineExecutor(), workers=0)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _set_up_worker)
    try:
        with _ignore_broken_pipes():
            pool.submit(int)
        yield BatchExecutor(pool, workers, batch)
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ignore_broken_pipes() -> Generator[None]:
    """For threads that begin here: those that hand out work begin with the first of it.

    The pipe to a worker that is killed breaks, and the signal for that would end the whole command without a word, as
    it should where nobody reads what the command prints.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPIPE})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def map_in_processes(work: Callable[[_Item], _Result], items: Sequence[_Item], workers: int) -> Iterator[_Result]:
    """Yield the result of each item as it is done, by so many processes; one worker means this process.

    ``ChildProcessError`` if one of them is killed.
    """
    with local_executor(min(workers, len(items))) as executor:
        yield from executor.map_unordered(work, items)


def _set_up_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """End this process when its parent ends; otherwise it would wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "only a process of ours waits for the one that started it"
    connection.wait([parent.sentinel])
    os._exit(1)
