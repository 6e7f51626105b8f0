"""A witness as a process: one winner of a race, and nothing forgotten that was acknowledged."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256

import pytest

from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.evidence.cosignatures import check_cosignature_lines
from tests.service.witnesses.small_logs import SmallLog, WitnessFiles
from tests.support.serving import Client, Process

LOGS = {name: SmallLog(name, parts=3) for name in ("race", "contrary", "killed")}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> WitnessFiles:
    return WitnessFiles(tmp_path_factory.mktemp("witness"), *(each.signer.key for each in LOGS.values()))


@pytest.fixture
def running(files: WitnessFiles) -> Generator[Process]:
    with files.running() as process:
        yield process


def statuses(process: Process, *bodies: bytes) -> list[int]:
    """What is answered to requests that are sent at once."""

    def sent(body: bytes) -> int:
        with process.client() as client:
            return client.post("/add-checkpoint", content=body).status_code

    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(sent, bodies))


def shown(client: Client, log: SmallLog) -> int:
    """How large a log is, as the witness has cosigned it."""
    place = sha256(log.signer.key.name.encode()).hexdigest()
    return open_checkpoint(client.get(f"/{place}/checkpoint").content, log.signer.key).size


def test_of_requests_that_race_one_wins_and_it_stops_when_told(running: Process) -> None:
    """Each goes on from the same size. Of two histories, too, one alone is cosigned."""
    log, contrary = LOGS["race"], LOGS["contrary"]
    assert statuses(running, log.sent(0, 3)) == [200]
    raced = statuses(running, *(log.sent(3, size) for size in range(4, 12)))
    two = statuses(running, contrary.sent(0, 7), contrary.sent(0, 7, other=True))

    assert sorted(raced) == [200, *[409] * 7]
    assert sorted(two) == [200, 409]
    with running.client() as client:
        assert shown(client, log) == 4 + raced.index(200)
    running.told()
    assert running.ended() == 0


@pytest.mark.gate
def test_a_witness_that_is_killed_remembers_what_it_has_cosigned(files: WitnessFiles) -> None:
    """It is killed while a request is on its way, after others were answered."""
    log = LOGS["killed"]
    with files.running() as process, process.client() as client, ThreadPoolExecutor(1) as other:
        answers = [client.post("/add-checkpoint", content=log.sent(size, size + 1)) for size in range(9)]
        last = other.submit(client.post, "/add-checkpoint", content=log.sent(9, 10))
        process.killed()
        answered = 9 + (last.exception() is None and last.result().status_code == 200)
    with files.running() as process, process.client() as client:
        size = shown(client, log)
        stale = client.post("/add-checkpoint", content=log.sent(0, 12, other=True))
        contrary = client.post("/add-checkpoint", content=log.sent(size, 12, other=True))
        goes_on = client.post("/add-checkpoint", content=log.sent(size, 12))
        process.killed()

    assert [each.status_code for each in answers] == [200] * 9
    assert answered <= size <= 10
    assert (stale.status_code, stale.text, contrary.status_code) == (409, f"{size}\n", 422)
    assert check_cosignature_lines(log.checkpoint(12).text, goes_on.text, [files.key])
    assert any(f"is not proved to go on from size {size}" in each.get("says", "") for each in process.log)
