"""Streams for those who can send no header: a ticket is got with the key, and stands in the address in its place."""

import json
from collections.abc import Callable, Generator
from contextlib import ExitStack
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Final

import pytest
import structlog
from fastapi.testclient import TestClient
from msgspec.structs import replace

from oathbook.api.signing.tickets import SECONDS
from tests.service.hostile.wire import until
from tests.support.playing import Json, sources
from tests.support.serving import Client, Process, Response, Table, bearer, key_of, problem_of, process_on, served
from tests.support.streaming import Told, told_in
from tests.unit.api.games import DUEL, STRIKE

PLAN: Final[Json] = {"kind": "lay_plan", "slots": ["bow", "parry"]}


def asks(table: Table, seat: str | None, **body: object) -> Response:
    """The response to a seat that wants a ticket."""
    return table.client.post(f"{table.path}/stream/tickets", json=body, headers=bearer(seat))


def ticket_of(table: Table, seat: str, **body: object) -> str:
    """A ticket for it."""
    answered = asks(table, seat, **body)
    assert answered.status_code == 201, answered.text
    return str(answered.json()["ticket"])


def play_the_duel(table: Table) -> None:
    """Play a witnessed game to its end."""
    for decision in DUEL[:-1]:
        table.decide(str(decision["by"]), decision)
    table.decide("ash", DUEL[-1], {"label": STRIKE, "drawn": ["heart"]})


@pytest.fixture
def over(client: TestClient) -> Table:
    """A game that is over: its streams end."""
    table = Table.opened(client, chance="witnessed")
    play_the_duel(table)
    return table


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    with process_on(tmp_path_factory.mktemp("tickets") / "games.db") as running:
        yield running


@pytest.fixture
def door(process: Process) -> Generator[Client]:
    with process.client() as client:
        yield client


def whole(table: Table, query: str) -> list[Told]:
    """Everything in a stream that ends."""
    answered = table.ask(f"/stream{query}")
    assert answered.status_code == 200, answered.text
    return list(told_in(answered.text.splitlines()))


def test_a_ticket_is_got_with_a_key_and_opens_what_the_key_opens(over: Table) -> None:
    answered = asks(over, "ash")

    told = answered.json()
    assert answered.status_code == 201
    assert answered.headers["cache-control"] == "no-store"
    assert {**told, "ticket": ""} == {"game": over.game, "as": "ash", "after": 0, "ticket": "", "seconds": 60}
    by_ticket = whole(over, f"?ticket={told['ticket']}")
    assert by_ticket == list(told_in(over.ask("/stream", "ash").text.splitlines()))
    assert by_ticket != whole(over, ""), "the control: the public is told less"


def test_a_ticket_says_as_whom_and_after_which_position(over: Table) -> None:
    last = over.position

    public = whole(over, f"?ticket={ticket_of(over, 'ash', **{'as': 'public', 'after': last - 2})}")
    holder = whole(over, f"?ticket={ticket_of(over, 'ash', **{'as': 'holder'})}")

    assert public == whole(over, "")[-2:]
    assert [each.item for each in holder] == over.get("/events?as=holder")["events"]


def test_a_last_event_id_goes_before_what_the_ticket_says(over: Table) -> None:
    """A client that can send a header may say it there."""
    last = over.position
    ticket = ticket_of(over, "ash", after=2)

    answered = over.ask(f"/stream?ticket={ticket}", headers={"Last-Event-ID": str(last - 1)})

    assert [each.id for each in told_in(answered.text.splitlines())] == [last]


def test_of_a_game_that_was_sent_whole_there_is_no_ticket(over: Table) -> None:
    """204, as to the stream itself: an EventSource could not tell that from a refusal."""
    last = over.position

    answered = asks(over, "ash", after=last)

    assert (answered.status_code, answered.content) == (204, b"")
    assert asks(over, "ash", after=last - 1).status_code == 201


