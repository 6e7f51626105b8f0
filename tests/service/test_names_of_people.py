"""No sentence of any answer calls a player with a name by the seat."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, cast

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import EMPTY_ROSTER
from oathbook.domain.recording.format.record import Record
from tests.golden.test_golden_records import read
from tests.support.checkout import GOLDEN
from tests.support.playing import Json
from tests.support.serving import Table, process_on
from tests.unit.api.new_packages import new_package

RECORDS: Final = (
    "knights_duty/1/last-knight-standing",
    "heirless/e1/promise-broken-by-an-act",
    "heirless/e1/three-seasons-of-four-players",
    "cube_bag/g1/both-wiped-out",
    "gloomhaven_attack/gh1/whole-scenario",
)
SENTENCES: Final = {"says", "said", "sentence", "sentences", "label", "notes", "mark", "text", "asks", "reads"}
"""The fields with text for people; other fields have ids for programs."""

QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
MOST: Final = 60  # events with a request each


def texts(value: object, key: str = "") -> Iterator[str]:
    """Yields the texts for people in an answer."""
    if isinstance(value, str):
        if key in SENTENCES:
            yield QUOTED.sub("", value)
    elif isinstance(value, list):
        for each in cast("list[object]", value):
            yield from texts(each, key)
    elif isinstance(value, dict):
        for name, each in cast("dict[str, object]", value).items():
            yield from texts(each, name)


def seats_in(text: str, players: Mapping[str, str]) -> list[str]:
    """Returns the seats that a text contains as id or display form, although their players have other names."""
    for name in players.values():
        text = text.replace(name, "")
    return [seat for seat in players if re.search(rf"\b(?:{seat}|{seat.title()})\b", text)]


def answers(table: Table) -> Iterator[Json]:
    """Yields the answers of the service about a game and everything in it."""
    length = table.get()["position"]
    first = max(1, length - MOST)
    for path in ("/outline", "/standing", "/timeline", "/options", f"/steps?from={first}", f"/scenes?from={first}"):
        yield table.get(path)
    for position in range(first, length + 1):
        yield table.get(f"/events/{position}/why")
    for each in table.get("/promises")["promises"]:
        yield each
        yield table.get(f"/promises/{each['promise']}")
        yield table.get(f"/promises/{each['promise']}/audit")


def seats_called(record: Record, client: TestClient) -> dict[str, list[str]]:
    """Returns the sentences about a record that call players by their seats, with those seats."""
    players = {str(each.seat): each.player for each in record.opened.seats}
    assert all(players.values())
    found = [*texts([*answers(Table.imported(client, record))])]
    return {text: seats for text in found if (seats := seats_in(text, players))}


@pytest.mark.parametrize("name", RECORDS)
def test_no_answer_calls_a_player_by_the_seat(name: str, client: TestClient) -> None:
    assert not seats_called(read(GOLDEN / f"{name}.jsonl"), client)


@pytest.mark.parametrize("name", RECORDS[:2])
def test_without_a_roster_players_are_called_by_their_seats(
    name: str, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control of the test above."""
    monkeypatch.setattr(GameOpened, "roster", EMPTY_ROSTER)

    assert len(seats_called(read(GOLDEN / f"{name}.jsonl"), client)) > 10  # a few could be accidents


@pytest.mark.parametrize("text", ["Ash attacks Ada", "ash-1 flees", "it is Birch's", "to blame: birch"])
def test_a_seat_in_a_sentence_is_found(text: str) -> None:
    assert seats_in(text, {"ash": "Ada", "birch": "Bram"})


def test_options_and_refusals_use_names(client: TestClient) -> None:
    """One player is named like the other's seat, so the own seat follows the name."""
    seats = [{"seat": "ash", "player": "Birch"}, {"seat": "birch", "player": "Ann Lee"}]
    setup = {"edition": "knights_duty/1", "components": "knights-duty-sample-1", "seats": seats}
    opened = client.post("/v1/games", json=setup).json()
    game, keys = opened["game"], opened["keys"]["seats"]

    def decide(seat: str, position: int) -> Json:
        headers = {"Authorization": f"Bearer {keys[seat]}", "If-Match": f'"{position}"'}
        made = {"decision": {"kind": "choose_clan", "clan": "red"}}
        answered: Json = client.post(f"/v1/games/{game}/decisions", json=made, headers=headers).json()
        return answered

    offered = client.get(f"/v1/games/{game}/options", headers={"Authorization": f"Bearer {keys['ash']}"}).json()
    assert offered["says"][0].startswith("Birch (Ash) chooses the ")
    assert decide("ash", 1)["events"][1]["happenings"][0]["sentence"] == "Birch (Ash) takes the red clan"
    assert decide("ash", 3)["detail"] == "Birch (Ash) is not asked for this now (KD-1.2)"


def test_a_refusal_names_everybody_once(client: TestClient) -> None:
    """Each player has the seat's name of the other: naming a name again would name the wrong person."""
    seats = [{"seat": "ash", "player": "Birch"}, {"seat": "birch", "player": "Ash"}]
    setup = {"edition": "knights_duty/1", "components": "knights-duty-sample-1", "seats": seats}
    opened = client.post("/v1/games", json={**setup, "takebacks": "by-consent"}).json()
    headers = {"Authorization": f"Bearer {opened['keys']['seats']['birch']}"}

    answered = client.post(f"/v1/games/{opened['game']}/lines", json={"line": "take back"}, headers=headers)
    assert answered.json()["says"] == "Ash (Birch) has decided nothing that can be taken back"


def test_packages_get_names_without_code(tmp_path: Path) -> None:
    """Its words and its scene, from ``oathbook new-ruleset``, contain only seats."""
    package = new_package(tmp_path, "river")
    seats = [{"seat": "ann", "player": "Zoë"}, {"seat": "bram", "player": "Yannick Stern"}]
    with process_on(tmp_path / "db", PYTHONPATH=str(package)) as process, process.client() as client:
        opened = client.post("/v1/games", json={"edition": "river/1", "components": "village", "seats": seats}).json()
        bearer = {"Authorization": f"Bearer {opened['keys']['seats']['ann']}"}
        (first, *_) = client.get(f"/v1/games/{opened['game']}/options", headers=bearer).json()["listed"]
        decided, headers = f"/v1/games/{opened['game']}/decisions", {**bearer, "If-Match": '"1"'}
        assert client.post(decided, json={"decision": first}, headers=headers).status_code == 201
        found = [*texts(client.get(f"/v1/games/{opened['game']}/scenes?from=1").json())]

    assert {"hand of Zoë", "purse of Yannick Stern"} <= {*found}
    assert not [text for text in found if seats_in(text, {each["seat"]: each["player"] for each in seats})]
    assert any(text.startswith("Zoë ") for text in found)
