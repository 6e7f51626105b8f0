"""Connections: those that say nothing are closed in time, and no address can hold all of them."""

import asyncio
import sys
from collections import Counter, defaultdict
from http import HTTPStatus
from importlib.util import find_spec
from itertools import chain
from typing import Any, Final, cast

import h11
from msgspec import Struct
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from oathbook.api.http.addresses import holder_of, is_among
from oathbook.api.http.error_handlers import problem_json
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.settings.address_lists import Networks
from oathbook.domain.errors import BadRecord

MOST_CORKED: Final = 64 * 1024  # bytes that wait for the end of a turn

UNREAD_FACTOR: Final = 6
"""A client that reads nothing of what waits for it for so many times as long as a head may take is gone."""


class ConnectionLimits(Struct, frozen=True):
    """How long a head may take, how many connections an address may have, and whose connections are not counted."""

    head_seconds: float
    most_each: int
    proxies: Networks = ()


class Connections:
    """The open connections of each address, and those of them on which no request is being answered."""

    def __init__(self, patience: ConnectionLimits, root: str = "") -> None:
        """None is open yet; ``root`` is the path below which clients find the service."""
        self.patience = patience
        self.root = root
        self._open: Counter[str] = Counter()
        self._idle: defaultdict[str, dict[Connection, None]] = defaultdict(dict)

    def add(self, connection: "Connection") -> None:
        """Count one more. If its address has too many, one gives way.

        It is the oldest that has never asked for anything, or else the oldest that is idle, or else this one.
        """
        holder = connection.holder
        if holder is None:
            return
        self._open[holder] += 1
        if self._open[holder] > self.patience.most_each:
            idle = [each for each in self._idle[holder] if each is not connection]
            unused = (each for each in idle if each.request is None)
            next(chain(unused, idle, (connection,))).give_way()

    def mark_idle(self, connection: "Connection") -> None:
        """A connection is idle: it waits for a request."""
        if connection.holder is not None:
            self._idle[connection.holder][connection] = None

    def mark_busy(self, connection: "Connection") -> None:
        """A connection is idle no more."""
        if connection.holder is not None:
            self._idle[connection.holder].pop(connection, None)

    def remove(self, connection: "Connection") -> None:
        """Forget one."""
        holder = connection.holder
        if holder is None:
            return
        self.mark_busy(connection)
        self._open[holder] -= 1
        if not self._open[holder]:
            del self._open[holder], self._idle[holder]


class CorkedTransport:
    """A transport that sends what is written in one turn of the loop together, so that a client reads it at once.

    Uvicorn writes the head of an answer and its body apart.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._parts: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        """Everything else is the transport's own."""
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send it with what else is written in this turn, or at once what has become much."""
        if not self._parts:
            self._loop.call_soon(self._send)
        self._parts.append(data)
        self._size += len(data)
        if self._size > MOST_CORKED:
            self._send()

    def close(self) -> None:
        """Send what was written, and close."""
        self._send()
        self._transport.close()

    def _send(self) -> None:
        parts, self._parts, self._size = self._parts, [], 0
        if parts and not self._transport.is_closing():  # the client may have gone since
            self._transport.write(b"".join(parts))


class Connection(H11Protocol):
    """Uvicorn's HTTP/1.1, which has a limit for the time between requests but none for a head.

    The head of a request must be there in time: counted from when the connection was opened, or from its first byte.
    What waits to be read must be read on, at whatever pace.
    """

    def __init__(self, connections: Connections, *args: Any, **kwargs: Any) -> None:
        """Be one of these connections; the rest is uvicorn's."""
        super().__init__(*args, **kwargs)
        self._all = connections
        self._deadline: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self.holder: str | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Begin to wait for the first request."""
        super().connection_made(cast("asyncio.Transport", CorkedTransport(transport, self.loop)))
        if self.client is not None and not is_among(self.client[0], self._all.patience.proxies):
            self.holder = holder_of(self.client[0])
        self._start_deadline()
        self._all.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._cancel_deadline()
        self._cancel_reading_check()
        self._all.remove(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; what is no head yet does not put off its deadline."""
        super().data_received(data)
        if self._is_answering:
            self._cancel_deadline()
        elif not self.transport.is_closing():
            self._start_deadline()

    def pause_writing(self) -> None:
        """Much of an answer waits for its client, who must read on."""
        super().pause_writing()
        self._check_reading(None)

    def resume_writing(self) -> None:
        """The client has read on."""
        super().resume_writing()
        self._cancel_reading_check()

    def on_response_complete(self) -> None:
        """Wait for the next request: as long as uvicorn lets a connection be silent, then for its head."""
        super().on_response_complete()
        if not (self._is_answering or self.transport.is_closing()):
            self._all.mark_idle(self)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request as everything is answered: with a problem."""
        self._reject(HttpProblem(problems.KIND_BY_CLASS[BadRecord], msg))

    def give_way(self) -> None:
        """Close, because there are too many."""
        self._all.mark_busy(self)
        self.transport.close()

    @property
    def request(self) -> RequestResponseCycle | None:
        """The last request, if there was one."""
        return self.cycle

    @property
    def _is_answering(self) -> bool:
        return self.request is not None and not self.request.response_complete

    def _start_deadline(self) -> None:
        self._all.mark_idle(self)
        if self._deadline is None:
            self._deadline = self.loop.call_later(self._all.patience.head_seconds, self._time_out)

    def _cancel_deadline(self) -> None:
        self._all.mark_busy(self)
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _check_reading(self, left: int | None) -> None:
        """Close where nothing was read since so many bytes were left, and look again later otherwise."""
        now = self.transport.get_write_buffer_size() + _unsent_bytes(self.transport)
        if now == left:
            self.transport.abort()
        else:
            later = UNREAD_FACTOR * self._all.patience.head_seconds
            self._patience = self.loop.call_later(later, self._check_reading, now)

    def _cancel_reading_check(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _time_out(self) -> None:
        """Close; a client that has begun a head is told why."""
        begun, _ = self.conn.trailing_data
        if begun and self.conn.our_state is h11.IDLE and not self.transport.is_closing():
            seconds = self._all.patience.head_seconds
            self._reject(HttpProblem(problems.NO_HEAD, f"the head did not arrive within {seconds:g} s"))
        else:
            self.transport.close()

    def _reject(self, problem: HttpProblem) -> None:
        """Answer with a problem, where no answer has begun, and close."""
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.close()
            return
        response = problem_json(problem, self._all.root)
        head = h11.Response(
            status_code=response.status_code,
            headers=[*response.raw_headers, (b"connection", b"close")],
            reason=HTTPStatus(response.status_code).phrase.encode(),
        )
        for each in (head, h11.Data(data=bytes(response.body)), h11.EndOfMessage()):
            self.transport.write(self.conn.send(each) or b"")
        self.transport.close()


def _unsent_bytes(transport: asyncio.Transport) -> int:
    """Bytes that the system holds for a client: it asks for more only when a third of its room is free again."""
    if find_spec("termios") is None:  # some systems have none
        return 0
    import fcntl  # noqa: PLC0415  # as above
    import termios  # noqa: PLC0415  # as above

    held = fcntl.ioctl(transport.get_extra_info("socket").fileno(), termios.TIOCOUTQ, bytes(4))
    return int.from_bytes(held, sys.byteorder)
