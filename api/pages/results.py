"""The page of a game's result: who won, how it stands, what promises came to, what to keep; made to be printed."""

from collections.abc import Iterator

from fastapi import APIRouter, Request
from msgspec import Struct
from starlette.responses import Response

from oathbook.api.pages import addresses, routes
from oathbook.api.pages.position_summary import seat_standings
from oathbook.api.pages.rendering import render_page
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.game import Game
from oathbook.domain.games.game_events import PromiseId, PromiseOffered
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat, display_name
from oathbook.domain.promises.audit.promise_audit import Due
from oathbook.domain.promises.logic.proofs import Status
from oathbook.domain.recording.writing.transcripts import must_be_complete
from oathbook.replays.frames import Replay

router = APIRouter(include_in_schema=False)


class FinalPromise(Struct, frozen=True):
    """What a promise came to for some of those whom it binds, and what they pay."""

    promise: PromiseId
    offer: PromiseOffered
    obligors: tuple[Seat, ...]
    status: Status
    dues: tuple[Due, ...]


@router.get("/games/{game}/result", dependencies=[addresses.FOLD_LIMIT])
def result_page(
    service: addresses.ServiceHere, request: Request, game: addresses.GameId, spoilers: routes.Spoilers = "shown"
) -> Response:
    """The result of a game that is over, as everybody may know it; nothing of it while spoilers are hidden."""
    head = service.head(game)
    values = {**routes.game_values(service, game, spoilers), "imported": service.is_imported(game), "over": head.closed}
    if head.closed and spoilers == "shown":
        replay = service.replays.replay(game, HOLDER if head.secrets_are_out else PUBLIC)
        values |= _result(replay, replay.game_at(len(replay)))
        values["address"] = f"{addresses.base_url(request)}/games/{game}"
    return render_page("result.html", values)


def _result(replay: Replay, game: Game) -> dict[str, object]:
    standing, opened = replay.standing(game), replay.record.opened
    return {
        "standing": standing,
        "outcome": "" if standing.ending is None else display_name(standing.ending.outcome),
        "standings": tuple(seat_standings(opened.seats, standing, ())),
        "promises": tuple(_final_promises(replay, game)),
        "from": replay.entries[0].at[:10],
        "until": replay.entries[-1].at[:10],
        "events": len(replay),
        "head": replay.record.head,
        "has_sheet": _has_sheet(replay),
    }


def _final_promises(replay: Replay, game: Game) -> Iterator[FinalPromise]:
    for name, promise in replay.promises.at(len(replay)).promises.items():
        offer = game.promises[name].offer
        for part in promise.parts:
            yield FinalPromise(name, offer, part.obligors, part.status, part.penalties)


def _has_sheet(replay: Replay) -> bool:
    try:
        must_be_complete(replay.record)
    except BadRecord:
        return False
    return True
