"""A usual request, which is read by a shorter way, is answered and refused as the framework answers any other."""

from itertools import product

import pytest

from tests.support.playing import Json
from tests.support.serving import Table, bearer

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}
OTHERWISE = {"Accept": "application/json;q=1"}
"""A header that makes a request an unusual one, and says nothing to the service."""

KEYS = ("Bearer", "Basic x", "Bearer " + "a" * 43, "B" * 201, "", bearer("birch")["Authorization"])
TAKEN = ("application/json", "application/x-ndjson", "text/csv", "application/x-ndjson;q=0.5, application/json;q=0.4")
HEADERS: list[dict[str, str]] = [
    {},
    *({"Authorization": each} for each in KEYS),
    *({"If-Match": each} for each in ("1", '"7"', "", '"1"' + " " * 40)),
    *({"Idempotency-Key": each} for each in ("", "k" * 201)),
]
BODIES: list[object] = [
    {"decision": PLAN},
    {"decision": []},
    {"decision": {}},
    {"decision": {"kind": "surrender"}},
    {"decision": {"kind": "agree_to_end", "by": "birch"}},
    {"decision": {"kind": "choose_clan", "clan": "bear"}},
    {"decision": PLAN, "more": 1},
    {"decision": PLAN, "draws": {}},
    {"decision": PLAN, "draws": [{"label": "tea"}]},
    {"decision": PLAN, "draws": [{"label": "tea", "drawn": ["milk"]}] * 300},
    {},
    [],
    "ash",
]
ANYWHERE = {"If-Match": "*"}
WRONG = [*product(HEADERS, BODIES[:1]), *product([ANYWHERE], BODIES[1:]), *product(HEADERS[1:], BODIES[3:4])]


@pytest.mark.parametrize(("headers", "body"), WRONG)
def test_a_decision_is_refused_alike(headers: dict[str, str], body: object, still: Table) -> None:
    sent = {**bearer("ash"), **headers}

    usual, other = (
        still.client.post(f"{still.path}/decisions", headers={**sent, **more}, json=body) for more in ({}, OTHERWISE)
    )

    assert usual.status_code == other.status_code >= 400
    assert usual.json() == other.json()
    assert still.position == 1


@pytest.mark.parametrize("headers", [{"Authorization": each} for each in KEYS])
def test_options_are_told_or_refused_alike(headers: dict[str, str], still: Table) -> None:
    usual, other = (still.client.get(f"{still.path}/options", headers={**headers, **more}) for more in ({}, OTHERWISE))

    assert (usual.status_code, usual.json()) == (other.status_code, other.json())


@pytest.mark.parametrize(
    "headers", [*({"Authorization": each} for each in KEYS), *({"Accept": each} for each in TAKEN)]
)
def test_frames_are_told_or_refused_alike(headers: dict[str, str], still: Table) -> None:
    usual, other = (still.client.get(f"{still.path}/frames{query}", headers=headers) for query in ("", "?from=1"))

    assert (usual.status_code, usual.text) == (other.status_code, other.text)
    assert usual.headers["content-type"] == other.headers["content-type"]


def test_a_game_that_is_not_there_is_not_found_alike(table: Table) -> None:
    for game in ("nowhere", "g" * 65, "%00"):
        usual, other = (table.client.get(f"/v1/games/{game}/options", headers=more) for more in ({}, OTHERWISE))

        assert usual.status_code == other.status_code >= 400
        assert usual.json() == other.json()


def test_a_decision_is_stored_alike(table: Table) -> None:
    answers: list[Json] = []
    for seat, more in (("ash", {}), ("birch", OTHERWISE)):
        sent = {**bearer(seat), "If-Match": "*"}
        answered = table.client.post(f"{table.path}/decisions", headers={**sent, **more}, json={"decision": PLAN})
        assert answered.status_code == 201
        answers.append(answered.json())

    assert [set(each) for each in answers] == [set(answers[0])] * 2
    assert answers[1]["position"] > answers[0]["position"]


def test_a_header_that_comes_twice_is_read_alike(still: Table) -> None:
    twice = [("Authorization", bearer("ash")["Authorization"]), ("If-Match", '"7"'), ("If-Match", "*")]

    usual, other = (
        still.client.post(f"{still.path}/decisions", headers=[*twice, *more.items()], json={"decision": PLAN})
        for more in ({}, OTHERWISE)
    )

    assert usual.status_code == other.status_code >= 400
    assert usual.json() == other.json()
