"""Conditions with a time of their own, over HTTP, and what comes of each; in Heirless, where ash acts first.

Everybody holds 2 of wolf0, all Idle to end a Season, and the third is the last.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_in_battles import APART, EACH_OTHER, TOGETHER, fought
from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import THREE

PAY: Final = "to give 1 wolf0 to cedar"
LATER: Final = f"{PAY} by the end of season 2"
GIFT: Final = ("birch", "ash", 1)
IDLE: Final = ("", "", 0)
"""All Idle, and a Season ends."""


def played(client: TestClient, promised: str, *acts: tuple[str, str, int]) -> Game:
    """A game in which ash promises this, and these gifts are made between the ends of Seasons."""
    game = Game.opened(client)
    game.bound(f"ash promises birch {promised}.")
    for giver, taker, count in acts:
        if giver:
            game.gives(giver, taker, count)
        else:
            game.idle(*THREE)
    return game


@pytest.mark.parametrize(
    ("promised", "acts", "status"),
    [
        (f"if birch does not give 1 wolf0 to ash before the end of season 1, {LATER}", (IDLE, IDLE), "broken"),
        (f"if birch does not give 1 wolf0 to ash before the end of season 1, {LATER}", (GIFT, IDLE), "kept"),
        (f"if birch does not give 1 wolf0 to ash until the end of season 1, {LATER}", (IDLE, IDLE), "broken"),
        (f"if birch does not give 1 wolf0 to ash within 1 season, {LATER}", (IDLE, GIFT, IDLE), "broken"),
        (f"if birch does not give 1 wolf0 to ash within 2 seasons, {PAY} by the end of season 3", (IDLE, GIFT), "kept"),
        (f"if birch does not give 1 wolf0 to ash during season 2, {PAY} within 1 season", (IDLE, GIFT, IDLE), "kept"),
        (
            f"if birch does not give 1 wolf0 to ash during season 2, {PAY} within 1 season",
            (GIFT, *[IDLE] * 3),
            "broken",
        ),
        (f"if birch gives 1 wolf0 to ash during season 2, {PAY} within 1 season", (GIFT, IDLE, IDLE), "kept"),
        (f"if birch gives 1 wolf0 to ash during season 2, {PAY} within 1 season", (IDLE, GIFT, IDLE), "broken"),
        (f"if birch gives 1 wolf0 to ash in the next season, {PAY} within 1 season", (GIFT, IDLE, IDLE), "kept"),
        (f"if birch gives 1 wolf0 to ash in the next season, {PAY} within 1 season", (IDLE, GIFT, IDLE), "broken"),
        (
            f"if birch does not give 1 wolf0 to ash in the next season, {PAY} within 1 season",
            (IDLE, GIFT, IDLE),
            "kept",
        ),
        (f"if birch gives 1 wolf0 to ash before cedar idles, {PAY} within 1 season", (GIFT, IDLE), "broken"),
        (f"if birch gives 1 wolf0 to ash before cedar idles, {PAY} within 1 season", (IDLE, GIFT, IDLE), "kept"),
        (f"if birch does not give 1 wolf0 to ash before ash idles, {PAY} within 1 season", (GIFT, IDLE), "kept"),
        (f"once birch does not give 1 wolf0 to ash before ash idles, {PAY} within 1 season", (IDLE,), "broken"),
        (f"if ash has 3 wolf0 at the end of season 1, {LATER}", (GIFT, ("ash", "birch", 1), IDLE), "kept"),
        (f"if ash has 3 wolf0 at the end of season 1, {LATER}", (GIFT, IDLE, IDLE), "broken"),
        (f"{LATER}, unless birch does not give 1 wolf0 to ash within 1 season", (IDLE,), "kept"),
        (f"{LATER}, unless birch does not give 1 wolf0 to ash within 1 season", (GIFT, IDLE, IDLE), "broken"),
    ],
)
def test_a_condition_comes_true_in_its_time_or_never(
    client: TestClient, promised: str, acts: tuple[tuple[str, str, int], ...], status: str
) -> None:
    """Who owes and gives nothing pays. What begins with the end of a Season has no time *within 1 season* left."""
    game = played(client, promised, *acts)

    assert (game.status(), game.pays("ash")) == (status, status == "broken")


@pytest.mark.parametrize(
    ("condition", "tiles", "allies", "status"),
    [
        ("birch does not ally with ash in the next battle", TOGETHER, None, "broken"),
        ("birch does not ally with ash in the next battle", TOGETHER, EACH_OTHER, "kept"),
        ("birch does not ally with ash in the next battle", APART, None, "broken"),
        ("birch allies with ash in the next battle", TOGETHER, EACH_OTHER, "broken"),
        ("birch allies with ash in the next battle", TOGETHER, None, "kept"),
    ],
)
def test_a_condition_is_looked_at_in_one_battle(
    client: TestClient, condition: str, tiles: tuple[str, ...], allies: dict[str, str] | None, status: str
) -> None:
    """What is owed begins with the end of the Battle, and must be so at once: ash has 2 wolf0."""
    promises = fought(client, f"if {condition}, that ash has at least 9 wolf0 at the end of this season", tiles, allies)

    found = promises.get("/p1")["status"]
    assert found == status


# Who pays --------------------------------------------------------------------------------------------------------

UNPAID: Final = f"if birch does not give 1 wolf0 to ash before the end of season 1, {LATER}"


def test_who_could_have_given_when_it_was_owed_pays(client: TestClient) -> None:
    """The condition came true at the end of Season 1, and ash had 2 wolf0 in all of Season 2: *could have kept it*."""
    game = played(client, UNPAID, IDLE, IDLE)

    assert owed(game) == {"ash": 20}


def test_who_offers_what_is_owed_and_is_declined_did_their_part(client: TestClient) -> None:
    game = played(client, UNPAID, IDLE)
    game.decides("ash", "haggle", terms=[{"giver": "ash", "taker": "cedar", "things": [THING]}])
    game.decides("cedar", "decline", offer=1)
    game.idle(*THREE)

    assert (game.status(), owed(game)) == ("broken", {})


def test_who_gives_it_all_away_before_the_condition_comes_true_pays(client: TestClient) -> None:
    """Nobody took it: ash gave 2 wolf0 to birch in Season 1, and with one of them could have kept it."""
    game = played(client, UNPAID, ("ash", "birch", 2), IDLE, IDLE)

    assert owed(game) == {"ash": 20}


THING: Final = {"kind": "resource", "item": "wolf0", "count": 1}


# What is told and what is refused ---------------------------------------------------------------------------------


def test_a_dated_condition_is_read_back_with_its_time(client: TestClient) -> None:
    game = Game.opened(client)
    game.bound(f"ash promises birch if birch does not attack ash in the next battle, {PAY} within 1 season.")
    game.bound(f"ash promises birch if ash has 3 wolf0 at the end of season 1, {LATER}.")
    game.bound(f"ash promises birch if birch does not idle before cedar idles, {PAY} within 1 season.")

    duties = [duty for each in ("p1", "p2", "p3") for duty in game.get(f"/{each}")["duties"]]

    assert [each["since"] for each in duties] == [
        (
            "the first moment in which that battle ends without this: birch attacks ash in that battle, "
            "after the first moment in which a battle on any tile starts,"
        ),
        "the first moment in which season 1 ends while ash has at least 3 wolf0,",
        "the first moment in which cedar idles without this before: birch idles,",
    ]


@pytest.mark.parametrize(
    ("promised", "says"),
    [
        (f"if birch does not idle in the next vote, {PAY}", "nobody can do this in a vote: “idle”"),
        (f"if birch idles at the end of season 1, {LATER}", "“at” goes with something that is so"),
        (f"if ash has 3 wolf0 at the end of the game, {PAY}", "nobody can do anything after the end of the game"),
        (f"if birch idles within 0 seasons, {PAY}", "“within 0” leaves no time at all"),
        (f"if birch idles before cedar does not idle by the end of season 1, {PAY}", "needs something that happens"),
        (f"if birch gives 1 wolf0 to ash in this vote, {PAY}", "no vote is open"),
        (f"if birch gives 1 wolf0 to ash in the next vote, {LATER}", "by when must “birch gives 1 wolf0 to ash” come"),
        (f"if birch does not idle within 3 seasons, {LATER}", "by when must “birch does not idle within 3 seasons”"),
        (f"if birch idles before cedar idles, {LATER}", "by when must “birch idles” come"),
        (f"if birch idles during season 3, {LATER}", "by when must “birch idles” come"),
    ],
)
def test_a_time_that_a_condition_cannot_have_is_refused(client: TestClient, promised: str, says: str) -> None:
    """Of two meanings only one is offered, where the other would change what the condition says."""
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": f"ash promises birch {promised}."})

    assert problem_of(refused) == (422, "bad-letter")
    assert says in refused.json()["detail"]
    assert refused.json()["detail"].count("within 1 season") == ("by when" in says)


def test_what_is_done_before_comes_to_what_is_written_today(client: TestClient) -> None:
    game = Game.opened(client)
    game.bound(f"ash promises birch if birch does not idle until the end of season 1, {LATER}.")

    assert game.get("/p1")["letter"] == (
        f"ash promises birch if birch does not idle before the end of season 1, {LATER}."
    )
    assert audit(game)["parts"][0]["status"] == "pending"
