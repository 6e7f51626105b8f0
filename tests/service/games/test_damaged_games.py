"""Records that were damaged while the service was down, or while it runs: nothing is appended to them."""

import random
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from oathbook.api.replay_cache import ReplayCache
from oathbook.api.service import Service
from oathbook.domain.recording.database.address import StoreAddress
from oathbook.domain.recording.database.recorder import ExactRecorder
from tests.support.playing import Json, sources
from tests.support.serving import Table, key_of, served
from tests.support.storing import changed, found

pytestmark = pytest.mark.usefixtures("log_looks_away")

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}
COUNTS: Final = [16, pytest.param(150, marks=pytest.mark.gate), pytest.param(1_000, marks=pytest.mark.slow)]


def events_in(db: StoreAddress) -> list[tuple[int, str, bytes, str]]:
    number = "rowid" if isinstance(db, Path) else "notification_id"
    columns = f"{number}, originator_id, state, topic"
    return found(db, f"SELECT {columns} FROM stored_events ORDER BY {number}")  # noqa: S608  # names of ours


def put(db: StoreAddress, number: int, column: str, value: object) -> None:
    """Put something else into the row of that number."""
    where = "rowid" if isinstance(db, Path) else "notification_id"
    changed(db, f"UPDATE stored_events SET {column} = ? WHERE {where} = ?", value, number)  # noqa: S608  # names of ours


def flipped(text: bytes, picks: random.Random) -> bytes:
    """One bit of it changed."""
    at = picks.randrange(len(text))
    return text[:at] + bytes([text[at] ^ 1 << picks.randrange(8)]) + text[at + 1 :]


def damage(db: StoreAddress, game: str, picks: random.Random) -> None:
    """One bit of what is stored of a game, anywhere."""
    rowid, _, state, topic = picks.choice([each for each in events_in(db) if each[1] == game])
    if picks.random() < 0.1:  # seldom
        put(db, rowid, "topic", topic[:-1] + "9")
    else:
        put(db, rowid, "state", flipped(state, picks))


@contextmanager
def damaged(db: StoreAddress, count: int) -> Generator[tuple[TestClient, list[str], list[str]]]:
    """A service that began with so many games; those that are damaged, and the others."""
    picks = random.Random(count)  # noqa: S311  # any bit will do
    with served(db, sources("whole")) as client:
        tables = [Table.opened(client) for _ in range(count)]
        for table in tables:
            table.decide("ash", PLAN)
    ill: list[str] = []
    well: list[str] = []
    for table in tables:
        (ill if picks.random() < 0.7 else well).append(table.game)  # most of them
    for game in ill:
        damage(db, game, picks)
    with served(db, sources("damaged")) as client:
        yield client, ill, well


def decided(client: TestClient, game: str, **headers: str) -> tuple[int, Json]:
    """What birch is answered who lays a plan."""
    auth = {"Authorization": f"Bearer {key_of('birch')}", "If-Match": "*", **headers}
    answered = client.post(f"/v1/games/{game}/decisions", json={"decision": PLAN}, headers=auth)
    return answered.status_code, answered.json()


@pytest.mark.parametrize("count", COUNTS)
def test_nothing_is_appended_to_a_damaged_record_and_the_others_go_on(count: int, db: StoreAddress) -> None:
    with damaged(db, count) as (client, ill, well):
        before = {game: [each for each in events_in(db) if each[1] == game] for game in ill}

        answers = {game: decided(client, game) for game in (*ill, *well)}
        again = {game: decided(client, game)[0] for game in ill}

        assert {answers[game][0] for game in well} == {201}
        assert not any(answers[game][0] == 201 for game in ill)
        assert not any(status == 201 for status in again.values())
        assert {game: [each for each in events_in(db) if each[1] == game] for game in ill} == before
        closed = [game for game in ill if answers[game][1]["type"].endswith("#closed-for-writing")]
        ready = client.get("/readyz").json()
        assert sorted(ready["closed_for_writing"]) == sorted(closed)
        assert f"oathbook_games_closed_for_writing {len(closed)}.0" in client.get("/metrics").text
        assert len(closed) > len(ill) // 2


@pytest.mark.sqlite("the tests of the writer plant this in both stores")
def test_a_writer_that_does_not_look_appends_to_them(db: StoreAddress, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the last event of a game is changed, and the next one is stored beside it."""
    with served(db, sources("whole")) as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)
    *_, (rowid, _, state, _) = events_in(db)
    put(db, rowid, "state", state.replace(b'"at":"2', b'"at":"3', 1))
    ends = ExactRecorder._ends  # pyright: ignore[reportPrivateUsage]  # the fault is planted here

    def blind(self: ExactRecorder, c: object, streams: object) -> object:
        c.execute("DELETE FROM heads")  # type: ignore[attr-defined]  # it is a cursor
        return ends(self, c, streams)  # type: ignore[arg-type]  # as above

    with served(db, sources("damaged")) as client:
        assert decided(client, table.game)[0] == 503
    monkeypatch.setattr(ExactRecorder, "_ends", blind)
    with served(db, sources("damaged")) as client:
        assert decided(client, table.game)[0] == 201


def test_a_step_that_is_stored_is_answered_as_stored(client: TestClient, db: StoreAddress) -> None:
    """An earlier event is damaged while the game goes on; then nothing more is stored."""
    table = Table.opened(client)
    table.decide("ash", PLAN)
    (_, (rowid, _, state, _), *_) = events_in(db)
    put(db, rowid, "state", state.replace(b'"by"', b'"bz"', 1))
    forget_what_was_read(client)

    status, told = decided(client, table.game, **{"Idempotency-Key": "k"})
    repeated, once_more = decided(client, table.game, **{"Idempotency-Key": "k"})
    client.get("/readyz")
    refused, _ = decided(client, table.game)

    assert (status, repeated) == (201, 201)
    assert (told["position"], told["view"], told["standing"]) == (len(events_in(db)), None, None)
    assert "position 2" in told["fault"]
    assert {**once_more, "fault": ""} == {**told, "fault": ""}
    assert refused == 503


def forget_what_was_read(client: TestClient) -> None:
    """As after many other games have been looked at."""
    app = client.app
    assert isinstance(app, FastAPI)
    service: Service = app.state.service
    service.replays = ReplayCache(service.archive)


def test_a_head_says_why_its_game_takes_no_more_steps(db: StoreAddress) -> None:
    with served(db, sources("whole")) as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)
    *_, (rowid, _, state, _) = events_in(db)
    put(db, rowid, "state", state.replace(b'"at":"2', b'"at":"3', 1))

    with served(db, sources("damaged")) as client:
        before = client.get(f"/v1/games/{table.game}")
        decided(client, table.game)
        after = client.get(f"/v1/games/{table.game}", headers={"If-None-Match": before.headers["ETag"]})

    assert before.json()["fault"] is None
    assert "is not what was stored" in after.json()["fault"]
