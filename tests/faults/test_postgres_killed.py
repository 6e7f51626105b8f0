"""Two serving processes on one PostgreSQL, whose server is killed or stopped at once while games are played."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from oathbook.domain.recording.database.address import PostgresAddress
from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.verification import verify
from tests.support.postgres.players import PATIENCE, Player
from tests.support.postgres.server import PostgresServer, postgres_server
from tests.support.serving import UNLIMITED, Client, process_of

CLIENTS = 8


class Hall(NamedTuple):
    """A server, a database of it, and clients of the two processes that serve it."""

    server: PostgresServer
    address: PostgresAddress
    doors: Sequence[Client]


@contextmanager
def hall(folder: Path) -> Generator[Hall]:
    with ExitStack() as held:
        server = held.enter_context(postgres_server())
        address = held.enter_context(server.database())
        command = ("serve", "--port", "0", "--db", address.url, "--question-processes", "0")
        logs = (folder / "one.log", folder / "two.log")
        signing = {"OATHBOOK_LOG_KEY": str(folder / "log-key")}
        serving = [held.enter_context(process_of(log, *command, ignoring=(), **UNLIMITED, **signing)) for log in logs]
        yield Hall(server, address, [held.enter_context(each.client()) for each in serving])


def played(hall: Hall, ends: Sequence[signal.Signals], *, keys: bool = True) -> Counter[int]:
    """Let eight play while the server is ended so, again and again; all that they were told is there and sound."""
    over = threading.Event()
    players = [Player(hall.doors, number, keys=keys) for number in range(CLIENTS)]
    with ThreadPoolExecutor(CLIENTS) as threads:
        playing = [threads.submit(each.play, over) for each in players]
        for each in ends:
            time.sleep(1)
            hall.server.told(each)
            time.sleep(0.2)
            hall.server.start()
        time.sleep(2)
        over.set()
        for done in playing:
            done.result(PATIENCE)
    with Archive(hall.address, load_registry().ruleset) as archive:
        for game, told in ((game, told) for each in players for game, told in each.told.items()):
            record = archive.record(game)
            assert {(at, record.events[at - 1].entry.at) for at, _ in told} == {*told}
            assert verify(record).status == "sound"
        numbers = [each.id for each in archive.log(0, 1_000_000)]
        assert numbers == sorted({*numbers})
        assert sum(length for _, length in archive.streams(numbers[-1])) == len(numbers)
    return sum((each.answers for each in players), Counter[int]())


def assert_right(answers: Counter[int]) -> None:
    """There was trouble, and it was told as such; nobody met a conflict or an error."""
    assert {*answers} == {200, 201, 503}, answers
    assert answers[201] > CLIENTS


@pytest.mark.gate
def test_what_is_told_is_stored_though_the_server_is_killed_and_stopped(tmp_path: Path) -> None:
    with hall(tmp_path) as here:
        assert_right(played(here, (signal.SIGKILL, signal.SIGQUIT)))


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGQUIT])
def test_what_is_told_is_stored_though_the_server_is_ended_twelve_times(end: signal.Signals, tmp_path: Path) -> None:
    with hall(tmp_path) as here:
        assert_right(played(here, (end,) * 12))


@pytest.mark.gate
def test_without_keys_who_sends_a_request_again_meets_a_conflict(tmp_path: Path) -> None:
    """The control: what was stored by the first is a conflict for the second."""
    with hall(tmp_path) as here:
        assert played(here, (), keys=False)[412] > 0
