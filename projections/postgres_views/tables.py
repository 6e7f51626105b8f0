"""The tables that the schema of the read models has of its own, and how it looks when it is whole."""

from collections import defaultdict
from typing import Final

import msgspec
import psycopg

from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.projections.postgres_views.dialect import FUNCTIONS, postgres_ddl
from oathbook.projections.postgres_views.view_connections import SCHEMA

VERSION: Final = 1
"""A schema that says otherwise is thrown away. It also counts into how many shares streams are dealt, and how."""

OTHER_VERSION: Final = "another version of this program made it"

CHANNEL: Final = "oathbook_views"  # where readers are told that read models have gone on

TABLES: Final = (
    "CREATE TABLE about (version INTEGER NOT NULL, shape TEXT NOT NULL)",
    "CREATE TABLE store (id TEXT NOT NULL)",
    """
    CREATE TABLE made (
        name TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, tables TEXT NOT NULL, shape TEXT NOT NULL,
        until INTEGER NOT NULL, because TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE tracked (
        name TEXT NOT NULL, share INTEGER NOT NULL, fingerprint TEXT NOT NULL,
        position INTEGER NOT NULL, mark TEXT NOT NULL, PRIMARY KEY (name, share)
    ) WITH (fillfactor = 50)
    """,
    """
    CREATE TABLE parked (
        name TEXT NOT NULL, share INTEGER NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL,
        position INTEGER NOT NULL, says TEXT NOT NULL, PRIMARY KEY (name, share)
    )
    """,
    """
    CREATE VIEW tracking AS
    SELECT name AS application_name, min(position) AS notification_id FROM tracked GROUP BY name
    """,
    """
    CREATE VIEW projections AS
    SELECT name, fingerprint, tables, coalesce(mark, '') AS mark,
        CASE WHEN position < until THEN until ELSE 0 END AS until,
        CASE WHEN position < until THEN because ELSE '' END AS because
    FROM made LEFT JOIN LATERAL (
        SELECT position, mark FROM tracked WHERE tracked.name = made.name ORDER BY position LIMIT 1
    ) AS least ON true
    """,
)
"""A projection is as far as the share of it that is least far; readers ask ``tracking`` and ``projections``."""

OWN_TABLES: Final = ("about", "made", "parked", "projections", "store", "tracked", "tracking")

SHAPES_QUERY: Final = """
SELECT relname, 'column ' || attnum || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull
FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
WHERE relnamespace = to_regnamespace(%(schema)s) AND relkind IN ('r', 'v') AND attnum > 0
UNION ALL
SELECT relname, pg_get_indexdef(indexrelid)
FROM pg_class JOIN pg_index ON indrelid = pg_class.oid WHERE relnamespace = to_regnamespace(%(schema)s)
UNION ALL
SELECT '', proname || ' ' || pg_get_function_identity_arguments(pg_proc.oid)
FROM pg_proc WHERE pronamespace = to_regnamespace(%(schema)s)
"""

Shapes = dict[str, str]  # what each table looks like; the empty name stands for the functions


def schema_exists(connection: Connection) -> bool:
    """Whether there is a schema of that name."""
    return connection.execute("SELECT to_regnamespace(%s) IS NOT NULL", (SCHEMA,)).fetchone() == (True,)


def create_schema(connection: Connection) -> None:
    """Make the schema with its own tables, in place of whatever is there under its name."""
    with connection.transaction():
        connection.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE".encode())
        connection.execute(f"CREATE SCHEMA {SCHEMA}".encode())
        for each in FUNCTIONS:
            connection.execute(each.encode())
        for each in TABLES:
            connection.execute(postgres_ddl(each))
        connection.execute("INSERT INTO about VALUES (%s, %s)", (VERSION, own_shape(shapes(connection))))


def shapes(connection: Connection) -> Shapes:
    """What every table of the schema looks like now."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for table, line in connection.execute(SHAPES_QUERY, {"schema": SCHEMA}):
        found[table].append(line)
    return {table: "\n".join(sorted(lines)) for table, lines in found.items()}


def own_shape(found: Shapes) -> str:
    """What its own tables and functions look like."""
    return shape_of(found, (*OWN_TABLES, ""))


def shape_of(found: Shapes, tables: tuple[str, ...]) -> str:
    """What some tables look like together; a table that is missing is seen."""
    return "\n".join(f"{table}\n{found.get(table, 'is missing')}" for table in tables)


def damage(connection: Connection) -> str:
    """What is wrong with the schema that is there, or nothing."""
    found = shapes(connection)
    if "about" not in found:
        return "it holds something else"
    version = _about_schema(connection, "version")
    if version is not None and version != VERSION:
        return OTHER_VERSION
    if version is None or own_shape(found) != _about_schema(connection, "shape"):
        return "its tables are not those that were made"
    made_so = connection.execute("SELECT tables, shape FROM made").fetchall()
    whole = all(shape == shape_of(found, msgspec.json.decode(names, type=tuple[str, ...])) for names, shape in made_so)
    return "" if whole else "its tables are damaged"


def _about_schema(connection: Connection, column: str) -> object:
    """What the schema says of itself; nothing where it does not say that."""
    try:
        with connection.transaction():
            found = connection.execute(f"SELECT {column} FROM about".encode()).fetchone()  # noqa: S608  # a name of ours
    except psycopg.ProgrammingError:
        return None
    return None if found is None else found[0]
