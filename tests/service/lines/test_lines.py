"""A line over HTTP: read at a position, and made a decision."""

import json
from collections.abc import Generator
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.cli.input_files import record_in
from oathbook.domain.recording.notation.game_notation import MOST_CHARACTERS
from tests.support.checkout import GOLDEN
from tests.support.playing import Json, close_by, sources
from tests.support.serving import Response, Table, bearer, digest_of, key_of, problem_of, served
from tests.support.tampering import Event, forged

PLAN: Final = "plan bow"
LAID: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}
BREACH: Final = 41
"""The position at which bram is about to break a promise, or not."""


def read(table: Table, seat: str | None, line: str, **more: object) -> Response:
    """The response to a line that a seat has read."""
    return table.client.post(f"{table.path}/lines", headers=bearer(seat), json={"line": line, **more})


def read_at(table: Table, seat: str, line: str, **more: object) -> Json:
    """What the line comes to."""
    answered = read(table, seat, line, **more)
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


def decide(table: Table, seat: str, body: Json, *, key: str | None = None, on: str = "*", query: str = "") -> Response:
    """The response to a decision."""
    named = {} if key is None else {"Idempotency-Key": key}
    headers = {**bearer(seat), "If-Match": on, **named}
    return table.client.post(f"{table.path}/decisions{query}", headers=headers, json=body)


def seated(name: str, client: TestClient) -> Table:
    """A golden game whose seats have keys, as if it had been opened here."""

    def with_keys(events: list[Event]) -> None:
        for each in events[0].data["seats"]:
            each["key"] = digest_of(key_of(each["seat"]))

    return Table.kept(client, forged(record_in(str(GOLDEN / f"{name}.jsonl")), with_keys))


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Generator[TestClient]:
    """A service for golden games that are only looked at."""
    with served(tmp_path_factory.mktemp("golden") / "games.db", sources("golden")) as client:
        yield client


@pytest.fixture(scope="module")
def valley(golden: TestClient) -> Table:
    """A game of Heirless with promises."""
    return seated("heirless/e1/four-players-and-their-word", golden)


@pytest.fixture(scope="module")
def cubes(golden: TestClient) -> Table:
    """A witnessed game that draws cubes."""
    return seated("cube_bag/g1/shot-from-afar", golden)


# What a line comes to ---------------------------------------------------------------------------------------------


def test_a_line_is_read_back_with_its_decision(still: Table) -> None:
    reading = read_at(still, "ash", "ash: Plan BOW ")

    assert (reading["answer"], reading["by"], reading["at"]) == ("allowed", "ash", still.position)
    assert (reading["written"], reading["decision"]) == (PLAN, {"by": "ash", **LAID})
    assert reading["reads"].startswith("Player 1 ")
    assert "breaks" not in reading


def test_a_line_is_read_up_to_a_column(still: Table) -> None:
    begun = read_at(still, "ash", PLAN, column=len("plan b"))
    whole = read_at(still, "ash", PLAN, column=len(PLAN))

    assert (begun["answer"], begun["column"], begun["more"]) == ("incomplete", len("plan "), 0)
    assert begun["could"] == [{"text": "bow", "listed": True, "literal": True}]
    assert whole == read_at(still, "ash", PLAN)
    assert problem_of(read(still, "ash", PLAN, column=len(PLAN) + 1)) == (400, "bad-input")


def test_a_line_that_cannot_be_read_is_an_answer_too(still: Table) -> None:
    reading = read_at(still, "ash", "plan bwo")

    assert (reading["answer"], reading["column"], reading["near"][0]) == ("unreadable", len("plan "), "bow")
    assert reading["says"] == "“bwo” cannot stand here"
    assert {"text": "spear", "listed": False, "literal": True} in reading["could"]


def test_what_the_rules_refuse_has_its_clause_and_its_conditions(still: Table) -> None:
    reading = read_at(still, "ash", "plan bow, shield, movement")

    assert (reading["answer"], reading["clause"]) == ("refused", "KD-2.2")
    assert isinstance(reading["conditions"], list)
    assert reading["written"] == "plan bow, shield, movement"


def test_a_missing_draw_tells_its_pile_in_numbers(cubes: Table) -> None:
    reading = read_at(cubes, "alex", "draw 3", at=9)

    assert reading["answer"] == "draw-missing"
    assert (reading["request"]["count"], reading["request"]["pile"]) == (3, {"neutral": 3, "purple": 6, "white": 1})


