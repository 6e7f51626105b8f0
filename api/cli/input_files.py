"""Reads files: bounded and strictly, and every refusal names the file."""

import shlex
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Viewer
from oathbook.domain.kernel.limits import BODY_BYTES
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import file_kind, record_from, whole_record_from
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.recording.format.strict_json import parse_json
from oathbook.domain.recording.notation.sheet_faults import read_sheet
from oathbook.domain.recording.notation.sheets import is_notation
from oathbook.domain.recording.writing.transcripts import TRANSCRIPT_FORMAT, record_from_transcript
from oathbook.domain.rulesets.registry import load_registry

MOST_BYTES: Final = 64 * 1024 * 1024  # the largest file that is read, in bytes

STDIN: Final = "-"
STDOUT: Final = "-"

ZIP: Final = b"PK\x03\x04"  # how a bundle begins
DISPUTE_FORMAT: Final = "dispute/1"
NOTATION: Final = "notation"


def bytes_in(name: str, *, most: int = MOST_BYTES, says: str = "") -> bytes:
    """The bytes of a file (``-`` is stdin); ``BadRecord`` calls it ``says`` if it cannot be read or is too large."""
    says = says or name
    try:
        if name == STDIN:
            text = sys.stdin.buffer.read(most + 1)
        else:
            with open(name, "rb") as file:  # noqa: PTH123  # a name is what was typed: Path would change it
                text = file.read(most + 1)
    except OSError as problem:
        raise BadRecord(f"{says}: {problem.strerror or problem}") from None
    if len(text) > most:
        raise BadRecord(f"{says}: it is larger than {most:,} bytes")
    return text


def record_in(name: str) -> Record:
    """The record in a record file, read strictly: its chain must hold and every event must fit the ones before it."""
    return record_in_text(bytes_in(name), name, whole=True)


def record_to_verify(name: str) -> Record:
    """The record in such a file as ``record_of_any`` reads, but a record is not checked; ``verify`` does that."""
    return record_in_any_text(bytes_in(name), name, whole=False)


def record_in_text(text: bytes, name: str, *, whole: bool) -> Record:
    """The record in the text of a file, read strictly; if ``whole``, its chain must hold and every event must fit."""
    must_be_record(text, name)
    if whole:
        return _checked_record(text, name)
    with label_refusals(name):
        return record_from(text, load_registry().ruleset, where=name)


def record_of_any(name: str) -> Record:
    """The record in a record file, or the record of a transcript or of a sheet of notation."""
    return record_in_any_text(bytes_in(name), name, whole=True)


def record_in_any_text(text: bytes, name: str, *, whole: bool) -> Record:
    """The record in the text of such a file; of a record, ``whole`` asks what it asks in ``record_in_text``."""
    if is_notation(text):
        return read_sheet(text, load_registry().ruleset, system_sources(), where=name)
    if text.startswith(ZIP):
        must_be_record(text, name)
    if file_kind(text, where=name) != TRANSCRIPT_FORMAT:
        return record_in_text(text, name, whole=whole)
    with label_refusals(name):
        return record_from_transcript(text, load_registry().ruleset, system_sources(), where=name)


def must_be_record(text: bytes, name: str) -> None:
    """``BadRecord`` if a file is a sheet, a transcript, a dispute or a bundle; it says how to get a record from it."""
    typed = _typed(name)
    if text.startswith(ZIP):
        raise BadRecord(
            f"{_file_name(name)} is a bundle, not a record: `unzip -p {typed} record.jsonl` prints its record"
        )
    kind = NOTATION if is_notation(text) else file_kind(text, where=name)
    if kind == DISPUTE_FORMAT:
        command = f"oathbook dispute GAME --claim CLAIM --with {typed}"
        raise BadRecord(f"{_file_name(name)} is a dispute, not a record: `{command}` reads it")
    if kind in (NOTATION, TRANSCRIPT_FORMAT):
        says = "a sheet of notation" if kind == NOTATION else "a transcript"
        can_import = name == STDIN or (Path(name).is_file() and not name.endswith(".zst"))
        command = f"`oathbook import {typed} --to {_typed(_record_name(name))}` makes the record"
        how = command if can_import else "unpack it, and `oathbook import` makes the record"
        raise BadRecord(f"{_file_name(name)} is {says}, not a record: {how}")


def _file_name(name: str) -> str:
    return "stdin" if name == STDIN else name


def _typed(name: str) -> str:
    """The name as it is typed in a command."""
    return name if name == STDIN else shlex.quote(name)


def _record_name(name: str) -> str:
    """A name for the record of a sheet or a transcript: beside it, and not the same."""
    beside = f"{name.removesuffix(Path(name).suffix)}.jsonl" if name != STDIN else "record.jsonl"
    return beside if beside != name else f"{name.removesuffix('.jsonl')}-record.jsonl"


def _checked_record(text: bytes, name: str) -> Record:
    with label_refusals(name):
        record = whole_record_from(text, load_registry().ruleset, where=name)
        fold_record(record)
    return record


@contextmanager
def label_refusals(name: str) -> Generator[None]:
    """Make every refusal inside name this file."""
    try:
        yield
    except Refused as refused:
        if not str(refused).startswith(f"{name}:"):
            refused.add_note(name)
        raise


def viewer_in(record: Record, named: str | None, *, option: str = "--as") -> Viewer:
    """The viewer of this name, by default the holder; ``BadRecord`` if the game has no such seat."""
    if named is None:
        return HOLDER
    viewers = (*(each.seat for each in record.opened.seats), TABLE, PUBLIC)
    for viewer in viewers:
        if viewer == named:
            return viewer
    raise BadRecord(f"{option} {named}: use one of {', '.join(viewers)}")


def position_in(record: Record, named: int, *, option: str = "--at") -> int:
    """A position of the record; ``BadRecord`` if it has no such position."""
    if not 1 <= named <= len(record.events):
        raise BadRecord(f"{option} {named}: the positions of this record are 1 to {len(record.events)}")
    return named


def json_argument(text: str, *, option: str) -> Any:
    """The JSON value of an argument, or of the file that ``@`` names; ``BadRecord`` if it is not JSON."""
    return _parsed(*_argument(text, option))


def _parsed(said: str | bytes, where: str) -> Any:
    return parse_json(said, where=where)


def json_or_line(text: str, *, option: str, read: Callable[[str], Any]) -> Any:
    """The JSON value of an argument, or what ``read`` makes of the line that it is, or the file that ``@`` names.

    ``BadRecord`` names the option or the file.
    """
    said, where = _argument(text, option)
    try:
        line = (said.decode() if isinstance(said, bytes) else said).strip()
    except UnicodeDecodeError:
        raise BadRecord(f"{where}: this is not UTF-8 text") from None
    if line.startswith(("{", "[", '"')):
        return parse_json(line, where=where)
    with label_refusals(where):
        return read(line)


def _argument(text: str, option: str) -> tuple[str | bytes, str]:
    """What an argument says, or the file that ``@`` names, and what a refusal calls it."""
    if not text.startswith("@"):
        return text, option
    return bytes_in(text[1:], most=BODY_BYTES), text[1:]
