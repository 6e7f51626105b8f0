"""Golden games played again over HTTP, by decisions and by lines alone: the records are the same, byte for byte."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import pytest
from fastapi import FastAPI
from msgspec.structs import replace

from oathbook.api.cli.input_files import record_in
from oathbook.api.service import Service
from oathbook.domain.games.game_events import BySeed, DecisionMade, DrawMade, Entry, PromiseEventBase
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import act_of
from oathbook.domain.recording.format.cleartext import decision_text
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.domain.recording.writing.transcripts import entries_by_step
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, sources
from tests.support.serving import Table, bearer, digest_of, key_of, served

SAMPLE: Final = (
    "cube_bag/g1/shot-from-afar",
    "gloomhaven_attack/gh1/monsters-defeated",
    "heirless/e1/attack-hits",
    "knights_duty/1/fumble-on-a-parry",
)
ALL: Final = sorted(path.relative_to(GOLDEN).with_suffix("").as_posix() for path in GOLDEN.rglob("*.jsonl"))

NOW: Final = "2026-11-21T18:00:00.000000Z"
SALT: Final = "5" * 32

Body = Callable[[Table, str, Json, list[Any]], Json]
"""How a decision is sent, with its draws."""


def as_decision(_table: Table, _seat: str, decision: Json, draws: list[Any]) -> Json:
    """As JSON, with the labels of its draws."""
    return {"decision": decision, "draws": [{"label": each.label, "drawn": each.every_card()} for each in draws]}


def as_line(table: Table, seat: str, decision: Json, draws: list[Any]) -> Json:
    """In the words in which the service writes it, with draws that name no label."""
    read = table.client.post(f"{table.path}/lines", headers=bearer(seat), json={"line": json.dumps(decision)})
    assert read.status_code == 200, read.text
    line = read.json()["written"]
    return {"line": line, "draws": [", ".join(map(json.dumps, each.every_card())) or "nothing" for each in draws]}


def play(record: Record, folder: Path, body: Body) -> bytes:
    """The record of the same game, in which every decision is sent like that."""
    chance = record.opened.chance
    same = replace(sources("golden"), clock=lambda: NOW, salts=lambda: SALT)  # questions use up neither
    kind = "witnessed"
    if isinstance(chance, BySeed):  # the draws are those of the golden game
        kind = "seeded"
        same = replace(same, ids=lambda: record.game, seeds=chance.seed.look)
    with served(folder, same) as client:
        service: Service = cast("FastAPI", client.app).state.service
        opened = record.opened
        seats = tuple(replace(each, key=digest_of(key_of(each.seat))) for each in opened.seats)
        setup = replace(opened.setup(), seats=seats)
        new = NewGame(setup, kind, opened.reveal, digest_of(key_of("table")))
        table = Table(client, service.writer.open(record.ruleset, new).game)
        for step in entries_by_step(record):
            take(table, service, step, body)
        return record_text(service.archive.record(table.game))


def take(table: Table, service: Service, step: tuple[Entry, ...], body: Body) -> None:
    """A step of the golden game again."""
    by, made = step[0].by, step[0].body
    if isinstance(made, PromiseEventBase):
        service.writer.promise(table.game, act_of(made), by=Seat(by), expected=None)
        return
    assert isinstance(made, DecisionMade)
    decision: Json = json.loads(decision_text(made.decision))
    draws = [each.body.draw for each in step if isinstance(each.body, DrawMade) and each.body.draw.witnesses]
    headers = {**bearer(by), "If-Match": "*"}
    sent = body(table, by, {name: each for name, each in decision.items() if name != "by"}, draws)
    answered = table.client.post(f"{table.path}/decisions", headers=headers, json=sent)
    assert answered.status_code == 201, (sent, answered.text)


def is_the_same_by_lines(name: str, folder: Path) -> bool:
    record = record_in(str(GOLDEN / f"{name}.jsonl"))
    by_lines = play(record, folder / "lines.db", as_line)
    assert len(by_lines.splitlines()) > len(record.events)
    return by_lines == play(record, folder / "decisions.db", as_decision)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_game_played_by_lines_has_the_record_of_its_decisions(name: str, tmp_path: Path) -> None:
    assert is_the_same_by_lines(name, tmp_path)


@pytest.mark.gate
@pytest.mark.parametrize("name", ALL)
def test_every_golden_game_played_by_lines_has_the_record_of_its_decisions(name: str, tmp_path: Path) -> None:
    assert is_the_same_by_lines(name, tmp_path)
