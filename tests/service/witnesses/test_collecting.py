"""A service that has its log cosigned: what it shows, what it does not wait for, and what it does not believe."""

from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import pytest

from oathbook.api.signing.bundles import attestation_of, bundle_in
from oathbook.api.signing.witness_client import MOST_BYTES
from oathbook.api.witness.witness import WitnessAnswer
from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint, sign_checkpoint
from oathbook.domain.evidence.cosignatures import Cosigner, open_cosignatures
from oathbook.domain.evidence.log_proofs import open_log_proof
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.evidence.submissions import parse_submission
from tests.service.witnesses.standing import Cosigned, Standing, served_with, standing
from tests.support.playing import Json
from tests.support.processes import until
from tests.support.sampling import some
from tests.support.serving import Table, served

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow", "parry"]}
BOTH: Final = "group both all ash birch\nquorum both\n"
EITHER: Final = "group either any ash birch\nquorum either\n"
STRANGER: Final = Cosigner("ash.example", bytes(range(32)))

Answer = Callable[[str, bytes], WitnessAnswer]


@pytest.fixture
def witnesses(tmp_path: Path) -> Generator[tuple[Standing, Standing]]:
    """Two of them."""
    with ExitStack() as both:
        ash, birch = (both.enter_context(standing(tmp_path / each, f"{each}.example")) for each in ("ash", "birch"))
        yield ash, birch


def played(cosigned: Cosigned) -> Table:
    """A game that was begun, and is signed."""
    table = Table.opened(cosigned.client)
    table.decide("ash", PLAN)
    cosigned.service.log.sign()
    return table


def state(cosigned: Cosigned, at: int = 0) -> Json:
    """What is said of a witness."""
    found: Json = cosigned.client.get("/readyz").json()["witnesses"]["asked"][at]
    return found


def test_a_checkpoint_is_shown_with_the_cosignatures_of_all_witnesses(
    db: Path, witnesses: tuple[Standing, Standing]
) -> None:
    keys = [each.files.key for each in witnesses]
    with served_with(db, BOTH, *witnesses) as cosigned:
        assert cosigned.ready() | {"asked": []} == {"quorum": False, "by": [], "cosigned": 0, "asked": []}
        table, log = played(cosigned), cosigned.service.log
        until(lambda: len(open_cosignatures(cosigned.client.get("/log/checkpoint").content, keys)) == 2)

        note = cosigned.client.get("/log/checkpoint").content
        assert open_checkpoint(note, log.keys.log.key).size == log.size
        assert open_log_proof(cosigned.client.get("/log/proof/1").content, log.keys.log.key).checkpoint.size == log.size
        assert cosigned.ready() | {"asked": []} == {
            "quorum": True,
            "by": ["ash", "birch"],
            "cosigned": log.size,
            "asked": [],
        }
        assert state(cosigned) == {
            "url": witnesses[0].url,
            "cosigned": log.size,
            "says": "",
            "alarm": False,
            "proved": False,
        }
        figures = cosigned.client.get("/metrics").text
        assert f"oathbook_log_cosigned {float(log.size)}\n" in figures
        assert f'oathbook_witness_alarm{{url="{witnesses[0].url}"}} 0.0\n' in figures
        bundle = bundle_in(table.ask("/bundle").content)
        attestation_of(bundle)
        assert len(open_cosignatures(bundle.proof.partition(b"\n\n")[2], keys)) == 2


def test_what_was_cosigned_is_shown_again_after_a_start(db: Path, witnesses: tuple[Standing, Standing]) -> None:
    """Without asking: they are away meanwhile. A larger log is cosigned when they are back."""
    ash, birch = witnesses
    with served_with(db, BOTH, ash, birch) as cosigned:
        played(cosigned)
        until(lambda: cosigned.ready()["quorum"])
        size = cosigned.ready()["cosigned"]
    for each in witnesses:
        each.answers = lambda _path, _body: WitnessAnswer(500, b"")
    with served_with(db, BOTH, ash, birch) as cosigned:
        assert (cosigned.ready()["quorum"], cosigned.ready()["cosigned"]) == (True, size)
        for each in witnesses:
            each.answers = each.honestly
        played(cosigned)
        until(lambda: cosigned.ready()["quorum"] and cosigned.ready()["cosigned"] == cosigned.service.log.size)
        assert cosigned.service.log.size > int(str(size))


