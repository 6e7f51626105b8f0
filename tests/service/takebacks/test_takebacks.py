"""Taking back over HTTP: what it takes, the request, the answer, and what is in the way (docs/service.md)."""

import pytest
from fastapi.testclient import TestClient

from tests.service.disputes.disputing import ILLEGAL, Disputes
from tests.support.playing import Json
from tests.support.serving import Response, Table, bearer, problem_of

PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}


@pytest.fixture
def table(client: TestClient) -> Table:
    """A game in which Ash has planned."""
    table = Table.opened(client, takebacks="by-consent")
    table.decide("ash", PLAN)
    return table


def post(table: Table, seat: str, path: str, body: Json, on: str = "*") -> Response:
    """The response to a seat that asks or answers."""
    return table.client.post(f"{table.path}/takeback{path}", json=body, headers={**bearer(seat), "If-Match": on})


def test_a_decision_that_concerns_nobody_else_is_taken_back_at_once_and_taken_anew(table: Table) -> None:
    """What it takes is told before; the seat has to act again."""
    advice = table.get("/takeback?from=2", "ash")
    assert (advice["needs"], advice["decisions"], advice["position"]) == ([], 1, 3)

    answered = post(table, "ash", "", {"from": 2, "why": "a slip"}, '"3"')

    assert answered.status_code == 201
    assert answered.json()["to_act"] == ["ash", "birch"]
    assert table.decide("ash", PLAN)["position"] == 6


def test_those_who_have_to_agree_are_asked_and_the_last_consent_takes_it_back(table: Table) -> None:
    """Birch has planned since, and tokens were shown."""
    table.decide("birch", PLAN)
    assert table.get("/takeback?from=2", "ash")["needs"] == ["birch"]
    asked = post(table, "ash", "", {"from": 2}).json()["position"]

    assert post(table, "birch", f"/{asked}/answer", {"agrees": True}).status_code == 201

    assert table.get()["to_act"] == ["ash", "birch"]
    assert problem_of(post(table, "birch", f"/{asked}/answer", {"agrees": True})) == (409, "takeback-refused")


def test_what_is_in_the_way_is_said_and_nothing_is_stored(client: TestClient, table: Table) -> None:
    """Another seat's decision, another position, nothing that was decided, and a game that takes nothing back."""
    never = Table.opened(client)
    never.decide("ash", PLAN)

    assert problem_of(post(table, "birch", "", {"from": 2})) == (403, "not-your-seat")
    assert problem_of(post(table, "ash", "", {"from": 2}, '"2"')) == (412, "position-conflict")
    assert problem_of(post(table, "ash", "", {"from": 3})) == (404, "not-found")
    assert problem_of(post(never, "ash", "", {"from": 2})) == (409, "takeback-refused")
    assert (table.position, never.position) == (3, 3)


def test_an_open_dispute_about_it_comes_first(table: Table) -> None:
    """A claim about what came before is no hindrance; a dispute that was withdrawn is none either."""
    disputes = Disputes.filed(table, claim=ILLEGAL)

    assert problem_of(post(table, "ash", "", {"from": 2})) == (409, "takeback-refused")
    disputes.does("ash", "withdrawal")
    assert post(table, "ash", "", {"from": 2}).status_code == 201


def test_nobody_agrees_to_what_an_open_dispute_is_about(table: Table) -> None:
    """It was filed after the request; whoever does not agree may say so."""
    table.decide("birch", PLAN)
    asked = post(table, "ash", "", {"from": 2}).json()["position"]
    Disputes.filed(table, claim=ILLEGAL)

    assert problem_of(post(table, "birch", f"/{asked}/answer", {"agrees": True})) == (409, "takeback-refused")
    assert post(table, "birch", f"/{asked}/answer", {"agrees": False}).status_code == 201
