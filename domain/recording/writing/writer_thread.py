"""The writer's thread: whatever waits is done in one turn, in the order in which it was asked for."""

from collections.abc import Callable, Sequence
from typing import Any, Final, Generic, TypeVar

from oathbook.domain.kernel import threads

T = TypeVar("T")
W = TypeVar("W")

MOST_JOBS: Final = 64  # jobs of one turn, which become one commit


class Job(Generic[W]):
    """Something to be done by the writer, and the answer that somebody waits for."""

    def __init__(self, work: Callable[[W], Any]) -> None:
        self.work = work
        self.future: threads.Future[Any] = threads.Future()


class WriterThread(Generic[W]):
    """A thread that takes jobs, as many at once as wait."""

    def __init__(self, take: Callable[[Sequence[Job[W]]], None]) -> None:
        """Begin; ``take`` is given the jobs of a turn and gives each its answer, whatever happens."""
        self._take = take
        self._jobs: threads.SimpleQueue[Job[W] | None] = threads.SimpleQueue()
        self._lock = threads.Lock()
        self._is_open = True
        self._thread = threads.Thread(target=self._run, name="oathbook-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[W], T]) -> threads.Future[T]:
        """Have something done; ``RuntimeError`` once it was closed."""
        job = Job(work)
        with self._lock:
            if not self._is_open:
                raise RuntimeError("the writer is closed")
            self._jobs.put(job)
        return job.future

    def close(self) -> None:
        """Do what was asked for before, and end the thread."""
        with self._lock:
            if self._is_open:
                self._is_open = False
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_last = False
        while not is_last:
            first = self._jobs.get()
            jobs = [] if first is None else [first]
            is_last = first is None
            while not is_last and len(jobs) < MOST_JOBS:
                try:
                    job = self._jobs.get_nowait()
                except threads.Empty:
                    break
                is_last = job is None
                jobs += [] if job is None else [job]
            if jobs:
                self._take(jobs)
