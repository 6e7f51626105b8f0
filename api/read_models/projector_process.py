"""The process that makes the read models of a database, until its parent closes the pipe.

It only reads the records. Bytes come in through one pipe: new events, or a doubt about the read models. A line goes out
through another after every page.
"""

import logging
import os
import sys
from collections.abc import Sequence
from threading import Lock, Timer
from typing import Final

import msgspec
from eventsourcing.persistence import PersistenceError
from msgspec import Struct

from oathbook.domain.errors import Refused, StoreFull, StoreUnavailable
from oathbook.domain.recording.database.address import StoreAddress, parse_address
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.polling import wait_readable
from oathbook.domain.rulesets.registry import load_registry
from oathbook.projections.projector import Projector
from oathbook.projections.view_openers import open_views

DATABASE: Final = "OATHBOOK_DB"
"""The variable that names the database: others can see a process's arguments, and a URL may have a password."""

PROMPT: Final = b"p"
DOUBT: Final = b"d"
MOST_READ: Final = 65_536

PARENT_CHECK_SECONDS: Final = 1.0
"""Seconds between checks that the parent is alive: another process may hold the pipe open by mistake."""

GRACE: Final = 3.0  # seconds for the page in hand once it is to stop; what is not stored then is made again


class ProjectorReport(Struct, frozen=True):
    """What the process reports: a change, or, in ``says``, why rows are made again."""

    faults: dict[str, str] = {}
    examined: bool = False
    says: str = ""


def main(arguments: Sequence[str]) -> None:
    """Follows the records of the database that ``OATHBOOK_DB`` names; the arguments are the numbers of both pipes.

    If it cannot start, it reports why and ends with code 1; the parent tries again.
    """
    pipe = _ParentPipe(int(arguments[1]))
    logging.disable()  # drivers log lost connections; we report what follows from them
    try:
        _follow(parse_address(os.environ[DATABASE]), int(arguments[0]), pipe)
    except (Refused, StoreFull, StoreUnavailable, PersistenceError) as problem:
        pipe.report(f"{type(problem).__name__}: {problem}")
        sys.exit(1)


def _follow(database: StoreAddress, prompts: int, pipe: "_ParentPipe") -> None:
    parent, ruleset_of = os.getppid(), load_registry().ruleset
    with (
        Archive(database, ruleset_of) as archive,
        open_views(database, deep=False) as views,
        Projector(archive, views, ruleset_of, report=pipe.report) as projector,
    ):
        projector.subscribe(pipe.publish)
        projector.start()
        while got := _read_prompts(prompts, parent):
            if DOUBT in got:
                projector.doubt()
            projector.prompt()
        last = Timer(GRACE, os._exit, (0,))
        last.daemon = True
        last.start()


def _read_prompts(prompts: int, parent: int) -> bytes:
    """Returns the next bytes from the parent, or nothing once it is gone."""
    while os.getppid() == parent:
        if wait_readable([prompts], PARENT_CHECK_SECONDS):
            return os.read(prompts, MOST_READ)
    return b""


class _ParentPipe:
    """Writes lines to the parent, from any thread; without a parent the process ends."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._turn = Lock()

    def publish(self, faults: dict[str, str], examined: bool) -> None:  # noqa: FBT001  # as the projector calls it
        self._write(ProjectorReport(faults, examined))

    def report(self, says: str) -> None:
        self._write(ProjectorReport(says=says))

    def _write(self, report: ProjectorReport) -> None:
        line = msgspec.json.encode(report) + b"\n"
        with self._turn:
            try:
                while line:
                    line = line[os.write(self._answers, line) :]
            except BrokenPipeError:
                os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
