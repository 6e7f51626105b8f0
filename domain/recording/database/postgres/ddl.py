"""What stands in a database of PostgreSQL: the tables of a SQLite one, in the library's shape."""

from typing import Final

SCHEMA: Final = 4  # the version of these tables, which the database stores
APPLICATION: Final = "oathbook"  # what the table ``store`` says of whose database it is

COPYING: Final = "a copy for oathbook"
"""What it says while it is becoming the copy of another database, and is not whole."""

CHANNEL: Final = "oathbook_records"  # where each commit is told of

TABLES: Final = (
    "CREATE TABLE store (application text NOT NULL, schema int NOT NULL, id text NOT NULL)",
    (
        'CREATE TABLE stored_events (originator_id text COLLATE "C" NOT NULL, originator_version bigint NOT NULL, '
        'topic text COLLATE "C" NOT NULL, state bytea NOT NULL, '
        "notification_id bigint GENERATED ALWAYS AS IDENTITY, PRIMARY KEY (originator_id, originator_version))"
    ),
    "CREATE UNIQUE INDEX stored_events_in_order ON stored_events (notification_id)",
    (
        "CREATE FUNCTION stored_events_stay() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'events are never %', TG_ARGV[0] "
        "USING ERRCODE = 'integrity_constraint_violation'; END$$"
    ),
    (
        "CREATE TRIGGER stored_events_deleted BEFORE DELETE OR TRUNCATE ON stored_events "
        "FOR EACH STATEMENT EXECUTE FUNCTION stored_events_stay('deleted')"
    ),
    (
        'CREATE TABLE filed (game text COLLATE "C" NOT NULL, originator_id text COLLATE "C" NOT NULL, '
        "filer text NOT NULL, notification_id bigint NOT NULL, PRIMARY KEY (game, originator_id))"
    ),
    (
        'CREATE TABLE requests (game text COLLATE "C" NOT NULL, seat text COLLATE "C" NOT NULL, '
        'key text COLLATE "C" NOT NULL, body text NOT NULL, position bigint NOT NULL, PRIMARY KEY (game, seat, key))'
    ),
    'CREATE TABLE redacted (game text COLLATE "C" PRIMARY KEY)',
    'CREATE TABLE opened_here (game text COLLATE "C" PRIMARY KEY)',
    (
        'CREATE TABLE holds (game text COLLATE "C" NOT NULL, seat text COLLATE "C" NOT NULL, '
        "decision text NOT NULL, position bigint NOT NULL, PRIMARY KEY (game, seat))"
    ),
    'CREATE TABLE heads (stream text COLLATE "C" PRIMARY KEY, hash text NOT NULL)',
    (
        'CREATE TABLE replaced_keys (old text COLLATE "C" PRIMARY KEY, new text NOT NULL, '
        "number bigint GENERATED ALWAYS AS IDENTITY UNIQUE)"
    ),
    f"INSERT INTO store VALUES ('{APPLICATION}', {SCHEMA}, replace(gen_random_uuid()::text, '-', ''))",  # noqa: S608  # constants of ours
)

CREATE_SEAT_USE: Final = (
    'CREATE TABLE IF NOT EXISTS seat_use (game text COLLATE "C" NOT NULL, seat text COLLATE "C" NOT NULL, '
    "used int NOT NULL, PRIMARY KEY (game, seat))"
)
"""Adds the table to databases of earlier versions, too."""

_LINE: Final = "substring({row}.state FROM 1 FOR position('\\x0a'::bytea IN {row}.state))"
_SAME_EVENT: Final = (
    "(NEW.originator_id, NEW.originator_version, NEW.topic, NEW.notification_id) = "
    "(OLD.originator_id, OLD.originator_version, OLD.topic, OLD.notification_id) "
    f"AND {_LINE.format(row='NEW')} = {_LINE.format(row='OLD')}"
)

CREATE_FILLED: Final = (
    'CREATE TABLE IF NOT EXISTS filled (game text COLLATE "C" PRIMARY KEY)',
    (
        "CREATE OR REPLACE FUNCTION stored_events_same() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN "  # noqa: S608  # terms of ours
        f"IF {_SAME_EVENT} AND EXISTS (SELECT 1 FROM redacted WHERE game = OLD.originator_id) "
        "AND NOT EXISTS (SELECT 1 FROM filled WHERE game = OLD.originator_id) THEN RETURN NEW; END IF; "
        "RAISE EXCEPTION 'events are never changed' USING ERRCODE = 'integrity_constraint_violation'; END$$"
    ),
    (
        "CREATE OR REPLACE TRIGGER stored_events_changed BEFORE UPDATE ON stored_events "
        "FOR EACH ROW EXECUTE FUNCTION stored_events_same()"
    ),
)
"""Made where they are missing, also in a database of an earlier version: of an event only openings change, and only
those of a redacted record."""

BEGIN: Final = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
"""Each statement sees what was committed before it, also by those for whom ``WRITE_LOCK`` has waited."""

WRITE_LOCK: Final = (
    "SELECT pg_advisory_xact_lock(1331786856, 'stored_events'::regclass::oid::int)"  # as SQLite calls us
)
"""Held by every transaction that writes, to its end: events become visible in the order of their numbers."""

CREATION_LOCK: Final = "SELECT pg_advisory_xact_lock(1331786856)"
"""Held while the tables are made: of several processes that start at once, one makes them."""

SHARED_LOCK: Final = "SELECT pg_advisory_lock_shared(1331786857, 'stored_events'::regclass::oid::int)"
"""Held by the session of every process that writes."""

EXCLUSIVE_LOCK: Final = "SELECT pg_advisory_lock(1331786857, 'stored_events'::regclass::oid::int)"
"""Held by the session of whatever may have no writers beside it."""


def _append_only_triggers(table: str) -> tuple[str, ...]:
    return tuple(
        f"CREATE OR REPLACE TRIGGER {table}_{name} BEFORE {what} ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION stored_events_stay('{name}')"
        for name, what in (("changed", "UPDATE"), ("deleted", "DELETE OR TRUNCATE"))
    )


CREATE_TREE: Final = (
    (
        "CREATE TABLE IF NOT EXISTS leaves (number bigint PRIMARY KEY, tag bytea NOT NULL, position bigint NOT NULL, "
        "hash bytea NOT NULL, UNIQUE (tag, position))"
    ),
    *_append_only_triggers("leaves"),
    (
        "CREATE TABLE IF NOT EXISTS subtrees (level bigint NOT NULL, number bigint NOT NULL, hash bytea NOT NULL, "
        "PRIMARY KEY (level, number))"
    ),
    *_append_only_triggers("subtrees"),
)
"""What the tree is made of."""

CREATE_LOG: Final = (
    *CREATE_TREE,
    "CREATE TABLE IF NOT EXISTS statements (position bigint PRIMARY KEY, said text NOT NULL)",
    *_append_only_triggers("statements"),
    "CREATE TABLE IF NOT EXISTS blinding (secret bytea NOT NULL)",
    (
        "INSERT INTO blinding SELECT decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex') "
        "WHERE NOT EXISTS (SELECT 1 FROM blinding)"
    ),
)
"""Made where they are missing, also in a database of an earlier version."""
