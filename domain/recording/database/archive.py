"""The reading side of a database of records: connections of its own, which never hold up a commit."""

import sqlite3
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Self

from domain.errors import BadRecord, CorruptRecord, KeyReused, NotFound
from domain.kernel.seats import Seat
from domain.recording.database.fast_fold import BEHIND_THE_END, CLOSED, edition_in
from domain.recording.database.read_pool import ReadPool, reading, uri
from domain.recording.database.recorder import RequestKey, key_reused
from domain.recording.database.sqlite import (
    APPLICATION,
    BESIDE,
    FILED,
    FILER,
    GAME_OF_DISPUTE,
    SCHEMA,
    is_full,
    translated,
)
from domain.recording.format.codec import Codec, Sealed, StreamCodec
from domain.recording.format.envelope import StoredRow
from domain.recording.format.record import Record, chain_break
from domain.recording.format.topics import FORKED, UNSEALED
from domain.rulesets.protocol import AnyRuleset

EVENTS = "SELECT originator_version, topic, CAST(state AS BLOB) FROM stored_events WHERE originator_id = ?"
FILED_ABOUT = f"topic = '{FILED}' AND {GAME_OF_DISPUTE} = ?"


class Notice(NamedTuple):
    """A stored event with its number in the log of all streams."""

    id: int
    game: str
    position: int
    topic: str
    state: bytes


