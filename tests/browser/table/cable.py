"""A network connection between a browser and a service that tests can cut, or make lose answers."""

import re
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, Self
from urllib.parse import urlsplit

PIECE: Final = 65_536  # bytes

Passing = Callable[[bytes, threading.Event], bytes]


class Cable:
    """Forwards data between a browser and a service, in its own threads.

    Requests of service workers use it, too. For the browser, a cut cable is a missing network.
    """

    def __init__(self, listening: socket.socket, service: str) -> None:
        """Forwards from a listening socket to the address of a service."""
        self._listening = listening
        self._service = (urlsplit(service).hostname or "", urlsplit(service).port or 0)
        self._ends: set[socket.socket] = set()
        self._is_cut = False
        self._loses: bytes | None = None
        self._rewrites: tuple[tuple[bytes, bytes], ...] = ()
        self.address = "http://{}:{}".format(*listening.getsockname())

    @classmethod
    @contextmanager
    def open(cls, service: str) -> Generator[Self]:
        """Yields a cable to a service, and closes it at the end."""
        with socket.create_server(("127.0.0.1", 0)) as listening:
            cable = cls(listening, service)
            accepting = threading.Thread(target=cable._accept, daemon=True)
            accepting.start()
            yield cable
            cable.cut()
            listening.shutdown(socket.SHUT_RDWR)
            accepting.join()

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        self._is_cut = True
        for each in [*self._ends]:
            _end(each)

    def join(self) -> None:
        """Let everything through again."""
        self._is_cut, self._loses = False, None

    def lose_answers(self, to: bytes) -> None:
        """Drop the answers to all requests with ``to`` in their first line; the service still gets the requests."""
        self._loses = to

    def rewrite(self, *patterns: tuple[bytes, bytes]) -> None:
        """Replace patterns in requests by words that are no longer than the match; spaces fill the rest."""
        self._rewrites = patterns

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                browser, _ = self._listening.accept()
                if self._is_cut:
                    browser.close()
                    continue
                service = socket.create_connection(self._service)
                self._ends |= {browser, service}
                is_lost = threading.Event()
                for way in ((self._ask, browser, service, is_lost), (self._answer, service, browser, is_lost)):
                    threading.Thread(target=self._carry, args=way, daemon=True).start()

    def _carry(self, passing: Passing, source: socket.socket, target: socket.socket, is_lost: threading.Event) -> None:
        with suppress(OSError):
            while (piece := source.recv(PIECE)) and (passed := passing(piece, is_lost)):
                target.sendall(passed)
        for each in (source, target):
            _end(each)
            self._ends.discard(each)

    def _ask(self, piece: bytes, is_lost: threading.Event) -> bytes:
        if self._loses is not None and self._loses in piece.partition(b"\r\n")[0]:
            is_lost.set()
        for pattern, words in self._rewrites:
            piece = re.sub(pattern, partial(_in_place, words), piece)
        return piece

    def _answer(self, piece: bytes, is_lost: threading.Event) -> bytes:
        return b"" if is_lost.is_set() else piece


def _in_place(words: bytes, found: re.Match[bytes]) -> bytes:
    return words.ljust(len(found[0]))


def _end(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
