"""Processes: those that tests start do with signals what the system does and outlive no test; this one stays as is."""

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import IO, Final

import structlog

ENDS_WITHIN: Final = 20.0
"""Seconds within which the system has ended a process that was killed."""

ANSWERS_WITHIN: Final = 50.0
"""Seconds within which a command has done its work; less than a test has."""

PATIENCE: Final = 50.0
"""Seconds, nearly as many as a test may take: a busy machine does in half a minute what takes a moment otherwise."""

LAUNCHER: Final = """
import ctypes, os, signal, sys
if sys.argv[2]:
    user, group = map(int, sys.argv[2].split())
    os.setgroups([]), os.setgid(group), os.setuid(user)
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
ignored = {int(number) for number in sys.argv[1].split()}
signal.pthread_sigmask(signal.SIG_SETMASK, ())
for each in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(each, signal.SIG_IGN if each in ignored else signal.SIG_DFL)
os.execvp(sys.argv[3], sys.argv[3:])
"""
"""Becomes the program, of another user if need be.

Whoever runs the tests may ignore signals (``nohup`` does), and a process would inherit that. Where Linux can, it ends
the process also when the tests themselves are killed.
"""

Stream = int | IO[bytes] | None

User = tuple[int, int]
"""The numbers of a user and of their group."""


@contextmanager
def started(  # noqa: PLR0913  # as much of what a process is given as tests give one
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    ignoring: Sequence[signal.Signals] = (),
    stdin: Stream = subprocess.DEVNULL,
    stdout: Stream = None,
    stderr: Stream = None,
    user: User | None = None,
) -> Generator[subprocess.Popen[bytes]]:
    """Start a process in a group of its own; in the end kill whatever is left of the group."""
    ignored = " ".join(str(int(each)) for each in ignoring)
    as_whom = "" if user is None else f"{user[0]} {user[1]}"
    process = subprocess.Popen(  # noqa: S603  # the programs that are tested
        [sys.executable, "-I", "-S", "-c", LAUNCHER, ignored, as_whom, *map(str, command)],
        cwd=cwd,
        env=env,
        stdin=stdin,
        stdout=stdout,
        stderr=stderr,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(BrokenPipeError):
                pipe.close()
    process.wait(ENDS_WITHIN)


def ran(
    command: Sequence[str | Path],
    *,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    stdout: Stream = subprocess.PIPE,
    within: float = ANSWERS_WITHIN,
    user: User | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; what it prints is UTF-8."""
    with started(command, cwd=cwd, env=env, stdout=stdout, stderr=subprocess.PIPE, user=user) as process:
        out, err = process.communicate(timeout=within)
    return subprocess.CompletedProcess([*map(str, command)], process.returncode, (out or b"").decode(), err.decode())


@contextmanager
def logged_as_before() -> Generator[None]:
    """What is set inside for the log of this process holds no longer afterwards."""
    settings, handlers, level = structlog.get_config(), logging.root.handlers[:], logging.root.level
    try:
        yield
    finally:
        structlog.configure(**settings)
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)


def until(holds: Callable[[], object], within: float = PATIENCE) -> None:
    """Wait for something that another thread or process does."""
    end = monotonic() + within
    while not holds():
        assert monotonic() < end, "it did not happen"
        sleep(0.005)
