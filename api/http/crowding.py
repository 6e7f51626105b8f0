"""How many requests are answered at once."""

from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import told
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem


class Bounded:
    """Answers 503 while ``most`` requests are under way. Connections that ask for nothing do not count."""

    def __init__(self, app: ASGIApp, *, most: int) -> None:
        """Wrap the app."""
        self._app = app
        self._most = most
        self._under_way = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._under_way >= self._most:
            busy = Problem(problems.BUSY, f"{self._most} requests are being answered", headers={"Retry-After": "1"})
            await told(scope, busy)(scope, receive, send)
            return
        self._under_way += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._under_way -= 1