class Archive:
    """Every record of a database, for reading."""

    def __init__(self, path: Path, ruleset_of: Callable[[str], AnyRuleset]) -> None:
        """Open the database; ``NotFound`` where there is none, ``BadRecord`` where it is something else.

        ``ruleset_of`` finds the ruleset of an edition.
        """
        self.path = path
        self._ruleset_of = ruleset_of
        self._readers = ReadPool(path)
        if not path.exists():
            msg = f"{path}: there is no such database"
            raise NotFound(msg)
        must_be_ours(path, or_new=False)
        try:
            self.store = str(self._one("SELECT id FROM store")[0])
        except sqlite3.Error:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close."""
        self.close()

    def close(self) -> None:
        """Close all connections that are not in use."""
        self._readers.close()

    def games(self) -> Iterator[str]:
        """The ids of all games, oldest first."""
        first = "originator_version = 1 AND topic NOT LIKE ? ORDER BY rowid"
        for row in self._all(f"SELECT originator_id FROM stored_events WHERE {first}", f"{BESIDE}%"):  # noqa: S608  # names of ours
            yield str(row[0])

    def head(self, game: str) -> int:
        """The position of a game's last event; ``NotFound`` where there is no such game."""
        position = self.length(game)
        if not position:
            msg = f"there is no game {game!r}"
            raise NotFound(msg)
        return position

    def length(self, stream: str) -> int:
        """The position of the last event of any stream; 0 where there is no such stream."""
        last = "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = ?"
        return int(self._one(last, stream)[0])

    def disputes_of(self, game: str) -> tuple[tuple[str, int], ...]:
        """The disputes about a game in the order they were filed, each with the position of its last event."""
        where = f"{FILED_ABOUT} ORDER BY rowid"
        filed = self._all(f"SELECT originator_id FROM stored_events WHERE {where}", game)  # noqa: S608  # names of ours
        return tuple((str(dispute), self.length(dispute)) for (dispute,) in filed)

    def filed_by(self, game: str, seat: Seat) -> int:
        """How many disputes about a game a seat has filed."""
        where = f"{FILED_ABOUT} AND {FILER} = ?"
        return int(self._one(f"SELECT count(*) FROM stored_events WHERE {where}", game, seat)[0])  # noqa: S608  # names of ours

    def replaced_keys(self) -> dict[str, str]:
        """The keys that others have taken the place of, all by their digests."""
        return {str(old): str(new) for old, new in self._all("SELECT old, new FROM replaced_keys")}

    def is_closed(self, game: str, *, at: int) -> bool:
        """Whether a game is over at a position; only answers about promises and rulings can come after its end."""
        behind = BEHIND_THE_END - {FORKED}
        others = f"topic NOT IN ({', '.join('?' * len(behind))})"
        where = f"originator_id = ? AND originator_version <= ? AND {others} ORDER BY originator_version DESC LIMIT 1"
        found = self._all(f"SELECT topic FROM stored_events WHERE {where}", game, at, *behind)  # noqa: S608  # names of ours
        return found in ([(CLOSED,)], [(FORKED,)])

    def is_sealed(self, game: str) -> bool:
        """Whether what a game hides waits for the end of the one as which it is played on: it was not over itself."""
        ended = "SELECT 1 FROM stored_events WHERE originator_id = ? AND topic = ?"
        return self.goes_on(game) and not self._all(ended, game, CLOSED)

    def goes_on(self, game: str) -> bool:
        """Whether a game is played on as another that is not known to be over."""
        where = "originator_id = ? AND topic IN (?, ?) ORDER BY originator_version DESC LIMIT 1"
        return self._all(f"SELECT topic FROM stored_events WHERE {where}", game, FORKED, UNSEALED) == [(FORKED,)]  # noqa: S608  # names of ours

    def rows(self, game: str, *, after: int = 0, upto: int | None = None) -> list[StoredRow]:
        """The stored events of a game at these positions; none where there is no such game."""
        where = f"{EVENTS} AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
        return [StoredRow(*each) for each in self._all(where, game, after, upto if upto is not None else 2**53)]

    def log(self, after: int, limit: int) -> list[Notice]:
        """The events of all streams after a number of the log, in the order they were stored."""
        columns = "rowid, originator_id, originator_version, topic, CAST(state AS BLOB)"
        found = self._all(f"SELECT {columns} FROM stored_events WHERE rowid > ? ORDER BY rowid LIMIT ?", after, limit)  # noqa: S608  # names of ours
        return [Notice(*each) for each in found]

    def streams(self, upto: int) -> list[tuple[str, int]]:
        """Every stream in the order in which they began, with its length at a number of the log."""
        each = "SELECT originator_id, count(*) FROM stored_events WHERE rowid <= ? GROUP BY originator_id"
        return [(str(stream), int(length)) for stream, length in self._all(f"{each} ORDER BY min(rowid)", upto)]

    def log_of(self, stream: str, upto: int) -> list[Notice]:
        """The events of one stream up to a number of the log."""
        columns = "rowid, originator_id, originator_version, topic, CAST(state AS BLOB)"
        where = "originator_id = ? AND rowid <= ? ORDER BY originator_version"
        return [Notice(*each) for each in self._all(f"SELECT {columns} FROM stored_events WHERE {where}", stream, upto)]  # noqa: S608  # names of ours

    def newest(self) -> int:
        """The number of the last event of the log; 0 where nothing is stored."""
        return int(self._one("SELECT coalesce(max(rowid), 0) FROM stored_events")[0])

    def opened(self, game: str) -> int:
        """The number of a game's first event in the log; ``NotFound`` where there is no such game."""
        where = "originator_id = ? AND originator_version = 1"
        for (number,) in self._all(f"SELECT rowid FROM stored_events WHERE {where}", game):  # noqa: S608  # names of ours
            return int(number)
        msg = f"there is no game {game!r}"
        raise NotFound(msg)

    def reached(self, game: str, number: int) -> int:
        """The position that a game had at a number of the log; 0 before its opening."""
        where = "originator_id = ? AND rowid <= ? ORDER BY originator_version DESC LIMIT 1"
        for (position,) in self._all(f"SELECT originator_version FROM stored_events WHERE {where}", game, number):  # noqa: S608  # names of ours
            return int(position)
        return 0

    def is_redacted(self, game: str) -> bool:
        """Whether openings have been taken out of this record, so that nobody can play on in it."""
        return bool(self._one("SELECT count(*) FROM redacted WHERE game = ?", game)[0])

    def opened_here(self) -> Iterator[str]:
        """The ids of the games that were opened in this database; all others were brought into it."""
        for row in self._all("SELECT game FROM opened_here"):
            yield str(row[0])

    def holds(self, game: str) -> dict[Seat, str]:
        """The decisions that seats of a game are held to, as JSON."""
        return {Seat(seat): text for seat, text in self._all("SELECT seat, decision FROM holds WHERE game = ?", game)}

    def requests(self, game: str, most: int) -> list[tuple[tuple[str, str], tuple[str, int]]]:
        """The requests made to a stream, at most so many: seat and key, the digest of what was asked, the position."""
        found = "SELECT seat, key, body, position FROM requests WHERE game = ? LIMIT ?"
        return [((seat, key), (body, position)) for seat, key, body, position in self._all(found, game, most)]

    def answered(self, game: str, request: RequestKey) -> int | None:
        """The last position of the step that this request made, or nothing; ``KeyReused`` if it was another one."""
        where = "SELECT body, position FROM requests WHERE game = ? AND seat = ? AND key = ?"
        for body, position in self._all(where, game, request.seat, request.key):
            if body != request.body:
                raise KeyReused(key_reused(request))
            return int(position)
        return None

    def edition(self, game: str) -> str:
        """The edition that a game is played under; ``NotFound`` where there is no such game."""
        for row in self.rows(game, upto=1):
            if not row.topic.startswith(BESIDE):
                return edition_in(game, row)
        msg = f"there is no game {game!r}"
        raise NotFound(msg)

    def ruleset(self, game: str) -> AnyRuleset:
        """The ruleset of a game; ``NotFound``, or ``UnknownEdition`` where it is not installed any more."""
        return self._ruleset_of(self.edition(game))

    def record(self, game: str) -> Record:
        """A game's record, strictly read with its chain; ``NotFound``, ``CorruptRecord``."""
        ruleset = self.ruleset(game)
        codec = Codec(ruleset.wire)
        events = tuple(read_row(codec, game, row) for row in self.rows(game))
        record = Record(game, ruleset, codec, events, events[-1].hash, redacted=self.is_redacted(game))
        broken = chain_break(events, record.head)
        if broken is not None:
            raise CorruptRecord(game, *broken)
        return record

    def step_ending_at(self, codec: StreamCodec, game: str, position: int) -> tuple[Sealed, ...]:
        """The events of the step whose last event that is; ``CorruptRecord`` names the one that cannot be read."""
        events: deque[Sealed] = deque()
        while position > 0:
            found = self.rows(game, after=position - 1, upto=position)
            if not found:
                raise CorruptRecord(game, position, "it is missing")
            event = read_row(codec, game, found[0])
            if events and event.entry.step != events[0].entry.step:
                break
            events.appendleft(event)
            position -= 1
        return tuple(events)

    def _one(self, statement: str, *values: Any) -> Any:
        return self._all(statement, *values)[0]

    def _all(self, statement: str, *values: Any) -> list[Any]:
        with self._readers.connection() as connection:
            return connection.execute(statement, values).fetchall()


