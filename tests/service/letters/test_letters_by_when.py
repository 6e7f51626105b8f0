"""Letters whose condition could come after the deadline, over HTTP: refused, with two letters that can be taken."""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import ONE_SEASON, Game
from tests.support.serving import problem_of

GIVES: Final = "birch gives at least 1 wolf0 to cedar"
PAY: Final = "to give 2 wolf0 to birch"
LATE: Final = {
    f"if {GIVES}, {PAY} by the end of season 1": (
        f"if {GIVES} by the end of season 1, {PAY} by the end of season 1",
        f"if {GIVES}, {PAY} within 1 season",
    ),
    f"once birch has at most 1 wolf0, {PAY} before the start of season 2": (
        f"if birch has at most 1 wolf0 before the start of season 2, {PAY} before the start of season 2",
        f"once birch has at most 1 wolf0, {PAY} within 1 season",
    ),
    f"if {GIVES} by the end of season 3, that ash has at most 0 wolf0 by the end of season 1": (
        f"if {GIVES} by the end of season 1, that ash has at most 0 wolf0 by the end of season 1",
        f"if {GIVES} by the end of season 3, that ash has at most 0 wolf0 within 1 season",
    ),
}
"""What ash promises birch, and the two meanings of it."""


@pytest.mark.parametrize("promised", LATE)
def test_a_letter_with_two_meanings_is_refused_with_both(client: TestClient, promised: str) -> None:
    game = Game.opened(client)
    letter = f"ash promises birch {promised}."
    both = [f"ash promises birch {each}." for each in LATE[promised]]

    refused = game.send("ash", "", {"letter": letter})
    checked = client.post("/v1/letters/check", json={"letter": letter, "game": game.table.game}).json()

    assert problem_of(refused) == (422, "bad-letter")
    assert "by when must “birch" in refused.json()["detail"]
    assert all(f"“{each}”" in refused.json()["detail"] for each in both)
    assert game.get()["promises"] == []
    assert [each["code"] for each in checked["remarks"]] == ["by-when"]
    assert checked["suggestions"] == both


@pytest.mark.parametrize("promised", LATE)
@pytest.mark.parametrize(("meaning", "status"), [(0, "kept"), (1, "pending")])
def test_each_of_them_can_be_taken_and_means_what_it_says(
    client: TestClient, promised: str, meaning: int, status: str
) -> None:
    """The condition comes true in season 2: too late for the first, and the beginning of that season for the second."""
    game = Game.opened(client)
    promise = game.signed(f"ash promises birch {LATE[promised][meaning]}.")
    game.idle("ash", "birch", "cedar")

    game.gives("birch", "cedar", 1)
    begun = game.status(promise)
    game.idle("ash", "birch", "cedar")

    assert begun == status
    assert (game.status(promise), game.pays("ash")) == ((status, False) if status == "kept" else ("broken", True))


@pytest.mark.parametrize(
    "promised",
    [
        f"once season 1 ends, {PAY} by the end of season 2",
        f"if {GIVES}, {PAY} by the end of the game",
        f"if {GIVES}, {PAY} by the end of season 3",
    ],
)
def test_what_comes_in_time_or_never_is_not_asked_about(client: TestClient, promised: str) -> None:
    """The controls: the third season is the last."""
    assert Game.opened(client).signed(f"ash promises birch {promised}.") == "p1"


def test_in_a_game_of_one_season_nothing_comes_after_it(client: TestClient) -> None:
    game = Game.opened(client, ONE_SEASON)

    assert game.signed(f"ash promises birch if {GIVES}, {PAY} by the end of season 1.") == "p1"
