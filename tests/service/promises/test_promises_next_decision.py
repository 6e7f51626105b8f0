"""What is due at somebody's next decision, over HTTP, in Heirless: the decision counts, and what others answer to it.

Ash acts first, then birch, then cedar, and everybody holds 2 of wolf0. A gift is an offer that its taker accepts.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import THREE

NEXT: Final = "to give 1 wolf0 to birch at ash's next decision"
PAYS: Final = {"ash": 20}
FREE: Final[dict[str, int]] = {}


def opened(client: TestClient, promised: str) -> Game:
    game = Game.opened(client)
    game.bound(f"ash promises birch {promised}.")
    return game


def offers(game: Game, taker: str, count: int = 1) -> None:
    things = [{"kind": "resource", "item": "wolf0", "count": count}]
    game.decides("ash", "haggle", terms=[{"giver": "ash", "taker": taker, "things": things}])
    game.offers += 1


def test_what_is_offered_at_the_next_decision_and_accepted_is_given_in_time(client: TestClient) -> None:
    game = opened(client, NEXT)

    offers(game, "birch")
    assert game.status() == "pending"
    game.decides("cedar", "haggle", terms=[{"giver": "cedar", "taker": "ash", "things": [THING]}])
    game.decides("birch", "accept", offer=1)

    assert (game.status(), owed(game)) == ("kept", FREE)


THING: Final = {"kind": "resource", "item": "wolf0", "count": 1}


def test_who_does_something_else_could_have_given_it_then_and_pays(client: TestClient) -> None:
    game = opened(client, NEXT)

    game.idle("ash")

    (part,) = audit(game)["parts"]
    assert (part["status"], owed(game)) == ("broken", PAYS)
    assert "haggle" in str(part).casefold() or "offer" in str(part).casefold()


def test_who_offers_it_at_the_next_decision_and_is_declined_did_their_part(client: TestClient) -> None:
    game = opened(client, NEXT)

    offers(game, "birch")
    game.decides("birch", "decline", offer=1)

    assert (game.status(), owed(game)) == ("broken", FREE)


def test_who_offers_half_of_it_did_not_do_their_part_and_pays(client: TestClient) -> None:
    game = opened(client, NEXT.replace("1 wolf0", "2 wolf0"))

    offers(game, "birch")
    game.decides("birch", "decline", offer=1)

    assert (game.status(), owed(game)) == ("broken", PAYS)


def test_a_gift_to_somebody_else_is_a_decision_too(client: TestClient) -> None:
    game = opened(client, NEXT)

    game.gives("ash", "cedar", 1)

    assert (game.status(), owed(game)) == ("broken", PAYS)


@pytest.mark.parametrize(
    ("promised", "acts", "status"),
    [
        ("to idle at ash's next decision", ("ash",), "kept"),
        ("not to idle at ash's next decision", ("ash",), "broken"),
        ("once birch idles, to idle at cedar's next decision", ("ash", "birch"), "pending"),
        ("once birch idles, to idle at cedar's next decision", ("ash", "birch", "cedar"), "broken"),
        ("if birch idles by ash's next decision, to give 9 wolf0 to birch within 1 season", ("ash",), "kept"),
        ("if birch does not idle by ash's next decision, that ash has 9 wolf0", ("ash",), "broken"),
        ("that ash has 2 wolf0 at birch's next decision", ("ash", "birch"), "kept"),
        ("that ash has 3 wolf0 at birch's next decision", ("ash", "birch"), "broken"),
        ("to idle at ash's next decision", (), "pending"),
    ],
)
def test_the_next_decision_is_the_first_after_the_duty_begins(
    client: TestClient, promised: str, acts: tuple[str, ...], status: str
) -> None:
    game = opened(client, promised)

    game.idle(*acts)

    assert game.status() == status


def test_a_letter_about_decisions_is_understood_also_after_other_promises(client: TestClient) -> None:
    """What happened before it was offered is read anew, and stays what it was."""
    game = opened(client, "not to idle until the end of season 1")
    game.idle(*THREE)
    before = game.get("/p1/audit")["audit"]
    game.bound("ash promises birch to idle at ash's next decision.")

    game.idle("ash")

    assert game.status("p2") == "kept"
    assert game.get("/p1/audit")["audit"] == before


def test_a_next_decision_is_read_back(client: TestClient) -> None:
    game = opened(client, NEXT)

    (duty,) = game.get("/p1")["duties"]

    assert game.get("/p1")["letter"] == f"ash promises birch {NEXT}."
    assert (duty["until"], duty["breaks"]) == (
        "ash has taken their next decision",
        "that has not been done when ash has taken their next decision",
    )


def test_at_still_goes_with_a_state_or_a_decision_alone(client: TestClient) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": "ash promises birch to idle at the end of season 1."})

    assert problem_of(refused) == (422, "bad-letter")
    assert "“at” goes with “that”" in refused.json()["detail"]