def test_a_value_beyond_its_bounds_is_named(valley: Table) -> None:
    reading = read_at(valley, "bram", "build Bakery on 12", at=BREACH)

    assert (reading["answer"], reading["column"]) == ("out-of-bounds", len("build Bakery on "))
    assert reading["says"] == "a place is a number from 1 to 9"
    assert "could" not in reading


def test_an_act_on_a_promise_is_no_decision(valley: Table) -> None:
    offer = read_at(valley, "bram", 'offer promise: bram promises ada in plain words "be friendly".', at=BREACH)

    assert (offer["answer"], offer["act"]["kind"]) == ("act", "offer")
    assert offer["reads"].startswith("Bram offers p")
    assert "decision" not in offer
    assert read_at(valley, "bram", "sign p1", at=BREACH)["answer"] == "refused"
    assert read_at(valley, "bram", "release p1", at=BREACH)["answer"] in {"act", "refused"}


def test_only_the_line_that_breaks_a_promise_is_warned_of(valley: Table) -> None:
    reading = read_at(valley, "bram", "deploy Valley", at=BREACH, foresee=True)
    other = read_at(valley, "bram", "deploy Meadow", at=BREACH, foresee=True)

    assert (reading["answer"], other["breaks"]) == ("allowed", [])
    assert reading["breaks"] == [
        {
            "promise": "p2",
            "seats": ["bram"],
            "might": False,
            "price": "20 crossed-out Prestige",
            "after": "2 \N{MINUS SIGN} 20 = \N{MINUS SIGN}18 Prestige",
        }
    ]
    assert read_at(valley, "bram", "vote for 2", at=BREACH, foresee=True)["breaks"] == []


def test_reading_records_nothing(table: Table) -> None:
    before = table.get("/events", "ash")
    read_at(table, "ash", PLAN, foresee=True)

    assert table.get("/events", "ash") == before


# Who may read what --------------------------------------------------------------------------------------------------


def test_a_line_needs_the_key_of_a_seat(still: Table) -> None:
    assert problem_of(read(still, None, PLAN)) == (401, "key-missing")
    assert problem_of(read(still, "a stranger", PLAN)) == (401, "key-unknown")


def test_a_line_for_another_seat_is_refused(still: Table) -> None:
    refused = read(still, "ash", f"birch: {PLAN}")

    assert problem_of(refused) == (403, "not-your-seat")
    assert problem_of(decide(still, "ash", {"line": f"birch: {PLAN}"})) == (403, "not-your-seat")
    assert problem_of(decide(still, "ash", {"line": '{"by":"birch","kind":"agree_to_end"}'})) == (403, "not-your-seat")
    assert read_at(still, "birch", f"birch: {PLAN}")["answer"] == "allowed"


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"line": "x" * (MOST_CHARACTERS + 1)}, (422, "invalid-request")),
        ({"line": "plan\tbow"}, (422, "invalid-request")),
        ({"line": "plan bow\nplan bow"}, (422, "invalid-request")),
        ({"at": 0}, (422, "invalid-request")),
        ({"at": 2}, (404, "not-found")),
        ({"words": 1}, (422, "invalid-request")),
    ],
)
def test_a_request_that_is_no_line_is_refused(still: Table, more: Json, problem: tuple[int, str]) -> None:
    assert problem_of(read(still, "ash", **{"line": PLAN, **more})) == problem
    assert read(still, "ash", "x" * MOST_CHARACTERS, at=1).status_code == 200


# A line as a decision -----------------------------------------------------------------------------------------------


def test_a_line_is_the_decision_that_it_says(table: Table) -> None:
    dry = decide(table, "ash", {"line": PLAN}, query="?dry_run=1")
    made = decide(table, "ash", {"line": PLAN})

    assert dry.json()["answer"] == "allowed"
    assert dry.json()["decision"] == {"by": "ash", **LAID}
    assert made.status_code == 201, made.text
    assert made.json()["step"] == 2


def test_a_line_sent_ten_times_under_one_key_is_one_decision(table: Table) -> None:
    bodies: list[Json] = [
        {"line": PLAN},
        {"decision": LAID},
        {"line": f"ash: {PLAN.upper()}"},
        {"decision": {**LAID, "by": "ash"}},
    ]
    answered = [decide(table, "ash", bodies[turn % len(bodies)], key="again") for turn in range(10)]
    other = decide(table, "ash", {"line": "plan spear"}, key="again")

    assert [each.status_code for each in answered] == [201] * 10
    assert len({each.json()["position"] for each in answered}) == 1
    assert table.position == answered[0].json()["position"]
    assert problem_of(other) == (422, "key-reused")


