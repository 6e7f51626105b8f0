"""What is refused of what people want to do with promises; requests that come again, and at once."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel.limits import LETTER_BYTES
from oathbook.domain.recording.format.setup_documents import parse_setup, resolve_setup
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, SAMPLES, read
from tests.support.promises.pledging import THREE, Promises
from tests.support.promises.promising import BACK, BOTH, LETTER, RULED
from tests.support.sampling import some
from tests.support.serving import HOST, Client, Process, Response, Sent, Table, problem_of, process_on
from tests.unit.api.games import CLOSE, DUEL, STRIKE


@pytest.fixture
def promises(client: TestClient) -> Promises:
    """Three at a table."""
    return Promises(Table.opened(client, SAMPLES[THREE]))


# What is refused --------------------------------------------------------------------------------------------------


REFUSED: list[tuple[str | None, str, object, tuple[int, str], str]] = [
    (None, "", {"letter": LETTER}, (401, "key-missing"), "key"),
    ("cedar", "", {"letter": LETTER}, (403, "not-your-seat"), "ash, birch"),
    ("ash", "", {"letter": "ash promises"}, (422, "bad-letter"), "line 1, column"),
    ("ash", "", {"letter": 'ash promises oak in plain words "x".'}, (422, "bad-letter"), "there is no player “oak”"),
    ("ash", "", {"letter": "x" * (LETTER_BYTES + 1)}, (422, "invalid-request"), "body.letter"),
    ("ash", "", {"letter": "ä" * LETTER_BYTES}, (422, "bad-letter"), "line 1"),
    ("ash", "", {"letter": ""}, (422, "invalid-request"), "body.letter"),
    ("ash", "", {"letter": LETTER, "replaces": "p9"}, (404, "not-found"), "no promise “p9”"),
    ("ash", "", {"letter": LETTER, "replaces": "one"}, (422, "invalid-request"), "body.replaces"),
    ("ash", "", {"letter": LETTER, "more": 1}, (422, "invalid-request"), "body.more"),
    ("ash", "/p2/signatures", {}, (404, "not-found"), "there is no promise “p2”"),
    ("ash", "/two/signatures", {}, (422, "invalid-request"), "path.promise"),
    ("ash", "/p1/signatures", {}, (409, "promise-refused"), "p1 is binding"),
    ("ash", "/p1/signatures", {"letter": "x"}, (422, "invalid-request"), "body.letter"),
    ("ash", "/p1/declines", {}, (409, "promise-refused"), "p1 is binding"),
    ("ash", "/p1/withdrawal", {}, (409, "promise-refused"), "p1 is binding"),
    ("cedar", "/p1/consents", {}, (403, "not-your-seat"), "ash, birch releases p1"),
    ("ash", "/p1/claims", {"path": "c9", "claims": "breached"}, (404, "not-found"), "it has c1"),
    ("ash", "/p1/claims", {"path": "c1", "claims": "broken"}, (422, "invalid-request"), "body.claims"),
    ("ash", "/p1/claims", {"path": "c1", "claims": "breached", "about": [99]}, (404, "not-found"), "position 99"),
    ("ash", "/p1/claims", {"path": "c1", "claims": "breached", "about": [2, 1]}, (400, "bad-input"), "about"),
    (
        "ash",
        "/p1/claims",
        {"path": "c1", "claims": "breached", "says": "\x1b[2J"},
        (422, "invalid-request"),
        "body.says: W",
    ),
    ("ash", "/p1/answers", {"claim": 1, "says": "No."}, (404, "not-found"), "nothing was claimed"),
    ("ash", "/p1/rulings", RULED, (403, "not-your-seat"), "table rules on c1"),
    (HOST, "/p1/rulings", RULED, (409, "promise-refused"), "nobody has claimed"),
    (HOST, "/p1/rulings", {**RULED, "reason": ""}, (409, "promise-refused"), "nobody has claimed"),
]


@pytest.mark.parametrize(("seat", "way", "body", "due", "says"), some(REFUSED, 11))
def test_what_is_refused_is_refused_by_name_and_stores_nothing(
    seat: str | None, way: str, body: object, due: tuple[int, str], says: str, promises: Promises
) -> None:
    promises.bound()
    before = promises.table.ask("/record", HOST).content

    answered = promises.send(seat, way, body)

    assert problem_of(answered) == due
    assert says in answered.json()["detail"]
    assert promises.table.ask("/record", HOST).content == before


def test_a_refusal_names_its_field(promises: Promises) -> None:
    promises.bound()

    assert promises.send("ash", "/p1/signatures").json()["field"] == "promise"


@pytest.mark.parametrize("way", ["", "/p1/signatures", "/p1/rulings"])
def test_a_position_is_named_as_for_a_decision(way: str, promises: Promises) -> None:
    promises.bound()
    body = {"letter": LETTER} if not way else {} if "sign" in way else RULED

    assert problem_of(promises.send("ash", way, body, on=None)) == (428, "position-missing")
    assert problem_of(promises.send("ash", way, body, on=3)) == (412, "position-conflict")
    assert problem_of(promises.send("ash", way, body, on='"4", "5"')) == (400, "bad-input")
    assert promises.table.position == 4


# Again, and at once -----------------------------------------------------------------------------------------------


def test_the_same_request_again_gets_the_same_answer(promises: Promises) -> None:
    first = promises.send("ash", "", {"letter": LETTER}, key="mine")
    signed = promises.send("birch", "/p1/signatures", key="mine")
    promises.does("ash", "/p1/signatures")

    again = promises.send("ash", "", {"letter": LETTER}, on=1, key="mine")

    assert (again.status_code, again.content, again.headers["etag"]) == (201, first.content, first.headers["etag"])
    assert promises.send("birch", "/p1/signatures", key="mine").content == signed.content
    assert promises.table.position == 4


def test_another_request_under_the_same_key_is_refused(promises: Promises) -> None:
    promises.send("ash", "", {"letter": LETTER}, key="mine")

    for way, body in (("", {"letter": BACK}), ("/p1/signatures", {})):
        assert problem_of(promises.send("ash", way, body, key="mine")) == (422, "key-reused")


def test_a_promise_releases_nobody_from_a_decision_they_are_held_to(client: TestClient) -> None:
    """Whoever was told what to draw knows what it depends on, whatever they promise meanwhile."""
    table = Table.opened(
        client, resolve_setup(RULESET, parse_setup(CLOSE, where="test"), where="test"), chance="witnessed"
    )
    for decision in DUEL[:-1]:
        table.decide(decision["by"], decision)
    asked = table.send(Sent("ash", DUEL[-1]))
    Promises(table).bound()

    other = table.send(Sent("ash", {**DUEL[-1], "use": False}, draws=[{"label": STRIKE, "drawn": ["heart"]}]))

    assert problem_of(asked) == (422, "draw-missing")
    assert problem_of(other) == (409, "decision-held")


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Generator[Process]:
    """A service in a process of its own."""
    with process_on(tmp_path_factory.mktemp("promising") / "games.db") as running:
        yield running


@pytest.fixture
def racing(process: Process) -> Generator[Client]:
    """A client of it, for as many threads as a test has."""
    with process.client() as client:
        yield client


def at_once(*requests: Callable[[], Response]) -> list[Response]:
    """The answers to requests that are sent at the same time."""
    barrier = Barrier(len(requests))

    def sent(request: Callable[[], Response]) -> Response:
        barrier.wait()
        return request()

    with ThreadPoolExecutor(len(requests)) as threads:
        return list(threads.map(sent, requests))


def test_signatures_that_come_at_once_are_all_there_and_one_is_the_last(racing: Client) -> None:
    promises = Promises(Table.opened(racing, SAMPLES[THREE]))
    promises.does("ash", "", {"letter": BOTH})

    answers = at_once(*(lambda seat=seat: promises.send(seat, "/p1/signatures") for seat in ("ash", "birch", "cedar")))

    assert [each.status_code for each in answers] == [201, 201, 201]
    assert sorted(each.json()["promise"]["stands"] for each in answers) == ["binding", "offered", "offered"]
    assert promises.get("/p1")["bound_at"] == 5


def test_of_two_who_write_on_the_same_position_one_is_told_to_look_again(racing: Client) -> None:
    promises = Promises(Table.opened(racing, SAMPLES[THREE]))
    promises.does("ash", "", {"letter": LETTER})

    answers = at_once(
        lambda: promises.send("ash", "/p1/signatures", on=2), lambda: promises.send("birch", "/p1/declines", on=2)
    )

    assert sorted(each.status_code for each in answers) == [201, 412]


def test_a_signature_and_a_withdrawal_at_once_leave_one_story(racing: Client) -> None:
    promises = Promises(Table.opened(racing, SAMPLES[THREE]))
    promises.does("ash", "", {"letter": LETTER})
    promises.does("ash", "/p1/signatures")

    answers = at_once(lambda: promises.send("birch", "/p1/signatures"), lambda: promises.send("ash", "/p1/withdrawal"))

    assert sorted(each.status_code for each in answers) == [201, 409]
    assert promises.get("/p1")["stands"] in {"binding", "withdrawn"}
    assert verify(read(promises.table.ask("/record", HOST).content)).status == "sound"


def test_the_same_offer_sent_twice_at_once_is_one_offer(racing: Client) -> None:
    promises = Promises(Table.opened(racing, SAMPLES[THREE]))

    answers = at_once(*(lambda: promises.send("ash", "", {"letter": LETTER}, key="mine") for _ in range(4)))

    assert {each.status_code for each in answers} == {201}
    assert len({each.content for each in answers}) == 1
    assert len(promises.get()["promises"]) == 1
