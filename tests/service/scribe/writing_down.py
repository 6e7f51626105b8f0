"""A scribe at a real table, who writes for seats without keys what a golden record says of another game."""

import json
from collections.abc import Sequence
from typing import Final, Self

import msgspec

from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import whole_record_from
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.rulesets.registry import load_registry
from tests.support.checkout import GOLDEN
from tests.support.playing import Json
from tests.support.serving import HOST, Client, Response, Table, bearer, digest_of, key_of

BATTLE: Final = "cube_bag/g1/field-battle"
ATTACK: Final = "gloomhaven_attack/gh1/rolling-and-double"


def record_in(text: bytes) -> Record:
    """A record, to be verified and written as a sheet."""
    return whole_record_from(text, load_registry().ruleset, where="the game")


def golden(name: str) -> Record:
    """A golden record."""
    return record_in((GOLDEN / f"{name}.jsonl").read_bytes())


def to_open(record: Record, *keyed: str, entry: str = "scribe") -> Json:
    """The body that opens a game like it, entered by a scribe; only these seats have keys."""
    setup = record.opened.setup()
    seats = [
        {"seat": each.seat, "player": each.player, "key": digest_of(key_of(each.seat)) if each.seat in keyed else None}
        for each in setup.seats
    ]
    return {
        "edition": record.ruleset.edition.key,
        "components": msgspec.to_builtins(setup.components),
        "start": json.loads(value_text(setup.start)),
        "seats": seats,
        "chance": "witnessed",
        "entry": entry,
        "takebacks": "by-consent",
        "host_key": digest_of(key_of(HOST)),
    }


class Scribe(Table):
    """A game, and what its scribe sends."""

    @classmethod
    def begun(cls, client: Client, record: Record, *keyed: str, entry: str = "scribe") -> Self:
        """A new game like this one."""
        answered = client.post("/v1/games", json=to_open(record, *keyed, entry=entry))
        assert answered.status_code == 201, answered.text
        return cls(client, answered.json()["game"])

    def post(self, path: str, body: Json, *, key: str = HOST, on: str = "*", name: str | None = None) -> Response:
        """The answer to the scribe, or to another."""
        named = {} if name is None else {"Idempotency-Key": name}
        headers = {**bearer(key), "If-Match": on, **named}
        return self.client.post(f"{self.path}{path}", json=body, headers=headers)

    def write_down(self, line: str, *draws: str) -> int:
        """Write a decision down: the position after it."""
        answered = self.post("/decisions", {"line": line, "draws": list(draws)})
        assert answered.status_code == 201, answered.text
        return int(answered.json()["position"])

    def mend(self, start: int | None, *steps: Sequence[str], on: str = "*", name: str | None = None) -> Response:
        """The answer to lines in place of what was decided from a position on, or after everything."""
        body = {"lines": [list(each) for each in steps], **({} if start is None else {"from": start})}
        return self.post("/mend", body, on=on, name=name)

    @property
    def rows(self) -> list[Json]:
        """The sheet, as the scribe sees it."""
        found: list[Json] = self.get("/lines", HOST)["rows"]
        return found

    @property
    def record(self) -> Record:
        """The whole record."""
        return record_in(self.ask("/record", HOST).content)

    @property
    def sheet(self) -> str:
        """The record as a sheet."""
        return "".join(f"{each}\n" for each in sheet_lines(self.record))
