"""Under the store: connections that wait for the disk, transactions, and the library with its own doors."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from eventsourcing import persistence
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.sqlite import SQLiteConnectionPool

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.database.recorder import ExactRecorder, LibraryEvent, NoTranscoder
from oathbook.domain.recording.database.sqlite import is_sound_sqlite
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from tests.support.playing import small_game
from tests.support.storing import datastore_of, dumped, pragma

GAME = small_game()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records.db"


@pytest.fixture
def records(path: Path) -> Iterator[SqliteRecords]:
    """A database that holds the first four events of a game."""
    with closing(SqliteRecords(path)) as records:
        records.commit(GAME.events[:4])
        yield records


class Listed(NamedTuple):
    """The least that the library's repository takes for an aggregate."""

    id: str
    version: int
    topics: tuple[str, ...]


def listed(begun: Listed | None, events: Iterable[DomainEventProtocol[str]]) -> Listed:
    found = [event for event in events if isinstance(event, LibraryEvent)]
    return Listed(
        GAME.game, found[-1].originator_version, (*(begun.topics if begun else ()), *(each.topic for each in found))
    )


def test_every_connection_waits_for_the_disk_whatever_the_build_of_sqlite_does(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some builds begin with NORMAL; the library leaves that as it is."""
    beginning(monkeypatch, lambda made: made.execute("PRAGMA synchronous = NORMAL"))

    with closing(SqliteRecords(path)) as records, ExitStack() as held:
        found = [held.enter_context(datastore_of(records).get_connection(commit=False)) for _ in range(3)]
        said = [(pragma(each, "synchronous"), pragma(each, "journal_mode")) for each in found]
        theirs = SQLiteConnectionPool(db_name=str(path))
        with closing(theirs.get_connection()) as connection:
            left = pragma(connection, "synchronous")

    assert said == [(2, "wal")] * 3
    assert left == 1


@pytest.mark.parametrize(
    ("version", "is_sound"),
    [
        ((3, 6, 23), True),
        ((3, 7, 0), False),
        ((3, 40, 1), False),
        ((3, 51, 2), False),
        ((3, 51, 3), True),
        ((3, 52, 0), False),
        ((3, 53, 0), True),
        ((4, 0, 0), True),
    ],
)
def test_each_version_of_sqlite_is_known_for_its_race(version: tuple[int, ...], is_sound: bool) -> None:  # noqa: FBT001  # a row of the table
    assert is_sound_sqlite(version) == is_sound


def test_a_connection_that_reads_back_something_else_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a SQLite that does not know the setting: it says nothing, and does nothing."""

    def deaf(made: sqlite3.Connection) -> None:
        made.execute("PRAGMA synchronous = NORMAL")
        made.set_authorizer(no_setting_of_synchronous)

    beginning(monkeypatch, deaf)

    with pytest.raises(BadRecord, match="synchronous reads back 1, not 2"):
        SqliteRecords(path)


def no_setting_of_synchronous(_action: int, what: str | None, value: str | None, *_: str | None) -> int:
    return sqlite3.SQLITE_IGNORE if what == "synchronous" and value else sqlite3.SQLITE_OK


def beginning(monkeypatch: pytest.MonkeyPatch, change: Callable[[sqlite3.Connection], object]) -> None:
    """Let SQLite hand out connections that begin otherwise."""

    class Changed(sqlite3.Connection):
        def __init__(self, database: str, timeout: float, **options: Any) -> None:  # noqa: ANN401  # because they are passed on as they are
            super().__init__(database, timeout=timeout, **options)
            change(self)

    monkeypatch.setattr("sqlite3.connect", Changed)


def test_a_database_that_keeps_no_write_ahead_log_is_refused() -> None:
    with pytest.raises(BadRecord, match="journal_mode reads back 'memory', not 'wal'"):
        SqliteRecords(Path(":memory:"))


def test_a_file_that_is_no_database_is_an_error_of_the_library(path: Path) -> None:
    path.write_bytes(b"no database at all, but long enough to be read as one" * 20)

    with pytest.raises(persistence.DatabaseError, match="not a database"):
        SqliteRecords(path)


def test_the_environment_of_the_process_changes_nothing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library lets it override every setting, with the application's name in front too."""
    settings = {
        "SQLITE_DBNAME": str(tmp_path / "elsewhere.db"),
        "PERSISTENCE_MODULE": "eventsourcing.popo",
        "COMPRESSOR_TOPIC": "zlib",
        "MAPPER_TOPIC": "eventsourcing.persistence:Mapper",
        "APPLICATION_RECORDER_TOPIC": "eventsourcing.sqlite:SQLiteApplicationRecorder",
        "ORIGINATOR_ID_TYPE": "uuid",
        "CREATE_TABLE": "no",
        "IS_SNAPSHOTTING_ENABLED": "yes",
        "AGGREGATE_CACHE_MAXSIZE": "10",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
        monkeypatch.setenv(f"OATHBOOK_{name}", value)

    with closing(SqliteRecords(path)) as records:
        records.commit(GAME.events[:4])
        found = [each.state for each in records.recorder.select_notifications(1, 10)]

        assert isinstance(records.recorder, ExactRecorder)
        assert records.snapshots is None
        assert records.repository.cache is None
    assert found == [event.line + b"\n" + event.openings for event in GAME.events[:4]]
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_the_doors_of_the_library_still_work(records: SqliteRecords) -> None:
    """Its event store, its repository with a function for a projector, and its notification log."""
    part = records.events.get(GAME.game, gt=1, lte=3)
    whole = records.repository.get(GAME.game, projector_func=listed)
    earlier = records.repository.get(GAME.game, version=2, projector_func=listed)
    log = records.notification_log.select(2, 2)

    assert [each.originator_version for each in part] == [2, 3]
    assert whole == Listed(GAME.game, 4, ("game.opened/1", "game.decision/1", "game.outcome/1", "game.decision/1"))
    assert earlier == Listed(GAME.game, 2, whole.topics[:2])
    assert [(each.id, each.topic) for each in log] == [(2, whole.topics[1]), (3, whole.topics[2])]
    assert records.notification_log["1,10"].items[3].state.startswith(GAME.events[3].line)


def test_nothing_is_transcoded() -> None:
    """An event is bytes already; the library only wants to be given something."""
    transcoder = NoTranscoder()

    with pytest.raises(NotImplementedError):
        transcoder.encode(GAME)
    with pytest.raises(NotImplementedError):
        transcoder.decode(b"{}")


def test_a_writing_transaction_has_the_write_lock_from_its_beginning(records: SqliteRecords, path: Path) -> None:
    """The library begins deferred, and then two that have read cannot both go on to write."""
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as another:
        with datastore_of(records).transaction(commit=False):
            another.execute("BEGIN IMMEDIATE")
            another.execute("ROLLBACK")
        with datastore_of(records).transaction(commit=True), pytest.raises(sqlite3.OperationalError, match="locked"):
            another.execute("BEGIN IMMEDIATE")


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("DELETE FROM stored_events", persistence.IntegrityError),
        ("SELECT nothing FROM nowhere", persistence.OperationalError),
    ],
)
def test_a_transaction_that_fails_is_the_librarys_error_and_leaves_nothing_open(
    records: SqliteRecords, path: Path, statement: str, kind: type[Exception]
) -> None:
    before = dumped(path)

    with pytest.raises(kind):
        half_done(records, statement)

    assert dumped(path) == before
    records.commit(GAME.events[4:6])
    assert len(list(records.events.get(GAME.game))) == 6


def half_done(records: SqliteRecords, statement: str) -> None:
    with datastore_of(records).transaction(commit=True) as cursor:
        cursor.execute("INSERT INTO redacted VALUES ('game')")
        cursor.execute(statement)
