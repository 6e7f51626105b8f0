"""A keeper who puts an older database back and signs another history: witnesses do not cosign it, and it is seen."""

import shutil
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi.testclient import TestClient

from oathbook.api.service import Service
from oathbook.api.signing.startup import SigningOptions
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.note_keys import NoteKey, parse_key
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.policy_file import parse_policy
from oathbook.domain.recording.format.sources import system_sources
from oathbook.domain.rulesets.registry import load_registry
from tests.service.attesting.log_clients import copied
from tests.service.witnesses.small_logs import WitnessFiles
from tests.service.witnesses.standing import served_under, served_with, standing
from tests.service.witnesses.test_collecting import PLAN
from tests.support.playing import Json
from tests.support.processes import until
from tests.support.serving import Client, Process, Table, app_over, process_on, served

pytestmark = pytest.mark.sqlite("the keeper copies the file, and those beside it")

FILES = ("", ".log-key", ".checkpoints")


def kept_aside(db: Path, older: Path) -> None:
    """A copy of the database and of what is beside it."""
    copied(db, older)
    for end in FILES[1:]:
        shutil.copy(f"{db}{end}", f"{older}{end}")


def put_back(older: Path, db: Path) -> None:
    """The copy in the place of what was there, and nothing beside it that knows more."""
    for each in db.parent.glob(f"{db.name}*"):
        each.unlink()
    for end in FILES:
        shutil.copy(f"{older}{end}", f"{db}{end}")


def of_witness(client: Client) -> Json:
    """What the service says of its one witness."""
    found: Json = client.get("/readyz").json()["witnesses"]["asked"][0]
    return found


def is_refused(client: Client) -> bool:
    """Whether the witness has refused to cosign what the log has come to."""
    return "does not go on from size" in str(of_witness(client)["says"])


class Witnessed(NamedTuple):
    """A witness that runs, with the policy that names it; the log that it has cosigned, and what that showed last."""

    process: Process
    policy: Path
    log: NoteKey
    shown: bytes


@pytest.fixture
def witnessed(db: Path, tmp_path: Path) -> Generator[Witnessed]:
    """The database is back where it was before games that were cosigned."""
    with served(db) as client:
        Table.opened(client)
        log = parse_key(client.get("/log/keys").text.splitlines()[0])
    kept_aside(db, tmp_path / "older.db")
    files, policy = WitnessFiles(tmp_path / "witness", log), tmp_path / "policy"
    with files.running() as witness:
        policy.write_text(f"log {log.text}\nwitness club {files.key.text} {witness.address}/\nquorum club\n")
        with served_under(db, policy.read_text()) as honest:
            for _ in range(3):
                Table.opened(honest.client)
            honest.service.log.sign()
            until(lambda: honest.ready()["quorum"])
            shown = honest.client.get("/log/checkpoint").content
        put_back(tmp_path / "older.db", db)
        yield Witnessed(witness, policy, log, shown)


@pytest.mark.gate
def test_a_log_that_was_rolled_back_is_not_cosigned_and_a_fresh_reader_sees_it(db: Path, witnessed: Witnessed) -> None:
    """Service and witness are processes. The games that follow are others, and make the log longer than it was."""
    with process_on(db, "--witness-policy", str(witnessed.policy)) as service, service.client() as client:
        for _ in range(5):
            Table.opened(client).decide("ash", PLAN)
        until(lambda: is_refused(client))
        ready, asked, other = client.get("/readyz"), of_witness(client), client.get("/log/checkpoint").content
        service.killed()

    policy = parse_policy(witnessed.policy.read_bytes())
    assert policy.check_note(witnessed.shown).is_met
    assert not policy.check_note(other).is_met
    assert open_checkpoint(other, witnessed.log).size > open_checkpoint(witnessed.shown, witnessed.log).size
    assert (ready.status_code, asked["alarm"], asked["proved"]) == (503, True, True)
    assert any("it shows a checkpoint of this log" in each.get("says", "") for each in service.log)
    assert any("is not proved to go on from" in each.get("says", "") for each in witnessed.process.log)


def test_what_was_cosigned_names_an_older_database_though_its_checkpoints_are_old_as_well(
    db: Path, tmp_path: Path
) -> None:
    """The control is below: without that file it passes."""
    with standing(tmp_path / "club", "club.example") as club:
        with served_with(db, "quorum club\n", club) as cosigned:
            Table.opened(cosigned.client)
        kept_aside(db, tmp_path / "older.db")
        with served_with(db, "quorum club\n", club) as cosigned:
            Table.opened(cosigned.client)
            cosigned.service.log.sign()
            until(lambda: cosigned.ready()["quorum"])
    beside = db.with_name(f"{db.name}.checkpoints.cosigned")
    note = beside.read_bytes()
    put_back(tmp_path / "older.db", db)
    beside.write_bytes(note)

    with served(db) as client:
        assert "the log was signed with 2 leaves, and has 1" in client.get("/readyz").json()["read_only"]
    service = Service(
        db, load_registry(), system_sources(), address="http://test", signing=SigningOptions(accept_rollback=True)
    )
    with app_over(service) as app, TestClient(app, base_url="http://test") as client:
        (said,) = [each for each in client.get("/log/statements").json()["statements"] if "rolled-back" in each]
        assert split_note(note)[0] in said, "what was given up is the larger of the two"
    put_back(tmp_path / "older.db", db)
    beside.write_bytes(note[:40])
    with served(db) as client:
        assert client.get("/readyz").json()["read_only"] is None, "what is damaged is nothing"


def test_without_a_witness_nobody_can_tell(db: Path, tmp_path: Path) -> None:
    """The control: the same database is put back, and the other history is signed."""
    with served(db) as client:
        Table.opened(client)
        log = parse_key(client.get("/log/keys").text.splitlines()[0])
    kept_aside(db, tmp_path / "older.db")
    notes: list[bytes] = []
    for games in (1, 2):
        with served(db) as client:
            for _ in range(games):
                Table.opened(client)
        with served(db) as client:
            assert client.get("/readyz").json()["read_only"] is None
            notes.append(client.get("/log/checkpoint").content)
        put_back(tmp_path / "older.db", db)

    assert [open_checkpoint(each, log).origin for each in notes] == [log.name, log.name]
