"""The host sees which seats are taken, and can replace the key of a free seat."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier, Event
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.domain.recording.database.address import PostgresAddress, StoreAddress
from tests.service.disputes.disputing import duelling
from tests.service.disputes.test_overturned import upheld
from tests.service.games.test_replaced_keys import looks, plans, with_key
from tests.service.games.test_replaced_keys import replaced as replaced_by_holder
from tests.support.playing import Json
from tests.support.processes import PATIENCE
from tests.support.serving import HOST, Response, Table, bearer, bring, digest_of, key_of, problem_of, served, to_open
from tests.support.storing import changed

ROUTES: dict[str, Callable[[Table, str], Response]] = {
    "a look at the game": lambda table, key: table.ask(headers=with_key(key)),
    "what it may decide": lambda table, key: table.ask("/options", headers=with_key(key)),
    "a question": lambda table, key: table.client.post(
        "/v1/ask", json={"game": table.game, "decision": {"kind": "wait"}}, headers=with_key(key)
    ),
    "a letter": lambda table, key: table.client.post(
        "/v1/letters/check", json={"game": table.game, "letter": "ash"}, headers=with_key(key)
    ),
    "a ticket": lambda table, key: table.client.post(f"{table.path}/stream/tickets", json={}, headers=with_key(key)),
    "a refused decision": lambda table, key: table.client.post(
        f"{table.path}/decisions", json={"decision": {"kind": "nothing"}}, headers={**with_key(key), "If-Match": "*"}
    ),
    "a new key": lambda table, key: table.client.post(f"{table.path}/key", json={}, headers=with_key(key)),
}


def key_use(table: Table) -> dict[str, bool | None]:
    """Returns for each seat whether its key was used, as the host sees it."""
    return {each["seat"]: each["used"] for each in table.get("/seats", HOST)["seats"]}


def ask_for_key(table: Table, seat: str, body: Json | None = None, *, by: str | None = HOST) -> Response:
    """Asks for a new key for a seat, by default as the host."""
    return table.client.post(f"{table.path}/seats/{seat}/key", json=body or {}, headers=bearer(by))


def give_key(table: Table, seat: str) -> str:
    """Gives a seat a new key as the host, and returns the key."""
    answered = ask_for_key(table, seat)
    assert answered.status_code == 201, answered.text
    return str(answered.json()["key"])


@pytest.mark.parametrize("what", ROUTES)
def test_any_request_with_its_key_takes_a_seat(table: Table, what: str) -> None:
    """The control: both seats are free before, and the other one stays free."""
    assert key_use(table) == {"ash": False, "birch": False}

    ROUTES[what](table, key_of("ash"))

    assert key_use(table) == {"ash": True, "birch": False}


def test_requests_of_the_public_and_of_others_take_no_seat(table: Table) -> None:
    table.ask()
    assert looks(table, key_of("a stranger")) == 401
    assert looks(Table.opened(table.client), key_of("ash")) == 200

    assert key_use(table) == {"ash": False, "birch": False}


def test_use_is_known_after_a_restart(either: StoreAddress) -> None:
    with served(either) as client:
        table = Table.opened(client)
        looks(table, key_of("ash"))
        new = give_key(table, "birch")
    with served(either) as client:
        table = Table(client, table.game)

        assert key_use(table) == {"ash": True, "birch": False}
        assert problem_of(ask_for_key(table, "ash")) == (403, "not-your-seat")
        assert [looks(table, key) for key in (key_of("birch"), new)] == [401, 200]


def test_a_new_key_replaces_the_unused_one_only_in_this_game(either: StoreAddress) -> None:
    with served(either) as client:
        table, other = Table.opened(client), Table.opened(client)

        first = give_key(table, "ash")
        second = give_key(table, "ash")

        assert [looks(table, key) for key in (key_of("ash"), first, second)] == [401, 401, 200]
        assert plans(table, second).status_code == 201
        assert looks(other, key_of("ash")) == 200, "whoever sits there with the same key keeps it"
        third = replaced_by_holder(table, second)
        assert [looks(table, key) for key in (second, third)] == [401, 200]
        assert key_use(table) == {"ash": True, "birch": False}


def test_the_host_cannot_replace_the_key_of_a_taken_seat(table: Table) -> None:
    looks(table, key_of("ash"))

    refused = ask_for_key(table, "ash")

    assert problem_of(refused) == (403, "not-your-seat")
    assert refused.json()["detail"] == "seat: only the holder of the key of this seat can replace it: it was used"
    assert looks(table, key_of("ash")) == 200
    assert ask_for_key(table, "birch").status_code == 201


def test_only_the_host_sees_or_replaces_keys(table: Table) -> None:
    assert problem_of(table.ask("/seats")) == (401, "key-missing")
    assert problem_of(table.ask("/seats", "ash")) == (403, "not-your-seat")
    assert problem_of(ask_for_key(table, "birch", by=None)) == (401, "key-missing")
    assert problem_of(ask_for_key(table, "birch", by="ash")) == (403, "not-your-seat")
    assert key_use(table) == {"ash": True, "birch": False}


def test_the_refusal_of_an_unknown_seat_names_it(table: Table) -> None:
    refused = ask_for_key(table, "cedar")

    assert problem_of(refused) == (404, "not-found")
    assert refused.json()["detail"] == "seat: this game has ash, birch, and no “cedar”"


def test_a_chosen_key_must_be_new(table: Table) -> None:
    for taken in (key_of("ash"), key_of("birch"), key_of(HOST)):
        refused = ask_for_key(table, "ash", {"key": digest_of(taken)})
        assert problem_of(refused) == (400, "bad-input")
    answered = ask_for_key(table, "ash", {"key": digest_of(key_of("new"))})

    assert (answered.status_code, answered.json()["key"]) == (201, None)
    assert looks(table, key_of("new")) == 200


def test_a_host_cannot_replace_a_copied_key_in_other_games(client: TestClient) -> None:
    """Anyone can copy the digest of a key, because openings are public."""
    table = Table.opened(client)
    body = to_open()
    body["seats"][1]["key"], body["host_key"] = (digest_of(key_of(each)) for each in ("thief", "thief's host"))
    elsewhere = Table(client, client.post("/v1/games", json=body).json()["game"])

    answered = client.post(f"{elsewhere.path}/seats/ash/key", json={}, headers=with_key(key_of("thief's host")))

    assert answered.status_code == 201
    assert looks(table, answered.json()["key"]) == 401
    assert looks(table, key_of("ash")) == 200
    assert key_use(table) == {"ash": True, "birch": False}


@pytest.mark.parametrize(
    ("first", "outcome"), [("use_seat", (200, 403, True)), ("give_key", (401, 201, False))], ids=["used", "replaced"]
)
def test_simultaneous_use_and_replacement_have_one_winner(
    either: StoreAddress, monkeypatch: pytest.MonkeyPatch, first: str, outcome: tuple[int, int, bool]
) -> None:
    """Both requests pass the first checks before either is stored."""
    both, stored = Barrier(2, timeout=PATIENCE), Event()

    def synchronised(name: str, work: Callable[..., object]) -> Callable[..., object]:
        def wait_and_work(*args: object) -> object:
            both.wait()
            assert name == first or stored.wait(PATIENCE)
            try:
                return work(*args)
            finally:
                stored.set()

        return wait_and_work

    with served(either) as client:
        writer = cast("FastAPI", client.app).state.service.writer
        table = Table.opened(client)
        for name in ("use_seat", "give_key"):
            monkeypatch.setattr(writer, name, synchronised(name, getattr(writer, name)))
        with ThreadPoolExecutor(2) as pool:
            looked, answered = pool.submit(looks, table, key_of("ash")), pool.submit(ask_for_key, table, "ash")
        monkeypatch.undo()
        assert (looked.result(), answered.result().status_code, key_use(table)["ash"]) == outcome


def test_two_processes_never_both_use_and_replace_a_key(postgres_database: PostgresAddress) -> None:
    """The database decides, even before the processes know of each other."""
    with served(postgres_database) as one, served(postgres_database) as two:
        for turn in range(6):
            table = Table.opened(one)
            other = Table(two, table.game)
            if turn % 2:
                assert looks(other, key_of("ash")) == 200
                assert problem_of(ask_for_key(table, "ash")) == (403, "not-your-seat")
                assert looks(table, key_of("ash")) == 200
            else:
                new = give_key(table, "ash")
                assert looks(other, key_of("ash")) == 401
                assert looks(table, new) == 200
            assert key_use(other) == key_use(table) == {"ash": True, "birch": False}


def test_only_one_key_works_after_simultaneous_replacements(table: Table) -> None:
    with ThreadPoolExecutor(6) as pool:
        said = [each.result() for each in [pool.submit(ask_for_key, table, "ash") for _ in range(6)]]

    made = [each.json()["key"] for each in said if each.status_code == 201]
    assert {each.status_code for each in said} <= {201, 403}
    assert [looks(table, each) for each in (key_of("ash"), *made)].count(200) == 1


def test_a_fork_knows_which_seats_were_taken(client: TestClient) -> None:
    table = duelling(client, 3)
    fork = Table(
        client, upheld(table, {"claim": "decision-illegal", "at": 2}, {"remedy": "play-on-from", "position": 1})["fork"]
    )

    assert key_use(fork) == {"ash": True, "birch": True}
    assert problem_of(ask_for_key(fork, "ash")) == (403, "not-your-seat")


def test_an_imported_record_has_no_host_here(client: TestClient, tmp_path: Path) -> None:
    with served(tmp_path / "elsewhere.db") as other:
        record = Table.opened(other)
        text = record.ask("/record").content
    assert bring(client, text).status_code == 201
    table = Table(client, record.game)

    assert problem_of(table.ask("/seats", HOST)) == (409, "record-imported")
    assert problem_of(ask_for_key(table, "ash")) == (409, "record-imported")


def test_use_is_unknown_in_games_of_earlier_versions(db: Path) -> None:
    with served(db) as client:
        table = Table.opened(client)
        for seat in ("ash", "birch"):
            changed(db, "DELETE FROM seat_use WHERE seat = ?", seat)

        assert key_use(table) == {"ash": None, "birch": None}
        refused = ask_for_key(table, "ash")
        assert refused.json()["detail"].endswith("it may have been used")
        looks(table, key_of("ash"))
        assert key_use(table) == {"ash": True, "birch": None}


def test_use_is_unknown_after_an_accepted_rollback(either: StoreAddress) -> None:
    """Its keys may have been used since the copy was made."""
    with served(either) as client:
        table = Table.opened(client)
        before = key_use(table)

        cast("FastAPI", client.app).state.service.writer.restart_log("an older copy")

        assert (before, key_use(table)) == ({"ash": False, "birch": False}, {"ash": None, "birch": None})


@pytest.mark.sqlite("databases of an earlier version are all of SQLite")
def test_a_database_of_an_earlier_version_notes_use_in_new_games(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with served(db) as client:
        before = Table.opened(client)
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript("DROP TABLE seat_use; PRAGMA user_version = 5")
    with served(db) as client:
        assert key_use(Table(client, before.game)) == {"ash": None, "birch": None}
        assert key_use(Table.opened(client)) == {"ash": False, "birch": False}
