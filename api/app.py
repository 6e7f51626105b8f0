"""The service as an ASGI application."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from oathbook.api.http import error_handlers
from oathbook.api.http.below import Below, OneSpelling
from oathbook.api.http.bodies import StrictBodies
from oathbook.api.http.compression import Compressed
from oathbook.api.http.crowding import Bounded
from oathbook.api.http.describing.document import described
from oathbook.api.http.describing.operations import name_of
from oathbook.api.http.keyless import Keyless
from oathbook.api.http.limiting import Limiter
from oathbook.api.http.metrics import Observed, ServiceMetrics
from oathbook.api.http.operating import Apart
from oathbook.api.http.origins import ForOrigins
from oathbook.api.http.routes import (
    decisions,
    disputes,
    games,
    keys,
    ledgers,
    letters,
    log,
    operations,
    promises,
    questions,
    records,
    replays,
    rulesets,
    streams,
    tickets,
    tree,
)
from oathbook.api.pages import disputes as dispute_pages
from oathbook.api.pages import pictures
from oathbook.api.pages import routes as page_routes
from oathbook.api.pages.assets import ASSETS, WHERE
from oathbook.api.pages.notices import Noticed
from oathbook.api.pages.rendering import page_about
from oathbook.api.service import Service
from oathbook.api.settings.policy import Policy

VERSIONED = (
    *(games, keys, decisions, promises, ledgers, log, replays, streams, tickets, records, questions, letters, rulesets),
    disputes,
)

ANYTHING: Final = Policy()

UNTRACED: Final[TelemetryConfig] = {"tracing": False, "metrics": False, "logs": False, "auto_configure": False}
"""FastAPI would tell an OpenTelemetry of this process whole addresses with what is asked in them, and faults."""


def create_app(
    service: Service,
    *,
    strict: Callable[..., object] = StrictBodies,
    policy: Policy = ANYTHING,
    operations_port: int | None = None,
    root: str = "",
) -> FastAPI:
    """The application that serves a service, to whom the policy lets in; it starts and closes the service.

    With a port for operations, what is for the operator is answered there alone. All addresses are
    below the root.
    """
    app = FastAPI(
        title="Oathbook",
        version=version("oathbook"),
        summary="Records tabletop games, replays them, answers questions about them and verifies them.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
        generate_unique_id_function=name_of,
        telemetry=UNTRACED,
    )
    app.state.policy = policy
    app.state.limiter = Limiter(policy.rates)
    app.state.page_about = page_about
    answer_for(app, service)
    app.router.routes.extend((*decisions.USUAL, *replays.USUAL))
    for each in VERSIONED:
        app.include_router(each.router, prefix="/v1")
    app.include_router(operations.router)
    app.include_router(tree.router)
    app.include_router(page_routes.router)
    app.include_router(pictures.router)
    app.include_router(dispute_pages.router)
    app.mount(WHERE, ASSETS, name="static")
    error_handlers.install(app)
    _wrap(app, strict, policy, operations_port, root)
    app.openapi = lambda: described(app, app.state.service.rulesets, root)  # type: ignore[method-assign]  # because FastAPI documents this way
    return app


def _wrap(app: FastAPI, strict: Callable[..., object], policy: Policy, operations_port: int | None, root: str) -> None:
    """Put around the routes what every request goes through, from the inside out."""
    app.add_middleware(strict)  # type: ignore[arg-type]  # because a test passes one that lets everything through
    app.add_middleware(Keyless)
    app.add_middleware(Compressed)
    app.add_middleware(Noticed, says=lambda: app.state.service.log.fault)
    app.add_middleware(Bounded, most=policy.most_requests)
    if operations_port is not None:
        app.add_middleware(Apart, port=operations_port)
    app.add_middleware(OneSpelling, root=root)
    app.add_middleware(Observed)
    if policy.origins:
        app.add_middleware(ForOrigins, origins=policy.origins)
    if root:
        app.add_middleware(Below, root=root)


def answer_for(app: FastAPI, service: Service) -> None:
    """Make an application, while it is not running, serve this service."""
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
