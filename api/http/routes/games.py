"""Games: opened, listed, and where each of them stands."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.cache_control import lasting_name
from oathbook.api.http.callers import Caller, CallerHere, ServiceHere, digest_of
from oathbook.api.http.permissions import MAY_OPEN
from oathbook.api.http.preconditions import IdempotencyKey
from oathbook.api.http.rate_limits import RATE_LIMITED
from oathbook.api.http.receipts import receipt_header
from oathbook.api.http.responses import etag, is_current, json_response, unstored_etag
from oathbook.api.schemas.games import Head, Keys, OpenedGame, SeatTold
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.api.signing.idempotent_opening import IdempotentOpening
from oathbook.domain.errors import BadRecord, CorruptRecord, KeyReused
from oathbook.domain.games.game_events import BySeed
from oathbook.domain.kernel.limits import MOST_EXACT, PAGE, SEATS
from oathbook.domain.kernel.player_names import latin_lookalike
from oathbook.domain.recording.format.bearer_keys import new_key
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.domain.recording.writing.game_head import NewGame
from oathbook.projections.badges import Badge
from oathbook.projections.games import Catalogue, catalogue
from oathbook.replays.frames import Replay

router = APIRouter(route_class=ApiRoute, tags=["games"])

KeyDigest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of a key's 32 bytes, as hex.")]


class SeatToOpen(BaseModel):
    """A seat. Without ``key`` the service makes a key and returns it once; null is a seat that a scribe writes for."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[str, Field(max_length=32)]
    player: Annotated[str, Field(max_length=200)] = ""
    key: KeyDigest | None = None

    @property
    def is_keyless(self) -> bool:
        """Whether it is to have no key."""
        return self.key is None and "key" in self.model_fields_set


class GameToOpen(BaseModel):
    """How to open a game. The ruleset defines ``components``, ``switches`` and ``start``."""

    model_config = ConfigDict(extra="forbid")

    edition: Annotated[str, Field(max_length=80, examples=["knights_duty/1"])]
    seats: Annotated[list[SeatToOpen], Field(max_length=SEATS)]
    components: str | dict[str, Any]
    switches: dict[str, str] = {}
    start: dict[str, Any] | None = None
    chance: Literal["seeded", "witnessed"] = "seeded"
    reveal: Literal["all", "none"] = "all"
    entry: Literal["seats", "scribe"] = "seats"
    takebacks: Literal["by-consent", "own-last", "never"] = "never"
    host_key: KeyDigest | None = None


@router.post(
    "/games", status_code=201, responses={**describe_response(OpenedGame, 201), **RATE_LIMITED}, summary="Open a game"
)
def open_game(
    service: ServiceHere, body: GameToOpen, by: Annotated[str, MAY_OPEN], idempotency_key: IdempotencyKey = None
) -> Response:
    """Open a game. The answer contains a secret key for each seat and one for the host.

    They are shown again only to who sends the same request again under the same `Idempotency-Key`: it gets the same
    game. That key is as secret as those of the seats, which are made from it.
    """
    ruleset = service.ruleset_of(body.edition)
    _must_be_written_for(body)
    named = _idempotent_opening(service, by, idempotency_key)
    keys = _new_keys(body, named)
    seats = [{"seat": each.seat, "player": each.player, "key": _digest(each, keys)} for each in body.seats]
    written = parse_setup(
        {
            "seats": seats,
            "components": body.components,
            "switches": body.switches,
            "start": body.start,
            "reveal": body.reveal,
        },
        where="body",
    )
    opening = NewGame(
        resolve_setup(ruleset, written, where="body"),
        body.chance,
        body.reveal,
        body.host_key or digest_of(keys.host or ""),
        named.game if named else "",
        body.entry,
        body.takebacks,
    )
    try:
        step = service.writer.open(ruleset, opening, named.request(_content(body)) if named else None)
    except KeyReused:  # which names it as it is stored
        raise KeyReused("Idempotency-Key: it was used to open another game") from None
    told = OpenedGame(step.game, step.position, keys)
    headers = {"Location": f"/v1/games/{step.game}", "Cache-Control": "no-store", **etag(step.position)}
    headers |= receipt_header(service, step.events[-1])
    return json_response(told, 201, headers=headers)


def _must_be_written_for(body: GameToOpen) -> None:
    for number, each in enumerate(body.seats):
        if each.is_keyless and body.entry != "scribe":
            says = "only where a scribe enters the game has a seat no key; leave it out, and a key is made"
            raise BadRecord(f"body: seats[{number}].key: {says}")


def _content(body: GameToOpen) -> dict[str, Any]:
    """Returns what a request opens; a seat that is to have no key is another than one whose key is to be made."""
    keyless = [each.seat for each in body.seats if each.is_keyless]
    return body.model_dump() | ({"keyless": keyless} if keyless else {})


