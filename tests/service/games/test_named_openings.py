"""A game that is opened under a name of the client's own is opened once, and its keys are not lost with an answer."""

import json
import sqlite3
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest
import structlog
from fastapi.testclient import TestClient

from tests.support.playing import Json, sources
from tests.support.serving import (
    Client,
    Process,
    Response,
    await_read_models,
    bearer,
    digest_of,
    key_of,
    problem_of,
    process_on,
    served,
    to_open,
)

NAME: Final = "6f1f8f0e-8d1c-4f0b-9a51-b1f3c2a7d9e4"
BODY: Final[Json] = {
    "edition": "knights_duty/1",
    "components": "knights-duty-sample-1",
    "seats": [{"seat": "ash", "player": "Ann"}, {"seat": "birch"}],
}


def opens(client: Client, name: str | None = NAME, **more: object) -> Response:
    """The response to an opening."""
    return client.post("/v1/games", json={**BODY, **more}, headers={} if name is None else {"Idempotency-Key": name})


def games_of(client: Client) -> list[str]:
    """The games that there are, once the catalogue has taken in all of them."""
    await_read_models(client)
    return [each["game"] for each in client.get("/v1/games?limit=500").json()["games"]]


def test_the_same_opening_again_gets_the_same_game_and_the_same_keys(client: TestClient) -> None:
    first = opens(client)
    key = first.json()["keys"]["seats"]["ash"]
    told = {"Authorization": f"Bearer {key}", "If-Match": "*"}
    decided = {"decision": {"kind": "choose_clan", "clan": "red"}}
    assert client.post(f"{first.headers['location']}/decisions", json=decided, headers=told).status_code == 201

    again = opens(client)

    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert {name: again.headers[name] for name in ("etag", "location")} == {
        "etag": '"1"',
        "location": first.headers["location"],
    }
    assert again.headers["cache-control"] == "no-store"
    assert again.headers["oathbook-receipt"] == first.headers["oathbook-receipt"]
    assert games_of(client) == [first.json()["game"]]
    assert client.get(f"{first.headers['location']}/options", headers=told).json()["seat"] == "ash"


def test_without_a_name_or_under_another_one_it_is_another_game(client: TestClient) -> None:
    """The control."""
    opened = [opens(client, name).json() for name in (None, None, NAME, f"{NAME}2")]

    assert len({each["game"] for each in opened}) == 4
    keys = [key for each in opened for key in (*each["keys"]["seats"].values(), each["keys"]["host"])]
    assert len({*keys}) == len(keys) == 12
    assert {len(each) for each in keys} == {43}


def test_another_opening_under_the_same_name_is_refused(client: TestClient) -> None:
    opens(client)

    others: tuple[Json, ...] = (
        {"chance": "witnessed"},
        {"reveal": "none"},
        {"seats": [{"seat": "ash", "player": "Bo"}, {"seat": "birch"}]},
        {"seats": [{"seat": "birch"}, {"seat": "ash", "player": "Ann"}]},
        {"host_key": digest_of(key_of("table"))},
    )
    for more in others:
        answered = opens(client, NAME, **more)
        assert problem_of(answered) == (422, "key-reused")
        assert answered.json()["detail"] == "Idempotency-Key: it was used to open another game"
    assert len(games_of(client)) == 1
    assert opens(client, chance="seeded").json() == opens(client).json(), "what is so by default need not be said"


def test_an_opening_that_was_refused_has_used_no_name(client: TestClient) -> None:
    assert problem_of(opens(client, edition="chess/1")) == (404, "unknown-edition")
    assert problem_of(opens(client, seats=[])) == (400, "bad-input")

    assert opens(client).status_code == 201


@pytest.mark.parametrize("name", ["x", "game-1", "a" * 21])
def test_a_name_that_could_be_guessed_makes_no_keys(name: str, client: TestClient) -> None:
    """Where every key was supplied nothing is made of it."""
    answered = opens(client, name)

    assert problem_of(answered) == (400, "bad-input")
    assert answered.json()["detail"].startswith("Idempotency-Key: ")
    for missing in ({"host_key": None}, {"seats": [{**to_open()["seats"][0], "key": None}, to_open()["seats"][1]]}):
        body = {**to_open(), **missing}
        assert client.post("/v1/games", json=body, headers={"Idempotency-Key": name}).status_code == 400
    supplied = [client.post("/v1/games", json=to_open(), headers={"Idempotency-Key": name}) for _ in range(2)]
    assert [each.status_code for each in supplied] == [201, 201]
    assert supplied[0].json() == supplied[1].json()
    assert supplied[0].json()["keys"] == {"seats": {}, "host": None}


@pytest.mark.parametrize("name", ["", "x" * 201])
def test_a_name_of_no_length_is_refused(name: str, client: TestClient) -> None:
    assert problem_of(opens(client, name)) == (422, "invalid-request")


def test_those_who_open_at_once_under_one_name_open_one_game(client: TestClient) -> None:
    with ThreadPoolExecutor(8) as threads:
        answers = [*threads.map(opens, [client] * 16)]

    assert {each.status_code for each in answers} == {201}
    assert len({each.text for each in answers}) == 1
    assert len(games_of(client)) == 1


def test_after_a_restart_it_is_still_the_same_and_in_another_database_another_one(tmp_path: Path) -> None:
    told: list[Json] = []
    for folder, name in (("one", "one"), ("one", "again"), ("two", "one")):
        (tmp_path / folder).mkdir(exist_ok=True)
        with served(tmp_path / folder / "games.db", sources(name)) as client:
            told.append(opens(client).json())

    assert told[0] == told[1]
    assert told[2]["game"] != told[0]["game"]
    assert told[2]["keys"]["host"] != told[0]["keys"]["host"]


@pytest.mark.sqlite("it looks at the rows")
def test_neither_name_nor_keys_stand_in_the_database_or_the_log(client: TestClient, db: Path) -> None:
    with structlog.testing.capture_logs() as lines:
        opened, _ = opens(client).json(), opens(client, chance="witnessed")
    secrets = [NAME, *opened["keys"]["seats"].values(), opened["keys"]["host"]]

    with closing(sqlite3.connect(db)) as connection:
        rows = "\n".join(connection.iterdump())

    assert opened["game"] in rows
    assert [each for each in secrets if each in rows or each in json.dumps(lines)] == []


@pytest.fixture
def listed(tmp_path: Path) -> Generator[Process]:
    """A process that lets two clubs open games."""
    entry = '[[key]]\nname = "{}"\nkey = "{}"\nmay = ["open"]\n'
    clubs = "".join(entry.format(each, digest_of(key_of(each))) for each in ("club", "other"))
    (tmp_path / "keys.toml").write_text(clubs, "utf-8")
    with process_on(tmp_path / "games.db", "--keys", str(tmp_path / "keys.toml"), "--open-to", "key") as process:
        yield process


def test_where_a_key_of_the_operator_is_needed_each_holder_has_names_of_their_own(listed: Process) -> None:
    with listed.client() as client:
        told: list[Json] = []
        for club in ("club", "other", "club"):
            answered = client.post("/v1/games", json=BODY, headers={"Idempotency-Key": NAME, **bearer(club)})
            assert answered.status_code == 201
            told.append(answered.json())
        nobody = client.post("/v1/games", json=BODY, headers={"Idempotency-Key": NAME})

    assert told[0] == told[2]
    assert told[0]["game"] != told[1]["game"]
    assert {*told[0]["keys"]["seats"].values()}.isdisjoint(told[1]["keys"]["seats"].values())
    assert problem_of(nobody) == (401, "key-missing")
