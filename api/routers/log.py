"""The log: events as they are stored, one event and why, and everything as a record file."""

from collections.abc import Iterable
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from msgspec.structs import asdict
from starlette.responses import Response, StreamingResponse

from api.callers import CallerHere, LookAs, ServiceHere
from api.forms import (
    answer,
    etag,
    event_form,
    is_current,
    items_of,
    lines_of,
    must_be_there,
    page_of,
    wants_lines,
)
from api.reasons import readings_of, words_of
from api.shapes import LINES, Derived, EventTold, LogPage, Why, Worked, answers
from domain.games.events import OutcomeFollowed
from domain.games.happenings import Happening
from domain.kernel.limits import EVENTS_PER_GAME, PAGE
from domain.kernel.workings import said
from domain.recording.portable import record_text
from domain.recording.record import as_seen_by

router = APIRouter(tags=["log"])


class RecordFile(Response):
    """A record as a file."""

    media_type = LINES


Position = Annotated[int, Path(ge=1, le=EVENTS_PER_GAME)]
After = Annotated[int, Query(ge=0, le=EVENTS_PER_GAME, description="The position behind which to begin.")]
Limit = Annotated[int | None, Query(ge=1, le=PAGE)]


@router.get("/games/{game}/events", responses=answers(LogPage, lines=True))
def events(  # because each parameter of the address is one
    service: ServiceHere,
    caller: CallerHere,
    request: Request,
    after: After = 0,
    limit: Limit = None,
    looking: LookAs = None,
) -> Response:
    """The log, as whoever asks may have it: a page of it or, as lines, all of it with a trailer."""
    viewer, whole = caller.looking_as(looking), caller.head.secrets_are_out
    record = service.shelf.record(caller.game)
    length = len(record.events)
    if wants_lines(request):
        last = length if limit is None else min(after + limit, length)
        rest = items_of(record, viewer, whole=whole, first=after + 1, last=last)
        trailer = {"oathbook": "end/1", "events": max(0, last - after), "position": length, "head": record.head}
        return StreamingResponse(lines_of(rest, trailer), headers=etag(length), media_type=LINES)
    first, last = page_of(after + 1, None if limit is None else after + limit, length)
    items = tuple(items_of(record, viewer, whole=whole, first=first, last=last))
    page = LogPage(caller.game, length, items, last if last < length else None)
    headers = etag(length)
    if last < length:
        headers["Link"] = f'</v1/games/{caller.game}/events?after={last}&limit={limit or PAGE}>; rel="next"'
    return answer(page, headers=headers)


@router.get("/games/{game}/events/{position}", responses=answers(EventTold))
def event(service: ServiceHere, caller: CallerHere, position: Position, looking: LookAs = None) -> Response:
    """One event, and what happened in it."""
    viewer, whole = caller.looking_as(looking), caller.head.secrets_are_out
    replay, kept = service.shelf.replay(caller.game, viewer), service.shelf.record(caller.game)
    must_be_there(position, len(replay))
    return answer(event_form(kept, replay, position, whole=whole))


@router.get("/games/{game}/events/{position}/why", responses=answers(Why))
def why(service: ServiceHere, caller: CallerHere, position: Position, looking: LookAs = None) -> Response:
    """What an event follows from: clauses in words, the readings they rest on, the working line by line.

    A decision and its draws are answered with what followed from them.
    """
    viewer = caller.looking_as(looking)
    replay = service.shelf.replay(caller.game, viewer)
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
        Why(
            caller.game,
            viewer,
            position,
            outcome,
            tuple(map(_derived, happenings)),
            words_of(ruleset, _clauses(happenings)),
            readings_of(ruleset, (each for one in happenings for each in one.readings), switches),
        )
    )


@router.get(
    "/games/{game}/record",
    response_class=RecordFile,
    responses={304: {"description": "Nothing has come since"}},
)
def record(service: ServiceHere, caller: CallerHere, request: Request, looking: LookAs = None) -> Response:
    """The record as a file, as whoever asks may have it; it goes back in at ``POST /v1/records``."""
    viewer = caller.looking_as(looking)
    position = caller.head.position
    if is_current(request, position):
        return Response(status_code=304, headers=etag(position))
    whole = service.shelf.record(caller.game)
    headers = {
        **etag(len(whole.events)),
        "Content-Disposition": f'attachment; filename="{caller.game}.jsonl"',
    }
    return RecordFile(record_text(as_seen_by(whole, viewer)), headers=headers)


def _derived(happening: Happening) -> Derived:
    working = tuple(Worked(**asdict(each), says=said(each)) for each in happening.working)
    fields: dict[str, Any] = {**asdict(happening), "working": working}
    return Derived(**fields)


def _clauses(happenings: Iterable[Happening]) -> list[str]:
    return [clause for each in happenings for clause in (*each.cites, *(line.clause for line in each.working))]
