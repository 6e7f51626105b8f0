"""The frames of a finished game, asked for again and again: as bytes that are ready, and as plain dicts."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from fastapi import FastAPI

from bench.measuring import Chapter, Goal, Work, clocked, rates, ratio_of, side_by_side
from oathbook.api.http.metrics import configure_logging
from oathbook.api.queries.query_cache import QueryCache
from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import LINES, Answer, Call, Door, opened
from tests.support.playing import small_game

READY, ANEW, PLAIN = "ready bytes", "made anew", "plain dicts"
REQUESTS: Final = 50


def answering(folder: Path, runs: int) -> Chapter:
    """How often a second the same answer is given, without a network."""
    configure_logging(logging.WARNING)  # a line for each request would stand between the tables
    record = small_game()
    with opened(folder / "answers.db") as door, asyncio.Runner() as runner:
        door.send(Call("POST", "/v1/records", record_text(record), LINES))
        frames = Call("GET", f"/v1/games/{record.game}/frames")
        whole = door.send(frames).body
        plain = Door(_plain(json.loads(whole)), door.service, runner)
        works = {
            READY: _asked(door, frames),
            ANEW: _asked(door, frames, lambda: setattr(door.service, "ready", QueryCache())),
            PLAIN: _asked(plain, Call("GET", "/frames")),
        }
        timings = side_by_side(works, runs)
    shown = rates(timings, REQUESTS, "answers", {READY: (ANEW, PLAIN)})
    goal = Goal("frames as ready bytes, beside plain dicts", 10, ratio_of(timings, PLAIN, READY))
    return Chapter(f"The frames of a finished game, {len(whole) / 1_000:.0f} KB", shown, (goal,))


def _plain(told: dict[str, Any]) -> FastAPI:
    """The same as the framework's tutorial has it: an endpoint that returns a dict."""
    app = FastAPI()

    @app.get("/frames")
    def frames() -> dict[str, Any]:
        return told

    assert frames() is told
    return app


def _asked(door: Door, call: Call, before: Callable[[], object] = lambda: None) -> Work:
    def calls() -> Iterator[Call]:
        for _ in range(REQUESTS):
            before()
            yield call

    def see(_: Call, answered: Answer) -> None:
        assert answered.status == 200  # noqa: PLR2004  # it is OK

    return clocked(lambda: door.send_all(calls(), see))
