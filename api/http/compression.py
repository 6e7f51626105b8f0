"""Answers in fewer bytes, for every client that can read gzip."""

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.http.responses import GZIP, takes_gzip

LEVEL: Final = 5
"""Of 1 to 9: above it an answer takes twice the time, and hardly gets shorter."""

SMALLEST: Final = 500
"""Bytes of the shortest answer that is worth it."""

INLINE: Final = 32 * 1024
"""Bytes from which on an answer is compressed in a thread, as others would wait a millisecond for it."""


class Compressed:
    """Sends answers as gzip to clients that take it (RFC 9110, section 12.5.3).

    Event streams stay as they are, and of an answer in lines each line is sent as soon as it is there.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self._plain = app
        self._zipped = GZipMiddleware(app, SMALLEST, LEVEL, INLINE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; the middleware is told in one word what the client said in many."""
        if scope["type"] != "http" or not takes_gzip(Request(scope)):
            await self._plain(scope, receive, send)
            return
        others = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
        scope["headers"] = [
            *others,
            (b"accept-encoding", GZIP.encode()),
        ]  # in place: the log has the route of this scope
        await self._zipped(scope, receive, send)
