"""Databases with records in them, whoever reads or writes them, and stored bytes that somebody has changed."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing, contextmanager
from pathlib import Path

from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.writing.writer import Writer
from tests.support.playing import ruleset_of
from tests.support.processes import ENDS_WITHIN, started
from tests.support.storing import keep
from tests.unit.api.games import BEFORE_THE_DRAW
from tests.unit.api.running import Json, Printed, oathbook

INSPIRE = '{"by":"ash","kind":"inspire","use":true}'
MOVE = '{"by":"birch","kind":"move","to":null}'
READERS: dict[str, Callable[[str], tuple[str, ...]]] = {
    "replay": lambda name: ("replay", name),
    "replay at": lambda name: ("replay", name, "--at", "9"),
    "replay as": lambda name: ("replay", name, "--as", "ash"),
    "replay as public": lambda name: ("replay", name, "--at", "7", "--as", "public"),
    "verify": lambda name: ("verify", name),
    "verify under": lambda name: ("verify", name, "--edition", "knights_duty/1"),
    "ask": lambda name: ("ask", name, "--at", str(BEFORE_THE_DRAW), "--decision", INSPIRE),
    "ask else": lambda name: ("ask", name, "--at", "5", "--decision", MOVE),
    "export": lambda name: ("export", name),
    "export text": lambda name: ("export", name, "--form", "text", "--as", "birch"),
    "export transcript": lambda name: ("export", name, "--form", "transcript"),
    "export as ash": lambda name: ("export", name, "--as", "ash"),
    "export as birch": lambda name: ("export", name, "--as", "birch"),
    "export as table": lambda name: ("export", name, "--as", "table"),
    "export as public": lambda name: ("export", name, "--as", "public"),
}
ADDRESS = "http://127.0.0.1:8765"
HOLDER = """
import sys
from pathlib import Path
from oathbook.domain.recording.database.writer_lock import WriterLock

with WriterLock(Path(sys.argv[1]), sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def stored(path: Path, *records: Record) -> Path:
    """A database with these records."""
    with Writer(path, ruleset_of, system_sources()) as writer:
        writer.add(records)
    return path


def begun(path: Path, *records: Record) -> Path:
    """A database with these records, as if their games had been opened in it."""
    with Writer(path, ruleset_of, system_sources()) as writer:
        keep(writer, *records)
    return path


def archived(path: Path) -> Archive:
    """The same, for reading."""
    return Archive(path, ruleset_of)


def states(path: Path) -> list[tuple[str, int, bytes]]:
    """Everything that is stored, in the order of the log."""
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT originator_id, originator_version, state FROM stored_events ORDER BY rowid"
        ).fetchall()


@contextmanager
def held(path: Path, says: str = ADDRESS) -> Generator[None]:
    """Meanwhile another process holds the lock of the writer."""
    command = [sys.executable, "-c", HOLDER, str(path), says]
    with started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.stdin.close()
        assert holder.wait(ENDS_WITHIN) == 0


def changed(path: Path, statement: str, values: Iterable[object] = ()) -> None:
    """A statement by somebody who has the file and takes the locks off the events."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_same")
        connection.execute("DROP TRIGGER stored_events_remain")
        connection.execute(statement, tuple(values))


def restated(path: Path, position: int, change: Callable[[bytes], bytes]) -> None:
    """The bytes of the events at that position, changed."""
    with closing(sqlite3.connect(path)) as connection:
        (state,) = connection.execute(
            "SELECT state FROM stored_events WHERE originator_version = ?", (position,)
        ).fetchone()
    assert change(state) != state
    changed(path, "UPDATE stored_events SET state = ? WHERE originator_version = ?", (change(state), position))


def read(reader: str, name: str | Path, *more: str | Path) -> Printed:
    """What a reading command prints about a record."""
    return oathbook(*READERS[reader](str(name)), *more)


def without_name(printed: Printed) -> Json:
    """The answer, which names what was typed only where several records may be."""
    answer: Json = printed.json
    if printed.out.startswith(b"["):
        for each in answer:
            del each["file"]
    return answer
