"""What is no request at all, or hardly one, is refused over the wire, and the service goes on."""

import socket
from collections.abc import Generator
from pathlib import Path
from typing import Final

import pytest

from tests.service.hostile.wire import LITTLE, Response, asked, connected, first_lines, response, responses, until
from tests.support.serving import Client, Process, process_on

HOST: Final = b"Host: localhost\r\n"
LINE: Final = b"GET /healthz HTTP/1.1\r\n"
POST: Final = b"POST /v1/ask HTTP/1.1\r\n" + HOST + b"Content-Type: application/json\r\n"
UPGRADE: Final = b"Connection: Upgrade\r\nUpgrade: websocket\r\n"
CHUNKED: Final = POST + b"Transfer-Encoding: chunked\r\n\r\n"
TWO_ENDS: Final = POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n"

NO_REQUESTS: Final = {
    "another protocol": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "a line without a version": b"GET /healthz\r\n\r\n",
    "no host": LINE + b"\r\n",
    "two hosts": LINE + HOST + HOST + b"\r\n",
    "a header without a colon": LINE + HOST + b"nonsense\r\n\r\n",
    "a NUL in a header": LINE + HOST + b"X: a\0b\r\n\r\n",
    "a blank in a header's name": LINE + HOST + b"X Y: a\r\n\r\n",
    "a header's name that is not ASCII": LINE + HOST + b"\xc3\xa9: a\r\n\r\n",
    "an address that is not ASCII": b"GET /v1/games/\xff HTTP/1.1\r\n" + HOST + b"\r\n",
    "a method that is not ASCII": b"\xff\xff /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "an odd method": b"G@T /healthz HTTP/1.1\r\n" + HOST + b"\r\n",
    "a length in letters": POST + b"Content-Length: x\r\n\r\n{}",
    "a length below nought": POST + b"Content-Length: -1\r\n\r\n{}",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a length of 30 digits": POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n{}",
    "an unknown transfer": POST + b"Transfer-Encoding: gzip\r\n\r\n",
    "a chunk of no length": CHUNKED + b"zz\r\n{}\r\n0\r\n\r\n",
}
"""Refused by the server itself."""

