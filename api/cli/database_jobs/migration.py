"""Brings a database of an earlier version up to this one."""

from contextlib import closing

from msgspec import Struct

from oathbook.api.cli.database_jobs.copy_job import progress_bars
from oathbook.api.cli.databases import label_faults
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.log_tree import EVENTS_PER_GROWTH
from oathbook.domain.recording.database.openers import open_reader, open_store
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.writer_lock import process_label


class MigrationReport(Struct, frozen=True):
    """The schema that a database had and has, and how many leaves and heads it lacked."""

    database: str
    before: int
    after: int
    leaves: int
    heads: int


def migrate_database(address: StoreAddress) -> MigrationReport:
    """Give a database what it lacks; ``NotFound``, ``BadRecord``, ``WriterBusy``, ``OSError``."""
    with label_faults(str(address)), closing(open_reader(address)) as reader:
        before = _schema(reader)
        with open_store(address, process_label(), brings_up=True) as records, progress_bars() as bars:
            ((events,),) = reader.all("SELECT count(*) FROM stored_events")
            ((had,),) = reader.all("SELECT count(*) FROM leaves")
            for _ in bars.track(records.grow_log(), total=events // EVENTS_PER_GROWTH, description="leaves"):
                pass
            ((has,),) = reader.all("SELECT count(*) FROM leaves")
            heads = records.complete_heads()
        return MigrationReport(str(address), before, _schema(reader), has - had, heads)


def _schema(reader: RecordReader) -> int:
    ((schema,),) = reader.all(reader.dialect.schema)
    return int(schema)
