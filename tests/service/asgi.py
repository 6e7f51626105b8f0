"""Requests to an application without a socket between, so that a stream that never ends can be read in part."""

import asyncio
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote, urlencode

from fastapi import FastAPI
from msgspec import Struct
from starlette.types import Message, Scope

from oathbook.domain.recording.format.cleartext import value_text

JSON: Final = {"content-type": "application/json"}
Enough = Callable[[bytes], bool]
"""Whether what has come so far is all that is wanted."""


class Ask(Struct, frozen=True):
    """A request; ``operation`` is its route as the OpenAPI document names it."""

    operation: str
    path: str
    query: dict[str, str] = {}
    headers: dict[str, str] = {}
    body: bytes | None = None
    enough: Enough | None = None

    @property
    def method(self) -> str:
        """The method, which the operation begins with."""
        return self.operation.partition(" ")[0]


class Reply(Struct, frozen=True):
    """What came back, as it came."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


def get(route: str, path: str, headers: dict[str, str] | None = None, /, **query: object) -> Ask:
    """A GET of a route; what is to be asked is given by name, ``as_`` and ``from_`` for those that are words here."""
    return Ask(f"GET {route}", path, _query(query), headers or {})


def post(route: str, path: str, body: object, headers: dict[str, str] | None = None, /, **query: object) -> Ask:
    """A POST of a value as JSON."""
    return Ask(f"POST {route}", path, _query(query), JSON | (headers or {}), value_text(body))


def _query(given: dict[str, object]) -> dict[str, str]:
    return {name.rstrip("_"): str(value) for name, value in given.items()}


async def answered(app: FastAPI, ask: Ask, gone: asyncio.Event | None = None) -> Reply:
    """Ask an application, and go away when ``gone`` is set, or when what the request calls enough has come."""
    left, gone = [ask.body or b""], gone or asyncio.Event()
    starts: list[Message] = []
    parts = bytearray()

    async def receive() -> Message:
        if left:
            return {"type": "http.request", "body": left.pop(), "more_body": False}
        await gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            starts.append(message)
        parts.extend(message.get("body", b""))
        if ask.enough is not None and ask.enough(bytes(parts)):
            gone.set()

    await app(_scope(ask), receive, send)
    (start,) = starts
    headers = tuple((name.decode(), value.decode()) for name, value in start["headers"])
    return Reply(start["status"], headers, bytes(parts))


def _scope(ask: Ask) -> Scope:
    headers: dict[str, Any] = {"host": "test", **ask.headers}
    if ask.body is not None:
        headers["content-length"] = len(ask.body)
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": ask.method,
        "scheme": "http",
        "path": ask.path,
        "raw_path": quote(ask.path).encode(),
        "query_string": urlencode(ask.query).encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), str(value).encode()) for name, value in headers.items()],
        "client": ("127.0.0.1", 1),
        "server": ("test", 80),
    }
