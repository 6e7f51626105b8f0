"""The log: events as they are stored, one event and why, and everything as a record file."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from msgspec.structs import asdict
from starlette.responses import Response, StreamingResponse

from oathbook.api.asking.positions import must_be_there, page_of
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import FOLDING, CallerHere, LookAs, PositionPath, ServiceHere
from oathbook.api.http.responses import (
    answer,
    etag,
    event_form,
    is_current,
    item_of,
    lines_of,
    wants_lines,
)
from oathbook.api.schemas.editions import readings_of, words_of
from oathbook.api.schemas.service import LINES, DerivedHappening, EventTold, LogItem, LogPage, WhyTold, Worked, answers
from oathbook.api.service import Service
from oathbook.domain.games.corrections import correction_of
from oathbook.domain.games.events import OutcomeFollowed
from oathbook.domain.games.happenings import Happening
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.domain.kernel.seats import Viewer
from oathbook.domain.kernel.workings import said
from oathbook.domain.recording.database.archive import read_row
from oathbook.domain.recording.format.codec import Codec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import as_seen_by
from oathbook.domain.recording.format.record_file import record_text

router = APIRouter(route_class=ApiRoute, tags=["log"])


class RecordFile(Response):
    """A record as a file."""

    media_type = LINES


AfterPosition = Annotated[int, Query(ge=0, le=EVENTS_PER_GAME, description="Begin after this position.")]
EventsLimit = Annotated[int | None, Query(ge=1, le=PAGE)]


@router.get(
    "/games/{game}/events", responses=answers(LogPage, lines=True), operation_id="list_events", summary="Read the log"
)
def events(
    service: ServiceHere,
    caller: CallerHere,
    request: Request,
    after: AfterPosition = 0,
    limit: EventsLimit = None,
    looking: LookAs = None,
) -> Response:
    """The log as the caller may see it: one page or, as lines, all of it with a trailer."""
    viewer = caller.looking_as(looking)
    length = service.archive.head(caller.game)
    codec = codec_of(service.archive.ruleset(caller.game).wire)
    if wants_lines(request):
        last = length if limit is None else min(after + limit, length)
        rows = service.archive.rows(caller.game, after=after, upto=last)
        trailer = {
            "oathbook": "end/1",
            "events": len(rows),
            "position": length,
            "head": _head(service, caller.game, length),
        }
        return StreamingResponse(lines_of(_items(codec, caller.game, rows, viewer), trailer), media_type=LINES)
    _, last, _ = page_of(after + 1, None if limit is None else after + limit, length)
    items = tuple(_items(codec, caller.game, service.archive.rows(caller.game, after=after, upto=last), viewer))
    headers: dict[str, str] = {}
    if last < length:
        query = urlencode({"after": last, "limit": limit or PAGE, **({} if looking is None else {"as": looking})})
        headers["Link"] = f'</v1/games/{caller.game}/events?{query}>; rel="next"'
    return answer(LogPage(caller.game, length, items, last if last < length else None), headers=headers)


def _items(codec: Codec, game: str, rows: Iterable[StoredRow], viewer: Viewer) -> Iterator[LogItem]:
    return (item_of(codec, read_row(codec, game, row), viewer) for row in rows)


def _head(service: Service, game: str, position: int) -> str:
    (last,) = service.archive.rows(game, after=position - 1, upto=position)
    return event_hash(last.state.partition(b"\n")[0])


@router.get(
    "/games/{game}/events/{position}", responses=answers(EventTold), dependencies=[FOLDING], summary="Get an event"
)
def event(service: ServiceHere, caller: CallerHere, position: PositionPath, looking: LookAs = None) -> Response:
    """One event, and what happened."""
    viewer = caller.looking_as(looking)
    replay, kept = service.replays.replay(caller.game, viewer), service.replays.record(caller.game)
    must_be_there(position, len(replay))
    return answer(event_form(kept, replay, position))


@router.get(
    "/games/{game}/events/{position}/why",
    responses=answers(WhyTold),
    dependencies=[FOLDING],
    summary="Explain an event",
)
def why(service: ServiceHere, caller: CallerHere, position: PositionPath, looking: LookAs = None) -> Response:
    """What an event follows from: clauses in words, the readings they rest on, the working line by line.

    For a decision or a draw, the answer is about the outcome of that decision.
    """
    viewer = caller.looking_as(looking)
    replay = service.replays.replay(caller.game, viewer)
    must_be_there(position, len(replay))
    step = replay.entries[position - 1].step
    outcome = next(
        (
            entry.position
            for entry in replay.entries[position - 1 :]
            if entry.step == step and isinstance(entry.body, OutcomeFollowed)
        ),
        position,
    )
    happenings = replay.at(outcome).happenings
    ruleset, switches = replay.record.ruleset, service.opening(caller.game).switches
    return answer(
        WhyTold(
            caller.game,
            viewer,
            position,
            outcome,
            correction_of(replay.entries, outcome),
            tuple(map(_derived, happenings)),
            words_of(ruleset, _clauses(happenings)),
            readings_of(ruleset, (each for one in happenings for each in one.readings), switches),
        )
    )


@router.get(
    "/games/{game}/record",
    response_class=RecordFile,
    dependencies=[FOLDING],
    responses={304: {"description": "Nothing has changed"}},
    operation_id="game_record",
    summary="Export a record",
)
def record(service: ServiceHere, caller: CallerHere, request: Request, looking: LookAs = None) -> Response:
    """The record as a file, as the caller may see it. ``POST /v1/records`` imports it."""
    viewer = caller.looking_as(looking)
    position = caller.head.position
    if is_current(request, position) and not service.came_redacted(caller.game):
        return Response(status_code=304, headers=etag(position))
    whole = service.replays.record(caller.game)
    headers = {
        **etag(len(whole.events)),
        "Content-Disposition": f'attachment; filename="{caller.game}.jsonl"',
    }
    return RecordFile(record_text(as_seen_by(whole, viewer)), headers=headers)


def _derived(happening: Happening) -> DerivedHappening:
    working = tuple(Worked(**asdict(each), says=said(each)) for each in happening.working)
    fields: dict[str, Any] = {**asdict(happening), "working": working}
    return DerivedHappening(**fields)


def _clauses(happenings: Iterable[Happening]) -> list[str]:
    return [clause for each in happenings for clause in (*each.cites, *(line.clause for line in each.working))]