def test_nobody_waits_for_a_witness_that_does_not_answer(db: Path, witnesses: tuple[Standing, Standing]) -> None:
    ash, birch = witnesses

    def hang(_path: str, _body: bytes) -> WitnessAnswer:
        ash.over.wait()
        return WitnessAnswer(500, b"")

    ash.answers = hang
    with served_with(db, EITHER, ash, birch) as cosigned:
        played(cosigned)
        assert ash.asked.wait(20)
        for _ in range(2):
            played(cosigned)
            until(lambda: cosigned.ready()["quorum"])
            assert cosigned.ready()["by"] == ["birch"]
        assert not ash.over.is_set()
        assert state(cosigned)["cosigned"] == 0


def _forged(_path: str, body: bytes) -> WitnessAnswer:
    return WitnessAnswer(200, STRANGER.cosign(parse_submission(body).text, 5).line.encode())


NOT_BELIEVED: Final[dict[str, tuple[Answer, str]]] = {
    "a cosignature by another key of that name": (_forged, "it cosigns with no key of the policy"),
    "nothing": (lambda _p, _b: WitnessAnswer(200, b""), "it cosigns with no key of the policy"),
    "bytes": (lambda _p, _b: WitnessAnswer(200, b"\xff\n"), "no answer: note: a line of signatures is malformed"),
    "very many bytes": (lambda _p, _b: WitnessAnswer(200, b"x" * (MOST_BYTES + 1)), "no answer: its answer has more"),
    "a conflict without a size": (lambda _p, _b: WitnessAnswer(409, b"03\n"), "no answer: it answers 409 without"),
    "a conflict that goes on": (lambda _p, _b: WitnessAnswer(409, b"1\n"), "it answers 409"),
    "elsewhere": (lambda _p, _b: WitnessAnswer(302, b""), "it answers 302"),
    "unknown": (lambda _p, _b: WitnessAnswer(404, b"no such log\n"), "it answers 404"),
}


@pytest.mark.parametrize("how", some([*NOT_BELIEVED], quick=3))
def test_an_answer_that_is_none_is_said_and_not_believed(
    db: Path, witnesses: tuple[Standing, Standing], how: str
) -> None:
    ash, birch = witnesses
    ash.answers, says = NOT_BELIEVED[how]
    with served_with(db, EITHER, ash, birch) as cosigned:
        played(cosigned)
        until(lambda: state(cosigned)["says"] and cosigned.ready()["quorum"])

        assert state(cosigned)["says"].startswith(says)
        assert state(cosigned)["alarm"] is False
        until(lambda: cosigned.client.get("/readyz").status_code == 200)  # once the read models are made
        note = cosigned.client.get("/log/checkpoint").content
        assert [each.name for each in split_note(note)[1]] == [cosigned.service.log.keys.origin, "birch.example"]
        ash.answers = ash.honestly
        until(lambda: cosigned.ready()["by"] == ["ash", "birch"])


def test_the_word_of_a_witness_is_an_alarm_and_what_the_log_has_signed_is_a_proof(
    db: Path, witnesses: tuple[Standing, Standing]
) -> None:
    ash, birch = witnesses
    with served_with(db, EITHER, ash, birch) as cosigned:
        key = cosigned.service.log.keys.log
        other = sign_checkpoint(Checkpoint(key.key.name, 900, bytes(32)), key).encode()
        ash.answers = lambda _path, body: WitnessAnswer(409, b"900\n") if body else WitnessAnswer(404, b"")
        birch.answers = lambda _path, body: WitnessAnswer(422, b"") if body else WitnessAnswer(200, other)
        played(cosigned)
        until(lambda: all(state(cosigned, at)["alarm"] for at in (0, 1)))

        claimed, proved = state(cosigned, 0), state(cosigned, 1)
        assert "the log had 900 leaves" in claimed["says"]
        assert "it shows no checkpoint of this log that says so" in claimed["says"]
        assert "the log was signed with 900 leaves, and has 3: something was taken away" in proved["says"]
        assert (claimed["proved"], proved["proved"]) == (False, True)
        assert cosigned.client.get("/readyz").status_code == 503
        birch.answers = birch.honestly
        until(lambda: cosigned.client.get("/readyz").status_code == 200)
        assert state(cosigned, 0)["alarm"]
        assert f'oathbook_witness_alarm{{url="{ash.url}"}} 1.0\n' in cosigned.client.get("/metrics").text


def test_a_log_without_witnesses_says_so(db: Path) -> None:
    with served(db) as client:
        assert client.get("/readyz").json()["witnesses"] is None
        assert "oathbook_witness" not in client.get("/metrics").text
