"""The middlewares of the service."""

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final
from urllib.parse import parse_qsl

from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import NOTHING_HERE, problem_response
from oathbook.api.http.responses import GZIP, takes_gzip
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.settings.host_names import HostNames
from oathbook.domain.recording.format.bearer_keys import key_digest


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


KEY_PARAMETERS: Final = frozenset(
    {"key", "api_key", "apikey", "access_key", "access_token", "token", "bearer", "auth", "authorization"}
)
"""Parameters by which other services take a key, with ``-`` as ``_``; RFC 6750 names ``access_token``."""

KEY_CHARACTERS: Final = 43  # of 32 bytes in base64, without its padding
_WORD: Final = re.compile(rf"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{{{KEY_CHARACTERS}}}(?![A-Za-z0-9_-])")

NO_KEYS_IN_URLS: Final = "never put a key into an address; send it as Authorization: Bearer …"


class Guard:
    """Answers a request with the first problem that one of its ``checks`` returns, or passes it on."""

    def __init__(self, app: ASGIApp, *, checks: Sequence[Callable[[Scope], HttpProblem | None]]) -> None:
        self._app = app
        self._checks = checks

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        for check in self._checks if scope["type"] == "http" else ():
            problem = check(scope)
            if problem is not None:
                await problem_response(scope, problem)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def key_in_url(scope: Scope) -> HttpProblem | None:
    """Returns 422 for a key in an address, by the name of its parameter or by its form; the key is not repeated."""
    field = _field_of_key(scope["path"], scope["query_string"].decode("latin-1"))
    if field is None:
        return None
    fields = [{"field": field, "says": NO_KEYS_IN_URLS}]
    return HttpProblem(problems.INVALID, f"{field}: {NO_KEYS_IN_URLS}", fields=fields)


def _field_of_key(path: str, query: str) -> str | None:
    """Returns where in an address a key stands, or None."""
    sent = parse_qsl(query, keep_blank_values=True) if query else []
    name = min(KEY_PARAMETERS & {name.lower().replace("-", "_") for name, _ in sent}, default="")
    if name:
        return f"query.{name}"
    if any(map(_has_key, (*chain.from_iterable(sent), query))):
        return "query"
    return "path" if _has_key(path) else None


def _has_key(text: str) -> bool:
    return any(map(key_digest, _WORD.findall(text)))


FOR_OPERATORS: Final = frozenset({"/healthz", "/readyz", "/metrics"})


def wrong_port(scope: Scope, *, port: int) -> HttpProblem | None:
    """Returns 404 unless the operator's addresses, and only these, are requested at this port."""
    requested = (scope.get("server") or ("", None))[1]
    return NOTHING_HERE if (requested == port) != (scope["path"] in FOR_OPERATORS) else None


def wrong_host(
    scope: Scope, *, service: HostNames | None, operations: HostNames | None, port: int | None
) -> HttpProblem | None:
    """Returns 421 for a ``Host`` that the service, or its ``port`` for operations, does not answer to; None is any.

    A request without one, which HTTP/1.0 allows, comes from no browser.
    """
    requested = (scope.get("server") or ("", None))[1]
    allowed = operations if port is not None and requested == port else service
    sent = (value.decode("latin-1") for name, value in scope["headers"] if name == b"host")
    if allowed is None or all(map(allowed.has, sent)):
        return None
    return HttpProblem(problems.WRONG_HOST, "Host: the service does not answer to this name; --host-name adds one")


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
