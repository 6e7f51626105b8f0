"""Opens the read models of a database, whichever it is; a driver is imported only where it is needed."""

from pathlib import Path

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.openers import missing_driver
from oathbook.projections.sqlite_views.sqlite_views_reader import SqliteViewsReader
from oathbook.projections.sqlite_views.views import SqliteViews
from oathbook.projections.view_store import Views
from oathbook.projections.views_reader import ViewsReader, views_path


def open_views(address: StoreAddress, *, deep: bool = True) -> Views:
    """The read models of the records there, for what makes them; they are made, empty, where there are none.

    With ``deep`` a file is looked at closely. ``BadRecord`` where none can be made there, ``StoreFull``,
    ``StoreUnavailable``.
    """
    return open_views_at(views_path(address) if isinstance(address, Path) else address, deep=deep)


def open_views_at(place: StoreAddress, *, deep: bool = True) -> Views:
    """The same, in this file or in this database."""
    if isinstance(place, Path):
        return SqliteViews(place, deep=deep)
    try:
        from oathbook.projections.postgres_views.views import PostgresViews  # noqa: PLC0415  # only who asks for PostgreSQL needs its driver
    except ImportError as problem:
        raise missing_driver(problem) from None
    return PostgresViews(place)


def open_views_reader(address: StoreAddress) -> ViewsReader:
    """The read models of the records there, for those who ask; nothing is opened yet."""
    if isinstance(address, Path):
        return SqliteViewsReader(views_path(address))
    return _schema_reader(address)


def _schema_reader(address: PostgresAddress) -> ViewsReader:
    try:
        from oathbook.projections.postgres_views.postgres_views_reader import PostgresViewsReader  # noqa: PLC0415  # as above
    except ImportError as problem:
        raise missing_driver(problem) from None
    return PostgresViewsReader(address)
