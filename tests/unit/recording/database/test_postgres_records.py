"""Commits to PostgreSQL: what comes of them where a connection is lost, and that no reader of the log skips any."""

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from threading import Event, Thread
from typing import Any

import psycopg
import pytest

from oathbook.domain.errors import PositionConflict, StoreUnavailable
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.copying.openers import open_source
from oathbook.domain.recording.database.log_tree import LogTree
from oathbook.domain.recording.database.postgres import transactions
from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.domain.recording.database.postgres.ddl import WRITE_LOCK
from oathbook.domain.recording.database.postgres.records import PostgresRecords
from oathbook.domain.recording.database.record_store import Commit, HeldSeat, RequestKey
from tests.support.playing import CLOSE, ruleset_of, small_game, whole_game
from tests.support.postgres.looking import cut, looking
from tests.support.postgres.server import PostgresServer
from tests.support.processes import PATIENCE
from tests.support.storing import dumped

GAME, OTHER = small_game(), whole_game(CLOSE, "other")
ASKED = RequestKey("ash", "key", "body")


@pytest.fixture
def address(postgres: PostgresServer) -> Generator[PostgresAddress]:
    with postgres.schema() as address:
        yield address


@pytest.fixture
def records(address: PostgresAddress) -> Generator[PostgresRecords]:
    """A database that holds the first four events of a game."""
    with closing(PostgresRecords(address)) as records:
        records.commit(GAME.events[:4])
        yield records


def head_in(address: PostgresAddress) -> int:
    with Archive(address, ruleset_of) as archive:
        return archive.last_position(GAME.game)


def losing(times: int, *, before: bool) -> Callable[[Connection, Sequence[Commit], LogTree], tuple[int, ...]]:
    """A commit whose connection is lost so many times, before the server has heard of it or once it has stored it."""
    committed, left = transactions.commit, [None] * times

    def commit(connection: Connection, commits: Sequence[Commit], log: LogTree) -> tuple[int, ...]:
        numbers = () if before and left else committed(connection, commits, log)
        if left:
            left.pop()
            connection.close()
            says = "the connection was lost"
            raise psycopg.OperationalError(says)
        return numbers

    return commit


@pytest.mark.parametrize("before", [True, False], ids=["before the commit", "after it"])
def test_a_commit_whose_connection_is_lost_is_stored_once(
    before: bool,  # noqa: FBT001  # it is a parameter of the test
    records: PostgresRecords,
    address: PostgresAddress,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transactions, "commit", losing(1, before=before))

    records.commit(GAME.events[4:6], request=ASKED)

    assert head_in(address) == 6
    records.commit(GAME.events[6:8])
    assert head_in(address) == 8


def test_one_that_is_lost_again_and_again_is_told_of(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transactions, "commit", losing(2, before=True))

    with pytest.raises(StoreUnavailable, match="send the request again, with the same Idempotency-Key"):
        records.commit(GAME.events[4:6], request=ASKED)

    assert head_in(address) == 4
    records.commit(GAME.events[4:6], request=ASKED)
    assert head_in(address) == 6


