"""Runs the projector process: starts it, watches it, and starts it again when it ends."""

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
LONGEST_PAUSE: Final = 5.0  # seconds before it is started again; they double while it keeps ending early
GRACE: Final = 10.0  # seconds for a process that was told to stop

PROCESS_MODULE: Final = "oathbook.api.read_models.projector_process"
OWN_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Signals that a terminal sends to the whole group, but that only this process handles: it ends the other one."""


class ProjectorSupervisor:
    """Keeps the read models of a database up to date, as ``Projector`` does, but in another process."""

    def __init__(
        self,
        archive: Archive,
        views: ViewsReader,
        ruleset_of: Callable[[str], AnyRuleset],
        *,
        report: Callable[[str], None],
    ) -> None:
        """``report`` is called when rows are made again, and when a process ended."""
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
        """Starts the process, and keeps it running until ``close``."""
        self._thread = Thread(target=self._supervise, name="oathbook-projector", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Lets the process finish its page, and waits for its end."""
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
        """The id of the process, once it was started."""
        return None if self._process is None else self._process.pid

    def prompt(self, game: str = "", position: int = 0) -> None:
        """Reports new events to the process; never waits, so that the writer can call it after every commit."""
        del game, position
        self._send(PROMPT)

    def doubt(self) -> None:
        """Tells the process that the read models may be damaged."""
        self._send(DOUBT)

    @property
    def faults(self) -> Mapping[str, str]:
        """What stops a projection now, by its name; it is tried again."""
        return dict(self._models.faults)

    def states(self) -> tuple[ProjectionState, ...]:
        """Returns the progress of each projection; raises what the database raises."""
        return self._models.states()

    def wait_for(self, game: str, position: int, name: str, timeout: float) -> int:
        """As ``ReadModels.wait_for``."""
        return self._models.wait_for(game, position, name, timeout)

    def _send(self, message: bytes) -> None:
        with self._turn, suppress(BlockingIOError, BrokenPipeError):  # it has enough to read, or is gone
            if self._prompts is not None:
                os.write(self._prompts, message)

    def _close_pipe(self) -> None:
        with self._turn:
            if self._prompts is not None:
                os.close(self._prompts)
                self._prompts = None

    def _supervise(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            began = time.monotonic()
            ending = self._run_once()
            if self._closing.is_set():
                return
            pause = FIRST_PAUSE if time.monotonic() - began > LONGEST_PAUSE else min(pause * 2, LONGEST_PAUSE)
            self.down = f"the process that makes the read models ended ({ending}); it is started again"
            self._models.faults.update(dict.fromkeys(self._models.names, self.down))
            self._models.notify()
            self._report(self.down)
            self._closing.wait(pause)

    def _run_once(self) -> str:
        """Runs the process to its end, and returns how it ended."""
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

    def _apply_report(self, report: ProjectorReport) -> None:
        if report.says:
            self._report(report.says)
            return
        self.down = ""
        self._models.examined = report.examined
        self._models.faults = dict(report.faults)
        self._models.notify()


@contextmanager
def _signals_blocked() -> Generator[None]:
    """A process started inside never gets these signals."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, OWN_SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
