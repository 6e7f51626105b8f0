"""Threads, locks, waits and time by a seed: a task is a greenlet, and wherever one may wait, chance says who goes on.

A process has one world. What waits here has the names of ``oathbook.domain.kernel.threads``, in whose place it is put.
"""

import hashlib
import random
import traceback
from collections import deque
from collections.abc import Callable, Sequence
from concurrent import futures
from queue import Empty
from typing import Any, Final, Generic, Self, TypeVar

from greenlet import getcurrent, greenlet

from oathbook.domain.kernel import threads

T = TypeVar("T")

NEVER: Final = float("inf")
MOST_SWITCHES: Final = 200_000


def is_so() -> bool:
    """What a task waits for that only lets others go first."""
    return True


class Task:
    """Something that goes on by itself, in a process of the world."""

    def __init__(self, name: str, process: str, work: Callable[[], object], scheduler: "Scheduler") -> None:
        self.name = name
        self.process = process
        self.names = (process, f"{process}/{name}")
        """As which it may be frozen."""
        self.ready: Callable[[], bool] = is_so
        self.until = NEVER
        self.is_over = False

        def run() -> None:
            try:
                work()
            except Exception:  # noqa: BLE001  # it is told in the end
                scheduler.crashes.append(f"{process} {name} ended by an error:\n{traceback.format_exc()}")
            self.is_over = True

        self.greenlet = greenlet(run, parent=scheduler.hub)


class Scheduler:
    """Says who goes on, and what time it is."""

    def __init__(self, seed: int) -> None:
        self.now = 0.0
        self.hub = getcurrent()
        self.current: Task | None = None
        self.crashes: list[str] = []
        self.lines: list[str] = []
        self._picks = random.Random(f"{seed}/who goes on")  # noqa: S311  # nothing is kept secret by it
        self._tasks: list[Task] = []
        self._killed: list[Task] = []
        self._frozen: dict[str, float] = {}
        self._digest = hashlib.sha256()

    @property
    def digest(self) -> str:
        """What differs where anything went otherwise."""
        return self._digest.hexdigest()[:16]

    def say(self, text: str) -> None:
        """Note it in the trace."""
        self.lines.append(f"{self.now:8.3f} {text}")

    def spawn(self, name: str, work: Callable[[], object], process: str | None = None) -> Task:
        """Begin a task, in the process that does so unless it is said in which."""
        if process is None:
            process = self.current.process if self.current else ""
        task = Task(name, process, work, self)
        self._tasks.append(task)
        return task

    def pause(self, ready: Callable[[], bool] = is_so, within: float = NEVER) -> bool:
        """Let others go on until something is so, or so many seconds have passed; whether it is so."""
        task = self.current
        if task is None:
            assert ready(), "outside of tasks nobody goes on meanwhile"
            return True
        task.ready, task.until = ready, self.now + within
        self.hub.switch()
        return ready()

    def sleep(self, seconds: float) -> None:
        """Wait for so long."""
        self.pause(lambda: False, seconds)

    def freeze(self, what: str, seconds: float) -> None:
        """Let nothing of a process, or of ``process/name``, go on for a while."""
        self._frozen[what] = self.now + seconds

    def kill(self, process: str) -> None:
        """End a process: its tasks do nothing more, not even what stands in a ``finally``."""
        self._killed += [each for each in self._tasks if each.process == process]
        self._tasks = [each for each in self._tasks if each.process != process]

    def run(self, until: float) -> None:
        """Let all go on up to a time."""
        for _ in range(MOST_SWITCHES):
            self._tasks = [each for each in self._tasks if not each.is_over]
            able = [each for each in self._tasks if self._can(each)]
            if able:
                self._switch(able[self._picks.randrange(len(able))])
            else:
                times = [*(each.until for each in self._tasks), *self._frozen.values(), until]
                self.now = min(each for each in times if each > self.now)
            if self.now >= until or self.crashes:
                return
        self.crashes.append("it does not come to an end")

    def _can(self, task: Task) -> bool:
        if self._frozen and any(self._frozen.get(each, 0.0) > self.now for each in task.names):
            return False
        return task.until <= self.now or task.ready()

    def _switch(self, task: Task) -> None:
        self._digest.update(f"{self.now:.6f} {task.process} {task.name}\n".encode())
        self.current = task
        task.greenlet.switch()
        self.current = None


