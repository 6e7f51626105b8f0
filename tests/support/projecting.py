"""Databases with whole games in them, read models made of them, and everything that stands in these."""

import random
import sqlite3
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Final

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.database.sqlite_records import SqliteRecords
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.projections.definitions import Projection
from oathbook.projections.projector import PROJECTIONS, Projector
from oathbook.projections.view_openers import open_views_at
from oathbook.projections.view_store import Views
from tests.support.playing import ruleset_of
from tests.support.postgres.views import tables_in_schema

OWN: Final = frozenset({"store", "projections", "tracking", "parked"})
"""The tables of the stores themselves."""

IN_PLACE_OF: Final = list[Callable[[Path], StoreAddress]]()
"""What finds the place that stands for a path, where the tests of files are run on another store."""

Tables = dict[str, list[tuple[Any, ...]]]
RulesetOf = Callable[[str], AnyRuleset]


def steps_of(record: Record) -> Iterator[tuple[EncodedEvent, ...]]:
    """The events of a game, a step at a time."""
    for _, step in groupby(record.events, key=lambda event: event.entry.step):
        yield tuple(step)


def stored(path: Path, *records: Record, shuffled: random.Random | None = None) -> Path:
    """A database with these games as if they had been opened there, one after the other or step by step in turns."""
    with closing(SqliteRecords(path)) as store:
        with closing(sqlite3.connect(path)) as connection, connection:  # first: projectors may be reading already
            connection.executemany("INSERT OR IGNORE INTO opened_here VALUES (?)", [(each.game,) for each in records])
        store.commit(event for step in _in_order(records, shuffled) for event in step)
    return path


def _in_order(records: Iterable[Record], shuffled: random.Random | None) -> Iterator[tuple[EncodedEvent, ...]]:
    if shuffled is None:
        yield from (record.events for record in records)
        return
    games = [list(steps_of(record)) for record in records]
    while games := [game for game in games if game]:
        yield shuffled.choice(games).pop(0)


@contextmanager
def projected(
    db: Path,
    views: StoreAddress,
    projections: tuple[Projection, ...] = PROJECTIONS,
    *,
    page: int = 500,
    ruleset_of: RulesetOf = ruleset_of,
) -> Generator[tuple[Projector, Views]]:
    """A projector that has taken in nothing yet, and its read models."""
    with (
        Archive(db, ruleset_of) as archive,
        open_views_at(place_of(views)) as opened,
        Projector(archive, opened, ruleset_of, projections, page=page) as projector,
    ):
        yield projector, opened


def caught_up(
    db: Path,
    views: StoreAddress,
    projections: tuple[Projection, ...] = PROJECTIONS,
    *,
    page: int = 500,
    ruleset_of: RulesetOf = ruleset_of,
) -> Tables:
    """Everything that the read models hold once they have taken in all that there is."""
    with projected(db, views, projections, page=page, ruleset_of=ruleset_of) as (projector, _):
        projector.catch_up()
    return tables_in(views)


def place_of(views: StoreAddress) -> StoreAddress:
    """Where the read models of that path are, in the store that is tested."""
    return IN_PLACE_OF[-1](views) if IN_PLACE_OF and isinstance(views, Path) else views


def tables_in(views: StoreAddress) -> Tables:
    """Every row of every table, in order."""
    views = place_of(views)
    if isinstance(views, PostgresAddress):
        return tables_in_schema(views)
    with closing(sqlite3.connect(views)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in sorted(names)}  # noqa: S608  # names it has just told


def rows_in(views: StoreAddress) -> Tables:
    """Every row that a projection has made, without how far it is."""
    return {name: rows for name, rows in tables_in(views).items() if name not in OWN}


def positions_in(views: StoreAddress) -> dict[str, int]:
    """How far each projection is."""
    return {name: number for name, number in tables_in(views).get("tracking", ()) if name != "__migration__"}
