"""Players who are known only later, over HTTP: who comes first, and who is in a state at a stated moment; in Heirless.

Everybody holds 2 of wolf0, ash acts first, and all Idle to end a Season.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import THREE

REWARD: Final = "to give 1 wolf0 to that player within 1 season"
FIRST: Final = f"once the first of birch and cedar idles, {REWARD}"
RICH: Final = "if any player has 3 wolf0 at the end of season 1, to give 1 wolf0 to that player by the end of season 2"
THING: Final = {"kind": "resource", "item": "wolf0", "count": 1}
Gift = tuple[str, str, int]


def opened(client: TestClient, promised: str) -> Game:
    game = Game.opened(client)
    game.bound(f"ash promises birch {promised}.")
    return game


@pytest.mark.parametrize(
    ("gift", "status"), [(("ash", "birch", 1), "kept"), (("ash", "cedar", 1), "broken"), (None, "broken")]
)
def test_who_does_it_first_is_owed_it(client: TestClient, gift: Gift | None, status: str) -> None:
    """Birch Idles before cedar does; who gives birch nothing in that Season could have, and pays."""
    game = opened(client, FIRST)
    game.idle("ash", "birch")

    if gift is not None:
        game.gives(*gift)
    game.idle("cedar")

    assert (game.status(), owed(game)) == (status, {} if status == "kept" else {"ash": 20})


def test_of_those_who_are_not_named_nobody_is_the_first(client: TestClient) -> None:
    game = opened(client, f"once the first of birch and cedar gives 1 wolf0 to ash at once, {REWARD}")

    game.idle(*THREE)

    assert game.status() == "pending"


@pytest.mark.parametrize(
    ("before", "after", "status"),
    [
        (("birch", "cedar", 1), ("ash", "cedar", 1), "kept"),
        (("birch", "cedar", 1), ("ash", "birch", 1), "broken"),
        (("birch", "cedar", 1), None, "broken"),
        (("birch", "ash", 1), None, "kept"),
        (None, None, "kept"),
    ],
)
def test_whoever_is_in_a_state_at_the_end_of_a_season_is_owed_it(
    client: TestClient, before: Gift | None, after: Gift | None, status: str
) -> None:
    """Cedar has 3 then, or ash has, who would owe it to nobody, or nobody has. Who could have given it then pays."""
    game = opened(client, RICH)
    if before is not None:
        game.gives(*before)
    game.idle(*THREE)

    if after is not None:
        game.gives(*after)
    game.idle(*THREE)

    assert (game.status(), owed(game)) == (status, {} if status == "kept" else {"ash": 20})


def test_each_of_several_is_owed_it(client: TestClient) -> None:
    """Birch and cedar have 2 each: whom of them ash gives nothing breaks the promise."""
    game = opened(client, RICH.replace("3 wolf0", "2 wolf0"))
    game.idle(*THREE)

    game.gives("ash", "cedar", 1)
    assert game.status() == "pending"
    game.gives("ash", "birch", 1)

    assert game.status() == "kept"


def test_who_offers_it_to_whoever_it_is_and_is_declined_did_their_part(client: TestClient) -> None:
    game = opened(client, RICH)
    game.gives("birch", "cedar", 1)
    game.idle(*THREE)
    game.decides("ash", "haggle", terms=[{"giver": "ash", "taker": "cedar", "things": [THING]}])
    game.decides("cedar", "decline", offer=2)

    game.idle(*THREE)

    assert (game.status(), owed(game)) == ("broken", {})


def test_who_gave_it_away_before_it_was_known_to_whom_it_is_owed_pays(client: TestClient) -> None:
    """Ash gave birch both of its wolf0, so that birch had 4; nobody took them away."""
    game = opened(client, RICH)
    game.gives("ash", "birch", 2)
    game.idle(*THREE)
    game.idle(*THREE)

    assert (game.status(), owed(game)) == ("broken", {"ash": 20})


def test_the_duties_say_who_is_meant(client: TestClient) -> None:
    game = Game.opened(client)
    first, rich = game.bound(f"ash promises birch {FIRST}."), game.bound(f"ash promises birch {RICH}.")

    told = [game.get(f"/{each}") for each in (first, rich)]

    assert [each["letter"] for each in told] == [
        f"ash promises birch {FIRST}.",
        f"ash promises birch {RICH.replace('has 3', 'has at least 3')}.",
    ]
    assert [(each["does"], each["since"]) for one in told for each in one["duties"]] == [
        ("must give at least 1 wolf0 to that player", "the first moment in which birch or cedar idles,"),
        (
            "must give at least 1 wolf0 to birch",
            "the first moment in which season 1 ends while birch has at least 3 wolf0,",
        ),
        (
            "must give at least 1 wolf0 to cedar",
            "the first moment in which season 1 ends while cedar has at least 3 wolf0,",
        ),
    ]


@pytest.mark.parametrize(
    ("promised", "says"),
    [
        (
            f"once the first of birch and cedar gives 2 wolf0 to ash, {REWARD}",
            "“that player” could be nobody or several",
        ),
        ("once the first of birch and cedar gives 2 wolf0 to ash, to idle", "nobody comes first: say “at once”"),
        (f"once any player has 3 wolf0, {REWARD}", "no “any player” before it says who “that player” is"),
        (f"whenever the first of birch and cedar idles, {REWARD}", "there is no player “the”"),
    ],
)
def test_a_player_who_would_be_nobody_is_refused(client: TestClient, promised: str, says: str) -> None:
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": f"ash promises birch {promised}."})

    assert problem_of(refused) == (422, "bad-letter")
    assert says in refused.json()["detail"]
