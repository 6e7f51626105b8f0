"""Whose key a request has, for whom it may decide, and through whose eyes it may look."""

import base64
from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json, die
from tests.support.promises.pledging import Promises
from tests.support.serving import Sent, Table, key_of, problem_of

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}
ASH = key_of("ash")
EVERYBODY = (None, "ash", "birch", "table")
REPLAYED = ("/state", "/frames", "/scenes", "/scenes/3/since", "/outline")
"""The ways on from a game to where it is looked at again."""


def looking_routes(client: TestClient, parameter: str) -> Iterator[str]:
    """The ways on from a game to every route that takes this parameter, as the service describes itself."""
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        named = {each["name"] for each in methods.get("get", {}).get("parameters", ())}
        if parameter in named:
            yield path.removeprefix("/v1/games/{game}").replace("{position}", "3").replace("{promise}", "p1")


def over(client: TestClient, *, reveal: str = "all") -> tuple[Table, dict[str | None, Json]]:
    """A game that has been played to its end, and what everybody was shown in the middle of it."""
    table = Table.opened(client, reveal="all" if reveal == "all" else "none")
    table.decide("ash", PLAN)
    shown = {viewer: table.get("/state", viewer) for viewer in EVERYBODY}
    Promises(table).bound()
    list(table.steps(die("play 6")))
    return table, shown


# Keys -------------------------------------------------------------------------------------------------------------

MALFORMED = {
    "nothing": "",
    "a word": "ash",
    "too short": ASH[:-1],
    "too long": f"{ASH}A",
    "padded": f"{ASH}=",
    "two of them": f"{ASH} {ASH}",
    "a space within": f"{ASH[:20]} {ASH[21:]}",
    "another alphabet": f"{ASH[:-1]}*",
    "not ASCII": f"{ASH[:-1]}\xe9",
    "the digest": "0" * 64,
    "31 bytes": base64.urlsafe_b64encode(bytes(31)).decode(),
    "of no seat": key_of("nobody"),
}


@pytest.mark.parametrize("key", MALFORMED.values(), ids=MALFORMED)
def test_what_is_no_key_of_this_game_opens_nothing(key: str, still: Table) -> None:
    named = {b"Authorization": f"Bearer {key}".encode("latin-1")}

    looked = still.client.get(still.path, headers=named)
    decided = still.client.post(
        f"{still.path}/decisions", headers={**named, b"If-Match": b"*"}, json={"decision": PLAN}
    )

    for answered in (looked, decided):
        assert problem_of(answered) == (401, "key-unknown")
        assert answered.headers["www-authenticate"].startswith("Bearer")
        assert answered.headers["cache-control"] == "no-store"
    assert still.position == 1


@pytest.mark.parametrize("scheme", ["Basic", "Token", "", "Bear", "Bearer:"])
def test_a_key_is_sent_as_bearer(scheme: str, still: Table) -> None:
    assert problem_of(still.ask(headers={"Authorization": f"{scheme} {ASH}".strip()})) == (401, "key-unknown")


def test_a_scheme_may_be_written_in_any_case(table: Table) -> None:
    """RFC 9110, section 11.1."""
    for scheme in ("bearer", "BEARER"):
        assert table.ask("/options", headers={"Authorization": f"{scheme} {ASH}"}).json()["seat"] == "ash"


def test_the_key_of_another_game_is_none_of_this_one(client: TestClient) -> None:
    body = {"edition": "knights_duty/1", "seats": [{"seat": "ash"}, {"seat": "birch"}]}
    opened = [client.post("/v1/games", json={**body, "components": "knights-duty-sample-1"}).json() for _ in range(2)]
    table, (key, _) = Table(client, opened[0]["game"]), (each["keys"]["seats"]["ash"] for each in opened[::-1])
    named = {"Authorization": f"Bearer {key}"}

    for path in ("", "/events", "/events/1", "/record", "/options", "/timeline", "/standing", "/ledger", *REPLAYED):
        assert problem_of(table.ask(path, headers=named)) == (401, "key-unknown")
    assert problem_of(table.ask("/stream", headers=named)) == (401, "key-unknown")
    asked = client.post("/v1/ask", headers=named, json={"game": table.game, "decision": {**PLAN, "by": "ash"}})
    assert problem_of(asked) == (401, "key-unknown")


