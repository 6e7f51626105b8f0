"""Answers in fewer bytes, for every client that can read gzip."""

from typing import Final

from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.responses import GZIP, takes_gzip

LEVEL: Final = 5
"""Of 1 to 9: above it an answer takes twice the time, and hardly gets shorter."""

SMALLEST: Final = 500
"""Bytes of the shortest answer that is worth it."""

INLINE: Final = 32 * 1024
"""Bytes from which on an answer is compressed in a thread, as others would wait a millisecond for it."""

ACCEPTED: Final = b"accept-encoding"


class Compressed:
    """Sends answers as gzip to clients that take it (RFC 9110, section 12.5.3).

    Event streams stay as they are, and of an answer in lines each line is sent as soon as it is there.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self._plain = app
        self._zipped = GZipMiddleware(app, SMALLEST, LEVEL, INLINE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through; whoever packs is told in one word, or in none, what the client said in many."""
        if scope["type"] != "http":
            await self._plain(scope, receive, send)
            return
        takes = takes_gzip(Request(scope))
        others = [each for each in scope["headers"] if each[0] != ACCEPTED]
        scope["headers"] = [*others, (ACCEPTED, GZIP.encode())] if takes else others  # in place: the log has its route
        await (self._zipped if takes else self._plain)(scope, receive, send)
