"""Games: opened, listed, and where each of them stands."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from api.http.callers import Caller, CallerHere, ServiceHere, digest_of
from api.http.lasting import lasting_as
from api.http.limiting import COUNTED
from api.http.permissions import OPENING
from api.http.receipts import receipted
from api.http.responses import answer, etag, is_current
from api.schemas.games import Head, Keys, OpenedGame, SeatTold
from api.schemas.service import answers
from api.service import Service
from domain.games.events import BySeed
from domain.kernel.limits import MOST_EXACT, PAGE, SEATS
from domain.kernel.player_names import looks_like
from domain.recording.format.bearer_keys import new_key
from domain.recording.format.setups import setup_from, written_setup
from domain.recording.writing.game_head import NewGame
from projections.badges import Badge
from projections.games import Catalogue, catalogue
from replays.frames import Replay

router = APIRouter(tags=["games"])

KeyDigest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$", description="SHA-256 of a key's 32 bytes, as hex.")]


class SeatToOpen(BaseModel):
    """A seat. Without ``key`` the service makes a key and returns it once."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[str, Field(max_length=32)]
    player: Annotated[str, Field(max_length=200)] = ""
    key: KeyDigest | None = None


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
    host_key: KeyDigest | None = None


@router.post(
    "/games",
    status_code=201,
    responses={**answers(OpenedGame, 201), **COUNTED},
    dependencies=[OPENING],
    summary="Open a game",
)
def open_game(service: ServiceHere, body: GameToOpen) -> Response:
    """Open a game. The answer contains a secret key for each seat and one for the host. They are not shown again."""
    ruleset = service.ruleset_of(body.edition)
    keys = {each.seat: new_key() for each in body.seats if each.key is None}
    seats = [
        {"seat": each.seat, "player": each.player, "key": each.key or digest_of(keys[each.seat])} for each in body.seats
    ]
    host = new_key() if body.host_key is None else None
    written = written_setup(
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
        setup_from(ruleset, written, where="body"),
        body.chance,
        body.reveal,
        body.host_key or (digest_of(host) if host else ""),
    )
    step = service.writer.open(ruleset, opening)
    told = OpenedGame(step.game, step.position, Keys(keys, host))
    headers = {"Location": f"/v1/games/{step.game}", "Cache-Control": "no-store", **etag(step.position)}
    headers |= receipted(service, step.events[-1])
    return answer(told, 201, headers=headers)


@router.get("/games", responses=answers(Catalogue), summary="List games")
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
    return answer(page)


@router.get(
    "/games/{game}",
    responses={**answers(Head), 304: {"description": "Nothing has changed"}},
    operation_id="game",
    summary="Get a game",
)
def game_head(service: ServiceHere, caller: CallerHere, request: Request) -> Response:
    """A game at its last position; the ETag is that position."""
    position = caller.head.position
    replay = service.replays.replay(caller.game, caller.asking_as)
    # A ruling on a dispute changes the standing and not the position, another run of the service the lasting name.
    if (
        caller.game not in service.writer.faults
        and is_current(request, position)
        and not replay.ruled
        and _lasting_as(caller, replay) is None
        and not service.came_redacted(caller.game)
    ):
        return Response(status_code=304, headers=etag(position))
    return answer(_head(service, caller, replay), headers=etag(position))


def _head(service: Service, caller: Caller, replay: Replay) -> Head:
    game, position = caller.game, caller.head.position
    record, opening = service.replays.record(game), service.opening(game)
    frame = replay.at(position)
    return Head(
        game=game,
        viewer=caller.viewer,
        may_look_as=caller.may_look_as,
        edition=opening.edition,
        seats=tuple(SeatTold(each.seat, each.player, looks_like(each.player)) for each in opening.seats),
        switches=opening.switches,
        chance="seeded" if isinstance(opening.chance, BySeed) else "witnessed",
        reveal=opening.reveal,
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
        lasting=None if record.redacted else _lasting_as(caller, replay),
        to_act=frame.to_act,
        standing=frame.standing,
        fault=service.writer.faults.get(game),
    )


def _lasting_as(caller: Caller, replay: Replay) -> str | None:
    return lasting_as(caller, replay.record.head, is_ruled=bool(replay.ruled))
