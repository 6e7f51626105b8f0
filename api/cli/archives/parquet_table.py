"""Answers as a Parquet file, a row a record, for DuckDB, pandas and the like to ask questions of."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from oathbook.api.cli.extras import import_extra
from oathbook.api.cli.input_files import STDIN
from oathbook.api.cli.output_files import whole_file
from oathbook.domain.errors import BadRecord

ROWS: Final = 10_000  # so many rows are kept in memory before they are written
Columns = Mapping[str, str]  # the type of each column: ``string``, ``int64`` or ``list<string>``


class ParquetTable:
    """Rows on their way to a Parquet file."""

    def __init__(self, arrow: Any, writer: Any, schema: Any) -> None:
        self._arrow, self._writer, self._schema = arrow, writer, schema
        self._rows: list[Mapping[str, object]] = []

    def add(self, row: Mapping[str, object]) -> None:
        """Add a row; a column that it lacks is empty there."""
        self._rows.append(row)
        if len(self._rows) >= ROWS:
            self.flush()

    def flush(self) -> None:
        """Write what is waiting."""
        if self._rows:
            self._writer.write_table(self._arrow.Table.from_pylist(self._rows, schema=self._schema))
            self._rows.clear()


@contextmanager
def open_table(name: str | None, columns: Columns, *, force: bool) -> Generator[ParquetTable | None]:
    """A table that is there, whole, once this ends well; nothing if no file is named.

    ``NotInstalled`` without pyarrow, ``RecordDiffers`` where a file is in the way, unless ``force`` replaces it.
    """
    if name is None:
        yield None
        return
    if name == STDIN:
        raise BadRecord("--to -: a table is a file of its own; stdout has the report")
    arrow: Any = import_extra("pyarrow", extra="parquet", wanted_by=f"--to {name}")
    parquet: Any = import_extra("pyarrow.parquet", extra="parquet", wanted_by=f"--to {name}")
    types = {"string": arrow.string(), "int64": arrow.int64(), "list<string>": arrow.list_(arrow.string())}
    schema = arrow.schema([(column, types[kind]) for column, kind in columns.items()])
    with (
        whole_file(Path(name), force=force) as part,
        parquet.ParquetWriter(str(part), schema, compression="zstd") as writer,
    ):
        table = ParquetTable(arrow, writer, schema)
        yield table
        table.flush()
