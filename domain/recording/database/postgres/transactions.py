"""The transaction of a batch: what is there, whether it may go on so, and everything of it in one answer's time."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, Final

from psycopg.rows import TupleRow

from oathbook.domain.disputes.dispute_events import DisputeFiled
from oathbook.domain.errors import BadRecord, CorruptRecord, KeyReplaced, KeyReused, PositionConflict
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.recording.database import record_store
from oathbook.domain.recording.database.log_tree import LogEnds, LogTree, read_log_ends
from oathbook.domain.recording.database.postgres.connections import Connection, LogCursor
from oathbook.domain.recording.database.postgres.ddl import BEGIN, CHANNEL, WRITE_LOCK
from oathbook.domain.recording.format.bearer_keys import bind_to_game

_LINE: Final = "substring(state FROM 1 FOR position('\\x0a'::bytea IN state) - 1)"

ENDS: Final = (
    f"SELECT originator_id, originator_version, {_LINE}, hash FROM unnest(%s::text[]) AS asked(id) "  # noqa: S608  # names of ours
    "CROSS JOIN LATERAL (SELECT * FROM stored_events WHERE originator_id = id "
    "ORDER BY originator_version DESC LIMIT 1) AS ends LEFT JOIN heads ON stream = id"
)
ASKED: Final = (
    "SELECT game, seat, key FROM unnest(%s::text[], %s::text[], %s::text[]) AS asked(game, seat, key) "
    "JOIN requests USING (game, seat, key)"
)
HELD: Final = (
    "SELECT game, seat, decision FROM unnest(%s::text[], %s::text[]) AS asked(game, seat) JOIN holds USING (game, seat)"
)
EVENTS: Final = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state) "
    "SELECT id, version, topic, state FROM unnest(%b::text[], %b::bigint[], %b::text[], %b::bytea[]) "
    "WITH ORDINALITY AS new(id, version, topic, state, place) ORDER BY place RETURNING notification_id"
)
HEADS: Final = (
    "INSERT INTO heads SELECT * FROM unnest(%s::text[], %s::text[]) "
    "ON CONFLICT (stream) DO UPDATE SET hash = excluded.hash"
)
REQUESTS: Final = (
    "INSERT INTO requests SELECT * FROM unnest(%s::text[], %s::text[], %s::text[], %s::text[], %s::bigint[])"
)
FILE: Final = (
    "INSERT INTO filed SELECT %s, originator_id, %s, notification_id FROM stored_events "
    "WHERE originator_id = %s AND originator_version = %s"
)
RELEASE: Final = "DELETE FROM holds WHERE game = %s AND seat = %s"
REDACT: Final = "INSERT INTO redacted VALUES (%s)"
FILL: Final = "UPDATE stored_events SET state = %s WHERE originator_id = %s AND originator_version = %s AND state <> %s"
FILLED: Final = "INSERT INTO filled VALUES (%s) ON CONFLICT DO NOTHING"
OPEN: Final = "INSERT INTO opened_here VALUES (%s)"
TAKE_HOLDS: Final = (
    "INSERT INTO holds SELECT %s, seat, decision, position FROM holds WHERE game = %s AND position <= %s"
)
LINE_AT: Final = (
    f"SELECT coalesce(max({_LINE}), '') FROM stored_events WHERE originator_id = %s AND originator_version = %s"  # noqa: S608  # a column of ours
)
NOTIFY: Final = f"NOTIFY {CHANNEL}"
HOLD: Final = (
    "INSERT INTO holds VALUES (%s, %s, %s, %s) ON CONFLICT (game, seat) "
    "DO UPDATE SET decision = excluded.decision, position = excluded.position "
    "WHERE holds.decision <> excluded.decision"
)
REPLACE: Final = "INSERT INTO replaced_keys (old, new) VALUES (%s, %s) ON CONFLICT DO NOTHING"
USED: Final = "SELECT 1 WHERE %(new)s = %(old)s OR EXISTS (SELECT 1 FROM replaced_keys WHERE %(new)s IN (old, new))"
COUNTS_NO_MORE: Final = "SELECT old FROM replaced_keys WHERE old = ANY(%s) LIMIT 1"
SEAT_USE: Final = "SELECT used FROM seat_use WHERE game = %s AND seat = %s"
NEW_SEAT: Final = "INSERT INTO seat_use VALUES (%s, %s, 0)"
USE_SEAT: Final = (
    "INSERT INTO seat_use VALUES (%s, %s, 1) ON CONFLICT (game, seat) DO UPDATE SET used = 1 WHERE seat_use.used = 0"
)
REPLACED: Final = "SELECT 1 FROM replaced_keys WHERE old = %s AND new = %s"


def commit(connection: Connection, commits: Sequence[record_store.Commit], log: LogTree) -> tuple[int, ...]:
    """Store these in one transaction, and say the numbers of their events in the log.

    Refuses as ``RecordStore.commit_all`` does; then the transaction is left open.
    """
    log_ends = _check(connection, commits, log)
    events = [event for each in commits for event in each.events]
    states = [event.line + b"\n" + event.openings for event in events]
    heads = {event.game: event.hash for event in events}
    with connection.pipeline():
        log.append_after(
            LogCursor(connection), log_ends, [(each.game, each.entry.position, each.hash) for each in events]
        )
        rows = ([event.game for event in events], [event.entry.position for event in events])
        stored = connection.execute(EVENTS, (*rows, [event.topic for event in events], states))
        connection.execute(HEADS, ([*heads], [*heads.values()]))
        requests = [
            (each.stream, *_request_values(each), each.position) for each in commits if each.request is not None
        ]
        if requests:
            connection.execute(REQUESTS, [list(column) for column in zip(*requests, strict=True)])
        for each in commits:
            _store_extras(connection, each)
        connection.execute(NOTIFY)
        connection.execute("COMMIT")
        numbers = stored.fetchall()
    return tuple(int(number) for (number,) in numbers)


def _check(connection: Connection, commits: Sequence[record_store.Commit], log: LogTree) -> LogEnds:
    """Take the lock, and refuse what does not follow what is there; how far the log is."""
    asking = LogCursor(connection)
    streams = list({event.game for each in commits for event in each.events})
    requests = [(each.stream, *_request_values(each)[:2]) for each in commits if each.request is not None]
    keys = [*{each.caller_key for each in commits if each.caller_key}]
    seats = {(each.stream, each.decides.seat): each.decides.decision for each in commits if each.decides is not None}
    with connection.pipeline():
        connection.execute(BEGIN)
        connection.execute(WRITE_LOCK)
        ends = connection.execute(ENDS, (streams,))
        asked = connection.execute(ASKED, _columns(requests, 3)) if requests else None
        replaced = connection.execute(COUNTS_NO_MORE, (keys,)) if keys else None
        held = connection.execute(HELD, _columns([*seats], 2)) if seats else None
        log.ask_ends(asking, streams)
        found = _ends_in(ends.fetchall())
        known = set(asked.fetchall() if asked is not None else ())
        holds = {(game, seat): text for game, seat, text in held.fetchall()} if held is not None else {}
        dead = replaced.fetchone() if replaced is not None else None
        log_ends = read_log_ends(asking)
    if dead is not None:
        raise KeyReplaced(dead[0])
    record_store.must_follow((event for each in commits for event in each.events), found)
    _must_be_held_so(seats, holds, found)
    _must_be_new(commits, known)
    return log_ends


def _must_be_held_so(
    seats: Mapping[tuple[str, str], str], holds: Mapping[tuple[str, str], str], found: record_store.StreamEnds
) -> None:
    for (game, seat), decision in seats.items():
        if holds.get((game, seat), "") != decision:  # another process has told the seat what this leads to
            raise PositionConflict(game, found[game][0], found[game][0])


def _must_be_new(commits: Sequence[record_store.Commit], known: Container[tuple[Any, ...]]) -> None:
    for each in commits:
        request = each.request
        if request is not None and (each.stream, request.seat, request.key) in known:
            raise KeyReused(record_store.key_reused_message(request))


def _ends_in(rows: Sequence[TupleRow]) -> record_store.StreamEnds:
    """The last position of each stream and the hash of the event that is there now."""
    found: dict[str, tuple[int, str]] = {}
    for stream, position, line, noted in rows:
        last = event_hash(line)
        if noted != last:
            raise CorruptRecord(stream, position, record_store.CHANGED_MESSAGE)
        found[stream] = position, last
    return found


def _request_values(each: record_store.Commit) -> tuple[str, str, str]:
    assert each.request is not None, "only those with a request are asked"
    return each.request.seat, each.request.key, each.request.body


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[number] for row in rows] for number in range(width)]


def _store_extras(connection: Connection, commit: record_store.Commit) -> None:
    """Store what belongs to a commit beside its events."""
    if commit.decides is not None and commit.decides.decision:
        connection.execute(RELEASE, (commit.stream, commit.decides.seat))
    for game in commit.redacted:
        connection.execute(REDACT, (game,))
    if commit.opened is not None:
        connection.execute(OPEN, (commit.opened.game,))
        connection.execute(TAKE_HOLDS, commit.opened)
        for seat in commit.unused:
            connection.execute(NEW_SEAT, (commit.opened.game, seat))
    for event in commit.events:
        if isinstance(event.entry.body, DisputeFiled):
            where = (event.game, event.entry.position)
            connection.execute(FILE, (event.entry.body.game, event.entry.by, *where))


def replace_key(connection: Connection, old: str, new: str) -> bool:
    """Let one key take the place of another; false if one has already, ``BadRecord`` where the new one was used."""
    used = connection.execute(USED, {"old": old, "new": new}).fetchone() is not None
    if connection.execute(REPLACE, (old, new)).rowcount == 0:
        return False
    if used:
        raise BadRecord(record_store.KEY_USED_MESSAGE)
    return True


def use_seat(connection: Connection, game: str, seat: str, key: str) -> None:
    """Note that the key of a seat was used; raises ``KeyReplaced`` if the host has replaced it."""
    if connection.execute(COUNTS_NO_MORE, ([bind_to_game(game, key)],)).fetchone() is not None:
        raise KeyReplaced(key)
    connection.execute(USE_SEAT, (game, seat))


def must_be_unused(connection: Connection, game: str, seat: str) -> None:
    """Raises ``NotYourSeat`` if the key of a seat was used, or if that is not known."""
    record_store.must_be_unused(connection.execute(SEAT_USE, (game, seat)).fetchone())


def must_count(connection: Connection, caller_key: str) -> None:
    """``KeyReplaced``."""
    if connection.execute(COUNTS_NO_MORE, ([caller_key],)).fetchone() is not None:
        raise KeyReplaced(caller_key)


def position_of(connection: Connection, game: str) -> int:
    """The position of a game's last event; 0 where there is none."""
    last = "SELECT coalesce(max(originator_version), 0) FROM stored_events WHERE originator_id = %s"
    return int(_one(connection, last, game))


def held_decision(connection: Connection, game: str, seat: str) -> str:
    """The decision that a seat is held to; nothing where it is free."""
    return str(
        _one(connection, "SELECT coalesce(max(decision), '') FROM holds WHERE game = %s AND seat = %s", game, seat)
    )


def line_at(connection: Connection, stream: str, position: int) -> bytes:
    """The public line of an event; nothing where there is none."""
    return bytes(_one(connection, LINE_AT, stream, position))


def _one(connection: Connection, statement: Any, *values: Any) -> Any:
    row = connection.execute(statement, values).fetchone()
    assert row is not None, "an aggregate finds one row"
    return row[0]
