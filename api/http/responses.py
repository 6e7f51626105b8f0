"""The forms in which the service answers: plain responses, pages of the log, steps, frames."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import UNSET, Raw
from starlette.requests import Request
from starlette.responses import Response

from oathbook.api.schemas import problems
from oathbook.api.schemas.problems import Problem
from oathbook.api.schemas.replays import present
from oathbook.api.schemas.service import JSON, LINES, EventTold, LogItem, StepEvent, StepTold
from oathbook.domain.games.happenings import happenings_of
from oathbook.domain.kernel.canonical import written
from oathbook.domain.kernel.seats import HOLDER, Viewer
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.codec import Codec, Sealed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.batch import StoredStep
from oathbook.replays.frames import Replay

HTML: Final = "text/html"
GZIP: Final = "gzip"


def answer(value: object, status: int = 200, *, headers: Mapping[str, str] | None = None) -> Response:
    """A value as JSON; hidden values in it are written in the clear, so pass only what the caller may see."""
    return Response(value_text(value), status, headers=dict(headers or {}), media_type=JSON)


def etag(position: int) -> dict[str, str]:
    """The header that names a position of a game."""
    return {"ETag": f'"{position}"'}


def is_current(request: Request, position: int) -> bool:
    """Whether the caller has this position already, or any (RFC 9110, section 13.1.2)."""
    named = {each.strip().removeprefix("W/") for each in _listed(request, "if-none-match")}
    return bool(named & {f'"{position}"', "*"})


def wants_lines(request: Request) -> bool:
    """Whether the caller prefers a line an item."""
    accepted = _accepts(request)
    return _weight(accepted, LINES) > _weight(accepted, JSON)


def must_accept(request: Request, media_types: Sequence[str]) -> None:
    """``not-acceptable`` where the caller takes none of these forms (RFC 9110, section 12.5.1)."""
    accepted = _accepts(request)
    if not any(_weight(accepted, each) > 0 for each in media_types):
        raise Problem(problems.NOT_ACCEPTABLE, f"this is available as {' and as '.join(media_types)}")


def _accepts(request: Request) -> list[tuple[str, float]]:
    return [_accepted(each) for each in _listed(request, "accept")] or [("*/*", 1.0)]


def prefers_pages(request: Request) -> bool:
    """Whether the caller would rather have a page than JSON, as browsers say of themselves."""
    accepted = [_accepted(each) for each in _listed(request, "accept")]
    return _weight(accepted, HTML) > _weight(accepted, JSON)


def takes_gzip(request: Request) -> bool:
    """Whether the caller can read gzip, and does not refuse it with a weight of 0."""
    return _weight([_accepted(each) for each in _listed(request, "accept-encoding")], GZIP) > 0


def _listed(request: Request, header: str) -> list[str]:
    """What a header lists, on one line or several."""
    return [each for line in request.headers.getlist(header) for each in line.split(",")]


def _accepted(named: str) -> tuple[str, float]:
    kind, *parameters = (part.strip().lower() for part in named.split(";"))
    weights = [part.removeprefix("q=") for part in parameters if part.startswith("q=")]
    try:
        return kind, max(0.0, float(weights[0])) if weights else 1.0
    except ValueError:
        return kind, 0.0


def _weight(accepted: Iterable[tuple[str, float]], kind: str) -> float:
    """How much a form is wanted: what is said of it most specifically (RFC 9110, section 12.5.1)."""
    for said_of in (kind, f"{kind.partition('/')[0]}/*", "*/*"):
        weights = [weight for found, weight in accepted if found == said_of]
        if weights:
            return max(weights)
    return 0.0


def lines_of(items: Iterable[object], trailer: object) -> Iterator[bytes]:
    """A line an item, and a last one that says that it is the last."""
    for item in items:
        yield value_text(item) + b"\n"
    yield written(trailer) + b"\n"


def item_of(codec: Codec, event: Sealed, viewer: Viewer) -> LogItem:
    """An event of the log, with the openings that are for the viewer's eyes; all of them for the holder's."""
    return LogItem(**_kept(codec, event, viewer))


def event_form(record: Record, replay: Replay, position: int) -> EventTold:
    """One event, and what happened."""
    frame, kept = replay.at(position), _kept(record.codec, record.events[position - 1], replay.viewer)
    return EventTold(
        game=record.game,
        viewer=replay.viewer,
        position=position,
        step=frame.step,
        happenings=frame.happenings,
        **kept,
    )


def _kept(codec: Codec, event: Sealed, viewer: Viewer) -> dict[str, Any]:
    return _held(event if viewer == HOLDER else codec.seen_by(event, viewer))


def _held(event: Sealed) -> dict[str, Any]:
    openings = Raw(event.openings) if event.openings else UNSET
    return {"event": Raw(event.line), "hash": event.hash, "openings": openings}


def step_form(step: StoredStep, replay: Replay) -> StepTold:
    """A step as the seat that made it sees it: its events, what happened in them, and the game after it."""
    ruleset = replay.record.ruleset
    made = slice(step.events[0].entry.position - 1, step.position)
    seen = replay.entries[made]
    events = tuple(
        StepEvent(position=entry.position, happenings=happenings_of(ruleset, entry), **_held(event))
        for entry, event in zip(seen, replay.record.events[made], strict=True)
    )
    return StepTold(
        game=step.game,
        step=seen[-1].step,
        position=step.position,
        events=events,
        became=tuple(replay.promises.settled(after=seen[0].position - 1)),
        **present(replay, replay.game_at(step.position)),
    )


def step_bare(step: StoredStep, fault: str) -> StepTold:
    """A stored step by itself: its events with their hashes, and why there is no more to tell."""
    events = tuple(
        StepEvent(position=event.entry.position, happenings=(), event=Raw(event.line), hash=event.hash, openings=UNSET)
        for event in step.events
    )
    first = step.events[0].entry
    return StepTold(
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
