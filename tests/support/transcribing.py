"""Transcripts for tests: the header of two Knights close by, and steps as a table writes them down."""

import json
from typing import Final

from msgspec import to_builtins

from domain.recording.format.record import Record
from domain.recording.writing.transcripts import record_from_transcript, transcript_from
from tests.support.playing import Json, close_by, ruleset_of, sources

SETUP: Final[Json] = {
    "seats": [{"seat": "ash", "player": "Ann"}, {"seat": "birch"}],
    "components": "knights-duty-sample-1",
    "start": to_builtins(close_by(inspiration="face_down").start),
}
HEADER: Final[Json] = {"oathbook": "transcript/1", "edition": "knights_duty/1", "setup": SETUP}
BOW: Final[Json] = {"by": "ash", "decision": {"kind": "lay_plan", "slots": ["bow"]}}
SHIELD: Final[Json] = {"by": "birch", "decision": {"kind": "lay_plan", "slots": ["shield"]}}
POINT: Final[Json] = {"by": "ash", "decision": {"kind": "declare_target", "target": "birch"}}
MISS: Final[Json] = {"label": "strike/1/ash", "drawn": ["shield"], "witnesses": ["birch"]}
STRIKE: Final[Json] = {**POINT, "draws": [MISS]}


def transcript(*steps: Json, header: Json = HEADER) -> bytes:
    """The file of a header and these steps, written as a person's program might write it."""
    return b"".join(json.dumps(line).encode() + b"\n" for line in (header, *steps))


def imported(text: bytes, name: str = "import") -> Record:
    """The record of a transcript."""
    return record_from_transcript(text, ruleset_of, sources(name), where="t.jsonl")


def lines_of(record: Record) -> list[Json]:
    """A record as a transcript, each line read again: the header first."""
    return [json.loads(line) for line in transcript_from(record)]


def given(*steps: Json) -> list[Json]:
    """The steps with what the rules derive from them written down as their outcome."""
    return lines_of(imported(transcript(*steps)))[1:]
