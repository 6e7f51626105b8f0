"""What somebody gains who brings a record: nothing that a game opened here gives, and nobody else loses anything."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from msgspec.structs import replace

from oathbook.api.settings.key_files import KeyHolder, OperatorKeys
from oathbook.api.settings.options import Settings
from oathbook.api.settings.policy import policy_of
from oathbook.domain.kernel import PUBLIC
from oathbook.domain.recording.format.record import redact_record
from oathbook.domain.recording.format.record_file import record_text
from tests.service.attesting.log_clients import receipt_of
from tests.service.disputes.test_forks_of_games_over import played_on
from tests.service.disputes.test_remedies import keyed
from tests.support.pages import page_of
from tests.support.playing import Json, die, half_shown, read, sources, whole_game
from tests.support.promises.pledging import Promises, golden
from tests.support.serving import (
    HOST,
    Response,
    Sent,
    Table,
    await_read_models,
    bearer,
    bring,
    digest_of,
    key_of,
    problem_of,
    served,
    to_open,
)
from tests.support.tampering import Event, forged

PLAN: Json = {"kind": "lay_plan", "slots": ["bow"]}
ANN = "Grandmaster Ann"


@contextmanager
def as_operators_have_it(client: TestClient) -> Generator[None]:
    """Who may do what unless the operator says otherwise, but that a club has a key to import."""
    app = cast("FastAPI", client.app)
    before = app.state.policy
    keys = OperatorKeys({digest_of(key_of("club")): KeyHolder("club", frozenset({"import"}))})
    app.state.policy = replace(policy_of(Settings(), lambda _: None), rates={}, keys=keys)
    yield
    app.state.policy = before


def importing(client: TestClient, text: bytes, name: str | None) -> Response:
    """The answer to somebody with that key, or with none."""
    return client.post("/v1/records", content=text, headers={"Content-Type": "application/x-ndjson", **bearer(name)})


# A game whose dice somebody knows ---------------------------------------------------------------------------------


def test_a_stranger_imports_nothing(client: TestClient) -> None:
    text = record_text(half_shown())

    with as_operators_have_it(client):
        missing, unknown = importing(client, text, None), importing(client, text, "ash")
        listed = importing(client, text, "club")

    assert problem_of(missing) == (401, "key-missing")
    assert problem_of(unknown) == (401, "key-unknown")
    assert listed.status_code == 201


def test_nobody_plays_on_in_a_game_whose_seed_somebody_knows(client: TestClient) -> None:
    """Nor promises anything in it: every draw to come is known to who brought it."""
    table = Table.imported(client, keyed(half_shown()))
    position = table.position
    decision: Json = {"kind": "declare_target", "target": "birch"}
    promise = {"letter": "ash promises birch to have at least 1 wolf0."}
    refused = [
        *(table.send(Sent("ash", decision, on)) for on in ("*", position)),
        Promises(table).send("ash", "", promise),
    ]

    assert [problem_of(each) for each in refused] == [(409, "record-imported")] * 3
    assert table.position == position
    assert Table.kept(client, keyed(whole_game(name="control"))).get()["imported"] is False


def test_it_is_marked_wherever_it_is_told_of(client: TestClient) -> None:
    stored = bring(client, record_text(keyed(half_shown())))
    table, own = Table(client, stored.json()["game"]), Table.opened(client)
    await_read_models(client)

    games = client.get("/v1/games").json()["games"]
    pages = page_of(client.get("/")), page_of(client.get(f"/games/{table.game}"))
    opened = page_of(client.get(f"/games/{own.game}"))

    assert (stored.json()["imported"], table.get()["imported"], own.get()["imported"]) == (True, True, False)
    assert {each["game"]: each["imported"] for each in games} == {table.game: True, own.game: False}
    for wanted in (table, own):
        is_imported = str(wanted is table).lower()
        (only,) = client.get(f"/v1/games?imported={is_imported}").json()["games"]
        assert only["game"] == wanted.game
    assert [[each.text for each in page.all("strong", class_="imported")] for page in pages] == [
        ["imported"],
        ["imported"],
    ]
    assert not opened.all("strong", class_="imported")
    assert table.get("/ledger?wait=1")["imported"]
    assert not own.get("/ledger?wait=1")["imported"]


def test_its_receipts_say_so(client: TestClient) -> None:
    stored = bring(client, record_text(keyed(half_shown())))
    table, own = Table(client, stored.json()["game"]), client.post("/v1/games", json=to_open())

    assert receipt_of(client, stored).imported
    assert not receipt_of(client, own).imported
    assert table.ask("/events/2/receipt").text.split("\n\n")[0].endswith("\nimported")


def test_a_fork_of_it_is_played_on_with_a_seed_of_this_service(client: TestClient) -> None:
    """The draws that were known beforehand are those of the game that was brought."""
    record = keyed(whole_game(name="known"))
    fork = played_on(Table.imported(client, record), 1)
    for _ in fork.steps(die("on")):
        pass

    seeds = [
        each["event"]["data"]["seed"]["value"]
        for each in fork.get("/events?limit=500")["events"]
        if each["event"]["type"] == "game.seed-revealed/1"
    ]

    assert fork.get()["imported"] is False
    assert len(seeds) == 1
    assert seeds[0] != record.opened.open_seed


# A name that somebody blackens -------------------------------------------------------------------------------------


def called(name: str) -> Callable[[list[Event]], None]:
    """First player, who breaks a promise, has this name."""

    def change(events: list[Event]) -> None:
        events[0].data["seats"][0]["player"] = name

    return change


def test_what_is_brought_about_a_player_counts_for_nobody_who_played_here(client: TestClient) -> None:
    table = Table.imported(client, forged(golden("promise-broken-by-an-act"), called(ANN)))
    await_read_models(client)
    own, brought = (client.get(f"/v1/players/{ANN}/promises?imported={each}").json() for each in ("false", "true"))
    pages = [page_of(client.get(f"/players/{ANN}{each}")) for each in ("", "?imported=true")]
    (link,) = (each for each in page_of(client.get(f"/games/{table.game}")).one("h1").all("a") if each.text == ANN)

    assert [own["totals"][each] for each in ("made", "broken")] == [0, 0]
    assert (own["imported"], own["others"], own["promises"]) == (False, 1, [])
    assert [brought["totals"][each] for each in ("made", "broken")] == [1, 1]
    assert (brought["imported"], brought["others"]) == (True, 0)
    assert "No player of that name has made a promise." in pages[0].one("main").text
    assert "1 more in imported records" in pages[0].one("main").text
    assert [each.text for each in pages[1].all("strong", class_="imported")] == ["in imported records"]
    assert link.attributes["href"].endswith("?imported=true")


@pytest.mark.parametrize("name", [f"{ANN}\x00", f"{ANN}\n", f"\u202e{ANN}", "Grand\u200bmaster Ann", f" {ANN}"])
def test_nobody_is_called_almost_so(still: Table, name: str) -> None:
    """Neither in a game that is opened nor in one that is brought."""
    body = to_open()
    body["seats"][1]["player"] = name
    brought = bring(still.client, record_text(forged(golden("promise-broken-by-an-act"), called(name))))
    opened = still.client.post("/v1/games", json=body)

    for refused, seat in ((opened, 1), (brought, 0)):
        assert problem_of(refused) == (400, "bad-input")
        assert f"seats[{seat}].player: " in refused.json()["detail"]


@pytest.mark.parametrize("name", ["\U0001f469\U0001f3fd\u200d\U0001f680 Ann", "\u2764\ufe0f"])
def test_somebody_may_be_called_by_a_joined_emoji(client: TestClient, name: str) -> None:
    """In a game that is opened and in one that is brought, on its page and on theirs."""
    body = to_open()
    body["seats"][0]["player"] = name
    opened = client.post("/v1/games", json=body)
    brought = bring(client, record_text(forged(golden("promise-broken-by-an-act"), called(name))))
    await_read_models(client)

    assert (opened.status_code, brought.status_code) == (201, 201)
    page = page_of(client.get(f"/games/{opened.json()['game']}"))
    (link,) = (each for each in page.one("h1").all("a") if each.text == name)
    assert name in page_of(client.get(link.attributes["href"])).one("h1").text


def test_a_name_that_looks_like_another_is_shown_to(client: TestClient) -> None:
    body = to_open()
    body["seats"][0]["player"] = "Gr\u0430ndmaster \u0410nn"
    body["seats"][1]["player"] = "\u0411\u043e\u0440\u0438\u0441"
    table = Table(client, client.post("/v1/games", json=body).json()["game"])
    await_read_models(client)

    told = {each["seat"]: each["looks_like"] for each in table.get()["seats"]}
    word = client.get(f"/v1/players/{body['seats'][0]['player']}/promises").json()
    marked = [
        [each.text for each in page_of(client.get(where)).all("b", class_="alike")]
        for where in ("/", f"/games/{table.game}", f"/players/{body['seats'][0]['player']}")
    ]

    assert told == {"ash": ANN, "birch": ""}
    assert word["looks_like"] == ANN
    assert all(set(each) == {"look-alike letters"} for each in marked)


# An id that somebody squats ----------------------------------------------------------------------------------------


def elsewhere(folder: Path) -> tuple[str, bytes, bytes]:
    """A game that is over in another service: its id, what everybody has of it while it runs, and all of it."""
    with served(folder / "elsewhere.db", sources("elsewhere")) as other:
        table = Table.opened(other)
        *_, (_, _) = table.steps(die("elsewhere"))
        whole = table.ask("/record", HOST).content
    return table.game, record_text(redact_record(read(whole), PUBLIC)), whole


def test_the_whole_record_takes_the_place_of_the_copy_that_was_there_first(client: TestClient, tmp_path: Path) -> None:
    game, copy, whole = elsewhere(tmp_path)
    first = bring(client, copy)
    table = Table(client, game)
    before = table.get(), table.get("/events?as=holder&limit=500"), table.ask("/record").content

    second = bring(client, whole)
    after = table.get(), table.get("/events?as=holder&limit=500"), table.ask("/record").content

    assert (first.status_code, first.json()["redacted"]) == (201, True)
    assert (second.status_code, second.json()["redacted"]) == (201, False)
    assert (before[0]["redacted"], after[0]["redacted"]) == (True, False)
    assert (before[2], after[2]) == (copy, whole)
    assert before[1] != after[1]
    assert table.ask(headers={"If-None-Match": f'"{table.position}"'}).json()["redacted"] is False
    assert table.ask("/record", headers={"If-None-Match": f'"{table.position}"'}).content == whole
    assert bring(client, whole).status_code == 200
    assert problem_of(bring(client, copy)) == (409, "record-differs")
    assert problem_of(table.send(Sent("ash", PLAN))) == (409, "record-imported")


def test_nothing_else_takes_its_place(client: TestClient, tmp_path: Path) -> None:
    game, copy, whole = elsewhere(tmp_path)
    assert bring(client, copy).status_code == 201

    other = record_text(forged(read(whole), called("Mallory")))
    refused = bring(client, other)

    assert problem_of(refused) == (409, "record-differs")
    assert Table(client, game).ask("/record").content == copy
