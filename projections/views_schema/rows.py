"""Rows of read models, as they are put into the tables of a schema."""

from oathbook.domain.recording.database.postgres.connecting import Connection
from oathbook.projections.changes import PerDispute, PerEvent, Projection, ViewTable
from oathbook.projections.store import Batch, insertion
from oathbook.projections.views_schema.dialect import asked


def write(connection: Connection, projection: Projection, batch: Batch) -> None:
    """Put the rows of a batch in the place of those of its streams, or beside those that are there."""
    if not isinstance(projection, PerEvent) and batch.streams:
        key = "dispute" if isinstance(projection, PerDispute) else "game"
        for table in projection.tables:
            connection.execute(f"DELETE FROM {table.name} WHERE {key} = ANY(%s)".encode(), ([*batch.streams],))  # noqa: S608  # names of ours
    insert(connection, projection, batch)


def insert(connection: Connection, projection: Projection, batch: Batch) -> None:
    """Add the rows of a batch."""
    for table in projection.tables:
        values = [row.values for row in batch.rows if row.table == table.name]
        if values and table.counts:
            _count(connection, table, values)
        elif values:
            with connection.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN".encode()) as copy:
                for each in values:
                    copy.write_row(each)


def _count(connection: Connection, table: ViewTable, values: list[tuple[str | int | None, ...]]) -> None:
    """Always in the order of their keys, so that no two who count wait for each other."""
    with connection.cursor() as cursor:
        cursor.executemany(asked(insertion(table, len(values[0]))), sorted(values))


def empty(connection: Connection, projection: Projection) -> None:
    """Take all rows out; whoever reads sees them until this is committed."""
    for table in projection.tables:
        connection.execute(f"DELETE FROM {table.name}".encode())  # noqa: S608  # names of ours
