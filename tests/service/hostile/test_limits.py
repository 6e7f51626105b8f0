"""Clients that are slow, silent, many, or gone hold nothing up and leave nothing behind."""

import gc
import selectors
import socket
import time
from collections.abc import Generator, Iterable
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import repeat
from pathlib import Path
from threading import Event, Thread
from typing import Final

import pytest

from oathbook.api.event_hub import MOST_STREAMS
from oathbook.api.http import bodies
from oathbook.api.http.bodies import MOST_RECORDS, StrictBodies
from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import JSON, LINES, Call, named, opened
from tests.service.hostile.wire import LITTLE, asked, connected, figure, first_lines, memory_of, streams, until
from tests.service.leaving import left_behind
from tests.support.playing import SAMPLES, die, long_game, running_game, small_game
from tests.support.sampling import some
from tests.support.serving import Client, Process, Table, problem_of, process_on, to_open
from tests.support.storing import dumped

SOON: Final = 0.3
READERS: Final = 200
MOST_MEGABYTES: Final = 40
"""More than before, for so many readers."""

POSTED: Final = 200
"""Events, while half of the readers do not read."""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """One for all of this file."""
    with process_on(
        tmp_path_factory.mktemp("limits") / "games.db", "--limit-connections", "1000", "--limit-streams", "1000"
    ) as process:
        yield process


@pytest.fixture
def client(process: Process) -> Generator[Client]:
    with process.client() as client:
        yield client


@pytest.fixture
def nothing_collected() -> Generator[None]:
    """What nobody needs any more, and refers to itself, stays."""
    gc.disable()
    yield
    gc.enable()


def streams_open(client: Client) -> float:
    return figure(client.get("/metrics").text, "oathbook_streams")


@pytest.mark.parametrize("path", some(["/v1/games", "/v1/ask", "/v1/games/nobody/decisions", "/v1/records"], 1))
def test_half_a_body_is_waited_for_no_longer_than_it_may_take(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "RECORD_SECONDS", SOON)
    with opened(tmp_path / "games.db", strict=partial(StrictBodies, seconds=SOON)) as door:
        before = dumped(tmp_path / "games.db")
        began = time.monotonic()

        answer = door.send(Call("POST", path, b'{"edition":', named(path), ends=False))

        assert time.monotonic() - began >= SOON
        assert (answer.status, answer.problem) == (408, "body-timeout")
        assert answer.headers["connection"] == "close"
        assert dumped(tmp_path / "games.db") == before


def test_a_byte_now_and_then_gains_no_time(tmp_path: Path) -> None:
    """The time is that of the whole body, not of the next byte."""
    with opened(tmp_path / "games.db", strict=partial(StrictBodies, seconds=SOON)) as door:
        call = Call("POST", "/v1/games", headers=JSON, parts=tuple(repeat(b" ", 100)))

        answer = door.run(door.answered(call, pause=SOON / 5))

    assert (answer.status, answer.problem) == (408, "body-timeout")
    assert answer.read <= 6


@pytest.mark.slow
def test_a_service_waits_ten_seconds_for_a_body(process: Process) -> None:
    request = first_lines("POST", "/v1/games", Content_Type="application/json", Content_Length="100")
    began = time.monotonic()

    answer = asked(process, request + b'{"edition":')

    assert 9 < time.monotonic() - began < 13
    assert answer.status == 408
    assert answer.headers["connection"] == "close"


@pytest.mark.gate
def test_a_client_that_goes_in_the_middle_of_a_body_leaves_nothing(process: Process, client: Client) -> None:
    before = client.get("/readyz").json()["newest"]
    for path in ("/v1/games", "/v1/ask", "/v1/records"):
        with connected(process) as connection:
            kind = named(path)["content-type"]
            connection.sendall(first_lines("POST", path, Content_Type=kind, Content_Length="100") + b"{")

    until(lambda: sum(line.get("status") == 0 for line in told(process)) == 3)
    assert client.get("/readyz").json()["newest"] == before


def told(process: Process) -> list[dict[str, object]]:
    """The requests that the service has noted."""
    return [line for line in process.log if line["event"] == "request"]


@pytest.mark.parametrize("pieces", [0, 1, 2, 5])
@pytest.mark.usefixtures("nothing_collected")
def test_a_client_that_goes_in_the_middle_of_a_stream_is_waited_for_no_more(pieces: int, tmp_path: Path) -> None:
    """At once: not when Python comes to collect what is left of it, which may be never."""
    with opened(tmp_path / "games.db") as door:
        games = [
            door.send(Call("POST", "/v1/records", record_text(record), LINES)).json["game"]
            for record in (long_game(), running_game(decisions=6))
        ]
        left = [left_behind(door, Call("GET", f"/v1/games/{game}/stream", headers={}), after=pieces) for game in games]

    assert [open_ for _, open_ in left] == [0, 0]
    assert all(came >= pieces for came, _ in left)


