"""Asks a witness over HTTP, for bounded answers in bounded time."""

import re
import socket
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

WITHIN: Final = 10.0  # seconds for an answer, from the name lookup to the last byte
MOST_BYTES: Final = 65_536  # of an answer
MOST_SAID: Final = 200  # characters of an error, which may quote the witness

_URL: Final = re.compile(r"https?://(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")


class WitnessReply(Struct, frozen=True):
    """The answer of a witness."""

    status: int
    body: bytes


class WitnessUnavailable(Exception):  # noqa: N818  # a witness that is away is no error of ours
    """There is no answer, or an unreadable one; the message says why."""


class WitnessClient:
    """Asks one witness, one request at a time."""

    def __init__(self, url: str, *, within: float = WITHIN) -> None:
        """``url`` satisfies ``is_witness_url``; an answer must arrive ``within`` seconds."""
        parts = urlsplit(url)
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._path = parts.hostname or "", parts.port, parts.path.rstrip("/")
        self._within = within
        self._connection: HTTPConnection | None = None

    def request(self, method: str, path: str, body: bytes | None = None) -> WitnessReply:
        """Returns the answer, whatever its status; ``WitnessUnavailable``. It follows no redirection."""
        connection = self._connection = self._kind(self._host, self._port, timeout=self._within)
        late = Timer(self._within, self.cancel)
        late.daemon = True
        late.start()
        try:
            with closing(connection):
                connection.request(method, f"{self._path}{path}", body, {"Content-Type": "text/plain"})
                response = connection.getresponse()
                text = response.read(MOST_BYTES + 1)
        except (OSError, HTTPException, ValueError) as problem:
            raise WitnessUnavailable(str(problem)[:MOST_SAID] or type(problem).__name__) from None
        finally:
            late.cancel()
            self._connection = None
        if len(text) > MOST_BYTES:
            raise WitnessUnavailable(f"its answer has more than {MOST_BYTES} bytes")
        return WitnessReply(response.status, text)

    def cancel(self) -> None:
        """Stops waiting for the current answer."""
        connection = self._connection
        if connection is not None and isinstance(connection.sock, socket.socket):
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)


def is_witness_url(url: str) -> bool:
    """Returns whether this is the URL of a witness: ``http`` or ``https``, a host, perhaps a port and a path."""
    try:
        return _URL.fullmatch(url) is not None and urlsplit(url).port != 0
    except ValueError:  # a port that is too large
        return False
