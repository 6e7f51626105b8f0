"""Runs one function on many items in several processes, and yields the results as they come."""

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextvars import ContextVar
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, Final, TypeVar

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

CORES: Final = os.cpu_count() or 1
"""Of this machine."""

WORK: Final[ContextVar[Callable[[Any], Any]]] = ContextVar("work")
"""The function that a worker process was started with."""


def results(work: Callable[[_Item], _Result], items: Sequence[_Item], workers: int) -> Iterator[_Result]:
    """Yield the result of each item as it is done; one worker means this process.

    Each process gets the work once and starts from nothing: it shares no lock and no connection with this one.
    ``ChildProcessError`` if one of them is killed.
    """
    workers = min(workers, len(items))
    if workers < 2:  # noqa: PLR2004  # because two is the first number that is more than this process
        yield from map(work, items)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (work,))
    try:
        for each in as_completed([pool.submit(_do, item) for item in items]):
            yield each.result()
    except BrokenProcessPool as broken:
        msg = "a worker process was killed"
        raise ChildProcessError(msg) from broken
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(work: Callable[[Any], Any]) -> None:
    WORK.set(work)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent ends; otherwise it would wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "only a process of ours waits for the one that started it"
    wait([parent.sentinel])
    os._exit(1)


def _do(item: Any) -> Any:
    return WORK.get()(item)
