"""Work spread over processes: the same function for many items, in whatever order they are done."""

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

Item = TypeVar("Item")
Result = TypeVar("Result")

WORK: Final[ContextVar[Callable[[Any], Any]]] = ContextVar("work")
"""What a process of ours was started to do."""


def cores() -> int:
    """How many processes this machine runs at a time."""
    return os.cpu_count() or 1


def done(work: Callable[[Item], Result], items: Sequence[Item], workers: int) -> Iterator[Result]:
    """What the work makes of each item, as it gets done; in this process if one worker is enough.

    Each process is handed the work once and starts from nothing: it shares no lock and no connection with this one.
    ``ChildProcessError`` where one of them is killed.
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
        msg = "a process that was working for this one has been killed"
        raise ChildProcessError(msg) from broken
    finally:
        pool.shutdown(cancel_futures=True)


def _begin(work: Callable[[Any], Any]) -> None:
    WORK.set(work)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that started this one
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A process whose parent was killed would wait for work for ever."""
    parent = parent_process()
    assert parent is not None, "only a process of ours waits for the one that started it"
    wait([parent.sentinel])
    os._exit(1)


def _do(item: Any) -> Any:
    return WORK.get()(item)
