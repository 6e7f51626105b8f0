"""Pages of others that may read the service in a browser: what the browser is told about them."""

from collections.abc import Sequence
from typing import Final

from starlette.middleware.cors import CORSMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

FOR_PROGRAMS: Final = ("/v1/", "/log/", "/openapi.json")
"""How the addresses begin that pages of others may read. Our pages are not among them: they know keys."""

SENT: Final = ("Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID")
READ: Final = ("ETag", "Location", "Oathbook-Receipt", "Retry-After", "X-Request-Id")
REMEMBERED: Final = 600
"""Seconds for which a browser need not ask again."""


class ForOrigins:
    """Lets pages of these origins call what is for programs; no cookie is involved, for there is none."""

    def __init__(self, app: ASGIApp, *, origins: Sequence[str]) -> None:
        """Wrap the app; the origins are those of ``origins_in``."""
        self._app = app
        self._open = CORSMiddleware(
            app,
            allow_origins=origins,
            allow_methods=("GET", "HEAD", "POST"),
            allow_headers=SENT,
            expose_headers=READ,
            max_age=REMEMBERED,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        is_open = scope["type"] == "http" and scope["path"].startswith(FOR_PROGRAMS)
        await (self._open if is_open else self._app)(scope, receive, send)
