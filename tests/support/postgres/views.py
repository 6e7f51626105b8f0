"""The read models in a database of PostgreSQL, as somebody sees and changes them who has it."""

from typing import Any, Final

import psycopg

from oathbook.domain.recording.database.address import PostgresAddress

SCHEMA: Final = "oathbook_views"
OWN: Final = frozenset({"about", "made", "tracked"})
LIKE_A_FILE: Final = {
    "store": "SELECT id FROM store",
    "projections": "SELECT name, fingerprint, tables, mark, until, because FROM projections",
    "tracking": "SELECT application_name, notification_id FROM tracking WHERE notification_id > 0 "
    "UNION ALL SELECT '__migration__', 1",
    "parked": "SELECT DISTINCT ON (name) name, number, game, position, says FROM parked ORDER BY name, number",
}


def executed(address: PostgresAddress, statement: str, *values: object) -> list[tuple[Any, ...]]:
    """What somebody does to a schema who has it."""
    with psycopg.connect(address.url, autocommit=True) as connection:
        connection.execute(f"SET search_path = {SCHEMA}".encode())
        found = connection.execute(statement.encode(), values)
        return found.fetchall() if found.description else []


def tables_in_schema(address: PostgresAddress) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, in order; those that a file has of its own look as there."""
    names = executed(address, "SELECT tablename FROM pg_tables WHERE schemaname = %s", SCHEMA)
    made = {name: f"SELECT * FROM {name}" for (name,) in names if name not in OWN}  # noqa: S608  # names it has just told
    found = {name: sorted(executed(address, asked), key=repr) for name, asked in {**made, **LIKE_A_FILE}.items()}
    return dict(sorted(found.items()))
