"""What rulings say of the result and of a player: points, losses, results in shares, warnings; several at once."""

from typing import Final

from fastapi.testclient import TestClient

from tests.golden.heirless_promises import SCRIPTS
from tests.golden.scripting import recorded
from tests.service.disputes.disputing import Disputes, duelling
from tests.service.disputes.test_remedies import keyed
from tests.support.pages import page_of
from tests.support.playing import Json
from tests.support.serving import Table, await_read_models, problem_of

UPHELD: Final[Json] = {"answer": "upheld", "reasons": "So it is.", "against": "It was agreed otherwise."}
RESULT: Final[Json] = {
    "remedy": "assign-result",
    "outcomes": [{"winners": ["ash"], "parts": 60}, {"winners": ["birch"], "parts": 40}],
}


def warning(says: str = "Wait for your turn.") -> Json:
    return {"remedy": "penalise", "seat": "birch", "says": says}


def broken_promise(client: TestClient) -> Disputes:
    """A dispute in Heirless, whose edition keeps a reserve for penalties, with a finding that upholds it."""
    (script,) = (each for each in SCRIPTS if each.name == "promise-broken-by-an-act")
    table = Table.imported(client, keyed(recorded(script, 501)))
    dispute = Disputes.filed(table, claim={"claim": "promise", "promise": "p1"})
    dispute.does("ash", "finding")
    return dispute


def found(table: Table) -> Disputes:
    """A dispute about a duel, with a finding that rejects the claim."""
    dispute = Disputes.filed(table)
    dispute.does("ash", "finding")
    return dispute


def test_points_go_from_one_seat_to_another_with_one_ruling(client: TestClient) -> None:
    dispute = broken_promise(client)
    seats = [each["seat"] for each in dispute.table.get()["seats"]]
    other = next(each for each in seats if each != "ash")
    award = {"remedy": "award", "seat": other, "points": 4}

    told = dispute.does(
        "Ada",
        "ruling",
        {
            "answer": "upheld",
            "reasons": "So it is.",
            "remedy": {"remedy": "penalise", "seat": "ash", "points": 4},
            "also": [award],
        },
    )
    await_read_models(client)
    scores = {each["seat"]: each for each in dispute.table.get("/standing")["scores"]}

    assert told["rulings"][0]["also"] == [award]
    assert (scores["ash"]["ruled"], scores[other]["ruled"]) == (4, -4)
    assert scores[other]["after"] == scores[other]["points"] + 4
    assert "+ 4 ruled" in scores[other]["says"]


def test_a_result_is_assigned_in_exact_shares_until_a_ruling_on_appeal_takes_its_place(client: TestClient) -> None:
    table = duelling(client, 3)
    dispute = found(table)

    before = table.get("/standing")
    dispute.does("Ada", "ruling", {**UPHELD, "remedy": RESULT})
    await_read_models(client)
    ruled = table.get("/standing")["ruled"]
    frame = table.get("/frames")["frames"][-1]["standing"]["ruled"]
    dispute.does("ash", "appeal", {"grounds": "I would have won."})
    dispute.does("Cy", "ruling", {**UPHELD, "remedy": {"remedy": "loss", "seat": "birch"}})
    await_read_models(client)
    after = table.get("/standing")["ruled"]

    assert "ruled" not in before
    assert ruled["outcomes"] == [{"winners": ["ash"], "share": "3/5"}, {"winners": ["birch"], "share": "2/5"}]
    assert (ruled["lost"], ruled["disputes"]) == ([], [dispute.path.rpartition("/")[2]])
    assert frame == ruled
    assert (after["lost"], after["outcomes"]) == (["birch"], [])


def test_a_warning_stays_in_the_record_of_its_player(client: TestClient) -> None:
    """Two games of Bo as birch: the second warning is counted, and whoever rules next is told."""
    first, second = found(duelling(client, 3)), found(duelling(client, 3))

    first.does("Ada", "ruling", {**UPHELD, "remedy": warning()})
    second.does("Ada", "ruling", {**UPHELD, "remedy": {"remedy": "let-stand"}, "also": [warning("Again.")]})
    await_read_models(client)
    rulings = client.get("/v1/players/Bo/promises").json()["rulings"]
    case = page_of(client.get(first.path.removeprefix("/v1"))).text
    player = page_of(client.get("/players/Bo")).text

    assert [(each["what"], each["says"], each["warnings"]) for each in rulings] == [
        ("warning", "Again.", 2),
        ("warning", "Wait for your turn.", 1),
    ]
    assert rulings[1]["dispute"] == first.path.rpartition("/")[2]
    assert "Warned before, in all games here: Bo 2." in case
    assert "warned, Again. (warning 2)" in player
    assert client.get("/v1/players/Ann/promises").json()["rulings"] == []


def test_remedies_that_contradict_each_other_are_refused_in_words(client: TestClient) -> None:
    dispute = found(duelling(client, 3))
    body = {**UPHELD, "remedy": {"remedy": "loss", "seat": "ash"}, "also": [RESULT]}

    refused = dispute.send("Ada", "ruling", body)
    unknown = dispute.send("Ada", "ruling", {**UPHELD, "remedy": {"remedy": "loss", "seat": "oak"}})

    assert problem_of(refused) == problem_of(unknown) == (409, "dispute-refused")
    assert refused.json()["detail"] == "remedy: ash cannot lose the game and win it"
    assert unknown.json()["detail"] == "remedy: there is no seat “oak”; the seats are ash, birch"


def test_pages_say_every_remedy_of_a_ruling(client: TestClient) -> None:
    dispute = found(duelling(client, 3))
    dispute.does(
        "Ada",
        "ruling",
        {**UPHELD, "remedy": RESULT, "also": [warning(), {"remedy": "award", "seat": "ash", "points": 2}]},
    )
    await_read_models(client)
    clause = "/rulesets/knights_duty/1/clauses/KD-7.2"

    assert "Ann wins 60 : Bo wins 40. Bo is warned: Wait for your turn.. Ann gets 2" in page_of(client.get(clause)).text
    docket = page_of(client.get("/disputes")).one("article").text
    assert "another result, a warning or a penalty, points for the other side" in docket
