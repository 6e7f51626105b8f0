"""Server-sent events: the log as it grows (HTML standard, section 9.2)."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import aclosing
from typing import Annotated, Final, NamedTuple

from fastapi import APIRouter, Header, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from oathbook.api.event_hub import Subscriber
from oathbook.api.http.addresses import address_of
from oathbook.api.http.api_route import ApiRoute
from oathbook.api.http.callers import ServiceHere, caller_by_digest
from oathbook.api.http.responses import log_item
from oathbook.api.http.stream_callers import StreamCallerHere
from oathbook.api.schemas.problems import HttpProblem
from oathbook.api.service import GameProgress, Service
from oathbook.domain.errors import BadRecord
from oathbook.domain.evidence.checkpoints import parse_checkpoint
from oathbook.domain.evidence.notes import split_note
from oathbook.domain.kernel import Viewer
from oathbook.domain.kernel.canonical import canonical_bytes
from oathbook.domain.kernel.limits import PAGE
from oathbook.domain.recording.database.archive import read_row
from oathbook.domain.recording.format.cleartext import value_text
from oathbook.domain.recording.format.codec import Codec, EncodedEvent, codec_of

router = APIRouter(route_class=ApiRoute, tags=["log"])

HEARTBEAT: Final = 15.0
"""Seconds after which a silent stream sends a comment, so that no proxy closes it."""

RETRY: Final = 2_000  # milliseconds after which a client that was cut off should come back


class EventStream(StreamingResponse):
    """A response of server-sent events, which end as soon as their client is gone."""

    media_type = "text/event-stream"

    def __init__(
        self, first: bytes, rest: AsyncGenerator[bytes], status_code: int = 200, *, headers: Mapping[str, str]
    ) -> None:
        """``first`` is sent before ``rest``, which is closed at the end."""
        super().__init__(_chain(first, rest), status_code, headers)
        self._rest = rest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events until there are no more, or the client is gone."""
        async with aclosing(self._rest):
            await super().__call__(scope, receive, send)


class _StreamEvent(NamedTuple):
    """The text of an event, and its position."""

    position: int
    text: bytes


class _StreamView(NamedTuple):
    """A reader of a stream: game, viewer, address, and a check that its key still counts."""

    game: str
    viewer: Viewer
    address: str
    admitted: Callable[[], bool]


@router.get(
    "/games/{game}/stream",
    response_class=EventStream,
    responses={204: {"description": "The whole game has been sent"}},
    operation_id="follow_game",
    summary="Follow a game",
)
async def stream(
    service: ServiceHere,
    following: StreamCallerHere,
    request: Request,
    last_event_id: Annotated[str | None, Header(max_length=20, description="The last position that you have.")] = None,
) -> Response:
    """Every event after the last one seen, then each new one as it is stored; 204 once a finished game was sent whole.

    When a dispute about the game changes, ``event: dispute`` names the dispute and its position. Once the log is signed
    with what was sent, ``event: checkpoint`` has the checkpoint.
    """
    caller = following.caller
    after = _position(last_event_id, caller.head.position, following.after)
    codec = codec_of((await run_in_threadpool(service.archive.ruleset, caller.game)).wire)
    admitted = _admission_check(service, caller.game, following.key)
    reader = _StreamView(caller.game, following.viewer, address_of(request.scope), admitted)
    events = _events(service, codec, reader, after)
    try:
        first = await anext(events)
    except StopAsyncIteration:
        return Response(status_code=204)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(first, events, headers=headers)


def _position(named: str | None, last: int, otherwise: int) -> int:
    if named is None:
        return otherwise
    if not (named.isascii() and named.isdigit()) or int(named) > last:
        raise BadRecord(f"Last-Event-ID: the positions of this stream are 1 to {last}")
    return int(named)


