"""Asks a witness over HTTP: in bounded time, for bounded answers, at an address that the operator has named."""

import re
import socket
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Timer
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

WITHIN: Final = 10.0  # seconds for an answer, from the first look at the address to its last byte
MOST_BYTES: Final = 65_536  # of an answer
MOST_SAID: Final = 200  # characters of what is wrong, in which a witness may have put anything

_URL: Final = re.compile(r"https?://(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?(?:/[A-Za-z0-9._~-]+)*/?")


class WitnessReply(Struct, frozen=True):
    """What a witness has answered."""

    status: int
    body: bytes


class WitnessUnavailable(Exception):  # noqa: N818  # a witness that is away is no error of ours
    """There is no answer, or none that can be read; it says why."""


class WitnessClient:
    """Asks one witness, one question at a time."""

    def __init__(self, url: str, *, within: float = WITHIN) -> None:
        """A witness at an address that ``is_witness_url`` holds of."""
        parts = urlsplit(url)
        self._kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._host, self._port, self._path = parts.hostname or "", parts.port, parts.path.rstrip("/")
        self._within = within
        self._connection: HTTPConnection | None = None

    def request(self, method: str, path: str, body: bytes | None = None) -> WitnessReply:
        """The answer, whatever its status; ``WitnessUnavailable``. No redirection is followed."""
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
        """Wait no longer for the answer that is asked for now, if any is."""
        connection = self._connection
        if connection is not None and isinstance(connection.sock, socket.socket):
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)


def is_witness_url(url: str) -> bool:
    """Whether a witness can be asked there: ``http`` or ``https``, a host, perhaps a port and a path, no more."""
    try:
        return _URL.fullmatch(url) is not None and urlsplit(url).port != 0
    except ValueError:  # a port that is too large
        return False
