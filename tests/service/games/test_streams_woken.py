"""Streams that are told of something while they are busy: they look again, and miss nothing."""

from typing import Final, cast

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from api.service import Service
from domain.recording.format.envelope import StoredRow
from tests.service.asgi import Ask, answered
from tests.support.playing import Json
from tests.support.serving import Table

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
        service.hub.wake(game)
        return empty.pop()

    monkeypatch.setattr(service.archive, "rows", rows)
    way, headers = f"{table.path}/stream", {"Last-Event-ID": "1"}
    assert client.portal is not None
    reply = client.portal.call(answered, app, Ask("GET /v1/games/{game}/stream", way, {}, headers, enough=has_it))

    assert reply.body.count(b"id: ") == 2


def has_it(body: bytes) -> bool:
    """Whether the last event has come."""
    return LAST in body
