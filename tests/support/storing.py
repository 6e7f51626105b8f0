"""Games played through a writer, databases looked at from outside, processes that are killed, disks that are full."""

import json
import os
import random
import re
import resource
import signal
import sqlite3
import sys
import traceback
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Self

from eventsourcing.sqlite import SQLiteConnection, SQLiteDatastore

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.games import game as games
from oathbook.domain.games.game import Game
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.record_store import Commit, RequestKey, StartedGame
from oathbook.domain.recording.database.recorder import ExactRecorder
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import Sources, system_sources
from oathbook.domain.recording.format.topics import topic_of
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.writer import Writer
from oathbook.domain.recording.writing.writer_batch import PendingCommit, StoredStep, WriterBatch
from oathbook.domain.rulesets.protocol import Setup
from tests.support.playing import RULESET, Json, close_by, ruleset_of
from tests.support.postgres import looking

Stored = tuple[str, int, str]
"""What a client was told: the game, the position it has reached, the hash of its last event."""

Say = Callable[[str], None]


def writer_on(path: StoreAddress, sources: Sources | None = None, *, says: str = "another process") -> Writer:
    """The writer of a database."""
    return Writer(path, ruleset_of, sources or system_sources(), says=says)


def keep(writer: Writer, *records: Record) -> None:
    """Store records as if their games had been opened here and had gone so far; no door leads there."""

    def kept(batch: WriterBatch) -> None:
        for each in records:
            step = StoredStep(each.game, each.events[-1:])
            batch.add(PendingCommit(Commit(each.events, opened=StartedGame(each.game)), (step,)))

    writer._put(kept).result()  # pyright: ignore[reportPrivateUsage]  # as above


class Play:
    """A game played through a writer by clients who know its state from what they were answered."""

    def __init__(self, writer: Writer, game: Game) -> None:
        """``opened`` and ``resumed`` are the ways to get here."""
        self.writer = writer
        self.game = game

    @classmethod
    def opened(cls, writer: Writer, setup: Setup | None = None, *, chance: str = "seeded") -> Self:
        """A new game."""
        step = writer.open(RULESET, NewGame(setup or close_by(), chance))
        return cls(writer, games.begin(RULESET, step.game, step.events[0].entry))

    @classmethod
    def resumed(cls, writer: Writer, game: str) -> Self:
        """A game that is stored."""
        return cls(writer, fold_record(writer.archive.record(game)))

    def chosen(self, picks: random.Random) -> Json:
        """One of the decisions that somebody may take now, as that seat writes it."""
        seat: Seat = picks.choice(RULESET.to_act(self.game.state))
        value: Json = json.loads(decision_text(picks.choice(RULESET.options(self.game.state, seat).listed)))
        return value

    def decide(self, value: Json, *reports: DrawReport, request: RequestKey | None = None) -> StoredStep:
        """Send a decision that was taken at the position this client has seen."""
        return self.follow(self.sent(value, *reports, request=request).result())

    def sent(self, value: Json, *reports: DrawReport, request: RequestKey | None = None) -> Future[StoredStep]:
        """Send it, and do not wait; ``follow`` takes the answer."""
        return self.writer.submit_decision(
            self.game.id, value, reports, by=Seat(value["by"]), expected=self.game.position, request=request
        )

    def follow(self, step: StoredStep) -> StoredStep:
        """Go on to where this step of the game leads."""
        for event in step.events:
            self.game = games.evolve(RULESET, self.game, event.entry)
        return step

    def take_one(self, picks: random.Random) -> StoredStep:
        """Send one of the decisions that somebody may take now, under a key that names the position."""
        value = self.chosen(picks)
        return self.decide(value, request=RequestKey(Seat(value["by"]), f"at {self.game.position}", "body"))


def told(step: StoredStep) -> Stored:
    """What the client of a step was told."""
    return step.game, step.position, step.events[-1].hash


def lines_of(events: Sequence[EncodedEvent]) -> list[tuple[bytes, bytes]]:
    """The bytes of events."""
    return [(event.line, event.openings) for event in events]


def rows_of(record: Record) -> list[StoredRow]:
    """A record's events as they would be stored."""
    return [
        StoredRow(event.entry.position, topic_of(event.entry.body), event.line + b"\n" + event.openings)
        for event in record.events
    ]


def datastore_of(records: SqliteRecords) -> SQLiteDatastore:
    """Where the library keeps the connections that write."""
    assert isinstance(records.recorder, ExactRecorder)
    return records.recorder.datastore


