"""Somebody who sends a request again, and several who write at once."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from fastapi.testclient import TestClient

from oathbook.replays.verification import verify
from tests.support.playing import SAMPLES, ChanceName, Json, die, read, sources
from tests.support.serving import Client, Process, Response, Sent, Table, lines_in, problem_of, process_on, served

SIX = 10
"""A sample with six Knights who are about to lay their plans."""

PLAN: Json = {"kind": "lay_plan", "slots": ["bow", "parry"]}
OTHER: Json = {"kind": "lay_plan", "slots": ["spear", "spear"]}


def same(answered: Response, before: Response) -> bool:
    """Whether two answers are one: status, bytes, and the headers that say where the game is."""
    named = ("etag", "location", "content-type")
    return (answered.status_code, answered.content, [answered.headers.get(name) for name in named]) == (
        before.status_code,
        before.content,
        [before.headers.get(name) for name in named],
    )


# The same request again -------------------------------------------------------------------------------------------


def test_a_request_that_is_sent_again_gets_the_same_answer_and_makes_no_second_event(table: Table) -> None:
    sent = Sent("ash", PLAN, 1, "my plan")
    before = table.send(sent)

    again = table.send(sent)

    assert before.status_code == 201
    assert same(again, before)
    assert table.position == before.json()["position"] == 3


def test_a_request_that_is_sent_again_is_the_same_however_it_is_spelt_and_wherever_the_game_is(table: Table) -> None:
    before = table.send(Sent("ash", PLAN, 1, "my plan"))
    table.decide("birch", OTHER)
    now = table.position

    spelt = table.client.post(
        f"{table.path}/decisions",
        headers={**Sent("ash", PLAN, "*", "my plan").headers, "Content-Type": "application/json; charset=utf-8"},
        content=b'{ "decision": {"by": "ash", "slots": ["bow", "\\u0070arry"], "kind": "lay_plan"} }\n',
    )

    assert same(spelt, before)
    assert table.position == now > 3


@pytest.mark.parametrize(("chance", "name"), [("seeded", "play 6"), ("witnessed", "play 3")])
def test_after_the_end_and_a_restart_every_request_still_gets_its_first_answer(
    chance: ChanceName, name: str, db: Path
) -> None:
    with served(db, sources("service")) as client:
        table = Table.opened(client, chance=chance)
        steps = list(table.steps(die(name)))
        over, record = table.position, table.ask("/record").content
        after_the_end = [table.send(sent) for sent, _ in steps]
        assert table.position == over

    with served(db, sources("again")) as client:
        table = Table(client, table.game)
        after_a_restart = [table.send(sent) for sent, _ in steps]

        assert table.position == over
        assert table.ask("/record").content == record
    for (_, before), *again in zip(steps, after_the_end, after_a_restart, strict=True):
        assert all(same(each, before) for each in again)


def test_another_body_under_a_key_that_was_used_is_refused(table: Table) -> None:
    table.send(Sent("ash", PLAN, 1, "mine"))

    for body in (Sent("ash", OTHER, "*", "mine"), Sent("ash", PLAN, "*", "mine", [{"label": "a", "drawn": []}])):
        assert problem_of(table.send(body)) == (422, "key-reused")
    assert table.position == 3


def test_a_key_is_its_seats_own(table: Table) -> None:
    first = table.send(Sent("ash", PLAN, "*", "mine"))
    second = table.send(Sent("birch", PLAN, "*", "mine"))

    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["position"] < second.json()["position"] == table.position


def test_a_key_is_its_games_own(client: TestClient) -> None:
    table, other = Table.opened(client), Table.opened(client)
    first = table.send(Sent("ash", PLAN, "*", "mine"))
    second = other.send(Sent("ash", OTHER, "*", "mine"))

    assert (first.status_code, second.status_code) == (201, 201)
    assert second.json()["game"] == other.game


def test_a_refused_request_has_not_used_its_key(table: Table) -> None:
    refused = [
        table.send(Sent("ash", PLAN, 9, "mine")),
        table.send(Sent("ash", {"kind": "move", "to": "1,0"}, 1, "mine")),
    ]

    assert [each.status_code for each in refused] == [412, 422]
    assert table.send(Sent("ash", PLAN, 1, "mine")).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201])
def test_a_key_is_of_a_length_that_can_be_kept(key: str, table: Table) -> None:
    assert problem_of(table.send(Sent("ash", PLAN, 1, key))) == (422, "invalid-request")
    assert table.send(Sent("ash", PLAN, 1, "x" * 200)).status_code == 201


# At the same time -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service in a process of its own, for every test that races in it."""
    with process_on(tmp_path_factory.mktemp("racing") / "games.db") as running:
        yield running


