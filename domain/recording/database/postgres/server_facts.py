"""What an operator wants to know of a PostgreSQL server before relying on it."""

from collections.abc import Mapping
from contextlib import closing
from typing import Final

from msgspec import Struct

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.postgres.connecting import connected, translating

ASKED: Final = ("server_version", "fsync", "full_page_writes", "synchronous_commit")
_SETTINGS: Final = "SELECT name, setting FROM pg_settings WHERE name = ANY(%s)"
_NOW: Final = "SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"


class ServerFacts(Struct, frozen=True):
    """Settings of a server, and what its clock says."""

    settings: Mapping[str, str]
    now: str


def server_facts(address: PostgresAddress) -> ServerFacts:
    """Ask the server; ``BadRecord`` where the URL is wrong, ``StoreUnavailable`` where it takes no connection."""
    with closing(connected(address, writes=False)) as connection, translating(address):
        settings = connection.execute(_SETTINGS, (list(ASKED),)).fetchall()
        ((now,),) = connection.execute(_NOW).fetchall()
    return ServerFacts({str(name): str(setting) for name, setting in settings}, str(now))
