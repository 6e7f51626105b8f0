"""The service as an ASGI application."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from functools import partial
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from oathbook.api.http import error_handlers, middleware
from oathbook.api.http.bodies import StrictBodies
from oathbook.api.http.metrics import RequestLog, ServiceMetrics
from oathbook.api.http.openapi.document import DescribedApi, openapi_document, operation_id_of
from oathbook.api.http.rate_limits import Limiter
from oathbook.api.http.root_path import RootPath, ambiguous_path
from oathbook.api.http.routes import (
    decisions,
    disputes,
    forms,
    games,
    keys,
    ledgers,
    letters,
    lines,
    log,
    mends,
    operations,
    options,
    promises,
    questions,
    records,
    replays,
    rulesets,
    streams,
    takebacks,
    tickets,
    tree,
)
from oathbook.api.pages import disputes as dispute_pages
from oathbook.api.pages import new_game, pictures, qr_codes, results
from oathbook.api.pages import routes as page_routes
from oathbook.api.pages.assets import ASSETS, WHERE
from oathbook.api.pages.rendering import PageNotice, problem_page
from oathbook.api.service import Service
from oathbook.api.settings.policy import Policy

VERSIONED = (
    *(
        games,
        keys,
        forms,
        decisions,
        options,
        lines,
        mends,
        promises,
        ledgers,
        log,
        replays,
        streams,
        tickets,
        records,
        questions,
        letters,
        rulesets,
    ),
    disputes,
    takebacks,
)

OPEN_POLICY: Final = Policy()

NO_TELEMETRY: Final[TelemetryConfig] = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""FastAPI would pass whole addresses, with their queries, and faults to an OpenTelemetry of this process."""


def create_app(
    service: Service,
    *,
    strict: Callable[..., object] = StrictBodies,
    policy: Policy = OPEN_POLICY,
    operations_port: int | None = None,
    root: str = "",
) -> DescribedApi:
    """Returns the application of a service, limited by the policy; it starts and closes the service.

    With an ``operations_port``, only that port serves the operator's routes. All addresses are below the ``root``.
    """
    app = DescribedApi(
        title="Oathbook",
        version=version("oathbook"),
        summary="Records tabletop games, replays them, answers questions about them and verifies them.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        generate_unique_id_function=operation_id_of,
        telemetry=NO_TELEMETRY,
    )
    app.state.policy = policy
    app.state.limiter = Limiter(policy.rates)
    app.state.page_about = problem_page
    attach_service(app, service)
    app.router.routes.extend((decisions.USUAL, options.USUAL, *replays.USUAL))
    for each in VERSIONED:
        app.include_router(each.router, prefix="/v1")
    for each in (operations, tree, new_game, page_routes, results, pictures, qr_codes, dispute_pages):
        app.include_router(each.router)
    app.mount(WHERE, ASSETS, name="static")
    error_handlers.install(app)
    _add_middlewares(app, strict, policy, operations_port, root)
    app.openapi = lambda: openapi_document(app, app.state.service.rulesets, root)  # type: ignore[method-assign]  # because FastAPI documents this way
    return app


def _add_middlewares(
    app: FastAPI, strict: Callable[..., object], policy: Policy, operations_port: int | None, root: str
) -> None:
    """Adds them from the inside out."""
    app.add_middleware(strict)  # type: ignore[arg-type]  # because a test passes one that lets everything through
    app.add_middleware(middleware.GzipResponses)
    app.add_middleware(PageNotice, says=lambda: app.state.service.log.fault)
    app.add_middleware(middleware.ConcurrencyLimit, most=policy.most_requests)
    hosts = partial(
        middleware.wrong_host, service=policy.host_names, operations=policy.operations_host_names, port=operations_port
    )
    ports = () if operations_port is None else (partial(middleware.wrong_port, port=operations_port),)
    checks = (hosts, partial(ambiguous_path, root=root), *ports, middleware.key_in_url)
    app.add_middleware(middleware.Guard, checks=checks)
    app.add_middleware(RequestLog)
    if policy.origins:
        app.add_middleware(middleware.CrossOriginAccess, origins=policy.origins)
    if root:
        app.add_middleware(RootPath, root=root)


def attach_service(app: FastAPI, service: Service) -> None:
    """Makes an application serve this service; call it while the application is not running."""
    app.state.service = service
    app.state.figures = ServiceMetrics(service)


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncGenerator[None]:
    service: Service = app.state.service
    service.start()
    try:
        yield
    finally:
        service.close()
