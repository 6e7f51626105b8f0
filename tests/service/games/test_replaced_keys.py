"""The holder of a seat replaces its key: the old one is dead at once, everywhere, and records stay as they are."""

import socket
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier
from typing import cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.domain.recording.database.sqlite import SCHEMA
from oathbook.replays.verification import verify
from tests.service.disputes.disputing import duelling
from tests.service.disputes.test_overturned import upheld
from tests.service.hostile.wire import LITTLE, connected, first_lines
from tests.support.playing import Json, read
from tests.support.processes import PATIENCE
from tests.support.serving import (
    HOST,
    Response,
    Table,
    bearer,
    digest_of,
    key_of,
    problem_of,
    process_on,
    served,
    to_open,
)
from tests.support.storing import changed, found

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


def sends(table: Table, key: str, body: Json) -> Response:
    """The response to a new key for the holder of another."""
    return table.client.post(f"{table.path}/key", json=body, headers=with_key(key))


def with_key(key: str) -> dict[str, str]:
    """The header of a request with a key."""
    return {"Authorization": f"Bearer {key}"}


def plans(table: Table, key: str) -> Response:
    """The response to a plan that is laid with a key."""
    headers = {**with_key(key), "If-Match": "*"}
    return table.client.post(f"{table.path}/decisions", json={"decision": PLAN}, headers=headers)


def replaced(table: Table, key: str) -> str:
    """The key that the service made in its place."""
    answered = sends(table, key, {})
    assert answered.status_code == 201, answered.text
    return str(answered.json()["key"])


def looks(table: Table, key: str) -> int:
    """The status of a look at a game with a key."""
    return table.ask(headers=with_key(key)).status_code


def test_the_old_key_is_dead_at_once_and_the_new_one_does_the_same(table: Table) -> None:
    before = table.get("/options", "ash")
    new = replaced(table, key_of("ash"))
    old = [
        table.ask(),
        table.ask("/state", "ash"),
        table.ask("/options", "ash"),
        table.ask("/stream", "ash"),
        table.client.post(
            f"{table.path}/decisions", json={"decision": PLAN}, headers={**bearer("ash"), "If-Match": "*"}
        ),
        table.client.post(f"{table.path}/key", json={}, headers=bearer("ash")),
    ]
    decided = plans(table, new)

    assert [each.status_code for each in old] == [200, 401, 401, 401, 401, 401]
    assert problem_of(old[1]) == (401, "key-unknown")
    assert decided.status_code == 201
    assert before["listed"]
    assert table.get("/options", "birch")["seat"] == "birch"


def test_it_counts_after_a_restart_and_in_every_game_of_the_old_one(db: Path) -> None:
    with served(db) as client:
        one, other = Table.opened(client), Table.opened(client)
        second = replaced(one, replaced(one, key_of("ash")))
    with served(db) as client:
        tables = [Table(client, each.game) for each in (one, other)]

        assert [looks(each, key) for each in tables for key in (key_of("ash"), second, key_of("birch"))] == [
            401,
            200,
            200,
        ] * 2


