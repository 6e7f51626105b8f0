"""How often what was played by a clause was overturned: things that fell are counted, and not rulings."""

from fastapi.testclient import TestClient

from tests.service.disputes.disputing import Disputes, duelling
from tests.service.disputes.test_remedies import CORRECT, UPHELD, correctable, found_wrong
from tests.support.playing import RULESET, Json
from tests.support.serving import Table, await_read_models

CLAUSE = "KD-5.1"
STANDS: Json = {"remedy": "let-stand"}


def counted(client: TestClient, clause: str = CLAUSE) -> tuple[int, int, int]:
    """How many disputes are about a clause, how many of them are ruled on, and what was overturned."""
    await_read_models(client)
    told = client.get(f"/v1/rulesets/{RULESET.edition.key}/clauses/{clause}").json()["disputes"]
    return told["disputes"], told["ruled"], told["overturned"]


def upheld(table: Table, claim: Json, remedy: Json = STANDS) -> Json:
    """The remedy of a ruling that a claim is right, whatever the record says."""
    dispute = Disputes.filed(table, claim={**claim, "clause": CLAUSE})
    answer = dispute.does("ash", "finding")["findings"][-1]["answer"]
    against = {"against": "It was agreed otherwise."} if answer == "rejected" else {}
    told: Json = dispute.does("Ada", "ruling", {**UPHELD, **against, "remedy": remedy})["rulings"][0]["remedy"]
    return told


def test_an_outcome_that_is_corrected_is_not_overturned_again(client: TestClient) -> None:
    dispute = found_wrong(client, correctable())
    dispute.does("Ada", "ruling", {**UPHELD, "remedy": CORRECT})
    clause = dispute.get()["findings"][0]["finding"]["clause"]
    before = counted(client, clause)

    again = Disputes.filed(dispute.table, claim={"claim": "outcome-wrong", "at": correctable().at})
    again.does("ash", "finding")
    again.does("Ada", "ruling", {**UPHELD, "remedy": STANDS})

    assert (before, counted(client, clause)) == ((1, 1, 1), (2, 2, 1))


def test_what_a_fork_carries_over_is_overturned_in_the_game_in_which_it_happened(client: TestClient) -> None:
    table = duelling(client, 3)
    at_2, at_4 = ({"claim": "decision-illegal", "at": at} for at in (2, 4))
    upheld(table, at_2)
    fork = Table(client, upheld(table, at_4, {"remedy": "play-on-from", "position": 3})["fork"])
    upheld(fork, at_2)
    again = counted(client)
    fork.decide("ash", fork.get("/options", "ash")["listed"][0])

    upheld(fork, at_4)

    assert (again, counted(client)) == ((3, 3, 2), (4, 4, 3))


def test_another_event_and_another_claim_about_a_moment_are_counted(client: TestClient) -> None:
    """What is not the same thing is overturned besides; what the finding upholds falls by its own clause."""
    table = duelling(client, 3)
    refused = ({"kind": "inspire", "use": use, "by": "ash"} for use in (True, False))

    upheld(table, {"claim": "decision-illegal", "at": 2})
    upheld(table, {"claim": "decision-illegal", "at": 4})
    upheld(table, {"claim": "standing", "at": 7})
    for decision in refused:
        upheld(table, {"claim": "decision-refused", "at": 7, "decision": decision})

    assert counted(client) == (5, 3, 3)
