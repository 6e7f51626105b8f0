"""Law 5 in a hearing: a finding tells nobody more than they may see, and what is unsealed is unsealed for all to know.

Birch lays a plan at position 2 that nobody else may see. Ash claims that it was not allowed.
"""

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient

from oathbook.api.schemas import disputes as telling
from oathbook.domain.disputes.dispute_events import ARBITER
from tests.service.disputes.disputing import ILLEGAL, Disputes, duelling
from tests.support.playing import Json, die
from tests.support.serving import HOST, bearer, problem_of, served
from tests.support.tampering import hash_of

PLAN: Final = ["bow", "parry"]
OTHER: Final = ["spear", "shield"]
TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+Z")
EVERYBODY: Final = (None, "ash", "birch", HOST, "Ada")


@pytest.fixture
def dispute(client: TestClient) -> Disputes:
    """Ash says that birch's plan was not allowed."""
    return Disputes.filed(duelling(client, 3), claim=ILLEGAL)


def values(told: Json) -> list[Any]:
    """The values of what was unsealed, as somebody is told them."""
    return [field.get("value") for each in told["unsealed"] for field in each["fields"]]


def unseal(dispute: Disputes, *, which: slice = slice(None)) -> Json:
    """Open birch's plan, or some of it, to the arbiters."""
    fields = dispute.hidden(2)[which]
    return dispute.does("Ada", "unsealing", {"at": 2, "fields": fields, "reason": "The claim is about this plan."})


@pytest.mark.parametrize("by", ["ash", HOST, "Ada"])
def test_where_what_is_seen_is_not_enough_a_finding_is_undetermined(by: str, dispute: Disputes) -> None:
    (found,) = dispute.does(by, "finding")["findings"]

    assert (found["answer"], found["finding"]["missing"]["kind"]) == ("undetermined", "hidden")
    assert (found["is_sealed"], found["sealed"]) == (False, None)


def test_what_a_seat_finds_through_its_own_eyes_is_sealed_for_it(dispute: Disputes) -> None:
    (own,) = dispute.does("birch", "finding")["findings"]
    others = [dispute.get(by)["findings"][0] for by in EVERYBODY if by != "birch"]

    assert (own["answer"], own["is_sealed"], own["through"]) == ("undetermined", True, "birch")
    assert own["sealed"]["answer"] == "rejected"
    assert own["sealed"]["recorded"]["slots"] == PLAN
    assert {each["sealed"] for each in others} == {None}
    assert all(each["is_sealed"] for each in others)


def test_an_arbiter_sees_what_was_unsealed_and_nothing_else(dispute: Disputes) -> None:
    before = dispute.get("Ada")
    told = unseal(dispute, which=slice(1))
    (half,) = dispute.does("Ada", "finding")["findings"]
    unseal(dispute)
    found = dispute.does("Ada", "finding")["findings"][-1]

    assert before["unsealed"] == []
    assert values(told) == PLAN[:1]
    assert half["answer"] == "undetermined"
    assert (found["answer"], found["through"]) == ("undetermined", "arbiter:")
    assert found["sealed"]["answer"] == "rejected"
    assert values(dispute.get("Cy")) == [*PLAN[:1], *PLAN]


def test_whose_secret_it_is_sees_at_once_that_it_was_unsealed(dispute: Disputes) -> None:
    unseal(dispute)

    told = dispute.get("birch")["unsealed"]
    public = dispute.get()["unsealed"]

    assert [(each["of"], each["seats"], each["by"]) for each in told] == [(2, ["birch"], {"arbiter": "Ada"})]
    assert told[0]["reason"] == "The claim is about this plan."
    assert [each["fields"] for each in public] == [[{"digest": each, "to": ["birch"]} for each in dispute.hidden(2)]]


@pytest.mark.parametrize("by", [None, "ash", HOST])
def test_what_was_unsealed_is_told_to_arbiters_and_to_whose_it_is(by: str | None, dispute: Disputes) -> None:
    unseal(dispute)
    dispute.does("Ada", "finding")

    assert values(dispute.get(by)) == [None, None]
    assert dispute.get(by)["findings"][0]["sealed"] is None
    assert values(dispute.get("birch")) == values(dispute.get("Ada")) == PLAN


def test_a_ruling_answers_what_was_unsealed(dispute: Disputes) -> None:
    """To everybody the finding is undetermined; to the arbiter it is not, and a ruling against it says why."""
    unseal(dispute)
    dispute.does("Ada", "finding")
    body = {"answer": "upheld", "reasons": "So it is.", "remedy": {"remedy": "let-stand"}}

    refused = dispute.send("Ada", "ruling", body)

    assert problem_of(refused) == (409, "dispute-refused")
    assert dispute.ruled(answer="rejected")["state"] == "ruled"


def test_a_finding_through_other_eyes_does_not_free_a_ruling_from_what_its_arbiter_was_shown(dispute: Disputes) -> None:
    """Ash, who does not see the plan, has the record answer once more: that it cannot be told."""
    unseal(dispute)
    dispute.does("Ada", "finding")
    last = dispute.does("ash", "finding")["findings"][-1]
    body = {"answer": "upheld", "reasons": "So it is.", "remedy": {"remedy": "let-stand"}}

    refused = dispute.send("Ada", "ruling", body)
    ruled = dispute.does("Ada", "ruling", {**body, "against": "It was agreed otherwise."})

    assert last["answer"] == "undetermined"
    assert problem_of(refused) == (409, "dispute-refused")
    assert "against: the finding at position 3 says rejected" in refused.json()["detail"]
    assert ruled["rulings"][0]["finding"] == 3


