"""A file of finished answers: one line each, on disk before the next one is computed."""

import fcntl
import os
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

import msgspec
from msgspec import Struct

from domain.errors import BadRecord, WriterBusy
from domain.kernel.canonical import written
from domain.recording.format.codec import READING_FAILS

T = TypeVar("T", bound=Struct)
HEADER: Final = b'{"oathbook":"journal/1"}\n'


class JournalLine(Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """An answer with the key of its question."""

    key: str
    answer: T


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
            self.answers: dict[str, T] = self._read(JournalLine[kind])  # type: ignore[valid-type]  # because the kind is a value here
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._file.close()

    def add(self, key: str, answer: T) -> None:
        """Keep an answer; it is on disk when this returns."""
        self._write(written(JournalLine(key, answer)) + b"\n")
        self.answers[key] = answer

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            msg = f"{self.path}: another process uses this journal"
            raise WriterBusy(msg) from None

    def _read(self, kind: Any) -> dict[str, T]:
        self._file.seek(0)
        text = self._file.readall()
        whole = text[: text.rfind(b"\n") + 1]
        if not whole and HEADER.startswith(text):
            self._file.truncate(0)
            self._write(HEADER)
            return {}
        if not whole.startswith(HEADER):
            msg = f"{self.path}: not a journal of this program; nothing was overwritten"
            raise BadRecord(msg)
        self._file.truncate(len(whole))
        lines = enumerate(whole.removeprefix(HEADER).splitlines(), 2)
        return {found.key: found.answer for found in (self._line(line, number, kind) for number, line in lines)}

    def _line(self, line: bytes, number: int, kind: Any) -> JournalLine[T]:
        try:
            found: JournalLine[T] = msgspec.json.decode(line, type=kind)
        except READING_FAILS as problem:
            msg = f"{self.path}: line {number}: {str(problem).splitlines()[0]}; delete this file to start again"
            raise BadRecord(msg) from None
        return found

    def _write(self, line: bytes) -> None:
        while line:
            line = line[self._file.write(line) :]
        os.fsync(self._file.fileno())
