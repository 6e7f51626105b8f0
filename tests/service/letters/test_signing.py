"""Before a letter is signed: games are played on from here, and a party is told of one that goes badly for it."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import ONE_SEASON, Game
from tests.support.serving import bearer

TOO_MUCH: Final = "ash promises birch to give 30 wolf0 to birch by the end of season 1."
"""Ash has 2."""
OVERTAKEN: Final = (
    'birch promises cedar to deploy a knight to tile "Meadow" before ash deploys a knight to tile "Meadow".'
)
"""It is ash's turn, and ash is no party."""
ALONE: Final = (
    "Player ash wants Player birch as an ally, then Player birch wants no ally, then Player birch agrees to end the"
    " Battle"
)


def remarks(game: Game, letter: str, seat: str | None) -> dict[str, tuple[str, str]]:
    """What a seat is told of games that go badly: the sentence, and the words it is about, by the code."""
    asked = {"letter": letter, "game": game.table.game}
    answered = game.table.client.post("/v1/letters/check", json=asked, headers=bearer(seat))
    assert answered.status_code == 200, answered.text
    return {
        each["code"]: (each["says"], letter[slice(*each["span"])])
        for each in answered.json()["remarks"]
        if each["code"] in {"you-pay", "nobody-pays"} and each["weight"] == "warn"
    }


def test_a_signer_is_told_of_a_game_in_which_they_pay(client: TestClient) -> None:
    game = Game.opened(client)
    position = game.table.position

    story = "Player ash offers a trade: Player ash gives 2 wolf0 to Player birch, then Player cedar Idles"
    says = f"it can come to this: {story}: you pay 20 crossed-out Prestige"
    assert remarks(game, TOO_MUCH, "ash") == {"you-pay": (says, "to give 30 wolf0 to birch by the end of season 1")}
    assert game.table.position == position, "nothing is stored"


@pytest.mark.parametrize("seat", ["birch", "cedar", None])
def test_nobody_else_is_told_that_the_signer_pays(client: TestClient, seat: str | None) -> None:
    assert remarks(Game.opened(client), TOO_MUCH, seat) == {}


def test_who_is_promised_something_is_told_of_a_game_in_which_nobody_pays(client: TestClient) -> None:
    game = Game.opened(client)

    assert remarks(game, OVERTAKEN, "cedar") == {
        "nobody-pays": (
            "it can come to this: Player ash deploys a Knight to Meadow: broken, and nobody pays",
            'to deploy a knight to tile "Meadow" before ash deploys a knight to tile "Meadow"',
        )
    }
    assert remarks(game, OVERTAKEN, "birch") == remarks(game, OVERTAKEN, "ash") == {}


def test_the_words_are_those_of_the_letter_as_it_was_typed(client: TestClient) -> None:
    """Its read-back is longer; and the clause is the one that fails."""
    letter = "ash promises birch: (1) to idle this season; (2) to give birch 30 wolf0 this season."

    assert remarks(Game.opened(client), letter, "ash")["you-pay"][1] == "to give birch 30 wolf0 this season"


@pytest.mark.parametrize(
    "letter",
    [
        'ash promises birch to deploy a knight to tile "Meadow" by the end of season 1.',
        "ash promises birch to idle within 1 season.",
        "ash promises birch not to attack birch by the end of season 1.",
        "ash promises birch either (to give 30 wolf0 to birch by the end of season 1) or (to idle within 1 season).",
        'ash promises birch never to deploy a knight to tile "Capital", unless birch idles.',
        'ash and cedar each promise birch in plain words "to be kind".',
        "ash promises birch not to break a promise.",
    ],
)
def test_a_letter_that_its_signer_keeps_in_every_game_has_no_such_remark(client: TestClient, letter: str) -> None:
    game = Game.opened(client)

    assert {seat: remarks(game, letter, seat) for seat in ("ash", "birch")} == {"ash": {}, "birch": {}}


@pytest.mark.parametrize(
    ("letter", "story"),
    [
        ("never to idle", "Player ash Idles"),
        (
            "that ash has at least 3 wolf0 by the end of season 1",
            "Player ash Idles, then Player birch Idles, then Player cedar Idles",
        ),
    ],
)
def test_what_a_signer_cannot_do_alone_is_told_as_a_story(client: TestClient, letter: str, story: str) -> None:
    """They idle only when nothing else is left, and name the ally; what it costs them is asked of who pays."""
    found = remarks(Game.opened(client), f"ash promises birch {letter}.", "ash")

    assert found["you-pay"][0] == f"it can come to this: {story}: you pay 20 crossed-out Prestige"


@pytest.mark.parametrize("letter", ["in the next battle", "in every battle by the end of this season"])
def test_who_is_promised_an_ally_is_told_that_naming_nobody_back_costs_nobody(client: TestClient, letter: str) -> None:
    """Who is promised it lets it fail: then nobody pays, and the signer has nothing to fear."""
    game = Game.opened(client)

    found = remarks(game, f"ash promises birch to ally with birch {letter}.", "birch")

    assert found["nobody-pays"][0] == f"it can come to this: {ALONE}: broken, and nobody pays"
    assert remarks(game, f"ash promises birch to ally with birch {letter}.", "ash") == {}


def test_a_condition_comes_true_in_one_of_the_games(client: TestClient) -> None:
    condition = 'if birch deploys a knight to tile "Meadow" by the end of season 1'
    game = Game.opened(client)

    told = remarks(game, f"ash promises birch {condition}, to give 30 wolf0 to birch by the end of season 1.", "ash")

    assert set(told) == {"you-pay"}
    assert (
        remarks(game, f"ash promises birch {condition}, that ash has at least 1 wolf0 at the end of season 1.", "ash")
        == {}
    )


def test_the_page_of_an_offer_tells_each_party_their_own(client: TestClient) -> None:
    """Until it binds; and the state that counts is the one that they see now."""
    game = Game.opened(client)
    game.does("ash", "", {"letter": TOO_MUCH})

    codes = {
        seat: [each["code"] for each in game.get("/p1", seat).get("warnings", [])] for seat in ("ash", "birch", "cedar")
    }
    assert "you-pay" in codes["ash"]
    assert {"you-pay", "nobody-pays"}.isdisjoint({*codes["birch"], *codes["cedar"]})
    game.does("ash", "/p1/signatures")
    game.does("birch", "/p1/signatures")
    assert "warnings" not in game.get("/p1", "ash")


def test_nothing_is_played_on_once_the_game_is_over(client: TestClient) -> None:
    game = Game.opened(client, ONE_SEASON)
    before = remarks(game, TOO_MUCH.replace("by the end of season 1", "by the end of the game"), "ash")
    game.idle("ash", "birch", "cedar")

    assert game.table.get()["closed"]
    assert set(before) == {"you-pay"}
    assert remarks(game, TOO_MUCH.replace("by the end of season 1", "by the end of the game"), "ash") == {}
