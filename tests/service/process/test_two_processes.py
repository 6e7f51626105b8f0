"""Two serving processes on one database of PostgreSQL: a game through both, by turns and at once, and its streams."""

import json
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

import pytest

from oathbook.domain.evidence.checkpoints import open_checkpoint
from oathbook.domain.recording.database.address import PostgresAddress
from tests.service.attesting.log_clients import keys_of, receipt_of
from tests.support.playing import Json, die
from tests.support.postgres.looking import looking
from tests.support.processes import PATIENCE, ran, until
from tests.support.serving import PROGRAM, UNLIMITED, Client, Process, Sent, Table, bearer, problem_of, process_of
from tests.support.streaming import told_in

pytestmark = pytest.mark.gate


PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


class Both(NamedTuple):
    """Two processes and their clients."""

    address: PostgresAddress
    processes: tuple[Process, Process]
    doors: tuple[Client, Client]


@pytest.fixture
def both(postgres_database: PostgresAddress, tmp_path: Path) -> Generator[Both]:
    command = ("serve", "--port", "0", "--db", postgres_database.url, "--question-processes", "0")
    signing = {"OATHBOOK_LOG_KEY": str(tmp_path / "log-key")}
    with ExitStack() as held:
        one, two = (
            held.enter_context(process_of(tmp_path / f"{name}.log", *command, ignoring=(), **UNLIMITED, **signing))
            for name in ("one", "two")
        )
        yield Both(postgres_database, (one, two), (held.enter_context(one.client()), held.enter_context(two.client())))