def test_a_line_that_cannot_be_read_is_no_decision(still: Table) -> None:
    refused = decide(still, "ash", {"line": "plan bwo"})

    assert problem_of(refused) == (422, "line-unreadable")
    assert refused.json()["column"] == len("plan ")
    assert "bow" in refused.json()["could"]
    assert "“bwo” cannot stand here" in refused.json()["detail"]
    assert problem_of(decide(still, "ash", {"line": "sign p1"})) == (400, "bad-input")


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"line": PLAN, "decision": LAID},
        {"line": PLAN, "draws": [{"label": "x", "drawn": ["y"]}]},
        {"decision": LAID, "draws": ["draw heart"]},
    ],
)
def test_a_decision_is_said_in_one_way(still: Table, body: Json) -> None:
    assert problem_of(decide(still, "ash", body)) == (422, "invalid-request")


def test_a_game_that_draws_from_its_seed_takes_no_draws(still: Table) -> None:
    refused = decide(still, "ash", {"line": PLAN, "draws": ["draw heart"]})

    assert problem_of(refused) == (400, "bad-input")
    assert "draws from its seed" in refused.json()["detail"]


# Draws that are said ------------------------------------------------------------------------------------------------


FIRST: Final[Json] = {"kind": "name_attacker", "attacker": "birch"}
"""The decision that draws who goes first, and then strikes."""


def begun(client: TestClient) -> tuple[Table, str]:
    """A witnessed game in which birch makes that decision next, and the line of it."""
    table = Table.opened(client, close_by(inspiration="face_down"), chance="witnessed")
    before = (
        *(("ash", "plan bow"), ("birch", "plan bow")),
        *(("ash", '{"kind":"declare_target","target":"birch"}'), ("birch", '{"kind":"declare_target","target":"ash"}')),
        ("ash", '{"kind":"name_attacker","attacker":"ash"}'),
    )
    for seat, line in before:
        assert decide(table, seat, {"line": line}).status_code == 201, line
    return table, str(read_at(table, "birch", json.dumps(FIRST))["written"])


def test_draws_in_lines_answer_what_is_asked_for_in_their_order(client: TestClient) -> None:
    table, line = begun(client)
    body = {"line": line, "draws": ["draw birch", "heart"]}
    dry = decide(table, "birch", body, query="?dry_run=1")
    made = decide(table, "birch", body, key="drawn", on=f'"{table.position}"')
    labels = [each["label"] for each in dry.json()["draws"]]
    cards = ["birch", "heart"]
    spelled = {
        "decision": FIRST,
        "draws": [{"label": label, "drawn": [card]} for label, card in zip(labels, cards, strict=True)],
    }
    again = decide(table, "birch", spelled, key="drawn")
    other = decide(table, "birch", {"line": line, "draws": ["draw ash", "heart"]}, key="drawn")

    assert dry.json()["answer"] == "allowed"
    assert made.status_code == 201, made.text
    assert (again.status_code, again.json()["position"]) == (201, made.json()["position"])
    assert problem_of(other) == (422, "key-reused")
    assert decide(table, "birch", body, key="drawn").json()["position"] == made.json()["position"]


def test_a_draw_that_cannot_be_or_is_too_much_is_refused(client: TestClient) -> None:
    table, line = begun(client)

    def refused(*draws: str) -> Response:
        return decide(table, "birch", {"line": line, "draws": list(draws)})

    assert problem_of(refused()) == (422, "draw-missing")
    assert problem_of(refused("draw birch")) == (422, "draw-missing")
    assert problem_of(refused("draw heart")) == (422, "impossible-draw")
    assert problem_of(refused("draw birch", "heart", "heart")) == (400, "bad-input")
    assert problem_of(refused("draw birch, ")) == (422, "line-unreadable")
    assert refused("draw birch, ").json()["detail"].startswith("draws: 0: ")
    assert problem_of(refused("draw birch seen by ash")) == (400, "bad-input")


def test_what_is_said_along_must_be_so_when_it_is_made(client: TestClient) -> None:
    table = seated("heirless/e1/four-players-and-their-word", client)
    dry = decide(table, "bram", {"line": "vote for Open Gates 1"}, query="?dry_run=1")
    made = decide(table, "bram", {"line": "vote for Open Gates 1"})

    for each in (dry, made):
        assert problem_of(each) == (400, "bad-input")
        assert "OpenGates is not what this is about now" in each.json()["detail"]
    assert problem_of(decide(table, "bram", {"line": "vote for 1"})) != (400, "bad-input")
