"""Processes that answer slow queries, so that decisions need not wait."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process, to_thread

from oathbook.api.queries.worker import run_in_worker
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.recording.database.address import StoreAddress

T = TypeVar("T")

MOST_WAITING: Final = 32  # calls that wait for a process
LONGEST: Final = 60.0  # seconds for a question about a long game

LATER: Final = {"Retry-After": "5"}


class WorkerPool:
    """A bounded number of processes, each started when there is work for it."""

    most = 0
    """The most processes; with 0, a thread of this process answers."""

    longest = LONGEST
    """The seconds for a call, with its wait; then its process is killed."""

    def __init__(self, database: StoreAddress) -> None:
        self._database = database.resolve() if isinstance(database, Path) else database
        self._pending = 0

    def start(self) -> None:
        """Binds the pool to the running event loop, which ends the processes when it closes."""
        self._turns = CapacityLimiter(max(1, self.most))

    async def run(self, work: Callable[[StoreAddress], T]) -> T:
        """Returns or raises what ``work`` does with the database in another process.

        Without processes it runs in one thread, call after call. ``too-busy`` if too many calls wait, it takes too
        long, or the process is killed.
        """
        if not self.most:
            return await to_thread.run_sync(work, self._database, limiter=self._turns)
        if self._pending >= self.most + MOST_WAITING:
            says = f"{self._pending} others of this kind wait to be answered"
            raise HttpProblem(problems.BUSY, says, headers=LATER)
        self._pending += 1
        try:
            with fail_after(self.longest):
                return await to_process.run_sync(
                    run_in_worker, work, self._database, cancellable=True, limiter=self._turns
                )
        except TimeoutError:
            says = f"this was not answered within {self.longest:.0f} seconds"
            raise HttpProblem(problems.BUSY, says, headers=LATER) from None
        except BrokenWorkerProcess:
            raise HttpProblem(problems.BUSY, "the process that was to answer this has ended", headers=LATER) from None
        finally:
            self._pending -= 1
