"""Rows of read models, as they are put into the tables of a schema."""

from oathbook.domain.recording.database.postgres.connections import Connection
from oathbook.projections.definitions import PerDispute, PerEvent, Projection, ViewTable
from oathbook.projections.postgres_views.dialect import postgres_query
from oathbook.projections.view_store import Batch, insert_statement


def write_batch(connection: Connection, projection: Projection, batch: Batch) -> None:
    """Put the rows of a batch in the place of those of its streams, or beside those that are there."""
    if not isinstance(projection, PerEvent) and batch.streams:
        key = "dispute" if isinstance(projection, PerDispute) else "game"
        for table in projection.tables:
            connection.execute(f"DELETE FROM {table.name} WHERE {key} = ANY(%s)".encode(), ([*batch.streams],))  # noqa: S608  # names of ours
    insert_batch(connection, projection, batch)


def insert_batch(connection: Connection, projection: Projection, batch: Batch) -> None:
    """Add the rows of a batch."""
    for table in projection.tables:
        values = [row.values for row in batch.rows if row.table == table.name]
        if values and table.counts:
            _add_counts(connection, table, values)
        elif values:
            with connection.cursor() as cursor, cursor.copy(f"COPY {table.name} FROM STDIN".encode()) as copy:
                for each in values:
                    copy.write_row(each)


def _add_counts(connection: Connection, table: ViewTable, values: list[tuple[str | int | None, ...]]) -> None:
    """Always in the order of their keys, so that no two who count wait for each other."""
    with connection.cursor() as cursor:
        cursor.executemany(postgres_query(insert_statement(table, len(values[0]))), sorted(values))


def delete_rows(connection: Connection, projection: Projection) -> None:
    """Take all rows out; whoever reads sees them until this is committed."""
    for table in projection.tables:
        connection.execute(f"DELETE FROM {table.name}".encode())  # noqa: S608  # names of ours
