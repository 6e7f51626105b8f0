"""Records in: a record file, or the transcript of a game that was played elsewhere."""

from anyio import to_thread
from fastapi import APIRouter, Request
from starlette.responses import Response

from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import ServiceHere
from oathbook.api.http.permissions import MAY_IMPORT
from oathbook.api.http.rate_limits import RATE_LIMITED
from oathbook.api.http.receipts import receipt_header
from oathbook.api.http.responses import etag, json_response
from oathbook.api.schemas.shapes import LINES, NOTATION, Imported, describe_response
from oathbook.api.service import Service
from oathbook.domain.errors import BadRecord, CorruptRecord
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.record_file import file_kind, whole_record_from
from oathbook.domain.recording.notation.sheet_faults import read_sheet
from oathbook.domain.recording.notation.sheets import is_notation
from oathbook.domain.recording.writing.transcripts import TRANSCRIPT_FORMAT, record_from_transcript

router = APIRouter(route_class=ApiRoute, tags=["log"])

HERE = "body"


@router.post(
    "/records",
    status_code=201,
    responses={**describe_response(Imported, 201), **describe_response(Imported), **RATE_LIMITED},
    dependencies=[MAY_IMPORT],
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {each: {"schema": {"type": "string"}} for each in (LINES, NOTATION)},
        }
    },
    summary="Import a record",
)
async def import_record(service: ServiceHere, request: Request) -> Response:
    """Store a record, byte for byte, or turn a transcript into one: lines of JSON, or notation as text/x-oathbook.

    A record that is already stored changes nothing.
    """
    text = await request.body()
    record, new = await to_thread.run_sync(_import, service, text, limiter=service.importing)
    told = Imported(
        record.game,
        record.opened.edition,
        len(record.events),
        record.head,
        record.redacted,
        service.is_imported(record.game),
        new,
    )
    headers = {"Location": f"/v1/games/{record.game}", **etag(len(record.events))}
    headers |= receipt_header(service, record.events[-1]) if new else {}
    return json_response(told, 201 if new else 200, headers=headers)


def _import(service: Service, text: bytes) -> tuple[Record, bool]:
    try:
        record = _read(service, text)
        (new,) = service.writer.add((record,))
    except CorruptRecord as problem:
        raise BadRecord(str(problem)) from None  # these bytes are the client's, and no fault of ours
    return record, new


def _read(service: Service, text: bytes) -> Record:
    if is_notation(text):
        return read_sheet(text, service.ruleset_of, service.sources, where=HERE)
    if file_kind(text, where=HERE) == TRANSCRIPT_FORMAT:
        return record_from_transcript(text, service.ruleset_of, service.sources, where=HERE)
    return whole_record_from(text, service.ruleset_of, where=HERE)
