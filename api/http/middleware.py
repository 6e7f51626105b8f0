"""What every request goes through besides the routes: a class for each thing that is done to it."""

from collections.abc import Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import VERSIONED, problem_response
from oathbook.api.http.responses import GZIP, takes_gzip
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem


class ConcurrencyLimit:
    """Answers 503 while ``most`` requests are under way. Connections that ask for nothing do not count."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        self._app = app
        self._most = most
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._under_way >= self._most:
            busy = HttpProblem(problems.BUSY, f"{self._most} requests are being answered", headers={"Retry-After": "1"})
            await problem_response(scope, busy)(scope, receive, send)
            return
        self._under_way += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way -= 1


KEY_PARAMETERS: Final = frozenset({"key", "access_token", "authorization"})
"""Parameters by which others take a key; RFC 6750 names the second."""

NO_KEYS_IN_URLS: Final = "never put a key into an address; send it as Authorization: Bearer …"


class RejectKeysInUrls:
    """Answers 422 where a key was to stand in an address for programs, rather than as if none had been sent."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http" and scope["query_string"] and scope["path"].startswith(VERSIONED):
            named = _key_in(scope["query_string"])
            if named:
                fields = [{"field": f"query.{named}", "says": NO_KEYS_IN_URLS}]
                refused = HttpProblem(problems.INVALID, f"query.{named}: {NO_KEYS_IN_URLS}", fields=fields)
                await problem_response(scope, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _key_in(query: bytes) -> str:
    """The parameter that was to be a key; nothing where there is none."""
    names = {name.lower() for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)}
    return min(KEY_PARAMETERS & names, default="")


FOR_OPERATORS: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class OperationsPort:
    """Answers what is for the operator at one port alone, and there nothing else: 404."""

    def __init__(self, app: ASGIApp, *, port: int) -> None:
        """Wrap the app; this is the operator's port."""
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http":
            came_to = scope.get("server") or ("", None)
            if (came_to[1] == self._port) != (scope["path"] in FOR_OPERATORS):
                nowhere = HttpProblem(problems.NO_ADDRESS, "there is nothing at this address")
                await problem_response(scope, nowhere)(scope, receive, send)
                return
        await self._app(scope, receive, send)


GZIP_LEVEL: Final = 5  # of 1 to 9: above it an answer takes twice the time, and hardly gets shorter
SMALLEST: Final = 500  # bytes of the shortest answer that is worth it

INLINE: Final = 32 * 1024
"""Bytes from which on an answer is compressed in a thread, as others would wait a millisecond for it."""

ACCEPT_ENCODING: Final = b"accept-encoding"


class GzipResponses:
    """Sends answers as gzip to clients that take it (RFC 9110, section 12.5.3).

    Event streams stay as they are, and of an answer in lines each line is sent as soon as it is there.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._zipped = GZipMiddleware(app, SMALLEST, GZIP_LEVEL, INLINE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on with Accept-Encoding reduced to ``gzip``, or removed."""
        if scope["type"] != "http":
            await self._plain(scope, receive, send)
            return
        takes = takes_gzip(Request(scope))
        others = [each for each in scope["headers"] if each[0] != ACCEPT_ENCODING]
        scope["headers"] = (
            [*others, (ACCEPT_ENCODING, GZIP.encode())] if takes else others
        )  # in place: the log has its route
        await (self._zipped if takes else self._plain)(scope, receive, send)


FOR_PROGRAMS: Final = ("/v1/", "/log/", "/openapi.json")
"""How the addresses begin that pages of others may read. Our pages are not among them: they know keys."""

REQUEST_HEADERS: Final = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
)
RESPONSE_HEADERS: Final = ("ETag", "Location", "Oathbook-Receipt", "Retry-After", "X-Request-Id")
PREFLIGHT_SECONDS: Final = 600  # seconds for which a browser need not ask again


class CrossOriginAccess:
    """Lets pages of these origins call what is for programs; no cookie is involved, for there is none."""

    def __init__(self, app: ASGIApp, *, origins: Sequence[str]) -> None:
        """Wrap the app; the origins are those of ``origins_in``."""
        self._app = app
        self._open = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "HEAD", "POST"),
            allow_headers=REQUEST_HEADERS,
            expose_headers=RESPONSE_HEADERS,
            max_age=PREFLIGHT_SECONDS,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        is_open = scope["type"] == "http" and scope["path"].startswith(FOR_PROGRAMS)
        await (self._open if is_open else self._app)(scope, receive, send)
