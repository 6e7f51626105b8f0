"""Connections on which no request comes hold nothing up: they are closed, and others are served meanwhile."""

import socket
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import PIPE
from typing import Final

import pytest

from oathbook.api.http.connections import UNREAD_FACTOR
from tests.service.hostile.wire import LITTLE, asked, connected, first_lines, response, streams, until
from tests.support.processes import PATIENCE, started
from tests.support.serving import Process, Table, process_on

SOON: Final = "0.4"
NEVER: Final = "3600"
MANY: Final = 1_000
ESTABLISHED: Final = "01"
HALF: Final = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HEALTH: Final = first_lines("GET", "/healthz")
LAST: Final = first_lines("GET", "/healthz", Connection="close")
LARGE: Final = first_lines("GET", "/openapi.json")
LARGE_ONES: Final = 16
"""So many are more than the system takes for a client."""

ELSEWHERE: Final = "127.0.0.2"

PLAIN: Final = """
import socket, uvicorn

async def app(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"0")]})
    await send({"type": "http.response.body"})

listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
config = uvicorn.Config(app, http="h11", ws="none", lifespan="off", log_config=None, limit_concurrency=%d)
uvicorn.Server(config).run(sockets=[listening])
"""
"""Uvicorn as it is, with a limit."""


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """It waits for a head no longer than a test should."""
    with process_on(tmp_path_factory.mktemp("hasty") / "games.db", "--head-seconds", SOON) as process:
        yield process


@contextmanager
def narrow(folder: Path, most: int) -> Generator[Process]:
    """It takes so many connections of one address, and waits for heads for ever."""
    options = ("--limit-connections", str(most), "--head-seconds", NEVER)
    with process_on(folder / "games.db", *options) as process:
        yield process


@contextmanager
def plain(tmp_path: Path, most: int) -> Generator[Process]:
    """The control: what stands below the service, without it."""
    log = tmp_path / "plain.log"
    with log.open("wb") as told, started([sys.executable, "-c", PLAIN % most], stdout=PIPE, stderr=told) as running:
        yield Process(running, log)


def is_open(connection: socket.socket) -> bool:
    """Whether the other side has neither closed it nor sent anything."""
    connection.settimeout(0)
    try:
        return connection.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except ConnectionError:
        return False
    finally:
        connection.settimeout(PATIENCE)


# Deadlines --------------------------------------------------------------------------------------------------------


def test_a_silent_connection_is_closed(hasty: Process) -> None:
    with connected(hasty) as connection:
        assert connection.recv(LITTLE) == b""


def test_half_a_head_gets_a_problem_and_its_connection_is_closed(hasty: Process) -> None:
    with connected(hasty) as connection:
        connection.sendall(HALF)

        answer = response(connection)
        ended = connection.recv(LITTLE)

    assert (answer.status, answer.headers["connection"]) == (408, "close")
    assert answer.headers["content-type"] == "application/problem+json"
    assert b"#head-timeout" in answer.body
    assert ended == b""


def test_a_byte_of_a_head_now_and_then_gains_no_time(hasty: Process) -> None:
    with connected(hasty) as connection:
        connection.sendall(HALF)
        until(lambda: not trickled(connection))


def trickled(connection: socket.socket) -> bool:
    """Send one more byte, if the connection is still there."""
    try:
        connection.sendall(b"x")
    except ConnectionError:
        return False
    time.sleep(0.05)
    return True


def test_half_a_head_after_a_request_has_the_same_deadline(hasty: Process) -> None:
    with connected(hasty) as connection:
        connection.sendall(HEALTH)
        first = response(connection)
        connection.sendall(HALF)
        second = response(connection)

    assert (first.status, second.status) == (200, 408)


def test_a_body_that_nobody_reads_keeps_no_connection(hasty: Process) -> None:
    """No route takes the body of a GET: it is answered without waiting for it."""
    with connected(hasty) as connection:
        connection.sendall(first_lines("GET", "/healthz", Content_Length="100000"))
        assert response(connection).status == 200

        until(lambda: not trickled(connection))


def test_a_request_that_takes_longer_than_its_head_may_is_answered(hasty: Process) -> None:
    with hasty.client() as client, streams(hasty, Table.opened(client).game, 1) as (stream,):
        with connected(hasty) as silent:
            assert silent.recv(LITTLE) == b""

        assert is_open(stream)


@pytest.mark.gate
def test_control_the_server_below_waits_for_ever_for_a_head(hasty: Process, tmp_path: Path) -> None:
    with plain(tmp_path, MANY) as below, connected(below) as silent, connected(below) as half:
        half.sendall(HALF)
        for _ in range(3):
            with connected(hasty) as closed:
                assert closed.recv(LITTLE) == b""

        assert is_open(silent)
        assert is_open(half)


