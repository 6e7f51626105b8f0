"""Every record of a database of PostgreSQL, for writing: one connection, a transaction a batch, exact heads."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import TypeVar

import psycopg

from oathbook.domain.errors import BadRecord, PositionConflict, StoreUnavailable, WriterBusy
from oathbook.domain.evidence.leaves import key_replaced_statement
from oathbook.domain.kernel import threads
from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.log_tree import LogTree, complete_heads, grow_once
from oathbook.domain.recording.database.postgres import connections, transactions
from oathbook.domain.recording.database.postgres.connections import LogCursor
from oathbook.domain.recording.database.postgres.ddl import BEGIN, CREATE_TREE, WRITE_LOCK
from oathbook.domain.recording.database.postgres.log_listener import LogListener
from oathbook.domain.recording.database.postgres.reader import DIALECT
from oathbook.domain.recording.database.postgres.schema_setup import ensure_tables, lock_shared, migrate
from oathbook.domain.recording.database.record_store import FORGET_USE, Commit, HeldSeat, OtherWriters, RecordStore
from oathbook.domain.recording.format.bearer_keys import bind_to_game
from oathbook.domain.recording.format.codec import EncodedEvent

T = TypeVar("T")


class PostgresRecords(RecordStore):
    """A database that other processes write too: whatever is stored is checked against what is there by then."""

    shared = True

    def __init__(self, address: PostgresAddress, *, brings_up: bool = False) -> None:
        """Open the database, or make its tables; ``BadRecord``, ``WriterBusy``, ``StoreFull`` and ``StoreUnavailable``.

        With ``brings_up`` one of an earlier version gets what it lacks; then no other process may write into it.
        """
        self._address = address
        self._turn = threads.Lock()
        self._connection: connections.Connection | None = connections.connect(address, writes=True)
        self._listener: LogListener | None = None
        self._own = set[int]()
        self._log = LogTree(CREATE_TREE, DIALECT)
        with ExitStack() as failing:
            failing.callback(self.close)
            with connections.translate_errors(address):
                if brings_up:
                    migrate(self._connection, address)
                else:
                    ensure_tables(self._connection, address)
                    lock_shared(self._connection, address)
            failing.pop_all()

    def close(self) -> None:
        """Close the connection."""
        self.unwatch()
        self._drop()

    def watch(self, told: Callable[[OtherWriters], None]) -> None:
        """Listen from now on."""
        self._listener = LogListener(self._address, self._own, self._backend, told)

    def unwatch(self) -> None:
        """Stop listening."""
        if self._listener is not None:
            self._listener.close()

    @property
    def looks(self) -> int | None:
        """How often it was looked at what others store; as ``RecordStore.looks``."""
        return None if self._listener is None else self._listener.looks

    def commit_all(self, commits: Sequence[Commit]) -> None:
        """Save several commits in one transaction; as ``RecordStore.commit_all``."""
        first = commits[0].events[0]

        def landed(connection: connections.Connection) -> tuple[int, ...] | None:
            return () if transactions.line_at(connection, first.game, first.entry.position) == first.line else None

        numbers = self._run(lambda connection: transactions.commit(connection, commits, self._log), landed)
        if self._listener is not None:
            self._own.update(numbers)

    def leaf_number(self, event_hash: str) -> int | None:
        """The number of an event in the log; as ``RecordStore.leaf_of``."""
        return self._log.leaf_number(event_hash)

    def hold(self, game: str, seat: HeldSeat, decision: str, position: int, caller_key: str = "") -> None:
        """Hold a seat to a decision; as ``RecordStore.hold``."""

        def held(connection: connections.Connection) -> None:
            transactions.must_count(connection, caller_key)
            found = transactions.position_of(connection, game)
            if found != position or transactions.held_decision(connection, game, seat.seat) not in {
                seat.decision,
                decision,
            }:
                raise PositionConflict(game, position, found)
            connection.execute(transactions.HOLD, (game, seat.seat, decision, position))

        self._run(self._in_transaction(held), lambda _: None)

    def fill(self, game: str, events: Sequence[EncodedEvent], *, whole: bool) -> None:
        """Fill a redacted record; as ``RecordStore.fill``. Done twice it is the same."""
        rows = [(event.line + b"\n" + event.openings, event.entry.position) for event in events]

        def filled(connection: connections.Connection) -> None:
            for state, position in rows:
                connection.execute(transactions.FILL, (state, game, position, state))
            if whole:
                connection.execute(transactions.FILLED, (game,))

        self._run(self._in_transaction(filled), lambda _: None)

    def replace_key(self, old: str, new: str) -> bool:
        """Let one key take the place of another; as ``RecordStore.replace_key``."""
        return self._replace_key(old, new, lambda _: None)

    def use_seat(self, game: str, seat: str, key: str) -> None:
        """Note that the key of a seat was used; see ``RecordStore.use_seat``. Repeating it changes nothing."""
        self._run(self._in_transaction(lambda c: transactions.use_seat(c, game, seat, key)), lambda _: None)

    def give_key(self, game: str, seat: str, old: str, new: str) -> bool:
        """Replace an unused key; see ``RecordStore.give_key``."""
        return self._replace_key(bind_to_game(game, old), new, lambda c: transactions.must_be_unused(c, game, seat))

    def _replace_key(self, old: str, new: str, check: Callable[[connections.Connection], None]) -> bool:
        def replaced(connection: connections.Connection) -> bool:
            check(connection)
            done = transactions.replace_key(connection, old, new)
            if done:
                self._log.append_statement(LogCursor(connection), key_replaced_statement(old, new))
                connection.execute(transactions.NOTIFY)
            return done

        def landed(connection: connections.Connection) -> bool | None:
            return connection.execute(transactions.REPLACED, (old, new)).fetchone() is not None or None

        return self._run(self._in_transaction(replaced), landed)

    def grow_log(self) -> Iterator[int]:
        """Give a leaf to every event that has none; as ``RecordStore.grow_log``."""
        done = 0
        if self._run(self._in_transaction(lambda c: self._log.is_whole(LogCursor(c))), lambda _: None):
            return
        while grown := self._run(self._in_transaction(lambda c: grow_once(self._log, LogCursor(c))), lambda _: None):
            done += grown
            yield done

    def complete_heads(self) -> int:
        """Note the heads that are not noted; as ``RecordStore.complete_heads``."""
        return self._run(self._in_transaction(lambda c: complete_heads(LogCursor(c), DIALECT)), lambda _: None)

    def restart_log(self, said: str) -> None:
        """Make the log anew; as ``RecordStore.restart_log``."""

        def restart_log(connection: connections.Connection) -> None:
            connection.execute(FORGET_USE)
            self._log.restart(LogCursor(connection), said)

        self._run(self._in_transaction(restart_log), lambda _: None)
        deque(self.grow_log(), maxlen=0)

    def _in_transaction(self, work: Callable[[connections.Connection], T]) -> Callable[[connections.Connection], T]:
        def done(connection: connections.Connection) -> T:
            connection.execute(BEGIN)
            connection.execute(WRITE_LOCK)
            result = work(connection)
            connection.execute("COMMIT")
            return result

        return done

    def _run(
        self, work: Callable[[connections.Connection], T], landed: Callable[[connections.Connection], T | None]
    ) -> T:
        """Do it, and once more where the connection was lost before it was stored.

        Whether it was, ``landed`` finds out on another connection, once the transaction that was lost cannot store
        anything any more: it holds the lock to its end.
        """
        with self._turn:
            try:
                return self._attempt(work)
            except _CommitInDoubt:
                found = self._find_outcome(landed)
            if found is not None:
                return found
            try:
                return self._attempt(work)
            except _CommitInDoubt as lost:
                raise self._in_doubt() from lost

    def _attempt(self, work: Callable[[connections.Connection], T]) -> T:
        """Do it; what is refused leaves no transaction open."""
        connection = self._ensure_connected()
        try:
            return work(connection)
        except psycopg.Error as problem:
            if connections.is_lost(problem, connection):
                self._drop()
                raise _CommitInDoubt from problem
            raise connections.translate_error(self._address, problem) from None
        finally:
            self._leave(connection)

    def _leave(self, connection: connections.Connection) -> None:
        """Leave no transaction open."""
        try:
            connection.rollback()
        except psycopg.Error:
            self._drop()

    def _find_outcome(self, landed: Callable[[connections.Connection], T | None]) -> T | None:
        """What was stored, asked on another connection; ``StoreUnavailable`` where it cannot be found out now."""
        try:
            return self._attempt(self._in_transaction(landed))
        except (_CommitInDoubt, StoreUnavailable):
            raise self._in_doubt() from None

    def _in_doubt(self) -> StoreUnavailable:
        says = "the connection was lost; send the request again, with the same Idempotency-Key where it had one"
        return StoreUnavailable(f"{self._address}: {says}")

    def _ensure_connected(self) -> connections.Connection:
        """The connection, or another where it was lost; ``StoreUnavailable``."""
        if self._connection is None:
            try:
                self._connection = self._connect()
            except (BadRecord, WriterBusy) as refused:  # neither was so when the database was opened
                raise StoreUnavailable(str(refused)) from None
        return self._connection

    def _connect(self) -> connections.Connection:
        with ExitStack() as failing, connections.translate_errors(self._address):
            connection = connections.connect(self._address, writes=True)
            failing.callback(connection.close)
            lock_shared(connection, self._address)
            failing.pop_all()
        return connection

    def _backend(self) -> int:
        """The process of the server that serves the connection."""
        return 0 if self._connection is None else self._connection.pgconn.backend_pid

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


class _CommitInDoubt(Exception):  # noqa: N818  # it is answered to nobody
    """The connection was lost, with a transaction that may have been stored."""
