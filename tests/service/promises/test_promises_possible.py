"""What comes about in no game or in every game, over HTTP: a letter that nobody could keep or break is refused."""

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import ONE_SEASON, Game
from tests.unit.rulesets.heirless.table import THREE


@pytest.mark.parametrize("when", ["in the next battle", "in every vote", "in the next vote"])
def test_what_nobody_can_do_then_is_refused_with_the_reason(client: TestClient, when: str) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": f"ash promises birch to idle {when}."})

    assert refused.status_code == 422
    assert f"nobody can do this in a {when.rpartition(' ')[2]}: “idle”" in refused.json()["detail"]


@pytest.mark.parametrize(
    "when",
    [
        "by the end of this season",
        "at the end of season 1",
        "before season 2 ends",
        "by the start of season 2",
        "by the battles of season 1",
        "at the battles of season 1",
        "within 2 seasons",
        "by the end of the game",
        "by the end of this season, unless cedar attacks ash",
    ],
)
def test_what_comes_about_in_every_game_is_refused_with_the_reason(client: TestClient, when: str) -> None:
    """Nobody could break it, and in the place of a reparation it would make every breach good."""
    game = Game.opened(client)

    for said in (
        f"that ash is idle {when}",
        f"to give 1 wolf0 to birch within 1 season, otherwise that ash is idle {when}",
    ):
        refused = game.send("ash", "", {"letter": f"ash promises birch {said}."})

        assert refused.status_code == 422
        assert "nobody could break it: a Season ends when every player is Idle (HT-1.5)" in refused.json()["detail"]


@pytest.mark.parametrize("which", ["in the next battle", "in every battle"])
def test_whoever_is_in_a_battle_is_idle_in_any_case(client: TestClient, which: str) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": f"ash promises birch that ash is idle {which}."})

    assert refused.status_code == 422
    assert "nobody could break it" in refused.json()["detail"]


@pytest.mark.parametrize(
    "when", ["by the end of ash's next turn", "within 2 turns of ash", "until the end of season 1", "for 1 season"]
)
def test_what_need_not_come_about_by_then_stands(client: TestClient, when: str) -> None:
    """The control."""
    game = Game.opened(client)

    game.does("ash", "", {"letter": f"ash promises birch that ash is idle {when}."})


@pytest.mark.parametrize("when", ["in the next season", "in every season"])
def test_in_a_season_everything_can_be_done(client: TestClient, when: str) -> None:
    game = Game.opened(client)

    game.does("ash", "", {"letter": f"ash promises birch to idle {when}."})


LOST = "not to idle in the next season"


def warned(game: Game, said: str) -> list[str]:
    """What those who would sign it now are told nobody can keep."""
    asked = {"letter": f"ash promises birch {said}.", "game": game.table.game}
    found = game.table.client.post("/v1/letters/check", json=asked).json()
    return [str(each["says"]) for each in found["remarks"] if each["code"] == "impossible"]


def test_what_every_game_breaks_is_warned_of_can_be_signed_and_is_broken(client: TestClient) -> None:
    game = Game.opened(client)

    assert warned(game, LOST) == [
        "clause 1: this can never be kept, because a Season ends when every player is Idle (HT-1.5)"
    ]
    promise = game.signed(f"ash promises birch {LOST}.")
    game.idle(*THREE)
    while game.status(promise) == "pending":
        game.idle(game.table.get()["to_act"][0])

    assert game.status(promise) == "broken"
    assert game.pays("ash")


def test_of_a_season_that_never_comes_nobody_is_warned(client: TestClient) -> None:
    """The control: nothing will be owed."""
    game = Game.opened(client, ONE_SEASON)

    assert warned(game, LOST) == []
    promise = game.signed(f"ash promises birch {LOST}.")
    game.idle(*THREE)

    assert game.table.get()["closed"]
    assert game.status(promise) == "kept"
