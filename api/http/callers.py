"""Identifies callers: the key in a request, its seat, and the viewers that this seat may look as."""

import hmac
from collections.abc import AsyncGenerator
from contextlib import nullcontext
from typing import Annotated, Any, Final

from fastapi import Depends, Header, Path, Query, Request
from msgspec import Struct
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.schemas.promises import PROMISE_ID
from oathbook.api.service import GameProgress, KnownGame, Service
from oathbook.domain.errors import NotFound, NotYourSeat
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE, Seat, Viewer
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.format.bearer_keys import key_digest

CHALLENGE: Final = problems.CHALLENGE


def digest_of(key: str) -> str:
    """Returns the digest of a key; ``key-unknown`` if it is no key."""
    digest = key_digest(key)
    if not digest:
        raise HttpProblem(problems.WRONG_KEY, "a key is 43 characters of base64", headers=CHALLENGE)
    return digest


async def service_of(request: Request) -> Service:
    """Returns the service of a request; async, as FastAPI would call a plain function in a thread."""
    service: Service = request.app.state.service
    return service


ServiceHere = Annotated[Service, Depends(service_of)]


async def _fold_slot(service: ServiceHere) -> AsyncGenerator[None]:
    async with service.folding:
        yield


FOLD_LIMIT: Final = Depends(_fold_slot, scope="function")
"""Limits routes that fold a game. The slot is free again when the answer is made, before a slow client has read it."""

GameId = Annotated[str, Path(max_length=64, description="The id of a game.")]
PositionPath = Annotated[int, Path(ge=1, le=EVENTS_PER_GAME)]
At = Annotated[int | None, Query(ge=1, le=EVENTS_PER_GAME, description="A position; the last one by default.")]
PromiseName = Annotated[str, Path(pattern=PROMISE_ID, description="The id of a promise in this game, such as `p1`.")]
Name = Annotated[str, Path(max_length=80)]  # of a ruleset, an edition or a clause

LookAs = Annotated[
    str | None,
    Query(
        alias="as", max_length=40, description="The viewer: a seat, `public` or, once everything is revealed, `holder`."
    ),
]
Authorization = Annotated[
    str | None,
    Header(max_length=200, description="`Bearer` and the key of a seat, or of the host; the public has none."),
]


class Caller(Struct, frozen=True):
    """Who sends a request about a game: the seat of the key (the table for the host's key), or None for the public.

    ``digest`` is that of the key that was sent; empty for the public. ``writes_for`` are the seats without a key for
    which the caller writes, as the scribe of the game.
    """

    game: str
    seat: Seat | None
    head: GameProgress
    seats: tuple[Seat, ...]
    digest: str = ""
    writes_for: tuple[Seat, ...] = ()

    @property
    def viewer(self) -> Viewer:
        """The caller's own viewer."""
        return PUBLIC if self.seat is None else self.seat

    @property
    def key(self) -> str:
        """A name for the caller's key; empty for the public."""
        return "" if self.seat is None else f"{self.game}/{self.seat}"

    @property
    def witnesses(self) -> tuple[Seat, ...]:
        """The witnesses that the caller can name for a draw: the table and all seats for a scribe, otherwise none."""
        return (TABLE, *self.seats) if self.writes_for else ()

    def require_seat(self) -> Seat:
        """Returns the caller's seat; ``key-missing`` for the public."""
        if self.seat is None:
            raise HttpProblem(problems.NO_KEY, "send the key of a seat: Authorization: Bearer …", headers=CHALLENGE)
        return self.seat

    def speak_as(self, named: str | None, field: str) -> "Caller":
        """Returns the caller as the seat that a request names in a field, by default their own.

        ``key-missing`` for the public; ``NotYourSeat`` for a seat that is not theirs, and for which they do not write.
        """
        if named is None or named == self.seat:
            self.require_seat()
            return self
        for seat in self.writes_for:
            if seat == named:
                return replace(self, seat=seat)
        own = f"this is the key of seat {self.seat}, which speaks" if self.seat else "the public speaks"
        others = f" and for {', '.join(self.writes_for)}" if self.writes_for else ""
        raise NotYourSeat(f"{field}: {own} only for itself{others}")

    @property
    def may_look_as(self) -> tuple[Viewer, ...]:
        """The viewers that the caller may look as: itself and the public, or anyone once everything is revealed."""
        if self.head.secrets_are_out:
            return (PUBLIC, *self.seats, TABLE, HOLDER)
        return (PUBLIC,) if self.seat is None else (PUBLIC, self.seat, *self.writes_for)

    @property
    def query_viewer(self) -> Viewer:
        """The viewer for questions: the caller's own or, once everything is revealed, the holder."""
        return HOLDER if self.head.secrets_are_out else self.viewer

    def view_as(self, named: str | None) -> Viewer:
        """Returns the named viewer, by default the caller's own.

        ``NotYourSeat`` for another seat while the game runs, ``NotFound`` where nobody is called so.
        """
        if named is None or named == self.viewer:
            return self.viewer
        for viewer in self.may_look_as:
            if viewer == named:
                return viewer
        if named not in (HOLDER, TABLE, *self.seats):
            raise NotFound(f"as: this game has no viewer “{named}”")
        raise NotYourSeat(f"as {named}: while the game runs a seat looks as itself or as the public")


