"""Asking everything: every operation of the service, by every viewer, with every parameter that it has."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from fastapi import FastAPI
from fastapi.dependencies.utils import get_flat_params
from fastapi.routing import APIRoute, iter_route_contexts
from msgspec.structs import replace

from oathbook.domain.kernel import Seat, Viewer
from tests.service.asgi import Ask, get
from tests.service.secrecy.dispute_rows import HEARINGS
from tests.service.secrecy.looks import LOOKS, Depth, Row, Stand
from tests.service.secrecy.page_looks import PAGES
from tests.service.secrecy.posts import POSTS, TRIES
from tests.service.secrecy.promise_rows import PROMISES
from tests.service.secrecy.seat_key_rows import SEAT_KEYS
from tests.service.secrecy.sheet_rows import SHEETS
from tests.service.secrecy.takeback_rows import TAKEBACKS
from tests.service.secrecy.worlds import GAME, Asked, World, idempotency_key
from tests.support.serving import key_of

ROWS: Final[dict[str, Row]] = {**LOOKS, **PAGES, **POSTS, **PROMISES, **TAKEBACKS, **SEAT_KEYS, **SHEETS, **HEARINGS}
"""What is asked, by operation."""

BESIDE: Final = "beside the routes"
"""Addresses and methods that the service does not have, and its description."""

STRANGER: Final = {"Authorization": f"Bearer {key_of('a stranger')}"}


async def swept(world: World, viewer: Viewer, depth: Depth) -> None:
    """Let a viewer ask everything. The game stands where it stood."""
    before = world.length
    export = await world.look(viewer, get(f"{GAME}/record", f"/v1/games/{world.game}/record"))
    stand = Stand(world, viewer, export.body, depth)
    for operation, row in ROWS.items():
        for number, ask in enumerate(row(stand)):
            assert ask.operation == operation
            await world.ask(viewer, ask)
            for other in _amiss(stand, ask) if number == 0 else ():
                await world.ask(viewer, other)
    for ask in _beside(stand):
        await world.ask(viewer, ask)
    assert world.length == before, "a request of the sweep went on with the game"
    if not stand.is_brief:
        missing = unasked(world, viewer)
        assert not missing, f"nobody asked {missing}"


def _amiss(stand: Stand, ask: Ask) -> Iterator[Ask]:
    """The same with a query and a header that mean nothing, and with a key of no seat."""
    canary = f"canary-of-{stand.viewer}"
    yield replace(ask, query={**ask.query, canary: canary}, headers={**ask.headers, "X-Canary": canary})
    if not stand.is_brief:
        yield replace(ask, headers={**ask.headers, **STRANGER})
        yield replace(ask, headers={**ask.headers, "Authorization": f"Bearer {canary}"})


def _beside(stand: Stand) -> Iterator[Ask]:
    for path in ("/games", "/v1", f"/v1/canary-of-{stand.viewer}", f"{stand.path}/", f"{stand.path}/plans"):
        yield Ask(f"GET {BESIDE}", path)
    if not stand.is_brief:
        yield Ask(f"GET {BESIDE}", "/openapi.json")
        for method in ("PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "CANARY"):
            for path in (stand.path, f"{stand.path}/events", f"{stand.path}/decisions", f"/games/{stand.world.game}"):
                yield Ask(f"{method} {BESIDE}", path, headers={"content-type": "application/json"}, body=b"{}")


async def own_doings(world: World, owner: Seat) -> None:
    """What whoever has the secret sends besides: again, refused, with a slip of the hand. None of it is anybody's."""
    canary = f"canary-of-{owner}"
    for number, made in enumerate(world.script.decisions):
        if made["by"] == owner:
            named = {"If-Match": "*", "Idempotency-Key": idempotency_key(owner, number)}
            await world.look(owner, world.decision(made, named))
            await world.look(owner, world.decision(TRIES[0], named))
            await world.look(owner, world.decision({**made, canary: canary}, {"If-Match": "*"}))
            await world.look(owner, world.decision(made, {"If-Match": canary, "X-Canary": canary}, dry_run=canary))
    for path in (f"/v1/games/{canary}/state", f"/v1/games/{key_of(owner)}/state"):
        await world.look(owner, get(f"{GAME}/state", path, {"X-Canary": canary}, as_=canary, key=key_of(owner)))


def operations(app: FastAPI) -> dict[str, set[str]]:
    """Every operation, described or not, with the names of its parameters outside the path; but not the description."""
    paths: dict[str, dict[str, Any]] = app.openapi()["paths"]
    described = {
        f"{method.upper()} {path}": {
            each["name"] for each in operation.get("parameters", []) if each["in"] in {"query", "header"}
        }
        for path, methods in paths.items()
        for method, operation in methods.items()
    }
    return described | {name: sent for name, sent in undescribed(app).items() if name != f"GET {app.openapi_url}"}


def undescribed(app: FastAPI) -> dict[str, set[str]]:
    """The operations that the OpenAPI document leaves out, such as pages, with the names of their parameters."""
    routes = [
        (f"{method} {context.path}", context.original_route)
        for context in iter_route_contexts(app.routes)
        for method in (context.methods or {"GET"}) - {"HEAD"}
    ]
    described = {operation for operation, route in routes if getattr(route, "include_in_schema", False)}
    return {operation: _parameters(route) for operation, route in routes if operation not in described}


def _parameters(route: object) -> set[str]:
    """The names of what a route takes outside its path, also through what it depends on."""
    if not isinstance(route, APIRoute):
        return set()
    return {each.alias for each in get_flat_params(route.dependant)} - route.param_convertors.keys()


def used(asked: Iterable[Asked]) -> dict[str, set[str]]:
    """The operations that were asked, each with the names of the parameters that were sent, whoever asked."""
    found: dict[str, set[str]] = {}
    for each in asked:
        if each.ask.operation in ROWS:
            names = found.setdefault(each.ask.operation, set())
            names |= {*each.ask.query, *(name.lower() for name in each.ask.headers)}
    return found


def unasked(world: World, viewer: Viewer) -> set[str]:
    """The operations, and the parameters of them, that nobody has asked: a sweep that leaves one out is none."""
    sent = used(each for each in world.asked if each.viewer == viewer)
    missing: set[str] = set()
    for operation, names in operations(world.app).items():
        if operation not in sent:
            missing.add(operation)
        missing |= {f"{operation} {name}" for name in names - sent.get(operation, names)}
    return missing
