"""Keys: the holder of a seat replaces the one it has."""

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.rate_limits import MeterHere
from oathbook.api.http.receipts import statement_receipt_header
from oathbook.api.http.responses import json_response
from oathbook.api.http.routes.games import KeyDigest
from oathbook.api.schemas import problems
from oathbook.api.schemas.games import ReplacedKey
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.schemas.shapes import describe_response
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.leaves import key_replaced_statement
from oathbook.domain.recording.database.record_store import KEY_USED_MESSAGE
from oathbook.domain.recording.format.bearer_keys import new_key

router = APIRouter(route_class=ApiRoute, tags=["games"])


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
    made = new_key() if body.key is None else None
    if body.key is not None:
        _must_be_new(service, caller.game, body.key)
    new = body.key or callers.digest_of(made or "")
    if not service.writer.replace_key(old, new):
        raise HttpProblem(problems.WRONG_KEY, "this key was replaced", headers=callers.CHALLENGE)
    headers = {"Cache-Control": "no-store", **statement_receipt_header(service, key_replaced_statement(old, new))}
    service.hub.notify(caller.game)  # streams that were opened with it end
    return json_response(ReplacedKey(caller.game, seat, made), 201, headers=headers)


def _must_be_new(service: Service, game: str, digest: str) -> None:
    """Raises ``BadRecord`` if a key is or was in use here."""
    opening = service.opening(game)
    if service.writer.keys.was_used(digest) or digest in {opening.host_key, *(each.key for each in opening.seats)}:
        raise BadRecord(KEY_USED_MESSAGE)
