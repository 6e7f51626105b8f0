"""Disputes over HTTP: filed, heard, found on, ruled on, appealed and taken back."""

from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel.limits import DISPUTES_PER_SEAT, FINDINGS_PER_DISPUTE, PENALTY
from tests.service.disputes.disputing import ILLEGAL, REASONS, STANDS, WRONG, Disputes, duelling
from tests.support.sampling import some
from tests.support.serving import HOST, Table, bearer, problem_of, served
from tests.unit.api.running import oathbook


@pytest.fixture
def duel(client: TestClient) -> Table:
    """Ash and birch have laid their plans, and birch has declared a target."""
    return duelling(client, 3)


@pytest.fixture
def dispute(duel: Table) -> Disputes:
    """Ash says that what followed at 7 is not what follows."""
    return Disputes.filed(duel)


def test_a_claim_is_heard_ruled_on_and_appealed(dispute: Disputes) -> None:
    filed = dispute.get()
    dispute.does("birch", "evidence", {"says": "It was dark.", "about": [2, 3]})
    found = dispute.does("ash", "finding")
    ruled = dispute.ruled()
    appealed = dispute.does("birch", "appeal", {"grounds": "KD-5.2 was not asked."})
    dispute.does("Cy", "finding")
    told = dispute.ruled("Cy", answer="upheld", against="Nobody could have seen it.", reasons="It was dark.")

    assert (filed["state"], filed["position"], filed["by"]) == ("open", 1, {"seat": "ash"})
    assert (filed["game"], filed["edition"], filed["claim"]) == (dispute.table.game, "knights_duty/1", WRONG)
    assert (filed["events"], filed["head"]) == (7, dispute.table.get()["head"])
    assert found["findings"][0]["answer"] == "rejected"
    assert (ruled["state"], ruled["rulings"][0]["by"]) == ("ruled", {"arbiter": "Ada"})
    assert (ruled["rulings"][0]["finding"], ruled["rulings"][0]["remedy"]) == (3, STANDS)
    assert (appealed["state"], appealed["appeal"]["grounds"]) == ("appealed", "KD-5.2 was not asked.")
    assert (told["state"], told["position"], told["withdrawn_at"]) == ("settled", 7, None)
    assert [each["against"] for each in told["rulings"]] == ["", "Nobody could have seen it."]
    assert told["evidence"][0]["about"] == [2, 3]
    assert dispute.get() == {**told, "as": "public", "you": None}


def test_an_answer_names_where_the_dispute_is_and_its_position(duel: Table) -> None:
    disputes = Disputes(duel)

    answered = disputes.file("ash", WRONG)
    path = answered.headers["location"]
    seen = duel.client.get(path)

    assert (answered.status_code, answered.headers["etag"]) == (201, '"1"')
    assert path == f"/v1/disputes/{answered.json()['dispute']}"
    assert (seen.status_code, seen.headers["etag"]) == (200, '"1"')


def test_who_filed_a_claim_takes_it_back(dispute: Disputes) -> None:
    told = dispute.does("ash", "withdrawal")

    assert told["state"] == "withdrawn"
    assert told["withdrawn_at"] is not None
    assert problem_of(dispute.send("Ada", "finding")) == (409, "dispute-refused")


def test_the_host_files_a_claim_for_the_table(duel: Table) -> None:
    assert Disputes.filed(duel, HOST).get()["by"] == {"seat": "table"}


@pytest.mark.parametrize("claim", [WRONG, {"claim": "standing", "at": 7}, {"claim": "decision-illegal", "at": 2}])
def test_a_finding_is_the_one_that_the_command_prints(claim: dict[str, object], duel: Table, tmp_path: Path) -> None:
    """On the record that everybody may have."""
    dispute = Disputes.filed(duel, claim=claim)
    (tmp_path / "game.jsonl").write_bytes(duel.ask("/record").content)
    (tmp_path / "claim.json").write_bytes(duel.client.build_request("POST", "/", json=claim).content)

    found = dispute.does("ash", "finding")["findings"][0]["finding"]

    printed = oathbook("dispute", tmp_path / "game.jsonl", "--claim", f"@{tmp_path / 'claim.json'}", "--json")
    assert found == printed.json
    assert found["answer"] == printed.json["answer"]


