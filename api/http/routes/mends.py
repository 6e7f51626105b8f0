"""The sheet of a game in lines of notation, and the scribe's edits of it."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query
from starlette.responses import Response

from oathbook.api.http import callers
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.play_steps import PlayStep
from oathbook.api.http.preconditions import expected_position, request_key_for
from oathbook.api.http.rate_limits import RATE_LIMITED, MeterHere
from oathbook.api.http.receipts import receipt_header
from oathbook.api.http.responses import etag, json_response, query_response, run_for_caller
from oathbook.api.http.routes.takebacks import must_not_be_disputed
from oathbook.api.queries.replay_queries import sheet_page
from oathbook.api.schemas.mends import LinesToWrite, SheetPage, SheetReceipt, SheetTrial, present_trial
from oathbook.api.schemas.shapes import describe_response
from oathbook.domain.application.mends import SheetEdit, sheet_work, try_edit
from oathbook.domain.errors import NotYourSeat, TakebackRefused
from oathbook.domain.kernel import HOLDER, PUBLIC, TABLE
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from oathbook.domain.recording.writing.memory_writer import MemoryWriter

router = APIRouter(route_class=ApiRoute, tags=["play"])

FromPosition = Annotated[
    int | None,
    Query(alias="from", ge=1, le=EVENTS_PER_GAME, description="The first position; the last steps by default."),
]


@router.get("/games/{game}/lines", responses=describe_response(SheetPage), summary="Read the sheet")
async def sheet(service: callers.ServiceHere, caller: callers.CallerHere, start: FromPosition = None) -> Response:
    """The steps of a game in lines of notation, at most 400 of them, as far as the caller may see them.

    A scribe who writes for every seat sees all lines.
    """
    is_scribe = caller.writes_for == caller.seats
    viewer = HOLDER if is_scribe else caller.query_viewer
    return query_response(await run_for_caller(service, caller, viewer, sheet_page, start))


class MendStep(PlayStep):
    """A request to write on the sheet of a scribe's game."""

    def edit(self, body: LinesToWrite) -> SheetEdit:
        """Returns the edit; ``NotYourSeat`` unless the caller is the scribe, ``TakebackRefused`` during a dispute."""
        caller = self.caller
        if caller.require_seat() != TABLE or self.service.opening(caller.game).entry != "scribe":
            raise NotYourSeat("only the host's key writes on the sheet, and only in a game that a scribe enters")
        if body.start is not None:
            must_not_be_disputed(self.service, caller.game, body.start)
        return SheetEdit(tuple(map(tuple, body.lines)), caller.writes_for, body.start, body.why)

    def perform(self, body: LinesToWrite) -> Response:
        """Stores the steps and returns the position after them."""
        game, edit = self.caller.game, self.edit(body)
        step = self.service.writer.write_sheet(
            game,
            sheet_work(self.service.notations.notation(game, PUBLIC), edit),
            expected=expected_position(self.if_match),
            request=request_key_for(TABLE, self.key, {"sheet": body.model_dump()}),
            caller_key=self.caller.digest,
        )
        where = f"/v1/games/{game}/events/{step.position}"
        headers = {**etag(step.position), "Location": where, **receipt_header(self.service, step.events[-1])}
        return json_response(SheetReceipt(game, step.position), 201, headers=headers)

    def attempt(self, body: LinesToWrite) -> Response:
        """Returns what each step would do; ``TakebackRefused`` if a seat has a key: a trial could show its secrets."""
        game, edit = self.caller.game, self.edit(body)
        if len(edit.seats) < len(self.caller.seats):
            raise TakebackRefused("dry_run", "a seat with a key has secrets, and trying things out would show them")
        record = self.service.replays.record(game)
        writer = MemoryWriter.resume(record, self.service.sources)
        rows = try_edit(writer, self.service.notations.notation(game, PUBLIC), edit)
        return json_response(present_trial(game, len(record.events), rows))


MendHere = Annotated[MendStep, Depends()]


@router.post(
    "/games/{game}/mend",
    status_code=201,
    responses={**describe_response(SheetReceipt, 201), **describe_response(SheetTrial), **RATE_LIMITED},
    summary="Write on the sheet",
)
def mend(
    stepping: MendHere,
    meter: MeterHere,
    body: LinesToWrite,
    dry_run: Annotated[bool, Query(description="Say what would become of each step. Nothing is recorded.")] = False,  # noqa: FBT002  # because it is a parameter of the address
) -> Response:
    """Record steps from lines; with `from`, first take back the decision there and everything after it.

    All of it is stored, or nothing. The line of a step is followed by its draws, as `draw heart seen by ash`, and, if
    the table departed from the rules, by what it did, as `then …`. Only the scribe of a game can do this.
    """
    for _ in body.lines:
        meter.take("lines", stepping.caller.key)
    return stepping.attempt(body) if dry_run else stepping.perform(body)
