"""A ruling that has draws made again: from the seed, or as reported at a real table (docs/disputes.md)."""

from typing import Final, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.domain.games.game_events import GameCorrected
from oathbook.domain.kernel import PUBLIC, Draw
from oathbook.domain.recording.format.record import Record, redact_record
from oathbook.replays.ruling_checks import SEED_HIDDEN
from oathbook.replays.verification import verify
from tests.service.disputes.disputing import Disputes
from tests.support.mistakes.gloomhaven import TABLE
from tests.support.playing import Json
from tests.support.serving import HOST, Table, digest_of, key_of, problem_of
from tests.support.tampering import Event, forged

SHEET: Final = (
    TABLE.replace("ann Ann,", f"ann Ann, key {digest_of(key_of('ann'))},")
    + "ann: attack bones with scoundrel for 3\nann: draw\n  draw +2\n"
)
DRAW: Final = 5  # the position of the draw: after the opening, the attack, its outcome and the decision
UPHELD: Final[Json] = {"answer": "upheld", "reasons": "The deck was not shuffled."}
AGAINST: Final[Json] = {**UPHELD, "against": "Both players say so."}


def redraw(*drawn: list[str]) -> Json:
    """The remedy, with what came at a real table."""
    return {"remedy": "redraw", **({"draws": [{"label": "", "drawn": each} for each in drawn]} if drawn else {})}


def record_of(table: Table) -> Record:
    """The record of a game as it is stored, with its seed."""
    app = cast("FastAPI", cast("TestClient", table.client).app)
    record: Record = app.state.service.archive.record(table.game)
    return record


def redrawn(record: Record) -> tuple[Draw, ...]:
    """The draws that were made again by the last event."""
    body = record.entries()[-1].body
    assert isinstance(body, GameCorrected)
    draws = body.instead[0].draws
    assert draws is not None
    return draws


@pytest.fixture(name="recorded")
def _recorded(client: TestClient) -> Disputes:
    """A dispute about the draw of a game that was brought as a sheet."""
    stored = client.post("/v1/records", content=SHEET.encode(), headers={"Content-Type": "text/x-oathbook"})
    assert stored.status_code in {200, 201}, stored.text
    return found(Table(client, stored.json()["game"]))


@pytest.fixture(name="seeded")
def _seeded(client: TestClient) -> Disputes:
    """A dispute about the draw of a game that draws from its seed and goes on."""
    seats = [{"seat": each, "key": digest_of(key_of(each))} for each in ("ann", "bram")]
    body = {"edition": "gloomhaven_attack/gh1", "components": "gloomhaven-sample-1", "seats": seats}
    answered = client.post("/v1/games", json={**body, "host_key": digest_of(key_of(HOST))})
    table = Table(client, answered.json()["game"])
    table.decide(
        "ann", {"kind": "declare_attack", "attacker": "scoundrel", "base": 1, "targets": [{"figure": "guard-elite"}]}
    )
    table.decide("ann", {"kind": "draw_cards"})
    return found(table)


def found(table: Table) -> Disputes:
    dispute = Disputes.filed(table, "ann", {"claim": "draw-wrong", "at": DRAW})
    dispute.does("ann", "finding")
    return dispute


def test_what_came_at_the_table_the_second_time_takes_the_place_of_the_draw(recorded: Disputes) -> None:
    ruled = recorded.does("Ada", "ruling", {**AGAINST, "remedy": redraw(["+0"])})
    record = record_of(recorded.table)
    (bones,) = [each for each in recorded.table.get("/state")["view"]["figures"] if each["id"] == "bones"]

    assert ruled["rulings"][0]["remedy"]["position"] == len(record.events)
    assert [each.drawn for each in redrawn(record)] == [("+0",)]
    assert bones["hit_points"] == 2, "5 less the attack of 3, and no longer of 5"
    assert verify(record).discrepancies == ()
    assert (
        "is drawn again"
        in recorded.table.get(f"/frames?from={len(record.events)}")["frames"][0]["happenings"][0]["sentence"]
    )


def test_a_seed_answers_a_draw_that_is_made_again_and_everyone_can_check_it(seeded: Disputes) -> None:
    seeded.does("Ada", "ruling", {**UPHELD, "remedy": redraw()})
    record = record_of(seeded.table)

    assert [each.source for each in redrawn(record)] == ["seeded"]
    assert verify(record).discrepancies == ()
    public = verify(redact_record(record, PUBLIC))
    assert public.discrepancies == ()
    assert (len(record.events), SEED_HIDDEN) in [(each.position, each.why) for each in public.unchecked]


def test_another_card_than_the_seed_gives_is_found(seeded: Disputes) -> None:
    """A correction whose draw was replaced by another card of the pile is a discrepancy."""
    seeded.does("Ada", "ruling", {**UPHELD, "remedy": redraw()})
    record = record_of(seeded.table)
    (drawn,) = redrawn(record)[0].drawn
    other = "-2" if drawn != "-2" else "+2"

    def chosen(events: list[Event]) -> None:
        events[-1].data["instead"][0]["draws"][0]["drawn"] = [other]

    found = verify(forged(record, chosen)).discrepancies
    assert [(each.position, each.kind) for each in found] == [(len(record.events), "correction")]


@pytest.mark.parametrize(
    ("remedy", "says"),
    [
        (redraw(), "correct: position 5: "),
        (redraw(["+7"]), "+7"),
        (redraw(["+0"], ["+1"]), "draws: nothing asks for +1"),
    ],
    ids=["nothing came", "no such card", "one too many"],
)
def test_what_cannot_have_come_is_refused_and_nothing_is_ruled(recorded: Disputes, remedy: Json, says: str) -> None:
    before = recorded.table.position

    refused = recorded.send("Ada", "ruling", {**AGAINST, "remedy": remedy})

    assert refused.status_code in {400, 409}, refused.text
    assert says in refused.json()["detail"]
    assert (recorded.get()["state"], recorded.table.position) == ("open", before)


def test_a_game_with_a_seed_is_not_told_what_came(seeded: Disputes) -> None:
    refused = seeded.send("Ada", "ruling", {**UPHELD, "remedy": redraw(["+0"])})

    assert problem_of(refused) == (409, "remedy-refused")
    assert "this game draws from its seed" in refused.json()["detail"]
