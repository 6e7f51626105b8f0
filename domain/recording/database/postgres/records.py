"""Every record of a database of PostgreSQL, for writing: one connection, a transaction a batch, exact heads."""

import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TypeVar

import psycopg

from oathbook.domain.errors import BadRecord, PositionConflict, StoreUnavailable, WriterBusy
from oathbook.domain.evidence.statements import replaced_key
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.commits import Commit, HeldSeat, Others, RecordStore
from oathbook.domain.recording.database.heads import complete_heads
from oathbook.domain.recording.database.log_tree import LogTree, grow_once
from oathbook.domain.recording.database.postgres import committing
from oathbook.domain.recording.database.postgres.connecting import (
    Connection,
    connected,
    is_lost,
    translated,
    translating,
)
from oathbook.domain.recording.database.postgres.listening import LogListener
from oathbook.domain.recording.database.postgres.log_cursor import LogCursor
from oathbook.domain.recording.database.postgres.log_tables import TREE
from oathbook.domain.recording.database.postgres.making import bring_up, make_tables, take_part
from oathbook.domain.recording.database.postgres.reader import DIALECT
from oathbook.domain.recording.database.postgres.tables import BEGIN, LOCK
from oathbook.domain.recording.format.codec import Sealed

T = TypeVar("T")