@pytest.mark.parametrize("how", ["closed", "reset"])
@pytest.mark.gate
def test_clients_that_go_while_much_is_sent_to_them_do_not_stop_the_service(
    how: str, process: Process, client: Client
) -> None:
    kept = client.post("/v1/records", content=record_text(long_game()), headers=LINES)

    for _ in range(6):
        with streams(process, kept.json()["game"], 5, room=LITTLE) as connections:
            for each in connections if how == "reset" else ():
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")

    until(lambda: streams_open(client) == 0)
    assert client.get("/healthz").status_code == 200


@pytest.mark.gate
def test_readers_that_wait_cost_little(process: Process, client: Client) -> None:
    table = Table.opened(client, SAMPLES[0])
    with streams(process, table.game, 10):
        pass
    until(lambda: streams_open(client) == 0)
    before = memory_of(process)

    with streams(process, table.game, READERS):
        assert streams_open(client) == READERS
        more = memory_of(process) - before

    print(f"{READERS} idle readers: {more:.1f} MB more")  # noqa: T201  # because the figure is wanted
    assert more < MOST_MEGABYTES
    until(lambda: streams_open(client) == 0)


@pytest.mark.slow
def test_readers_that_do_not_read_cost_little_and_miss_nothing(process: Process, client: Client) -> None:
    table = Table.opened(client, SAMPLES[0])
    half = READERS // 2
    with streams(process, table.game, half, room=LITTLE) as stalled, streams(process, table.game, half) as live:
        before = memory_of(process)
        with drained(live) as received:
            position = next(at for at in positions(table) if at > POSTED)
            until(lambda: all(last_in(text) == position for text in received))
        more = memory_of(process) - before

        assert more < MOST_MEGABYTES
        with drained(stalled) as received:
            until(lambda: all(last_in(text) == position for text in received))

    print(f"{half} live and {half} stalled readers, {position} events: {more:.1f} MB more")  # noqa: T201  # because the figure is wanted
    until(lambda: streams_open(client) == 0)


def positions(table: Table) -> Iterable[int]:
    """Play on, and say where the game stands after each step."""
    return (answered.json()["position"] for _, answered in table.steps(die("readers")))


def last_in(text: bytearray) -> int:
    """The id of the last event of a stream."""
    _, _, after = text.rpartition(b"id: ")
    return int(after.partition(b"\n")[0] or 0)


@contextmanager
def drained(connections: list[socket.socket]) -> Generator[list[bytearray]]:
    """Read all of them meanwhile."""
    received = [bytearray() for _ in connections]
    enough = Event()

    def read() -> None:
        with selectors.DefaultSelector() as selector:
            for text, each in zip(received, connections, strict=True):
                selector.register(each, selectors.EVENT_READ, (text, each))
            while not enough.is_set():
                for key, _ in selector.select(0.1):
                    text, connection = key.data
                    text.extend(connection.recv(65_536))

    thread = Thread(target=read)
    thread.start()
    try:
        yield received
    finally:
        enough.set()
        thread.join()


@pytest.mark.gate
def test_one_stream_too_many_is_told_to_come_back(process: Process, client: Client) -> None:
    table = Table.opened(client)
    with streams(process, table.game, MOST_STREAMS):
        refused = table.ask("/stream")
        read = table.ask("/events")

    assert (refused.status_code, refused.json()["type"]) == (503, "/v1/problems#too-busy")
    assert refused.headers["retry-after"] == "30"
    assert read.status_code == 200
    until(lambda: streams_open(client) == 0)


def test_a_record_too_many_at_once_is_told_to_come_back(process: Process, client: Client) -> None:
    """Each takes much memory while it is read."""
    half = first_lines("POST", "/v1/records", Content_Type=LINES["content-type"], Content_Length="100") + b"{"
    record = record_text(small_game())
    with ExitStack() as held:
        for number in range(MOST_RECORDS):
            held.enter_context(connected(process, source=f"127.0.0.{2 + number}")).sendall(half)
        until(lambda: client.post("/v1/records", content=b"{}\n", headers=LINES).status_code == 503)
        refused = client.post("/v1/records", content=record, headers=LINES)
        others = client.post("/v1/games", json=to_open())

    assert problem_of(refused) == (503, "too-busy")
    assert refused.headers["retry-after"] == "10"
    assert others.status_code == 201
    until(lambda: client.post("/v1/records", content=record, headers=LINES).status_code in {200, 201})
