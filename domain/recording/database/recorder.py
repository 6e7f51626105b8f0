"""The library's recorder, held to what a record needs: exact heads, unbroken chains, requests once."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import Mapper, StoredEvent, Transcoder
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore, SQLiteFactory
from msgspec import Struct

from oathbook.domain.errors import BadRecord, CorruptRecord, KeyReplaced, KeyReused
from oathbook.domain.evidence.leaves import key_replaced_statement
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database import record_store
from oathbook.domain.recording.database.bulk_insert import insert_rows, placeholders, row_batches
from oathbook.domain.recording.database.log_tables import CREATE_TREE
from oathbook.domain.recording.database.log_tree import LogTree, complete_heads, grow_log
from oathbook.domain.recording.database.sqlite import TABLES, ImmediateDatastore
from oathbook.domain.recording.database.sqlite_reader import DIALECT
from oathbook.domain.recording.format.bearer_keys import bind_to_game
from oathbook.domain.recording.format.codec import EncodedEvent

REPLACED_QUERY: Final = "SELECT 1 FROM replaced_keys WHERE old = ?"
KEY_USED_QUERY: Final = "SELECT 1 WHERE ?2 = ?1 OR EXISTS (SELECT 1 FROM replaced_keys WHERE ?2 IN (old, new))"

SEAT_USE_QUERY: Final = "SELECT used FROM seat_use WHERE game = ? AND seat = ?"
USE_SEAT: Final = "INSERT INTO seat_use VALUES (?,?,1) ON CONFLICT DO UPDATE SET used = 1 WHERE used = 0"


class LibraryEvent(Struct, frozen=True):
    """What the library calls a domain event: a stream's id, a position in it, a topic, and the two lines."""

    originator_id: str
    originator_version: int
    topic: str
    state: bytes


def library_event(event: EncodedEvent) -> LibraryEvent:
    """An event as it goes into the store."""
    return LibraryEvent(event.game, event.entry.position, event.topic, event.line + b"\n" + event.openings)


