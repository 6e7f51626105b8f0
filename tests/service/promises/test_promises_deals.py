"""Exchanges and loans, over HTTP, in Heirless: one sentence of two players that says two gifts.

Ash acts first, then birch, then cedar; each has 2 wolf0 and 2 fox0.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import THREE

EXCHANGE: Final = "ash and birch exchange 2 wolf0 for 1 fox0 by the end of season 1."
LOAN: Final = "ash lends 2 wolf0 to birch until the end of season 2."

WOLVES: Final = "ash 2 wolf0 birch"
FOX: Final = "birch 1 fox0 ash"
BACK: Final = "birch 2 wolf0 ash"


def played(client: TestClient, letter: str, *steps: str) -> Game:
    """A game in which both have signed a letter, after these steps: *ash offers …*, *birch agrees*, *idle*."""
    game = Game.opened(client)
    game.bound(letter, "ash", "birch")
    for step in steps:
        by, does, *what = step.split(" ", 2)
        match does:
            case "offers":
                gifts = [each.split() for each in what[0].split(" and ")]
                things = [[{"kind": "resource", "item": item, "count": int(count)}] for _, count, item, _ in gifts]
                terms = [
                    {"giver": gift[0], "taker": gift[3], "things": each}
                    for gift, each in zip(gifts, things, strict=True)
                ]
                game.decides(by, "haggle", terms=terms)
                game.offers += 1
            case "agrees":
                game.decides(by, "accept", offer=game.offers)
            case "declines":
                game.decides(by, "decline", offer=game.offers)
            case _:
                game.idle(*THREE)
    return game


GIVES: Final = (f"ash offers {WOLVES}", "birch agrees")
RETURNS: Final = (f"birch offers {FOX}", "ash agrees")
IN_ONE: Final = (f"ash offers {WOLVES} and {FOX}", "birch agrees")
SEASON: Final = "all idle"
NOBODY: Final[dict[str, int]] = {}
ASH: Final = {"ash": 20}
BIRCH: Final = {"birch": 20}


@pytest.mark.parametrize(
    ("steps", "status", "pays"),
    [
        ((*GIVES, *RETURNS), "kept", NOBODY),
        (IN_ONE, "kept", NOBODY),
        ((*RETURNS, *GIVES, SEASON), "broken", BIRCH),
        ((*GIVES,), "pending", NOBODY),
        ((SEASON,), "broken", ASH),
        ((*GIVES, SEASON), "broken", BIRCH),
        ((f"ash offers {WOLVES}", "birch declines", SEASON), "broken", BIRCH),
        ((f"ash offers {WOLVES} and {FOX}", "birch declines", SEASON), "broken", BIRCH),
        ((f"birch offers {FOX} and {WOLVES}", "ash declines", SEASON), "broken", ASH),
        ((f"ash offers {WOLVES} and birch 2 fox0 ash", "birch declines", SEASON), "broken", ASH),
        ((*GIVES, f"birch offers {FOX}", "ash declines", SEASON), "broken", ASH),
    ],
)
def test_an_exchange_is_two_gifts_of_which_the_first_comes_first(
    client: TestClient, steps: tuple[str, ...], status: str, pays: dict[str, int]
) -> None:
    """Who offers what they owe, for no more than the letter grants them, has done their part: who declines pays."""
    game = played(client, EXCHANGE, *steps)

    assert (game.status(), owed(game)) == (status, pays)


RETURNS_IT: Final = (f"birch offers {BACK}", "ash agrees")


@pytest.mark.parametrize(
    ("steps", "status", "pays"),
    [
        ((*GIVES, *RETURNS_IT), "kept", NOBODY),
        ((*GIVES, SEASON, *RETURNS_IT), "kept", NOBODY),
        ((*GIVES, SEASON), "pending", NOBODY),
        ((SEASON,), "broken", ASH),
        ((*GIVES, SEASON, SEASON), "broken", BIRCH),
        ((f"ash offers {WOLVES}", "birch declines", SEASON), "broken", BIRCH),
        ((*GIVES, SEASON, f"birch offers {BACK}", "ash declines", SEASON), "broken", ASH),
    ],
)
def test_a_loan_is_given_in_the_running_season_and_given_back_by_its_end(
    client: TestClient, steps: tuple[str, ...], status: str, pays: dict[str, int]
) -> None:
    game = played(client, LOAN, *steps)

    assert (game.status(), owed(game)) == (status, pays)


@pytest.mark.parametrize(
    ("typed", "letter", "asks"),
    [
        (
            "ash and birch exchange two wolf0 for a fox0 within 2 seasons.",
            "ash and birch exchange 2 wolf0 for 1 fox0 within 2 seasons.",
            ["must give at least 2 wolf0 to birch", "must give at least 1 fox0 to ash"],
        ),
        (
            'ash and birch exchange 2 wolf0 and 1 cat0 for marker "Shield" by the end of season 1.',
            'ash and birch exchange 2 wolf0 and 1 cat0 for marker "Shield" by the end of season 1.',
            [
                "must give at least 2 wolf0 to birch",
                "must give at least 1 cat0 to birch",
                "must give marker Shield to ash",
            ],
        ),
        (LOAN, LOAN, ["must give at least 2 wolf0 to birch", "must give at least 2 wolf0 to ash"]),
    ],
)
def test_a_deal_is_read_back_as_one_sentence_and_the_gifts_that_it_asks_for(
    client: TestClient, typed: str, letter: str, asks: list[str]
) -> None:
    game = Game.opened(client)
    game.bound(typed, "ash", "birch")

    told = game.get("/p1")

    assert (told["letter"], told["addressees"], told["releasers"]) == (letter, ["ash", "birch"], ["ash", "birch"])
    assert [each["does"] for each in told["duties"]] == asks


@pytest.mark.parametrize(
    ("letter", "why"),
    [
        ("ash, birch and cedar exchange 2 wolf0 for 1 fox0.", "two players exchange things"),
        ("ash and ash exchange 2 wolf0 for 1 fox0.", "ash is named twice"),
        ("ash and birch exchange 1 Prestige for 1 fox0.", "Prestige cannot be given away"),
    ],
)
def test_a_deal_that_cannot_be_made_is_refused(client: TestClient, letter: str, why: str) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": letter})

    assert problem_of(refused) == (422, "bad-letter")
    assert why in refused.json()["detail"]
