"""What rulings and releases can do to a promise and its price, over HTTP, in Heirless from its sample box.

A broken promise costs each who answers for it 20 Prestige (HT-10.4). Ash acts first, then birch, then cedar.
"""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.rulesets.heirless.model.switches import Switches
from oathbook.replays.verification import verify
from tests.support.playing import Json, read
from tests.support.promises.pledging import Promises
from tests.support.serving import HOST, Response, Table, digest_of, key_of
from tests.support.tampering import Event, forged

SEATS: Final = ("ash", "birch", "cedar")
NOT_THERE: Final = 'not to deploy a knight to tile "Meadow" until the end of season 2'
BROKEN: Final = f"ash promises cedar {NOT_THERE}."
TWO_WORDS: Final = 'ash promises birch either (in plain words "a") or (in plain words "b" judged by cedar).'


def opened(client: TestClient, **switches: str) -> Promises:
    """Three at a table of Heirless."""
    body = {
        "edition": "heirless/e1",
        "seats": [{"seat": each, "player": each.title(), "key": digest_of(key_of(each))} for each in SEATS],
        "components": "heirless-sample-1",
        "switches": {**msgspec.to_builtins(Switches()), **switches},
        "chance": "seeded",
        "reveal": "all",
        "host_key": digest_of(key_of(HOST)),
    }
    answered = client.post("/v1/games", json=body)
    assert answered.status_code == 201, answered.text
    return Promises(Table(client, answered.json()["game"]))


@pytest.fixture
def promises(client: TestClient) -> Promises:
    """Three at a table."""
    return opened(client)


def deploys(promises: Promises, seat: str, tile: str) -> None:
    """A Knight from the Capital to a tile."""
    promises.table.decide(seat, {"kind": "deploy", "by": seat, "tile": tile})


def rule(promises: Promises, by: str = HOST, /, **ruling: object) -> Response:
    """The answer to a ruling on the first promise."""
    return promises.send(by, "/p1/rulings", {"path": "c1", "reason": "So it is.", **ruling})


def claim(promises: Promises, *paths: str) -> None:
    """Birch claims that clauses of the first promise were breached."""
    for path in paths:
        promises.does("birch", "/p1/claims", {"path": path, "claims": "breached"})


def audit(promises: Promises) -> Json:
    """The audit of the first promise."""
    found: Json = promises.get("/p1/audit")["audit"]
    return found


def owed(promises: Promises) -> dict[str, int]:
    """Who is to pay how much for the first promise, with nothing left to a judge."""
    return {
        due["seat"]: due["amount"] for part in audit(promises)["parts"] for due in part["penalties"] if due["applies"]
    }


def is_sound(promises: Promises) -> bool:
    """Whether the record of the game verifies."""
    return verify(read(promises.table.ask("/record", HOST).content)).status == "sound"


# What the letter decides ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruling", "field", "says"),
    [
        ({"value": "met"}, "value", "by the letter and the record c1 of p1 has failed"),
        ({"value": "not-applicable"}, "value", "by the letter and the record c1 of p1 has failed"),
        ({"value": "failed", "excused": ["ash"]}, "excused", "by the record ash answers for c1 of p1"),
    ],
)
def test_no_ruling_takes_back_what_the_letter_and_the_record_say(
    ruling: dict[str, object], field: str, says: str, promises: Promises
) -> None:
    promises.bound(BROKEN, "ash", "cedar")
    deploys(promises, "ash", "Meadow")
    assert owed(promises) == {"ash": 20}
    before = promises.table.position

    refused = rule(promises, **ruling)

    assert refused.status_code == 409, refused.text
    problem = refused.json()
    assert (problem["field"], problem["clause"]) == (field, "HT-10.5")
    assert problem["detail"] == f"{field}: {says} (HT-10.5, HA-75)"
    assert (promises.table.position, owed(promises)) == (before, {"ash": 20})


def test_what_is_kept_is_not_ruled_broken(promises: Promises) -> None:
    """Cedar is not bound by it, so ash's letter is kept when season 1 ends: three players idle in turn."""
    promises.bound(
        'ash promises cedar not to deploy a knight to tile "Meadow" until the end of season 1.', "ash", "cedar"
    )
    for seat in SEATS:
        promises.table.decide(seat, {"kind": "idle", "by": seat})
    assert audit(promises)["status"] == "kept"

    refused = rule(promises, value="failed", blamed=["ash"])

    assert (refused.status_code, refused.json()["field"]) == (409, "value")
    assert refused.json()["detail"].startswith("value: by the letter and the record c1 of p1 has not failed")


