"""Faster routes for frequent requests; FastAPI answers requests that are not of the usual form."""

from collections.abc import Awaitable, Callable
from typing import Final

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from oathbook.api.service import Service

LONGEST: Final = {b"authorization": 200, b"if-match": 40, b"idempotency-key": 200}
"""The headers that are read here, and their greatest lengths."""

LONGEST_ID: Final = 64

ACCEPTED: Final = {b"*/*", b"application/json"}  # what a usual request may accept


class Usual(Struct, frozen=True):
    """A request about a game without a query, with each header at most once and none of them too long."""

    request: Request
    service: Service
    game: str
    authorization: str | None
    if_match: str | None
    idempotency_key: str | None


class UsualRoute(Route):
    """A route that takes usual requests before FastAPI's own route at the same address does.

    Its reader refuses as FastAPI's route does. It leaves requests with a header or an id that FastAPI refuses.
    """

    def __init__(self, method: str, path: str, reader: Callable[[Usual], Awaitable[Response]]) -> None:
        """``reader`` answers the requests; the path has a ``{game}``."""

        async def answered(request: Request) -> Response:
            scope = request.scope
            found: dict[bytes, str] = scope["usual"]
            service, game = scope["app"].state.service, scope["path_params"]["game"]
            return await reader(Usual(request, service, game, *map(found.get, LONGEST)))

        super().__init__(path, answered, methods=[method], include_in_schema=False)
        self._method = method

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Matches a usual request, and adds its headers to the scope."""
        if scope["type"] == "http" and scope["method"] == self._method and not scope["query_string"]:
            match, child = super().matches(scope)
            if match is Match.FULL and len(child["path_params"]["game"]) <= LONGEST_ID:
                found = _read(scope["headers"])
                if found is not None:
                    return match, {**child, "usual": found, "route": self}
        return Match.NONE, {}


def _read(headers: list[tuple[bytes, bytes]]) -> dict[bytes, str] | None:
    """Returns these headers of a request, or None if one of them is not usual."""
    found: dict[bytes, str] = {}
    for name, value in headers:
        if name == b"accept" and value not in ACCEPTED:
            return None
        if name in LONGEST:
            if name in found or not 0 < len(value) <= LONGEST[name]:
                return None
            found[name] = value.decode("latin-1")
    return found
