"""What was taken back stays, and is told: in steps, in the answer to a request, in promises, and by lines."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json
from tests.support.serving import Response, Table, bearer, problem_of
from tests.support.taking_back import BREACH_TAKEN_BACK

BROKEN, BACK = 6, 9
"""Where the promise of the sheet is broken, and where that is taken back."""

DEPLOYED: Final = (5, 6)
"""The step that is taken back."""


def imported(client: TestClient, sheet: str) -> Table:
    """The game of a sheet."""
    told = client.post("/v1/records", content=sheet.encode(), headers={"content-type": "text/x-oathbook"})
    assert told.status_code == 201, told.text
    return Table(client, told.json()["game"])


def read(table: Table, seat: str, line: str) -> Json:
    """What a line comes to."""
    answered = table.client.post(f"{table.path}/lines", headers=bearer(seat), json={"line": line})
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


def act(table: Table, seat: str, path: str, body: Json, key: str) -> Response:
    """The answer to a request that may be repeated."""
    headers = {**bearer(seat), "If-Match": "*", "Idempotency-Key": key}
    return table.client.post(f"{table.path}{path}", headers=headers, json=body)


@pytest.fixture
def table(client: TestClient) -> Table:
    """A duel in which decisions may go back."""
    return Table.opened(client, takebacks="by-consent")


def test_a_step_says_where_it_was_taken_back_and_the_other_which_decisions_it_takes_back(client: TestClient) -> None:
    """The control is every other step, which says neither."""
    steps = imported(client, BREACH_TAKEN_BACK).get("/steps")["steps"]

    said = {(each["first"], each["position"]): (each.get("taken_back"), each.get("takes_back")) for each in steps}
    assert {where: each for where, each in said.items() if each != (None, None)} == {
        DEPLOYED: (BACK, None),
        (8, BACK): (None, [DEPLOYED[0]]),
    }


def test_the_board_goes_back_and_the_outline_marks_it(client: TestClient) -> None:
    table = imported(client, BREACH_TAKEN_BACK)
    scenes = {each["position"]: each["scene"]["pieces"] for each in table.get("/scenes")["scenes"]}
    marks = {each["position"]: each["kinds"] for each in table.get("/outline")["marks"]}

    assert scenes[4] == scenes[BACK] != scenes[6]
    assert "taken-back" in marks[BACK]


@pytest.mark.parametrize(("at", "back"), [(BROKEN, []), (BACK, [{"broken_at": BROKEN, "taken_back_at": BACK}])])
def test_a_promise_says_that_its_breach_was_taken_back(client: TestClient, at: int, back: list[Json]) -> None:
    """From there on; before, it is broken."""
    table = imported(client, BREACH_TAKEN_BACK)
    (listed,) = table.get(f"/promises?at={at}")["promises"]
    promise = table.get(f"/promises/p1?at={at}")

    assert promise["taken_back"] == listed["taken_back"] == back
    assert promise["status"] == ("pending" if back else "broken")


def test_a_request_that_is_repeated_gets_its_old_answer_with_where_it_was_taken_back(table: Table) -> None:
    laid: Json = {"decision": {"kind": "lay_plan", "slots": ["bow"]}}
    first = act(table, "ash", "/decisions", laid, "plan").json()
    assert act(table, "ash", "/decisions", laid, "plan").json() == first
    back = act(table, "ash", "/takeback", {"from": 2}, "back").json()

    assert "taken_back" not in first
    assert act(table, "ash", "/decisions", laid, "plan").json() == {**first, "taken_back": back["position"]}
    assert act(table, "ash", "/takeback", {"from": 2}, "back").json() == back
    assert table.position == back["position"]


def test_lines_about_taking_back_are_among_the_forms_and_are_read(client: TestClient, table: Table) -> None:
    """Each says what would be sent; nothing is recorded. A game that takes nothing back has no such lines."""
    never = Table.opened(client)
    for each in (table, never):
        each.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})
        each.decide("birch", {"kind": "lay_plan", "slots": ["bow"]})
    before = table.position

    reading = read(table, "ash", "ash: take back because a slip")
    assert (reading["answer"], reading["written"]) == ("takeback", "take back because a slip")
    assert reading["takeback"] == {"from": 2, "why": "a slip"}
    assert reading["reads"] == "Player 1 asks Player 2 to agree that the game goes back to before position 2"
    assert read(table, "birch", "agree to take back")["answer"] == "refused"
    assert table.position == before
    asked = act(table, "ash", "/takeback", reading["takeback"], "ask").json()["position"]
    agrees = read(table, "birch", "birch: agree to take back")
    assert (agrees["takeback"], agrees["reads"]) == ({"asked": asked, "agrees": True}, "Player 2 agrees to go back")
    assert read(table, "birch", "refuse to take back")["takeback"] == {"asked": asked, "agrees": False}

    tags = [form["tag"]["kind"] for form in table.get("/forms")["takeback"]["of"] if "tag" in form]
    assert tags == ["take_back", "agree_to_take_back", "refuse_to_take_back"]
    assert read(never, "ash", "take back")["answer"] == "unreadable"
    assert "takeback" not in never.get("/forms")


def test_a_line_about_taking_back_says_what_is_in_the_way_and_is_no_decision(table: Table) -> None:
    assert read(table, "ash", "take back")["says"] == "Player 1 has decided nothing that can be taken back"
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow"]})

    assert read(table, "birch", "take back from 2")["answer"] == "refused"
    assert read(table, "ash", "take ba")["could"][0]["text"] == "back"
    refused = act(table, "ash", "/decisions", {"line": "take back"}, "line")
    assert problem_of(refused) == (400, "bad-input")
    assert refused.json()["detail"] == "line: this is a line about taking back, not a decision"