def test_a_ruling_that_agrees_with_the_letter_is_stored_and_changes_nothing(promises: Promises) -> None:
    promises.bound(BROKEN, "ash", "cedar")
    deploys(promises, "ash", "Meadow")

    assert rule(promises, value="failed", blamed=["ash"]).status_code == 201
    assert rule(promises, value="failed").status_code == 201

    assert owed(promises) == {"ash": 20}
    assert is_sound(promises)


def test_a_ruling_before_the_breach_says_nothing_of_it(promises: Promises) -> None:
    """While the clause is open nothing is contradicted, and what it comes to is not the ruling's to say."""
    promises.bound(BROKEN, "ash", "cedar")
    assert rule(promises, value="met").status_code == 201
    assert audit(promises)["status"] == "pending"

    deploys(promises, "ash", "Meadow")

    assert (audit(promises)["status"], owed(promises)) == ("broken", {"ash": 20})
    assert is_sound(promises)


def test_a_table_may_agree_that_rulings_count_against_the_letter(client: TestClient) -> None:
    """HA-75 (ii): it stays broken, and nobody pays; what has not failed cannot be made to."""
    promises = opened(client, **{"HA-75": "allowed"})
    promises.bound(BROKEN, "ash", "cedar")
    deploys(promises, "ash", "Meadow")

    assert rule(promises, value="met").status_code == 201

    assert (audit(promises)["status"], owed(promises)) == ("broken", {})
    assert is_sound(promises)


# One order of precedence ------------------------------------------------------------------------------------------


def test_a_ruling_on_a_part_counts_before_one_on_the_whole(promises: Promises) -> None:
    """Both arms are ruled failed, one by cedar: the host may not rule on the whole, which holds cedar's words."""
    promises.bound(TWO_WORDS, "ash", "birch")
    claim(promises, "c1")
    assert rule(promises, path="c1.1", value="failed", blamed=["ash"]).status_code == 201
    assert rule(promises, "cedar", path="c1.2", value="failed", blamed=["ash"]).status_code == 201
    assert (audit(promises)["status"], owed(promises)) == ("broken", {"ash": 20})

    assert rule(promises, path="c1", value="met").status_code == 403, "cedar's words are cedar's"
    assert (audit(promises)["status"], owed(promises)) == ("broken", {"ash": 20})


def test_a_later_ruling_on_a_part_counts_before_an_earlier_one_on_the_whole(promises: Promises) -> None:
    """The whole is ruled failed; then its second arm is ruled met, and one arm is enough."""
    promises.bound('ash promises birch either (in plain words "a") or (in plain words "b").', "ash", "birch")
    claim(promises, "c1")
    assert rule(promises, path="c1", value="failed", blamed=["ash"]).status_code == 201
    assert owed(promises) == {"ash": 20}

    assert rule(promises, path="c1.2", value="met").status_code == 201

    assert (audit(promises)["status"], owed(promises)) == ("kept", {})
    told = promises.get("/p1")
    assert [each["revised"] for each in told["rulings"]] == [False, False]
    assert is_sound(promises)


@pytest.mark.parametrize("ruling", [{"value": "failed"}, {"value": "met"}])
def test_the_whole_ruled_on_after_its_parts_changes_neither(ruling: dict[str, object], promises: Promises) -> None:
    promises.bound('ash promises birch either (in plain words "a") or (in plain words "b").', "ash", "birch")
    claim(promises, "c1")
    for path in ("c1.1", "c1.2"):
        assert rule(promises, path=path, value="failed", blamed=["ash"]).status_code == 201

    assert rule(promises, path="c1", **ruling).status_code == 201

    assert (audit(promises)["status"], owed(promises)) == ("broken", {"ash": 20})
    assert is_sound(promises)


def test_the_named_judge_has_the_last_word_after_the_host(promises: Promises) -> None:
    """The game is over after two seasons; the host rules in cedar's place, and then cedar does."""
    promises.bound('ash promises birch in plain words "a" judged by cedar.', "ash", "birch")
    claim(promises, "c1")
    while not promises.table.get()["closed"]:
        (seat, *_) = promises.table.get()["to_act"]
        promises.table.decide(seat, {"kind": "idle", "by": seat})
    assert rule(promises, value="failed", blamed=["ash"]).status_code == 201
    assert owed(promises) == {"ash": 20}

    assert rule(promises, "cedar", value="met").status_code == 201

    assert (audit(promises)["status"], owed(promises)) == ("kept", {})
    assert rule(promises, value="failed").status_code == 403


