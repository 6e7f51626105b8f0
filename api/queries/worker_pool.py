"""Processes that answer what takes long, so that decisions need not wait for it."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, fail_after, to_process, to_thread

from oathbook.api.queries.worker import run_in_worker
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.domain.recording.database.address import StoreAddress

T = TypeVar("T")

MOST_WAITING: Final = 32  # questions that wait for a process
LONGEST: Final = 60.0  # seconds for a question, with its wait; then its process is ended, and others have their turn

LATER: Final = {"Retry-After": "5"}


class WorkerPool:
    """A bounded number of processes, each started when there is work for it."""

    most = 0
    """Of the processes; without any, threads of this one answer."""

    def __init__(self, database: StoreAddress) -> None:
        self._database = database.resolve() if isinstance(database, Path) else database
        self._asked = 0

    def start(self) -> None:
        """Belong to the event loop that runs now, which ends the processes when it is closed."""
        self._turns = CapacityLimiter(max(1, self.most))

    async def run(self, work: Callable[[StoreAddress], T]) -> T:
        """What ``work``, given the database, answers or raises in another process.

        Where there is none, in a thread, one after the other. ``too-busy`` where too many wait, it takes too long, or
        the process is killed.
        """
        if not self.most:
            return await to_thread.run_sync(work, self._database, limiter=self._turns)
        if self._asked >= self.most + MOST_WAITING:
            says = f"{self._asked} questions about long games are being answered"
            raise HttpProblem(problems.BUSY, says, headers=LATER)
        self._asked += 1
        try:
            with fail_after(LONGEST):
                return await to_process.run_sync(
                    run_in_worker, work, self._database, cancellable=True, limiter=self._turns
                )
        except TimeoutError:
            says = f"this was not answered within {LONGEST:.0f} seconds"
            raise HttpProblem(problems.BUSY, says, headers=LATER) from None
        except BrokenWorkerProcess:
            raise HttpProblem(problems.BUSY, "the process that was to answer this has ended", headers=LATER) from None
        finally:
            self._asked -= 1
