"""The log: events as they are stored, one event and why, and everything as a record file."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from msgspec.structs import asdict
from starlette.responses import Response, StreamingResponse

from oathbook.api.http import callers, responses
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.queries import replay_queries
from oathbook.api.queries.query import must_be_there, page_of
from oathbook.api.schemas import problems, shapes
from oathbook.api.schemas.editions import clause_texts, reading_settings
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.games.corrections import last_correction_position
from oathbook.domain.games.game_events import OutcomeFollowed
from oathbook.domain.games.happenings import Happening
from oathbook.domain.kernel import HOLDER, Roster, Viewer, format_line
from oathbook.domain.kernel.canonical import event_hash
from oathbook.domain.kernel.limits import EVENTS_PER_GAME, PAGE
from oathbook.domain.recording.database.archive import read_row
from oathbook.domain.recording.format.codec import Codec, codec_of
from oathbook.domain.recording.format.envelope import StoredRow
from oathbook.domain.recording.format.record import record_for
from oathbook.domain.recording.format.record_file import record_text

router = APIRouter(route_class=ApiRoute, tags=["log"])


class RecordFile(Response):
    """A record as a file."""

    media_type = shapes.LINES


class SheetFile(Response):
    """A sheet of notation as a file."""

    media_type = shapes.TEXT


AfterPosition = Annotated[int, Query(ge=0, le=EVENTS_PER_GAME, description="Begin after this position.")]
EventsLimit = Annotated[int | None, Query(ge=1, le=PAGE)]


@router.get(
    "/games/{game}/events",
    responses=shapes.describe_response(shapes.LogPage, lines=True),
    dependencies=[callers.FOLD_LIMIT],
    operation_id="list_events",
    summary="Read the log",
)
def events(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    request: Request,
    after: AfterPosition = 0,
    limit: EventsLimit = None,
    looking: callers.LookAs = None,
) -> Response:
    """The log as the caller may see it: one page or, as lines, all of it with a trailer."""
    viewer = caller.view_as(looking)
    length = service.archive.last_position(caller.game)
    codec = codec_of(service.archive.ruleset(caller.game).wire)
    if responses.wants_lines(request):
        last = length if limit is None else min(after + limit, length)
        rows = service.archive.rows(caller.game, after=after, upto=last)
        trailer = {
            "oathbook": "end/1",
            "events": len(rows),
            "position": length,
            "head": _head(service, caller.game, length),
        }
        return StreamingResponse(
            responses.ndjson_lines(_items(codec, caller.game, rows, viewer), trailer), media_type=shapes.LINES
        )
    _, last, _ = page_of(after + 1, None if limit is None else after + limit, length)
    items = tuple(_items(codec, caller.game, service.archive.rows(caller.game, after=after, upto=last), viewer))
    headers: dict[str, str] = {}
    if last < length:
        query = urlencode({"after": last, "limit": limit or PAGE, **({} if looking is None else {"as": looking})})
        headers["Link"] = f'</v1/games/{caller.game}/events?{query}>; rel="next"'
    return responses.json_response(
        shapes.LogPage(caller.game, length, items, last if last < length else None), headers=headers
    )


def _items(codec: Codec, game: str, rows: Iterable[StoredRow], viewer: Viewer) -> Iterator[shapes.LogItem]:
    return (responses.log_item(codec, read_row(codec, game, row), viewer) for row in rows)


def _head(service: Service, game: str, position: int) -> str:
    (last,) = service.archive.rows(game, after=position - 1, upto=position)
    return event_hash(last.state.partition(b"\n")[0])


@router.get(
    "/games/{game}/events/{position}",
    responses=shapes.describe_response(shapes.EventTold),
    dependencies=[callers.FOLD_LIMIT],
    summary="Get an event",
)
def event(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    position: callers.PositionPath,
    looking: callers.LookAs = None,
) -> Response:
    """One event, and what happened."""
    viewer = caller.view_as(looking)
    replay, kept = service.replays.replay(caller.game, viewer), service.replays.record(caller.game)
    must_be_there(position, len(replay))
    return responses.json_response(responses.present_event(kept, replay, position))


@router.get(
    "/games/{game}/events/{position}/why",
    responses=shapes.describe_response(shapes.WhyTold),
    dependencies=[callers.FOLD_LIMIT],
    summary="Explain an event",
)
def why(
    service: callers.ServiceHere,
    caller: callers.CallerHere,
    position: callers.PositionPath,
    looking: callers.LookAs = None,
) -> Response:
    """What an event follows from: clauses in words, the readings they rest on, the working line by line.

    For a decision or a draw, the answer is about the outcome of that decision.
    """
    viewer = caller.view_as(looking)
    replay = service.replays.replay(caller.game, viewer)
    must_be_there(position, len(replay))
    step = replay.entries[position - 1].step
    outcomes = (each for each in replay.entries[position - 1 :] if isinstance(each.body, OutcomeFollowed))
    outcome = next((each.position for each in outcomes if each.step == step), position)
    happenings = replay.at(outcome).happenings
    clauses = [clause for each in happenings for clause in (*each.cites, *(line.clause for line in each.working))]
    ruleset, switches = replay.record.ruleset, service.opening(caller.game).switches
    return responses.json_response(
        shapes.WhyTold(
            caller.game,
            viewer,
            position,
            outcome,
            last_correction_position(replay.entries, outcome),
            tuple(_derivation(each, replay.roster) for each in happenings),
            clause_texts(ruleset, clauses),
            reading_settings(ruleset, (each for one in happenings for each in one.readings), switches),
        )
    )


@router.get(
    "/games/{game}/record",
    response_class=RecordFile,
    dependencies=[callers.FOLD_LIMIT],
    responses={304: {"description": "Nothing has changed"}},
    operation_id="game_record",
    summary="Export a record",
)
def record(
    service: callers.ServiceHere, caller: callers.CallerHere, request: Request, looking: callers.LookAs = None
) -> Response:
    """The record as a file, as the caller may see it. ``POST /v1/records`` imports it."""
    viewer = caller.view_as(looking)
    position = caller.head.position
    if responses.is_current(request, position) and not service.came_redacted(caller.game):
        return Response(status_code=304, headers=responses.unstored_etag(position))
    whole = service.replays.record(caller.game)
    headers = {
        **responses.unstored_etag(len(whole.events)),
        "Content-Disposition": f'attachment; filename="{caller.game}.jsonl"',
    }
    return RecordFile(record_text(record_for(whole, viewer)), headers=headers)


@router.get(
    "/games/{game}/sheet",
    response_class=SheetFile,
    responses={304: {"description": "Nothing has changed"}},
    operation_id="game_sheet",
    summary="Export a sheet",
)
async def sheet(
    service: callers.ServiceHere, caller: callers.CallerHere, request: Request, looking: callers.LookAs = None
) -> Response:
    """The game as a sheet of notation, which an import reads as the same record.

    A sheet tells everything: while the record conceals something from the caller, or where a ruling has done something
    to the game, there is none (``sheet-unavailable``).
    """
    viewer = caller.view_as(looking)
    position = caller.head.position
    if responses.is_current(request, position) and not service.came_redacted(caller.game):
        return Response(status_code=304, headers=responses.unstored_etag(position))
    whole = HOLDER if caller.head.secrets_are_out else viewer
    try:
        told = await responses.run_for_caller(service, caller, whole, replay_queries.sheet)
    except BadRecord as refused:
        raise HttpProblem(problems.NO_SHEET, str(refused)) from None
    headers = {
        **responses.unstored_etag(told.position),
        "Content-Disposition": f'attachment; filename="{caller.game}.notation"',
    }
    return SheetFile(told.body, headers=headers)


def _derivation(happening: Happening, roster: Roster) -> shapes.DerivedHappening:
    working = tuple(
        shapes.Worked(**asdict(each), says=roster.name_ids(format_line(each))) for each in happening.working
    )
    fields: dict[str, Any] = {**asdict(happening), "working": working}
    return shapes.DerivedHappening(**fields)