async def _chain(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for each in rest:
        yield each


def _admission_check(service: Service, game: str, key: str | None) -> Callable[[], bool]:
    """Returns a check that a key still counts; it looks again whenever a key was replaced.

    No key counts while the service does not know what other processes store: one of them may have replaced it.
    """
    keys = service.writer.keys
    replaced = len(keys)

    def admitted() -> bool:
        nonlocal replaced
        if service.hub.is_deaf:
            return False
        if len(keys) != replaced:
            replaced = len(keys)
            try:
                caller_by_digest(service, game, key)
            except HttpProblem:
                return False
        return True

    return admitted


async def _events(service: Service, codec: Codec, reader: _StreamView, after: int) -> AsyncGenerator[bytes]:
    """Yields the text of the stream; nothing if a finished game was sent whole before."""
    disputed = _DisputeNews(service, reader.game)
    with service.hub.subscribe(reader.game, reader.address) as follower:
        begun, signed = service.hub.closing or service.hub.is_deaf, _CheckpointNews(service, reader.game, follower)
        if begun:
            yield f"retry: {RETRY}\n\n".encode()
        while not service.hub.closing and reader.admitted():
            page, looked = await _next(service, codec, reader, follower, after)
            head = await _head(service, reader.game)
            if not begun and (page or not head.closed):
                begun = True
                yield f"retry: {RETRY}\n\n".encode()
            after = page[-1].position if page else after
            news = await run_in_threadpool(disputed.news) if begun and looked else ()
            for text in (*(sent.text for sent in page), *news, *await signed.news(after, is_more=bool(page))):
                yield text
            if head.closed and after >= head.position:
                return
            if not (page or await _is_woken(follower)):
                yield b": still here\n\n"


async def _is_woken(follower: Subscriber) -> bool:
    """Waits until there is something to do; False after ``HEARTBEAT`` seconds without."""
    try:
        await asyncio.wait_for(follower.woken.wait(), HEARTBEAT)
    except TimeoutError:
        follower.must_look = True
        return False
    return True


async def _next(
    service: Service, codec: Codec, reader: _StreamView, follower: Subscriber, after: int
) -> tuple[list[_StreamEvent], bool]:
    """Returns the next events, and whether the log was read for them."""
    follower.woken.clear()
    made = _next_from_news(follower, codec, reader.viewer, after)
    if made is not None:
        return made, False
    follower.must_look = False  # before the log is read: what it is told meanwhile may not be in that
    page = await run_in_threadpool(_page, service, codec, reader.game, reader.viewer, after)
    follower.must_look |= bool(page)  # there may be more
    return page, True


def _next_from_news(follower: Subscriber, codec: Codec, viewer: Viewer, after: int) -> list[_StreamEvent] | None:
    """Returns the next events from the steps that were just stored, or None if the log has to be read."""
    if follower.must_look:
        follower.news.clear()
        return None
    page: list[_StreamEvent] = []
    for each in follower.drain():
        if each.step.events[0].entry.position > after + 1 + len(page):
            follower.must_look = True
            return None
        texts = each.texts.get(viewer)
        if texts is None:
            texts = each.texts[viewer] = tuple(_stream_event(codec, event, viewer) for event in each.step.events)
        page += [_StreamEvent(*sent) for sent in texts if sent[0] > after + len(page)]
    return page


async def _head(service: Service, game: str) -> GameProgress:
    """Returns the progress of a game, in a thread if it has to be read."""
    if service.writer.peek(game) is not None:
        return service.head(game)
    return await run_in_threadpool(service.head, game)


class _CheckpointNews:
    """The checkpoints that a stream has still to send."""

    def __init__(self, service: Service, game: str, follower: Subscriber) -> None:
        self._log, self._tree = service.log, service.archive.tree
        self._game, self._follower, self._lacking = game, follower, b""

    async def news(self, after: int, *, is_more: bool) -> tuple[bytes, ...]:
        """Returns the newest checkpoint once it covers ``after``; ``is_more`` if events were sent just now."""
        if is_more:
            self._follower.is_signed = False
        note = self._log.newest
        if self._follower.is_signed or note in {b"", self._lacking}:
            return ()
        leaf = await run_in_threadpool(self._tree.leaf_number, self._game, after)
        if parse_checkpoint(split_note(note)[0]).size <= leaf:
            self._lacking = note  # and all that is sent after it
            return ()
        self._follower.is_signed = True
        return (b"event: checkpoint\ndata: " + canonical_bytes({"checkpoint": note.decode()}) + b"\n\n",)


class _DisputeNews:
    """The changes of disputes that a stream has still to send."""

    def __init__(self, service: Service, game: str) -> None:
        self._archive, self._game = service.archive, game
        self._told: dict[str, int] = {}

    def news(self) -> list[bytes]:
        """Returns a message for each dispute that has changed; it has no id, as it is no event of the game."""
        there = dict(self._archive.disputes_of(self._game))
        moved = [{"dispute": each, "position": at} for each, at in there.items() if self._told.get(each) != at]
        self._told = there
        return [b"event: dispute\ndata: " + canonical_bytes(each) + b"\n\n" for each in moved]


def _page(service: Service, codec: Codec, game: str, viewer: Viewer, after: int) -> list[_StreamEvent]:
    rows = service.archive.rows(game, after=after, upto=after + PAGE)
    return [_stream_event(codec, read_row(codec, game, row), viewer) for row in rows]


def _stream_event(codec: Codec, event: EncodedEvent, viewer: Viewer) -> _StreamEvent:
    position, text = event.entry.position, value_text(log_item(codec, event, viewer)).decode()
    return _StreamEvent(position, f"id: {position}\ndata: {text}\n\n".encode())
