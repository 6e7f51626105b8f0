"""A ruling that edits the game: tried first, written into the record, verified, replayed, played on."""

from typing import Final

from fastapi.testclient import TestClient

from oathbook.replays.verification import verify
from tests.service.disputes.disputing import Disputes, duelling
from tests.support.playing import Json, read
from tests.support.serving import HOST, Table, problem_of

EDIT: Final = "edit knights birch inspiration = face_down"
AGAINST: Final[Json] = {"answer": "upheld", "reasons": "Birch had one.", "against": "The photograph shows it."}


def edit(*lines: str) -> Json:
    return {"remedy": "edit-state", "lines": [*lines]}


def found(client: TestClient) -> Disputes:
    """A dispute about a duel that draws from its seed and goes on, with a finding that rejects the claim."""
    dispute = Disputes.filed(duelling(client, 3))
    dispute.does("ash", "finding")
    return dispute


def inspiration_of_birch(table: Table) -> object:
    return next(each for each in table.get("/state")["view"]["knights"] if each["seat"] == "birch")["inspiration"]


def test_an_edit_is_tried_before_it_is_ruled_and_stored_with_the_ruling(client: TestClient) -> None:
    dispute = found(client)
    table, before = dispute.table, dispute.table.position
    was = inspiration_of_birch(table)

    tried = dispute.send("Ada", "edit", {"lines": [EDIT]}, on=None)
    untouched = table.position
    told = dispute.does("Ada", "ruling", {**AGAINST, "remedy": edit(EDIT), "also": [{"remedy": "loss", "seat": "ash"}]})
    record = read(table.ask("/record", HOST).content)

    assert tried.status_code == 200, tried.text
    assert (was, "face_down") in [(each["before"], each["after"]) for each in tried.json()["changed"]]
    assert untouched == before
    assert told["rulings"][0]["remedy"] == {"remedy": "edit-state", "lines": [EDIT], "position": before + 1}
    assert (record.events[before].topic, record.events[before].entry.by) == ("game.table/1", "ruling")
    assert inspiration_of_birch(table) == "face_down"
    assert verify(record).discrepancies == ()
    frame = table.get(f"/frames?from={before + 1}")["frames"][0]
    assert "face_down" in [each["after"] for each in frame["changed"]]


def test_a_game_goes_on_after_an_edit(client: TestClient) -> None:
    dispute = found(client)
    dispute.does("Ada", "ruling", {**AGAINST, "remedy": edit(EDIT)})

    dispute.table.decide("ash", {"kind": "inspire", "use": False})

    assert verify(read(dispute.table.ask("/record", HOST).content)).discrepancies == ()


def test_what_cannot_be_edited_is_said_in_words_and_nothing_is_ruled(client: TestClient) -> None:
    dispute = found(client)
    length = dispute.table.position

    unknown = dispute.send("Ada", "ruling", {**AGAINST, "remedy": edit("edit knights oak inspiration = face_down")})
    other = dispute.send("Ada", "edit", {"lines": ["says hello"]}, on=None)
    wrong = dispute.send("Ada", "edit", {"lines": ["edit knights birch inspiration = 7"]}, on=None)

    assert {problem_of(each) for each in (unknown, other, wrong)} == {(409, "remedy-refused")}
    assert "there is no oak there; what there is: ash, birch" in unknown.json()["detail"]
    assert "line 1: write “edit … = …”, or “then …” for what happens" in other.json()["detail"]
    assert "nothing like that can stand there" in wrong.json()["detail"]
    assert (dispute.get()["state"], dispute.table.position) == ("open", length)


def test_only_who_may_rule_tries_an_edit(client: TestClient) -> None:
    dispute = found(client)

    assert problem_of(dispute.send("ash", "edit", {"lines": [EDIT]}, on=None)) == (403, "not-your-seat")
    assert problem_of(dispute.send(None, "edit", {"lines": [EDIT]}, on=None))[0] == 401


def test_while_the_game_has_secrets_a_refusal_tells_none_of_them(client: TestClient) -> None:
    """Ash's plan is hidden: whatever it is, the answer is the same."""
    table = duelling(client, 1)
    dispute = Disputes.filed(table, claim={"claim": "decision-illegal", "at": 2})
    dispute.does("ash", "finding")

    answers = {
        (given.status_code, given.json().get("detail", "").replace(weapon, "…"))
        for weapon in ("bow", "spear", "sword", "shield")
        for given in (dispute.send("Ada", "edit", {"lines": [f"edit knights ash plan {weapon} = nothing"]}, on=None),)
    }

    assert len(answers) == 1
    assert next(iter(answers))[0] == 409
