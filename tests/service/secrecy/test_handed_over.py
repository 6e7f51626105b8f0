"""What those who follow a game are handed as it is stored is what each of them may see, and is made once for each."""

import asyncio
import json
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from oathbook.api import event_hub
from oathbook.api.event_hub import News
from oathbook.api.http.routes import streams
from oathbook.domain.recording.writing.writer_batch import StoredStep
from tests.service.door import JSON, Call, Door, opened, scope_of
from tests.support.playing import Json
from tests.support.serving import bearer, to_open
from tests.support.streaming import told_in

VIEWERS = (None, "ash", "birch", None, "ash")
PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


def counting(work: Callable[..., object], calls: list[int]) -> Callable[..., object]:
    """The same, and how often it is done."""

    def counted(*args: object) -> object:
        done = work(*args)
        calls.append(1)
        return done

    return counted


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often a stream has read the log."""
    calls: list[int] = []
    monkeypatch.setattr(streams, "_page", counting(streams._page, calls))  # pyright: ignore[reportPrivateUsage]  # to see that it does not
    return calls


@pytest.fixture
def door(tmp_path: Path) -> Generator[Door]:
    with opened(tmp_path / "games.db") as door:
        yield door


def of(viewer: str | None) -> dict[str, str]:
    """The headers of a viewer, as a server hands them on."""
    return {name.lower(): value for name, value in bearer(viewer).items()}


class Following:
    """A stream that is read on the loop of the service."""

    def __init__(self, door: Door, game: str, viewer: str | None) -> None:
        self.viewer = viewer
        self._text = b""
        call = Call("GET", f"/v1/games/{game}/stream", headers=of(viewer))
        self._task = asyncio.create_task(self._read(door, call))

    async def _read(self, door: Door, call: Call) -> None:
        async def send(message: Message) -> None:
            self._text += message.get("body", b"")

        await door.app(scope_of(call), asyncio.Event().wait, send)  # type: ignore[arg-type]  # it never gets anything

    @property
    def items(self) -> list[Json]:
        return [each.item for each in told_in(self._text.decode().splitlines())]

    async def has(self, events: int) -> None:
        """Wait for so many events."""
        async with asyncio.timeout(20):
            while len(self.items) < events:  # noqa: ASYNC110  # the stream knows nothing of who waits for it
                await asyncio.sleep(0.01)

    async def left(self) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task


async def asked(door: Door, call: Call) -> Json:
    answered = await door.answered(call)
    assert answered.status < 300, answered.body
    told: Json = json.loads(answered.body)
    return told


async def followed(
    door: Door, read: list[int]
) -> tuple[dict[str | None, list[Json]], list[list[Json]], list[str | None]]:
    """The log as each viewer may read it, and what each stream was sent of a game that goes on meanwhile."""
    game = (await asked(door, Call("POST", "/v1/games", json.dumps(to_open()).encode())))["game"]
    following = [Following(door, game, viewer) for viewer in VIEWERS]
    for each in following:
        await each.has(1)
    async with asyncio.timeout(20):
        while len(read) < 2 * len(VIEWERS):  # noqa: ASYNC110  # each has seen that there is no more
            await asyncio.sleep(0.01)
    for seat in ("ash", "birch"):
        headers = {**JSON, **of(seat), "if-match": "*"}
        await asked(door, Call("POST", f"/v1/games/{game}/decisions", json.dumps({"decision": PLAN}).encode(), headers))
    logs = {
        viewer: (await asked(door, Call("GET", f"/v1/games/{game}/events", headers=of(viewer))))["events"]
        for viewer in set(VIEWERS)
    }
    for each in following:
        await each.has(len(logs[None]))
        await each.left()
    return logs, [each.items for each in following], [each.viewer for each in following]


def test_each_is_handed_what_they_may_see(door: Door, read: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    monkeypatch.setattr(streams, "_stream_event", counting(streams._stream_event, made))  # pyright: ignore[reportPrivateUsage]  # as above

    logs, sent, viewers = door.run(followed(door, read))

    assert len(logs[None]) == 5
    for items, viewer in zip(sent, viewers, strict=True):
        assert items == logs[viewer]
    assert sum("openings" in each for each in logs["ash"]) > sum("openings" in each for each in logs[None])
    assert len(read) == 2 * len(VIEWERS), "the opening, and that there is no more; the rest is handed over"
    assert len(made) == len(VIEWERS) + 3 * 4, (
        "each opens with one event that it has read; four are made for three viewers"
    )


class ForAnybody(dict[Any, Any]):
    """The planted fault: what was made for one viewer is sent to all."""

    def get(self, key: object, default: object = None) -> object:
        del key
        return next(iter(self.values()), default)


class Leaking(News):
    def __init__(self, step: StoredStep) -> None:
        super().__init__(step)
        self.texts = ForAnybody()


def test_text_that_is_kept_for_anybody_shows_what_one_may_see(
    door: Door, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control."""
    monkeypatch.setattr(event_hub, "News", Leaking)

    logs, sent, viewers = door.run(followed(door, read))

    assert any(items != logs[viewer] for items, viewer in zip(sent, viewers, strict=True))