def test_what_is_written_on_several_lines_is_kept_on_one(duel: Table) -> None:
    """As a text area sends it; a line of the record stays a line."""
    dispute = Disputes(duel, Disputes(duel).file("ash", WRONG, "I ducked.\n\nAll saw it.").json()["dispute"])

    dispute.does("birch", "evidence", {"says": "It was\r\ndark."})
    dispute.does("ash", "finding")
    penalty = {"remedy": "penalise", "seat": "ash", "says": "\tDo not\u2028do it again. "}
    ruled = dispute.ruled(reasons="First.\nSecond.", remedy=penalty)
    told = dispute.does("birch", "appeal", {"grounds": "First.\n \nSecond."})

    assert (told["says"], told["evidence"][0]["says"]) == ("I ducked. All saw it.", "It was dark.")
    assert ruled["rulings"][0]["reasons"] == "First. Second."
    assert ruled["rulings"][0]["remedy"]["says"] == "Do not do it again."
    assert told["appeal"]["grounds"] == "First. Second."


def test_one_party_does_not_stop_a_hearing(dispute: Disputes) -> None:
    """What ash has used up is ash's; the arbiter has findings entered, and rules."""
    for _ in range(FINDINGS_PER_DISPUTE):
        dispute.does("ash", "finding")

    refused = dispute.send("ash", "finding")
    dispute.does("birch", "finding")
    dispute.does("Ada", "finding")

    assert problem_of(refused) == (413, "too-large")
    assert dispute.ruled()["state"] == "ruled"


@pytest.mark.gate
def test_a_claim_sent_again_is_found_though_no_more_are_taken(duel: Table) -> None:
    """The same request has the same answer, whatever was filed meanwhile; only the seat that filed it all is full."""
    disputes = Disputes(duel)
    first = disputes.file("ash", WRONG, key="k")
    for _ in range(DISPUTES_PER_SEAT - 1):
        disputes.file("ash", WRONG)

    again, more = disputes.file("ash", WRONG, key="k"), disputes.file("ash", WRONG)

    assert (again.status_code, again.json()) == (201, first.json())
    assert problem_of(more) == (413, "too-large")
    assert disputes.file("birch", WRONG).status_code == 201


def test_a_penalty_may_be_as_large_as_the_limit(dispute: Disputes) -> None:
    dispute.does("ash", "finding")

    told = dispute.ruled(remedy={"remedy": "penalise", "seat": "ash", "points": PENALTY})

    assert told["rulings"][0]["remedy"]["points"] == 1_000_000


# Who asks, and when -----------------------------------------------------------------------------------------------

RULING = {"answer": "rejected", "reasons": REASONS, "remedy": STANDS}
REFUSED: list[tuple[str | None, str, object, tuple[int, str], str]] = [
    (None, "evidence", {"says": "x"}, (401, "key-missing"), "key"),
    ("oak", "evidence", {"says": "x"}, (401, "key-unknown"), "no seat"),
    ("ash", "evidence", {"says": " "}, (409, "dispute-refused"), "says: say something"),
    ("ash", "evidence", {"says": "a\u202eb"}, (422, "invalid-request"), "body.says: Words have no control"),
    ("ash", "evidence", {"says": "x", "about": [8]}, (404, "not-found"), "about: position 8"),
    ("ash", "evidence", {"says": "x" * 2_001}, (422, "invalid-request"), "body.says"),
    ("ash", "evidence", {"says": "x", "more": 1}, (422, "invalid-request"), "body.more"),
    ("Bo", "evidence", {"says": "x"}, (409, "dispute-refused"), "arbiter: Bo plays birch"),
    ("ash", "ruling", RULING, (403, "not-your-seat"), "arbiters rule"),
    ("Bo", "ruling", RULING, (409, "dispute-refused"), "arbiter: Bo plays birch"),
    (
        "Ada",
        "ruling",
        {**RULING, "reasons": "\x1b[2J"},
        (422, "invalid-request"),
        "body.reasons: Words have no control",
    ),
    ("Ada", "ruling", {**RULING, "reasons": ""}, (409, "dispute-refused"), "reasons: say something"),
    (
        "Ada",
        "ruling",
        {**RULING, "answer": "upheld"},
        (409, "dispute-refused"),
        "against: the finding at position 2 says rejected",
    ),
    ("Ada", "ruling", {**RULING, "answer": "perhaps"}, (422, "invalid-request"), "body.answer"),
    ("Ada", "ruling", {**RULING, "remedy": {"remedy": "hang"}}, (422, "invalid-request"), "body.remedy"),
    (
        "Ada",
        "ruling",
        {**RULING, "remedy": {"remedy": "penalise", "seat": "oak", "points": 1}},
        (409, "dispute-refused"),
        "no seat “oak”",
    ),
    (
        "Ada",
        "ruling",
        {**RULING, "remedy": {"remedy": "penalise", "seat": "ash", "points": PENALTY + 1}},
        (422, "invalid-request"),
        "body.remedy.penalise.points",
    ),
    ("ash", "appeal", {"grounds": "x"}, (409, "dispute-refused"), "nothing is ruled"),
    ("birch", "withdrawal", {}, (403, "not-your-seat"), "ash filed this dispute"),
    ("Ada", "unsealing", {"at": 2, "fields": ["0" * 64], "reason": "x"}, (404, "not-found"), "no hidden field at"),
    ("Ada", "unsealing", {"at": 8, "fields": ["0" * 64], "reason": "x"}, (404, "not-found"), "at: position 8"),
    ("Ada", "unsealing", {"at": 2, "fields": [], "reason": "x"}, (422, "invalid-request"), "body.fields"),
]