@pytest.fixture
def racing(process: Process) -> Generator[Client]:
    """A client of it, for as many threads as a test has."""
    with process.client() as client:
        yield client


def at_once(*requests: Callable[[], Response]) -> list[Response]:
    """The answers to requests that are sent at the same time, each from a thread of its own."""
    ready = Barrier(len(requests))

    def sent(request: Callable[[], Response]) -> Response:
        ready.wait(10)
        return request()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(sent, requests))


def sending(table: Table, requests: Sequence[Sent]) -> list[Response]:
    """The answers to these, sent at once."""
    return at_once(*((lambda sent=sent: table.send(sent)) for sent in requests))


def raced(client: Client, *requests: Sent) -> None:
    """Of requests for one position of a new game, exactly one is taken, and the others are told where the game is."""
    table = Table.opened(client)

    answered = sending(table, requests)

    statuses = [each.status_code for each in answered]
    assert sorted(statuses) == [201] + [412] * (len(requests) - 1)
    lost = [each for each in answered if each.status_code == 412]
    assert [(problem_of(each)[1], each.json()["position"]) for each in lost] == [("position-conflict", 3)] * len(lost)
    assert table.position == 3


@pytest.mark.gate
def test_of_two_for_one_position_exactly_one_is_taken(racing: Client) -> None:
    for number in range(30):
        raced(racing, Sent("ash", PLAN, 1, f"a {number}"), Sent("birch", OTHER, 1, f"b {number}"))


def test_of_two_by_one_seat_for_one_position_exactly_one_is_taken(racing: Client) -> None:
    for number in range(10):
        raced(racing, Sent("ash", PLAN, 1, f"a {number}"), Sent("ash", OTHER, 1, f"b {number}"))


@pytest.mark.slow
def test_of_many_for_one_position_exactly_one_is_taken(racing: Client) -> None:
    for _ in range(100):
        raced(
            racing, *(Sent(seat, plan, 1) for seat in ("ash", "birch") for plan in (PLAN, OTHER)), Sent("ash", PLAN, 1)
        )


def test_one_request_sent_twice_at_once_is_taken_once_and_answered_twice_alike(racing: Client) -> None:
    for _ in range(10):
        table = Table.opened(racing)

        first, second = sending(table, [Sent("ash", PLAN, 1, "mine")] * 2)

        assert (first.status_code, second.status_code) == (201, 201)
        assert first.content == second.content
        assert table.position == 3


def six_plans(client: Client) -> None:
    """Six seats lay their plans at once, on whatever the position is; the last of them opens the first slot."""
    table = Table.opened(client, SAMPLES[SIX])
    seats = [each["seat"] for each in table.get()["seats"]]

    answered = sending(table, [Sent(seat, PLAN, "*", "my plan") for seat in seats])

    record = read(table.ask("/record").content)
    assert len(seats) == 6
    assert [each.status_code for each in answered] == [201] * 6
    assert sorted(each.json()["position"] for each in answered) == [3, 5, 7, 9, 11, 13]
    assert table.position == len(record.events) == 13
    assert verify(record).status == "partial", "the seed and the plans are hidden, and all else is sound"


def test_six_plans_laid_at_once_are_all_taken(racing: Client) -> None:
    for _ in range(3):
        six_plans(racing)


@pytest.mark.slow
def test_six_plans_laid_at_once_are_all_taken_every_time(racing: Client) -> None:
    for _ in range(50):
        six_plans(racing)


@pytest.mark.gate
def test_games_that_are_played_at_once_do_not_meet(racing: Client) -> None:
    def whole(name: str) -> Response:
        table = Table.opened(racing)
        for _ in zip(range(12), table.steps(die(name)), strict=False):
            pass
        return table.ask("/events", "ash", {"Accept": "application/x-ndjson"})

    answered = at_once(*((lambda name=name: whole(name)) for name in ("one", "two", "three", "four")))

    for each in answered:
        *events, trailer = lines_in(each)
        assert [item["event"]["n"] for item in events] == list(range(1, trailer["events"] + 1))
        assert len({item["event"]["game"] for item in events}) == 1
        assert events[-1]["hash"] == trailer["head"]
