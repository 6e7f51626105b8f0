"""Opens the read models of a database, whichever it is; a driver is imported only where it is needed."""

from pathlib import Path

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from oathbook.domain.recording.database.opening import lacking
from oathbook.projections.readers import ViewsReader, views_path
from oathbook.projections.store import Views
from oathbook.projections.views_file.reader import FileReader
from oathbook.projections.views_file.views import FileViews


def views_of(address: StoreAddress, *, deep: bool = True) -> Views:
    """The read models of the records there, for what makes them; they are made, empty, where there are none.

    With ``deep`` a file is looked at closely. ``BadRecord`` where none can be made there, ``StoreFull``,
    ``StoreUnavailable``.
    """
    return views_at(views_path(address) if isinstance(address, Path) else address, deep=deep)


def views_at(place: StoreAddress, *, deep: bool = True) -> Views:
    """The same, in this file or in this database."""
    if isinstance(place, Path):
        return FileViews(place, deep=deep)
    try:
        from oathbook.projections.views_schema.views import SchemaViews  # noqa: PLC0415  # only who asks for PostgreSQL needs its driver
    except ImportError as problem:
        raise lacking(problem) from None
    return SchemaViews(place)


def reader_of(address: StoreAddress) -> ViewsReader:
    """The read models of the records there, for those who ask; nothing is opened yet."""
    if isinstance(address, Path):
        return FileReader(views_path(address))
    return _schema_reader(address)


def _schema_reader(address: PostgresAddress) -> ViewsReader:
    try:
        from oathbook.projections.views_schema.reader import SchemaReader  # noqa: PLC0415  # as above
    except ImportError as problem:
        raise lacking(problem) from None
    return SchemaReader(address)