@pytest.mark.sqlite("databases of an earlier version are all of SQLite")
@pytest.mark.parametrize("schema", [1, 2])
def test_a_database_from_before_takes_replaced_keys_and_keeps_its_games(schema: int, db: Path) -> None:
    with served(db) as client:
        before = Table.opened(client)
        record = before.ask("/record").content
    with closing(sqlite3.connect(db)) as connection:
        connection.executescript(f"DROP TABLE replaced_keys; PRAGMA user_version = {schema}")
        if schema == 1:
            connection.execute("DROP TABLE heads")
    with served(db) as client:
        table = Table(client, before.game)
        new = replaced(table, key_of("ash"))
        assert table.ask("/record").content == record
        assert plans(table, new).status_code == 201

    with closing(sqlite3.connect(db)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        assert connection.execute("SELECT * FROM replaced_keys").fetchall() == [
            (digest_of(key_of("ash")), digest_of(new))
        ]


def test_a_record_stays_what_it_is_and_names_no_new_key(table: Table) -> None:
    before = table.ask("/record").content
    new = replaced(table, key_of("ash"))
    after = table.ask("/record").content

    assert after == before
    assert digest_of(new) not in after.decode()
    assert plans(table, new).status_code == 201
    exported = table.ask("/record")
    assert digest_of(new) not in exported.text
    assert verify(read(exported.content)).status == "partial", "the plan is hidden while the game runs"


def test_no_answer_has_the_digest_of_a_key(table: Table) -> None:
    answered = sends(table, key_of("ash"), {})
    new = answered.json()["key"]

    assert answered.headers["cache-control"] == "no-store"
    assert answered.json() == {"game": table.game, "seat": "ash", "key": new}
    for path in ("", "/events", "/state", "/options", "/record"):
        assert digest_of(new) not in table.ask(path, headers=with_key(new)).text
        assert new not in table.ask(path, headers=with_key(new)).text


def test_the_key_of_the_host_is_replaced_as_well(table: Table) -> None:
    new = replaced(table, key_of(HOST))

    assert (looks(table, key_of(HOST)), looks(table, new)) == (401, 200)


def test_a_client_may_choose_the_new_key_and_is_not_told_it(table: Table) -> None:
    answered = sends(table, key_of("ash"), {"key": digest_of(key_of("new"))})

    assert (answered.status_code, answered.json()["key"]) == (201, None)
    assert (looks(table, key_of("ash")), looks(table, key_of("new"))) == (401, 200)


def test_a_key_that_somebody_uses_or_used_is_refused(table: Table) -> None:
    second = replaced(table, key_of("ash"))
    used = [digest_of(each) for each in (key_of("ash"), second, key_of("birch"), key_of(HOST))]

    for digest in used:
        refused = sends(table, second, {"key": digest})
        assert problem_of(refused) == (400, "bad-input")
        assert refused.json()["detail"].startswith("key: ")
    assert looks(table, second) == 200


def test_nobody_takes_a_seat_by_choosing_the_key_of_its_holder_elsewhere(client: TestClient) -> None:
    shared = Table.opened(client)
    lone = to_open()
    lone["seats"][1]["key"], lone["host_key"] = (digest_of(key_of(each)) for each in ("stranger", "their host"))
    elsewhere = Table(client, client.post("/v1/games", json=lone).json()["game"])

    assert sends(elsewhere, key_of("ash"), {"key": digest_of(key_of("birch"))}).status_code == 201

    assert shared.ask("/options", "birch").json()["seat"] == "birch"


def test_only_one_of_several_at_once_replaces_a_key(table: Table) -> None:
    with ThreadPoolExecutor(8) as pool:
        tries = [pool.submit(sends, table, key_of("ash"), {}) for _ in range(8)]
    said = [each.result() for each in tries]

    made = [each.json()["key"] for each in said if each.status_code == 201]
    assert (len(made), {each.status_code for each in said}) == (1, {201, 401})
    assert looks(table, made[0]) == 200


def opened_by(client: TestClient, name: str) -> Table:
    """A game with no key of another's: ash's is called so."""
    body = to_open()
    ash, birch = body["seats"]
    ash["key"], birch["key"], body["host_key"] = (digest_of(key_of(name + each)) for each in ("", " birch", " host"))
    return Table(client, client.post("/v1/games", json=body).json()["game"])


@pytest.mark.timeout(20)
def test_two_keys_that_are_to_replace_each_other_at_once_do_not_both(
    client: TestClient, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where both requests were looked at before either was stored."""
    one, other = key_of("one"), key_of("other")
    tables = [opened_by(client, each) for each in ("one", "other")]
    writer, both = cast("FastAPI", client.app).state.service.writer, Barrier(2, timeout=PATIENCE)
    stored = writer.replace_key

    def replaces(old: str, new: str) -> bool:
        both.wait()
        return bool(stored(old, new))

    monkeypatch.setattr(writer, "replace_key", replaces)
    with ThreadPoolExecutor(2) as pool:
        tries = [
            pool.submit(sends, table, key, {"key": digest_of(new)})
            for table, key, new in ((tables[0], one, other), (tables[1], other, one))
        ]
    said = [each.result() for each in tries]

    refused = [each for each in said if each.status_code != 201]
    assert [problem_of(each) for each in refused] == [(400, "bad-input")]
    assert refused[0].json()["detail"] == "key: choose one that nobody has used"
    assert len(found(db, "SELECT * FROM replaced_keys")) == 1
    assert [looks(table, key) for table in tables for key in (one, other)] in ([401, 200, 401, 200], [200, 401] * 2)


@pytest.mark.timeout(20)
def test_keys_that_were_stored_as_each_others_successors_count_for_nobody(db: Path) -> None:
    """Earlier versions stored such; a look at a game of theirs never ended, nor did any after it."""
    one, other = key_of("one"), key_of("other")
    with served(db) as client:
        games = [opened_by(client, each).game for each in ("one", "other")]
    for old, new in ((one, other), (other, one)):
        changed(db, "INSERT INTO replaced_keys (old, new) VALUES (?, ?)", digest_of(old), digest_of(new))
    with served(db) as client:
        tables = [Table(client, each) for each in games]

        assert [looks(table, key) for table in tables for key in (one, other, key_of("one birch"))] == [
            *(401, 401, 200),
            *(401, 401, 401),
        ]


def test_the_public_has_no_key_to_replace(table: Table) -> None:
    assert problem_of(table.client.post(f"{table.path}/key", json={})) == (401, "key-missing")


def test_a_fork_takes_over_the_key_that_counts(client: TestClient) -> None:
    table = duelling(client, 3)
    fork = Table(
        client, upheld(table, {"claim": "decision-illegal", "at": 2}, {"remedy": "play-on-from", "position": 1})["fork"]
    )
    new = replaced(fork, key_of("ash"))

    assert [looks(each, key) for each in (table, fork) for key in (key_of("ash"), new)] == [401, 200] * 2


def test_a_stream_that_was_opened_with_the_old_key_ends(tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db") as process, process.client() as client:
        table = Table.opened(client)
        asked = {name: first_lines("GET", f"{table.path}/stream", **bearer(name)) for name in ("ash", "birch")}
        with connected(process) as old, connected(process) as other:
            for each, name in ((old, "ash"), (other, "birch")):
                each.sendall(asked[name])
                assert each.recv(LITTLE).startswith(b"HTTP/1.1 200")
            replaced(table, key_of("ash"))
            rest = read_on(old, until=b"0\r\n\r\n")
            table.decide("birch", PLAN)

            assert b"id: 2" not in rest
            assert b"id: 2" in read_on(other, until=b"id: 2")


def read_on(connection: socket.socket, *, until: bytes) -> bytes:
    """What comes up to this."""
    so_far = b""
    while until not in so_far:
        piece = connection.recv(LITTLE)
        assert piece, so_far
        so_far += piece
    return so_far