def read_row(codec: StreamCodec, game: str, row: StoredRow) -> Sealed:
    """A stored event, strictly read; ``CorruptRecord`` names where it stands."""
    line, _, openings = row.state.partition(b"\n")
    event = codec.read(line, openings, game=game, position=row.position)
    if (event.entry.position, event.game) != (row.position, game):
        raise CorruptRecord(game, row.position, "the event names another game or position")
    if event.topic != row.topic:
        raise CorruptRecord(game, row.position, f"it is stored as {row.topic}, but is not")
    return event


def must_be_ours(path: Path, *, or_new: bool) -> None:
    """``BadRecord`` where a file is no database of ours, or one of a later version; ``StoreFull``.

    With ``or_new`` a database with nothing in it passes, and none at all: a process may have been killed making it.
    """
    if or_new and not path.exists():
        return
    try:
        application, schema, tables = _signs(path, or_new=or_new)
    except sqlite3.DatabaseError as problem:
        if is_full(problem):  # even a reader needs a file beside the database
            raise translated(problem) from problem
        msg = f"{path}: it is not an Oathbook database: {problem}"
        raise BadRecord(msg) from None
    if or_new and (application, schema, tables) == (0, 0, 0):
        return
    if application != APPLICATION:
        msg = f"{path}: it is not an Oathbook database"
        raise BadRecord(msg)
    if schema > SCHEMA:
        msg = f"{path}: it was written by a later version (schema {schema}; this program knows {SCHEMA})"
        raise BadRecord(msg)


def _signs(path: Path, *, or_new: bool) -> tuple[int, int, int]:
    """Whose database it is, its version, and how many tables and the like it has."""
    with closing(reading(path)) as connection:
        try:
            return _signs_in(connection)
        except sqlite3.OperationalError as problem:
            if not or_new or problem.sqlite_errorcode != sqlite3.SQLITE_READONLY_ROLLBACK:
                raise
    with closing(sqlite3.connect(uri(path, "rw"), uri=True)) as connection:
        return _signs_in(connection)  # rolls back what a killed process left half written; a reader could not


def _signs_in(connection: sqlite3.Connection) -> tuple[int, int, int]:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return application, schema, tables
