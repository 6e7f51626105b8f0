"""A service on a disk that takes nothing more refuses, keeps answering, loses nothing, and goes on when there is room.

The disk is full for that process alone, which may write no file beyond a size that is set from outside.
"""

import resource
from collections.abc import Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from oathbook.domain.recording.database.archive import Archive
from oathbook.domain.recording.format.record_file import record_text
from oathbook.replays.verification import verify
from tests.service.deciding import next_sent
from tests.service.door import LINES
from tests.service.hostile.wire import until
from tests.support.playing import SAMPLES, Json, die, ruleset_of, small_game
from tests.support.serving import (
    Client,
    Process,
    Response,
    Sent,
    Table,
    await_read_models,
    problem_of,
    process_on,
    to_open,
)

FULL: Final = (507, "store-full")
READ: Final = (
    *("", "/options", "/events", "/events/1", "/events/1/why", "/state", "/frames", "/scenes", "/steps", "/outline"),
    *("/scenes/1/since", "/timeline", "/standing", "/ledger"),
)
ROUNDS: Final = 12
MORE: Final = 9_000
"""Bytes that the log may grow between two rounds: less than a step, or a few of them, by how pages come out."""


class Place(NamedTuple):
    """A process, its database, a client, and a game that has been played on for a while."""

    db: Path
    process: Process
    client: Client
    table: Table

    @property
    def log(self) -> Path:
        """What is written first of a commit."""
        return self.db.with_name(f"{self.db.name}-wal")

    @contextmanager
    def full(self, most: int) -> Generator[None]:
        """No file of the process can be written beyond so many bytes."""
        soft, hard = resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (most, hard))
        try:
            yield
        finally:
            resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (soft, hard))

    @property
    def next(self) -> Sent:
        """A decision that would be taken now."""
        return next_sent(self.table, die("next"))

    @property
    def newest(self) -> int:
        """How many events are stored."""
        return int(self.client.get("/readyz").json()["newest"])


@pytest.fixture
def place(tmp_path: Path) -> Generator[Place]:
    db = tmp_path / "games.db"
    with process_on(db, "--projector", "inline") as process, process.client() as client:
        table = Table.opened(client, SAMPLES[0])
        for _, _ in zip(range(12), table.steps(die("full")), strict=False):
            pass
        await_read_models(client)
        yield Place(db, process, client, table)


def is_sound(place: Place) -> bool:
    """Whether every record is, as it is stored."""
    with Archive(place.db, ruleset_of) as archive:
        return all(verify(archive.record(game)).status == "sound" for game in archive.games())


def retried(answered: Response) -> str | None:
    return answered.headers.get("retry-after")


def test_a_full_disk_is_a_problem_for_whoever_writes_and_for_nobody_else(place: Place) -> None:
    before, log = place.newest, place.table.get("/events")
    with place.full(place.log.stat().st_size):
        refused = [
            place.table.send(place.next),
            place.client.post("/v1/games", json=to_open()),
            place.client.post("/v1/records", content=record_text(small_game()), headers=LINES),
        ]
        read = {path: place.table.ask(path).status_code for path in (*READ, "/record")}
        others = [place.client.get(path).status_code for path in ("/v1/games", "/healthz", "/readyz", "/metrics")]
        kept = place.table.get("/events")

    assert [problem_of(each) for each in refused] == [FULL] * 3
    assert [retried(each) for each in refused] == ["10"] * 3
    assert set(read.values()) == {200}, read
    assert others == [200] * 4
    assert kept == log
    assert place.newest == before


@pytest.mark.gate
def test_a_request_that_was_refused_is_taken_once_when_there_is_room(place: Place) -> None:
    with place.full(place.log.stat().st_size):
        sent = place.next
        refused = [place.table.send(sent) for _ in range(3)]

    taken, again = place.table.send(sent), place.table.send(sent)

    assert [problem_of(each) for each in refused] == [FULL] * 3
    assert (taken.status_code, again.status_code) == (201, 201)
    assert again.content == taken.content
    assert place.table.position == taken.json()["position"]
    await_read_models(place.client)
    assert place.table.get("/timeline")["upto"] == place.table.position
    assert is_sound(place)


@pytest.mark.gate
def test_nothing_that_was_acknowledged_is_lost_as_the_disk_fills_up(place: Place) -> None:
    """Over and over, with a little room each time, so that steps are refused at any byte of a commit.

    Where the log begins anew meanwhile there is much room again, and a game may come to its end: then another goes on.
    """
    tables, acknowledged = [place.table], list[Json]()
    refused = 0
    for number in count():
        if tables[-1].get()["closed"]:
            tables.append(Table.opened(place.client, SAMPLES[0]))
        with place.full(place.log.stat().st_size + number % ROUNDS * MORE):
            taken, is_full = until_refused(tables[-1])
        acknowledged += taken
        if is_full:
            refused += 1
            acknowledged.append(tables[-1].send(next_sent(tables[-1], die("next"))).json())
        if refused == ROUNDS:
            break

    stored = [item["hash"] for table in tables for item in table.get("/events")["events"]]
    told = [item["hash"] for step in acknowledged for item in step["events"]]

    assert len(acknowledged) > ROUNDS
    assert [each for each in told if each not in stored] == []
    assert len(set(told)) == len(told)
    assert is_sound(place)


def until_refused(table: Table) -> tuple[list[Json], bool]:
    """The steps that were acknowledged until one was refused, or the game was over, and whether one was refused."""
    taken: list[Json] = []
    while not table.get()["closed"]:
        answered = table.send(next_sent(table, die("next")))
        if answered.status_code != 201:
            assert problem_of(answered) == FULL
            return taken, True
        taken.append(answered.json())
    return taken, False


@pytest.mark.gate
def test_read_models_that_find_no_room_catch_up_by_themselves(place: Place) -> None:
    """Their file is the longer one, so that there is room for the record and none for them."""
    views = place.db.with_name(f"{place.db.name}.views-wal").stat().st_size
    assert views > place.log.stat().st_size + 100_000

    with place.full(views):
        taken = place.table.send(place.next)
        until(lambda: any(each["fault"] for each in place.client.get("/readyz").json()["projections"]))
        behind = place.table.get("/timeline")["upto"]

    assert taken.status_code == 201
    assert behind < taken.json()["position"]
    until(lambda: place.table.get("/timeline")["upto"] == taken.json()["position"])


@pytest.mark.gate
def test_a_line_that_cannot_be_logged_fails_no_request(place: Place) -> None:
    """What the service tells whoever runs it often goes to the same disk."""
    with place.full(1_000):
        read = [place.table.ask(path).status_code for path in READ]
        refused = place.table.send(place.next)

    assert set(read) == {200}
    assert problem_of(refused) == FULL
    assert place.table.send(place.next).status_code == 201
