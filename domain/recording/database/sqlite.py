"""The library's storage, held to what a record needs: exact heads, requests once, and nothing acknowledged lost."""

import sqlite3
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, ClassVar, Final, NamedTuple

from eventsourcing import persistence
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)
from msgspec import Struct

from domain.errors import BadRecord, KeyReused, PositionConflict, StoreFull
from domain.recording.format.codec import Sealed

APPLICATION: Final = 0x4F617468
"""What SQLite calls an application id; it says that a file is ours."""

SCHEMA: Final = 1
BESIDE: Final = "dispute."
"""How the topics of streams begin that are no games: a dispute is about a game, and has a stream of its own."""

FULL: Final = 2
"""What ``PRAGMA synchronous`` calls FULL: a commit is on the disk before it is acknowledged."""

LOCKED: Final = 5.0
"""Seconds to wait for another program that holds the database."""

_NO_ROOM: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_SHMSIZE}
)

FILED: Final = f"{BESIDE}filed/1"
"""The topic of the event that begins a dispute; it names the game."""

GAME_OF_DISPUTE: Final = "json_extract(CAST(substr(state, 1, instr(state, X'0A') - 1) AS TEXT), '$.data.game')"
FILER: Final = GAME_OF_DISPUTE.replace("$.data.game", "$.by")

