"""The work of ``archive list``, and the names of records in packs."""

from oathbook.api.cli.archives.file_reader import COMPRESSED, text_at
from oathbook.api.cli.archives.manifests import ListedRecord
from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.archives.work import Task, Work, WorkResult
from oathbook.api.cli.input_files import must_be_record
from oathbook.api.cli.output import encodable
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.record_file import read_header


class ListWork(Work[ListedRecord], frozen=True):
    """List each record as its header says; what a pack says of it already is not read again."""

    def answer(self, task: Task) -> WorkResult[ListedRecord]:
        """Returns the entry of a record; raises a refusal if it is none."""
        place = task.place
        if place.size and place.listed is not None:
            return WorkResult(task.number, place.name, answer=place.listed)
        text, _ = self.text_of(place, whole=False)
        return WorkResult(task.number, place.name, answer=record_entry(text, place.name, where=place.name))


def record_entry(text: bytes, record: str, *, where: str) -> ListedRecord:
    """Returns the entry of a record; ``BadRecord`` names ``where`` if it is none."""
    must_be_record(text, where)
    header = read_header(text, where=where)
    return ListedRecord(record, header.game, header.edition, header.events, header.head)


def must_be_text(name: str, *, where: str) -> str:
    """Returns the name; ``BadRecord`` if it is not UTF-8, as a list could not name the file."""
    if name != encodable(name):
        raise BadRecord(f"{where}: its name is no UTF-8, and a list of records has no other names: rename it")
    return name


def text_to_pack(place: RecordAddress) -> bytes:
    """Returns the text of a record for a pack; ``BadRecord`` if it is only in a database."""
    if place.wrong or not place.address:
        raise BadRecord(place.wrong or f"{place.name}: there is no such file; a game of a database is exported first")
    return text_at(place)


def name_within(archive: str, place: RecordAddress, *, member: str) -> str:
    """Returns the name of a record in a pack: its path in its folder or pack, else the name of its file."""
    folder, (_, sign, within) = archive.rstrip("/") + "/", place.name.rpartition(member)
    if sign:
        return within
    name = place.name.removeprefix(folder) if place.name.startswith(folder) else place.name.rpartition("/")[2]
    return name.removesuffix(COMPRESSED)
