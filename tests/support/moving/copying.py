"""Databases that are copied: one with something in every table, and all that a database holds, for comparing."""

from collections import deque
from typing import Any, Final

from oathbook.domain.kernel import Seat
from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.copying.copier import copy_database
from oathbook.domain.recording.database.copying.openers import open_source, open_target
from oathbook.domain.recording.database.openers import open_store
from oathbook.domain.recording.database.record_store import HeldSeat, RequestKey, StartedGame
from tests.support.playing import CLOSE, ruleset_of, small_game, sources, whole_game
from tests.support.storing import found
from tests.support.writers.beside import CASE, noted

GAME: Final = small_game()
OTHERS: Final = [whole_game(CLOSE, f"game-{number}") for number in range(1, 5)]

TABLES: Final = {
    "stored_events": "{number}, originator_id, originator_version, topic, {state}",
    "heads": "*",
    "leaves": "*",
    "subtrees": "*",
    "statements": "*",
    "requests": "*",
    "redacted": "*",
    "filled": "*",
    "opened_here": "*",
    "holds": "*",
    "replaced_keys": "old, new",
    "store": "id",
    "blinding": "*",
}
"""The columns that both stores have, of every table."""


def filled(address: StoreAddress) -> StoreAddress:
    """A database with games, a dispute, and something in every other table."""
    with open_store(address, "a test") as records, Archive(address, ruleset_of) as archive:
        records.commit(GAME.events[:1], opened=StartedGame(GAME.game))
        records.commit(GAME.events[1:4], request=RequestKey("ash", "key, with a ü", "body"))
        for game in OTHERS:
            records.commit(game.events)
        records.commit(noted(archive, CASE, "so be it", sources("beside")), redacted=(OTHERS[0].game, OTHERS[1].game))
        records.fill(OTHERS[1].game, OTHERS[1].events, whole=True)
        records.commit(GAME.events[4:6], request=RequestKey("birch", "key", "body"))
        records.hold(GAME.game, HeldSeat(Seat("ash")), '{"kind":"wait"}', 6)
        assert records.replace_key("old", "new")
    return address


def contents(address: StoreAddress) -> dict[str, list[Any]]:
    """Every row of every table as both stores have them, byte by byte."""
    on_postgres = isinstance(address, PostgresAddress)
    names = {
        "number": "notification_id" if on_postgres else "rowid",
        "state": "state" if on_postgres else "CAST(state AS BLOB)",
    }
    asked = {table: f"SELECT {columns.format(**names)} FROM {table}" for table, columns in TABLES.items()}  # noqa: S608  # names of ours
    return {table: sorted(map(tuple, found(address, statement)), key=repr) for table, statement in asked.items()}


def copied(source: StoreAddress, target: StoreAddress, *, alone: bool = True) -> StoreAddress:
    """Copy a database whole."""
    with open_source(source, alone=alone) as here, open_target(target) as there:
        deque(copy_database(here, there), maxlen=0)
    return target
