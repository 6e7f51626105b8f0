"""Votes and battles of which somebody else is a part, or that a condition began, over HTTP, in Heirless.

A vote asks everybody, and last who proposes. Three Knights stand on the tiles that are named.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_in_battles import APART, EACH_OTHER, TOGETHER, fought, outcome_of
from tests.service.promises.test_promises_meaning import ONE_SEASON, Game
from tests.service.promises.test_promises_rulings import owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import THREE

NOTHING: Final[dict[str, int]] = {}
PAYS: Final = {"ash": 20}
AGAINST: Final = "to spend 1 Influence against it"


@pytest.mark.parametrize(
    "letter",
    [
        f"whenever birch proposes any law, {AGAINST} in that vote",
        f'once birch proposes law "Tithe", {AGAINST} in that vote',
        f"{AGAINST} in every vote on a law proposed by birch",
        f"{AGAINST} in the next vote on a law proposed by birch",
    ],
)
@pytest.mark.parametrize(
    ("by", "influence", "status", "pays"),
    [("birch", 1, "kept", NOTHING), ("birch", 0, "broken", PAYS), ("cedar", 0, "kept", NOTHING)],
)
def test_a_vote_is_known_by_who_proposed_its_law(
    client: TestClient, letter: str, by: str, influence: int, status: str, pays: dict[str, int]
) -> None:
    """Ash spends so much against the Tithe, the others 1 for it."""
    game = Game.opened(client, ONE_SEASON)
    game.bound(f"ash promises birch {letter}.", "ash", "birch")
    game.idle(*THREE[: THREE.index(by)])
    game.decides(by, "enact", law="Tithe")
    for _ in THREE:
        (seat,) = game.table.get()["to_act"]
        how = {"side": "against", "influence": influence} if seat == "ash" else {"side": "for", "influence": 1}
        game.decides(seat, "vote", **how)
    while not game.table.get()["closed"]:
        game.idle(*game.table.get()["to_act"])

    assert (game.status(), owed(game)) == (status, pays)


IN_THAT: Final = "whenever birch is in a battle, to ally with birch in that battle"
ASH_ELSEWHERE: Final = ("Meadow", "Valley", "Valley")


@pytest.mark.parametrize(
    ("letter", "tiles", "allies", "status", "pays"),
    [
        ("to give 1 cat0 to birch in every battle with birch by the end of season 1", APART, None, "kept", NOTHING),
        ("to give 1 cat0 to birch in every battle with birch by the end of season 1", TOGETHER, None, "broken", PAYS),
        (IN_THAT, APART, None, "pending", NOTHING),
        (IN_THAT, TOGETHER, EACH_OTHER, "pending", NOTHING),
        (IN_THAT, TOGETHER, None, "broken", PAYS),
        (IN_THAT, ASH_ELSEWHERE, None, "broken", PAYS),
        ("to ally with birch in every battle by the end of season 1", ASH_ELSEWHERE, None, "kept", NOTHING),
    ],
)
def test_a_battle_is_known_by_who_is_in_it(
    client: TestClient,
    letter: str,
    tiles: tuple[str, ...],
    allies: dict[str, str] | None,
    status: str,
    pays: dict[str, int],
) -> None:
    """Ash could have gone where birch was; what is promised in that battle does not depend on it."""
    assert outcome_of(fought(client, letter, tiles, allies)) == (status, pays)


def test_what_no_condition_began_is_not_that_battle(client: TestClient) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": "ash promises whenever birch idles, to attack birch in that battle."})

    assert problem_of(refused) == (422, "bad-letter")
    assert "nothing before it says which battle “that battle” is" in refused.json()["detail"]


def test_the_read_back_says_which_votes_and_battles_are_meant(client: TestClient) -> None:
    game = Game.opened(client)
    game.bound(f"ash promises {AGAINST} in every vote on a law proposed by birch.", "ash")
    game.bound("ash promises to give 1 cat0 to birch in every battle with cedar.", "ash")

    told = [game.get(f"/{promise}")["duties"][0]["since"] for promise in ("p1", "p2")]

    assert told == [
        "each moment in which birch proposes any law, for each anew,",
        "each moment in which ash is in a battle, for each anew, if cedar is in that battle,",
    ]
