"""What a decision is refused for: its position, the rules, the state of the game."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from tests.support.playing import Json, die
from tests.support.serving import Sent, Table, bring, problem_of, served, to_open
from tests.unit.api.running import oathbook

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


# On which position ------------------------------------------------------------------------------------------------

ODD = [
    *("1", "", "''", '""', '"', '"1', '1"', "'1'", '"one"', '"1.0"', '"-1"', '"+1"', '" 1"', '"1 "', '"01"', '"1_0"'),
    *('W/"1"', '"1", "2"', '"1","1"', '*, "1"', "**", '"*"', '"1000000"', '"\xb9"', "null"),
]


@pytest.mark.parametrize("odd", ODD)
def test_an_odd_position_is_refused(odd: str, still: Table) -> None:
    sent = Sent("ash", PLAN, None)
    named = {name.encode(): value.encode() for name, value in sent.headers.items()}

    answered = still.client.post(
        f"{still.path}/decisions", headers={**named, b"If-Match": odd.encode("latin-1")}, json=sent.body
    )

    assert problem_of(answered) == (400, "bad-input")
    assert "If-Match" in answered.json()["detail"]
    assert still.position == 1


def test_a_position_must_be_named(table: Table) -> None:
    assert problem_of(table.send(Sent("ash", PLAN, None))) == (428, "position-missing")
    assert table.position == 1


@pytest.mark.parametrize("elsewhere", [0, 1, 2, 4, EVENTS_PER_GAME])
def test_a_stale_position_is_refused_and_so_is_one_that_is_not_reached(elsewhere: int, table: Table) -> None:
    """Between two steps there is no position either."""
    table.decide("ash", PLAN)

    answered = table.send(Sent("birch", PLAN, elsewhere))

    assert problem_of(answered) == (412, "position-conflict")
    assert answered.json()["position"] == 3
    assert answered.headers["etag"] == '"3"'
    assert table.send(Sent("birch", PLAN, 3)).status_code == 201


def test_the_position_may_be_whatever_it_is(table: Table) -> None:
    for seat in ("ash", "birch"):
        assert table.send(Sent(seat, PLAN, " * ")).status_code == 201


# Refused ----------------------------------------------------------------------------------------------------------


def test_what_the_rules_refuse_is_answered_with_the_clause_the_conditions_and_what_may_be_decided(table: Table) -> None:
    table.decide("ash", PLAN)

    answered = table.send(Sent("ash", {"kind": "move", "to": "1,0"}))

    told = answered.json()
    assert problem_of(answered) == (422, "illegal-decision")
    assert told["edition"] == "knights_duty/1"
    assert told["clause"].startswith("KD-")
    assert told["clause"] in told["detail"]
    assert [each for each in told["conditions"] if not each["holds"]], "at least one condition does not hold"
    assert told["legal_alternatives"].keys() == {"listed", "count", "complete"}
    assert told["position"] == table.position == 3


def test_every_alternative_that_a_refusal_names_is_taken(client: TestClient) -> None:
    table = Table.opened(client)
    told = table.send(Sent("ash", {"kind": "move", "to": "1,0"})).json()

    assert told["legal_alternatives"]["complete"]
    assert told["legal_alternatives"]["count"] == len(told["legal_alternatives"]["listed"]) == 49
    for alternative in told["legal_alternatives"]["listed"][::12]:
        assert Table.opened(client).send(Sent("ash", alternative)).status_code == 201


def test_a_decision_that_is_none_names_the_field(table: Table) -> None:
    answered = table.send(Sent("ash", {"kind": "lay_plan", "slots": ["bow", "broom"]}))

    assert problem_of(answered) == (400, "bad-input")
    assert "slots" in answered.json()["detail"]


def test_a_game_that_is_over_takes_nothing_more(table: Table) -> None:
    list(table.steps(die("play 6")))
    over = table.position

    for on in (over, "*"):
        assert problem_of(table.send(Sent("ash", PLAN, on, f"on {on} again"))) == (409, "game-closed")
    assert problem_of(table.send(Sent("ash", PLAN, over - 1))) == (412, "position-conflict")
    assert table.position == over


def test_a_game_that_nobody_has_opened_is_not_found(client: TestClient) -> None:
    nowhere = Table(client, "nowhere")

    assert problem_of(nowhere.send(Sent("ash", PLAN))) == (404, "not-found")
    for path in ("", "/events", "/events/1", "/events/1/why", "/timeline", "/standing"):
        assert problem_of(nowhere.ask(path)) == (404, "not-found")
    for path in ("/state", "/frames", "/scenes", "/scenes/1/since", "/outline", "/record", "/stream", "/options"):
        assert problem_of(nowhere.ask(path, "ash")) == (404, "not-found")


def test_an_edition_that_is_not_installed_is_not_found(client: TestClient) -> None:
    answered = client.post("/v1/games", json={**to_open(), "edition": "knights_duty/0"})

    assert problem_of(answered) == (404, "unknown-edition")


def test_a_redacted_record_is_read_and_nobody_plays_on_in_it(table: Table, tmp_path: Path) -> None:
    """The seats' keys are those of the game it was taken from."""
    table.decide("ash", PLAN)
    for_ash = table.ask("/record", "ash")

    with served(tmp_path / "elsewhere.db") as client:
        imported = bring(client, for_ash.content)
        there = Table(client, table.game)

        assert (imported.status_code, imported.json()["redacted"]) == (201, True)
        assert there.get()["redacted"]
        assert there.get("/state", "ash") == table.get("/state", "ash")
        assert there.get("/state", "birch") == table.get("/state", "birch")
        assert there.get("/frames", "ash") == table.get("/frames", "ash")
        assert there.ask("/record", "ash").content == for_ash.content
        assert problem_of(there.send(Sent("birch", PLAN))) == (409, "record-redacted")
        assert problem_of(there.send(Sent("birch", PLAN, 3))) == (409, "record-redacted")
        assert there.position == 3


def test_a_whole_record_of_a_running_game_is_not_played_on_elsewhere(table: Table, db: Path, tmp_path: Path) -> None:
    """Whoever keeps the database has the whole record, and with it the seed; over HTTP nobody has it before the end."""
    table.decide("ash", PLAN)
    whole = oathbook("export", table.game, "--db", db).out

    with served(tmp_path / "elsewhere.db") as client:
        assert bring(client, whole).status_code == 201

        assert problem_of(Table(client, table.game).send(Sent("birch", PLAN, 3))) == (409, "record-imported")
