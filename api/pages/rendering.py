"""Renders templates as HTML, with the headers that keep foreign scripts out."""

import re
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from http import HTTPStatus
from typing import Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from oathbook.api.pages.assets import ASSETS
from oathbook.api.pages.drawing.shapes import GLYPHS, MOTIFS
from oathbook.api.pages.keys import is_sign, key_label
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.settings.roots import root_of
from oathbook.domain.kernel import capitalise, display_name, display_seat
from oathbook.domain.kernel.player_names import latin_lookalike
from oathbook.domain.rulesets.registry import own_origin

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content Security Policy, level 3: the page runs, styles and requests only what this service sent."""

NOTICE: Final = ContextVar("notice", default="")  # what a page of this request says first

TEMPLATES: Final = Environment(
    loader=PackageLoader("oathbook.api.pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["static"] = ASSETS.address
TEMPLATES.filters["looks_like"] = latin_lookalike
TEMPLATES.filters.update({"called": display_seat, "capital": capitalise, "spaced": display_name})
TEMPLATES.filters["key"] = key_label
TEMPLATES.filters["json"] = lambda value: msgspec.json.encode(value).decode()
TEMPLATES.tests["sign"] = is_sign
TEMPLATES.globals["motifs"] = MOTIFS  # pyright: ignore[reportArgumentType]  # Jinja takes more
TEMPLATES.globals["glyphs"] = GLYPHS  # pyright: ignore[reportArgumentType]  # Jinja takes more
TEMPLATES.globals["program"] = capitalise(own_origin())  # pyright: ignore[reportArgumentType]  # Jinja takes more

_ADDRESS: Final = re.compile(rb'( (?:href|src|action|data-tells|data-root)=")(?=/)')
"""Where an address of this service begins in a page. No text of a player looks so: quotation marks are escaped."""


class Page(HTMLResponse):
    """A page whose addresses lead to where the client found the service."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        if root := root_of(scope).encode():
            self.body = _ADDRESS.sub(lambda found: found[0] + root, bytes(self.body))
            self.headers["Content-Length"] = str(len(self.body))
        await super().__call__(scope, receive, send)


def render_page(template: str, values: Mapping[str, object], status: int = 200) -> Response:
    """A page; every value is escaped as text."""
    text = TEMPLATES.get_template(template).render({"notice": NOTICE.get(), **values})
    return Page(text, status, headers={"Content-Security-Policy": POLICY})


def problem_page(problem: HttpProblem) -> Response:
    """The page for a problem, with its status and headers."""
    status, title = problem.kind.status, problem.kind.title
    says, phrase = problems.shorten(problem.detail), HTTPStatus(status).phrase
    values = {"title": title, "says": says, "phrase": phrase}
    response = render_page("problem.html", values, status)
    response.headers.update({"Cache-Control": "no-store", **problem.headers})
    return response


class PageNotice:
    """Gives the pages of a request what is to be said at their top."""

    def __init__(self, app: ASGIApp, says: Callable[[], str]) -> None:
        """Ask this for every request; nothing is said where it is empty."""
        self._app = app
        self._says = says

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with it."""
        NOTICE.set(self._says())
        await self._app(scope, receive, send)
