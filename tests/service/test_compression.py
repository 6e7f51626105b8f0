"""Answers in fewer bytes: to those who can read them, and never later than without."""

import gzip
import zlib
from collections.abc import Generator
from typing import Final

import pytest

from oathbook.domain.recording.format.record_file import record_text
from tests.service.door import Answer, Call, Door, opened
from tests.support.playing import sources
from tests.unit.api.games import duel

GAME: Final = f"/v1/games/{duel().game}"
LINES: Final = "application/x-ndjson"


@pytest.fixture(scope="module")
def door(tmp_path_factory: pytest.TempPathFactory) -> Generator[Door]:
    """A service called as a server calls it, with one game."""
    with opened(tmp_path_factory.mktemp("compression") / "games.db", sources("gzip")) as door:
        assert door.send(Call("POST", "/v1/records", record_text(duel()), {"content-type": LINES})).status == 201
        yield door


def sent(door: Door, path: str, coding: str | None, method: str = "GET", **more: str) -> Answer:
    """The answer to a client that takes this coding."""
    named = {} if coding is None else {"accept-encoding": coding}
    return door.send(Call(method, path, headers={**named, **more}))


@pytest.mark.parametrize("path", [f"{GAME}/scenes", f"{GAME}/record", f"/games/{duel().game}", "/openapi.json"])
def test_the_same_answer_takes_fewer_bytes(path: str, door: Door) -> None:
    plain, packed = sent(door, path, None), sent(door, path, "gzip, deflate, br")

    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert packed.headers["content-length"] == str(len(packed.body))
    assert len(packed.body) < len(plain.body) / 2
    assert packed.headers.get("etag") == plain.headers.get("etag")


@pytest.mark.parametrize(
    ("coding", "packed"),
    [
        ("gzip", True),
        ("GZIP;q=0.1", True),
        ("br, gzip;q=1.0", True),
        ("gzip;q=0", False),
        ("identity", False),
        ("br", False),
        ("", False),
        ("notgzip", False),
        ("gzip;q=much", False),
    ],
)
def test_a_client_gets_what_it_can_read(coding: str, packed: bool, door: Door) -> None:  # noqa: FBT001  # as pytest passes it
    answer = sent(door, f"{GAME}/scenes", coding)

    described = sent(door, "/openapi.json", coding)

    assert [each.headers.get("content-encoding") == "gzip" for each in (answer, described)] == [packed, packed]
    assert "Accept-Encoding" in described.headers["vary"]
    assert answer.headers["vary"] == "Authorization, Accept, Accept-Encoding"


def test_a_short_answer_stays_as_it_is(door: Door) -> None:
    """A problem in three lines would not get shorter."""
    answer = sent(door, "/v1/games/nobody", "gzip")

    assert (answer.status, "content-encoding" in answer.headers) == (404, False)
    assert answer.problem == "not-found"


def test_head_says_the_length_that_get_has(door: Door) -> None:
    head, got = (sent(door, f"{GAME}/scenes", "gzip", method) for method in ("HEAD", "GET"))

    for name in ("content-encoding", "content-length", "vary"):
        assert head.headers[name] == got.headers[name]


def test_what_has_not_changed_is_still_not_sent(door: Door) -> None:
    answer = sent(door, f"{GAME}/record", "gzip", **{"if-none-match": f'"{len(duel().events)}"'})

    assert (answer.status, answer.body) == (304, b"")


def test_lines_come_one_by_one(door: Door) -> None:
    """Each piece that is sent can be read at once, up to the end of a line: nothing waits for the next one."""
    answer = sent(door, f"{GAME}/frames", "gzip", accept=LINES)
    plain = sent(door, f"{GAME}/frames", None, accept=LINES)
    reader, seen = zlib.decompressobj(16 + zlib.MAX_WBITS), b""

    assert answer.headers["content-encoding"] == "gzip"
    assert len(answer.parts) > len(duel().events)
    for part in answer.parts[:-1]:
        seen += reader.decompress(part)
        assert seen.endswith(b"\n")
    assert seen + reader.decompress(answer.parts[-1]) == plain.body


def test_a_stream_of_events_is_left_alone(door: Door) -> None:
    """An event would wait until enough others had come to make a block of them."""
    answer = sent(door, f"{GAME}/stream", "gzip")

    assert answer.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in answer.headers
    assert answer.parts[0] == b"retry: 2000\n\n"
    assert answer.parts[1].startswith(b"id: 1\n")
