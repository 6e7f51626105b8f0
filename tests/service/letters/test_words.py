"""What became of promises, over HTTP: of a game, of a player, and in the standing."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

import pytest
from fastapi.testclient import TestClient

from oathbook.projections.views_reader import views_path
from tests.support.playing import SAMPLES, Json
from tests.support.promises.pledging import THREE, Promises, golden
from tests.support.promises.promising import LETTER, POINTING, RULED, broken_game
from tests.support.serving import HOST, Sent, Table, await_read_models, problem_of


@pytest.fixture
def promises(client: TestClient) -> Promises:
    """Three at a table."""
    return Promises(Table.opened(client, SAMPLES[THREE]))


def names_of(table: Table) -> dict[str, str]:
    return {each["seat"]: each["player"] for each in table.get()["seats"]}


def test_the_ledger_of_a_game_follows_its_promises(promises: Promises) -> None:
    table = promises.table
    nothing = table.get("/ledger?wait=1")
    promise = promises.bound()
    promises.does("birch", f"/{promise}/claims", {"path": "c1", "claims": "breached"})
    open_still = table.get(f"/ledger?wait={table.position}")
    promises.does(HOST, f"/{promise}/rulings", RULED)

    ruled = table.get(f"/ledger?wait={table.position}")

    assert (nothing["position"], nothing["promises"]) == (1, [])
    (before,), (after,) = open_still["promises"], ruled["promises"]
    assert (before["letter"], before["obligors"], before["addressees"]) == (LETTER, ["ash"], ["birch"])
    (pledge,) = before["pledges"]
    assert (pledge["status"], pledge["lean"], pledge["referrals"]) == ("pending", "?", ["R1"])
    (pledge,) = after["pledges"]
    assert (pledge["status"], pledge["blamed"], pledge["position"]) == ("broken", True, 6)
    assert (pledge["penalty"], pledge["proposed"], pledge["reserve"]) == (0, 0, "")


def test_the_ledger_is_the_same_for_everybody(promises: Promises) -> None:
    promises.bound()
    position = promises.table.position

    told = [promises.table.get(f"/ledger?wait={position}", seat) for seat in (None, "ash", "cedar", HOST)]

    assert told == [told[0]] * 4


def test_a_player_is_known_by_what_became_of_their_promises(client: TestClient) -> None:
    for name in ("promise-kept", "promise-together-broken-by-one"):
        Table.kept(client, golden(name))
    await_read_models(client)

    word = client.get("/v1/players/First player/promises").json()
    partner = client.get("/v1/players/Second player/promises").json()

    counts = ("made", "kept", "broken", "broken_not_blamed", "pending")
    assert [word["totals"][each] for each in counts] == [2, 1, 0, 1, 0]
    assert [partner["totals"][each] for each in counts] == [1, 0, 1, 0, 0]
    assert partner["totals"]["penalties"] == [{"reserve": "crossed-out Prestige", "amount": 20, "proposed": 0}]
    assert [(each["status"], each["blamed"]) for each in word["promises"]] == [("broken", False), ("kept", False)]
    assert word["upto"] == sum(len(golden(each).events) for each in ("promise-kept", "promise-together-broken-by-one"))


def test_a_players_promises_come_in_pages_over_http(promises: Promises) -> None:
    for _ in range(3):
        promises.bound()
    name, game = names_of(promises.table)["ash"], promises.table.game
    path = f"/v1/players/{name}/promises"

    def page(more: str) -> Json:
        answered = promises.table.client.get(f"{path}?limit=2&game={game}&{more}")
        assert answered.status_code == 200, answered.text
        found: Json = answered.json()
        return found

    first = page(f"wait={promises.table.position}")
    rest = page(f"after={first['next']}")

    assert [each["promise"] for each in (*first["promises"], *rest["promises"])] == ["p3", "p2", "p1"]
    assert (rest["next"], first["totals"], rest["totals"]) == (None, first["totals"], first["totals"])


@pytest.mark.parametrize("name", ["Ann/Bo", "promises", "Ann Bo", "Zoë", "%", "..;", "Ann/promises"])
def test_a_player_may_be_called_anything(client: TestClient, name: str) -> None:
    answered = client.get(f"/v1/players/{quote(name, safe='')}/promises")

    assert answered.status_code == 200, answered.text
    assert (answered.json()["player"], answered.json()["totals"]["made"]) == (name, 0)


def test_waiting_without_a_game_is_refused(client: TestClient) -> None:
    answered = client.get("/v1/players/Ann/promises?wait=2")

    assert problem_of(answered) == (400, "bad-input")
    assert "with game" in answered.json()["detail"]
    assert problem_of(client.get("/v1/players/Ann/promises?wait=2&game=none")) == (404, "not-found")
    assert problem_of(client.get("/v1/players/Ann/promises?after=2")) == (422, "invalid-request")


def test_the_standing_at_a_position_has_the_penalties_of_then(client: TestClient) -> None:
    """Ash deploys on the Meadow at position 5 and 6, against a promise; nothing was broken before."""
    table = Table.kept(client, golden("promise-broken-by-an-act"))
    await_read_models(client)

    before, after, now = (table.get(f"/standing{at}")["scores"][0] for at in ("?at=4", "?at=6", ""))

    assert (before["penalty"], before["points"] - before["after"]) == (0, 0)
    assert (after["penalty"], after["points"] - after["after"]) == (20, 20)
    assert now == after
    assert table.get("/standing?at=6") == table.get("/standing")
    assert table.get("/standing")["reserve"] == "crossed-out Prestige"


def test_where_a_broken_promise_costs_nothing_there_is_no_reserve(client: TestClient) -> None:
    table = Table.kept(client, broken_game())
    await_read_models(client)

    standing = table.get("/standing")

    assert standing["reserve"] is None
    assert [(each["penalty"], each["after"] - each["points"]) for each in standing["scores"]] == [(0, 0), (0, 0)]
    assert standing == table.get(f"/standing?at={standing['position']}")


# Before anything is decided ---------------------------------------------------------------------------------------


def plans(table: Table) -> None:
    for seat in ("ash", "birch"):
        table.decide(seat, {"kind": "lay_plan", "slots": ["bow"]})


def dry(table: Table, seat: str, decision: Json) -> Json:
    answered = table.send(Sent(seat, decision, on=None), query="?dry_run=1")
    assert answered.status_code == 200, answered.text
    found: Json = answered.json()
    return found


def test_a_dry_run_tells_what_a_decision_would_do_to_promises(client: TestClient) -> None:
    """And stores nothing; decided in earnest, it does that."""
    table = Table.opened(client)
    Promises(table).bound(POINTING, "ash", "birch")
    plans(table)
    pointing: Json = {"kind": "declare_target", "target": "ash"}
    before = table.position

    found = dry(table, "birch", pointing)

    assert found["promises"]["complete"] is True
    (change,) = found["promises"]["changes"]
    assert (change["promise"], change["status"], change["might"]) == ("p1", "broken", False)
    assert (change["obligors"], change["blamed"], change["penalties"]) == (["birch"], ["birch"], [])
    assert table.position == before
    assert dry(table, "ash", {"kind": "declare_target", "target": "birch"})["promises"]["changes"] == []
    table.decide("birch", pointing)
    (pledge,) = table.get(f"/ledger?wait={table.position}")["promises"][0]["pledges"]
    assert (pledge["status"], pledge["blamed"]) == ("broken", True)


def test_asking_the_rules_tells_it_too_and_of_the_past(client: TestClient) -> None:
    table = Table.kept(client, broken_game())
    pointing = {"by": "birch", "kind": "declare_target", "target": "ash"}
    last = len(broken_game().events)

    def asked(at: int) -> Json:
        answered = client.post("/v1/ask", json={"game": table.game, "at": at, "decision": pointing})
        found: Json = answered.json()
        return found

    (change,) = asked(last - 2)["promises"]["changes"]

    assert (change["promise"], change["status"]) == ("p1", "broken")
    assert "promises" not in asked(last)  # refused: birch has pointed already


def test_a_game_without_promises_answers_as_before(client: TestClient) -> None:
    table = Table.opened(client)
    plans(table)

    assert "promises" not in dry(table, "birch", {"kind": "declare_target", "target": "ash"})


@pytest.mark.sqlite("it looks at the file of the read models")
def test_what_could_not_be_judged_is_said_wherever_the_ledger_is_shown(client: TestClient, db: Path) -> None:
    """The row stands there as a fault leaves it; of the other game nothing is said."""
    broken, kept = (Table.kept(client, golden(name)) for name in ("promise-pooled", "promise-kept"))
    await_read_models(client)
    before = client.get("/metrics").text
    with closing(sqlite3.connect(views_path(db))) as connection, connection:
        connection.execute("UPDATE ledgers SET fault = 'KeyError: 1' WHERE game = ?", (broken.game,))

    told = {table.game: table.get("/ledger")["fault"] for table in (broken, kept)}
    word = client.get("/v1/players/Second player/promises").json()["promises"]

    assert told == {broken.game: "KeyError: 1", kept.game: ""}
    assert [each["fault"] for each in word] == ["KeyError: 1"]
    assert "could not be judged: KeyError: 1" in client.get("/players/Second player").text
    assert "oathbook_games_unjudged 0.0" in before
    assert "oathbook_games_unjudged 1.0" in client.get("/metrics").text