def test_a_ticket_opens_one_stream(over: Table) -> None:
    ticket = ticket_of(over, "ash")
    whole(over, f"?ticket={ticket}")

    again = over.ask(f"/stream?ticket={ticket}", headers={"Last-Event-ID": "3"})

    assert problem_of(again) == (401, "ticket-unknown")
    assert "it was used" in again.json()["detail"]
    assert again.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.timeout(20)
def test_a_stream_without_its_content_is_none_and_uses_up_no_ticket(door: Client) -> None:
    """What is left of it would never end, and hold a place."""
    table = Table.opened(door)
    ticket = ticket_of(table, "ash")
    way = f"{table.path}/stream"

    head = door.head(f"{way}?ticket={ticket}")
    posted = door.post(way, json={})

    assert (head.status_code, head.content) == (405, b"")
    assert head.headers["allow"] == posted.headers["allow"] == "GET"
    assert door.head(table.path).status_code == 200, "the control"
    until(lambda: "oathbook_streams 0.0" in door.get("/metrics").text)
    with door.stream("GET", f"{way}?ticket={ticket}") as answered:
        assert answered.status_code == 200


def test_what_is_no_ticket_of_this_game_opens_nothing(client: TestClient, over: Table) -> None:
    other = Table.opened(client)
    ticket = ticket_of(over, "ash")

    for query in (f"?ticket={ticket}A", "?ticket=", "?ticket=%FF%00", "?ticket=x"):
        assert problem_of(over.ask(f"/stream{query}")) == (401, "ticket-unknown")
    assert problem_of(other.ask(f"/stream?ticket={ticket}")) == (401, "ticket-unknown")
    assert problem_of(client.get(f"/v1/games/nowhere/stream?ticket={ticket}")) == (404, "not-found")
    for text in (key_of("ash"), "x" * 401):
        assert problem_of(over.ask(f"/stream?ticket={text}")) == (422, "invalid-request")
    whole(over, f"?ticket={ticket}")


def test_a_ticket_and_a_key_are_not_sent_together(over: Table) -> None:
    ticket = ticket_of(over, "ash")

    for answered in (over.ask(f"/stream?ticket={ticket}", "ash"), over.ask(f"/stream?ticket={ticket}&as=public")):
        assert problem_of(answered) == (400, "bad-input")
        assert answered.json()["detail"].startswith("ticket: ")
    whole(over, f"?ticket={ticket}")


def test_who_may_not_look_gets_no_ticket(table: Table) -> None:
    assert problem_of(asks(table, None)) == (401, "key-missing")
    assert problem_of(asks(table, "nobody")) == (401, "key-unknown")
    for other in ("birch", "table", "holder"):
        assert problem_of(asks(table, "ash", **{"as": other})) == (403, "not-your-seat")
    assert problem_of(asks(table, "ash", **{"as": "canary"})) == (404, "not-found")
    assert asks(table, "ash", **{"as": "public"}).json()["as"] == "public"
    assert asks(table, "table").json()["as"] == "table"


@pytest.mark.parametrize(
    "body",
    [
        *({"after": -1}, {"after": 100_001}, {"after": None}, {"after": "0"}, {"after": False}),
        *({"as": "x" * 41}, {"more": 1}),
    ],
)
def test_a_ticket_for_what_cannot_be_is_refused_by_field(body: Json, table: Table) -> None:
    answered = asks(table, "ash", **body)

    assert problem_of(answered) == (422, "invalid-request")
    assert answered.json()["fields"][0]["field"] == f"body.{next(iter(body))}"


def test_a_ticket_after_a_position_that_is_not_there_is_refused(table: Table) -> None:
    answered = asks(table, "ash", after=2)

    assert problem_of(answered) == (400, "bad-input")
    assert answered.json()["detail"] == "after: the positions of this stream are 1 to 1"


