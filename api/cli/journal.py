"""A file of finished answers: one line each, on disk before the next one is computed."""

import os
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
from filelock import lock_descriptor
from msgspec import Struct

from oathbook.api.cli.output import encodable
from oathbook.domain.errors import BadRecord, WriterBusy
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.codec import DECODE_ERRORS

T = TypeVar("T", bound=Struct)
HEADER: Final = b'{"oathbook":"journal/1"}\n'


class JournalLine(Struct, Generic[T], frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An answer with the key of its question, and the name of the record that it was asked about."""

    key: str
    answer: T
    name: str = ""


class Journal(Generic[T]):
    """The answers in a file by their keys; a last line that a killed process cut is dropped."""

    def __init__(self, path: Path, kind: type[T]) -> None:
        """Open or create the file of answers of type ``kind``.

        ``BadRecord`` if it is another kind of file, ``WriterBusy`` while another process has it open.
        """
        self.path = path
        self._file = path.open("ab+", buffering=0)
        try:
            self._lock()
            self.answers: dict[str, T] = {}
            self._keys: dict[str, tuple[str, ...]] = {}
            self._read(JournalLine[kind])  # type: ignore[valid-type]  # because the kind is a value here
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def add(self, key: str, answer: T, name: str = "") -> None:
        """Keep an answer; it is on disk when this returns."""
        line = JournalLine(key, answer, encodable(name))
        self._write(canonical_bytes(line) + b"\n")
        self._keep(line)

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys of all answers about the record of this name, whatever was asked."""
        return self._keys.get(encodable(name), ())

    def _keep(self, line: JournalLine[T]) -> None:
        self.answers[line.key] = line.answer
        if line.name:
            self._keys[line.name] = (*self._keys.get(line.name, ()), line.key)

    def _lock(self) -> None:
        if not lock_descriptor(self._file.fileno(), blocking=False):
            raise WriterBusy(f"{self.path}: another process uses this journal")

    def _read(self, kind: Any) -> None:
        self._file.seek(0)
        text = self._file.readall()
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and HEADER.startswith(text):
            self._file.truncate(0)
            self._write(HEADER)
            return
        if not whole.startswith(HEADER):
            raise BadRecord(f"{self.path}: not a journal of this program; nothing was overwritten")
        self._file.truncate(len(whole))
        for number, line in enumerate(whole.removeprefix(HEADER).splitlines(), 2):
            self._keep(self._line(line, number, kind))

    def _line(self, line: bytes, number: int, kind: Any) -> JournalLine[T]:
        try:
            found: JournalLine[T] = msgspec.json.decode(line, type=kind)
        except DECODE_ERRORS as problem:
            raise BadRecord(
                f"{self.path}: line {number}: {str(problem).splitlines()[0]}; delete this file to start again"
            ) from None
        return found

    def _write(self, line: bytes) -> None:
        while line:
            line = line[self._file.write(line) :]
        os.fsync(self._file.fileno())
