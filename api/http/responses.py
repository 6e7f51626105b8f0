"""Makes responses, and the shapes of events and steps in them."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Raw
from starlette.requests import Request
from starlette.responses import Response

from oathbook.api.http.callers import Caller
from oathbook.api.queries.query import Query, QueryResult
from oathbook.api.schemas import problems, shapes
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.schemas.replays import situation
from oathbook.api.schemas.shapes import JSON
from oathbook.api.service import Service
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import HOLDER, Viewer
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.codec import Codec, EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.writer_batch import StoredStep
from oathbook.replays.frames import Replay

HTML: Final = "text/html"
GZIP: Final = "gzip"


def json_response(value: object, status: int = 200, *, headers: Mapping[str, str] | None = None) -> Response:
    """Returns a value as JSON. It writes hidden values in the clear: pass only what the caller may see."""
    return Response(value_text(value), status, headers=dict(headers or {}), media_type=shapes.JSON)


def etag(position: int) -> dict[str, str]:
    """Returns the header with a position of a game."""
    return {"ETag": f'"{position}"'}


def unstored_etag(position: int) -> dict[str, str]:
    """Returns the headers of an answer that callers get differently at the same position.

    A browser that stored one caller's would take a 304 to another one's as about it (RFC 9111, section 4.3.1).
    """
    return {**etag(position), "Cache-Control": "no-store"}


def is_current(request: Request, position: int) -> bool:
    """Returns whether ``If-None-Match`` names this position or ``*`` (RFC 9110, section 13.1.2)."""
    named = {each.strip().removeprefix("W/") for each in _header_values(request, "if-none-match")}
    return bool(named & {f'"{position}"', "*"})


def wants_lines(request: Request) -> bool:
    """Returns whether the caller prefers lines of JSON to one document."""
    accepted = _accepts(request)
    return _weight(accepted, shapes.LINES) > _weight(accepted, shapes.JSON)


def must_accept(request: Request, media_types: Sequence[str]) -> None:
    """Raises ``not-acceptable`` if the caller accepts none of these types (RFC 9110, section 12.5.1)."""
    accepted = _accepts(request)
    if not any(_weight(accepted, each) > 0 for each in media_types):
        raise HttpProblem(problems.NOT_ACCEPTABLE, f"this is available as {' and as '.join(media_types)}")


def _accepts(request: Request) -> list[tuple[str, float]]:
    return [_media_range(each) for each in _header_values(request, "accept")] or [("*/*", 1.0)]


def prefers_pages(request: Request) -> bool:
    """Returns whether the caller prefers HTML to JSON, as browsers do."""
    accepted = [_media_range(each) for each in _header_values(request, "accept")]
    return _weight(accepted, HTML) > _weight(accepted, shapes.JSON)


def takes_gzip(request: Request) -> bool:
    """Returns whether the caller accepts gzip."""
    return _weight([_media_range(each) for each in _header_values(request, "accept-encoding")], GZIP) > 0


def _header_values(request: Request, header: str) -> list[str]:
    """Returns the items of a header, on one line or several."""
    return [each for line in request.headers.getlist(header) for each in line.split(",")]


def _media_range(named: str) -> tuple[str, float]:
    kind, *parameters = (part.strip().lower() for part in named.split(";"))
    weights = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
    try:
        return kind, max(0.0, float(weights[0])) if weights else 1.0
    except ValueError:
        return kind, 0.0


def _weight(accepted: Iterable[tuple[str, float]], kind: str) -> float:
    """Returns the weight of a type: that of the most specific range (RFC 9110, section 12.5.1)."""
    for said_of in (kind, f"{kind.partition('/')[0]}/*", "*/*"):
        weights = [weight for found, weight in accepted if found == said_of]
        if weights:
            return max(weights)
    return 0.0


def ndjson_lines(items: Iterable[object], trailer: object) -> Iterator[bytes]:
    """Yields a line for each item, then the trailer, which shows that nothing is missing."""
    for item in items:
        yield value_text(item) + b"\n"
    yield canonical_bytes(trailer) + b"\n"


def log_item(codec: Codec, event: EncodedEvent, viewer: Viewer) -> shapes.LogItem:
    """Returns an event of the log with the openings that the viewer may have; the holder has all."""
    return shapes.LogItem(**_visible_fields(codec, event, viewer))


def present_event(record: Record, replay: Replay, position: int) -> shapes.EventTold:
    """Returns an event with what happened in it."""
    frame, kept = replay.at(position), _visible_fields(record.codec, record.events[position - 1], replay.viewer)
    return shapes.EventTold(
        game=record.game, viewer=replay.viewer, position=position, step=frame.step, happenings=frame.happenings, **kept
    )


def _visible_fields(codec: Codec, event: EncodedEvent, viewer: Viewer) -> dict[str, Any]:
    return _stored_fields(event if viewer == HOLDER else codec.redact(event, viewer))


def _stored_fields(event: EncodedEvent) -> dict[str, Any]:
    openings = Raw(event.openings) if event.openings else UNSET
    return {"event": Raw(event.line), "hash": event.hash, "openings": openings}


def present_step(step: StoredStep, replay: Replay) -> shapes.StepTold:
    """Returns a step with what its seat may see: the events, what happened in them, and the game after it."""
    ruleset = replay.record.ruleset
    made = slice(step.events[0].entry.position - 1, step.position)
    seen = replay.entries[made]
    events = tuple(
        shapes.StepEvent(
            position=entry.position, happenings=happenings_of(ruleset, entry, replay.roster), **_stored_fields(event)
        )
        for entry, event in zip(seen, replay.record.events[made], strict=True)
    )
    return shapes.StepTold(
        game=step.game,
        step=seen[-1].step,
        position=step.position,
        events=events,
        became=tuple(replay.promises.results(after=seen[0].position - 1)),
        **situation(replay, replay.game_at(step.position)),
        taken_back=withdrawals_in(replay.entries).get(seen[0].step, UNSET) if len(replay) > step.position else UNSET,
    )


def present_bare_step(step: StoredStep, fault: str) -> shapes.StepTold:
    """Returns a step with its events and hashes alone, and the fault that prevents more."""
    events = tuple(
        shapes.StepEvent(
            position=event.entry.position, happenings=(), event=Raw(event.line), hash=event.hash, openings=UNSET
        )
        for event in step.events
    )
    first = step.events[0].entry
    return shapes.StepTold(
        game=step.game,
        step=first.step,
        position=step.position,
        events=events,
        became=(),
        view=Raw(b"null"),
        to_act=(),
        standing=None,
        fault=fault,
    )


async def run_for_caller(
    service: Service,
    caller: Caller,
    viewer: Viewer,
    form: Callable[..., bytes],
    *about: Hashable,
    rulings: bool = True,
    slow: bool = False,
) -> QueryResult:
    """Returns the result of a query for a caller as this viewer; see ``Query``."""
    return await service.run_query(Query(caller.game, viewer, form, about, rulings, slow), caller.head.position)


def query_response(told: QueryResult, headers: Mapping[str, str] | None = None) -> Response:
    """Returns the result of a query as a response."""
    return Response(told.body, headers=headers, media_type=JSON)
