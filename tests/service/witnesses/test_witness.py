"""A witness in this process: what it answers to logs, to strangers, and when its disk fails it."""

import shutil
from collections.abc import Generator
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.witness.asgi import WitnessApp
from oathbook.api.witness.keys import cosigner_at, logs_in
from oathbook.api.witness.memory import WitnessMemory
from oathbook.api.witness.witness import LogWitness
from oathbook.domain.errors import BadRecord, WriterBusy
from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.cosignatures import Cosignature, check_cosignature_lines, open_cosignatures
from oathbook.domain.evidence.note_keys import NoteKey
from oathbook.domain.evidence.submissions import MOST_BYTES
from tests.service.witnesses.small_logs import SmallLog, WitnessFiles
from tests.support.serving import Response
from tests.unit.api.running import oathbook
from tests.unit.evidence.published import SUBMITTED, SUBMITTED_LOG, SUBMITTED_ORIGIN
from tests.unit.evidence.test_notes import mutants

NOW: Final = 1_679_315_147
LOG: Final = SmallLog("games.example", parts=5)
PUBLISHED: Final = NoteKey(SUBMITTED_ORIGIN, bytes.fromhex(SUBMITTED_LOG))


class Here:
    """A witness in this process."""

    def __init__(self, folder: Path) -> None:
        self.files = WitnessFiles(folder, LOG.signer.key, PUBLISHED)
        self.memory = WitnessMemory(self.files.state, self.files.key)
        self.told: list[str] = []
        logs = logs_in(folder / "logs")
        self.witness = LogWitness(cosigner_at(folder / "key"), logs, self.memory, lambda: NOW, self.told.append)
        self.client = TestClient(WitnessApp(self.witness, seconds=0.5), raise_server_exceptions=False)

    def add(self, body: bytes) -> Response:
        """The answer to a checkpoint."""
        return self.client.post("/add-checkpoint", content=body)

    def cosigned(self, answered: Response, size: int) -> tuple[Cosignature, ...]:
        """The cosignatures in an answer about the log's checkpoint of that size."""
        assert answered.status_code == 200, answered.text
        return check_cosignature_lines(LOG.checkpoint(size).text, answered.text, [self.files.key])


@pytest.fixture
def here(tmp_path: Path) -> Generator[Here]:
    made = Here(tmp_path / "witness")
    yield made
    made.memory.close()


def test_what_another_witness_is_tested_with_is_answered_alike(here: Here) -> None:
    answers = [here.add(body) for body, _ in SUBMITTED]

    assert [each.status_code for each in answers] == [status for _, status in SUBMITTED]
    stale = [each for each in answers if each.status_code == 409]
    assert [each.text for each in stale] == ["3\n", "5\n"]
    assert {each.headers["content-type"] for each in stale} == {"text/x.tlog.size"}


def test_a_log_that_grows_is_cosigned_with_the_time_and_what_was_cosigned_last_is_shown(here: Here) -> None:
    for old, new in ((0, 3), (3, 3), (3, 9)):
        (made,) = here.cosigned(here.add(LOG.sent(old, new)), new)
        shown = here.client.get(f"/{sha256(b'games.example').hexdigest()}/checkpoint")

        assert made.at == NOW
        assert open_checkpoint(shown.content, LOG.signer.key) == LOG.checkpoint(new)
        assert open_cosignatures(shown.content, [here.files.key]) == (made,)


def test_lines_of_strangers_are_not_kept(here: Here) -> None:
    stranger = SmallLog("stranger.example").note(3).rpartition(b"\n\n")[2]
    here.cosigned(here.add(LOG.sent(0, 3) + stranger), 3)

    assert b"stranger" not in here.client.get(f"/{sha256(b'games.example').hexdigest()}/checkpoint").content


def test_another_history_is_not_cosigned_and_two_roots_for_one_size_are_kept(here: Here, tmp_path: Path) -> None:
    here.cosigned(here.add(LOG.sent(0, 7)), 7)
    longer, same = here.add(LOG.sent(7, 9, other=True)), here.add(LOG.sent(7, 7, other=True))

    assert (longer.status_code, same.status_code) == (422, 422)
    assert [each.split(" ")[0] for each in here.told] == ["games.example,", "games.example"]
    kept = here.files.state / sha256(b"games.example").hexdigest()
    (tmp_path / "keys").write_text(LOG.signer.key.text)
    convicted = oathbook("convict", f"{kept}.note", f"{kept}.contrary", "--log-keys", tmp_path / "keys")
    assert convicted.code == 1, convicted.err
    assert "is signed with two roots" in convicted.text
    here.cosigned(here.add(LOG.sent(7, 9)), 9)


def test_strangers_get_no_cosignature(here: Here) -> None:
    unknown = here.add(SmallLog("stranger.example").sent(0, 3))
    with_another_key = SmallLog("other.example")
    forged = with_another_key.sent(0, 3).replace(b"other.example", b"games.example")

    assert (unknown.status_code, here.add(forged).status_code) == (404, 403)
    assert not [*here.files.state.glob("*.note")]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"old 0\n\n", 400),
        (b"\xff" * 100, 400),
        (LOG.sent(0, 3)[:-1], 400),
        (LOG.sent(3, 3).replace(b"old 3", b"old 4"), 400),
        (LOG.sent(0, 3).replace(b"old 0\n", b"old 0\nAAAA\n"), 400),
        (b"x" * (MOST_BYTES + 1), 413),
    ],
)
def test_what_is_no_submission_is_refused(here: Here, body: bytes, status: int) -> None:
    assert here.add(body).status_code == status


