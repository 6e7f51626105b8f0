"""Bytes sent to a service over sockets of our own, by clients that are slow, silent, or gone."""

import socket
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from io import BufferedReader
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.processes import PATIENCE
from tests.support.serving import Process

LITTLE: Final = 4_096
"""Bytes that a socket takes before its reader has to read."""


class Response(NamedTuple):
    """What came back over a wire."""

    status: int
    headers: dict[str, str]
    body: bytes


@contextmanager
def connected(process: Process, *, room: int | None = None, source: str = "") -> Generator[socket.socket]:
    """A connection from an address; ``room`` is how much may wait there to be read."""
    host, _, port = process.address.removeprefix("http://").partition(":")
    with socket.socket() as connection:
        connection.settimeout(PATIENCE)
        if room is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        connection.bind((source, 0))
        connection.connect((host, int(port)))
        yield connection


def first_lines(method: str, path: str, **headers: str) -> bytes:
    """The first lines of a request; a header's name has _ for -."""
    lines = [
        f"{method} {path} HTTP/1.1",
        "Host: localhost",
        *(f"{name.replace('_', '-')}: {headers[name]}" for name in headers),
    ]
    return "\r\n".join([*lines, "", ""]).encode("latin-1")


def response(connection: socket.socket) -> Response:
    """The response."""
    return responses(connection, 1)[0]


def responses(connection: socket.socket, count: int) -> list[Response]:
    """So many responses, one behind the other."""
    with connection.makefile("rb") as file:
        return [_read(file) for _ in range(count)]


def _read(file: BufferedReader) -> Response:
    """A response, which has a length or ends with the connection."""
    status = int(file.readline().split()[1])
    headers = dict(_headers(file))
    length = headers.get("content-length")
    return Response(status, headers, file.read() if length is None else file.read(int(length)))


def _headers(file: BufferedReader) -> Iterator[tuple[str, str]]:
    for line in file:
        if line == b"\r\n":
            return
        name, _, value = line.decode("latin-1").partition(":")
        yield name.lower(), value.strip()


def asked(process: Process, request: bytes) -> Response:
    """The response to these bytes, over a connection of their own."""
    with connected(process) as connection:
        connection.sendall(request)
        return response(connection)


@contextmanager
def streams(process: Process, game: str, count: int, *, room: int | None = None) -> Generator[list[socket.socket]]:
    """So many event streams of a game, each begun: the first bytes of it have come, and nothing more is read."""
    with ExitStack() as held:
        opened: list[socket.socket] = []
        for _ in range(count):
            connection = held.enter_context(connected(process, room=room))
            connection.sendall(first_lines("GET", f"/v1/games/{game}/stream", Accept="text/event-stream"))
            assert connection.recv(LITTLE).startswith(b"HTTP/1.1 200")
            opened.append(connection)
        yield opened


def memory_of(process: Process) -> float:
    """Megabytes of a process that are in memory."""
    for line in Path(f"/proc/{process.pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1_024
    raise AssertionError


def figure(text: str, name: str) -> float:
    """A figure out of what ``/metrics`` says."""
    return next(float(line.split()[1]) for line in text.splitlines() if line.startswith(f"{name} "))


def until(enough: Callable[[], bool]) -> None:
    """Wait for something that is to come soon."""
    patience = time.monotonic() + PATIENCE
    while not enough():
        assert time.monotonic() < patience
        time.sleep(0.01)
