"""Promises over HTTP: made, refused, released, claimed about and ruled on, by several at once and again."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from fastapi.testclient import TestClient

from domain.kernel.limits import LETTER_BYTES
from domain.recording.portable import record_text
from domain.recording.record import folded
from domain.recording.setups import setup_from, written_setup
from replays.verify import verify
from tests.support.playing import RULESET, SAMPLES, Json, die, order_and_strike, read
from tests.support.promising import BACK, BOTH, LETTER, RULED, Bargain, promising_game
from tests.support.serving import (
    HOST,
    Client,
    Process,
    Response,
    Sent,
    Table,
    await_read_models,
    bearer,
    bring,
    lines_in,
    problem_of,
    process_on,
)
from tests.unit.api.games import CLOSE, DUEL, STRIKE

THREE = 14


class Promises:
    """What those at a table do with promises."""

    def __init__(self, table: Table) -> None:
        """At this table."""
        self.table = table

    def send(
        self, seat: str | None, way: str, body: object = None, *, on: int | str | None = "*", key: str | None = None
    ) -> Response:
        """The answer to something that somebody wants to do: ``way`` stands behind the address of the promises."""
        named = {} if key is None else {"Idempotency-Key": key}
        position = f'"{on}"' if isinstance(on, int) else on
        headers = {**bearer(seat), **named, **({} if position is None else {"If-Match": position})}
        path = f"{self.table.path}/promises{way}"
        return self.table.client.post(path, json={} if body is None else body, headers=headers)

    def does(self, seat: str, way: str, body: object = None) -> Json:
        """Something that is stored."""
        answered = self.send(seat, way, body)
        assert answered.status_code == 201, answered.text
        step: Json = answered.json()
        return step

    def bound(self, letter: str = LETTER, *signers: str) -> str:
        """A promise that all have signed."""
        promise = str(self.does(letter.split(maxsplit=1)[0], "", {"letter": letter})["promise"]["promise"])
        for seat in signers or ("ash", "birch"):
            self.does(seat, f"/{promise}/signatures")
        return promise

    def get(self, way: str = "", seat: str | None = None) -> Json:
        """What is told of them."""
        return self.table.get(f"/promises{way}", seat)


@pytest.fixture
def promises(client: TestClient) -> Promises:
    """Three at a table."""
    return Promises(Table.opened(client, SAMPLES[THREE]))


# A whole life -----------------------------------------------------------------------------------------------------


def test_a_promise_is_offered_and_binds_once_everybody_has_signed(promises: Promises) -> None:
    offered = promises.send("ash", "", {"letter": 'ash promises BIRCH in plain words "be friendly".'}, on=1)

    assert offered.status_code == 201
    assert offered.headers["etag"] == '"2"'
    assert offered.headers["location"] == f"{promises.table.path}/promises/p1"
    step = offered.json()
    assert (step["position"], step["step"], len(step["events"])) == (2, 2, 1)
    assert step["promise"]["letter"] == LETTER
    assert step["promise"]["stands"] == "offered"

    first = promises.does("birch", "/p1/signatures")
    last = promises.does("ash", "/p1/signatures")

    assert (first["promise"]["stands"], first["promise"]["bound_at"]) == ("offered", None)
    assert (last["promise"]["stands"], last["promise"]["bound_at"]) == ("binding", 4)
    assert last["promise"]["signed"] == [{"seat": "birch", "position": 3}, {"seat": "ash", "position": 4}]
    assert last["events"][0]["happenings"][0]["sentence"] == "ash signs p1, which binds from here on"


def test_everything_that_becomes_of_promises_is_told(promises: Promises) -> None:
    one = promises.bound()
    two = promises.does("birch", "", {"letter": BACK, "replaces": one})["promise"]["promise"]
    for seat in ("ash", "birch"):
        promises.does(seat, f"/{two}/signatures")
    claimed = promises.does("ash", f"/{two}/claims", {"path": "c1", "claims": "breached", "about": [2, 3]})["position"]
    promises.does("birch", f"/{two}/answers", {"claim": claimed, "says": "I waited."})
    promises.does("ash", f"/{two}/rulings", {"path": "c1", "value": "failed", "blamed": ["birch"], "reason": "No."})
    promises.does(HOST, f"/{two}/rulings", {"path": "c1", "value": "met", "reason": "She did wait."})
    for seat in ("ash", "birch"):
        promises.does(seat, f"/{two}/consents")
    for way, seat in (("declines", "cedar"), ("withdrawal", "ash")):
        made = promises.does("ash", "", {"letter": BOTH})["promise"]["promise"]
        promises.does(seat, f"/{made}/{way}")

    told = promises.get()["promises"]

    assert [each["stands"] for each in told] == ["superseded", "released", "declined", "withdrawn"]
    assert (told[0]["replaced_by"], told[1]["replaces"]) == (two, one)
    assert told[1]["claims"] == [
        {
            "position": claimed,
            "by": "ash",
            "path": "c1",
            "claims": "breached",
            "about": [2, 3],
            "says": "",
            "answers": [{"position": claimed + 1, "by": "birch", "says": "I waited."}],
        }
    ]
    rulings = [(each["by"], each["value"], each["blamed"], each["revised"]) for each in told[1]["rulings"]]
    assert rulings == [("ash", "failed", ["birch"], True), ("table", "met", [], False)]
    assert [each["seat"] for each in told[1]["consented"]] == ["ash", "birch"]
    assert promises.get(f"/{two}") == told[1]
    assert verify(read(promises.table.ask("/record", HOST).content)).status == "sound"


def test_everybody_is_told_the_same(promises: Promises) -> None:
    promises.bound()

    assert promises.get() == promises.get(seat="ash") == promises.get(seat="cedar")


def test_promises_come_in_pages(promises: Promises) -> None:
    for _ in range(3):
        promises.does("ash", "", {"letter": LETTER})

    first = promises.get("?limit=2")
    rest = promises.get(f"?after={first['next']}&limit=2")

    assert [each["promise"] for each in (*first["promises"], *rest["promises"])] == ["p1", "p2", "p3"]
    assert (first["next"], rest["next"]) == (2, None)


def test_a_warning_comes_with_the_offer_and_keeps_nobody_from_signing(promises: Promises) -> None:
    """Nothing warns of plain words; the answer has its place for it."""
    assert promises.does("ash", "", {"letter": LETTER})["warnings"] == []


# Where else they are seen -----------------------------------------------------------------------------------------


def test_the_log_the_stream_frames_and_the_timeline_tell_of_promises(promises: Promises) -> None:
    promises.bound()
    table = promises.table
    await_read_models(table.client)

    log = table.get("/events")["events"]
    frames = table.get("/frames?from=2")["frames"]
    places = table.get("/timeline?after=1")["places"]

    assert [each["event"]["type"] for each in log[1:]] == ["promise.offered/1", *["promise.signed/1"] * 2]
    assert [each["type"] for each in frames] == ["PromiseOffered", "PromiseSigned", "PromiseSigned"]
    sentences = [f"ash offers p1: {LETTER}", "ash signs p1", "birch signs p1, which binds from here on"]
    assert [each["happenings"][0]["sentence"] for each in frames] == sentences
    assert [each["sentences"][0]["sentence"] for each in places] == sentences
    assert [each["marks"] for each in places] == [["promise_offered"], ["promise_signed"], ["promise_signed"]]
    assert [len(each["changed"]) for each in frames] == [0, 0, 0]
    assert table.get("/events/2/why")["derivation"][0]["sentence"] == sentences[0]


def test_a_game_with_promises_behind_its_end_comes_in_streams_whole_and_goes_out_again(client: TestClient) -> None:
    record = promising_game()
    table = Table.imported(client, record)
    streamed = client.get(f"{table.path}/stream", headers=bearer(None)).text

    assert table.get()["closed"] is True
    assert table.ask("/record").content == record_text(record)
    assert [line for line in streamed.splitlines() if line.startswith("id: ")][-1] == f"id: {len(record.events)}"
    assert lines_in(table.ask("/events", headers={"Accept": "application/x-ndjson"}))[-1]["position"] == len(
        record.events
    )
    seen = {"Last-Event-ID": str(len(record.events))}
    assert client.get(f"{table.path}/stream", headers=seen).status_code == 204
    behind = {"Last-Event-ID": str(len(record.events) - 1)}
    assert "promise.ruled/1" in client.get(f"{table.path}/stream", headers=behind).text


def test_when_a_game_is_over_claims_are_ruled_on_and_secrets_stay_out(client: TestClient) -> None:
    """Whoever asks whether it is over looks past the rulings behind its end."""
    table = Table.opened(client)
    promises = Promises(table)
    promise = promises.bound()
    promises.does("birch", f"/{promise}/claims", {"path": "c1", "claims": "breached"})
    for _ in table.steps(die("play 6")):
        pass
    over = table.position

    ruled = promises.does(HOST, f"/{promise}/rulings", RULED)

    assert ruled["position"] == over + 1
    assert table.get()["closed"] is True
    assert table.get()["may_look_as"][-1] == "holder"
    assert problem_of(promises.send("ash", "", {"letter": LETTER})) == (409, "game-closed")
    assert problem_of(promises.send("ash", f"/{promise}/consents")) == (409, "game-closed")
    assert verify(read(table.ask("/record").content)).status == "sound"


def test_a_redacted_export_has_all_promises(client: TestClient) -> None:
    """What is hidden in the plans is taken out of it; of promises nothing is."""
    table = Table.opened(client)
    Promises(table).bound()
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})

    export, own = read(table.ask("/record").content), read(table.ask("/record", "ash").content)

    assert export.redacted
    assert [event.line for event in export.events] == [event.line for event in own.events]
    assert folded(export).promises == folded(own).promises
    assert folded(export).promises["p1"].stands == "binding"
    assert verify(export).status == "partial"


def test_in_a_redacted_record_promises_are_read_and_nothing_is_done_with_them(client: TestClient) -> None:
    bargain = Bargain(order_and_strike())
    bargain.bound()
    lines = record_text(bargain.scribe.record).splitlines(keepends=True)
    assert bring(client, b"".join(line for line in lines if not line.startswith(b"["))).status_code == 201
    promises = Promises(Table(client, bargain.scribe.record.game))

    assert [each["stands"] for each in promises.get()["promises"]] == ["binding"]
    assert problem_of(promises.send(None, "/p1/consents")) == (401, "key-missing")


# What is refused --------------------------------------------------------------------------------------------------


REFUSED: list[tuple[str | None, str, object, tuple[int, str], str]] = [
    (None, "", {"letter": LETTER}, (401, "key-missing"), "key"),
    ("cedar", "", {"letter": LETTER}, (403, "not-your-seat"), "ash, birch"),
    ("ash", "", {"letter": "ash promises"}, (422, "bad-letter"), "line 1, column"),
    ("ash", "", {"letter": 'ash promises oak in plain words "x".'}, (422, "bad-letter"), "there is no player “oak”"),
    ("ash", "", {"letter": "x" * (LETTER_BYTES + 1)}, (422, "invalid-request"), "body.letter"),
    ("ash", "", {"letter": "ä" * LETTER_BYTES}, (422, "bad-letter"), "line 1"),
    ("ash", "", {"letter": ""}, (422, "invalid-request"), "body.letter"),
    ("ash", "", {"letter": LETTER, "replaces": "p9"}, (404, "not-found"), "no promise 'p9'"),
    ("ash", "", {"letter": LETTER, "replaces": "one"}, (422, "invalid-request"), "body.replaces"),
    ("ash", "", {"letter": LETTER, "more": 1}, (422, "invalid-request"), "body.more"),
    ("ash", "/p2/signatures", {}, (404, "not-found"), "no promise 'p2'"),
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
    ("ash", "/p1/claims", {"path": "c1", "claims": "breached", "says": "a\u2028b"}, (400, "bad-input"), "says"),
    ("ash", "/p1/answers", {"claim": 1, "says": "No."}, (404, "not-found"), "nothing was claimed"),
    ("ash", "/p1/rulings", RULED, (403, "not-your-seat"), "table rules on c1"),
    (HOST, "/p1/rulings", RULED, (409, "promise-refused"), "nobody has claimed"),
    (HOST, "/p1/rulings", {**RULED, "reason": ""}, (409, "promise-refused"), "nobody has claimed"),
]


@pytest.mark.parametrize(("seat", "way", "body", "due", "says"), REFUSED)
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
        client, setup_from(RULESET, written_setup(CLOSE, where="test"), where="test"), chance="witnessed"
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
        lambda: promises.send("ash", "/p1/signatures", on=2),
        lambda: promises.send("birch", "/p1/declines", on=2),
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
