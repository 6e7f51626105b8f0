"""Worlds: a service with a game in it, played over HTTP, of which two can be made that differ only in a secret."""

import asyncio
import io
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterable
from contextlib import asynccontextmanager, contextmanager, redirect_stderr
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from msgspec import Struct
from msgspec.structs import replace

from oathbook.api.app import create_app
from oathbook.api.http.metrics import configure_logging
from oathbook.api.service import Service
from oathbook.domain.games.game_events import Reveal, TakebackPolicy
from oathbook.domain.kernel import PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.rulesets.protocol import Setup
from oathbook.domain.rulesets.registry import load_registry
from tests.service.asgi import Ask, Reply, answered, get, post
from tests.support.playing import ChanceName, Json, clock, counted
from tests.support.processes import logged_as_before
from tests.support.serving import bearer, to_open

GAME: Final = "/v1/games/{game}"
STREAM: Final = f"{GAME}/stream"
DECISIONS: Final = f"{GAME}/decisions"
PATIENCE: Final = 60.0
"""Seconds after which whatever a world waits for is not coming."""
SEED: Final = "5eed" * 16


class Script(Struct, frozen=True):
    """What happens in a world: how its game is opened, and who decides what, the secret of one of them, and the rest.

    ``refused`` is a decision of the kind that is asked for in the end, which the rules refuse to everybody. ``letters``
    are signed by the first two seats once the secret is decided.
    """

    setup: Setup
    before: tuple[Json, ...] = ()
    secret: Json | None = None
    after: tuple[Json, ...] = ()
    refused: Json | None = None
    seed: str = SEED
    chance: ChanceName = "seeded"
    reveal: Reveal = "all"
    letters: tuple[str, ...] = ()
    edition: str = "knights_duty/1"
    takebacks: TakebackPolicy = "never"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Everybody with a seat."""
        return tuple(each.seat for each in self.setup.seats)

    @property
    def decisions(self) -> tuple[Json, ...]:
        """Everything that is decided in it."""
        return (*self.before, *(() if self.secret is None else (self.secret,)), *self.after)


class Parts(Struct, frozen=True):
    """What a world is made of; a test hands in one with a leak."""

    service: Callable[..., Service] = Service
    app: Callable[[Service], FastAPI] = create_app


class Asked(Struct, frozen=True):
    """A request with whoever sent it, and what came back."""

    viewer: Viewer
    ask: Ask
    reply: Reply


class World:
    """A service with its game, and everything that has been asked of it."""

    def __init__(self, script: Script, service: Service, app: FastAPI) -> None:
        """Take what runs already; the game is not opened yet."""
        self.script = script
        self.service = service
        self.app = app
        self.game = ""
        self.asked: list[Asked] = []

    @property
    def length(self) -> int:
        """The position of the game."""
        return self.service.archive.last_position(self.game)

    async def ask(self, viewer: Viewer, ask: Ask) -> Reply:
        """Ask something with the key of a viewer, and keep it with the answer."""
        reply = await self.look(viewer, ask)
        self.asked.append(Asked(viewer, ask, reply))
        return reply

    async def look(self, viewer: Viewer, ask: Ask, gone: asyncio.Event | None = None) -> Reply:
        """The same, and keep nothing. Read models have taken in whatever was stored by it."""
        key = bearer(None if viewer == PUBLIC or "ticket" in ask.query else viewer)
        sent = replace(ask, headers={**key, **ask.headers})
        reply = await asyncio.wait_for(answered(self.app, sent, gone), PATIENCE)
        if reply.status == 201:
            await asyncio.to_thread(self._settle)
        return reply

    async def play(self, viewers: Iterable[Viewer]) -> None:
        """Everything in the script, with these viewers listening to the secret being posted, and to what follows."""
        script = self.script
        opened = to_open(script.setup, chance=script.chance, reveal=script.reveal, takebacks=script.takebacks)
        opened["edition"] = script.edition
        await self._stored(PUBLIC, post("/v1/games", "/v1/games", opened))
        self.game = next(self.service.archive.games())
        for number, decision in enumerate(self.script.before):
            await self._decide(decision, number)
        async with self._listening(tuple(viewers)):
            await self._consider(self.script.secret)
            rest = self.script.decisions[len(self.script.before) :]
            for number, decision in enumerate(rest, len(self.script.before)):
                await self._decide(decision, number)
                if decision is self.script.secret:
                    await self._promise()

    async def _promise(self) -> None:
        """The first two seats sign all letters."""
        route, path, anywhere = f"{GAME}/promises", f"/v1/games/{self.game}/promises", {"If-Match": "*"}
        for number, letter in enumerate(self.script.letters, 1):
            await self._stored(self.script.seats[0], post(route, path, {"letter": letter}, anywhere))
            for seat in self.script.seats[:2]:
                await self._stored(seat, post(route, f"{path}/p{number}/signatures", {}, anywhere))

    async def _consider(self, secret: Json | None) -> None:
        """Before it is decided, its seat asks what the rules would say."""
        if secret is not None:
            await self.look(secret["by"], self.decision(secret, {}, dry_run=1))
            await self.look(secret["by"], post("/v1/ask", "/v1/ask", {"game": self.game, "decision": secret}))

    async def _decide(self, decision: Json, number: int) -> None:
        headers = {"If-Match": "*", "Idempotency-Key": idempotency_key(decision["by"], number)}
        await self._stored(decision["by"], self.decision(decision, headers))

    def decision(self, decision: Json, headers: dict[str, str], draws: Iterable[Json] = (), **query: object) -> Ask:
        """The request that makes a decision."""
        path = f"/v1/games/{self.game}/decisions"
        return post(DECISIONS, path, {"decision": decision, "draws": list(draws)}, headers, **query)

    async def _stored(self, viewer: Viewer, ask: Ask) -> None:
        reply = await self.look(viewer, ask)
        assert reply.status == 201, reply.body

    @asynccontextmanager
    async def _listening(self, viewers: tuple[Viewer, ...]) -> AsyncGenerator[None]:
        """Viewers with an event stream each, from before what happens until they have been told all of it."""
        gone, ears = asyncio.Event(), [Ear() for _ in viewers]
        ask = get(STREAM, f"/v1/games/{self.game}/stream", {"Last-Event-ID": str(self.length - 1)})
        live = [replace(ask, enough=ear.hears) for ear in ears]
        listening = [asyncio.create_task(self.look(*each, gone)) for each in zip(viewers, live, strict=True)]
        await self._until(lambda: all(ear.heard for ear in ears))
        yield
        await self._until(lambda: all(b"id: %d\n" % self.length in ear.heard for ear in ears))
        gone.set()
        for viewer, replied in zip(viewers, await asyncio.gather(*listening), strict=True):
            self.asked.append(Asked(viewer, ask, replied))

    async def _until(self, holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():  # noqa: ASYNC110  # because a stream tells nobody but who reads it
                await asyncio.sleep(0.002)

    def _settle(self) -> None:
        """Wait until the read models have taken everything in."""
        until = time.monotonic() + PATIENCE
        while any(each.position < each.of for each in self.service.projector.states()):
            assert time.monotonic() < until, self.service.projector.states()
            time.sleep(0.001)


class Ear:
    """Hears a stream, and never has enough."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self.heard = b""

    def hears(self, so_far: bytes) -> bool:
        """Keep it."""
        self.heard = so_far
        return False