class PostgresRecords(RecordStore):
    """A database that other processes write too: whatever is stored is checked against what is there by then."""

    shared = True

    def __init__(self, address: PostgresAddress, *, brings_up: bool = False) -> None:
        """Open the database, or make its tables; ``BadRecord``, ``WriterBusy``, ``StoreFull`` and ``StoreUnavailable``.

        With ``brings_up`` one of an earlier version gets what it lacks; then no other process may write into it.
        """
        self._address = address
        self._turn = threading.Lock()
        self._connection: Connection | None = connected(address, writes=True)
        self._listener: LogListener | None = None
        self._own = set[int]()
        self._log = LogTree(TREE, DIALECT)
        with ExitStack() as failing:
            failing.callback(self.close)
            with translating(address):
                if brings_up:
                    bring_up(self._connection, address)
                else:
                    make_tables(self._connection, address)
                    take_part(self._connection, address)
            failing.pop_all()

    def close(self) -> None:
        """Close the connection."""
        self.unwatch()
        self._drop()

    def watch(self, told: Callable[[Others], None]) -> None:
        """Listen from now on."""
        self._listener = LogListener(self._address, self._own, self._backend, told)

    def unwatch(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.close()

    def commit_all(self, commits: Sequence[Commit]) -> None:
        """Save several commits in one transaction; as ``RecordStore.commit_all``."""
        first = commits[0].events[0]

        def landed(connection: Connection) -> tuple[int, ...] | None:
            return () if committing.line_at(connection, first.game, first.entry.position) == first.line else None

        numbers = self._done(lambda connection: committing.commit(connection, commits, self._log), landed)
        if self._listener is not None:
            self._own.update(numbers)

    def leaf_of(self, event_hash: str) -> int | None:
        """The number of an event in the log; as ``RecordStore.leaf_of``."""
        return self._log.number_of(event_hash)

    def hold(self, game: str, seat: HeldSeat, decision: str, position: int) -> None:
        """Hold a seat to a decision; as ``RecordStore.hold``."""

        def held(connection: Connection) -> None:
            found = committing.position_of(connection, game)
            if found != position or committing.held(connection, game, seat.seat) not in {seat.decision, decision}:
                raise PositionConflict(game, position, found)
            connection.execute(committing.HOLD, (game, seat.seat, decision, position))

        self._done(self._in_a_transaction(held), lambda _: None)

    def fill(self, game: str, events: Sequence[Sealed], *, whole: bool) -> None:
        """Fill a redacted record; as ``RecordStore.fill``. Done twice it is the same."""
        rows = [(event.line + b"\n" + event.openings, event.entry.position) for event in events]

        def filled(connection: Connection) -> None:
            for state, position in rows:
                connection.execute(committing.FILL, (state, game, position, state))
            if whole:
                connection.execute(committing.FILLED, (game,))

        self._done(self._in_a_transaction(filled), lambda _: None)

    def replace_key(self, old: str, new: str) -> bool:
        """Let one key take the place of another; as ``RecordStore.replace_key``."""

        def replaced(connection: Connection) -> bool:
            done = committing.replace(connection, old, new)
            if done:
                self._log.state(LogCursor(connection), replaced_key(old, new))
                connection.execute(committing.NOTIFY)
            return done

        def landed(connection: Connection) -> bool | None:
            return connection.execute(committing.REPLACED, (old, new)).fetchone() is not None or None

        return self._done(self._in_a_transaction(replaced), landed)

    def grow_log(self) -> Iterator[int]:
        """Give a leaf to every event that has none; as ``RecordStore.grow_log``."""
        done = 0
        if self._done(self._in_a_transaction(lambda c: self._log.is_whole(LogCursor(c))), lambda _: None):
            return
        while grown := self._done(self._in_a_transaction(lambda c: grow_once(self._log, LogCursor(c))), lambda _: None):
            done += grown
            yield done

    def complete_heads(self) -> int:
        """Note the heads that are not noted; as ``RecordStore.complete_heads``."""
        return self._done(self._in_a_transaction(lambda c: complete_heads(LogCursor(c), DIALECT)), lambda _: None)

    def begin_log_again(self, said: str) -> None:
        """Make the log anew; as ``RecordStore.begin_log_again``."""
        self._done(self._in_a_transaction(lambda c: self._log.begin_again(LogCursor(c), said)), lambda _: None)
        deque(self.grow_log(), maxlen=0)

    def _in_a_transaction(self, work: Callable[[Connection], T]) -> Callable[[Connection], T]:
        def done(connection: Connection) -> T:
            connection.execute(BEGIN)
            connection.execute(LOCK)
            result = work(connection)
            connection.execute("COMMIT")
            return result

        return done

    def _done(self, work: Callable[[Connection], T], landed: Callable[[Connection], T | None]) -> T:
        """Do it, and once more where the connection was lost before it was stored.

        Whether it was, ``landed`` finds out on another connection, once the transaction that was lost cannot store
        anything any more: it holds the lock to its end.
        """
        with self._turn:
            try:
                return self._attempted(work)
            except _Lost:
                found = self._looked(landed)
            if found is not None:
                return found
            try:
                return self._attempted(work)
            except _Lost as lost:
                raise self._in_doubt() from lost

    def _attempted(self, work: Callable[[Connection], T]) -> T:
        """Do it; what is refused leaves no transaction open."""
        connection = self._connected()
        try:
            return work(connection)
        except psycopg.Error as problem:
            if is_lost(problem, connection):
                self._drop()
                raise _Lost from problem
            raise translated(self._address, problem) from None
        finally:
            self._leave(connection)

    def _leave(self, connection: Connection) -> None:
        """Leave no transaction open."""
        try:
            connection.rollback()
        except psycopg.Error:
            self._drop()

    def _looked(self, landed: Callable[[Connection], T | None]) -> T | None:
        """What was stored, asked on another connection; ``StoreUnavailable`` where it cannot be found out now."""
        try:
            return self._attempted(self._in_a_transaction(landed))
        except (_Lost, StoreUnavailable):
            raise self._in_doubt() from None

    def _in_doubt(self) -> StoreUnavailable:
        says = "the connection was lost; send the request again, with the same Idempotency-Key where it had one"
        return StoreUnavailable(f"{self._address}: {says}")

    def _connected(self) -> Connection:
        """The connection, or another where it was lost; ``StoreUnavailable``."""
        if self._connection is None:
            try:
                self._connection = self._joined()
            except (BadRecord, WriterBusy) as refused:  # neither was so when the database was opened
                raise StoreUnavailable(str(refused)) from None
        return self._connection

    def _joined(self) -> Connection:
        with ExitStack() as failing, translating(self._address):
            connection = connected(self._address, writes=True)
            failing.callback(connection.close)
            take_part(connection, self._address)
            failing.pop_all()
        return connection

    def _backend(self) -> int:
        """The process of the server that serves the connection."""
        return 0 if self._connection is None else self._connection.pgconn.backend_pid

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


class _Lost(Exception):  # noqa: N818  # it is answered to nobody
    """The connection was lost, with a transaction that may have been stored."""