def digest_sent(authorization: str | None) -> str | None:
    """Returns the digest of the key in a header, or None without one; ``key-unknown`` if it is no key."""
    if authorization is None:
        return None
    scheme, _, key = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise HttpProblem(problems.WRONG_KEY, "send a key as: Authorization: Bearer …", headers=CHALLENGE)
    return digest_of(key.strip())


async def current_caller(service: ServiceHere, game: GameId, authorization: Authorization = None) -> Caller:
    """Returns the same as ``identify_caller``; uses a thread if the database has to be read or written."""
    if service.cached_game(game) is not None:
        digest = digest_sent(authorization)
        if digest is None or service.used_keys.knows(game, digest):
            return caller_by_digest(service, game, digest)
    return await run_in_threadpool(identify_caller, service, game, authorization)


def identify_caller(service: Service, game: str, authorization: str | None) -> Caller:
    """Returns the caller that an ``Authorization`` header identifies in a game, and notes that its key is used.

    Raises ``NotFound`` for an unknown game, and ``key-unknown`` if the key does not belong to the game.
    """
    opened = service.opened(game)
    caller = _caller(service, game, opened, digest_sent(authorization))
    if caller.digest:
        service.used_keys.note(game, caller.seat, caller.digest)
    return caller


def caller_by_digest(service: Service, game: str, digest: str | None) -> Caller:
    """As ``identify_caller``, from the digest of the key."""
    return _caller(service, game, service.opened(game), digest)


def _caller(service: Service, game: str, opened: KnownGame, digest: str | None) -> Caller:
    opening, head = opened
    seats = tuple(each.seat for each in opening.seats)
    if digest is None:
        return Caller(game, None, head, seats)
    for seat, known in keys_of(service, game, opening):
        if hmac.compare_digest(digest, known.encode("ascii", "replace").decode()):
            return Caller(game, seat, head, seats, digest, opening.seats_without_keys if seat == TABLE else ())
    raise HttpProblem(problems.WRONG_KEY, "this key belongs to no seat in this game", headers=CHALLENGE)


def keys_of(service: Service, game: str, opening: GameOpened[Any, Any, Any]) -> list[tuple[Seat, str]]:
    """Returns the seats of a game, and the table, each with the digest of its current key.

    A key that was never replaced comes before one that replaced another. So nobody takes a seat from its holder by
    choosing that holder's key as their own in another game.
    """
    holders = [*((each.seat, each.key) for each in opening.seats), (TABLE, opening.host_key)]
    keys = service.writer.keys
    if not keys:
        return holders
    first = service.used_keys.first_game(game)
    by_host = [(seat, keys.after_host(first, known)) for seat, known in holders]
    current = [(seat, keys.current(known)) for seat, known in by_host]
    return [*(each for each in current if each in holders), *(each for each in current if each not in holders)]


CallerHere = Annotated[Caller, Depends(current_caller)]


async def _play_slot(service: ServiceHere, caller: CallerHere) -> AsyncGenerator[None]:
    async with nullcontext() if service.is_quick(caller.game, caller.viewer) else service.playing:
        yield


PLAY_LIMIT: Final = Depends(_play_slot, scope="function")
"""Limits routes that read a long game to answer with it after a step."""
