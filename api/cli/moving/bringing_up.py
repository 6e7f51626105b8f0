"""Brings a database of an earlier version up to this one."""

from contextlib import closing

from msgspec import Struct

from oathbook.api.cli.databases import faults_name
from oathbook.api.cli.moving.copies import progress_bars
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.log_tree import GROWN_AT_ONCE
from oathbook.domain.recording.database.opening import reader_at, store_at
from oathbook.domain.recording.database.reader import RecordReader
from oathbook.domain.recording.database.writer_lock import this_process


class BroughtUp(Struct, frozen=True):
    """The schema that a database had and has, and how many leaves and heads it lacked."""

    database: str
    before: int
    after: int
    leaves: int
    heads: int


def brought_up(address: StoreAddress) -> BroughtUp:
    """Give a database what it lacks; ``NotFound``, ``BadRecord``, ``WriterBusy``, ``OSError``."""
    with faults_name(str(address)), closing(reader_at(address)) as reader:
        before = _schema(reader)
        with store_at(address, this_process(), brings_up=True) as records, progress_bars() as bars:
            ((events,),) = reader.all("SELECT count(*) FROM stored_events")
            ((had,),) = reader.all("SELECT count(*) FROM leaves")
            for _ in bars.track(records.grow_log(), total=events // GROWN_AT_ONCE, description="leaves"):
                pass
            ((has,),) = reader.all("SELECT count(*) FROM leaves")
            heads = records.complete_heads()
        return BroughtUp(str(address), before, _schema(reader), has - had, heads)


def _schema(reader: RecordReader) -> int:
    ((schema,),) = reader.all(reader.dialect.schema)
    return int(schema)