PROBLEMS: Final = {
    "the beginning of HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 404),
    "an address with a host": (b"GET http://test/healthz HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "an asterisk": (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "a tunnel": (b"CONNECT test:80 HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "a broken escape": (b"GET /v1/games/%ZZ% HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "escapes that are no text": (b"GET /v1/games/%ED%A0%80%FF%00 HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "escaped dots": (b"GET /v1/games/%2e%2e%2f HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "escaped slashes": (b"GET /v1%2Fgames%2Fx%2F HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "a long address": (b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\n" + HOST + b"\r\n", 404),
    "odd signs in a query": (b'GET /v1/games?limit="<>\\^` HTTP/1.1\r\n' + HOST + b"\r\n", 422),
    "another protocol asked for": (
        POST + b"Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}",
        422,
    ),
    "a length that is too long": (POST + b"Content-Length: 99999\r\n\r\n{}", 413),
    "two ways to end": (TWO_ENDS + b"2\r\n{}\r\n0\r\n\r\n", 400),
    "a chunk that is too long": (CHUNKED + b"11000\r\n" + b" " * 0x11000 + b"\r\n0\r\n\r\n", 413),
    "chunks that are too many": (CHUNKED + b"1000\r\n%b\r\n" % (b" " * 0x1000) * 17 + b"0\r\n\r\n", 413),
    "something unexpected expected": (POST + b"Expect: x\r\nContent-Length: 2\r\n\r\n{}", 422),
    "bytes behind the body": (POST + b"Content-Length: 2\r\n\r\n{}xxxx\r\n\r\n", 422),
}
"""Read by the server, and answered by the service; with the status."""


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """One for all of this file."""
    with process_on(tmp_path_factory.mktemp("wire") / "games.db") as process:
        yield process


@pytest.fixture
def client(process: Process) -> Generator[Client]:
    with process.client() as client:
        yield client


def is_problem(answer: Response) -> bool:
    return answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("named", NO_REQUESTS)
def test_what_is_no_request_is_refused_and_its_connection_ends(named: str, process: Process) -> None:
    answer = asked(process, NO_REQUESTS[named])

    assert (answer.status, is_problem(answer)) == (400, True)
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("named", PROBLEMS)
def test_what_is_hardly_a_request_is_a_problem(named: str, process: Process) -> None:
    request, status = PROBLEMS[named]

    answer = asked(process, request)

    assert (answer.status, is_problem(answer)) == (status, True)


@pytest.mark.parametrize("method", [b"POST", b"GET"])
def test_nothing_is_read_after_a_request_with_two_ways_to_end(method: bytes, process: Process) -> None:
    """What one reader takes for the body is the next request for another (RFC 9112, section 6.1)."""
    smuggled = TWO_ENDS.replace(b"POST", method) + b"2\r\n{}\r\n0\r\n\r\n" + first_lines("GET", "/healthz")
    with connected(process) as connection:
        connection.sendall(smuggled)

        answer = response(connection)
        rest = read_to_the_end(connection)

    assert (answer.status, answer.headers["connection"], rest) == (400, "close", b"")


EARLY: Final = {
    "another kind of body": (CHUNKED.replace(b"application/json", b"text/plain"), 415),
    "no body at all": (CHUNKED.replace(b"POST", b"GET"), 405),
}
"""Requests that are answered before their bodies have come."""


@pytest.mark.parametrize("named", EARLY)
def test_a_body_that_breaks_off_after_the_answer_ends_the_connection_without_a_fault(
    named: str, process: Process
) -> None:
    request, status = EARLY[named]
    told = len(process.log)
    with connected(process) as connection:
        connection.sendall(request)
        answer = response(connection)
        connection.sendall(b"zz\r\n{}\r\n")
        rest = read_to_the_end(connection)

    assert (answer.status, rest) == (status, b"")
    asked(process, first_lines("GET", "/healthz"))
    assert [each for each in process.log[told:] if "Fatal" in each.get("says", "")] == []


def read_to_the_end(connection: socket.socket) -> bytes:
    """What else comes before the connection is closed or reset."""
    try:
        return connection.recv(LITTLE)
    except ConnectionError:
        return b""


def test_a_body_is_called_for_where_a_client_waits_to_be_called(process: Process) -> None:
    with connected(process) as connection:
        connection.sendall(POST + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 100 ")

        connection.sendall(b"{}")

        assert response(connection).status == 422


def test_a_header_without_end_is_not_kept(process: Process, client: Client) -> None:
    endless = LINE + b"X: " + b"a" * 100_000_000
    with connected(process) as connection, pytest.raises(ConnectionError):
        connection.sendall(endless)

    assert client.get("/healthz").status_code == 200


def test_requests_one_behind_the_other_are_answered_in_order(process: Process) -> None:
    with connected(process) as connection:
        connection.sendall(
            first_lines("GET", "/healthz") + first_lines("GET", "/nowhere") + first_lines("GET", "/healthz")
        )

        statuses = [each.status for each in responses(connection, 3)]

    assert statuses == [200, 404, 200]


def test_none_of_them_meets_a_fault(tmp_path: Path) -> None:
    requests = [*NO_REQUESTS.values(), *(request for request, _ in PROBLEMS.values())]
    with process_on(tmp_path / "games.db") as process:
        for request in requests:
            asked(process, request)
        until(lambda: sum(400 <= each.get("status", 0) < 500 for each in process.log) >= len(PROBLEMS))
        statuses = [each["status"] for each in process.log if "status" in each]
        noted = (tmp_path / "games.db.log").read_text("utf-8")

    assert max(statuses) < 500
    assert "Traceback" not in noted
