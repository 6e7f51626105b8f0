"""One bit of one event of a signed database is flipped: its game takes no more steps, and nothing else stops."""

from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import Json, sources
from tests.support.serving import Sent, Table, await_read_models, problem_of, served
from tests.support.storing import changed, found

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow"]}


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def played(db: Path) -> list[str]:
    """Three games with a step, signed."""
    with served(db, sources("whole")) as client:
        tables = [Table.opened(client) for _ in range(3)]
        for table in tables:
            table.decide("ash", PLAN)
    return [table.game for table in tables]


def restate(db: Path, game: str, position: int, old: bytes, new: bytes) -> None:
    """Change the bytes of an event."""
    where = "originator_id = ? AND originator_version = ?"
    ((state,),) = found(db, f"SELECT state FROM stored_events WHERE {where}", game, position)  # noqa: S608  # ours
    assert old in state
    changed(db, f"UPDATE stored_events SET state = ? WHERE {where}", state.replace(old, new, 1), game, position)  # noqa: S608  # ours


def plan(client: TestClient, game: str) -> int:
    """The status that birch is answered who lays a plan."""
    return Table(client, game).send(Sent("birch", PLAN)).status_code


def test_the_head_of_a_damaged_game_says_so_and_shows_it_as_far_as_it_is_sound(db: Path) -> None:
    ill, *well = played(db)
    restate(db, ill, 2, b'"by":"ash"', b'"by":"asi"')

    with served(db, sources("damaged")) as client:
        told = client.get(f"/v1/games/{ill}")
        statuses = [plan(client, game) for game in (ill, *well)]
        heads = [client.get(f"/v1/games/{game}").json() for game in well]

    assert (told.status_code, told.json()["position"], told.headers["ETag"]) == (200, 1, '"1"')
    assert "position 2" in told.json()["fault"]
    assert statuses == [503, 201, 201]
    assert [each["fault"] for each in heads] == [None, None]


@pytest.mark.parametrize(("old", "new"), [(b'"reveal"', b'"unveil"'), (b"knights_duty/1", b"knights_duty/9")])
def test_a_game_whose_opening_is_damaged_is_refused_with_the_reason(db: Path, old: bytes, new: bytes) -> None:
    """Nobody can tell then who sits there; it is no error of the program, which would be 500."""
    ill, other, _ = played(db)
    restate(db, ill, 1, old, new)

    with served(db, sources("damaged")) as client:
        told = client.get(f"/v1/games/{ill}")
        assert plan(client, other) == 201

    assert problem_of(told) == (503, "closed-for-writing")
    assert "position 1" in told.json()["detail"]


def test_a_damaged_game_that_the_first_look_does_not_reach_says_so_once_it_is_read(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathbook.domain.recording.database.log_verifier.NEWEST", 0)
    ill, other, _ = played(db)
    restate(db, ill, 2, b'"by":"ash"', b'"by":"asi"')

    with served(db, sources("damaged")) as client:
        told = client.get(f"/v1/games/{ill}").json()
        ready = client.get("/readyz").json()
        assert plan(client, other) == 201

    assert "position 2" in told["fault"]
    assert [*ready["closed_for_writing"]] == [ill]
    assert ready["read_only"] is None


def test_the_walk_closes_the_game_of_an_older_row_and_the_service_writes_on(
    db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathbook.domain.recording.database.log_verifier.NEWEST", 0)
    monkeypatch.setattr("oathbook.api.signing.log_keeper.CHECK_SECONDS", 0.01)
    ill, other, _ = played(db)
    restate(db, ill, 2, b'"by":"ash"', b'"by":"asi"')

    with served(db, sources("damaged")) as client:
        while not (closed := client.get("/readyz").json()["closed_for_writing"]):
            pass
        assert plan(client, other) == 201
        assert client.get("/readyz").json()["read_only"] is None

    assert closed == {ill: f"position 2 of {ill} is not what leaf 3 of the log says"}


def test_what_nobody_has_signed_yet_stops_everything(db: Path) -> None:
    """The leaf may be what was damaged, and to sign it would contradict receipts. The control is above."""
    ill, other, _ = played(db)
    restate(db, ill, 2, b'"by":"ash"', b'"by":"asi"')
    Path(f"{db}.checkpoints").unlink()

    with served(db, sources("damaged")) as client:
        ready = client.get("/readyz")
        assert plan(client, other) == 503

    assert ready.status_code == 503
    assert f"position 2 of {ill}" in ready.json()["read_only"]


def test_a_step_that_is_read_back_changed_has_no_receipt(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A receipt for it would contradict the log. The control is the same request before."""
    monkeypatch.setattr("oathbook.domain.recording.database.log_verifier.NEWEST", 0)
    with served(db, sources("whole")) as client:
        table = Table.opened(client)
        table.send(Sent("ash", PLAN, key="k"))
    with served(db, sources("whole")) as client:
        before = Table(client, table.game).send(Sent("ash", PLAN, key="k"))
    ((at,),) = found(db, "SELECT substr(state, 7, 27) FROM stored_events WHERE originator_version = 3")
    restate(db, table.game, 3, at, at.replace(b"2", b"3", 1))

    with served(db, sources("damaged")) as client:
        after = Table(client, table.game).send(Sent("ash", PLAN, key="k"))

    assert (before.status_code, "oathbook-receipt" in before.headers) == (201, True)
    assert (after.status_code, "oathbook-receipt" in after.headers) == (201, False)


def test_read_models_go_on_where_an_older_event_is_damaged(db: Path) -> None:
    ill, *_ = played(db)
    with served(db, sources("waiting")) as client:
        await_read_models(client)
    restate(db, ill, 2, b'"by":"ash"', b'"by":"asi"')

    with served(db, sources("damaged")) as client:
        await_read_models(client)
        table = Table.opened(client)
        await_read_models(client)
        listed = client.get("/v1/games").json()["games"]

    assert [each["game"] for each in listed][:1] == [table.game]
    assert ill in {each["game"] for each in listed}
