"""Promises over HTTP: made, released, claimed about and ruled on, and told wherever a game is told."""

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.recording.format.record import fold_record
from oathbook.domain.recording.format.record_file import record_text
from oathbook.domain.recording.writing import head_cache
from oathbook.replays.verification import verify
from tests.support.playing import SAMPLES, die, order_and_strike, read
from tests.support.promises.pledging import THREE, Promises
from tests.support.promises.promising import BACK, BOTH, LETTER, RULED, Bargain, promising_game
from tests.support.serving import HOST, Table, await_read_models, bearer, bring, lines_in, problem_of


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
    assert last["events"][0]["happenings"][0]["sentence"] == "Player 1 signs p1, which binds from here on"


def test_everything_that_becomes_of_promises_is_told(promises: Promises) -> None:
    one = promises.bound()
    two = promises.does("birch", "", {"letter": BACK, "replaces": one})["promise"]["promise"]
    for seat in ("ash", "birch"):
        promises.does(seat, f"/{two}/signatures")
    claimed = promises.does("ash", f"/{two}/claims", {"path": "c1", "claims": "breached", "about": [2, 3]})["position"]
    promises.does("birch", f"/{two}/answers", {"claim": claimed, "says": "I waited."})
    promises.does("ash", f"/{two}/rulings", {"path": "c1", "value": "failed", "blamed": ["birch"], "reason": "No."})
    promises.does("ash", f"/{two}/rulings", {"path": "c1", "value": "met", "reason": "She did wait."})
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
    assert rulings == [("ash", "failed", ["birch"], True), ("ash", "met", [], False)]
    assert [each["seat"] for each in told[1]["consented"]] == ["ash", "birch"]
    seen = promises.get(f"/{two}")
    (duty,) = seen.pop("duties")
    assert seen == {**told[1], "clauses": [{"path": "c1", "judge": "ash"}]}
    assert duty["decides"] == "ash"
    assert told[1]["letter"][slice(*duty["span"])].startswith("in plain words")
    assert verify(read(promises.table.ask("/record", HOST).content)).status == "sound"


def test_what_is_said_of_a_promise_on_several_lines_is_kept_on_one(promises: Promises) -> None:
    promise = promises.bound()

    claim = {"path": "c1", "claims": "breached", "says": "He frowned.\nTwice."}
    claimed = promises.does("ash", f"/{promise}/claims", claim)["position"]
    promises.does("birch", f"/{promise}/answers", {"claim": claimed, "says": "\tI did\r\nnot."})
    ruling = {"path": "c1", "value": "met", "reason": "Nobody\n\nsaw it."}
    promises.does(HOST, f"/{promise}/rulings", ruling)
    events = promises.table.get(f"/events?after={claimed - 1}")["events"]
    said = [each["event"]["data"] for each in events]

    assert [each.get("says") for each in said[:2]] == ["He frowned. Twice.", "I did not."]
    assert said[2]["reason"] == "Nobody saw it."


def test_everybody_is_told_the_same(promises: Promises) -> None:
    promises.bound()

    public, ash, cedar = (promises.get(seat=seat)["promises"] for seat in (None, "ash", "cedar"))
    assert public == ash == cedar


def test_promises_come_in_pages(promises: Promises) -> None:
    for _ in range(3):
        promises.does("ash", "", {"letter": LETTER})

    first = promises.get("?limit=2")
    rest = promises.get(f"?after={first['next']}&limit=2")

    assert [each["promise"] for each in (*first["promises"], *rest["promises"])] == ["p1", "p2", "p3"]
    assert (first["next"], rest["next"]) == (2, None)


def test_a_warning_comes_with_the_offer_and_keeps_nobody_from_signing(promises: Promises) -> None:
    """With the words that it is about; the same request again gets it again."""
    letter = "ash promises birch to attack birch."
    offered = promises.send("ash", "", {"letter": letter}, key="mine")
    promises.does("ash", "/p1/signatures")
    promises.does("birch", "/p1/signatures")

    (warning,) = offered.json()["warnings"]

    assert (warning["code"], warning["weight"]) == ("no-deadline", "warn")
    assert letter[slice(*warning["span"])] == "to attack birch"
    assert promises.send("ash", "", {"letter": letter}, key="mine").content == offered.content
    assert promises.get("/p1")["stands"] == "binding"
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
    sentences = [f"Player 1 offers p1: “{LETTER}”", "Player 1 signs p1", "Player 2 signs p1, which binds from here on"]
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


def test_what_was_told_of_a_game_that_is_over_is_told_anew_after_a_ruling(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where neither is at hand in the writer: another game is."""
    monkeypatch.setattr(head_cache, "MOST_HEADS", 1)
    table, other = Table.opened(client), Table.opened(client)
    promises = Promises(table)
    promise = promises.bound()
    promises.does("birch", f"/{promise}/claims", {"path": "c1", "claims": "breached"})
    for _ in table.steps(die("play 6")):
        pass
    over = table.position
    Promises(other).does("ash", "", {"letter": LETTER})
    before = [table.get(path) for path in ("", "/frames?from=3", "/frames?from=3")]

    promises.does(HOST, f"/{promise}/rulings", RULED)
    Promises(other).does("ash", "", {"letter": LETTER})
    after = [table.get(path) for path in ("", "/frames?from=3")]

    assert [each["position"] for each in before] == [over] * 3
    assert [each["position"] for each in after] == [over + 1] * 2


def test_a_redacted_export_has_all_promises(client: TestClient) -> None:
    """What is hidden in the plans is taken out of it; of promises nothing is."""
    table = Table.opened(client)
    Promises(table).bound()
    table.decide("ash", {"kind": "lay_plan", "slots": ["bow", "parry"]})

    export, own = read(table.ask("/record").content), read(table.ask("/record", "ash").content)

    assert export.redacted
    assert [event.line for event in export.events] == [event.line for event in own.events]
    assert fold_record(export).promises == fold_record(own).promises
    assert fold_record(export).promises["p1"].stands == "binding"
    assert verify(export).status == "partial"


def test_in_a_redacted_record_promises_are_read_and_nothing_is_done_with_them(client: TestClient) -> None:
    bargain = Bargain(order_and_strike())
    bargain.bound()
    lines = record_text(bargain.scribe.record).splitlines(keepends=True)
    assert bring(client, b"".join(line for line in lines if not line.startswith(b"["))).status_code == 201
    promises = Promises(Table(client, bargain.scribe.record.game))

    assert [each["stands"] for each in promises.get()["promises"]] == ["binding"]
    assert problem_of(promises.send(None, "/p1/consents")) == (401, "key-missing")
