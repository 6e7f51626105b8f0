"""What is owed whenever something happens, over HTTP: a debt for each time, and the oldest is paid first; in Heirless.

Everybody holds 2 of wolf0; ash begins, and once all have Idled the season is over. Birch gives to ash, ash gives back.
"""

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, owed
from tests.unit.rulesets.heirless.table import THREE

REPAY = "ash promises birch whenever birch gives 1 wolf0 to ash, to give 1 wolf0 to birch"
SEASON = "by the end of season 1"


def played(client: TestClient, letter: str, *gifts: tuple[str, int]) -> Game:
    """A game in which birch gives to ash, or ash to birch, so much after each other; then all Idle."""
    game = Game.opened(client)
    game.signed(letter)
    for giver, count in gifts:
        game.gives(giver, "birch" if giver == "ash" else "ash", count)
    game.idle(*THREE)
    return game


BORROWED = ("birch", 1)
REPAID = ("ash", 1)


@pytest.mark.parametrize(
    ("letter", "gifts", "status"),
    [
        (f"{REPAY} {SEASON}.", [BORROWED, BORROWED, REPAID], "broken"),
        (f"{REPAY} {SEASON}.", [BORROWED, BORROWED, REPAID, REPAID], "pending"),
        (f"{REPAY} {SEASON}.", [BORROWED, BORROWED, ("ash", 2)], "pending"),
        (f"{REPAY} {SEASON}.", [BORROWED, REPAID, BORROWED, REPAID], "pending"),
        (f"{REPAY} {SEASON}.", [REPAID, BORROWED], "broken"),
        (f"{REPAY} {SEASON}.", [BORROWED, ("ash", 2), BORROWED], "broken"),
        (f"{REPAY} in all {SEASON}.", [BORROWED, BORROWED, REPAID], "pending"),
        (f"{REPAY} in all {SEASON}.", [BORROWED, BORROWED], "broken"),
        (f"{REPAY.replace('give 1 wolf0 to birch', 'idle')} {SEASON}.", [BORROWED, BORROWED], "broken"),
        (f"{REPAY.replace('give 1 wolf0 to birch', 'idle')} {SEASON}.", [BORROWED], "pending"),
        (f"{REPAY.replace('give 1 wolf0 to birch', 'give 2 wolf0 to birch')} {SEASON}.", [BORROWED, REPAID], "broken"),
        (f"{REPAY} {SEASON}, unless cedar idles.", [BORROWED, BORROWED, REPAID], "pending"),
    ],
)
def test_each_time_is_a_debt_of_its_own_and_no_unit_pays_twice(
    client: TestClient, letter: str, gifts: list[tuple[str, int]], status: str
) -> None:
    """What was given before the debt, or more than was owed, pays nothing later; more debts may come: it is pending."""
    game = played(client, letter, *gifts)

    assert (game.get("/p1")["status"], game.pays("ash")) == (status, status == "broken")


def test_who_paid_the_older_debt_pays_for_the_younger(client: TestClient) -> None:
    """The one wolf0 that was given back is counted for the first debt, and was accepted: that is no offer refused."""
    game = played(client, f"{REPAY} {SEASON}.", BORROWED, BORROWED, REPAID)

    (part,) = audit(game)["parts"]
    counted = [line.strip() for line in part["text"] if "counted" in line]
    assert owed(game) == {"ash": 20}
    assert len([line for line in counted if line.endswith("as 1")]) == 1
    assert [each["code"] for each in part["referrals"]] == []


def test_the_letter_and_its_duty_say_how_debts_are_paid(client: TestClient) -> None:
    game = Game.opened(client)
    anew, in_all = game.signed(f"{REPAY}."), game.signed(f"{REPAY} in all.")

    told = [game.get(f"/{promise}") for promise in (anew, in_all)]

    assert [each["letter"] for each in told] == [f"{REPAY}.", f"{REPAY} in all."]
    assert [(duty["often"], "oldest debt" in duty["counts"]) for each in told for duty in each["duties"]] == [
        ("", True),
        ("in all", False),
    ]
