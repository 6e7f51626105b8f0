"""Where the rows of the read models are: what makes them needs no more than this of any database."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from typing import Protocol, Self

import msgspec
from msgspec import Struct

from oathbook.domain.rulesets.ruleset_plugins import load_ruleset_plugins
from oathbook.projections.definitions import ALL_SHARES, Projection, ViewRow, ViewTable
from oathbook.projections.views_reader import Parked, ViewsReader


class Batch(Struct, frozen=True):
    """What events ``after`` a number, up to another, make of a projection; written at once or not at all.

    ``streams`` are the games or disputes whose rows are replaced, ``mark`` is the hash of the last event, ``parked``
    the event that comes next and cannot be taken in. Of the events only those of ``shares`` were taken in.
    """

    after: int
    upto: int
    mark: str
    rows: tuple[ViewRow, ...]
    streams: tuple[str, ...] = ()
    parked: Parked | None = None
    shares: frozenset[int] = ALL_SHARES


class TrackedShares(Struct, frozen=True):
    """How far a projection is in some shares, which are equally far."""

    name: str
    shares: frozenset[int]
    position: int


class Superseded(Exception):  # noqa: N818  # it is no error: somebody else was faster, and the page is taken again
    """The projection is not where the batch begins."""


class Views(ViewsReader, Protocol):
    """Every read model of a database, for what makes them: rows and how far they are, written together.

    It raises ``PersistenceError`` of the library, ``sqlite3.DatabaseError``, ``StoreFull`` or ``StoreUnavailable``.
    """

    def __enter__(self) -> Self:
        """Itself."""
        ...

    def __exit__(self, *_: object) -> None:
        """Close."""
        ...

    def examine(self, *, deep: bool) -> bool:
        """Whether all is as sound as can be told; what is not is thrown away and made again, with no rows.

        With ``deep`` the look is as close as it can be. Only one thread may do this, and none may write meanwhile;
        readers may read.
        """
        ...

    def damage(self, *, deep: bool = True) -> str:
        """What is wrong, or nothing."""
        ...

    def setup_lock(self) -> AbstractContextManager[None]:
        """Let nobody else make tables or throw them away meanwhile."""
        ...

    def adopt(self, store: str) -> str:
        """Belong to the database of records of that id; why there are no rows, or nothing if there may be some."""
        ...

    def clear(self) -> None:
        """Throw all rows away."""
        ...

    def marks(self, names: Iterable[str]) -> frozenset[tuple[int, str]]:
        """The numbers up to which projections have taken the log in, each with the hash of that event."""
        ...

    def fault_of(self, projection: Projection) -> str:
        """Why the rows that are there are not those of a projection, or nothing."""
        ...

    def renew(self, projection: Projection, until: int = 0, because: str = "") -> None:
        """Throw the rows of a projection away, so that it begins with the first event again.

        It is being made again, for that reason, until it has taken in the event with that number.
        """
        ...

    def replace(
        self, projections: Sequence[Projection], made: Iterable[tuple[Batch, ...]], upto: int, mark: str
    ) -> None:
        """Store rows that are all up to a number of the log, in the place of all rows of projections.

        ``made`` has a batch for each of them, again and again. If it raises, nothing has changed.
        """
        ...

    def tracked_shares(self, names: Iterable[str]) -> tuple[TrackedShares, ...]:
        """How far projections are in the shares that this process has to make; those that are parked are left out."""
        ...

    def split_shares(self, shares: frozenset[int]) -> tuple[frozenset[int], ...]:
        """The parts of some shares that are tracked apart."""
        ...

    def write(self, *made: tuple[Projection, Batch]) -> None:
        """Store rows and positions together; ``Superseded`` where a projection is not where its batch begins."""
        ...


def fingerprint(projection: Projection) -> str:
    """What rows depend on besides the record: a projection's name, its version and its tables.

    And what rulesets others bring: a game of one that is not installed has no rows.
    """
    others = sorted(
        {(each.ruleset.edition.key, each.origin) for each in load_ruleset_plugins() if each.ruleset is not None}
    )
    made_by = [projection.name, projection.version, projection.tables, *([others] if others else [])]
    return sha256(msgspec.json.encode(made_by)).hexdigest()


def insert_statement(table: ViewTable, columns: int) -> str:
    """The statement that adds a row to a table, or its counts to those of the row that is there."""
    marks = ",".join("?" * columns)
    added = ", ".join(f"{count} = {table.name}.{count} + excluded.{count}" for count in table.counts)
    conflict = f" ON CONFLICT ({', '.join(table.key)}) DO UPDATE SET {added}" if added else ""
    return f"INSERT INTO {table.name} VALUES ({marks}){conflict}"  # noqa: S608  # names of ours
