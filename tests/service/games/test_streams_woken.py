"""Streams that are told of something while they are busy: they look again, and miss nothing."""

import asyncio
import gc
import re
from typing import Final, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message

from oathbook.api import event_hub
from oathbook.api.event_hub import News
from oathbook.api.service import Service
from oathbook.domain.recording.format.envelope import StoredRow
from tests.service.asgi import Ask, answered
from tests.service.door import Call, scope_of
from tests.service.hostile.wire import until
from tests.support.playing import Json
from tests.support.serving import Table
from tests.unit.api.games import DUEL, STRIKE

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow", "parry"]}
LAST: Final = b"id: 3\n"


@pytest.mark.timeout(10)  # a stream that was told of nothing looks again after 15 seconds
def test_what_was_stored_elsewhere_while_a_stream_read_the_log_is_sent_at_once(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process stores a step just after the log was read, and tells of it before that is taken in."""
    table = Table.opened(client)
    table.decide("ash", PLAN)
    app = cast("FastAPI", client.app)
    service: Service = app.state.service
    read = service.archive.rows
    empty: list[list[StoredRow]] = [[]]

    def rows(game: str, *, after: int = 0, upto: int | None = None) -> list[StoredRow]:
        if not (after and empty):
            return read(game, after=after, upto=upto)
        service.hub.notify(game)
        return empty.pop()

    monkeypatch.setattr(service.archive, "rows", rows)
    way, headers = f"{table.path}/stream", {"Last-Event-ID": "1"}
    assert client.portal is not None
    reply = client.portal.call(answered, app, Ask("GET /v1/games/{game}/stream", way, {}, headers, enough=has_it))

    assert reply.body.count(b"id: ") == 2


def has_it(body: bytes) -> bool:
    """Whether the last event has come."""
    return LAST in body


class Unread:
    """A client of a stream that reads nothing until it is let."""

    def __init__(self) -> None:
        """Nothing has come."""
        self.body = b""
        self.is_let = asyncio.Event()

    async def receive(self) -> Message:
        """Stay."""
        await asyncio.Event().wait()
        raise AssertionError

    async def send(self, message: Message) -> None:
        """Take what comes, and the next later."""
        self.body += message.get("body", b"")
        if self.body:
            await self.is_let.wait()


@pytest.mark.timeout(10)
def test_of_what_comes_while_a_client_does_not_read_little_is_kept_and_nothing_lost(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_hub, "MOST_NEWS", 3, raising=False)
    table = Table.opened(client, chance="witnessed")
    app, unread = cast("FastAPI", client.app), Unread()
    scope = scope_of(Call("GET", f"{table.path}/stream", headers={}))
    assert client.portal is not None
    following = client.portal.start_task_soon(app, scope, unread.receive, unread.send)
    until(lambda: b"retry" in unread.body)

    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)
    table.decide("ash", DUEL[-1], {"label": STRIKE, "drawn": ["heart"]})
    kept = sum(isinstance(each, News) and each.step.game == table.game for each in gc.get_objects())
    client.portal.call(unread.is_let.set)
    following.result()

    assert kept <= 3 < len(DUEL)
    assert [int(each) for each in re.findall(rb"id: (\d+)", unread.body)] == [*range(1, table.position + 1)]
