"""Two serving processes on one PostgreSQL, whose server is killed or stopped at once while games are played."""

import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from domain.recording.database.address import PostgresAddress
from domain.recording.database.archive import Archive
from domain.rulesets.registry import installed
from replays.verify import verify
from tests.support.playing import Json, die
from tests.support.postgres.server import PostgresServer, postgres_server
from tests.support.serving import UNLIMITED, Client, Response, Sent, Table, process_of, to_open

CLIENTS = 8
PATIENCE = 60.0
LOST = 5
"""Of so many answers a client does not get one, and sends its request again."""


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


class Player:
    """Plays games alone, for both seats, through whichever process answers; what comes back is counted.

    Nobody else decides in them, so that every conflict is one with itself.
    """

    def __init__(self, doors: Sequence[Client], number: int, *, keys: bool) -> None:
        """With ``keys`` each request has a key of its own, under which it is sent again."""
        self._doors = doors
        self._picks = die(f"player {number}")
        self._keys = keys
        self.answers = Counter[int]()
        self.told: dict[str, list[tuple[int, str]]] = {}

    def play(self, until: threading.Event) -> None:
        """Game after game, until told to stop."""
        while not until.is_set():
            answered = self._answered(lambda door: door.post("/v1/games", json=to_open()))
            game, position = str(answered.json()["game"]), 1
            self.told[game] = []
            while not until.is_set() and position:
                position = self._decided(game, position)

    def _decided(self, game: str, position: int) -> int:
        """The position after a decision; 0 where the game is over."""
        head = self._at(game, position)
        if head["closed"]:
            return 0
        seat = self._picks.choice(head["to_act"])
        options = self._answered(lambda door: Table(door, game).ask("/options", seat)).json()
        if options["position"] != position:  # that process has not heard yet how far the game is
            return position
        sent = Sent(seat, self._picks.choice(options["listed"]), position, f"on {position}" if self._keys else None)
        answered = self._answered(lambda door: Table(door, game).send(sent))
        if self._picks.randrange(LOST) == 0:
            answered = self._answered(lambda door: Table(door, game).send(sent))
        if answered.status_code == 201:
            first = answered.json()["events"][0]["event"]
            self.told[game].append((position + 1, first["at"]))
        return int(answered.json().get("position", position))

    def _at(self, game: str, position: int) -> Json:
        """What a process says of a game, once it has heard that the game is that far."""
        end = time.monotonic() + PATIENCE
        while True:
            head: Json = self._answered(lambda door: Table(door, game).ask()).json()
            if head["position"] >= position:
                return head
            assert time.monotonic() < end, head

    def _answered(self, ask: Callable[[Client], Response]) -> Response:
        """The answer, of whichever process has one: what cannot be answered now is asked again."""
        end = time.monotonic() + PATIENCE
        while (answered := ask(self._picks.choice(self._doors))).status_code == 503:
            self.answers[503] += 1
            assert int(answered.headers["Retry-After"]) > 0
            assert time.monotonic() < end, answered.text
            time.sleep(0.05)
        self.answers[answered.status_code] += 1
        return answered


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
    with Archive(hall.address, installed().ruleset) as archive:
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
