"""HTML out of templates, with the headers that keep anybody else's script out of it."""

from collections.abc import Callable, Coroutine, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from api import problems
from api.pages.keys import shown
from api.problems import Problem
from domain.errors import Refused

STATIC: Final = Path(__file__).parent / "static"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content Security Policy, level 3: nothing runs, styles or is asked for that this service did not send."""

TEMPLATES: Final = Environment(
    loader=PackageLoader("api.pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["key"] = shown


def page(template: str, values: Mapping[str, object], status: int = 200) -> Response:
    """A page; whatever stands in a value is text, whoever wrote it."""
    text = TEMPLATES.get_template(template).render(values)
    return HTMLResponse(text, status, headers={"Content-Security-Policy": POLICY})


class PageRoute(APIRoute):
    """A route that also says as a page what it cannot answer."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with a page for every refusal."""
        handler = super().get_route_handler()

        async def answered(request: Request) -> Response:
            try:
                return await handler(request)
            except Problem as problem:
                return _refused(problem)
            except Refused as refused:
                return _refused(problems.of(refused))
            except RequestValidationError:
                return _refused(Problem(problems.INVALID, "an address or a filter here is not as this page takes it"))

        return answered


def _refused(problem: Problem) -> Response:
    status, title = problem.kind.status, problem.kind.title
    says, phrase = problems.shortened(problem.detail), HTTPStatus(status).phrase
    values = {"editions": (), "title": title, "says": says, "phrase": phrase}
    return page("problem.html", values, status)