def test_nobody_unseals_what_every_seat_is_kept_from(client: TestClient) -> None:
    """The seed would tell every draw that is still to come."""
    dispute = Disputes.filed(duelling(client, 3), claim=ILLEGAL)
    seed = dispute.table.get("/events/1")["event"]["data"]["chance"]["seed"]["sd"]

    answered = dispute.send("Ada", "unsealing", {"at": 1, "fields": [seed], "reason": "x"})

    assert problem_of(answered) == (409, "dispute-refused")
    assert "hidden from every seat" in answered.json()["detail"]


@pytest.mark.parametrize("by", ["ash", "birch", HOST, "Bo"])
def test_nobody_but_an_impartial_arbiter_unseals(by: str, dispute: Disputes) -> None:
    answered = dispute.send(by, "unsealing", {"at": 2, "fields": dispute.hidden(2), "reason": "x"})

    assert answered.status_code in {403, 409}
    assert dispute.get("Ada")["unsealed"] == []


def test_when_all_is_revealed_everybody_sees_what_was_sealed(dispute: Disputes) -> None:
    """Whoever has the dispute at that position already, too: it opens where it stands."""
    dispute.does("birch", "finding")
    unseal(dispute)
    before = dispute.table.client.get(dispute.path)
    for _ in dispute.table.steps(die("play on")):
        pass

    had = {"If-None-Match": before.headers["etag"]}
    public = dispute.table.client.get(dispute.path, headers=had).json()
    (found,) = dispute.does("ash", "finding")["findings"][1:]

    assert values(public) == PLAN
    assert public["findings"][0]["sealed"]["answer"] == "rejected"
    assert (found["answer"], found["is_sealed"]) == ("rejected", False)


def test_a_dispute_as_a_file_is_the_same_for_all_but_for_what_is_open(dispute: Disputes) -> None:
    """Its chain holds whoever has it, and only birch has what was sealed for birch."""
    dispute.does("birch", "finding")

    files = {by: dispute.table.client.get(f"{dispute.path}/record", headers=bearer(by)).text for by in EVERYBODY}
    lines = {by: text.splitlines() for by, text in files.items()}
    header, *events, trailer = map(json.loads, lines[None])

    assert {len(each) for by, each in lines.items() if by != "birch"} == {4}
    assert [each for each in lines["birch"] if not each.startswith("[")] == lines[None]
    assert len(lines["birch"]) == 5
    assert (header["oathbook"], header["dispute"], header["events"]) == ("dispute/1", events[0]["game"], 2)
    assert header["head"] == trailer["head"] == hash_of(lines[None][2].encode())
    assert events[1]["prev"] == hash_of(lines[None][1].encode())


def test_an_arbiter_who_plays_in_the_game_sees_what_everybody_sees(dispute: Disputes) -> None:
    """Whoever may not rule for having a seat is shown no secrets of the other seats with the arbiter's key."""
    unseal(dispute)
    dispute.does("Ada", "finding")

    client, path = dispute.table.client, f"{dispute.path}/record"
    public, player, arbiter = (client.get(path, headers=bearer(by)).content for by in (None, "Bo", "Ada"))

    assert dispute.get("Bo") == dispute.get()
    assert public == player != arbiter


# Two worlds that differ in the plan alone -------------------------------------------------------------------------


def heard_in(folder: Path, plan: list[str]) -> dict[str, str]:
    """What everybody is told who may not see the plan, about a hearing in which it was unsealed."""
    folder.mkdir()
    with served(folder / "games.db") as client:
        table = duelling(client, 0)
        table.decide("birch", {"kind": "lay_plan", "slots": plan})
        dispute = Disputes.filed(table, claim=ILLEGAL)
        dispute.does("birch", "finding")
        unseal(dispute)
        dispute.does("Ada", "finding")
        return {str(by): plainly(dispute, dispute.get(by)) for by in (None, "ash", HOST, "Bo")}


def plainly(dispute: Disputes, told: Json) -> str:
    """What is told without what is never the same twice: ids, times, digests and hashes."""
    text = json.dumps({**told, "dispute": "", "filed_at": ""})
    for number, digest in enumerate((*dispute.hidden(2), dispute.table.get()["head"])):
        text = text.replace(digest, f"<{number}>").replace(digest[:12], f"<{number}…>")
    return TIME.sub("<a time>", text.replace(dispute.table.game, "<a game>"))


def test_a_hearing_tells_the_same_of_two_plans_to_whoever_may_see_neither(tmp_path: Path) -> None:
    one, other = heard_in(tmp_path / "one", PLAN), heard_in(tmp_path / "other", OTHER)

    assert one == other


@pytest.mark.parametrize("planted", ["values", "findings"])
def test_a_planted_leak_is_found(planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: everybody is told as an arbiter is what was unsealed, or what was found through other eyes."""
    name = {"values": "_fields", "findings": "_finding"}[planted]
    whole: Any = getattr(telling, name)

    def leaking(*arguments: object) -> object:
        *given, _ = arguments
        return whole(*given, telling.DisputeViewer(ARBITER, None, all_is_out=True))

    monkeypatch.setattr(telling, name, leaking)
    one, other = heard_in(tmp_path / "one", PLAN), heard_in(tmp_path / "other", OTHER)

    assert one != other


def test_a_dispute_is_told_to_the_key_that_asks(dispute: Disputes) -> None:
    seen = {by: dispute.table.client.get(dispute.path, headers=bearer(by)).json()["as"] for by in EVERYBODY}

    assert seen == {None: "public", "ash": "ash", "birch": "birch", HOST: "table", "Ada": "arbiter:"}
