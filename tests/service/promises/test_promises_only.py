"""What is done only with somebody, only after something and only while something is so, over HTTP, in Heirless.

It is a prohibition of everything else. Ash acts first, then birch, then cedar.
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from tests.service.promises.test_promises_in_battles import EACH_OTHER, TOGETHER, fought
from tests.service.promises.test_promises_meaning import Game
from tests.service.promises.test_promises_rulings import audit, owed
from tests.support.serving import problem_of

NOTHING: Final[dict[str, int]] = {}
PAYS: Final = {"ash": 20}
GOES: Final = 'to deploy a knight to tile "Meadow"'
THERE: Final = 'to deploy a knight only to tile "Meadow" until the end of season 1'
BIRCH_IDLES: Final = ("birch idle", "cedar idle")
REST: Final = ("birch idle", "cedar idle", "ash idle")


@pytest.mark.parametrize(
    ("letter", "steps", "status", "pays"),
    [
        (THERE, ("ash Valley",), "broken", PAYS),
        (THERE, ("ash Meadow", *REST), "kept", NOTHING),
        (THERE, ("ash idle", "birch Valley", "cedar idle", "birch idle"), "kept", NOTHING),
        (f"{GOES} only after birch idles", ("ash Meadow",), "broken", PAYS),
        (f"{GOES} only if birch idles", ("ash Meadow",), "broken", PAYS),
        (f"{GOES} only after birch idles", ("ash Valley", *BIRCH_IDLES, "ash Meadow"), "kept", NOTHING),
        (f"{GOES} only if birch is idle", ("ash Meadow",), "broken", PAYS),
        (f"{GOES} only while birch is idle until the end of season 1", ("ash Meadow",), "broken", PAYS),
        (
            f"{GOES} only if birch is idle until the end of season 1",
            ("ash Valley", *BIRCH_IDLES, "ash Meadow", "ash idle"),
            "kept",
            NOTHING,
        ),
    ],
)
def test_only_forbids_everything_else(
    client: TestClient, letter: str, steps: tuple[str, ...], status: str, pays: dict[str, int]
) -> None:
    """Each step is where somebody goes, or that they Idle."""
    game = Game.opened(client)
    game.bound(f"ash promises birch {letter}.", "ash", "birch")

    for seat, what in (each.split() for each in steps):
        if what == "idle":
            game.idle(seat)
        else:
            game.decides(seat, "deploy", tile=what)

    assert (game.status(), owed(game)) == (status, pays)


@pytest.mark.parametrize(
    ("friend", "status", "pays"), [("cedar", "broken", PAYS), ("birch", "pending", NOTHING)], ids=["other", "friend"]
)
def test_only_with_somebody_forbids_all_others(
    client: TestClient, friend: str, status: str, pays: dict[str, int]
) -> None:
    """Ash and birch ally in the Battle that all three are in."""
    promises = fought(client, f"to ally only with {friend}", TOGETHER, EACH_OTHER)

    (part,) = audit(promises)["parts"]
    assert (part["status"], owed(promises)) == (status, pays), part["text"]


@pytest.mark.parametrize(
    ("typed", "letter", "does"),
    [
        ("attack only birch", "to attack only birch", "must not attack any player but birch"),
        (
            'attack birch only after law "Tithe" is enacted',
            'not to attack birch until law "Tithe" is enacted',
            "must not attack birch",
        ),
        (
            "attack birch only if birch has 3 wolf0",
            "while it is not the case that birch has at least 3 wolf0, not to attack birch",
            "must not attack birch",
        ),
        (
            'let only birch use workplace "Mill"',
            'to let only birch use workplace "Mill"',
            "must not let any player but birch use workplace Mill",
        ),
    ],
)
def test_only_is_read_back_as_what_it_forbids(client: TestClient, typed: str, letter: str, does: str) -> None:
    game = Game.opened(client)
    game.bound(f"ash promises to {typed}.", "ash")

    told = game.get("/p1")

    assert told["letter"] == f"ash promises {letter}."
    assert [each["does"] for each in told["duties"]] == [does]


def test_only_with_an_amount_is_refused(client: TestClient) -> None:
    """Whether the amount is owed, too, cannot be told."""
    game = Game.opened(client)

    refused = game.send("ash", "", {"letter": "ash promises to give 2 wolf0 only to birch."})

    assert problem_of(refused) == (422, "bad-letter")
    assert "“only” cannot stand here" in refused.json()["detail"]
