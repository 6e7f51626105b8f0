"""The service as an ASGI application."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from api.http import error_handlers as refusing
from api.http.bodies import StrictBodies
from api.http.metrics import Observed, ServiceMetrics
from api.http.openapi import described
from api.http.routes import decisions, disputes, games, letters, log, operations, promises, records, rulesets, streams
from api.http.routes import ledgers as words
from api.http.routes import questions as asking
from api.http.routes import replays as looking
from api.pages import disputes as dispute_pages
from api.pages import routes as pages
from api.pages.rendering import STATIC, page_about
from api.service import Service

VERSIONED = (
    *(games, decisions, promises, words, log, looking, streams, records, asking, letters, rulesets),
    disputes,
)


def create_app(service: Service, *, strict: Callable[..., object] = StrictBodies) -> FastAPI:
    """The application that serves a service; it starts and closes the service."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        service.start()
        try:
            yield
        finally:
            service.close()

    app = FastAPI(
        title="Oathbook",
        version=version("oathbook"),
        summary="The record of tabletop games: replayed, asked about, verified.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.service = service
    app.state.page_about = page_about
    app.state.figures = ServiceMetrics(service)
    for each in VERSIONED:
        app.include_router(each.router, prefix="/v1")
    app.include_router(operations.router)
    app.include_router(pages.router)
    app.include_router(dispute_pages.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    refusing.install(app)
    app.add_middleware(strict)  # type: ignore[arg-type]  # because a test passes one that lets everything through
    app.add_middleware(Observed)
    app.openapi = lambda: described(app, service.rulesets)  # type: ignore[method-assign]  # because FastAPI documents this way
    return app
