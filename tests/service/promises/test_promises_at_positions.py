"""Promises at a position, through somebody's eyes: as they stood then, and nothing of what came later."""

import pytest
from fastapi.testclient import TestClient

from tests.support.playing import SAMPLES, Json
from tests.support.promises.pledging import THREE, Promises
from tests.support.promises.promising import LETTER, POINTING, broken_game, promising_game
from tests.support.serving import HOST, Table, problem_of
from tests.unit.projections.test_promise_ledger import unreadable


@pytest.fixture
def broken(client: TestClient) -> Promises:
    """A duel in which birch points at ash, having promised not to (p1), and may yet be unfriendly (p2)."""
    return Promises(Table.imported(client, broken_game()))


@pytest.fixture
def promises(client: TestClient) -> Promises:
    """Three at a table."""
    return Promises(Table.opened(client, SAMPLES[THREE]))


def stood(found: Json) -> list[tuple[str, str, list[tuple[str, str | None, int]]]]:
    """Each promise: what its signers made of it, how it stands, and since when."""
    return [
        (each["stands"], each["status"], [(one["status"], one["lean"], one["position"]) for one in each["verdicts"]])
        for each in found["promises"]
    ]


def test_a_promise_is_offered_then_binds_then_is_broken(broken: Promises) -> None:
    last = broken.table.position

    assert stood(broken.get("?at=1")) == []
    assert stood(broken.get("?at=2")) == [("offered", "pending", [])]
    assert stood(broken.get("?at=4")) == [("binding", "pending", [("pending", "+", 4)])]
    before, after = (stood(broken.get(f"?at={at}"))[0] for at in (last - 1, last))
    assert before == ("binding", "pending", [("pending", "+", 4)])
    assert after == ("binding", "broken", [("broken", None, last)])
    assert stood(broken.get("?at=4")) == [("binding", "pending", [("pending", "+", 4)])], "whatever was asked meanwhile"


def test_who_had_signed_by_then_is_told_and_nothing_of_later(broken: Promises) -> None:
    found = broken.get("/p1?at=3")

    assert [each["seat"] for each in found["signed"]] == ["ash"] or [each["position"] for each in found["signed"]] == [
        3
    ]
    assert (found["bound_at"], found["status"], found["verdicts"]) == (None, "pending", [])
    assert broken.get("/p1")["bound_at"] == 4


def test_the_audit_of_a_position_is_that_of_the_record_up_to_there(broken: Promises) -> None:
    last = broken.table.position
    before, after = (broken.get(f"/p1/audit?at={at}") for at in (last - 1, last))

    assert (before["position"], before["audit"]["status"]) == (last - 1, "pending")
    assert (after["position"], after["audit"]["status"]) == (last, "broken")
    (part,) = after["audit"]["parts"]
    first, end = part["spans"]["c1"]
    assert POINTING[first:end] == "never to point at ash"
    lines = [(each["path"], each["depth"]) for each in part["account"] if each["path"]]
    assert lines == [("c1", 0)]
    assert part["text"][1].startswith('clause 1, "never to point at ash": ')


def test_plain_words_stand_as_they_were_ruled_on_until_they_are_ruled_on_anew(promises: Promises) -> None:
    promise = promises.bound(LETTER)
    promises.does("birch", f"/{promise}/claims", {"path": "c1", "claims": "breached"})
    failed = {"path": "c1", "value": "failed", "blamed": ["ash"], "reason": "So I heard."}
    first = promises.does(HOST, f"/{promise}/rulings", failed)["position"]
    second = promises.does(HOST, f"/{promise}/rulings", {"path": "c1", "value": "met", "reason": "No."})["position"]

    statuses = {at: promises.get(f"/{promise}?at={at}")["status"] for at in (first - 1, first, second)}

    assert statuses == {first - 1: "pending", first: "broken", second: "kept"}
    audits = {at: promises.get(f"/{promise}/audit?at={at}")["audit"]["status"] for at in statuses}
    assert audits == statuses


@pytest.mark.parametrize("way", ["", "/p1", "/p1/audit"])
def test_nobody_looks_further_than_the_game_goes_or_through_eyes_that_are_shut(broken: Promises, way: str) -> None:
    table = broken.table

    late = table.ask(f"/promises{way}?at={table.position + 1}")
    other = table.ask(f"/promises{way}?as=birch", "ash")

    assert problem_of(late) == (404, "not-found")
    assert problem_of(other)[1] in {"not-your-seat", "key-unknown"}
    assert table.ask(f"/promises{way}?at={table.position}&as=public").status_code == 200


def test_whoever_is_to_sign_is_told_what_the_game_makes_of_the_letter(promises: Promises) -> None:
    """And whoever writes one is told the same before."""
    again = "ash promises birch to attack birch."
    promises.bound("ash promises birch never to attack birch.")
    body = {"letter": again, "game": promises.table.game}
    checked = promises.table.client.post("/v1/letters/check", json=body).json()
    promises.does("ash", "", {"letter": again})

    told = promises.get("/p2")

    assert [each["code"] for each in told["warnings"]] == [each["code"] for each in checked["remarks"]]
    assert len({each["code"] for each in told["warnings"]} - {"no-deadline"}) == 1, "the opposite has been promised"
    assert "warnings" not in promises.get("/p1")


def test_a_letter_that_nobody_can_read_keeps_no_other_from_being_listed(client: TestClient) -> None:
    promises = Promises(Table.imported(client, unreadable()))

    found = promises.get()["promises"]

    assert [(each["promise"], each["status"], len(each["verdicts"])) for each in found] == [
        ("p1", "undetermined", 0),
        ("p2", "pending", 1),
    ]
    assert promises.get("/p1?at=2")["stands"] == "offered"
    assert problem_of(promises.table.ask("/promises/p1/audit")) == (422, "bad-letter")


def test_once_all_is_revealed_whoever_names_nobody_is_told_all_of_it(client: TestClient) -> None:
    """As the audit is; through the eyes of the public it is what the public could tell."""
    promises = Promises(Table.imported(client, promising_game()))

    assert (promises.get()["as"], promises.get("/p5/audit")["as"]) == ("holder", "holder")
    assert promises.get("?as=public")["as"] == "public"
