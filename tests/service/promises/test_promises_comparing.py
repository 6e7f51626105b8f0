"""Letters that compare players, over HTTP: what they come to, and in what words they are read back."""

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import ONE_SEASON, Game
from tests.support.sampling import some

PATH = "/v1/letters/check"
AT_A_TABLE = {"edition": "heirless/e1", "seats": ["red", "blue", "green"]}


COMPARED = [
    (0, "more wolf0 than birch", "broken"),  # 2 and 2
    (0, "fewer wolf0 than birch", "broken"),
    (0, "at least as many wolf0 as birch", "kept"),
    (0, "exactly as many wolf0 as birch", "kept"),
    (0, "at most as many wolf0 as birch", "kept"),
    (1, "more wolf0 than birch", "broken"),  # 1 and 3
    (1, "fewer wolf0 than birch", "kept"),
    (1, "fewer wolf0 than any player", "kept"),
    (1, "at least as many wolf0 as birch", "broken"),
    (1, "exactly as many wolf0 as birch", "broken"),
    (1, "at most as many wolf0 as birch", "kept"),
    (-1, "more wolf0 than birch", "kept"),  # 3 and 1
    (-1, "more wolf0 than any player", "kept"),
    (-1, "at most as many wolf0 as birch", "broken"),
]


@pytest.mark.parametrize(("given", "comparison", "status"), some(COMPARED, 7))
def test_a_player_is_compared_with_another(client: TestClient, given: int, comparison: str, status: str) -> None:
    """Everybody has 2 wolf0; so many of them ash gives to birch, or takes."""
    game = Game.opened(client, ONE_SEASON)
    promise = game.signed(f"ash promises birch that ash has {comparison} at the end of season 1.")
    if given:
        game.gives(*(("ash", "birch") if given > 0 else ("birch", "ash")), 1)

    game.idle("ash", "birch", "cedar")

    assert game.status(promise) == status
    assert game.pays("ash") == (status == "broken")


def test_a_comparison_is_a_condition_too(client: TestClient) -> None:
    """With 3 and 1 ash must not idle; with 2 and 2 nothing is owed."""
    game = Game.opened(client, ONE_SEASON)
    promise = game.signed("ash promises birch once ash has more wolf0 than birch, not to idle.")
    game.gives("birch", "ash", 1)
    game.idle("ash", "birch", "cedar")

    control = Game.opened(client, ONE_SEASON)
    free = control.signed("ash promises birch once ash has more wolf0 than birch, not to idle.")
    control.idle("ash", "birch", "cedar")

    assert (game.status(promise), control.status(free)) == ("broken", "kept")


@pytest.mark.parametrize(
    ("typed", "read_back"),
    [
        ("has less wolf0 than green", "has fewer wolf0 than green"),
        ("has as many wolf0 as green", "has at least as many wolf0 as green"),
        ("has the same number of wolf0 as green", "has exactly as many wolf0 as green"),
        ("has more wolf0 than any other player", "has more wolf0 than any player"),
        ("has more knights on Meadow than green", 'has more knights on tile "Meadow" than green'),
        ('has more knights than green on tile "Meadow"', 'has more knights on tile "Meadow" than green'),
        ("has more than 3 wolf0", "has more than 3 wolf0"),
    ],
)
def test_comparisons_in_the_words_of_players(client: TestClient, typed: str, read_back: str) -> None:
    letter = f"red promises that red {typed} at the end of season 2."

    answered = client.post(PATH, json={"letter": letter, **AT_A_TABLE}).json()

    assert answered["read_back"] == f"red promises that red {read_back} at the end of season 2."
    assert answered["stands"]
    (duty,) = answered["duties"]
    assert f"red {read_back}" in duty["says"].replace(" tile Meadow", ' tile "Meadow"') or "any player" in read_back


@pytest.mark.parametrize(
    ("comparison", "code"),
    [
        ("red has more wolf0 than red", "with-oneself"),
        ('the controller of tile "Meadow" has more wolf0 than any player', "than-whom"),
    ],
)
def test_a_comparison_without_two_sides_is_refused(client: TestClient, comparison: str, code: str) -> None:
    letter = f"red promises that {comparison} at the end of season 2."

    answered = client.post(PATH, json={"letter": letter, **AT_A_TABLE}).json()

    assert code in [each["code"] for each in answered["remarks"]]
    assert not answered["stands"]