def idempotency_key(seat: Seat, number: int) -> str:
    """The key that a seat sends with the decision of that number."""
    return f"canary-{seat}-idempotency-{number}"


def others(script: Script, owner: Seat | None) -> tuple[Viewer, ...]:
    """Everybody who may not see a seat's secret."""
    return tuple(viewer for viewer in (*script.seats, TABLE, PUBLIC) if viewer != owner)


def sources(seed: str) -> Sources:
    """The same time, ids and salts in every world; the seed is that of the first game."""
    numbers, seeds = iter(range(1, 10**6)), counted("another seed", 64)
    first = iter((seed,))
    return Sources(
        clock=clock(),
        ids=lambda: f"0193a000-0000-7000-8000-{next(numbers):012}",
        salts=counted("salt", 32),
        seeds=lambda: next(first, None) or seeds(),
    )


@asynccontextmanager
async def running(folder: Path, script: Script, parts: Parts) -> AsyncGenerator[World]:
    """A world on a database in a folder that is there."""
    service = parts.service(folder / "games.db", load_registry(), sources(script.seed), address="http://test")
    app = parts.app(service)
    lifespan = app.router.lifespan_context(app)
    await lifespan.__aenter__()
    try:
        yield World(script, service, app)
    finally:
        await lifespan.__aexit__(None, None, None)  # the app is told to stop, whatever the test has met


@contextmanager
def logged() -> Generator[io.StringIO]:
    """What the service tells whoever runs it, written as the process writes it."""
    lines = io.StringIO()
    with redirect_stderr(lines), logged_as_before():
        configure_logging()
        yield lines
