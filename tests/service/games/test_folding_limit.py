"""Whoever looks at games again, however many they are, leaves room for those who decide."""

from collections.abc import Callable, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event, Semaphore
from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.app import create_app
from oathbook.api.replay_cache import Events, ReplayCache
from oathbook.api.service import MOST_FOLDING, Service
from oathbook.domain.kernel import Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.replay_index import ReplayIndex
from tests.support.playing import Json, die, sources
from tests.support.processes import PATIENCE
from tests.support.sampling import some
from tests.support.serving import Response, Sent, Table, bearer

MANY: Final = 60
"""Requests at once, more than there are threads for all kinds of them together."""

MOVE: Final[Json] = {"kind": "move", "to": "9,9"}

FOLDED: Final = (
    *("/outline", "/scenes", "/scenes/1/since", "/frames", "/state", "/standing?at=1"),
    *("/events/1", "/events/1/why", "/record", "/sheet", "/bundle"),
)

FEW: Final = 8
"""Events of a game that is long in the tests of what players ask and do."""


def offered(long: Table) -> Response:
    """The response to a promise, of which there can be many."""
    letter = 'ash promises birch in plain words "be kind".'
    headers = {**bearer("ash"), "If-Match": "*"}
    return long.client.post(f"{long.path}/promises", json={"letter": letter}, headers=headers)


def read_back(long: Table) -> Response:
    """The response to a letter in a game."""
    letter = {"game": long.game, "letter": 'ash promises birch in plain words "be kind".'}
    return long.client.post("/v1/letters/check", json=letter)


PLAYED: Final[Mapping[str, tuple[Callable[[Table, Sent], Response], int]]] = {
    "a head": (lambda long, _: long.ask(), 200),
    "options": (lambda long, _: long.ask("/options"), 200),
    "a decision that is sent again": (lambda long, sent: long.send(sent), 201),
    "a decision that is refused": (
        lambda long, sent: long.send(sent._replace(decision=MOVE, on="*", key=None, draws=())),
        422,
    ),
    "an offer": (lambda long, _: offered(long), 201),
    "a letter": (lambda long, _: read_back(long), 200),
}
"""What players ask and do in a game, and the status of the answer."""


class Slow(ReplayCache):
    """A cache in which one game is so long that it is read until a test says so, again and again."""

    def __init__(self, service: Service, game: str) -> None:
        super().__init__(service.archive)
        self.long = game
        self.reached = Semaphore(0)
        self.enough = Event()

    def record(self, game: str, *, new_events: Events = ()) -> Record:
        """As ``index``."""
        self._read(game)
        return super().record(game, new_events=new_events)

    def index(self, game: str, viewer: Viewer, *, new_events: Events = (), rulings: bool = True) -> ReplayIndex:
        """Say that somebody is here, and take a long time."""
        self._read(game)
        return super().index(game, viewer, new_events=new_events, rulings=rulings)

    def _read(self, game: str) -> None:
        if game == self.long and not self.enough.is_set():
            self.reached.release()
            assert self.enough.wait(2 * PATIENCE)


@pytest.fixture
def service(tmp_path: Path) -> Service:
    return Service(tmp_path / "games.db", load_registry(), sources("folding"), address="http://test")


@pytest.fixture
def client(service: Service) -> Generator[TestClient]:
    with TestClient(create_app(service), base_url="http://test") as client:
        yield client


@pytest.mark.parametrize("path", some(FOLDED, 2))
def test_a_decision_is_answered_while_many_look_at_a_long_game(path: str, service: Service, client: TestClient) -> None:
    long, table = Table.opened(client), Table.opened(client)

    assert statuses(service, long, lambda: long.ask(path), table) == {200}


@pytest.mark.parametrize("what", some((*PLAYED,), 2))
def test_a_decision_is_answered_while_many_play_in_a_long_game(
    what: str, service: Service, client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oathbook.api.service.LONG", FEW)
    long, table = Table.opened(client), Table.opened(client)
    sent, _ = next(each for each in long.steps(die("long")) if long.position > FEW)
    asks, status = PLAYED[what]

    assert statuses(service, long, lambda: asks(long, sent), table) == {status}


def statuses(service: Service, long: Table, asks: Callable[[], Response], table: Table) -> set[int]:
    """What many who ask something about a long game are answered, while somebody plays at a table."""
    service.replays = cache = Slow(service, long.game)
    with ThreadPoolExecutor(MANY + 1) as many:
        looks = [many.submit(asks) for _ in range(MANY)]
        try:
            for _ in range(MOST_FOLDING):
                assert cache.reached.acquire(timeout=PATIENCE)

            _, answered = many.submit(next, table.steps(die("folding"))).result(PATIENCE)

            assert answered.status_code == 201
            assert not cache.reached.acquire(blocking=False)
        finally:
            cache.enough.set()
            wait(looks)

    return {each.result().status_code for each in looks}
