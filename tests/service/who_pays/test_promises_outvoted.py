"""Who pays where a player tried and others, or the rules, let nothing come of it, in Heirless from its sample box.

Everybody has 3 Knights and 3 Influence; ash acts first, then birch, then cedar. The Law is enacted if more Influence is
for it than against it, and at least 3 (HT-8.4). A broken promise costs each who answers for it 20 Prestige (HT-10.4).
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import Decision, Deploy, Enact, Idle, Side, Vote
from tests.service.promises.test_promises_rulings import audit, owed
from tests.service.who_pays.test_promises_paid import ALL_IDLE, NOBODY, after
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR

PASSED: Final = 'ash promises birch to enact law "Tithe" by the end of season 1.'
REST: Final = (Idle(BIRCH), Idle(CEDAR), Idle(ASH))
OTHERWISE_FIRST: Final = (Deploy(ASH, "Meadow"), Deploy(BIRCH, "Valley"), Deploy(CEDAR, "Thicket"))

Ballot = tuple[Side, int]
AGAINST: Final[Ballot] = ("against", 3)
NOTHING: Final[Ballot] = ("for", 0)
FOR_WITH_THREE: Final = (
    "Ash could have kept it; had Ash decided to spend 3 Influence in favour of the law at position 11, it would have "
    "been kept"
)
A_PART: Final = "Ash could have done a part of it, and did not"


def voted(cedar: Ballot, birch: Ballot, ash: int, law: str = "Tithe") -> tuple[Decision, ...]:
    """Ash proposes it; they vote in reverse order."""
    return (Enact(ASH, law), Vote(CEDAR, *cedar), Vote(BIRCH, *birch), Vote(ASH, "for", ash))


def answers(promises: Promises) -> list[Json]:
    """Every answer to who pays."""
    (part,) = audit(promises)["parts"]
    found: list[Json] = part["answers"]
    return found


def left_to_a_judge(promises: Promises) -> list[tuple[str, list[str]]]:
    """Every referral, and whom it is about."""
    (part,) = audit(promises)["parts"]
    return [(each["code"], each["seats"]) for each in part["referrals"]]


@pytest.mark.parametrize(
    ("decisions", "other"),
    [
        (voted(AGAINST, AGAINST, 3), BIRCH),
        (voted(NOTHING, AGAINST, 3), BIRCH),
        ((*OTHERWISE_FIRST, *voted(NOTHING, AGAINST, 3)), BIRCH),
        (voted(AGAINST, NOTHING, 3), CEDAR),
        ((*OTHERWISE_FIRST, *voted(AGAINST, NOTHING, 3)), CEDAR),
    ],
    ids=["both", "the addressee", "the addressee, after a chance", "an outsider", "an outsider, after a chance"],
)
def test_who_was_outvoted_with_all_they_had_is_excused(
    client: TestClient, decisions: tuple[Decision, ...], other: Seat
) -> None:
    """3 for it and 3 or 6 against: without the one, or without both, it would have been 3 to 0."""
    promises = after(client, PASSED, *decisions, *REST)

    assert (owed(promises), left_to_a_judge(promises)) == (NOBODY, [])
    assert [(each["step"], each["other"]) for each in answers(promises)] == [("part", other)]


@pytest.mark.parametrize(
    ("decisions", "says"),
    [
        (voted(NOTHING, ("against", 1), 1), FOR_WITH_THREE),
        (voted(NOTHING, NOTHING, 1), FOR_WITH_THREE),
        (ALL_IDLE[:1], A_PART),
    ],
    ids=["outvoted by one", "below the threshold", "not proposed"],
)
def test_who_kept_back_what_would_have_passed_it_pays(
    client: TestClient, decisions: tuple[Decision, ...], says: str
) -> None:
    """Of 3 Influence 1 was spent: 3 are more than the 1 against, and the threshold is 3."""
    rest = REST if len(decisions) > 1 else ALL_IDLE[1:]

    promises = after(client, PASSED, *decisions, *rest, **{"HA-73": "nobody"})

    assert owed(promises) == {ASH: 20}
    assert [each["says"] for each in answers(promises)] == [says]


def test_a_proposal_of_which_something_came_is_no_chance_let_go(client: TestClient) -> None:
    """One Law was enacted of two; at 17 ash idles, with 2 Influence left."""
    letter = PASSED.replace('enact law "Tithe"', "enact any law at least twice")

    promises = after(client, letter, *voted(NOTHING, NOTHING, 1, "OpenGates"), *REST)

    assert owed(promises) == {ASH: 20}
    assert [each["says"] for each in answers(promises)] == [A_PART]


def test_who_promised_it_too_and_voted_it_down_pays_for_it(client: TestClient) -> None:
    letter = 'ash and cedar jointly promise birch: (1) ash to enact law "Tithe" by the end of season 1; '

    promises = after(client, f"{letter}(2) cedar not to attack birch.", *voted(AGAINST, NOTHING, 3), *REST)

    assert owed(promises) == {CEDAR: 20}


@pytest.mark.parametrize(("reads", "pays"), [("maker", {ASH: 20}), ("nobody", NOBODY)])
def test_who_could_not_have_passed_it_though_nobody_was_against_it_promised_more_than_they_had(
    client: TestClient, reads: str, pays: dict[str, int]
) -> None:
    """The threshold of this Law is 5, and ash has 3 (HA-73); birch's 3 against it changed nothing."""
    letter = PASSED.replace("Tithe", "Muster")

    promises = after(client, letter, *voted(NOTHING, AGAINST, 3, "Muster"), *REST, **{"HA-73": reads})

    assert (owed(promises), left_to_a_judge(promises)) == (pays, [])


# More than there is ------------------------------------------------------------------------------------------------

FOUR_TIMES: Final = 'ash promises birch to deploy a knight to tile "Meadow" at least 4 times by the end of season 1.'
THERE: Final = Deploy(ASH, "Meadow")


@pytest.mark.parametrize(("reads", "pays"), [("maker", {ASH: 20}), ("nobody", NOBODY)])
def test_who_did_it_with_every_piece_they_had_promised_more_than_they_had(
    client: TestClient, reads: str, pays: dict[str, int]
) -> None:
    """Ash has 3 Knights, and deploys them all in turns of which each is followed by another (HA-73)."""
    promises = after(client, FOUR_TIMES, THERE, *REST[:2], THERE, THERE, *REST[2:], **{"HA-73": reads})

    assert owed(promises) == pays


def test_who_kept_a_piece_back_let_a_chance_to_bring_it_nearer_go(client: TestClient) -> None:
    promises = after(client, FOUR_TIMES, THERE, *REST[:2], THERE, *REST[2:], **{"HA-73": "nobody"})

    assert owed(promises) == {ASH: 20}
