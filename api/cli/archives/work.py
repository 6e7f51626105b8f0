"""The work on each record of an archive, and its results."""

import hashlib
from collections.abc import Callable
from functools import cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Final, Generic, TypeVar

from msgspec import Struct

from oathbook import domain, replays
from oathbook.api.cli import records
from oathbook.api.cli.archives.file_reader import text_at
from oathbook.api.cli.archives.record_address import RecordAddress
from oathbook.api.cli.input_files import record_in_any_text
from oathbook.api.cli.output import refusal_line
from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text

T = TypeVar("T")
CODE: Final = {".py", ".toml", ".lark"}


class Task(Struct, frozen=True):
    """A record to work on: its number in the archive, and the keys of its known answers."""

    number: int
    place: RecordAddress
    known: tuple[str, ...] = ()


class WorkResult(Struct, Generic[T], frozen=True):
    """The answer for one record with its key, or why there is none.

    ``key`` alone means that the answer is known already. ``aside`` is the edition of a record that was not asked about.
    """

    number: int
    name: str
    key: str = ""
    answer: T | None = None
    aside: str = ""
    problem: str = ""
    says: str = ""


class Work(Struct, Generic[T], frozen=True):
    """A question to each record, of a program that is identified to the byte; ``database`` is where games are."""

    program: str
    database: str

    def __call__(self, task: Task) -> WorkResult[T]:
        """Returns the result for a record; ``BadRecord`` if this is another program than asked."""
        must_be_program(self.program)
        try:
            return self.answer(task)
        except Refused as refused:
            name, problem = task.place.name, type(refused).__name__
            return WorkResult(task.number, name, problem=problem, says=refusal_line(refused))

    def answer(self, task: Task) -> WorkResult[T]:
        """Returns the answer for a record; raises a refusal if it cannot be read."""
        raise NotImplementedError

    def key(self, asked: object, *texts: bytes) -> str:
        """Returns the key of the answer to a question about these texts."""
        return hashlib.sha256(canonical_bytes([self.program, asked]) + b"\0" + b"\0".join(texts)).hexdigest()

    def text_of(self, place: RecordAddress, *, whole: bool) -> tuple[bytes, Callable[[], Record]]:
        """Returns the text of a record, and a function that parses it; if ``whole``, strictly."""
        if place.wrong:
            raise BadRecord(place.wrong)
        if place.address:
            text = text_at(place)
            return text, partial(record_in_any_text, text, place.name, whole=whole)
        read: Callable[[str, str], Record] = records.record_of if whole else records.record_to_verify
        record = read(place.name, self.database)
        return record_text(record), lambda: record


@cache
def program_id() -> str:
    """Returns the version of this program with a hash of all code that decides."""
    hashed = hashlib.sha256()
    for path in sorted(path for package in (domain, replays) for folder in package.__path__ for path in _code(folder)):
        hashed.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"{version('oathbook')} {hashed.hexdigest()}"


def must_be_program(asked_by: str) -> None:
    """Raises ``BadRecord`` if the work is for another program, and names both."""
    if asked_by != program_id():
        asks, answers = (
            f"{name} ({code[:12]})" for name, _, code in (each.partition(" ") for each in (asked_by, program_id()))
        )
        raise BadRecord(f"this is Oathbook {asks}, and a worker is {answers}: install the same on both")


def _code(folder: str) -> list[Path]:
    return [path for path in Path(folder).rglob("*") if path.suffix in CODE]
