"""The tables of the log in a database of PostgreSQL, as a SQLite one has them."""

from typing import Final


def _kept(table: str) -> tuple[str, ...]:
    return tuple(
        f"CREATE OR REPLACE TRIGGER {table}_{name} BEFORE {what} ON {table} "
        f"FOR EACH STATEMENT EXECUTE FUNCTION stored_events_stay('{name}')"
        for name, what in (("changed", "UPDATE"), ("deleted", "DELETE OR TRUNCATE"))
    )


TREE: Final = (
    (
        "CREATE TABLE IF NOT EXISTS leaves (number bigint PRIMARY KEY, tag bytea NOT NULL, position bigint NOT NULL, "
        "hash bytea NOT NULL, UNIQUE (tag, position))"
    ),
    *_kept("leaves"),
    (
        "CREATE TABLE IF NOT EXISTS subtrees (level bigint NOT NULL, number bigint NOT NULL, hash bytea NOT NULL, "
        "PRIMARY KEY (level, number))"
    ),
    *_kept("subtrees"),
)
"""What the tree is made of."""

LOG_TABLES: Final = (
    *TREE,
    "CREATE TABLE IF NOT EXISTS statements (position bigint PRIMARY KEY, said text NOT NULL)",
    *_kept("statements"),
    "CREATE TABLE IF NOT EXISTS blinding (secret bytea NOT NULL)",
    (
        "INSERT INTO blinding SELECT decode(replace(concat(gen_random_uuid(), gen_random_uuid()), '-', ''), 'hex') "
        "WHERE NOT EXISTS (SELECT 1 FROM blinding)"
    ),
)
"""Made where they are missing, also in a database of an earlier version."""
