"""The middlewares of the service."""

from collections.abc import Callable, Sequence
from typing import Final
from urllib.parse import parse_qsl

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import NOTHING_HERE, VERSIONED, problem_response
from oathbook.api.http.responses import GZIP, takes_gzip
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem


class ConcurrencyLimit:
    """Answers 503 while ``most`` requests are running; idle connections do not count."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        self._app = app
        self._most = most
        self._running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._running >= self._most:
            busy = HttpProblem(problems.BUSY, f"{self._most} requests are being answered", headers={"Retry-After": "1"})
            await problem_response(scope, busy)(scope, receive, send)
            return
        self._running += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._running -= 1


KEY_PARAMETERS: Final = frozenset({"key", "access_token", "authorization"})
"""Parameters by which other services take a key; RFC 6750 names the second."""

NO_KEYS_IN_URLS: Final = "never put a key into an address; send it as Authorization: Bearer …"


class Guard:
    """Answers a request with the problem that ``find_problem`` returns, or passes it on."""

    def __init__(self, app: ASGIApp, *, find_problem: Callable[[Scope], HttpProblem | None]) -> None:
        self._app = app
        self._find_problem = find_problem

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        problem = self._find_problem(scope) if scope["type"] == "http" else None
        await (self._app if problem is None else problem_response(scope, problem))(scope, receive, send)


def key_in_url(scope: Scope) -> HttpProblem | None:
    """Returns 422 for a key in the query of an address for programs, which would answer as if none had been sent."""
    if not scope["query_string"] or not scope["path"].startswith(VERSIONED):
        return None
    names = {name.lower() for name, _ in parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)}
    name = min(KEY_PARAMETERS & names, default="")
    if not name:
        return None
    fields = [{"field": f"query.{name}", "says": NO_KEYS_IN_URLS}]
    return HttpProblem(problems.INVALID, f"query.{name}: {NO_KEYS_IN_URLS}", fields=fields)


FOR_OPERATORS: Final = frozenset({"/healthz", "/readyz", "/metrics"})


def wrong_port(scope: Scope, *, port: int) -> HttpProblem | None:
    """Returns 404 unless the operator's addresses, and only these, are requested at this port."""
    requested = (scope.get("server") or ("", None))[1]
    return NOTHING_HERE if (requested == port) != (scope["path"] in FOR_OPERATORS) else None


GZIP_LEVEL: Final = 5  # of 1 to 9: higher levels take twice the time and save little
SMALLEST: Final = 500  # bytes of the shortest answer that is compressed

INLINE: Final = 32 * 1024
"""Bytes from which on an answer is compressed in a thread: it takes a millisecond."""

ACCEPT_ENCODING: Final = b"accept-encoding"


class GzipResponses:
    """Sends answers as gzip to clients that accept it (RFC 9110, section 12.5.3).

    Event streams stay as they are; of an answer in lines, each line is sent at once.
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
"""How the addresses begin that pages of other origins may read. Our pages are not among them: they know keys."""

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
    """Lets pages of these origins call the addresses for programs; there are no cookies."""

    def __init__(self, app: ASGIApp, *, origins: Sequence[str]) -> None:
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
        """Passes a request on, with CORS headers if it is for programs."""
        is_open = scope["type"] == "http" and scope["path"].startswith(FOR_PROGRAMS)
        await (self._open if is_open else self._app)(scope, receive, send)
