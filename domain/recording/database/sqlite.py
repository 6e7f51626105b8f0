"""The file of a database and its connections: what stands in it, and what is safe to acknowledge."""

import sqlite3
from collections.abc import Generator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import ClassVar, Final

from eventsourcing import persistence
from eventsourcing.sqlite import SQLiteConnection, SQLiteConnectionPool, SQLiteCursor, SQLiteDatastore

from oathbook.domain.errors import BadRecord, StoreFull
from oathbook.domain.recording.database.log_tables import CREATE_LOG
from oathbook.domain.recording.database.private_files import create_private
from oathbook.domain.recording.database.read_pool import decode_text

APPLICATION: Final = 0x4F617468  # what SQLite calls an application id; it says that a file is ours

SCHEMA: Final = 6
DISPUTE_PREFIX: Final = "dispute."
"""How the topics of streams begin that are no games: a dispute is about a game, and has a stream of its own."""

SYNCHRONOUS_FULL: Final = 2
"""What ``PRAGMA synchronous`` calls FULL: a commit is on the disk before it is acknowledged."""

RACE_SINCE: Final = (3, 7, 0)
RACE_FIXED: Final = ((3, 51, 3), (3, 53, 0))
"""Between these versions, and in 3.52, two writers can race over the log's reset."""

LOCK_SECONDS: Final = 5.0  # seconds to wait for another program that holds the database

_NO_ROOM: Final = frozenset(
    {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_IOERR_SHMSIZE}
)

FILED_TOPIC: Final = f"{DISPUTE_PREFIX}filed/1"  # the topic of the event that begins a dispute; it names the game

GAME_OF_DISPUTE: Final = "json_extract(CAST(substr(state, 1, instr(state, X'0A') - 1) AS TEXT), '$.data.game')"
FILER: Final = GAME_OF_DISPUTE.replace("$.data.game", "$.by")

_LINE: Final = "substr({row}.state, 1, instr({row}.state, X'0A'))"
_SAME_EVENT: Final = (
    "(NEW.rowid, NEW.originator_id, NEW.originator_version, NEW.topic) = "
    "(OLD.rowid, OLD.originator_id, OLD.originator_version, OLD.topic) "
    f"AND {_LINE.format(row='NEW')} = {_LINE.format(row='OLD')}"
)
"""Only the openings of an event are other ones, which stand in its second line."""

TABLES: Final = (
    (
        "CREATE TABLE IF NOT EXISTS {events} (rowid INTEGER PRIMARY KEY AUTOINCREMENT, originator_id TEXT NOT NULL, "
        "originator_version INTEGER NOT NULL, topic TEXT NOT NULL, state BLOB NOT NULL, "
        "UNIQUE (originator_id, originator_version))"
    ),
    "DROP TRIGGER IF EXISTS {events}_stay",
    (
        f"CREATE TRIGGER IF NOT EXISTS {{events}}_same BEFORE UPDATE ON {{events}} WHEN NOT ({_SAME_EVENT} "  # noqa: S608  # terms of ours
        "AND EXISTS (SELECT 1 FROM redacted WHERE game = OLD.originator_id) "
        "AND NOT EXISTS (SELECT 1 FROM filled WHERE game = OLD.originator_id)) "
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
    (f"CREATE INDEX IF NOT EXISTS {{events}}_filed ON {{events}} ({GAME_OF_DISPUTE}) WHERE topic = '{FILED_TOPIC}'"),
    (
        "CREATE TABLE IF NOT EXISTS requests (game TEXT NOT NULL, seat TEXT NOT NULL, key TEXT NOT NULL, "
        "body TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (game, seat, key)) WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS redacted (game TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS filled (game TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS opened_here (game TEXT PRIMARY KEY) WITHOUT ROWID",
    (
        "CREATE TABLE IF NOT EXISTS holds (game TEXT NOT NULL, seat TEXT NOT NULL, decision TEXT NOT NULL, "
        "position INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS heads (stream TEXT PRIMARY KEY, hash TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS replaced_keys (old TEXT PRIMARY KEY, new TEXT NOT NULL) WITHOUT ROWID",
    (
        "CREATE TABLE IF NOT EXISTS seat_use (game TEXT NOT NULL, seat TEXT NOT NULL, used INTEGER NOT NULL, "
        "PRIMARY KEY (game, seat)) WITHOUT ROWID"
    ),
    "CREATE TABLE IF NOT EXISTS store (id TEXT NOT NULL)",
    "INSERT INTO store SELECT lower(hex(randomblob(16))) WHERE NOT EXISTS (SELECT 1 FROM store)",
    *CREATE_LOG,
    f"PRAGMA application_id = {APPLICATION}",
    f"PRAGMA user_version = {SCHEMA}",
)


class CheckedPool(SQLiteConnectionPool):
    """Connections that have read back how they write: ahead in a log, and a commit waits for the disk."""

    needed: ClassVar[Mapping[str, object]] = {"journal_mode": "wal", "synchronous": SYNCHRONOUS_FULL}

    def _create_connection(self) -> SQLiteConnection:
        try:
            with ExitStack() as failing:
                _make_private(self.db_name)
                made = sqlite3.connect(
                    self.db_name, timeout=LOCK_SECONDS, uri=True, isolation_level=None, check_same_thread=False
                )
                failing.callback(made.close)
                made.row_factory, made.text_factory = sqlite3.Row, decode_text
                for pragma, needed in self.needed.items():
                    made.execute(f"PRAGMA {pragma} = {needed}")
                    (found,) = made.execute(f"PRAGMA {pragma}").fetchone()
                    if found != needed:
                        raise BadRecord(
                            f"{self.db_name}: PRAGMA {pragma} reads back {found!r}, not {needed!r}; this is not safe"
                        )
                failing.pop_all()
        except sqlite3.Error as problem:
            raise translate_error(problem) from problem
        return SQLiteConnection(made, self.max_age)


def _make_private(path: str) -> None:
    """Make the file first: as SQLite makes it, everybody of this machine may read it."""
    if path == ":memory:":
        return
    with suppress(OSError):  # what is wrong with the path is for SQLite to say
        create_private(path)


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
                raise translate_error(problem) from problem
            finally:
                connection.rollback()


def is_full(problem: sqlite3.Error) -> bool:
    """Whether SQLite says that the disk takes nothing more."""
    return getattr(problem, "sqlite_errorcode", None) in _NO_ROOM


def translate_error(problem: sqlite3.Error) -> Exception:
    """The library's error of the same name, or ``StoreFull``."""
    if is_full(problem):
        certain = getattr(problem, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL
        return StoreFull(
            "the disk is full; "
            + ("nothing of this request was stored" if certain else "once there is room, send the request again")
        )
    kind: type[Exception] = getattr(persistence, type(problem).__name__)
    return kind(problem)


def is_sound_sqlite(version: tuple[int, ...] = sqlite3.sqlite_version_info) -> bool:
    """Whether a SQLite may be written by several processes; with one, as here, the race cannot happen."""
    return version < RACE_SINCE or RACE_FIXED[0] <= version < (3, 52) or version >= RACE_FIXED[1]