def later(by: list[float]) -> Callable[[], str]:
    """A clock that can be set."""
    began = datetime.fromisoformat("2026-01-01T00:00:00.000000Z")
    return lambda: (began + timedelta(seconds=by[-1])).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def test_a_ticket_used_or_not_opens_nothing_after_a_restart(tmp_path: Path) -> None:
    """Which tickets were used is forgotten then, whatever the clock says: here it stands still."""
    with served(tmp_path / "games.db", sources("one")) as client:
        table = Table.opened(client, chance="witnessed")
        play_the_duel(table)
        used, unused = ticket_of(table, "ash"), ticket_of(table, "ash")
        whole(table, f"?ticket={used}")
    with served(tmp_path / "games.db", sources("one")) as client:
        again = Table(client, table.game)

        answers = [again.ask(f"/stream?ticket={each}") for each in (used, unused)]
        whole(again, f"?ticket={ticket_of(again, 'ash')}")

    assert [problem_of(each) for each in answers] == [(401, "ticket-unknown")] * 2
    assert "started again" in answers[0].json()["detail"]


def test_a_ticket_lasts_a_minute(tmp_path: Path) -> None:
    seconds = [0.0]
    with served(tmp_path / "games.db", replace(sources("one"), clock=later(seconds))) as client:
        table = Table.opened(client, chance="witnessed")
        play_the_duel(table)
        in_time, late = ticket_of(table, "ash"), ticket_of(table, "ash")
        seconds.append(SECONDS - 1)
        whole(table, f"?ticket={in_time}")
        seconds.append(SECONDS)
        answered = table.ask(f"/stream?ticket={late}")

    assert problem_of(answered) == (401, "ticket-unknown")
    assert "expired" in answered.json()["detail"]


def test_a_ticket_of_a_key_that_was_replaced_opens_nothing(client: TestClient, over: Table) -> None:
    mine, other = ticket_of(over, "ash"), ticket_of(over, "birch")

    assert client.post(f"{over.path}/key", json={}, headers=bearer("ash")).status_code == 201

    assert problem_of(over.ask(f"/stream?ticket={mine}")) == (401, "ticket-unknown")
    whole(over, f"?ticket={other}")


def test_a_stream_that_a_ticket_opened_ends_with_the_key(tmp_path: Path) -> None:
    """As one does that the key opened; the other seat's goes on."""
    with process_on(tmp_path / "games.db") as process, process.client() as door, ExitStack() as streams:
        table = Table.opened(door)
        ways = {seat: f"{table.path}/stream?ticket={ticket_of(table, seat)}" for seat in ("ash", "birch")}
        mine, other = (streams.enter_context(door.stream("GET", way)) for way in ways.values())
        own, their = told_in(mine.iter_lines()), told_in(other.iter_lines())
        assert [each.id for each in (*islice(own, 1), *islice(their, 1))] == [1, 1]

        assert door.post(f"{table.path}/key", json={}, headers=bearer("ash")).status_code == 201

        assert list(own) == []
        table.decide("birch", PLAN)
        assert [each.id for each in islice(their, 2)] == [2, 3]


def test_a_stream_by_ticket_opens_what_is_its_own_seats(door: Client) -> None:
    table = Table.opened(door)
    table.decide("ash", PLAN)
    opened: dict[str, list[object]] = {}
    for seat in ("ash", "birch"):
        with door.stream("GET", f"{table.path}/stream?ticket={ticket_of(table, seat)}") as answered:
            events = list(islice(told_in(answered.iter_lines()), 3))
        opened[seat] = [value for each in events for _, value in each.item.get("openings", ())]

    assert opened["birch"] == []
    assert opened["ash"][:2] == PLAN["slots"]


def test_no_ticket_stands_in_a_log_a_figure_or_a_problem(over: Table) -> None:
    ticket = ticket_of(over, "ash")
    way = f"/stream?ticket={ticket}"
    with structlog.testing.capture_logs() as lines:
        answers = [over.ask(way), over.ask(way), over.ask(f"{way}&as=public"), over.ask(way, "ash")]
        figures = over.client.get("/metrics").text

    assert [each.status_code for each in answers] == [200, 401, 400, 400]
    assert {each.headers["referrer-policy"] for each in answers} == {"no-referrer"}
    assert answers[0].headers["cache-control"] == "no-store"
    told = json.dumps(lines) + figures + "".join(each.text + str(each.headers) for each in answers)
    assert "/v1/games/{game}/stream" in told
    assert ticket not in told
    assert ticket[43:] not in told
