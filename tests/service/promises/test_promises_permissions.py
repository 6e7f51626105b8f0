"""What it is to let somebody use a workplace, over HTTP: every request is answered with yes, in Heirless.

Ash asks birch, who has built the Bakery, for its use (HT-4.5); an owner can only answer. All 3 Knights are at home.
"""

from typing import Final

import msgspec
import pytest
from fastapi.testclient import TestClient

from oathbook.domain.rulesets.heirless.model.decisions import (
    Accept,
    Assign,
    Build,
    Decision,
    Deploy,
    Haggle,
    Idle,
    Permit,
    Thing,
    Transfer,
)
from tests.service.promises.test_promises_rulings import audit, opened, owed
from tests.support.serving import problem_of
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

BUILT: Final = (Deploy(ASH, "Meadow"), Build(BIRCH, "Bakery", 1), Idle(CEDAR))
ASKS: Final = Assign(ASH, "Bakery", ("Cat",))
YES: Final = Permit(BIRCH, allow=True)
NO: Final = Permit(BIRCH, allow=False)
USE: Final = 'use workplace "Bakery"'
THIS_SEASON: Final = "by the end of season 1"


def audited(client: TestClient, letter: str, *decisions: Decision) -> tuple[str, dict[str, int]]:
    """The status of a promise of birch's after these decisions, and who pays what."""
    promises = opened(client, **{"HA-73": "nobody"})
    promises.bound(f"birch promises cedar {letter}.", BIRCH, CEDAR)
    for each in (*BUILT, *decisions):
        promises.table.decide(each.by, msgspec.to_builtins(each))
    (part,) = audit(promises)["parts"]
    return part["status"], owed(promises)


ENDS: Final = (Idle(ASH), Idle(BIRCH))
PAYS: Final = {BIRCH: 20}
NOTHING: Final[dict[str, int]] = {}


@pytest.mark.parametrize(
    ("letter", "decisions", "status", "pays"),
    [
        (f"to let ash {USE} {THIS_SEASON}", ENDS, "kept", NOTHING),
        (f"to let ash {USE} {THIS_SEASON}", (ASKS, YES, Idle(BIRCH), Idle(ASH)), "kept", NOTHING),
        (f"to let ash {USE} {THIS_SEASON}", (ASKS, NO, *ENDS), "broken", PAYS),
        (f"to let ash {USE} whenever they ask {THIS_SEASON}", (ASKS, NO, *ENDS), "broken", PAYS),
        (f"to let ash {USE}", (ASKS, NO), "broken", PAYS),
        (f"to let cedar {USE} {THIS_SEASON}", (ASKS, NO, *ENDS), "kept", NOTHING),
        (f"to let any player {USE} {THIS_SEASON}", (ASKS, NO, *ENDS), "broken", PAYS),
        (f"to let ash {USE} in every season", (ASKS, NO, *ENDS), "broken", PAYS),
        (f"to let ash {USE} in every season", ENDS, "pending", NOTHING),
        (f"to let ash {USE} in the next season", (ASKS, NO, *ENDS), "pending", NOTHING),
        (f"to let ash {USE} at most once {THIS_SEASON}", (ASKS, NO, *ENDS), "kept", NOTHING),
        (f"not to let ash {USE} {THIS_SEASON}", (ASKS, YES), "broken", PAYS),
        (f"not to let ash {USE} {THIS_SEASON}", (ASKS, NO, *ENDS), "kept", NOTHING),
        (f"whenever ash deploys a knight to any tile, to let ash {USE} {THIS_SEASON}", (ASKS, NO), "broken", PAYS),
        (f'whenever ash deploys a knight to tile "Valley", to let ash {USE}', (ASKS, NO), "pending", NOTHING),
        (f"if cedar idles by the end of season 1, to let ash {USE} {THIS_SEASON}", (ASKS, NO), "broken", PAYS),
        (f"while ash is idle, to let ash {USE} {THIS_SEASON}", (ASKS, NO, *ENDS), "kept", NOTHING),
        (f'to either let ash {USE} or let ash use workplace "Mill" {THIS_SEASON}', (ASKS, NO, *ENDS), "kept", NOTHING),
    ],
)
def test_a_permission_is_broken_by_a_refusal_alone(
    client: TestClient, letter: str, decisions: tuple[Decision, ...], status: str, pays: dict[str, int]
) -> None:
    assert audited(client, letter, *decisions) == (status, pays)


@pytest.mark.parametrize("often", ["at least once", "twice", "exactly 3 times"])
def test_a_permission_cannot_be_counted(client: TestClient, often: str) -> None:
    """The refusal has the letter that can be taken, and that letter is."""
    promises = opened(client)
    letter = f"birch promises cedar to let ash {USE} {often} in every season."
    plain = f"to let ash {USE} in every season"

    refused = promises.send(BIRCH, "", {"letter": letter})

    assert problem_of(refused) == (422, "bad-letter")
    assert f"say “{plain}”, which is whenever they ask" in refused.json()["detail"]
    assert promises.get()["promises"] == []
    assert promises.bound(f"birch promises cedar {plain}.", BIRCH, CEDAR) == "p1"


def test_a_permission_says_what_breaks_it_and_no_deadline_is_missed(client: TestClient) -> None:
    promises = opened(client)
    promises.bound(f"birch promises cedar to let ash {USE} whenever they ask.", BIRCH, CEDAR)

    told = promises.get("/p1")

    assert told["letter"] == f"birch promises cedar to let ash {USE}."
    assert [each["does"] for each in told["duties"]] == ["must not refuse ash the use of workplace Bakery"]


PRICE: Final = (Thing("resource", "wolf0", 1),)
OFFERS: Final = Haggle(ASH, (Transfer(ASH, BIRCH, PRICE),))
ASKS_MORE: Final = Haggle(ASH, (Transfer(ASH, BIRCH, PRICE), Transfer(BIRCH, ASH, PRICE)))
TAKES: Final = Accept(BIRCH, 1)
OFFERED: Final = f"while ash offers 1 wolf0 to birch, to let ash {USE} {THIS_SEASON}"
PAID: Final = f"whenever ash gives 1 wolf0 to birch, to let ash {USE} {THIS_SEASON}"


@pytest.mark.parametrize(
    ("letter", "decisions", "status", "pays"),
    [
        (OFFERED, (OFFERS, ASKS, NO, *ENDS), "broken", PAYS),
        (OFFERED, (ASKS, NO, *ENDS), "kept", NOTHING),
        (OFFERED, (ASKS_MORE, ASKS, NO, *ENDS), "kept", NOTHING),
        (OFFERED, (OFFERS, ASKS, YES, Idle(BIRCH), Idle(ASH)), "kept", NOTHING),
        (OFFERED, (OFFERS, TAKES, ASKS, NO, *ENDS), "kept", NOTHING),
        (PAID, (OFFERS, TAKES, ASKS, NO), "broken", PAYS),
        (PAID, (OFFERS, ASKS, NO), "pending", NOTHING),
    ],
)
def test_a_permission_has_a_price_that_is_offered_or_paid(
    client: TestClient, letter: str, decisions: tuple[Decision, ...], status: str, pays: dict[str, int]
) -> None:
    """A price on the table binds to say yes, and one that was paid; who takes it is not bound by the first any more."""
    assert audited(client, letter, *decisions) == (status, pays)
