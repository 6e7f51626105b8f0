"""The database underneath: exact heads, rows that stay, commits that wait for the disk."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import psycopg
import pytest

from oathbook.domain.errors import KeyReused, PositionConflict, StoreFull
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.record_store import RecordStore, RequestKey
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.codec import EncodedEvent
from tests.support.playing import CLOSE, ruleset_of, small_game, whole_game
from tests.support.storing import changed, datastore_of, done, dumped, no_room_in, pragma, rows_of

GAME = small_game()
OTHER = whole_game(CLOSE, "other")
ASKED = RequestKey("ash", "key", "body")
THREADS = 16
ROUNDS = 5


def log_in(path: StoreAddress) -> list[tuple[str, int, str, bytes]]:
    """The events of all streams, in the order in which they were stored."""
    with Archive(path, ruleset_of) as archive:
        return [(each.game, each.position, each.topic, each.state) for each in archive.log(0, 1_000)]


@pytest.fixture
def path(store: StoreAddress) -> StoreAddress:
    return store


@pytest.fixture
def records(path: StoreAddress) -> Iterator[RecordStore]:
    """A database that holds the first four events of a game."""
    with open_store(path, "a test") as records:
        records.commit(GAME.events[:4])
        yield records


@pytest.mark.usefixtures("records")
def test_events_are_stored_as_their_two_lines_under_their_topic(path: StoreAddress) -> None:
    assert log_in(path) == [(GAME.game, *row) for row in rows_of(GAME)[:4]]
    assert rows_of(GAME)[1].state == GAME.events[1].line + b"\n" + GAME.events[1].openings


@pytest.mark.parametrize(
    ("events", "expected", "position"),
    [
        (GAME.events[3:6], 3, 4),
        (GAME.events[:1], 0, 4),
        (GAME.events[5:8], 5, 4),
        ((*GAME.events[4:6], *GAME.events[5:7]), 5, 6),
        ((*GAME.events[4:6], *GAME.events[7:8]), 7, 6),
        ((*OTHER.events[:3], *GAME.events[3:5]), 3, 4),
        ((*GAME.events[4:5], *OTHER.events[1:3]), 1, 0),
    ],
    ids=[
        "stale",
        "again from 1",
        "a gap",
        "twice in one commit",
        "a gap in it",
        "one of two stale",
        "one of two ahead",
    ],
)
def test_a_commit_that_does_not_follow_the_heads_exactly_stores_nothing(
    records: RecordStore, path: StoreAddress, events: tuple[EncodedEvent, ...], expected: int, position: int
) -> None:
    """The library itself takes gaps, and would have stored the other stream."""
    before = dumped(path)

    with pytest.raises(PositionConflict) as refused:
        records.commit(events, request=ASKED, redacted=[OTHER.game])

    assert (refused.value.expected, refused.value.position) == (expected, position)
    assert dumped(path) == before


def test_events_of_several_streams_are_stored_in_one_commit(records: RecordStore, path: StoreAddress) -> None:
    mixed = [GAME.events[4], OTHER.events[0], GAME.events[5], OTHER.events[1]]

    records.commit(mixed)

    assert [(stream, position) for stream, position, _, _ in log_in(path)[4:]] == [
        (event.game, event.entry.position) for event in mixed
    ]


def test_a_key_is_noted_with_its_step_and_only_once(records: RecordStore, path: StoreAddress) -> None:
    """The writer looks keys up before; the store refuses also whoever did not."""
    records.commit(GAME.events[4:6], request=ASKED)
    before = dumped(path)

    with pytest.raises(KeyReused, match="'key'"):
        records.commit(GAME.events[6:8], request=ASKED)

    assert dumped(path) == before
    assert f"VALUES('{GAME.game}','ash','key','body',6)" in before


@pytest.mark.sqlite("PostgreSQL has no such statement; what it has is an UPDATE")
@pytest.mark.parametrize("number", [None, 2, 9], ids=["its position", "its number", "a number to come"])
def test_a_stored_event_cannot_be_replaced(records: RecordStore, path: StoreAddress, number: int | None) -> None:
    """To replace a row, SQLite deletes the old one without asking the trigger for deletions."""
    records.commit(GAME.events[4:6])
    assert isinstance(path, Path)
    before = dumped(path)
    position = 3 if number != 2 else 7

    with closing(sqlite3.connect(path)) as connection, pytest.raises(sqlite3.IntegrityError, match="never replaced"):
        connection.execute(
            "INSERT OR REPLACE INTO stored_events VALUES (?, ?, ?, 'topic', x'00')", (number, GAME.game, position)
        )

    assert dumped(path) == before


@pytest.mark.usefixtures("records")
@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("UPDATE stored_events SET state = '' WHERE originator_version = 2", "never changed"),
        ("UPDATE stored_events SET originator_version = 9 WHERE originator_version = 4", "never changed"),
        ("DELETE FROM stored_events WHERE originator_version = 4", "never deleted"),
        ("DELETE FROM stored_events", "never deleted"),
    ],
)
def test_a_stored_event_cannot_be_changed_or_deleted(path: StoreAddress, statement: str, says: str) -> None:
    before = dumped(path)

    with pytest.raises((sqlite3.IntegrityError, psycopg.errors.IntegrityConstraintViolation), match=says):
        done(path, statement)

    assert dumped(path) == before
    assert len(log_in(path)) == 4


@pytest.mark.sqlite("it is about how SQLite numbers rows; PostgreSQL counts and never counts back")
def test_the_number_of_an_event_is_never_given_again(records: RecordStore, path: StoreAddress) -> None:
    """SQLite would, to the event after one that was erased; the plain table beside it is the control."""
    assert isinstance(path, Path)
    assert isinstance(records, SqliteRecords)
    changed(path, "DELETE FROM stored_events WHERE rowid = 4")
    changed(path, "DELETE FROM heads")
    changed(path, "DELETE FROM leaves WHERE number = 3")

    records.commit(GAME.events[3:4])

    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TEMPORARY TABLE plain (id TEXT UNIQUE)")
        connection.executemany("INSERT INTO plain VALUES (?)", ["1", "2"])
        connection.execute("DELETE FROM plain WHERE id = '2'")
        assert connection.execute("INSERT INTO plain VALUES ('3')").lastrowid == 2
    assert [each.id for each in records.recorder.select_notifications(1, 10)] == [1, 2, 3, 5]


def test_a_commit_for_which_there_is_no_room_stores_nothing_and_can_be_sent_again(
    records: RecordStore, path: StoreAddress
) -> None:
    before = dumped(path)

    with no_room_in(path), pytest.raises(StoreFull):
        records.commit(OTHER.events, request=ASKED)

    assert dumped(path) == before
    records.commit(OTHER.events, request=ASKED)
    assert len(log_in(path)) == 4 + len(OTHER.events)


@pytest.mark.sqlite("PostgreSQL says nothing that is less certain")
def test_where_the_disk_was_full_before_anything_was_written_that_is_said(records: RecordStore) -> None:
    assert isinstance(records, SqliteRecords)
    with datastore_of(records).get_connection(commit=True) as connection:
        pages = pragma(connection, "page_count")
        pragma(connection, f"max_page_count = {pages}")

    with pytest.raises(StoreFull, match="nothing of this request was stored"):
        records.commit(OTHER.events, request=ASKED)


def test_of_many_threads_that_save_at_one_position_one_wins(records: RecordStore) -> None:
    """Even without the writer that takes them in turn."""
    barrier = Barrier(THREADS)

    def race(_: int) -> list[str]:
        answers: list[str] = []
        for event in GAME.events[4 : 4 + ROUNDS]:
            barrier.wait(10)
            try:
                records.commit([event])
            except PositionConflict as conflict:
                answers.append(f"{conflict.expected} is stale: {conflict.position}")
            else:
                answers.append(f"{event.entry.position} is stored")
        return answers

    with ThreadPoolExecutor(THREADS) as threads:
        answers = Counter(each for one in threads.map(race, range(THREADS)) for each in one)

    assert answers == Counter(
        {f"{position} is stored": 1 for position in range(5, 5 + ROUNDS)}
        | {f"{position} is stale: {position + 1}": THREADS - 1 for position in range(4, 4 + ROUNDS)}
    )
