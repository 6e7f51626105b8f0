"""``verify`` of a game in a database: it is held against the log there, and against the checkpoints beside it."""

from functools import partial
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.database import log_verifier
from tests.service.attesting.log_clients import drop_tail, later, rewrite, tampered
from tests.service.attesting.test_tampering import PLAN, TAMPERED, played
from tests.support.sampling import some
from tests.support.serving import Table, served
from tests.unit.api.running import Json, Printed, oathbook

pytestmark = pytest.mark.sqlite("the keeper changes the file, and those beside it")

ELSEWHERE = {"another database"}
"""There the game itself is missing."""


def verified(db: Path, *games: str) -> Printed:
    return oathbook("verify", *games, "--db", db, "--json")


def wrong_in(printed: Printed) -> list[str]:
    return [each["says"] for entry in printed.json for each in entry["contradicted"]]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.mark.parametrize("kind", some([each for each in TAMPERED if each not in ELSEWHERE], 6))
def test_what_a_service_sees_when_it_starts_is_a_discrepancy_of_a_game(kind: str, db: Path) -> None:
    change, says = TAMPERED[kind]
    game = played(db)
    control = verified(db, game)
    assert (control.code, wrong_in(control)) == (0, [])

    change(db)

    printed = verified(db, game)
    assert printed.code == 1
    (found,) = wrong_in(printed)
    assert any(each in found for each in (*says.split("|"), "taken away", "is missing")), found
    assert "against the log of the database" in oathbook("verify", game, "--db", db).text


def test_the_control_is_a_database_without_the_files_of_its_log(db: Path) -> None:
    """What was cut off at the end with its leaves leaves no trace in the database itself."""
    game = played(db)
    tampered(db, partial(drop_tail, leaves=True))
    for end in ("log-key", "checkpoints"):
        Path(f"{db}.{end}").unlink()

    assert wrong_in(verified(db, game)) == []


def test_rows_far_behind_the_newest_are_looked_at_too(db: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doctor and the start of a service look at the newest alone; the chain of another game was computed again."""
    monkeypatch.setattr(log_verifier, "NEWEST", 1)
    game = played(db)
    tampered(db, lambda c: rewrite(c, 1, later))

    assert oathbook("doctor", "--db", db).code == 0, "the control: only what is newest"
    (found,) = wrong_in(verified(db, game))
    assert "position 1 of" in found


def test_the_checkpoints_of_another_process_count(db: Path) -> None:
    game = played(db)
    own = Path(f"{db}.checkpoints")
    own.rename(f"{own}.2")
    tampered(db, partial(drop_tail, leaves=True))

    assert "taken away" in wrong_in(verified(db, game))[0]


def test_every_game_is_told_of_and_a_file_is_not(db: Path, tmp_path: Path) -> None:
    game = played(db)
    file = tmp_path / "match.jsonl"
    file.write_bytes(oathbook("export", game, "--db", db).out)
    tampered(db, partial(drop_tail, leaves=True))

    entries: list[Json] = verified(db, game, str(file)).json

    assert [len(each["contradicted"]) for each in entries] == [1, 0]


def test_a_service_that_goes_on_meanwhile_is_sound(db: Path) -> None:
    """It signs more than the reader has read, or the reader sees more than was signed."""
    client: TestClient
    with served(db) as client:
        table = Table.opened(client)
        table.decide("ash", PLAN)

        assert wrong_in(verified(db, table.game)) == []


def test_keys_that_cannot_be_read_are_named(db: Path) -> None:
    game = played(db)
    Path(f"{db}.log-key").write_text("nothing\n", "utf-8")

    printed = oathbook("verify", game, "--db", db)

    assert printed.code == 2
    assert "log-key" in printed.err