def test_other_addresses_and_methods_are_answered(here: Here) -> None:
    empty = here.client.get(f"/{'0' * 64}/checkpoint")

    assert here.client.get("/add-checkpoint").status_code == 405
    assert here.client.get("/add-checkpoint").headers["allow"] == "POST"
    assert here.client.post(f"/{'0' * 64}/checkpoint").status_code == 405
    assert (empty.status_code, here.client.get("/").status_code) == (404, 404)


def test_a_body_that_does_not_come_is_waited_for_no_longer_than_a_moment(here: Here) -> None:
    both = here.client.post(
        "/add-checkpoint", content=b"x", headers={"Transfer-Encoding": "chunked", "Content-Length": "1"}
    )

    assert both.status_code == 400


def test_no_mutant_of_a_body_is_a_fault_or_cosigned(here: Here) -> None:
    here.cosigned(here.add(LOG.sent(0, 5)), 5)
    statuses = {here.add(mutant).status_code for mutant in mutants(LOG.sent(5, 23), 24, 150)}

    assert statuses <= {200, 400, 403, 404, 409, 422}
    assert statuses > {400, 403}
    note = here.client.get(f"/{sha256(b'games.example').hexdigest()}/checkpoint").content
    assert open_checkpoint(note, LOG.signer.key) in {LOG.checkpoint(5), LOG.checkpoint(23)}


def test_what_cannot_be_kept_is_not_cosigned(here: Here) -> None:
    here.cosigned(here.add(LOG.sent(0, 3)), 3)
    moved = here.files.state.rename(here.files.folder / "gone")
    failed = here.add(LOG.sent(3, 5))
    moved.rename(here.files.state)

    assert (failed.status_code, failed.text) == (503, "what was cosigned cannot be kept now\n")
    here.cosigned(here.add(LOG.sent(3, 5)), 5)


def test_a_memory_is_one_witnesss_alone_and_comes_back(here: Here) -> None:
    here.cosigned(here.add(LOG.sent(0, 3)), 3)
    with pytest.raises(WriterBusy, match="another witness runs here"):
        WitnessMemory(here.files.state, here.files.key)
    here.memory.close()
    again = WitnessMemory(here.files.state, here.files.key)

    assert again.last("games.example") == LOG.checkpoint(3)
    again.close()
    here.memory = WitnessMemory(here.files.state, here.files.key)


@pytest.mark.parametrize("damage", ["cut", "flipped", "of another log", "of another witness"])
def test_a_memory_that_is_damaged_stops_the_witness(here: Here, damage: str) -> None:
    """Else the log could begin anew: the control is a memory that is empty."""
    here.cosigned(here.add(LOG.sent(0, 3)), 3)
    here.memory.close()
    (note,) = here.files.state.glob("*.note")
    text, key = note.read_bytes(), here.files.key
    if damage == "cut":
        note.write_bytes(text[:-10])
    elif damage == "flipped":
        note.write_bytes(text.replace(b"\n3\n", b"\n2\n"))
    elif damage == "of another log":
        note.rename(note.with_name(f"{'0' * 64}.note"))
    else:
        key = WitnessFiles(here.files.folder / "other", name="other.example").key

    with pytest.raises(BadRecord, match=r"it is not what (witness|other)\.example"):
        WitnessMemory(here.files.state, key)
    shutil.rmtree(here.files.state)
    here.memory = WitnessMemory(here.files.state, here.files.key)
    assert here.memory.last("games.example") is None


def test_the_files_of_a_witness_are_read_strictly(tmp_path: Path) -> None:
    made = oathbook("key", "--witness", tmp_path / "key", "--name", "witness.example", "--json").json
    services = SmallLog("games.example").signer.key.text
    (tmp_path / "logs").write_text(f"{services}\n\n")
    (tmp_path / "none").write_text("\n")

    assert cosigner_at(tmp_path / "key").key.text == made["witness"]
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [each.text for each in logs_in(tmp_path / "logs")] == [services]
    with pytest.raises(BadRecord, match="has no key of a log"):
        logs_in(tmp_path / "none")
    with pytest.raises(BadRecord, match="key, line 1: "):
        logs_in(tmp_path / "key")
    with pytest.raises(BadRecord, match="logs: key: "):
        cosigner_at(tmp_path / "logs")
    refused = oathbook("witness", "--key", tmp_path / "key", "--logs", tmp_path / "gone", "--state", tmp_path / "s")
    assert (refused.code, "gone" in refused.complaint) == (2, True)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (("--name", "a name"), "its name has letters"),
        (("--name", "witness.example", "--may", "open"), "--may: a witness signs"),
    ],
)
def test_a_witness_needs_a_name_and_no_permission(tmp_path: Path, typed: tuple[str, ...], says: str) -> None:
    printed = oathbook("key", "--witness", tmp_path / "key", *typed)

    assert printed.code == 2
    assert says in printed.complaint
    assert not (tmp_path / "key").exists()