# Who pays ---------------------------------------------------------------------------------------------------------


def test_a_breach_by_ruling_is_answered_for_though_the_ruling_names_nobody(promises: Promises) -> None:
    promises.bound('ash promises birch in plain words "a".', "ash", "birch")
    claim(promises, "c1")

    assert rule(promises, value="failed").status_code == 201
    assert owed(promises) == {"ash": 20}
    assert rule(promises, value="failed", excused=["ash"]).status_code == 201
    assert owed(promises) == {}, "it says so: nobody pays"
    assert is_sound(promises)


# Release after a breach -------------------------------------------------------------------------------------------


def test_a_release_after_a_breach_ends_the_duties_that_still_run_and_says_so(promises: Promises) -> None:
    """Ash breaks it in turn 1 and pays; all consent; birch may go there now, which cost 20 before."""
    promises.bound(f"ash and birch jointly promise cedar {NOT_THERE}.", *SEATS)
    deploys(promises, "ash", "Meadow")
    assert owed(promises) == {"ash": 20}

    said = [promises.does(seat, "/p1/consents")["events"][0]["happenings"][0]["sentence"] for seat in SEATS]
    deploys(promises, "birch", "Meadow")

    assert said[0] == "Ash consents to the release of p1, which stays broken"
    assert said[2] == (
        "Cedar consents to the release of p1, which stays broken at its price; the duties of it that still run end"
    )
    told = promises.get("/p1")
    assert (told["stands"], told["status"], owed(promises)) == ("ended", "broken", {"ash": 20})
    (part,) = audit(promises)["parts"]
    assert "It was released after it was broken: what was broken stays so, and so does its price." in part["text"]
    assert is_sound(promises)


def test_without_a_release_the_other_party_still_answers_for_its_share(promises: Promises) -> None:
    """The control: the same moves without consents cost both 20."""
    promises.bound(f"ash and birch jointly promise cedar {NOT_THERE}.", *SEATS)

    deploys(promises, "ash", "Meadow")
    deploys(promises, "birch", "Meadow")

    assert owed(promises) == {"ash": 20, "birch": 20}


def test_a_release_before_any_breach_is_a_release(promises: Promises) -> None:
    promises.bound(BROKEN, "ash", "cedar")

    for seat in ("ash", "cedar"):
        promises.does(seat, "/p1/consents")
    deploys(promises, "ash", "Meadow")

    told = promises.get("/p1")
    assert (told["stands"], told["status"], owed(promises)) == ("released", "released", {})


# Versions ---------------------------------------------------------------------------------------------------------


def test_a_record_with_a_language_that_is_not_known_here_is_told_and_verified_as_far_as_it_goes(
    client: TestClient, promises: Promises
) -> None:
    """Of two promises the second is said to be in letter/2; the first, broken by ash, is judged as before."""
    promises.bound(BROKEN, "ash", "cedar")
    promises.does("birch", "", {"letter": BROKEN.replace("ash", "birch")})
    for seat in ("birch", "cedar"):
        promises.does(seat, "/p2/signatures")
    deploys(promises, "ash", "Meadow")
    record = read(promises.table.ask("/record", HOST).content)
    assert verify(record).status == "sound"

    def in_another_language(events: list[Event]) -> None:
        for event in events:
            event.public["game"] = "another"
        second = [each for each in events if each.topic == "promise.offered/1"][1]
        second.data["language"] = "letter/2"

    brought = Promises(Table.kept(client, forged(record, in_another_language)))

    told = {each["promise"]: (each["language"], each["status"]) for each in brought.get()["promises"]}
    assert told == {"p1": ("letter/1", "broken"), "p2": ("letter/2", "undetermined")}
    assert owed(brought) == {"ash": 20}
    found = verify(read(brought.table.ask("/record", HOST).content))
    assert (found.status, found.discrepancies, found.proofs) == ("partial", (), 1)
    assert [each.position for each in found.unchecked if "letter/2" in each.why] == [5, 6, 7]
