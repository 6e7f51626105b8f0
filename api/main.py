"""The service as an ASGI application."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from api import refusing
from api.bodies import StrictBodies
from api.observing import Figures, Observed
from api.openapi import described
from api.pages import disputes as dispute_pages
from api.pages import routes as pages
from api.pages.rendering import STATIC
from api.routers import (
    asking,
    decisions,
    disputes,
    games,
    letters,
    log,
    looking,
    operations,
    promises,
    records,
    rulesets,
    streams,
    words,
)
from api.service import Service

VERSIONED = (
    *(games, decisions, promises, words, log, looking, streams, records, asking, letters, rulesets),
    disputes,
)


def create_app(service: Service, *, strict: Callable[..., object] = StrictBodies) -> FastAPI:
    """The application over a service, which it starts and closes."""

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
    app.state.figures = Figures(service)
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
