"""Renders templates as HTML, with the headers that keep foreign scripts out."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final

import msgspec
from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, Response

from api.pages.assets import ASSETS
from api.pages.keys import is_sign, key_label
from api.schemas import problems
from api.schemas.problems import Problem
from domain.kernel.spelling import called, capital, spaced

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Content Security Policy, level 3: the page runs, styles and requests only what this service sent."""

TEMPLATES: Final = Environment(
    loader=PackageLoader("api.pages"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters["static"] = ASSETS.address
TEMPLATES.filters.update({"called": called, "capital": capital, "spaced": spaced})
TEMPLATES.filters["key"] = key_label
TEMPLATES.filters["json"] = lambda value: msgspec.json.encode(value).decode()
TEMPLATES.tests["sign"] = is_sign


def page(template: str, values: Mapping[str, object], status: int = 200) -> Response:
    """A page; every value is escaped as text."""
    text = TEMPLATES.get_template(template).render(values)
    return HTMLResponse(text, status, headers={"Content-Security-Policy": POLICY})


def page_about(problem: Problem) -> Response:
    """The page for a problem, with its status and headers."""
    status, title = problem.kind.status, problem.kind.title
    says, phrase = problems.shortened(problem.detail), HTTPStatus(status).phrase
    values = {"title": title, "says": says, "phrase": phrase}
    response = page("problem.html", values, status)
    response.headers.update({"Cache-Control": "no-store", **problem.headers})
    return response
