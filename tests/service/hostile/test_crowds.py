"""The dearest requests that were found, from 45 connections at once: liveness and the decisions of others go on."""

from collections.abc import Generator
from urllib.parse import urlsplit

import pytest

from bench.climbing import LETTERS, LONG, dearest
from oathbook.domain.recording.format.record_file import whole_record_from
from tests.service.crowding import decide_beside
from tests.support.playing import ruleset_of
from tests.support.serving import Process, bring, process_on

GAME = whole_record_from(LONG.read_bytes(), ruleset_of, where="golden").game


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    with process_on(tmp_path_factory.mktemp("crowd") / "games.db") as process, process.client() as client:
        assert bring(client, LONG.read_bytes()).is_success
        yield process


@pytest.mark.gate
@pytest.mark.parametrize("route", sorted(dearest(GAME)))
def test_beside_a_crowd_liveness_is_answered_and_decisions_are_stored(process: Process, route: str) -> None:
    with process.client() as client:
        latencies, answered = decide_beside(client, urlsplit(process.address).port or 0, dearest(GAME)[route])
        print(f"\n{route}: {latencies.says}; the crowd was answered {dict(answered)}")  # noqa: T201  # for who runs it

    assert len(latencies.health) == len(latencies.decisions) == 20
    assert {200, 422} & {*answered} or set(answered) == {503}, answered
    assert set(answered) <= {200, 422, 503}, answered


def test_the_dearest_letters_are_among_them() -> None:
    assert any(LETTERS[0] in request.body.decode() for request in dearest(GAME).values())