def test_nobody_decides_without_a_key(table: Table) -> None:
    for query in ("", "?dry_run=1"):
        answered = table.send(Sent(None, {**PLAN, "by": "ash"}), query=query)

        assert problem_of(answered) == (401, "key-missing")
        assert answered.headers["www-authenticate"].startswith("Bearer")
    assert table.position == 1


# Deciding for somebody else ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("own", "other"), [("ash", "birch"), ("table", "ash"), ("ash", "table"), ("ash", "nobody")])
def test_a_seat_decides_for_nobody_else(own: str, other: str, table: Table) -> None:
    for query in ("", "?dry_run=1"):
        assert problem_of(table.send(Sent(own, {**PLAN, "by": other}), query=query)) == (403, "not-your-seat")
    assert table.position == 1


def test_a_seat_may_say_that_it_is_itself(table: Table) -> None:
    assert table.decide("ash", {**PLAN, "by": "ash"})["events"][0]["event"]["by"] == "ash"


# Looking ----------------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_while_the_game_runs_nobody_looks_as_anybody_but_themselves_and_the_public(client: TestClient) -> None:
    table = Table.opened(client)
    table.decide("ash", PLAN)
    Promises(table).bound()
    routes = list(looking_routes(client, "as"))

    for route in routes:
        for own in EVERYBODY:
            for other in {"ash", "birch", "table", "holder"} - {own}:
                assert problem_of(table.ask(f"{route}?as={other}", own)) == (403, "not-your-seat"), (route, own, other)
            assert problem_of(table.ask(f"{route}?as=nobody", own)) == (404, "not-found"), (route, own)
            if route != "/stream":
                assert table.ask(f"{route}?as=public", own).content == table.ask(route).content
                assert table.ask(f"{route}?as={own or 'public'}", own).content == table.ask(route, own).content
    assert set(routes) >= {"/events", "/events/3", "/events/3/why", "/record", "/sheet", "/stream", *REPLAYED}


def eyes(table: Table, seat: str | None) -> tuple[str, list[str]]:
    """Whose eyes a game says a seat looks through, and may look through."""
    head = table.get("", seat)
    return head["as"], head["may_look_as"]


def test_a_game_says_whose_eyes_one_may_look_through(client: TestClient) -> None:
    """While it runs, and for ever where nothing is revealed: one's own and the public's; the host's are the table's."""
    table = Table.opened(client, reveal="none")
    table.decide("ash", PLAN)
    own = {seat: (seat or "public", ["public"] if seat is None else ["public", seat]) for seat in EVERYBODY}
    running = {seat: eyes(table, seat) for seat in EVERYBODY}

    list(table.steps(die("play 6")))

    assert running == own
    assert {seat: eyes(table, seat) for seat in EVERYBODY} == own


@pytest.mark.gate
def test_once_all_is_revealed_a_game_says_that_one_may_look_through_all_eyes(client: TestClient) -> None:
    """And whoever has a key looks through their own all the same, unless they say otherwise."""
    table, _ = over(client)

    for seat in EVERYBODY:
        assert eyes(table, seat) == (seat or "public", ["public", "ash", "birch", "table", "holder"])


@pytest.mark.gate
@pytest.mark.parametrize("reveal", ["all", pytest.param("none", marks=pytest.mark.gate)])
def test_whose_eyes_a_game_says_one_may_look_through_are_those_that_are_not_refused(
    reveal: str, client: TestClient
) -> None:
    finished, _ = over(client, reveal=reveal)

    for table in (Table.opened(client), finished):
        for own in EVERYBODY:
            asked = ("public", "ash", "birch", "table", "holder")
            seen = [each for each in asked if table.ask(f"/state?as={each}", own).status_code == 200]
            assert table.get("", own)["may_look_as"] == seen


