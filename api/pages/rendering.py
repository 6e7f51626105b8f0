"""Renders templates as HTML, with the headers that keep foreign scripts out."""

import re
from collections.abc import Mapping
from contextvars import ContextVar
from http import HTTPStatus
from typing import Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response
from starlette.types import Receive, Scope, Send

from oathbook.api.pages.assets import ASSETS
from oathbook.api.pages.keys import is_sign, key_label
from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem
from oathbook.api.settings.roots import root_of
from oathbook.domain.kernel.player_names import looks_like
from oathbook.domain.kernel.spelling import called, capital, spaced

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content Security Policy, level 3: the page runs, styles and requests only what this service sent."""

NOTICE: Final = ContextVar("notice", default="")
"""What a page of this request says first."""

TEMPLATES: Final = Environment(
    loader=PackageLoader("oathbook.api.pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["static"] = ASSETS.address
TEMPLATES.filters["looks_like"] = looks_like
TEMPLATES.filters.update({"called": called, "capital": capital, "spaced": spaced})
TEMPLATES.filters["key"] = key_label
TEMPLATES.filters["json"] = lambda value: msgspec.json.encode(value).decode()
TEMPLATES.tests["sign"] = is_sign

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


def page(template: str, values: Mapping[str, object], status: int = 200) -> Response:
    """A page; every value is escaped as text."""
    text = TEMPLATES.get_template(template).render({"notice": NOTICE.get(), **values})
    return Page(text, status, headers={"Content-Security-Policy": POLICY})


def page_about(problem: Problem) -> Response:
    """The page for a problem, with its status and headers."""
    status, title = problem.kind.status, problem.kind.title
    says, phrase = problems.shortened(problem.detail), HTTPStatus(status).phrase
    values = {"title": title, "says": says, "phrase": phrase}
    response = page("problem.html", values, status)
    response.headers.update({"Cache-Control": "no-store", **problem.headers})
    return response