class LineMapper(Mapper[str]):
    """Between the library's two forms of an event; the bytes pass as they are."""

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The library's row."""
        assert isinstance(domain_event, LibraryEvent)
        return StoredEvent(
            domain_event.originator_id, domain_event.originator_version, domain_event.topic, domain_event.state
        )

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """The event out of the library's row."""
        return LibraryEvent(
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


class ExactRecorder(SQLiteApplicationRecorder):
    """Events at exactly the positions they name; what belongs to a commit goes into its transaction."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        """Name the columns: the id of the row is SQLite's to give, and never given twice."""
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) VALUES {{}}"  # noqa: S608  # a name of ours
        )

        self._ends_statement = (
            "WITH asked(id) AS (VALUES {}) "  # noqa: S608  # names of ours
            "SELECT id, originator_version, CAST(state AS BLOB), hash FROM asked "
            f"JOIN {events_table_name} AS ends ON originator_id = id AND originator_version = "
            f"(SELECT max(originator_version) FROM {events_table_name} WHERE originator_id = id) "
            "LEFT JOIN heads ON stream = id"
        )
        self.log = LogTree(CREATE_TREE, DIALECT)

    def construct_create_table_statements(self) -> list[str]:
        """Our own tables, in the library's shape."""
        return [each.format(events=self.events_table_name) for each in TABLES]

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        commits: Sequence[record_store.Commit] = (),
        **_: Any,
    ) -> None:
        """Insert, or refuse: ``PositionConflict`` (a stale position, or a gap), ``CorruptRecord``, and of keys.

        ``KeyReplaced``, ``KeyReused``.
        """
        for key in {each.caller_key for each in commits if each.caller_key}:
            _must_count(c, key)
        events = [event for each in commits for event in each.events]
        record_store.must_follow(events, self._ends(c, {event.game for event in events}))
        for each in commits:
            self._note(c, each)
        heads = {event.game: event.hash for event in events}
        insert_rows(c, "INSERT INTO heads VALUES {} ON CONFLICT DO UPDATE SET hash = excluded.hash", [*heads.items()])
        rows = [(each.originator_id, each.originator_version, each.topic, each.state) for each in stored_events]
        insert_rows(c, self.insert_events_statement, rows)
        self.log.append(c, [(event.game, event.entry.position, event.hash) for event in events])

    def hold(self, game: str, seat: str, decision: str, position: int, caller_key: str = "") -> None:
        """Hold a seat to a decision; as ``RecordStore.hold``, but that nobody else can have gone on."""
        with self.datastore.transaction(commit=True) as c:
            _must_count(c, caller_key)
            c.execute("DELETE FROM holds WHERE game = ? AND seat = ? AND decision <> ?", (game, seat, decision))
            c.execute("INSERT OR IGNORE INTO holds VALUES (?,?,?,?)", (game, seat, decision, position))

    def fill(self, game: str, events: Sequence[EncodedEvent], *, whole: bool) -> None:
        """Put openings in the place of those of a redacted record; as ``RecordStore.fill``."""
        with self.datastore.transaction(commit=True) as c:
            for event in events:
                row = library_event(event)
                c.execute(
                    f"UPDATE {self.events_table_name} SET state = ? WHERE originator_id = ? "  # noqa: S608  # a name of ours
                    "AND originator_version = ? AND state <> ?",
                    (row.state, game, row.originator_version, row.state),
                )
            if whole:
                c.execute("INSERT INTO filled VALUES (?)", (game,))

    def replace_key(self, old: str, new: str) -> bool:
        """Note that one key has taken the place of another; as ``RecordStore.replace_key``."""
        with self.datastore.transaction(commit=True) as c:
            return self._replace_key(c, old, new)

    def _replace_key(self, c: SQLiteCursor, old: str, new: str) -> bool:
        c.execute(REPLACED_QUERY, (old,))
        if c.fetchone() is not None:
            return False
        c.execute(KEY_USED_QUERY, (old, new))
        if c.fetchone() is not None:
            raise BadRecord(record_store.KEY_USED_MESSAGE)
        c.execute("INSERT INTO replaced_keys VALUES (?,?)", (old, new))
        self.log.append_statement(c, key_replaced_statement(old, new))
        return True

    def use_seat(self, game: str, seat: str, key: str) -> None:
        """Note that the key of a seat was used; see ``RecordStore.use_seat``."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(REPLACED_QUERY, (bind_to_game(game, key),))
            if c.fetchone() is not None:
                raise KeyReplaced(key)
            c.execute(USE_SEAT, (game, seat))

    def give_key(self, game: str, seat: str, old: str, new: str) -> bool:
        """Replace an unused key; see ``RecordStore.give_key``."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(SEAT_USE_QUERY, (game, seat))
            record_store.must_be_unused(c.fetchone())
            return self._replace_key(c, bind_to_game(game, old), new)

    def grow_log(self) -> Iterator[int]:
        """Give a leaf to everything that has none, a transaction at a time; as ``RecordStore.grow_log``."""
        return grow_log(self.log, lambda: self.datastore.transaction(commit=True))

    def complete_heads(self) -> int:
        """Note the heads that are not noted."""
        with self.datastore.transaction(commit=True) as c:
            return complete_heads(c, DIALECT)

    def restart_log(self, said: str) -> None:
        """Forget the tree, and say why."""
        with self.datastore.transaction(commit=True) as c:
            c.execute(record_store.FORGET_USE)
            self.log.restart(c, said)

    def _ends(self, c: SQLiteCursor, streams: Iterable[str]) -> dict[str, tuple[int, str]]:
        """The last position of each stream and the hash of the event that is there now; of a new one nothing."""
        found: dict[str, tuple[int, str]] = {}
        for some in row_batches([*streams]):
            c.execute(self._ends_statement.format(placeholders(len(some), 1)), some)
            for stream, position, state, noted in c.fetchall():
                last = event_hash(state.partition(b"\n")[0])
                if noted not in (last, None):  # a database of an earlier version has none yet
                    raise CorruptRecord(stream, position, record_store.CHANGED_MESSAGE)
                found[stream] = position, last
        return found

    def _note(self, c: SQLiteCursor, commit: record_store.Commit) -> None:
        """Store what belongs to a commit beside its events."""
        if commit.request is not None:
            self._note_request(c, commit, commit.request)
        if commit.decides is not None and commit.decides.decision:
            c.execute("DELETE FROM holds WHERE game = ? AND seat = ?", (commit.stream, commit.decides.seat))
        for game in commit.redacted:
            c.execute("INSERT INTO redacted VALUES (?)", (game,))
        if commit.opened is not None:
            c.execute("INSERT INTO opened_here VALUES (?)", (commit.opened.game,))
            insert_rows(c, "INSERT INTO seat_use VALUES {}", [(commit.opened.game, seat, 0) for seat in commit.unused])
            c.execute(
                "INSERT INTO holds SELECT ?, seat, decision, position FROM holds WHERE game = ? AND position <= ?",
                commit.opened,
            )

    def _note_request(self, c: SQLiteCursor, commit: record_store.Commit, request: record_store.RequestKey) -> None:
        asked = (commit.stream, request.seat, request.key)
        c.execute("SELECT 1 FROM requests WHERE game = ? AND seat = ? AND key = ?", asked)
        if c.fetchone() is not None:
            raise KeyReused(record_store.key_reused_message(request))
        c.execute("INSERT INTO requests VALUES (?,?,?,?,?)", (*asked, request.body, commit.position))


def _must_count(c: SQLiteCursor, caller_key: str) -> None:
    """``KeyReplaced``."""
    c.execute(REPLACED_QUERY, (caller_key,))
    if c.fetchone() is not None:
        raise KeyReplaced(caller_key)


class CheckedFactory(SQLiteFactory):
    """The library's factory, with our datastore and recorder."""

    application_recorder_class = ExactRecorder

    def __init__(self, env: Mapping[str, str]) -> None:
        """Take the path of the database out of the environment, as the library does."""
        super().__init__(dict(env))
        self.datastore.close()
        self.datastore = ImmediateDatastore(self.datastore.pool.db_name)
