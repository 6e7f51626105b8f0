"""Addresses have no keys: they are kept in histories and logs, and passed on."""

from typing import Final
from urllib.parse import parse_qsl

from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.http.error_handlers import VERSIONED, told
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem

KEYS: Final = frozenset({"key", "access_token", "authorization"})
"""Parameters by which others take a key; RFC 6750 names the second."""

SAYS: Final = "never put a key into an address; send it as Authorization: Bearer …"


class Keyless:
    """Answers 422 where a key was to stand in an address for programs, rather than as if none had been sent."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap the app."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it."""
        if scope["type"] == "http" and scope["query_string"] and scope["path"].startswith(VERSIONED):
            named = _key_in(scope["query_string"])
            if named:
                fields = [{"field": f"query.{named}", "says": SAYS}]
                refused = Problem(problems.INVALID, f"query.{named}: {SAYS}", fields=fields)
                await told(scope, refused)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _key_in(query: bytes) -> str:
    """The parameter that was to be a key; nothing where there is none."""
    names = {name.lower() for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)}
    return min(KEYS & names, default="")