@pytest.mark.parametrize(("by", "what", "body", "due", "says"), some(REFUSED, 9))
def test_what_is_refused_is_refused_by_name_and_stores_nothing(
    by: str | None, what: str, body: object, due: tuple[int, str], says: str, dispute: Disputes
) -> None:
    dispute.does("ash", "finding")
    before = dispute.get("Ada")

    answered = dispute.send(by, what, body)

    assert problem_of(answered) == due
    assert says in answered.json()["detail"]
    assert dispute.get("Ada") == before


@pytest.mark.parametrize("number", [True, "2", "1_0", "٢", None, [2]])
def test_what_only_could_be_a_number_is_none(number: object, dispute: Disputes) -> None:
    """It was taken for one, and stored as that."""
    penalty = {"remedy": "penalise", "seat": "ash", "points": number}

    evidence = dispute.send("ash", "evidence", {"says": "See there.", "about": [number]})
    ruling = dispute.send("Ada", "ruling", {"answer": "upheld", "reasons": REASONS, "remedy": penalty})

    assert problem_of(evidence) == problem_of(ruling) == (422, "invalid-request")
    assert evidence.json()["fields"][0]["field"] == "body.about.0"
    assert ruling.json()["fields"][0]["field"] == "body.remedy.penalise.points"
    assert dispute.get()["position"] == 1


def test_a_remedy_that_there_is_not_is_not_said_again(dispute: Disputes) -> None:
    remedy = {"remedy": "q" * 60_000}

    refused = dispute.send("Ada", "ruling", {"answer": "upheld", "reasons": REASONS, "remedy": remedy})

    assert problem_of(refused) == (422, "invalid-request")
    assert refused.json()["fields"][0]["field"] == "body.remedy"
    assert "'let-stand', 'penalise'" in refused.json()["detail"]
    assert "qqq" not in refused.text


def test_a_second_ruling_is_refused_and_a_second_appeal(dispute: Disputes) -> None:
    dispute.does("ash", "finding")
    dispute.ruled()
    again = dispute.send("Cy", "ruling", RULING)
    dispute.does("ash", "appeal", {"grounds": "KD-5.2."})
    same = dispute.send("Ada", "ruling", RULING)
    dispute.ruled("Cy")

    assert problem_of(again) == (409, "already-ruled")
    assert problem_of(same) == (409, "dispute-refused")
    assert same.json()["field"] == "arbiter"
    assert problem_of(dispute.send("ash", "appeal", {"grounds": "Again."})) == (409, "dispute-refused")
    assert problem_of(dispute.send("Ada", "ruling", RULING)) == (409, "already-ruled")


