"""The statements of read models, which are SQLite's, as PostgreSQL takes them."""

import re
from functools import lru_cache
from typing import Final

_TYPES: Final = {"TEXT": 'TEXT COLLATE "C"', "INTEGER": "BIGINT"}
"""SQLite orders texts by their bytes, and its integers have 64 bits."""


@lru_cache(512)
def postgres_query(statement: str) -> bytes:
    """A statement with values: each ``?`` stands for one, as ``%s`` does for the driver."""
    ordered = statement.replace("CAST(? AS TEXT)", 'CAST(? AS TEXT) COLLATE "C"')
    return ordered.replace("%", "%%").replace("?", "%s").encode()


def postgres_ddl(statement: str) -> bytes:
    """A statement that makes a table or an index."""
    typed = re.sub(r"\b(TEXT|INTEGER)\b", lambda found: _TYPES[found[1]], statement)
    return typed.replace("WITHOUT ROWID", "").encode()


FUNCTIONS: Final = (
    "CREATE FUNCTION instr(text, text) RETURNS integer IMMUTABLE LANGUAGE sql AS 'SELECT strpos($1, $2)'",
    (
        "CREATE FUNCTION json_extract(text, text) RETURNS text IMMUTABLE LANGUAGE sql "
        "AS 'SELECT CAST($1 AS json) ->> substr($2, 3)'"
    ),
    (
        "CREATE FUNCTION json_each(text, OUT value text) RETURNS SETOF text IMMUTABLE LANGUAGE sql "
        "AS 'SELECT json_array_elements_text(CAST($1 AS json))'"
    ),
    (
        "CREATE FUNCTION json_each(text, text, OUT value text) RETURNS SETOF text IMMUTABLE LANGUAGE sql "
        "AS 'SELECT json_array_elements_text(CAST($1 AS json) -> substr($2, 3))'"
    ),
)
"""What the questions use of SQLite's functions; a path names a field of an object, as in ``$.sentence``."""