def pragma(connection: SQLiteConnection, statement: str) -> object:
    """What a connection answers to that."""
    with connection.cursor() as cursor:
        (found,) = cursor.execute(f"PRAGMA {statement}").fetchone()
    return found


def sqlite_locks(path: Path) -> int:
    """How many locks of the database the connections of this process have, at the bytes where SQLite takes them."""
    mine = rf" POSIX +ADVISORY +\w+ {os.getpid()} \S+:{path.stat().st_ino} 10737418\d\d "  # proc_locks(5)
    return len(re.findall(mine, Path("/proc/locks").read_text("ascii")))


def dumped(path: StoreAddress) -> str:
    """Everything that a database holds: every row of every table, and of SQLite the schema."""
    if isinstance(path, PostgresAddress):
        return looking.dumped(path)
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def found(path: StoreAddress, statement: str, *values: object) -> list[Any]:
    """The rows that a statement finds in a database."""
    if isinstance(path, PostgresAddress):
        with looking.looking(path) as connection:
            return connection.execute(statement.replace("?", "%s").encode(), values).fetchall()
    with closing(sqlite3.connect(path)) as opened:
        return opened.execute(statement, values).fetchall()


def done(path: StoreAddress, statement: str) -> None:
    """What somebody tries with a database who has it in their hands."""
    if isinstance(path, PostgresAddress):
        with looking.looking(path) as connection:
            connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(path)) as opened, opened:
        opened.execute(statement)


@contextmanager
def disrespecting(path: Path) -> Generator[sqlite3.Connection]:
    """A connection of somebody who has the file of a database in their hands and no respect for its triggers."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        yield connection


def executed(path: Path, *statements: str) -> None:
    """What such a person does to it."""
    with disrespecting(path) as connection:
        for each in statements:
            connection.execute(each)


def changed(path: StoreAddress, statement: str, *values: object) -> None:
    """One row of a database changed, by somebody as above."""
    if isinstance(path, PostgresAddress):
        assert looking.changed(path, statement, *values) == 1
        return
    with disrespecting(path) as connection:
        assert connection.execute(statement, values).rowcount == 1


def restated(path: StoreAddress, position: int, change: Callable[[bytes], bytes]) -> None:
    """The bytes of the event at a position changed, in a database with one game."""
    ((state,),) = found(path, "SELECT state FROM stored_events WHERE originator_version = ?", position)
    assert change(state) != state
    changed(path, "UPDATE stored_events SET state = ? WHERE originator_version = ?", change(state), position)


class Child:
    """A process that does some work, says lines to its parent, and rests with what the work gave until it is killed."""

    def __init__(self, work: Callable[[Say], object]) -> None:
        """Start it; the parent has no threads, connections or locks of a database at this time."""
        sys.stdout.flush()
        sys.stderr.flush()
        reading, writing = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            _do(work, writing)
        os.close(writing)
        self._lines = os.fdopen(reading, "rb")

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Kill it, if that is not done."""
        if not self._lines.closed:
            self.killed()

    def line(self) -> str:
        """The next line that it says."""
        return _said(self._lines.readline())

    def killed(self) -> list[str]:
        """Kill it, as nobody can refuse to be killed, and give back the other lines that it had said."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        with self._lines:
            return [_said(line) for line in self._lines]


def _do(work: Callable[[Say], object], writing: int) -> None:
    try:
        _rest(work(lambda line: _write(writing, line)))
    except BaseException:  # noqa: BLE001  # because whatever it is, the parent has to know, and the child must not go on
        _write(writing, f"! {json.dumps(traceback.format_exc())}")
    finally:
        os._exit(1)


def _rest(_: object) -> None:
    """Do nothing, with what the work gave still at hand, so that it stays open."""
    signal.pause()


def _write(writing: int, line: str) -> None:
    os.write(writing, line.encode() + b"\n")


def _said(line: bytes) -> str:
    text = line.decode().rstrip("\n")
    assert text, "the process ended without a word"
    assert not text.startswith("! "), json.loads(text[2:])
    return text


@contextmanager
def no_file_grows_beyond(size: int) -> Generator[None]:
    """A disk on which this process can write no byte behind that one, in any file; Python ignores the signal."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_room_in(path: StoreAddress) -> Generator[None]:
    """A disk that takes nothing more: of this process, or of the server."""
    if isinstance(path, PostgresAddress):
        with looking.full(path):
            yield
    else:
        with no_file_grows_beyond(0):
            yield
