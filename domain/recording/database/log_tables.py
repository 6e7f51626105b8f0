"""The tables of the log: a leaf for each event and each statement of the store itself, and hashes over 256 of them."""

from typing import Final

TREE_TABLES: Final = ("leaves", "subtrees")  # the tables of the tree itself


def _append_only_triggers(table: str, key: str) -> tuple[str, str, str]:
    """What sees to it that rows of a table are never changed, deleted or replaced."""
    same = " AND ".join(f"{column} = NEW.{column}" for column in key.split())
    return (
        (
            f"CREATE TRIGGER IF NOT EXISTS {table}_stay BEFORE UPDATE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are never changed'); END"
        ),
        (
            f"CREATE TRIGGER IF NOT EXISTS {table}_remain BEFORE DELETE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} are never deleted'); END"
        ),
        (
            f"CREATE TRIGGER IF NOT EXISTS {table}_follow BEFORE INSERT ON {table} "  # noqa: S608  # names of ours
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} are never replaced'); END"
        ),
    )


CREATE_TREE: Final = (
    (
        "CREATE TABLE IF NOT EXISTS leaves (number INTEGER PRIMARY KEY, tag BLOB NOT NULL, position INTEGER NOT NULL, "
        "hash BLOB NOT NULL, UNIQUE (tag, position))"
    ),
    *_append_only_triggers("leaves", "number"),
    (
        "CREATE TABLE IF NOT EXISTS subtrees (level INTEGER NOT NULL, number INTEGER NOT NULL, hash BLOB NOT NULL, "
        "PRIMARY KEY (level, number)) WITHOUT ROWID"
    ),
    *_append_only_triggers("subtrees", "level number"),
)
"""What the tree is made of; it can be made again out of the events and statements."""

CREATE_LOG: Final = (
    *CREATE_TREE,
    "CREATE TABLE IF NOT EXISTS statements (position INTEGER PRIMARY KEY, said TEXT NOT NULL)",
    *_append_only_triggers("statements", "position"),
    "CREATE TABLE IF NOT EXISTS blinding (secret BLOB NOT NULL)",
    "INSERT INTO blinding SELECT randomblob(32) WHERE NOT EXISTS (SELECT 1 FROM blinding)",
)