class Here:
    """The scheduler of this process."""

    scheduler: Scheduler


def pause(ready: Callable[[], bool] = is_so, within: float | None = None) -> bool:
    """As ``Scheduler.pause``; nothing instead of a time is for ever."""
    return Here.scheduler.pause(ready, NEVER if within is None else within)


def monotonic() -> float:
    """What time it is."""
    return Here.scheduler.now


class Thread:
    """As the library's."""

    def __init__(
        self, target: Callable[..., object], args: Sequence[Any] = (), name: str = "thread", *, daemon: bool = False
    ) -> None:
        assert daemon, "no other can be ended with its process"
        self._work, self._name = lambda: target(*args), name
        self._task: Task | None = None

    def start(self) -> None:
        self._task = Here.scheduler.spawn(self._name, self._work)

    def is_alive(self) -> bool:
        return self._task is not None and not self._task.is_over

    def join(self, timeout: float | None = None) -> None:
        pause(lambda: not self.is_alive(), timeout)


class Lock:
    """As the library's, also where a thread takes it again; chance says who has it next."""

    is_reentrant = False

    def __init__(self) -> None:
        self._owner: object = None
        self._times = 0

    def acquire(self, timeout: float | None = None) -> bool:
        owner = Here.scheduler.current
        is_own = self.is_reentrant and self._owner is owner
        if self._times and not is_own and not pause(lambda: not self._times, timeout):
            return False
        self._owner, self._times = owner, self._times + 1
        return True

    def release(self) -> None:
        self._times -= 1

    def __enter__(self) -> Self:
        self.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


class RLock(Lock):
    """As the library's."""

    is_reentrant = True


class BoundedSemaphore:
    """As the library's."""

    def __init__(self, value: int) -> None:
        self._free = value

    def acquire(self, timeout: float | None = None) -> bool:
        if not self._free and not pause(lambda: self._free > 0, timeout):
            return False
        self._free -= 1
        return True

    def release(self) -> None:
        self._free += 1


class Condition(Lock):
    """As the library's."""

    def __init__(self) -> None:
        super().__init__()
        self._told = 0

    def wait(self, timeout: float | None = None) -> bool:
        told = self._told
        self.release()
        is_told = pause(lambda: self._told != told, timeout)
        self.acquire()
        return is_told

    def notify_all(self) -> None:
        self._told += 1

    notify = notify_all


class Event:
    """As the library's."""

    def __init__(self) -> None:
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        return pause(self.is_set, timeout)


class SimpleQueue(Generic[T]):
    """As the library's."""

    def __init__(self) -> None:
        self._all = deque[T]()

    def put(self, each: T) -> None:
        self._all.append(each)

    def get(self) -> T:
        pause(lambda: bool(self._all))
        return self._all.popleft()

    def get_nowait(self) -> T:
        if not self._all:
            raise Empty
        return self._all.popleft()


class Future(futures.Future[T]):
    """As the library's; whoever asks for the result waits in this world."""

    def result(self, timeout: float | None = None) -> T:
        pause(self.done, timeout)
        return super().result(0)


def put_in_place(seed: int) -> Scheduler:
    """Have all threads of this process, which has none yet, go on by this seed."""
    Here.scheduler = Scheduler(seed)
    for each in (BoundedSemaphore, Condition, Event, Future, Lock, RLock, SimpleQueue, Thread):
        setattr(threads, each.__name__, each)
    return Here.scheduler
