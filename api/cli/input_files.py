"""Reads files: bounded and strictly, and every refusal names the file."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

from oathbook.domain.errors import BadRecord, Refused
from oathbook.domain.kernel.limits import BODY_BYTES
from oathbook.domain.kernel.seats import HOLDER, PUBLIC, TABLE, Viewer
from oathbook.domain.recording.format.record import Record, folded
from oathbook.domain.recording.format.record_file import kind_of, record_from, whole_record_from
from oathbook.domain.recording.format.sources import of_this_machine
from oathbook.domain.recording.format.strict_json import json_from
from oathbook.domain.recording.notation.reading import record_from_notation
from oathbook.domain.recording.notation.sheets import is_notation
from oathbook.domain.recording.writing.transcripts import TRANSCRIPT_FORMAT, record_from_transcript
from oathbook.domain.rulesets.registry import installed

MOST_BYTES: Final = 64 * 1024 * 1024
"""The largest file that is read, in bytes."""

STDIN: Final = "-"
STDOUT: Final = "-"


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
        msg = f"{says}: {problem.strerror or problem}"
        raise BadRecord(msg) from None
    if len(text) > most:
        msg = f"{says}: it is larger than {most:,} bytes"
        raise BadRecord(msg)
    return text


def record_in(name: str) -> Record:
    """The record in a file, read strictly: its chain must hold and every event must fit the ones before it."""
    return _whole(bytes_in(name), name)


def record_to_verify(name: str) -> Record:
    """The record in a file, read strictly but not checked; ``verify`` does that."""
    return record_in_text(bytes_in(name), name, whole=False)


def record_in_text(text: bytes, name: str, *, whole: bool) -> Record:
    """The record in the text of a file, read strictly; if ``whole``, its chain must hold and every event must fit."""
    if whole:
        return _whole(text, name)
    with refusals_name(name):
        return record_from(text, installed().ruleset, where=name)


def record_of_any(name: str) -> Record:
    """The record in a record file, or the record of a transcript or of a sheet of notation."""
    text = bytes_in(name)
    if is_notation(text):
        return record_from_notation(text, installed().ruleset, of_this_machine(), where=name)
    if kind_of(text, where=name) != TRANSCRIPT_FORMAT:
        return _whole(text, name)
    with refusals_name(name):
        return record_from_transcript(text, installed().ruleset, of_this_machine(), where=name)


def _whole(text: bytes, name: str) -> Record:
    with refusals_name(name):
        record = whole_record_from(text, installed().ruleset, where=name)
        folded(record)
    return record


@contextmanager
def refusals_name(name: str) -> Generator[None]:
    """Make every refusal inside name this file."""
    try:
        yield
    except Refused as refused:
        if not str(refused).startswith(f"{name}:"):
            refused.add_note(name)
        raise


def viewer_in(record: Record, named: str | None) -> Viewer:
    """The viewer of this name, by default the holder; ``BadRecord`` if the game has no such seat."""
    if named is None:
        return HOLDER
    viewers = (*(each.seat for each in record.opened.seats), TABLE, PUBLIC)
    for viewer in viewers:
        if viewer == named:
            return viewer
    msg = f"--as {named}: use one of {', '.join(viewers)}"
    raise BadRecord(msg)


def position_in(record: Record, named: int) -> int:
    """A position of the record; ``BadRecord`` if it has no such position."""
    if not 1 <= named <= len(record.events):
        msg = f"--at {named}: the positions of this record are 1 to {len(record.events)}"
        raise BadRecord(msg)
    return named


def json_given(text: str, *, option: str) -> Any:
    """The JSON value of an argument, or of the file that ``@`` names; ``BadRecord`` if it is not JSON."""
    if not text.startswith("@"):
        return json_from(text, where=option)
    name = text[1:]
    return json_from(bytes_in(name, most=BODY_BYTES), where=name)