class Following:
    """Follows a game's stream in a thread; where it breaks off, it goes on through the other process."""

    def __init__(self, doors: tuple[Client, Client], game: str) -> None:
        self.positions: list[int] = []
        self._doors = doors
        self._game = game
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def ended(self) -> list[int]:
        """The positions that it was sent, once the game was sent whole."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        return self.positions

    def _run(self) -> None:
        for turn in range(1_000):
            after = {"Last-Event-ID": str(self.positions[-1])} if self.positions else {}
            with self._doors[turn % 2].stream("GET", f"/v1/games/{self._game}/stream", headers=after) as answered:
                if answered.status_code == 204:
                    return
                for count, line in enumerate(each for each in answered.iter_lines() if each.startswith("id: ")):
                    self.positions.append(int(line.removeprefix("id: ")))
                    if count == 9:
                        break


def test_a_game_through_both_by_turns_with_races_and_streams_is_sound(both: Both) -> None:
    table = Table.opened(both.doors[0])
    tables = [Table(door, table.game) for door in both.doors]
    following = [Following(both.doors, table.game), Following((both.doors[1], both.doors[0]), table.game)]
    picks, position, turn = die("by turns"), 1, 0

    with ThreadPoolExecutor(2) as threads:
        while not (head := until_at(tables[turn % 2], position))["closed"]:
            seat = picks.choice(head["to_act"])
            options = tables[turn % 2].get("/options", seat)
            decision = picks.choice(options["listed"])
            sent = [Sent(seat, decision, position, f"{name} on {position}") for name in ("one", "two")]
            asked = [threads.submit(each.send, its) for each, its in zip(tables, sent, strict=True)]
            answers = [each.result() for each in asked]
            assert sorted(each.status_code for each in answers) == [201, 412]
            first = [each.status_code for each in answers].index(201)
            again = tables[1 - first].send(sent[first])
            assert (again.status_code, again.json()) == (201, answers[first].json())
            position, turn = int(again.json()["position"]), turn + 1

    assert [each.ended() for each in following] == [[*range(1, position + 1)]] * 2
    verified = ran([PROGRAM, "verify", table.game, "--db", both.address.url])
    assert (verified.returncode, "sound" in verified.stdout) == (0, True), verified.stderr
    for door, process in zip(both.doors, both.processes, strict=True):
        assert door.get("/readyz").json()["newest"] == position
        assert all(each["status"] < 500 for each in process.log if "status" in each)
        assert process.log[0]["db"] == str(both.address)


def test_what_was_stored_through_one_the_other_signs_and_its_streams_tell(both: Both) -> None:
    """Whoever follows a game is proved that it stands in the log, whichever process its players talk to."""
    table = Table.opened(both.doors[0])
    way = f"/v1/games/{table.game}/stream"
    with both.doors[1].stream("GET", way, headers={"Last-Event-ID": str(table.position)}) as answered:
        lines = answered.iter_lines()
        receipt = receipt_of(both.doors[0], table.send(Sent("ash", PLAN)))
        assert next(line for line in lines if line == "event: checkpoint")
        note = json.loads(next(lines).removeprefix("data: "))["checkpoint"]

    assert open_checkpoint(note.encode(), *keys_of(both.doors[1])).size > receipt.leaf


def test_a_ticket_that_one_gave_opens_a_stream_of_the_other(both: Both) -> None:
    """Each takes it once: it knows of its own streams alone."""
    table = Table.opened(both.doors[0], chance="witnessed")
    until_at(Table(both.doors[1], table.game), 1)
    ticket = both.doors[0].post(f"{table.path}/stream/tickets", json={}, headers=bearer("ash")).json()["ticket"]
    way = f"{table.path}/stream?ticket={ticket}"

    for door in (both.doors[1], both.doors[0]):
        with door.stream("GET", way) as answered:
            assert next(told_in(answered.iter_lines())).id == 1
    assert [problem_of(door.get(way)) for door in both.doors] == [(401, "ticket-unknown")] * 2
    assert problem_of(both.doors[1].get(f"{way[:-1]}!")) == (401, "ticket-unknown")


def test_a_ticket_opens_nothing_at_a_process_that_was_started_since(both: Both, tmp_path: Path) -> None:
    """It was used at the other, or could have been at this one before; what is issued since opens a stream."""
    table = Table.opened(both.doors[0], chance="witnessed")

    def ticket() -> str:
        got = both.doors[0].post(f"{table.path}/stream/tickets", json={}, headers=bearer("ash"))
        return str(got.json()["ticket"])

    used, unused = ticket(), ticket()
    with both.doors[0].stream("GET", f"{table.path}/stream?ticket={used}") as answered:
        assert next(told_in(answered.iter_lines())).id == 1
    command = ("serve", "--port", "0", "--db", both.address.url, "--question-processes", "0")
    signing = {"OATHBOOK_LOG_KEY": str(tmp_path / "log-key")}
    with (
        process_of(tmp_path / "three.log", *command, ignoring=(), **UNLIMITED, **signing) as three,
        three.client() as door,
    ):
        for text in (used, unused):
            assert problem_of(door.get(f"{table.path}/stream?ticket={text}")) == (401, "ticket-unknown")
        with door.stream("GET", f"{table.path}/stream?ticket={ticket()}") as answered:
            assert next(told_in(answered.iter_lines())).id == 1


def test_a_game_is_opened_once_through_both_and_either_tells_its_keys(both: Both) -> None:
    body = {"edition": "knights_duty/1", "components": "knights-duty-sample-1"}
    seats = {"seats": [{"seat": "ash"}, {"seat": "birch"}]}

    def opened(turn: int) -> str:
        named = {"Idempotency-Key": f"the same name for opening {turn // 4}"}
        answered = both.doors[turn % 2].post("/v1/games", json={**body, **seats}, headers=named)
        assert answered.status_code == 201, answered.text
        return answered.text

    with ThreadPoolExecutor(4) as threads:
        told = [*threads.map(opened, range(16))]

    assert [len({*told[first : first + 4]}) for first in range(0, 16, 4)] == [1, 1, 1, 1]
    assert len({*told}) == 4


def test_a_process_that_hears_nothing_is_not_ready_and_ends_its_streams(both: Both) -> None:
    """It cannot know whose key was replaced; what is sent with one is refused by the store."""
    one, two = (Table.opened(both.doors[0]), both.doors[1])
    table, ready = Table(two, one.game), Event()
    ended = Thread(target=read_to_its_end, args=(table, ready), daemon=True)
    ended.start()
    assert ready.wait(PATIENCE)
    until(lambda: two.get("/readyz").status_code == 200)

    with looking(both.address) as connection, connection.transaction():
        connection.execute("LOCK TABLE replaced_keys IN ACCESS EXCLUSIVE MODE")
        until(lambda: two.get("/readyz").status_code == 503)
        assert two.get("/readyz").json()["deaf"]
        ended.join(PATIENCE)
        assert not ended.is_alive()
        assert table.ask("/stream", "ash").text == "retry: 2000\n\n"

    until(lambda: two.get("/readyz").status_code == 200)


def read_to_its_end(table: Table, ready: Event) -> None:
    """Follow a game as a seat until the service ends the stream."""
    with table.client.stream("GET", f"{table.path}/stream", headers=bearer("ash")) as answered:
        for _ in answered.iter_lines():
            ready.set()


def until_at(table: Table, position: int) -> Json:
    """What a process says of a game, once it has heard that the game is that far."""
    while (head := table.get())["position"] < position:
        pass
    return head
