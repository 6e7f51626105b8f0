"""Answers every exception with a problem: to programs as JSON, to people as a page."""

import re
import sqlite3
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, Final

import structlog
from eventsourcing.persistence import PersistenceError
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Scope

from oathbook.api.http.addresses import address_of
from oathbook.api.http.responses import prefers_pages
from oathbook.api.schemas import problems
from oathbook.api.schemas.lines import AS_LINE, AS_OBJECT
from oathbook.api.schemas.problems import MEDIA_TYPE, REGISTRY, HttpProblem, shorten
from oathbook.api.settings.roots import root_of
from oathbook.domain import errors
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.projections.log_reader import LogUnavailable

VERSIONED: Final = "/v1/"  # below it nobody expects a page

STREAM: Final = re.compile(r"/v1/games/[^/]+/stream")

NOTHING_HERE: Final = HttpProblem(problems.NO_ADDRESS, "there is nothing at this address")
MOST_FIELDS: Final = 20  # fields that are named; a body may be wrong in thousands of places


def problem_response(scope: Scope, problem: HttpProblem) -> Response:
    """Returns a problem as a page if the caller prefers one and the address is not for programs, else as JSON."""
    if not scope["path"].startswith(VERSIONED) and prefers_pages(Request(scope)):
        page: Callable[[HttpProblem], Response] = scope["app"].state.page_about
        return page(problem)
    return problem_json(problem, root_of(scope))


def install(app: FastAPI) -> None:
    """Installs these handlers in an app."""
    app.add_exception_handler(HttpProblem, _handle_problem)
    for known in (errors.Refused, errors.StoreFull, errors.StoreReadOnly, errors.ClosedForWriting):
        app.add_exception_handler(known, _handle_known)
    app.add_exception_handler(RequestValidationError, _handle_invalid)
    app.add_exception_handler(HTTPException, _handle_http)
    for each in (sqlite3.Error, PersistenceError, errors.StoreUnavailable, LogUnavailable):
        app.add_exception_handler(each, _handle_unavailable)


async def _handle_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HttpProblem)
    if problem.kind is problems.WRONG_KEY:
        problem = _count_wrong_key(request, problem)
    return problem_response(request.scope, problem)


def _count_wrong_key(request: Request, wrong_key: HttpProblem) -> HttpProblem:
    """Returns the problem or, after too many wrong keys of an address, ``too-many-requests``."""
    try:
        request.app.state.limiter.take("wrong-keys", address_of(request.scope))
    except HttpProblem as too_many:
        return too_many
    return wrong_key


async def _handle_known(request: Request, problem: Exception) -> Response:
    if isinstance(problem, errors.ClosedForWriting | errors.CorruptRecord | errors.StoreFull):
        structlog.get_logger().error("fault", kind=type(problem).__name__, says=str(problem))
    return problem_response(request.scope, problems.from_exception(problem))


async def _handle_invalid(request: Request, problem: Exception) -> Response:
    """Names the fields and what is wrong with them, never their values: these may be binary, too long, or secret."""
    assert isinstance(problem, RequestValidationError)
    wrong = problem.errors()[:MOST_FIELDS]
    fields = [
        {
            "field": ".".join(_location_part(part) for part in each["loc"] if part not in {AS_LINE, AS_OBJECT}),
            "says": _validation_message(each),
        }
        for each in wrong
    ]
    detail = "; ".join(f"{each['field']}: {each['says']}" for each in fields[:3])
    return problem_response(request.scope, HttpProblem(problems.INVALID, detail, fields=fields))


def _validation_message(wrong: Mapping[str, Any]) -> str:
    """Returns pydantic's message, or our own without its prefix; of an unknown tag one that does not repeat the tag."""
    if wrong["type"] == "union_tag_invalid":
        return f"Input should be one of {wrong['ctx']['expected_tags']}"
    return str(wrong["msg"]).removeprefix("Value error, ")


def _location_part(part: object) -> str:
    """Returns a part of a field's path as ASCII: the client may have sent anything as a name."""
    return str(part).encode("ascii", "backslashreplace").decode()[:40]


async def _handle_http(request: Request, problem: Exception) -> Response:
    """Answers what FastAPI itself refuses: an unknown address, or a wrong method."""
    assert isinstance(problem, HTTPException)
    if problem.status_code == problems.NO_ADDRESS.status:
        return problem_response(request.scope, NOTHING_HERE)
    if problem.status_code == problems.NO_METHOD.status:
        allowed = ", ".join(_methods(request))
        refused = HttpProblem(problems.NO_METHOD, f"this address takes {allowed}", headers={"Allow": allowed})
        return problem_response(request.scope, refused)
    status = HTTPStatus(problem.status_code)
    kind = problems.ProblemKind(status.phrase.lower().replace(" ", "-"), status.value, status.phrase)
    return problem_response(request.scope, HttpProblem(kind, str(problem.detail), headers=problem.headers))


def _methods(request: Request) -> list[str]:
    """Returns the methods that the routes at an address take (RFC 9110, section 10.2.1)."""
    routes = request.app.routes
    return [
        method
        for method, asked in (("GET", "GET"), ("HEAD", "GET"), ("POST", "POST"))
        if any(route.matches({**request.scope, "method": asked})[0] == Match.FULL for route in routes)
        and (method != "HEAD" or takes_head(request.scope["path"]))
    ]


def takes_head(path: str) -> bool:
    """Returns whether an address takes HEAD; an event stream does not, as it would never end."""
    return STREAM.fullmatch(path) is None


async def _handle_unavailable(request: Request, problem: Exception) -> Response:
    structlog.get_logger().error("fault", kind=type(problem).__name__)
    says = (
        "the database cannot be asked now; what was acknowledged is safe. "
        "Send the request again, with the same Idempotency-Key where it had one"
    )
    return problem_response(request.scope, HttpProblem(problems.UNAVAILABLE, says, headers={"Retry-After": "2"}))


def problem_json(problem: HttpProblem, root: str = "") -> Response:
    """Returns a problem as JSON (RFC 9457); its type is an address on this host, below ``root``."""
    kind = problem.kind
    body: dict[str, Any] = {
        "type": f"{root}{REGISTRY}#{kind.name}",
        "title": kind.title,
        "status": kind.status,
        "detail": shorten(problem.detail),
        **problem.more,
    }
    headers = {"Cache-Control": "no-store", **problem.headers}
    return Response(value_text(body), kind.status, headers=headers, media_type=MEDIA_TYPE)
