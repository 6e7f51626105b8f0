"""Keys of seats: a holder replaces their own key, and the host replaces the key of a seat that nobody has taken."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.rate_limits import MeterHere
from oathbook.api.http.receipts import statement_receipt_header
from oathbook.api.http.responses import json_response
from oathbook.api.http.routes.games import KeyDigest
from oathbook.api.schemas import problems
from oathbook.api.schemas.games import ReplacedKey, SeatKeys, SeatKeyUse
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord, NotFound, NotYourSeat, RecordImported
from oathbook.domain.evidence.leaves import key_replaced_statement
from oathbook.domain.games.game_events import GameOpened
from oathbook.domain.kernel import TABLE
from oathbook.domain.recording.database.record_store import KEY_USED_MESSAGE
from oathbook.domain.recording.format.bearer_keys import bind_to_game, new_key
from oathbook.domain.rulesets.protocol import SeatSetup

router = APIRouter(route_class=ApiRoute, tags=["games"])

SeatName = Annotated[str, Path(max_length=32, description="The name of a seat in this game.")]


class KeyToReplace(BaseModel):
    """The digest of the new key. Without it the service makes a key and returns it once."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{}]})

    key: KeyDigest | None = None


@router.post(
    "/games/{game}/key",
    status_code=201,
    responses=describe_response(ReplacedKey, 201),
    summary="Replace the key of a seat",
)
def replace_key(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    meter: MeterHere,
    body: KeyToReplace,
    authorization: callers.Authorization = None,
) -> Response:
    """Replace the key that came with the request, in every game in which it counts. It is dead at once."""
    seat = caller.require_seat()
    meter.take("opening", caller.key)
    old = callers.digest_of((authorization or "").rpartition(" ")[2])
    made, new = _new_key(service, caller.game, body)
    if not service.writer.replace_key(old, new):
        raise HttpProblem(problems.WRONG_KEY, "this key was replaced", headers=callers.CHALLENGE)
    headers = {"Cache-Control": "no-store", **statement_receipt_header(service, key_replaced_statement(old, new))}
    service.hub.notify(caller.game)  # streams that were opened with it end
    return json_response(ReplacedKey(caller.game, seat, made), 201, headers=headers)


@router.get("/games/{game}/seats", responses=describe_response(SeatKeys), summary="See which seats were taken")
def seats(service: callers.ServiceHere, caller: callers.CallerHere) -> Response:
    """Say for each seat with a key whether the key was used, to the host only. Any request with a key uses it."""
    _must_be_host(service, caller)
    used = service.archive.seat_use(service.used_keys.first_game(caller.game))
    found = (SeatKeyUse(each.seat, used.get(each.seat)) for each in service.opening(caller.game).seats if each.key)
    return json_response(SeatKeys(caller.game, tuple(found)), headers={"Cache-Control": "no-store"})


@router.post(
    "/games/{game}/seats/{seat}/key",
    status_code=201,
    responses=describe_response(ReplacedKey, 201),
    summary="Give a seat that nobody has taken a new key",
)
def give_key(
    service: callers.ServiceHere, caller: callers.CallerHere, meter: MeterHere, seat: SeatName, body: KeyToReplace
) -> Response:
    """Replace the unused key of a seat in this game, as its host. The old key stops working at once.

    Once a key was used, only its holder can replace it.
    """
    _must_be_host(service, caller)
    meter.take("opening", caller.key)
    replaced = _seat_with_key(service.opening(caller.game), seat)
    made, new = _new_key(service, caller.game, body)
    first = service.used_keys.first_game(caller.game)
    old = service.writer.keys.after_host(first, replaced.key)
    if not service.writer.give_key(first, replaced.seat, old, new):
        raise NotYourSeat("seat: it was given another key just now")
    receipt = statement_receipt_header(service, key_replaced_statement(bind_to_game(first, old), new))
    return json_response(
        ReplacedKey(caller.game, replaced.seat, made), 201, headers={"Cache-Control": "no-store", **receipt}
    )


def _must_be_host(service: Service, caller: callers.Caller) -> None:
    """Raises ``NotYourSeat`` if the caller is not the host, and ``RecordImported`` if the game was not opened here."""
    if caller.require_seat() != TABLE:
        raise NotYourSeat("only the host can see or replace the keys of seats: send the key of the host")
    if service.is_imported(caller.game):
        raise RecordImported(caller.game)


def _seat_with_key(opening: GameOpened[Any, Any, Any], seat: str) -> SeatSetup:
    for each in opening.seats:
        if each.seat == seat and each.key:
            return each
        if each.seat == seat:
            raise NotYourSeat("seat: it has no key; the scribe writes for it")
    raise NotFound(f"seat: this game has {', '.join(each.seat for each in opening.seats)}, and no “{seat}”")


def _new_key(service: Service, game: str, body: KeyToReplace) -> tuple[str | None, str]:
    """Returns a new key and its digest, or None and the digest in the body.

    Raises ``BadRecord`` if the digest in the body is in use.
    """
    if body.key is None:
        made = new_key()
        return made, callers.digest_of(made)
    _must_be_new(service, game, body.key)
    return None, body.key


def _must_be_new(service: Service, game: str, digest: str) -> None:
    """Raises ``BadRecord`` if a key is or was in use here."""
    opening = service.opening(game)
    if service.writer.keys.was_used(digest) or digest in {opening.host_key, *(each.key for each in opening.seats)}:
        raise BadRecord(KEY_USED_MESSAGE)