@pytest.mark.parametrize(
    ("by", "claim", "due", "says"),
    [
        (None, WRONG, (401, "key-missing"), "key"),
        ("oak", WRONG, (401, "key-unknown"), "no seat"),
        ("ash", {"claim": "outcome-wrong"}, (400, "bad-input"), "claim: at: name the event"),
        ("ash", {"claim": "outcome-wrong", "at": 2}, (400, "bad-input"), "no outcome stands at position 2"),
        ("ash", {"claim": "outcome-wrong", "at": 99}, (400, "bad-input"), "there is no position 99"),
        ("ash", {"claim": "unfair", "at": 3}, (400, "bad-input"), "say what is claimed"),
        ("ash", {**WRONG, "clause": "KD-99"}, (400, "bad-input"), "“KD-99” is no clause"),
        ("ash", [], (422, "invalid-request"), "body.claim"),
    ],
)
def test_a_claim_that_nobody_can_file_stores_nothing(
    by: str | None, claim: object, due: tuple[int, str], says: str, duel: Table
) -> None:
    answered = Disputes(duel).file(by, claim)

    assert problem_of(answered) == due
    assert says in answered.json()["detail"]


def test_there_is_no_such_game_or_dispute(duel: Table, client: TestClient) -> None:
    nowhere = client.post("/v1/disputes", json={"game": "g", "claim": WRONG}, headers=bearer("ash"))
    game = client.get(f"/v1/disputes/{duel.game}")
    dispute = Disputes.filed(duel)

    assert problem_of(nowhere) == (404, "not-found")
    assert problem_of(game) == (404, "not-found")
    assert problem_of(client.get("/v1/disputes/none")) == (404, "not-found")
    assert problem_of(client.get(dispute.path.replace("disputes", "games"))) == (404, "not-found")


# Again, and at once -----------------------------------------------------------------------------------------------


def test_the_same_claim_under_the_same_key_is_one_dispute(duel: Table) -> None:
    disputes = Disputes(duel)

    first = disputes.file("ash", WRONG, key="mine")
    duel.decide("birch", {"kind": "inspire", "use": False})
    again = disputes.file("ash", WRONG, key="mine")

    assert (again.status_code, again.content) == (201, first.content)
    assert problem_of(disputes.file("ash", ILLEGAL, key="mine")) == (422, "key-reused")
    assert disputes.file("birch", WRONG, key="mine").json()["dispute"] != first.json()["dispute"]
    assert disputes.file("ash", WRONG).json()["dispute"] != first.json()["dispute"]


def test_the_same_request_again_gets_the_same_answer(dispute: Disputes) -> None:
    first = dispute.send("ash", "evidence", {"says": "It was dark."}, on=1, key="mine")
    dispute.does("birch", "evidence", {"says": "It was not."})
    again = dispute.send("ash", "evidence", {"says": "It was dark."}, on=1, key="mine")

    assert (again.status_code, again.content) == (201, first.content)
    assert problem_of(dispute.send("ash", "evidence", {"says": "x"}, key="mine")) == (422, "key-reused")
    assert dispute.get()["position"] == 3


def test_a_finding_that_is_asked_for_again_is_the_one_that_was_entered(dispute: Disputes) -> None:
    first = dispute.send("ash", "finding", key="mine")
    dispute.table.decide("birch", {"kind": "inspire", "use": False})

    assert dispute.send("ash", "finding", key="mine").content == first.content
    assert dispute.does("ash", "finding")["findings"][1]["events"] == 9


@pytest.mark.parametrize("what", ["evidence", "finding", "ruling"])
def test_a_position_is_named_as_for_a_decision(what: str, dispute: Disputes) -> None:
    body = {"evidence": {"says": "x"}, "finding": {}, "ruling": RULING}[what]
    by = "Ada"

    assert problem_of(dispute.send(by, what, body, on=None)) == (428, "position-missing")
    assert problem_of(dispute.send(by, what, body, on=2)) == (412, "position-conflict")
    assert dispute.get()["position"] == 1


def test_disputes_are_there_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path / "games.db") as client:
        dispute = Disputes.filed(duelling(client, 3))
        before = dispute.does("ash", "finding")
    with served(tmp_path / "games.db") as client:
        told = client.get(dispute.path, headers=bearer("ash")).json()

    assert told == before
