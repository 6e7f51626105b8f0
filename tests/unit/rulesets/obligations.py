"""What a rule obliges a table to: a line that leaves it out is refused, and a record that leaves it out is found."""

import json
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files
from typing import Any, Final, cast

import pytest
from msgspec import Struct

from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.notation.sheet_reader import record_from_notation
from oathbook.domain.recording.writing.transcripts import record_from_transcript, transcript_lines
from oathbook.domain.rulesets.protocol import Consequence
from oathbook.replays.verification import verify
from tests.support.playing import Json, ruleset_of, sources


class Situation(Struct, frozen=True, dict=True):
    """A game so far: a setup that comes with its edition, fields changed in the start position, and lines."""

    edition: str
    setup: str
    lines: tuple[str, ...] = ()
    start: Mapping[str, Any] = {}

    def then(self, *lines: str) -> "Situation":
        """The situation some lines later."""
        return Situation(self.edition, self.setup, (*self.lines, *lines), self.start)

    @cached_property
    def record(self) -> Record:
        """The record of the game so far; ``BadRecord`` says why a line is refused."""
        title, _, _ = self.edition.partition("/")
        file = files(f"oathbook.domain.rulesets.{title}") / f"setup/setups/{self.setup}.json"
        setup: Json = json.loads(file.read_bytes())
        start = {**setup.get("start", {}), **self.start}
        head = (
            "oathbook notation/1",
            f"edition {self.edition}",
            f"components {setup['components']}",
            f"seats {', '.join(each['seat'] for each in setup['seats'])}",
            *([f"start {json.dumps(start)}"] if start else []),
        )
        sheet = "\n".join((*head, *self.lines, ""))
        return record_from_notation(sheet.encode(), ruleset_of, sources("obligation"), where="sheet")


class LeftOut(Struct, frozen=True):
    """Something that the last step of a game obliges the table to, and that it leaves out.

    It writes down no event of that kind (``number`` counts them in the step), or one with other ``fields``.
    """

    clause: str
    what: str
    step: Situation
    kind: str
    fields: Mapping[str, Any] = {}
    number: int = 1

    @property
    def told(self) -> Record:
        """The record as the table has it; ``BadRecord`` where nothing like that can have happened."""
        header, *lines = (json.loads(line) for line in transcript_lines(self.step.record))
        outcome: list[Json] = [{"event": each["event"]} for each in lines[-1]["outcome"]]
        place = [n for n, each in enumerate(outcome) if each["event"]["kind"] == self.kind][self.number - 1]
        told = outcome[place]["event"]
        assert set(self.fields) <= set(told), f"{told} has other fields"
        outcome[place : place + 1] = [{"event": {**told, **self.fields}}] if self.fields else []
        lines[-1]["outcome"] = outcome
        text = b"".join(json.dumps(line).encode() + b"\n" for line in (header, *lines))
        return record_from_transcript(text, ruleset_of, sources("obligation"), where="transcript")


UNWRITABLE: Final = "no record can be written in which that happened"


def refused(step: Situation, line: str) -> str:
    """Why a line is refused that could come next in a game."""
    assert step.record.events
    with pytest.raises(BadRecord) as why:
        assert step.then(*line.split("\n")).record.events
    return str(why.value)


def found(left_out: LeftOut) -> tuple[str, ...]:
    """The clauses of what follows in place of what a table wrote, or ``UNWRITABLE``."""
    try:
        told = left_out.told
    except BadRecord:
        return (UNWRITABLE, left_out.clause)
    first = verify(told).discrepancies[0]
    follows: Any = first.follows
    assert isinstance(follows, Consequence)
    return (first.says, *cast("Consequence[Any]", follows).cites)


def clauses_of(edition: str) -> tuple[str, ...]:
    """The clauses of the rulebook of an edition."""
    return tuple(each.id for each in ruleset_of(edition).edition.rulebook.clauses)