TABLES: Final = (
    (
        "CREATE TABLE IF NOT EXISTS {events} (rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, "
        "originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
        "UNIQUE (originator_id, originator_version))"
    ),
    (
        "CREATE TRIGGER IF NOT EXISTS {events}_stay BEFORE UPDATE ON {events} "
        "BEGIN SELECT RAISE(ABORT, 'events are never changed'); END"
    ),
    (
        "CREATE TRIGGER IF NOT EXISTS {events}_remain BEFORE DELETE ON {events} "
        "BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END"
    ),
    (
        "CREATE TRIGGER IF NOT EXISTS {events}_follow BEFORE INSERT ON {events} "
        "WHEN EXISTS (SELECT 1 FROM {events} WHERE rowid = NEW.rowid OR "
        "(originator_id, originator_version) = (NEW.originator_id, NEW.originator_version)) "
        "BEGIN SELECT RAISE(ABORT, 'events are never replaced'); END"
    ),
    (f"CREATE INDEX IF NOT EXISTS {{events}}_filed ON {{events}} ({GAME_OF_DISPUTE}) WHERE topic = '{FILED}'"),
    (
        "CREATE TABLE IF NOT EXISTS requests (game TEXT NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL, "
        "body TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (game, seat, key)) WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS redacted (game TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS opened_here (game TEXT PRIMARY KEY) WITHOUT ROWID",
    (
        "CREATE TABLE IF NOT EXISTS holds (game TEXT NOT NULL, seat TEXT NOT NULL, decision TEXT NOT NULL, "
        "position INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS store (id TEXT NOT NULL)",
    "INSERT INTO store SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM store)",
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


class RequestKey(Struct, frozen=True):
    """A client's own name for a request: whose it is, the key it chose, and a digest of what it asked."""

    seat: str
    key: str
    body: str


class BegunGame(NamedTuple):
    """A game that begins with a commit; decisions that seats were held to in another by a position pass to it."""

    game: str
    held_in: str = ""
    by: int = 0


class Stored(Struct, frozen=True):
    """What the library calls a domain event: a stream's id, a position in it, a topic, and the two lines."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


def stored(event: Sealed) -> Stored:
    """An event as it goes into the store."""
    return Stored(event.game, event.entry.position, event.topic, event.line + b"\n" + event.openings)


class LineMapper(Mapper[str]):
    """Between the library's two forms of an event; the bytes pass as they are."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The library's row."""
        assert isinstance(domain_event, Stored)
        return StoredEvent(
            domain_event.originator_id, domain_event.originator_version, domain_event.topic, domain_event.state
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """The event out of the library's row."""
        return Stored(
            str(stored_event.originator_id), stored_event.originator_version, stored_event.topic, stored_event.state
        )


class NoTranscoder(Transcoder):
    """The library asks for one, and nothing is transcoded: events are bytes already."""

    def encode(self, obj: Any) -> bytes:
        """Never asked."""
        raise NotImplementedError

    def decode(self, data: bytes) -> Any:
        """Never asked."""
        raise NotImplementedError


class CheckedPool(SQLiteConnectionPool):
    """Connections that have read back how they write: ahead in a log, and a commit waits for the disk."""

    needed: ClassVar[Mapping[str, object]] = {"journal_mode": "wal", "synchronous": FULL}

    def _create_connection(self) -> SQLiteConnection:
        try:
            with ExitStack() as failing:
                made = sqlite3.connect(
                    self.db_name, timeout=LOCKED, uri=True, isolation_level=None, check_same_thread=False
                )
                failing.callback(made.close)
                made.row_factory = sqlite3.Row
                for pragma, needed in self.needed.items():
                    made.execute(f"PRAGMA {pragma} = {needed}")
                    (found,) = made.execute(f"PRAGMA {pragma}").fetchone()
                    if found != needed:
                        msg = f"{self.db_name}: PRAGMA {pragma} reads back {found!r}, not {needed!r}; this is not safe"
                        raise BadRecord(msg)
                failing.pop_all()
        except sqlite3.Error as problem:
            raise translated(problem) from problem
        return SQLiteConnection(made, self.max_age)


class ImmediateDatastore(SQLiteDatastore):
    """Transactions that take the write lock when they begin, and leave nothing open when they fail."""

    def __init__(self, path: str) -> None:
        """One writer at a time; the pool is the library's, the connections are checked."""
        super().__init__(path, originator_id_type="text")
        self.pool = CheckedPool(db_name=path)

    @contextmanager
    def transaction(self, *, commit: bool) -> Generator[SQLiteCursor]:
        """A cursor within a transaction; ``StoreFull`` where the disk takes nothing more."""
        with self.get_connection(commit=commit) as connection, connection.cursor() as raw:
            try:
                raw.execute("BEGIN IMMEDIATE" if commit else "BEGIN")
                yield SQLiteCursor(raw)
                if commit:
                    connection.commit()
            except sqlite3.Error as problem:
                raise translated(problem) from problem
            finally:
                connection.rollback()


def is_full(problem: sqlite3.Error) -> bool:
    """Whether SQLite says that the disk takes nothing more."""
    return getattr(problem, "sqlite_errorcode", None) in _NO_ROOM


def translated(problem: sqlite3.Error) -> Exception:
    """The library's error of the same name, or ``StoreFull``."""
    if is_full(problem):
        certain = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return StoreFull(
            "the disk is full; "
            + ("nothing of this request was stored" if certain else "once there is room, send the request again")
        )
    kind: type[Exception] = getattr(persistence, type(problem).__name__)
    return kind(problem)


class ExactRecorder(SQLiteApplicationRecorder):
    """Events at exactly the positions they name; what belongs to a commit goes into its transaction."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        """Name the columns: the id of the row is SQLite's to give, and never given twice."""
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) VALUES (?,?,?,?)"  # noqa: S608  # a name of ours
        )

    def construct_create_table_statements(self) -> list[str]:
        """Our own tables, in the library's shape."""
        return [each.format(events=self.events_table_name) for each in TABLES]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        request: RequestKey | None = None,
        redacted: Sequence[str] = (),
        released: str = "",
        opened: BegunGame | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        """Insert, or refuse with ``PositionConflict`` (a stale position, or a gap) or ``KeyReused``."""
        self._must_follow(c, stored_events)
        if request is not None:
            asked = [each for each in stored_events if each.originator_id == stored_events[0].originator_id]
            self._note(c, str(asked[-1].originator_id), request, asked[-1].originator_version)
        if released:
            c.execute("DELETE FROM holds WHERE game = ? AND seat = ?", (str(stored_events[0].originator_id), released))
        for game in redacted:
            c.execute("INSERT INTO redacted VALUES (?)", (game,))
        if opened is not None:
            c.execute("INSERT INTO opened_here VALUES (?)", (opened.game,))
            c.execute(
                "INSERT INTO holds SELECT ?, seat, decision, position FROM holds WHERE game = ? AND position <= ?",
                opened,
            )
        return super()._insert_events(c, stored_events, **kwargs)

    def hold(self, game: str, seat: str, decision: str, position: int) -> None:
        """Hold a seat to a decision from a position on, until it has been recorded; one it is held to stays so."""
        with self.datastore.transaction(commit=True) as c:
            c.execute("DELETE FROM holds WHERE game = ? AND seat = ? AND decision <> ?", (game, seat, decision))
            c.execute("INSERT OR IGNORE INTO holds VALUES (?,?,?,?)", (game, seat, decision, position))

    def _must_follow(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent]) -> None:
        heads: dict[str, int] = {}
        for event in stored_events:
            stream = str(event.originator_id)
            if stream not in heads:
                c.execute(
                    f"SELECT max(originator_version) FROM {self.events_table_name} WHERE originator_id = ?",  # noqa: S608  # a name of ours
                    (stream,),
                )
                heads[stream] = c.fetchone()[0] or 0
            if event.originator_version != heads[stream] + 1:
                raise PositionConflict(stream, event.originator_version - 1, heads[stream])
            heads[stream] += 1

    def _note(self, c: SQLiteCursor, game: str, request: RequestKey, position: int) -> None:
        c.execute("SELECT 1 FROM requests WHERE game = ? AND seat = ? AND key = ?", (game, request.seat, request.key))
        if c.fetchone() is not None:
            raise KeyReused(key_reused(request))
        c.execute("INSERT INTO requests VALUES (?,?,?,?,?)", (game, request.seat, request.key, request.body, position))


def key_reused(request: RequestKey) -> str:
    """What is said to a key that came with another request before."""
    return f"Idempotency-Key {request.key!r} was used for another request"


class CheckedFactory(SQLiteFactory):
    """The library's factory, with our datastore and recorder."""

    application_recorder_class = ExactRecorder

    def __init__(self, env: Mapping[str, str]) -> None:
        """Take the path of the database out of the environment, as the library does."""
        super().__init__(dict(env))
        self.datastore.close()
        self.datastore = ImmediateDatastore(self.datastore.pool.db_name)
