"""A key that is replaced at one process stores nothing through another, from the answer on, whatever that one hears."""

import os
import signal
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import Final, NamedTuple

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from tests.support.playing import Json
from tests.support.postgres.looking import looking
from tests.support.processes import PATIENCE
from tests.support.serving import UNLIMITED, Client, Table, key_of, process_of

pytestmark = pytest.mark.gate

LETTER: Final[Json] = {"letter": 'ash promises birch in plain words "be friendly".'}
LISTENERS: Final = (
    "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database() "
    "AND query LIKE '%FROM replaced_keys WHERE number%'"
)


class Both(NamedTuple):
    """A database and clients of two processes that serve it."""

    address: PostgresAddress
    one: Client
    two: Client

    def listeners(self) -> list[int]:
        """The processes of the server through which the two hear of each other."""
        with looking(self.address) as connection:
            return [int(pid) for (pid,) in connection.execute(LISTENERS).fetchall()]


@pytest.fixture
def both(postgres_database: PostgresAddress, tmp_path: Path) -> Generator[Both]:
    command = ("serve", "--port", "0", "--db", postgres_database.url, "--question-processes", "0", "--projector", "off")
    signing = {"OATHBOOK_LOG_KEY": str(tmp_path / "log-key")}
    with ExitStack() as held:
        one, two = (
            held.enter_context(process_of(tmp_path / f"{name}.log", *command, ignoring=(), **UNLIMITED, **signing))
            for name in ("one", "two")
        )
        yield Both(postgres_database, held.enter_context(one.client()), held.enter_context(two.client()))


@contextmanager
def hearing(_: Both) -> Generator[None]:
    """Nothing is wrong."""
    yield


@contextmanager
def cut(both: Both) -> Generator[None]:
    """The connections are cut; they are made again after a while."""
    with looking(both.address) as connection:
        for each in both.listeners():
            connection.execute("SELECT pg_terminate_backend(%s)", (each,))
    yield


@contextmanager
def frozen(both: Both) -> Generator[None]:
    """The server's side of the connections stands still."""
    stopped = both.listeners()
    assert stopped
    for each in stopped:
        os.kill(each, signal.SIGSTOP)
    try:
        yield
    finally:
        for each in stopped:
            os.kill(each, signal.SIGCONT)


class Thief:
    """Offers one letter after the other with a key; when each was sent, and how it was answered, is kept."""

    def __init__(self, table: Table, key: str) -> None:
        """Start, and wait until a letter is stored; without news of the others, it refuses letters for a while."""
        self._table, self._headers = table, {"Authorization": f"Bearer {key}", "If-Match": "*"}
        self.answers: list[tuple[float, int]] = []
        self._answered, self._over = Event(), False
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()
        until = monotonic() + PATIENCE
        while not any(status == 201 for _, status in self.answers):
            assert monotonic() < until, self.answers[-1:]
            self.await_answer()

    def _run(self) -> None:
        while not self._over:
            sent = monotonic()
            answered = self._table.client.post(f"{self._table.path}/promises", json=LETTER, headers=self._headers)
            self.answers.append((sent, answered.status_code))
            self._answered.set()

    def await_answer(self) -> None:
        """Wait until another request was answered."""
        self._answered.clear()
        assert self._answered.wait(PATIENCE)

    def stop(self) -> None:
        """Have it end, once a request was answered that was sent after this was called."""
        self.await_answer()
        self.await_answer()
        self._over = True
        self._thread.join(PATIENCE)


@pytest.mark.parametrize(
    ("fault", "count"),
    [
        (hearing, 60),
        (cut, 20),
        (frozen, 5),
        pytest.param(hearing, 1_000, marks=pytest.mark.slow),
        pytest.param(cut, 200, marks=pytest.mark.slow),
        pytest.param(frozen, 20, marks=pytest.mark.slow),
    ],
)
@pytest.mark.timeout(1_200)
def test_nothing_is_stored_for_a_key_once_it_is_said_to_be_replaced(
    both: Both, fault: Callable[[Both], AbstractContextManager[None]], count: int
) -> None:
    """The control: the same requests are stored before the replacement; each thief waits for that."""
    key, late = key_of("ash"), list[int]()
    for _ in range(count):
        table = Table.opened(both.one)
        thief = Thief(Table(both.two, table.game), key)
        with fault(both):
            answered = both.one.post(f"{table.path}/key", json={}, headers={"Authorization": f"Bearer {key}"})
            replaced = monotonic()
            assert answered.status_code == 201, answered.text
            thief.stop()
        key = str(answered.json()["key"])
        late += [status for sent, status in thief.answers if sent > replaced]

    assert len(late) >= count
    assert set(late) == {401}
