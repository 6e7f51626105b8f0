"""A route for programs, which is strict about query parameters and media types."""

from collections.abc import Callable, Coroutine
from difflib import get_close_matches
from typing import Any

from fastapi.datastructures import DefaultPlaceholder
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from fastapi.params import Query
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from oathbook.api.http.responses import must_accept
from oathbook.api.schemas.shapes import JSON


class ApiRoute(APIRoute):
    """Refuses unknown query parameters by name (422), and media types that it does not have (406)."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Returns the handler with these two checks before it."""
        handler = super().get_route_handler()
        parameters = sorted(
            {each.alias for each in get_flat_params(self.dependant) if isinstance(each.field_info, Query)}
        )
        media_types = _media_types(self)

        async def checked(request: Request) -> Response:
            unknown = [each for each in request.query_params if each not in parameters]
            if unknown:
                raise RequestValidationError([_no_parameter(each, parameters) for each in unknown])
            must_accept(request, media_types)
            return await handler(request)

        return checked


def _media_types(route: APIRoute) -> tuple[str, ...]:
    """Returns the media types of a route's answers."""
    named = {form for response in route.responses.values() for form in response.get("content", {})}
    own = None if isinstance(route.response_class, DefaultPlaceholder) else route.response_class.media_type
    return tuple(sorted({*named, own or JSON}))


def _no_parameter(name: str, parameters: list[str]) -> dict[str, object]:
    meant = get_close_matches(name, parameters, n=1)
    says = f"did you mean {meant[0]}?" if meant else f"this address takes {', '.join(parameters) or 'none'}"
    return {"type": "extra_forbidden", "loc": ("query", name), "msg": f"there is no such parameter; {says}"}
