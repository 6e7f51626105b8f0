"""The process that makes the read models of a database: it follows the record until its parent lets go of it.

It only reads the record. Bytes come in through one pipe: there are new events, or the read models may be damaged; its
end means stop. A line goes out through another after every page.
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
"""Says which; other users of the machine see the arguments of a process, and a URL may have a password."""

PROMPT: Final = b"p"
DOUBT: Final = b"d"
MOST_READ: Final = 65_536

PARENT_CHECK_SECONDS: Final = 1.0
"""Seconds after which it looks whether its parent is still there: another process may hold the pipe open by mistake."""

GRACE: Final = 3.0  # seconds for the page in hand once it is to stop; what is not stored then is made again


class ProjectorReport(Struct, frozen=True):
    """What the process tells: something has changed, or, with ``says``, why rows have to be made again."""

    faults: dict[str, str] = {}
    examined: bool = False
    says: str = ""


def main(arguments: Sequence[str]) -> None:
    """Follow the record of the database that ``OATHBOOK_DB`` names, given the numbers of both pipes.

    Where that cannot be begun, it tells why, and ends with code 1; the parent tries again.
    """
    telling = _ParentPipe(int(arguments[1]))
    logging.disable()  # what a driver says of a lost connection is no line of ours; what comes of it is told
    try:
        _follow(parse_address(os.environ[DATABASE]), int(arguments[0]), telling)
    except (Refused, StoreFull, StoreUnavailable, PersistenceError) as problem:
        telling.report(f"{type(problem).__name__}: {problem}")
        sys.exit(1)


def _follow(database: StoreAddress, prompts: int, telling: "_ParentPipe") -> None:
    parent, ruleset_of = os.getppid(), load_registry().ruleset
    with (
        Archive(database, ruleset_of) as archive,
        open_views(database, deep=False) as views,
        Projector(archive, views, ruleset_of, report=telling.report) as projector,
    ):
        projector.subscribe(telling.publish)
        projector.start()
        while got := _read_prompts(prompts, parent):
            if DOUBT in got:
                projector.doubt()
            projector.prompt()
        last = Timer(GRACE, os._exit, (0,))
        last.daemon = True
        last.start()


def _read_prompts(prompts: int, parent: int) -> bytes:
    """The next bytes from the parent; none once it is gone."""
    while os.getppid() == parent:
        if wait_readable([prompts], PARENT_CHECK_SECONDS):
            return os.read(prompts, MOST_READ)
    return b""


class _ParentPipe:
    """Writes lines for the parent, from any thread; without a parent there is nothing more to do."""

    def __init__(self, answers: int) -> None:
        self._answers = answers
        self._turn = Lock()

    def publish(self, faults: dict[str, str], examined: bool) -> None:  # noqa: FBT001  # as the projector tells it
        self._write(ProjectorReport(faults, examined))

    def report(self, says: str) -> None:
        self._write(ProjectorReport(says=says))

    def _write(self, told: ProjectorReport) -> None:
        line = msgspec.json.encode(told) + b"\n"
        with self._turn:
            try:
                while line:
                    line = line[os.write(self._answers, line) :]
            except BrokenPipeError:
                os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
