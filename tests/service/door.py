"""The service called as a server calls it, without a client between that would mend what is sent."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Generator, Iterable, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from oathbook.api.app import create_app
from oathbook.api.http.bodies import StrictBodies
from oathbook.api.service import Service
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.rulesets.registry import load_registry
from tests.support.playing import Json, sources
from tests.support.serving import app_over

T = TypeVar("T")
Headers = Mapping[str, str | bytes]
JSON: Final = {"content-type": "application/json"}
LINES: Final = {"content-type": "application/x-ndjson"}


class Call(NamedTuple):
    """A request, byte for byte; ``parts`` are the pieces in which its body arrives, if it ``ends``."""

    method: str
    path: str
    body: bytes = b""
    headers: Headers = JSON
    query: bytes = b""
    parts: tuple[bytes, ...] = ()
    ends: bool = True


class Answer(NamedTuple):
    """What came back, and what a server would call a fault of the app: that it raised, or did not end its answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    fault: Exception | None
    read: int
    """Pieces of the body that the app took."""
    parts: tuple[bytes, ...]
    """The pieces in which its own body came."""

    @property
    def json(self) -> Json:
        """The body; it is JSON."""
        found: Json = json.loads(self.body)
        return found

    @property
    def problem(self) -> str:
        """The name of the problem that it is; it has the form of RFC 9457."""
        assert self.headers["content-type"] == "application/problem+json", self
        body = self.json
        assert body["status"] == self.status, self
        assert set(body) >= {"type", "title", "detail"}, self
        return str(body["type"]).removeprefix("/v1/problems#")


class PassThrough:
    """Stands in the place of ``StrictBodies`` and lets everything through."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through."""
        await self._app(scope, receive, send)


class Door:
    """The app on an event loop of its own."""

    def __init__(self, app: ASGIApp, service: Service, runner: asyncio.Runner) -> None:
        """``opened`` is the way to get here."""
        self.app = app
        self.service = service
        self._runner = runner

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something within the loop."""
        return self._runner.run(work)

    def send(self, call: Call) -> Answer:
        """The answer to a request."""
        return self.run(self.answered(call))

    def send_all(self, calls: Iterable[Call], see: Callable[[Call, Answer], object]) -> None:
        """Send one after the other, and show each with its answer."""

        async def all_of_them() -> None:
            for call in calls:
                see(call, await self.answered(call))

        self.run(all_of_them())

    async def answered(self, call: Call, *, pause: float = 0) -> Answer:
        """The answer to a request, within the loop; with a pause before each piece of its body but the first."""
        sent: list[Message] = []
        parts = call.parts or (call.body,)
        read = 0

        async def receive() -> Message:
            nonlocal read
            if read < len(parts):
                await asyncio.sleep(pause if read else 0)
                read += 1
                return {
                    "type": "http.request",
                    "body": parts[read - 1],
                    "more_body": read < len(parts) or not call.ends,
                }
            await asyncio.Event().wait()  # the client stays, and sends no more
            raise AssertionError

        async def send(message: Message) -> None:  # a server's own may wait
            sent.append(message)

        fault = None
        try:
            await self.app(scope_of(call), receive, send)
        except Exception as problem:  # noqa: BLE001  # because whatever the app raises stands in a server's log
            fault = problem
        start, *rest = sent
        if fault is None and (not rest or rest[-1].get("more_body", False)):
            fault = EOFError("the answer was not ended")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in start["headers"]}
        came = tuple(each.get("body", b"") for each in rest)
        return Answer(start["status"], headers, b"".join(came), fault, read, came)


def named(path: str) -> dict[str, str]:
    """The headers that a body has at that address."""
    return LINES if path == "/v1/records" else JSON


def scope_of(call: Call) -> dict[str, Any]:
    """What a server makes of the first lines of a request."""
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": call.method,
        "scheme": "http",
        "path": call.path,
        "raw_path": call.path.encode("utf-8", "replace"),
        "query_string": call.query,
        "root_path": "",
        "headers": [
            (name.encode("latin-1"), value if isinstance(value, bytes) else value.encode("latin-1"))
            for name, value in call.headers.items()
        ],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 80),
    }


@contextmanager
def opened(db: Path, given: Sources | None = None, *, strict: Callable[..., object] = StrictBodies) -> Generator[Door]:
    """A service on this database behind its door."""
    service = Service(db, load_registry(), given or sources("door"), address="http://test")
    made = app_over(service) if strict is StrictBodies else nullcontext(create_app(service, strict=strict))
    with made as app, asyncio.Runner() as runner:
        lifespan = app.router.lifespan_context(app)
        runner.run(lifespan.__aenter__())
        try:
            yield Door(app, service, runner)
        finally:
            runner.run(lifespan.__aexit__(None, None, None))