def _digest(seat: SeatToOpen, keys: Keys) -> str:
    return "" if seat.is_keyless else seat.key or digest_of(keys.seats[seat.seat])


def _idempotent_opening(service: Service, by: str, name: str | None) -> IdempotentOpening | None:
    secret_for = service.archive.tree.secret_for
    return None if name is None else IdempotentOpening(secret_for("named openings"), by, name)


def _new_keys(body: GameToOpen, named: IdempotentOpening | None) -> Keys:
    """Returns the keys that the client has not supplied; they follow from the name of the opening if it has one."""

    def made(whose: str, seat: str = "") -> str:
        return named.key(whose, seat) if named else new_key()

    host = made("host") if body.host_key is None else None
    to_make = (each.seat for each in body.seats if each.key is None and not each.is_keyless)
    return Keys({seat: made("seat", seat) for seat in to_make}, host)


@router.get("/games", responses=describe_response(Catalogue), summary="List games")
def list_games(
    service: ServiceHere,
    edition: Annotated[str | None, Query(max_length=80)] = None,
    player: Annotated[str | None, Query(max_length=200)] = None,
    state: Annotated[Literal["running", "over"] | None, Query()] = None,
    outcome: Annotated[str | None, Query(max_length=200)] = None,
    badge: Annotated[Badge | None, Query()] = None,
    imported: Annotated[bool | None, Query(description="Only imported records, or only games opened here.")] = None,
    after: Annotated[int | None, Query(ge=1, le=MOST_EXACT, description="`next` from the previous page.")] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = 50,
) -> Response:
    """The catalogue, newest first."""
    page = catalogue(
        service.views,
        edition=edition,
        player=player,
        state=state,
        outcome=outcome,
        badge=badge,
        imported=imported,
        after=after,
        limit=limit,
    )
    return json_response(page)


@router.get(
    "/games/{game}",
    responses={**describe_response(Head), 304: {"description": "Nothing has changed"}},
    operation_id="game",
    summary="Get a game",
)
async def game_head(service: ServiceHere, caller: CallerHere, request: Request) -> Response:
    """A game at its last position; the ETag is that position.

    ``fault`` says what is wrong with a game whose record is damaged; it is shown as far as the record is sound.
    """
    return await service.run_in_thread(_head_response, caller.game, caller.query_viewer, service, caller, request)


def _head_response(service: Service, caller: Caller, request: Request) -> Response:
    try:
        return _whole_head_response(service, caller, request)
    except CorruptRecord as damage:
        service.writer.close_game(caller.game, damage).result()
        record = service.archive.sound_part(caller.game)
        told = _head(service, caller, Replay(record, caller.query_viewer), record)
        return json_response(told, headers=etag(told.position))


def _whole_head_response(service: Service, caller: Caller, request: Request) -> Response:
    position = caller.head.position
    replay = service.replays.replay(caller.game, caller.query_viewer)
    # A ruling on a dispute changes the standing and not the position, another run of the service the lasting name.
    if (
        caller.game not in service.writer.faults
        and is_current(request, position)
        and not replay.ruled
        and _lasting_name(caller, replay) is None
        and not service.came_redacted(caller.game)
    ):
        return Response(status_code=304, headers=unstored_etag(position))
    record = service.replays.record(caller.game)
    return json_response(_head(service, caller, replay, record), headers=unstored_etag(position))


def _head(service: Service, caller: Caller, replay: Replay, record: Record) -> Head:
    """Returns the head of a record, which may go less far than the caller's game: then that is damaged."""
    game, position = caller.game, min(caller.head.position, len(record.events))
    opening = service.opening(game)
    frame = replay.at(position)
    return Head(
        game=game,
        viewer=caller.viewer,
        may_look_as=caller.may_look_as,
        edition=opening.edition,
        seats=tuple(SeatTold(each.seat, each.player, latin_lookalike(each.player)) for each in opening.seats),
        switches=opening.switches,
        chance="seeded" if isinstance(opening.chance, BySeed) else "witnessed",
        reveal=opening.reveal,
        entry=opening.entry,
        writes_for=caller.writes_for,
        position=position,
        step=frame.step,
        head=record.events[position - 1].hash,
        opened_at=record.events[0].entry.at,
        last_at=frame.at,
        closed=caller.head.closed,
        parent=opening.parent,
        fork=replay.game_at(position).fork or None,
        redacted=record.redacted,
        imported=service.is_imported(game),
        lasting=None if record.redacted else _lasting_name(caller, replay),
        to_act=frame.to_act,
        standing=frame.standing,
        fault=service.writer.faults.get(game),
    )


def _lasting_name(caller: Caller, replay: Replay) -> str | None:
    return lasting_name(caller, replay.record.head, is_ruled=bool(replay.ruled))
