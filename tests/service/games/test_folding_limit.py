"""Whoever looks at games again, however many they are, leaves room for those who decide."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event, Semaphore
from typing import Final

import pytest
from fastapi.testclient import TestClient

from api.app import create_app
from api.replay_cache import Events, ReplayCache
from api.service import MOST_FOLDING, Service
from domain.kernel.seats import Viewer
from domain.rulesets.registry import installed
from replays.index import ReplayIndex
from tests.support.playing import die, sources
from tests.support.processes import PATIENCE
from tests.support.sampling import some
from tests.support.serving import Table

MANY: Final = 60
"""Requests at once, more than there are threads for all kinds of them together."""

FOLDED: Final = (
    *("/outline", "/scenes", "/scenes/1/since", "/frames", "/state", "/standing?at=1"),
    *("/events/1", "/events/1/why"),
)


class Slow(ReplayCache):
    """A cache in which one game is so long that it is read until a test says so."""

    def __init__(self, service: Service, game: str) -> None:
        super().__init__(service.archive)
        self.long = game
        self.reached = Semaphore(0)
        self.enough = Event()

    def index(self, game: str, viewer: Viewer, *, made: Events = (), rulings: bool = True) -> ReplayIndex:
        """Say that somebody is here, and take a long time."""
        if game == self.long:
            self.reached.release()
            assert self.enough.wait(2 * PATIENCE)
        return super().index(game, viewer, made=made, rulings=rulings)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path / "games.db", installed(), sources("folding"), address="http://test")


@pytest.fixture
def client(service: Service) -> Generator[TestClient]:
    with TestClient(create_app(service), base_url="http://test") as client:
        yield client


@pytest.mark.parametrize("path", some(FOLDED, 2))
def test_a_decision_is_answered_while_many_look_at_a_long_game(path: str, service: Service, client: TestClient) -> None:
    long, table = Table.opened(client), Table.opened(client)
    service.replays = cache = Slow(service, long.game)
    with ThreadPoolExecutor(MANY + 1) as many:
        looks = [many.submit(long.ask, path) for _ in range(MANY)]
        try:
            for _ in range(MOST_FOLDING):
                assert cache.reached.acquire(timeout=PATIENCE)

            _, answered = many.submit(next, table.steps(die("folding"))).result(PATIENCE)

            assert answered.status_code == 201
            assert not cache.reached.acquire(blocking=False)
        finally:
            cache.enough.set()
            wait(looks)

    assert {each.result().status_code for each in looks} == {200}