def test_where_it_cannot_be_looked_whether_it_was_stored_that_is_told(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was: sent again under its key it is found, and without one it meets itself."""
    monkeypatch.setattr(transactions, "commit", losing(1, before=False))
    monkeypatch.setattr("oathbook.domain.recording.database.postgres.connections.connect", unavailable)

    with pytest.raises(StoreUnavailable, match="send the request again, with the same Idempotency-Key"):
        records.commit(GAME.events[4:6], request=ASKED)

    monkeypatch.undo()
    with Archive(address, ruleset_of) as archive:
        assert archive.request_position(GAME.game, ASKED) == 6
    with pytest.raises(PositionConflict):
        records.commit(GAME.events[4:6], request=ASKED)


def unavailable(*_: object, **__: object) -> Connection:
    msg = "no server"
    raise StoreUnavailable(msg)


def test_a_connection_that_was_cut_while_nothing_happened_is_replaced(
    records: PostgresRecords, address: PostgresAddress
) -> None:
    assert cut(address) == 1

    records.commit(GAME.events[4:6])

    assert head_in(address) == 6


def test_a_server_that_is_not_safe_any_more_is_unavailable(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut(address)
    monkeypatch.setattr("oathbook.domain.recording.database.postgres.connections.UNSAFE_SETTINGS", "SELECT 'fsync'")

    with pytest.raises(StoreUnavailable, match="the connection was lost"):
        records.commit(GAME.events[4:6])
    with pytest.raises(StoreUnavailable, match="fsync is off"):
        records.commit(GAME.events[4:6])


def test_who_lost_the_connection_while_the_database_is_moved_waits_until_that_is_over(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathbook.domain.recording.database.postgres.connections.LIMITS", "SET lock_timeout = '50ms'")
    cut(address)
    with open_source(address, alone=True), pytest.raises(StoreUnavailable, match="the connection was lost"):
        records.commit(GAME.events[4:6])
    with open_source(address, alone=True), pytest.raises(StoreUnavailable, match="it is being copied or brought up"):
        records.commit(GAME.events[4:6])

    records.commit(GAME.events[4:6])

    assert head_in(address) == 6


def test_the_numbers_of_the_last_leaves_are_known_without_a_look(
    records: PostgresRecords, address: PostgresAddress
) -> None:
    records.commit(GAME.events[4:6])

    with Archive(address, ruleset_of) as archive:
        for each in GAME.events[4:6]:
            assert records.leaf_number(each.hash) == archive.tree.leaf_number(each.game, each.entry.position)
    assert records.leaf_number("another") is None


def test_a_writer_that_holds_the_lock_too_long_holds_up_nobody_for_ever(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathbook.domain.recording.database.postgres.connections.LIMITS", "SET lock_timeout = '50ms'")
    with closing(PostgresRecords(address)) as waiting:
        with looking(address) as connection, connection.transaction():
            connection.execute(WRITE_LOCK)
            with pytest.raises(StoreUnavailable, match="lock timeout"):
                waiting.commit(GAME.events[4:6])
        records.commit(GAME.events[4:6])
    assert head_in(address) == 6


def test_a_key_is_replaced_once_also_where_the_connection_is_lost(
    records: PostgresRecords, address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert records.replace_key("old", "new")
    assert not records.replace_key("old", "another")
    assert records.looks is None, "nobody watches"

    with Archive(address, ruleset_of) as archive:
        assert archive.replaced_keys() == {"old": "new"}
    lost_after_commit(records, monkeypatch)
    assert records.replace_key("new", "newer")
    assert not records.replace_key("new", "newest")


def lost_after_commit(records: PostgresRecords, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is lost once, just after the next transaction."""
    begun = records._in_transaction  # pyright: ignore[reportPrivateUsage]  # the fault is planted here

    def once(work: Callable[[Connection], Any]) -> Callable[[Connection], Any]:
        monkeypatch.undo()
        done = begun(work)

        def lost(connection: Connection) -> None:
            done(connection)
            connection.close()
            says = "the connection was lost"
            raise psycopg.OperationalError(says)

        return lost

    monkeypatch.setattr(records, "_in_transaction", once)


def test_a_seat_is_held_only_where_its_game_is_what_it_was_taken_for(
    records: PostgresRecords, address: PostgresAddress
) -> None:
    with pytest.raises(PositionConflict):
        records.hold(GAME.game, HeldSeat("ash"), "{}", 3)
    with pytest.raises(PositionConflict):
        records.hold(GAME.game, HeldSeat("ash", "another"), "{}", 4)

    records.hold(GAME.game, HeldSeat("ash"), "{}", 4)
    records.hold(GAME.game, HeldSeat("ash"), "{}", 4)  # as where the answer to the first was lost

    with Archive(address, ruleset_of) as archive:
        assert archive.held_decisions(GAME.game) == {"ash": "{}"}
    with pytest.raises(PositionConflict):
        records.commit(GAME.events[4:6], decides=HeldSeat("ash"))
    records.commit(GAME.events[4:6], decides=HeldSeat("ash", "{}"))
    with Archive(address, ruleset_of) as archive:
        assert archive.held_decisions(GAME.game) == {}


def test_a_seat_that_was_held_to_something_else_is_held_to_that_no_longer(
    records: PostgresRecords, address: PostgresAddress
) -> None:
    records.hold(GAME.game, HeldSeat("ash"), "{}", 4)

    records.hold(GAME.game, HeldSeat("ash", "{}"), "[]", 4)

    with Archive(address, ruleset_of) as archive:
        assert archive.held_decisions(GAME.game) == {"ash": "[]"}


def skipped(address: PostgresAddress, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many events a reader of the log has missed: one commit is slow, and another one comes meanwhile."""
    begun, go_on, note = Event(), Event(), transactions._store_extras  # pyright: ignore[reportPrivateUsage]  # the slow one waits here

    def slow(connection: Connection, commit: Commit) -> None:
        note(connection, commit)
        connection.execute("SELECT 1").fetchone()  # so that the server has taken its events
        begun.set()
        go_on.wait(1)

    with closing(PostgresRecords(address)) as one, closing(PostgresRecords(address)) as two:
        monkeypatch.setattr(transactions, "_store_extras", slow)
        first = Thread(target=one.commit, args=(OTHER.events[:2],))
        first.start()
        assert begun.wait(PATIENCE)
        monkeypatch.setattr(transactions, "_store_extras", note)
        second = Thread(target=two.commit, args=(GAME.events[4:6],))
        second.start()
        second.join(0.3)
        with Archive(address, ruleset_of) as archive:
            seen = [each.id for each in archive.log(0, 100)]
            go_on.set()
            first.join(PATIENCE)
            second.join(PATIENCE)
            seen += [each.id for each in archive.log(seen[-1], 100)]
            return len(archive.log(0, 100)) - len(seen)


@pytest.mark.usefixtures("records")
def test_a_reader_of_the_log_skips_no_event_that_is_committed_late(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert skipped(address, monkeypatch) == 0


def _looks_away(_log: LogTree, _cursor: object, _ends: object, _events: object) -> int:
    return 0


@pytest.mark.usefixtures("records")
def test_without_the_lock_it_skips_one(address: PostgresAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control of the test above."""
    monkeypatch.setattr(LogTree, "append_after", _looks_away)  # which would notice, and refuse one
    monkeypatch.setattr(transactions, "WRITE_LOCK", "SELECT 1")

    assert skipped(address, monkeypatch) == 2


def test_a_request_is_stored_once(records: PostgresRecords, address: PostgresAddress) -> None:
    before = dumped(address)
    assert "'key'" not in before

    records.commit_all(
        [
            Commit(GAME.events[4:6], ASKED),
            Commit(OTHER.events[:2], RequestKey("ash", "key", "another body")),
            Commit(GAME.events[6:8]),
        ]
    )

    with Archive(address, ruleset_of) as archive:
        assert archive.request_position(GAME.game, ASKED) == 6
        assert archive.request_position(OTHER.game, RequestKey("ash", "key", "another body")) == 2
