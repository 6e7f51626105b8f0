"""Streams of events of a service that runs: everything there is, then whatever comes, until the end."""

import base64
import json
import socket
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain, islice
from pathlib import Path

import pytest

from oathbook.domain.evidence.checkpoints import Checkpoint, open_checkpoint
from oathbook.domain.evidence.note_keys import parse_key
from oathbook.domain.evidence.proofs import is_consistent
from oathbook.domain.evidence.receipts import open_receipt
from oathbook.domain.kernel.limits import EVENTS_PER_GAME
from tests.service.disputes.disputing import Disputes, duelling
from tests.support.playing import Json
from tests.support.serving import Client, Process, Response, Sent, Table, bearer, problem_of, process_on, to_open
from tests.support.streaming import Told, told_in
from tests.unit.api.games import DUEL, STRIKE
from tests.unit.api.running import oathbook

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service in a process of its own, for every test that does not stop it."""
    with process_on(tmp_path_factory.mktemp("streams") / "games.db") as running:
        yield running


@pytest.fixture
def client(process: Process) -> Generator[Client]:
    """A client of it."""
    with process.client() as client:
        yield client


@contextmanager
def streamed(
    table: Table, seat: str | None = None, after: int | str | None = None, query: str = ""
) -> Generator[Response]:
    """The response of a stream that goes on behind the last event seen."""
    seen = {} if after is None else {"Last-Event-ID": str(after)}
    with table.client.stream("GET", f"{table.path}/stream{query}", headers={**bearer(seat), **seen}) as answered:
        yield answered


def whole(table: Table, seat: str | None = None, after: int | str | None = None, query: str = "") -> list[Told]:
    """Everything in a stream that ends."""
    with streamed(table, seat, after, query) as answered:
        assert answered.status_code == 200
        return list(told_in(answered.iter_lines()))


def ids(events: list[Told]) -> list[int]:
    """The positions of events."""
    return [each.id for each in events]


def play_the_duel(table: Table) -> None:
    """Play a witnessed game to its end, at position 13."""
    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)
    table.decide("ash", DUEL[-1], {"label": STRIKE, "drawn": ["heart"]})


def test_a_stream_brings_what_there_is_and_then_each_event_as_it_is_stored(client: Client) -> None:
    table = Table.opened(client)
    table.decide("ash", PLAN)

    with streamed(table) as answered:
        events = told_in(answered.iter_lines())
        there = list(islice(events, 3))
        posted = table.decide("birch", PLAN)
        live = list(islice(events, len(posted["events"])))

    assert ids(there) == [1, 2, 3]
    assert ids(live) == [each["position"] for each in posted["events"]] == [4, 5]
    assert [each.item["hash"] for each in live] == [each["hash"] for each in posted["events"]]
    assert [each.item for each in there + live] == table.get("/events")["events"]


def test_a_stream_says_what_it_is_and_when_to_come_back(client: Client) -> None:
    table = Table.opened(client)

    with streamed(table) as answered:
        lines = answered.iter_lines()
        assert answered.headers["content-type"].startswith("text/event-stream")
        assert answered.headers["cache-control"] == "no-store"
        assert answered.headers["x-accel-buffering"] == "no"
        assert "Authorization" in answered.headers["vary"]
        assert next(lines).startswith("retry: ")


def test_a_stream_that_was_open_from_the_beginning_to_the_end_has_missed_nothing(client: Client) -> None:
    table = Table.opened(client, chance="witnessed")

    with ExitStack() as streams:
        seats = (None, "ash", "birch", "table")
        open_ones = [streams.enter_context(streamed(table, seat)) for seat in seats]
        play_the_duel(table)
        found = [list(told_in(each.iter_lines())) for each in open_ones]

    log = table.get("/events")["events"]
    assert table.get()["closed"]
    for events in found:
        assert ids(events) == list(range(1, len(log) + 1))
        assert [each.item["hash"] for each in events] == [each["hash"] for each in log]
    assert found[0][-1].item["event"]["type"] == "game.closed/1"


def test_whoever_comes_back_goes_on_behind_the_last_event_they_saw(client: Client) -> None:
    """Each time the client goes away in the middle of what there is, and the game goes on before it is back."""
    table = Table.opened(client, chance="witnessed")
    seen: list[int] = []
    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)
        with streamed(table, after=seen[-1] if seen else None) as answered:
            seen += ids(list(islice(told_in(answered.iter_lines()), 2)))
    table.decide("ash", DUEL[-1], {"label": STRIKE, "drawn": ["heart"]})

    seen += ids(whole(table, after=seen[-1]))

    assert seen == list(range(1, 14))


def test_of_a_finished_game_the_rest_is_sent_and_nothing_once_all_was_seen(client: Client) -> None:
    table = Table.opened(client, chance="witnessed")
    play_the_duel(table)
    length = table.position

    for after in (0, 1, 2, length // 2, length - 1):
        assert ids(whole(table, after=after)) == list(range(after + 1, length + 1))
    with streamed(table, after=length) as answered:
        assert (answered.status_code, answered.read()) == (204, b"")


@pytest.mark.parametrize("after", ["", "last", "-1", "1.0", "+1", "\u00b2", 2, EVENTS_PER_GAME, "9" * 20])
def test_an_odd_last_event_is_refused(after: str | int, client: Client) -> None:
    table = Table.opened(client)

    answered = client.get(f"{table.path}/stream", headers={b"Last-Event-ID": str(after).encode("latin-1")})

    assert problem_of(answered) == (400, "bad-input")


def test_a_last_event_of_any_length_is_refused(client: Client) -> None:
    table = Table.opened(client)

    assert problem_of(client.get(f"{table.path}/stream", headers={"Last-Event-ID": "1" * 21})) == (
        422,
        "invalid-request",
    )


def test_a_seats_stream_opens_what_is_its_own_and_nothing_of_anybody_else(client: Client) -> None:
    table = Table.opened(client)
    plans = {"ash": ["bow", "parry"], "birch": ["spear", "shield"]}
    viewers = (None, "ash", "birch", "table")
    with ExitStack() as streams:
        open_ones = {seat: streams.enter_context(streamed(table, seat)) for seat in viewers}
        for seat, slots in plans.items():
            table.decide(seat, {"kind": "lay_plan", "slots": slots})
        found = {seat: list(islice(told_in(each.iter_lines()), 5)) for seat, each in open_ones.items()}

    for viewer, events in found.items():
        opened = {each.id: [value for _, value in each.item.get("openings", ())] for each in events}
        laid = {"ash": {2, 3}, "birch": {4}}
        for seat, slots in plans.items():
            for position in laid[seat]:
                assert opened[position] == (slots if viewer == seat else []), (viewer, position)
        assert opened[1] == [], "the seed is opened to nobody"
    texts = [[each.item["event"] for each in events] for events in found.values()]
    assert all(each == texts[0] for each in texts), "the public lines are the same for everybody"


def test_a_finished_game_is_streamed_as_it_was_seen_and_to_its_holder_whole(client: Client) -> None:
    table = Table.opened(client, chance="witnessed")
    play_the_duel(table)

    holder = whole(table, query="?as=holder")

    assert [each.item for each in holder] == table.get("/events?as=holder")["events"]
    for seat in ("ash", "birch"):
        assert whole(table, query=f"?as={seat}") == whole(table, seat) != holder
    assert not any("openings" in each.item for each in whole(table))


@pytest.mark.slow
def test_a_silent_stream_says_that_it_is_there(client: Client) -> None:
    table = Table.opened(client)

    with streamed(table, after=1) as answered:
        lines: Iterator[str] = (line for line in answered.iter_lines() if line and not line.startswith("retry"))
        assert next(lines).startswith(":")
    assert table.position == 1


# Told to stop -----------------------------------------------------------------------------------------------------


def beginning_of(sent: Sent, table: Table, body: bytes) -> bytes:
    """The head of a request, whose client waits until it is told to send the body (RFC 9110, section 10.1.1)."""
    headers = {
        **sent.headers,
        "Host": "localhost",
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Expect": "100-continue",
    }
    lines = [f"POST {table.path}/decisions HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode()


def connected(process: Process) -> socket.socket:
    """A connection of its own."""
    host, _, port = process.address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=10)


def everything(connection: socket.socket) -> bytes:
    """What is sent until the other side closes."""
    parts = iter(lambda: connection.recv(65_536), b"")
    return b"".join(parts)


@pytest.mark.gate
def test_told_to_stop_it_ends_its_streams_answers_what_is_under_way_and_is_gone(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with process_on(db) as process, process.client() as client, ExitStack() as streams:
        table = Table.opened(client)
        open_ones = [streams.enter_context(streamed(table, seat)) for seat in (None, "ash", "birch", "table") * 5]
        events = [told_in(each.iter_lines()) for each in open_ones]
        assert [next(each).id for each in events] == [1] * 20
        connection = streams.enter_context(connected(process))
        body = b'{"decision":{"kind":"lay_plan","slots":["bow","parry"]}}'
        connection.sendall(beginning_of(Sent("ash", PLAN, 1, "mine"), table, body))
        assert connection.recv(65_536).startswith(b"HTTP/1.1 100 ")

        process.told()
        rest = [list(each) for each in events]
        connection.sendall(body)
        answered = everything(connection)

        assert process.ended(within=5) == 0
        assert rest == [[]] * 20
        assert answered.startswith(b"HTTP/1.1 201 ")
    assert len(oathbook("replay", table.game, "--db", db, "--json").json["frames"]) == 3


def test_a_checkpoint_comes_once_the_log_is_signed_with_what_was_sent(client: Client) -> None:
    """First with the opening, then with each plan; it has only grown since the one before, as its proof says."""
    opened = client.post("/v1/games", json=to_open())
    table = Table(client, opened.json()["game"])
    log, receipts = map(parse_key, client.get("/log/keys").text.splitlines())
    notes: list[Checkpoint] = []

    with streamed(table) as answered:
        lines = answered.iter_lines()
        for stored in chain([opened], (table.send(Sent(seat, PLAN)) for seat in ("ash", "birch"))):
            assert next(line for line in lines if line == "event: checkpoint")
            note = json.loads(next(lines).removeprefix("data: "))["checkpoint"]
            receipt = open_receipt(base64.b64decode(stored.headers["Oathbook-Receipt"]), receipts)
            notes.append(open_checkpoint(note.encode(), log))
            assert notes[-1].size > receipt.leaf

    _, one, other = notes
    proof = client.get(f"/log/consistency/{one.size}/{other.size}")
    path = [base64.b64decode(each) for each in proof.text.splitlines()]
    assert is_consistent(one.size, other.size, path, one.root, other.root)
    assert not is_consistent(one.size, other.size, path[1:], one.root, other.root)
    for trees in (f"{other.size}/{one.size}", "1/1000000"):
        assert problem_of(client.get(f"/log/consistency/{trees}")) == (404, "not-found")


@pytest.mark.gate
def test_a_stream_says_at_once_when_something_happens_in_a_dispute_about_the_game(client: Client) -> None:
    """So whoever sits there hears that a secret of theirs was unsealed; the ids go on as if nothing had been said."""
    table = duelling(client, 2)
    earlier = Disputes.filed(table, claim={"claim": "standing", "at": 3})

    with streamed(table, "birch") as answered:
        lines = answered.iter_lines()
        there = news_in(lines)
        dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 2})
        filed = news_in(lines)
        dispute.does("ash", "finding")
        found = news_in(lines)
        table.decide("birch", {"kind": "declare_target", "target": "ash"})
        going_on = next(line for line in lines if line.startswith("id: "))

    with streamed(table, "birch", after=7) as answered:
        again = answered.iter_lines()
        back = [news_in(again), news_in(again)]

    one, other = (each.path.rpartition("/")[2] for each in (earlier, dispute))
    assert (there, filed, found) == ((one, 1), (other, 1), (other, 2))
    assert going_on == "id: 6"
    assert back == [(one, 1), (other, 2)]


def news_in(lines: Iterator[str]) -> tuple[str, int]:
    """The next dispute that a stream tells of, and its position."""
    assert next(line for line in lines if line == "event: dispute")
    told = json.loads(next(lines).removeprefix("data: "))
    return told["dispute"], told["position"]