# Answers that are not read ---------------------------------------------------------------------------------------


@pytest.mark.gate
def test_a_client_that_reads_nothing_of_its_answers_loses_its_connection(hasty: Process) -> None:
    with connected(hasty, room=LITTLE) as unread:
        unread.sendall(LARGE_ONES * LARGE)
        until(lambda: is_held(hasty, unread))
        until(lambda: not is_held(hasty, unread))

        with unread.makefile("rb") as rest:
            assert rest.read().count(b"HTTP/1.1 200") < LARGE_ONES


@pytest.mark.gate
def test_a_client_that_reads_slowly_is_answered_whole(hasty: Process) -> None:
    with connected(hasty, room=LITTLE) as slow:
        slow.sendall(LARGE_ONES * LARGE)
        came = b""
        until_then = time.monotonic() + 2 * UNREAD_FACTOR * float(SOON)
        while time.monotonic() < until_then:
            came += slow.recv(LITTLE)
            time.sleep(0.05)
        while came.count(b"HTTP/1.1 200") < LARGE_ONES:
            more = slow.recv(1 << 20)
            assert more, "the connection has ended"
            came += more


def is_held(process: Process, connection: socket.socket) -> bool:
    """Whether the process has its end of a connection open: who asks its socket for data would read some."""
    port = connection.getsockname()[1]
    rows = (line.split() for line in Path(f"/proc/{process.pid}/net/tcp").read_text("ascii").splitlines()[1:])
    return any(int(row[2].rpartition(":")[2], 16) == port and row[3] == ESTABLISHED for row in rows)


# Others are served ------------------------------------------------------------------------------------------------


@pytest.mark.gate
def test_silent_connections_count_against_no_request(tmp_path: Path) -> None:
    options = ("--limit-concurrency", "2", "--head-seconds", NEVER)
    with process_on(tmp_path / "games.db", *options) as process, ExitStack() as held:
        for _ in range(10):
            held.enter_context(connected(process)).sendall(HALF)

        assert asked(process, LAST).status == 200


@pytest.mark.gate
def test_control_below_silent_connections_leave_nothing_for_requests(tmp_path: Path) -> None:
    with plain(tmp_path, 10) as below, ExitStack() as held:
        for _ in range(10):
            held.enter_context(connected(below))

        assert asked(below, LAST).status == 503


def test_more_requests_than_the_limit_are_told_to_come_back(tmp_path: Path) -> None:
    with process_on(tmp_path / "games.db", "--limit-concurrency", "2") as process:
        with process.client() as client, streams(process, Table.opened(client).game, 2):
            refused = asked(process, LAST)

        assert (refused.status, refused.headers["retry-after"]) == (503, "1")
        assert b"#too-busy" in refused.body
        until(lambda: asked(process, LAST).status == 200)


def test_an_address_with_too_many_connections_loses_the_oldest_that_is_silent(tmp_path: Path) -> None:
    with narrow(tmp_path, 3) as process, ExitStack() as held:
        used, first, second = (held.enter_context(connected(process)) for _ in range(3))
        used.sendall(HEALTH)
        assert response(used).status == 200
        elsewhere = held.enter_context(connected(process, source=ELSEWHERE))

        answer = asked(process, LAST)

        assert answer.status == 200
        assert first.recv(LITTLE) == b""
        assert [is_open(each) for each in (used, second, elsewhere)] == [True, True, True]


@pytest.mark.gate
def test_connections_with_requests_give_way_to_none(tmp_path: Path) -> None:
    with narrow(tmp_path, 3) as process, process.client() as client:
        game = Table.opened(client).game
        with streams(process, game, 3) as opened:
            with connected(process) as refused, connected(process, source=ELSEWHERE) as elsewhere:
                elsewhere.sendall(LAST)

                assert refused.recv(LITTLE) == b""
                assert response(elsewhere).status == 200
            assert all(map(is_open, opened))


@pytest.mark.gate
@pytest.mark.parametrize("said", [b"", HALF], ids=["silent", "half a head"])
def test_a_thousand_that_say_nothing_do_not_keep_others_from_being_served(said: bytes, tmp_path: Path) -> None:
    """From one address they lose their places; from many they would keep them until their deadline, as here."""
    options = ("--limit-connections", str(2 * MANY), "--head-seconds", NEVER)
    with process_on(tmp_path / "games.db", *options) as process, ExitStack() as held:
        for _ in range(MANY):
            held.enter_context(connected(process)).sendall(said)
        took: list[float] = []
        for _ in range(MANY // 5):
            began = time.perf_counter()
            assert asked(process, LAST).status == 200
            took.append(1_000 * (time.perf_counter() - began))

    print(f"beside {MANY}: 99 of 100 answered within {sorted(took)[-len(took) // 100 - 1]:.1f} ms")  # noqa: T201  # because the figure is wanted
