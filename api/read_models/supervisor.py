"""Read models made by a process of their own: started here, watched, and started again when it ends."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import Final

import msgspec

from oathbook.api.read_models.projector_process import DATABASE, DOUBT, PROMPT, ProjectorReport
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.log_reader import LogReader
from oathbook.projections.progress import ProjectionState, ReadModels
from oathbook.projections.projector import PROJECTIONS
from oathbook.projections.views_reader import ViewsReader

FIRST_PAUSE: Final = 0.1
LONGEST_PAUSE: Final = 5.0  # seconds before it is started again; they grow while it keeps ending sooner than that
GRACE: Final = 10.0  # seconds for a process that was told to stop

PROCESS_MODULE: Final = "oathbook.api.read_models.projector_process"
OWN_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals to the whole group, as a terminal sends them, are for this process alone: it lets the other one go."""


class ProjectorSupervisor:
    """Keeps the read models of a database of records, as ``Projector`` does, in another process."""

    def __init__(
        self,
        archive: Archive,
        views: ViewsReader,
        ruleset_of: Callable[[str], AnyRuleset],
        *,
        report: Callable[[str], None],
    ) -> None:
        """Nothing is started yet; ``report`` is told of rows that are made again, and of a process that ended."""
        self._models = ReadModels(LogReader(archive, ruleset_of), views, (each.name for each in PROJECTIONS))
        self._models.examined = False
        self._database = archive.address
        self._report = report
        self._closing = Event()
        self._turn = Lock()
        self._prompts: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: Thread | None = None
        self.down = ""
        views.doubted = self.doubt

    def start(self) -> None:
        """Start the process, and keep it running until closed."""
        self._thread = Thread(target=self._supervise, name="oathbook-projector", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let the process finish its page and end, and wait for it."""
        self._closing.set()
        self._close_pipe()
        self._models.close()
        if self._thread is None:
            return
        self._thread.join(GRACE)
        if self._thread.is_alive() and self._process is not None:
            self._process.kill()
            self._thread.join()

    @property
    def pid(self) -> int | None:
        """The number of the process, once it has been started."""
        return None if self._process is None else self._process.pid

    def prompt(self, game: str = "", position: int = 0) -> None:
        """Say that there are new events; the writer may call this after every commit, and never waits."""
        del game, position
        self._send(PROMPT)

    def doubt(self) -> None:
        """Say that the read models may be damaged."""
        self._send(DOUBT)

    @property
    def faults(self) -> Mapping[str, str]:
        """What cannot be got past now, by projection; it is tried again."""
        return dict(self._models.faults)

    def states(self) -> tuple[ProjectionState, ...]:
        """How far each projection is; raises what the database of records raises."""
        return self._models.states()

    def wait_for(self, game: str, position: int, name: str, timeout: float) -> int:
        """As ``ReadModels.wait_for``."""
        return self._models.wait_for(game, position, name, timeout)

    def _send(self, what: bytes) -> None:
        with self._turn, suppress(BlockingIOError, BrokenPipeError):  # it has enough to read, or is gone
            if self._prompts is not None:
                os.write(self._prompts, what)

    def _close_pipe(self) -> None:
        with self._turn:
            if self._prompts is not None:
                os.close(self._prompts)
                self._prompts = None

    def _supervise(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            began = time.monotonic()
            how = self._run_once()
            if self._closing.is_set():
                return
            pause = FIRST_PAUSE if time.monotonic() - began > LONGEST_PAUSE else min(pause * 2, LONGEST_PAUSE)
            self.down = f"the process that makes the read models ended ({how}); it is started again"
            self._models.faults.update(dict.fromkeys(self._models.names, self.down))
            self._models.notify()
            self._report(self.down)
            self._closing.wait(pause)

    def _run_once(self) -> str:
        """Start the process and hear what it tells until it ends; how it did."""
        try:
            process, answers = self._spawn()
        except OSError as problem:
            return str(problem)
        with os.fdopen(answers, "rb") as lines:
            for line in lines:
                with suppress(msgspec.DecodeError):  # half a line, as it was killed
                    self._apply_report(msgspec.json.decode(line, type=ProjectorReport))
        self._close_pipe()
        try:
            code = process.wait(GRACE)
        except subprocess.TimeoutExpired:
            process.kill()
            code = process.wait()
        return f"signal {-code}" if code < 0 else f"code {code}"

    def _spawn(self) -> tuple[subprocess.Popen[bytes], int]:
        prompts, to_prompt = os.pipe()
        answers, to_answer = os.pipe()
        command = (sys.executable, "-P", "-m", PROCESS_MODULE, str(prompts), str(to_answer))
        database = self._database
        where = str(database.resolve()) if isinstance(database, Path) else database.url
        try:
            with _signals_blocked():
                process = subprocess.Popen(  # noqa: S603  # our own program
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    pass_fds=(prompts, to_answer),
                    env={**os.environ, DATABASE: where},
                )
        except OSError:
            os.close(to_prompt)
            os.close(answers)
            raise
        finally:
            os.close(prompts)
            os.close(to_answer)
        os.set_blocking(to_prompt, False)
        with self._turn:
            self._process, self._prompts = process, to_prompt
        if self._closing.is_set():
            self._close_pipe()
        return process, answers

    def _apply_report(self, told: ProjectorReport) -> None:
        if told.says:
            self._report(told.says)
            return
        self.down = ""
        self._models.examined = told.examined
        self._models.faults = dict(told.faults)
        self._models.notify()


@contextmanager
def _signals_blocked() -> Generator[None]:
    """What is started meanwhile never gets these signals, from its first moment on."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OWN_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