def test_options_are_told_to_the_seat_whose_they_are(client: TestClient) -> None:
    table = Table.opened(client)
    routes = list(looking_routes(client, "seat"))
    assert routes == ["/options", "/options/marks"]

    for own in EVERYBODY:
        for other in {"ash", "birch", "table", "public", "nobody"} - {own}:
            for route in routes:
                assert problem_of(table.ask(f"{route}?seat={other}", own)) == (403, "not-your-seat")
    assert table.get("/options?seat=ash", "ash") == table.get("/options", "ash")
    assert table.get("/options", "ash")["count"] > 0
    assert table.get("/options").keys() == {"game", "position", "to_act", "seat"}


def test_what_is_answered_to_a_key_is_kept_by_nobody_on_the_way(table: Table) -> None:
    for path in ("", "/events", "/record", "/options", "/timeline", "/standing", "/ledger", *REPLAYED):
        assert "Authorization" in table.ask(path).headers["vary"]
        assert table.ask(path, "ash").headers["cache-control"] == "no-store"


@pytest.mark.gate
def test_once_all_is_revealed_anybody_looks_as_anybody_and_sees_what_that_seat_saw_then(client: TestClient) -> None:
    table, shown = over(client)
    was = {viewer or "public": {**state, "of": table.position} for viewer, state in shown.items()}

    for own in EVERYBODY:
        for viewer, state in was.items():
            assert table.get(f"/state?at=3&as={viewer}", own) == state
            (frame,) = table.get(f"/frames?from=3&to=3&as={viewer}", own)["frames"]
            assert frame["view"] == state["view"]
    assert was["ash"]["view"] != was["birch"]["view"]


def test_once_all_is_revealed_the_holder_sees_what_nobody_saw_then(client: TestClient) -> None:
    table, shown = over(client)

    for own in EVERYBODY:
        seen = table.get("/state?at=3&as=holder", own)["view"]["trackers"]
        assert seen == shown["ash"]["view"]["trackers"] != shown["birch"]["view"]["trackers"]
        told = table.get("/frames?from=2&to=2&as=holder", own)["frames"][0]
        assert told["decision"]["slots"] == PLAN["slots"]


def test_once_all_is_revealed_the_log_opens_to_each_what_was_theirs_and_to_the_holder_everything(
    client: TestClient,
) -> None:
    table, _ = over(client)
    hidden = {
        own: {each["event"]["n"] for each in table.get("/events", own)["events"] if "openings" in each}
        for own in EVERYBODY
    }

    for own in EVERYBODY:
        for viewer, positions in {**hidden, "public": hidden[None]}.items():
            looked = table.get(f"/events?as={viewer or 'public'}", own)["events"]
            assert {each["event"]["n"] for each in looked if "openings" in each} == positions
        whole = table.get("/events?as=holder", own)["events"]
        assert {each["event"]["n"] for each in whole if "openings" in each} > hidden["ash"] | hidden["birch"]
        assert [("openings" in table.get(f"/events/2?as={each}", own)) for each in ("ash", "birch", "holder")] == [
            True,
            False,
            True,
        ]
    assert hidden[None] == hidden["table"] == set()
    assert hidden["ash"] - hidden["birch"]


@pytest.mark.gate
def test_where_nothing_is_revealed_the_end_opens_nobodys_eyes(client: TestClient) -> None:
    table, shown = over(client, reveal="none")

    for route in looking_routes(client, "as"):
        for own in EVERYBODY:
            for other in {"ash", "birch", "table", "holder"} - {own}:
                assert problem_of(table.ask(f"{route}?as={other}", own)) == (403, "not-your-seat")
    for own in EVERYBODY:
        assert table.get("/state?at=3", own) == {**shown[own], "of": table.position}
        assert table.get("/state?at=3&as=public", own)["view"] == shown[None]["view"]


def test_the_log_of_a_running_game_opens_to_a_seat_what_is_its_own(table: Table) -> None:
    table.decide("ash", PLAN)

    opened = {own: table.get("/events", own)["events"][1].get("openings") for own in EVERYBODY}

    assert [value for _, value in opened.pop("ash")] == PLAN["slots"]
    assert set(opened.values()) == {None}
    for own, seen in {"ash": True, "birch": False, "table": False, None: False}.items():
        for path in ("/events/2", "/events/3"):
            assert ("openings" in table.get(path, own)) is seen
