"""A process of the service in a world: begun, asked, killed and begun again."""

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, TypeVar

import psycopg

from oathbook.api import service as services
from oathbook.api.service import Service
from oathbook.api.signing import checkpoint_file, log_files, log_keeper
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.errors import StoreUnavailable, WriterBusy
from oathbook.domain.recording.database import polling
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.projector import Projector
from oathbook.projections.sqlite_views.views import SqliteViews
from tests.support.playing import counted
from tests.support.world.scheduler import Here, Scheduler, SimpleQueue, monotonic
from tests.support.world.server import Server

T = TypeVar("T")

ADDRESS: Final = PostgresAddress("postgresql://world/world")
REGISTRY: Final = load_registry()
ANSWERS_WITHIN: Final = 20.0
AGAIN: Final = 0.7  # seconds after which a process that ended by itself is begun again


class Loop:
    """An event loop, as far as the hub of streams needs one."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._calls = SimpleQueue[tuple[Callable[..., object], tuple[Any, ...]]]()
        scheduler.spawn("loop", self._run)

    def time(self) -> float:
        return self._scheduler.now

    def call_soon_threadsafe(self, work: Callable[..., object], *args: Any) -> None:
        self._calls.put((work, args))

    def call_later(self, seconds: float, work: Callable[..., object], *args: Any) -> None:
        def run() -> None:
            self._scheduler.sleep(seconds)
            self.call_soon_threadsafe(work, *args)

        self._scheduler.spawn("later", run)

    def _run(self) -> None:
        while True:
            work, args = self._calls.get()
            work(*args)


class FileLocks:
    """Locks of files that the world's processes have, as the system would have it that ends those of a killed one."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._held: dict[int, tuple[int, str]] = {}

    def lock(self, file: int, *, blocking: bool = True) -> bool:
        """As ``filelock.lock_descriptor``."""
        node = os.fstat(file).st_ino
        if not self._is_free(node, file):
            if not blocking:
                return False
            self._scheduler.pause(lambda: self._is_free(node, file))
        current = self._scheduler.current
        self._held[node] = file, current.process if current else ""
        return True

    def _is_free(self, node: int, file: int) -> bool:
        holder = self._held.get(node, (file, ""))[0]
        try:
            return holder == file or os.fstat(holder).st_ino != node
        except OSError:
            return True

    def kill(self, process: str) -> None:
        self._held = {node: held for node, held in self._held.items() if held[1] != process}


class ServiceProcess:
    """A process, and what it is to others."""

    def __init__(self, scheduler: Scheduler, server: Server, locks: FileLocks, folder: Path, name: str) -> None:
        self.name, self.folder = name, folder
        self.projects = name == "a"  # one of two, as what the other makes of the same records is the same
        self.number = 0
        self.service: Service | None = None
        self.clock_behind = 0.0
        self._scheduler, self._server, self._locks = scheduler, server, locks

    def start(self, *, accepting: bool = False) -> None:
        """Begin; where it cannot, it is begun again and again."""
        self.number += 1
        self._scheduler.spawn("start", lambda: self._begin(accepting=accepting), self.name)

    def _begin(self, *, accepting: bool) -> None:
        signing = SigningOptions(self.folder / "log-key", accept_rollback=accepting)
        try:
            service = Service(
                ADDRESS, REGISTRY, self._sources(), address=self.name, projector="inline", signing=signing
            )
            loop: Any = Loop(self._scheduler)
            service.hub._loop = loop  # pyright: ignore[reportPrivateUsage]  # as ``start`` does on a loop of its own
            service.hub._listen(  # pyright: ignore[reportPrivateUsage]  # as above
                loop, lambda: service.writer.looks, service.writer.looks, loop.time()
            )
            service.log.on_signed = service.hub.notify_signed
            service.log.start()
            if self.projects:
                service.projector.start()
        except (StoreUnavailable, WriterBusy, psycopg.Error) as problem:
            self._scheduler.say(f"{self.name} cannot begin: {problem}")
            self._scheduler.spawn("again", lambda: self._again(accepting=accepting), "outside")
            return
        self.service = service
        self._scheduler.say(f"{self.name} began")

    def _again(self, *, accepting: bool) -> None:
        number = self.number
        self._scheduler.sleep(AGAIN)
        if number == self.number:
            self.kill()
            self.start(accepting=accepting)

    def kill(self) -> None:
        """End it at once."""
        self.number += 1
        self.service = None
        self._scheduler.kill(self.name)
        self._server.disconnect(self.name)
        self._locks.kill(self.name)

    def ask(self, work: Callable[[Service], T]) -> T | Exception | None:
        """What a request is answered, or refused with; nothing where the process dies, or takes too long."""
        answers: list[T | Exception] = []
        number, service = self.number, self.service
        if service is None:
            return None

        def run() -> None:
            try:
                answers.append(work(service))
            except Exception as problem:  # noqa: BLE001  # it is the answer
                answers.append(problem)

        self._scheduler.spawn("request", run, self.name)
        self._scheduler.pause(lambda: bool(answers) or self.number != number, ANSWERS_WITHIN)
        return answers[0] if answers and self.number == number else None

    def _sources(self) -> Sources:
        name = f"{self.name} {self.number}"
        return Sources(self._clock, counted(f"{name} id", 32), counted(f"{name} salt", 32), counted(f"{name} seed", 64))

    def _clock(self) -> str:
        micros = int((self._scheduler.now - self.clock_behind) * 1_000_000) + 7_200_000_000
        seconds, micros = divmod(micros, 1_000_000)
        return f"2026-01-01T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{micros:06}Z"


def _on_the_disk(_: int) -> None:
    """The disk of a world loses nothing."""


def put_in_place(scheduler: Scheduler, server: Server, locks: FileLocks, processes: list[ServiceProcess]) -> None:
    """Have the services of this process live in the world."""

    def read_models(_: object, archive: Archive, ruleset_of: Any, report: Callable[[str], None]) -> object:
        assert Here.scheduler.current is not None, "a service begins in its process"
        name = Here.scheduler.current.process
        views = SqliteViews(next(each.folder for each in processes if each.name == name) / f"{name}.views", deep=False)
        return views, Projector(archive, views, ruleset_of, report=report)

    def say(topic: str) -> Callable[[str], None]:
        return lambda says: scheduler.say(f"{topic}: {says}")

    seams: tuple[tuple[Any, str, object], ...] = (
        (psycopg, "connect", server.connect),
        (polling, "wait_readable", server.wait_readable),
        (log_keeper, "time", SimpleNamespace(monotonic=monotonic)),
        (log_files, "lock_descriptor", locks.lock),
        (checkpoint_file, "lock_descriptor", locks.lock),
        (services, "open_read_models", read_models),
        (services, "warn_about", say),
        (os, "fsync", _on_the_disk),
    )
    for module, name, ours in seams:
        setattr(module, name, ours)
