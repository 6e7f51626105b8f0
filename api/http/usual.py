"""Routes that are asked all the time: their usual requests are read here, all others by FastAPI, which takes longer."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, TypeVar

from fastapi.routing import APIRoute
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from api.service import Service

R = TypeVar("R", bound=Callable[..., Any])
Reader = Callable[["Usual"], Awaitable[Response | None]]
"""Answers a usual request, or gives nothing back where a field is not as usual."""

LONGEST: Final = {b"authorization": 200, b"if-match": 40, b"idempotency-key": 200}
"""The headers that are read here, and how long they may be."""

LONGEST_ID: Final = 64

_READERS: Final[dict[Callable[..., Any], Reader]] = {}


class Usual(Struct, frozen=True):
    """A request about a game without a query, with each header at most once and none of them too long."""

    request: Request
    service: Service
    game: str
    authorization: str | None
    if_match: str | None
    idempotency_key: str | None


def read_by(reader: Reader) -> Callable[[R], R]:
    """Have the reader answer what is usual; the endpoint stays what FastAPI documents and falls back on."""

    def noted(endpoint: R) -> R:
        _READERS[endpoint] = reader
        return endpoint

    return noted


class UsualRoute(APIRoute):
    """A route that asks its endpoint's reader first, if it has one.

    The reader refuses nothing that is wrong with a field: FastAPI does, in its own words.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The two, one after the other."""
        whole, reader = super().get_route_handler(), _READERS.get(self.endpoint)
        if reader is None:
            return whole

        async def handled(request: Request) -> Response:
            usual = _usual(request)
            answered = None if usual is None else await reader(usual)
            return await whole(request) if answered is None else answered

        return handled


def _usual(request: Request) -> Usual | None:
    scope = request.scope
    game: str = scope["path_params"]["game"]
    if scope["query_string"] or len(game) > LONGEST_ID:
        return None
    found: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in LONGEST:
            if name in found or not 0 < len(value) <= LONGEST[name]:
                return None
            found[name] = value.decode("latin-1")
    return Usual(
        *(request, scope["app"].state.service, game),
        *(found.get(name) for name in LONGEST),
    )
