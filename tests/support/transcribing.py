"""Transcripts for tests: of two Knights close by, and of a table of Heirless; as JSON and as sheets of notation."""

import json
from typing import Final

from msgspec import to_builtins

from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.writing.transcripts import record_from_transcript, transcript_lines
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
    return [json.loads(line) for line in transcript_lines(record)]


def given(*steps: Json) -> list[Json]:
    """The steps with what the rules derive from them written down as their outcome."""
    return lines_of(imported(transcript(*steps)))[1:]


# Sheets of notation ----------------------------------------------------------------------------------------------

TABLE: Final = "oathbook notation/1\nedition heirless/e1\nseats ann, bram, cleo, dov\n"
START: Final = json.dumps(SETUP["start"])
DUEL: Final = (
    "oathbook notation/1\nedition knights_duty/1\ncomponents knights-duty-sample-1\n"
    f"seats ash Ann, birch\nstart {START}\n"
)

EVENING: Final = """oathbook notation/1
edition heirless/e1
seats ann, bram, cleo, dov

ann: deploy Valley
bram: build Bakery on 1
cleo: deploy Thicket
bram: offer promise: bram promises dov to spend at least 1 Influence in favour of law "OpenGates".
bram: sign p1
dov: sign p1
dov: propose Open Gates   # nobody is Idle yet
dov: vote for 2
cleo: vote against 1
bram: vote for Open Gates 1
ann: vote for 0
ann: offer ann gives wolf0 to bram, bram gives fox0 to ann
bram: accept 1

ann: use Open Gates
bram: use open gates
cleo: deploy Meadow
dov: use Open Gates
ann: build Mill on 5
bram: deploy Cordillera
cleo: idle
"""
"""Twenty steps: Knights, Workplaces, a vote, a trade and a promise."""


def told(*lines: str, table: str = TABLE) -> Record:
    """The record of a sheet with these lines after its setup."""
    return read(table + "".join(f"{each}\n" for each in lines))


def read(text: str | bytes, name: str = "sheet") -> Record:
    """The record of a sheet."""
    raw = text.encode() if isinstance(text, str) else text
    return record_from_notation(raw, ruleset_of, sources(name), where="t.txt")
