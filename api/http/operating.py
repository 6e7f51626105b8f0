"""What is for the operator alone, on a port of its own."""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import told
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem

FOR_OPERATORS: Final = frozenset({"/healthz", "/readyz", "/metrics"})


class Apart:
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
                nowhere = Problem(problems.NOWHERE, "there is nothing at this address")
                await told(scope, nowhere)(scope, receive, send)
                return
        await self._app(scope, receive, send)
