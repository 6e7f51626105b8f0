"""The reading side of a database of records: connections of its own, which never hold up a commit."""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, Self

from oathbook.domain.errors import CorruptRecord, KeyReused, NotFound
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.fast_fold import CLOSED_TOPIC, TOPICS_AFTER_END, edition_in
from oathbook.domain.recording.database.openers import open_reader
from oathbook.domain.recording.database.reader import only_row
from oathbook.domain.recording.database.record_store import RequestKey, key_reused_message
from oathbook.domain.recording.database.sqlite import DISPUTE_PREFIX
from oathbook.domain.recording.database.stored_tree import StoredTree
from oathbook.domain.recording.format.codec import EncodedEvent, StreamCodec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import Record, chain_break
from oathbook.domain.recording.format.topics import FORKED_TOPIC, UNSEALED_TOPIC
from oathbook.domain.rulesets.protocol import AnyRuleset


class LogRow(NamedTuple):
    """A stored event with its number in the log of all streams."""

    id: int
    game: str
    position: int
    topic: str
    state: bytes


class Archive:
    """Every record of a database, for reading."""

    def __init__(self, address: StoreAddress, ruleset_of: Callable[[str], AnyRuleset]) -> None:
        """Open the database; ``NotFound`` where there is none, ``BadRecord`` where it is something else.

        ``ruleset_of`` finds the ruleset of an edition. ``StoreUnavailable`` where a server cannot be reached.
        """
        self.address = address
        self._ruleset_of = ruleset_of
        self._reader = reader = open_reader(address)
        self._all = reader.all
        self.tree = StoredTree(reader)
        self._number = number = reader.dialect.number
        self._events = f"SELECT originator_version, topic, {reader.dialect.state} FROM stored_events"  # noqa: S608  # names of ours
        columns = f"{number}, originator_id, originator_version, topic, {reader.dialect.state}"
        self._log = f"SELECT {columns} FROM stored_events"  # noqa: S608  # names of ours
        try:
            self.store = str(only_row(self._all("SELECT id FROM store"), f"{address}: which database it is")[0])
        except BaseException:
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
        self._reader.close()

    def games(self) -> Iterator[str]:
        """The ids of all games, oldest first."""
        first = f"originator_version = 1 AND topic NOT LIKE ? ORDER BY {self._number}"
        for row in self._all(f"SELECT originator_id FROM stored_events WHERE {first}", f"{DISPUTE_PREFIX}%"):  # noqa: S608  # names of ours
            yield str(row[0])

    def last_position(self, game: str) -> int:
        """The position of a game's last event; ``NotFound`` where there is no such game."""
        position = self.length(game)
        if not position:
            raise NotFound(f"there is no game {game!r}")
        return position

    def length(self, stream: str) -> int:
        """The position of the last event of any stream; 0 where there is no such stream."""
        last = "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = ?"
        return int(self._one(last, stream)[0])

    def disputes_of(self, game: str) -> tuple[tuple[str, int], ...]:
        """The disputes about a game in the order they were filed, each with the position of its last event."""
        filed = f"SELECT originator_id FROM {self._reader.dialect.filed} ORDER BY {self._number}"  # noqa: S608  # names of ours
        return tuple((str(dispute), self.length(dispute)) for (dispute,) in self._all(filed, game))

    def count_filed_by(self, game: str, seat: Seat) -> int:
        """How many disputes about a game a seat has filed."""
        filed = f"SELECT count(*) FROM {self._reader.dialect.filed} AND {self._reader.dialect.filer} = ?"  # noqa: S608  # names of ours
        return int(self._one(filed, game, seat)[0])

    def replaced_keys(self) -> dict[str, str]:
        """The keys that others have taken the place of, all by their digests."""
        return {str(old): str(new) for old, new in self._all("SELECT old, new FROM replaced_keys")}

    def is_closed(self, game: str, *, at: int) -> bool:
        """Whether a game is over at a position; only answers about promises and rulings can come after its end."""
        behind = TOPICS_AFTER_END - {FORKED_TOPIC}
        others = f"topic NOT IN ({', '.join('?' * len(behind))})"
        where = f"originator_id = ? AND originator_version <= ? AND {others} ORDER BY originator_version DESC LIMIT 1"
        found = self._all(f"SELECT topic FROM stored_events WHERE {where}", game, at, *behind)  # noqa: S608  # names of ours
        return found in ([(CLOSED_TOPIC,)], [(FORKED_TOPIC,)])

    def is_sealed(self, game: str) -> bool:
        """Whether what a game hides waits for the end of the one as which it is played on: it was not over itself."""
        ended = "SELECT 1 FROM stored_events WHERE originator_id = ? AND topic = ?"
        return self.is_played_on(game) and not self._all(ended, game, CLOSED_TOPIC)

    def is_played_on(self, game: str) -> bool:
        """Whether a game is played on as another that is not known to be over."""
        where = "originator_id = ? AND topic IN (?, ?) ORDER BY originator_version DESC LIMIT 1"
        query = f"SELECT topic FROM stored_events WHERE {where}"  # noqa: S608  # names of ours
        return self._all(query, game, FORKED_TOPIC, UNSEALED_TOPIC) == [(FORKED_TOPIC,)]

    def rows(self, game: str, *, after: int = 0, upto: int | None = None) -> list[StoredRow]:
        """The stored events of a game at these positions; none where there is no such game."""
        where = "originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
        found = self._all(f"{self._events} WHERE {where}", game, after, upto if upto is not None else 2**53)
        return [StoredRow(*each) for each in found]

    def log(self, after: int, limit: int) -> list[LogRow]:
        """The events of all streams after a number of the log, in the order they were stored."""
        number = self._number
        found = self._all(f"{self._log} WHERE {number} > ? ORDER BY {number} LIMIT ?", after, limit)
        return [LogRow(*each) for each in found]

    def streams(self, upto: int) -> list[tuple[str, int]]:
        """Every stream in the order in which they began, with its length at a number of the log."""
        each = f"SELECT originator_id, count(*) FROM stored_events WHERE {self._number} <= ? GROUP BY originator_id"  # noqa: S608  # names of ours
        found = self._all(f"{each} ORDER BY min({self._number})", upto)
        return [(str(stream), int(length)) for stream, length in found]

    def log_of(self, stream: str, upto: int) -> list[LogRow]:
        """The events of one stream up to a number of the log."""
        where = f"originator_id = ? AND {self._number} <= ? ORDER BY originator_version"
        return [LogRow(*each) for each in self._all(f"{self._log} WHERE {where}", stream, upto)]

    def last_number(self) -> int:
        """The number of the last event of the log; 0 where nothing is stored."""
        last = f"SELECT coalesce(max({self._number}), 0) FROM stored_events"  # noqa: S608  # names of ours
        return int(self._one(last)[0])

    def opening_number(self, game: str) -> int:
        """The number of a game's first event in the log; ``NotFound`` where there is no such game."""
        where = "originator_id = ? AND originator_version = 1"
        for (number,) in self._all(f"SELECT {self._number} FROM stored_events WHERE {where}", game):  # noqa: S608  # names of ours
            return int(number)
        raise NotFound(f"there is no game {game!r}")

    def position_at(self, game: str, number: int) -> int:
        """The position that a game had at a number of the log; 0 before its opening."""
        where = f"originator_id = ? AND {self._number} <= ? ORDER BY originator_version DESC LIMIT 1"
        for (position,) in self._all(f"SELECT originator_version FROM stored_events WHERE {where}", game, number):  # noqa: S608  # names of ours
            return int(position)
        return 0

    def is_redacted(self, game: str) -> bool:
        """Whether openings have been taken out of this record, so that nobody can play on in it."""
        return self.was_redacted(game) and not self._one("SELECT count(*) FROM filled WHERE game = ?", game)[0]

    def was_redacted(self, game: str) -> bool:
        """Whether openings were missing when this record was brought; a fuller copy may have filled it since."""
        return bool(self._one("SELECT count(*) FROM redacted WHERE game = ?", game)[0])

    def byte_size(self, game: str) -> int:
        """The bytes of a game's events and openings, with one between them."""
        return int(
            self._one("SELECT coalesce(sum(length(state)), 0) FROM stored_events WHERE originator_id = ?", game)[0]
        )

    def is_imported(self, game: str) -> bool:
        """Whether a game, which is there, was brought into this database, and not opened in it."""
        return not self._one("SELECT count(*) FROM opened_here WHERE game = ?", game)[0]

    def games_opened_here(self) -> Iterator[str]:
        """The ids of the games that were opened in this database; all others were brought into it."""
        for row in self._all("SELECT game FROM opened_here"):
            yield str(row[0])

    def held_decisions(self, game: str) -> dict[Seat, str]:
        """The decisions that seats of a game are held to, as JSON."""
        return {Seat(seat): text for seat, text in self._all("SELECT seat, decision FROM holds WHERE game = ?", game)}

    def requests(self, game: str, most: int) -> list[tuple[tuple[str, str], tuple[str, int]]]:
        """The requests made to a stream, at most so many: seat and key, the digest of what was asked, the position."""
        found = "SELECT seat, key, body, position FROM requests WHERE game = ? LIMIT ?"
        return [((seat, key), (body, position)) for seat, key, body, position in self._all(found, game, most)]

    def request_position(self, game: str, request: RequestKey) -> int | None:
        """The last position of the step that this request made, or nothing; ``KeyReused`` if it was another one."""
        where = "SELECT body, position FROM requests WHERE game = ? AND seat = ? AND key = ?"
        for body, position in self._all(where, game, request.seat, request.key):
            if body != request.body:
                raise KeyReused(key_reused_message(request))
            return int(position)
        return None

    def edition(self, game: str) -> str:
        """The edition that a game is played under; ``NotFound`` where there is no such game."""
        for row in self.rows(game, upto=1):
            if not row.topic.startswith(DISPUTE_PREFIX):
                return edition_in(game, row)
        raise NotFound(f"there is no game {game!r}")

    def ruleset(self, game: str) -> AnyRuleset:
        """The ruleset of a game; ``NotFound``, or ``UnknownEdition`` where it is not installed any more."""
        return self._ruleset_of(self.edition(game))

    def opening(self, game: str) -> GameOpened[Any, Any, Any]:
        """How a game was opened; ``CorruptRecord``, and as ``ruleset``."""
        codec = codec_of(self.ruleset(game).wire)
        (row,) = self.rows(game, upto=1)
        body = read_row(codec, game, row).entry.body
        assert isinstance(body, GameOpened), "the store takes no other first event"
        return body

    def first_game(self, game: str) -> str:
        """Returns the original game of a chain of forks made here; the game itself if it is not such a fork."""
        while (parent := self.opening(game).parent) is not None and not self.is_imported(game):
            game = parent.game
        return game

    def seat_use(self, game: str) -> dict[str, bool]:
        """Returns for each seat of a game whether its key was used; a seat is missing if that is not known."""
        found = self._all("SELECT seat, used FROM seat_use WHERE game = ?", game)
        return {str(seat): bool(used) for seat, used in found}

    def record(self, game: str) -> Record:
        """A game's record, strictly read with its chain; ``NotFound``, ``CorruptRecord``."""
        ruleset = self.ruleset(game)
        codec = codec_of(ruleset.wire)
        events = tuple(read_row(codec, game, row) for row in self.rows(game))
        record = Record(game, ruleset, codec, events, events[-1].hash, redacted=self.is_redacted(game))
        broken = chain_break(events, record.head)
        if broken is not None:
            raise CorruptRecord(game, *broken)
        return record

    def sound_part(self, game: str) -> Record:
        """A record as far as it can be read and its chain holds; ``CorruptRecord`` where that is not even its opening.

        Refuses as ``ruleset``, too.
        """
        ruleset = self.ruleset(game)
        codec, events = codec_of(ruleset.wire), list[EncodedEvent]()
        with suppress(CorruptRecord):
            for row in self.rows(game):
                events.append(read_row(codec, game, row))  # those before the damage stay
        broken = chain_break(tuple(events), events[-1].hash if events else "")
        if broken is not None:
            del events[broken[0] - 1 :]
        if not events:
            raise CorruptRecord(game, 1, "nothing of it can be read")
        return Record(game, ruleset, codec, tuple(events), events[-1].hash, redacted=self.is_redacted(game))

    def step_ending_at(self, codec: StreamCodec, game: str, position: int) -> tuple[EncodedEvent, ...]:
        """The events of the step whose last event that is; ``CorruptRecord`` names the one that cannot be read."""
        events: deque[EncodedEvent] = deque()
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


def read_row(codec: StreamCodec, game: str, row: StoredRow) -> EncodedEvent:
    """A stored event, strictly read; ``CorruptRecord`` names where it stands."""
    line, _, openings = row.state.partition(b"\n")
    event = codec.read(line, openings, game=game, position=row.position)
    if (event.entry.position, event.game) != (row.position, game):
        raise CorruptRecord(game, row.position, "the event names another game or position")
    if event.topic != row.topic:
        raise CorruptRecord(game, row.position, f"it is stored as {row.topic}, but is not")
    return event
