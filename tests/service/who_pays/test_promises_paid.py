"""Who pays for a broken promise, over HTTP, in Heirless from its sample box: its maker, or whom the record shows.

Everybody has 3 Knights, 3 Influence and 2 of each first Resource; ash acts first, then birch, then cedar. Once all are
Idle the Season is over. A broken promise costs each who answers for it 20 Prestige (HT-10.4).
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
    Decline,
    Deploy,
    Enact,
    Idle,
    Thing,
    Vote,
)
from tests.service.promises.test_promises_rulings import audit, opened, owed
from tests.support.promises.pledging import Promises
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, offer

NOBODY: Final[dict[str, int]] = {}
ALL_IDLE: Final = tuple(Idle(seat) for seat in THREE)
TWO_CATS: Final = offer(ASH, (ASH, BIRCH, Thing("resource", "cat0", 2)))
MEADOW: Final = 'to deploy a knight to tile "Meadow" by the end of season 1'


def after(client: TestClient, letter: str, *decisions: Decision, **switches: str) -> Promises:
    """A table at which a letter was signed, and these decisions were taken."""
    promises = opened(client, **switches)
    named = letter.replace(":", " ").partition(" to ")[0].split()
    promises.bound(letter, *(seat for seat in THREE if seat in named))
    for each in decisions:
        promises.table.decide(each.by, msgspec.to_builtins(each))
    (part,) = audit(promises)["parts"]
    assert part["status"] == "broken", part["text"]
    return promises


# Who does less does not pay less -----------------------------------------------------------------------------------

AT_WORK: Final = 'birch promises ash to assign workers to workplace "{}" by the end of season 1.'
BUILT: Final = (Deploy(ASH, "Valley"), Build(BIRCH, "Bakery", 1), *(Idle(seat) for seat in (CEDAR, ASH, BIRCH)))
LAW: Final = (
    'ash promises birch to spend at least 4 Influence in favour of law "Tithe" in the next vote on law "Tithe".'
)
VOTED: Final = (Enact(ASH, "Tithe"), Vote(CEDAR, "for", 0), Vote(BIRCH, "for", 0), Vote(ASH, "for", 3))
FIVE: Final = "ash promises birch to give 5 cat0 to birch by the end of season 1."


@pytest.mark.parametrize(
    ("letter", "decisions", "who"),
    [
        (AT_WORK.format("Bakery"), ALL_IDLE, BIRCH),
        (AT_WORK.format("Bakery"), BUILT, BIRCH),
        (AT_WORK.format("Mill"), ALL_IDLE, BIRCH),
        (FIVE, ALL_IDLE, ASH),
        (FIVE, (TWO_CATS, Accept(BIRCH, 1), *ALL_IDLE), ASH),
        (LAW, VOTED, ASH),
    ],
    ids=["idle at once", "built and idle", "not theirs", "gave none", "gave all there was", "more than there is"],
)
def test_who_promised_more_than_they_had_pays_whatever_they_tried(
    client: TestClient, letter: str, decisions: tuple[Decision, ...], who: str
) -> None:
    assert owed(after(client, letter, *decisions)) == {who: 20}


def test_what_takes_three_turns_can_be_kept(client: TestClient) -> None:
    """Birch builds the Bakery, deploys to a tile of Cats and assigns the one Cat there is."""
    promises = opened(client)
    promises.bound(AT_WORK.format("Bakery"), BIRCH, ASH)
    work = (Build(BIRCH, "Bakery", 1), Deploy(BIRCH, "Meadow"), Assign(BIRCH, "Bakery", ("Cat",)))
    for each in (Idle(ASH), work[0], Idle(CEDAR), *work[1:]):
        promises.table.decide(each.by, msgspec.to_builtins(each))

    assert audit(promises)["status"] == "kept"


def test_who_tendered_all_of_it_to_whom_it_is_due_pays_nothing(client: TestClient) -> None:
    letter = FIVE.replace("5 cat0", "2 cat0")

    assert owed(after(client, letter, TWO_CATS, Decline(BIRCH, 1), *ALL_IDLE)) == NOBODY
    assert owed(after(client, letter, *ALL_IDLE)) == {ASH: 20}


def test_a_part_of_it_that_was_declined_excuses_nobody(client: TestClient) -> None:
    assert owed(after(client, FIVE, TWO_CATS, Decline(BIRCH, 1), *ALL_IDLE)) == {ASH: 20}


def test_a_table_may_have_chosen_that_nobody_pays_for_what_was_in_nobodys_power(client: TestClient) -> None:
    """Nobody has to propose a Law either: who proposed it themselves could have left it."""
    by_birch = (Idle(ASH), Enact(BIRCH, "Tithe"), Vote(ASH, "for", 3), Vote(CEDAR, "for", 0), Vote(BIRCH, "for", 1))

    assert owed(after(client, LAW, *by_birch, **{"HA-73": "nobody"})) == NOBODY
    assert owed(after(client, LAW, *VOTED, **{"HA-73": "nobody"})) == {ASH: 20}


# Chains ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "instead",
    [
        "to give 50 wolf0 to birch within 1 season",
        "that cedar has at least 50 wolf0 by the end of season 2",
        "to give 50 wolf0 to birch within 1 season, otherwise to give 60 wolf0 to birch within 1 season",
    ],
    ids=["more than there is", "about others", "link by link"],
)
def test_what_nobody_could_do_instead_repairs_nothing(client: TestClient, instead: str) -> None:
    promises = after(client, f"ash promises birch {MEADOW}, otherwise {instead}.", *ALL_IDLE * 3)

    assert owed(promises) == {ASH: 20}


@pytest.mark.parametrize(("wolves", "who"), [(50, ASH), (2, BIRCH)])
def test_who_pays_of_two_in_a_chain_is_who_had_it_in_their_hands(client: TestClient, wolves: int, who: str) -> None:
    """Ash could have deployed; birch, who has 2 wolves, could never have given 50."""
    instead = f"otherwise birch to give {wolves} wolf0 to cedar within 1 season"
    letter = f"ash and birch jointly promise cedar: (1) ash {MEADOW}, {instead}."

    assert owed(after(client, letter, *ALL_IDLE, *(Idle(seat) for seat in THREE))) == {who: 20}


# Together ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reads", "owe"), [("each", {ASH: 20, BIRCH: 20}), ("last", {BIRCH: 20})])
def test_of_a_limit_that_two_share_both_pay_whose_acts_counted(
    client: TestClient, reads: str, owe: dict[str, int]
) -> None:
    letter = 'ash and birch jointly promise cedar to deploy a knight to tile "Meadow" at most once.'

    promises = after(client, letter, Deploy(ASH, "Meadow"), Deploy(BIRCH, "Meadow"), **{"HA-74": reads})

    assert owed(promises) == owe


def test_what_is_left_to_a_judge_about_one_holds_back_nothing_that_another_pays(client: TestClient) -> None:
    state = "ash that cedar has at least 9 wolf0 at the end of season 1"
    letter = f"ash and birch jointly promise cedar: (1) {state}; (2) birch {MEADOW}."

    promises = after(client, letter, *ALL_IDLE)

    referrals = [each for part in audit(promises)["parts"] for each in part["referrals"]]
    assert [(each["code"], each["seats"]) for each in referrals] == [("R6", [ASH])]
    assert owed(promises) == {BIRCH: 20}


# The last turn -----------------------------------------------------------------------------------------------------

KNIGHT_THERE: Final = 'that ash has at least 1 knights on tile "Meadow" at the end of season 1.'


@pytest.mark.parametrize(
    ("makers", "left"), [("ash promises", []), ("ash and cedar jointly promise", ["R6"])], ids=["alone", "together"]
)
def test_whoever_could_have_done_it_first_and_idled_in_the_next_turn_pays(
    client: TestClient, makers: str, left: list[str]
) -> None:
    """Only ash is to act, and ends the Season by idling."""
    promises = opened(client, **{"HA-73": "nobody"})
    for each in (Deploy(ASH, "Valley"), Idle(BIRCH), Idle(CEDAR)):
        promises.table.decide(each.by, msgspec.to_builtins(each))
    signers = THREE if "cedar" in makers else (ASH, BIRCH)
    promises.bound(f"{makers} birch {KNIGHT_THERE}", *signers)

    promises.table.decide(ASH, msgspec.to_builtins(Idle(ASH)))

    assert audit(promises)["status"] == "broken"
    assert owed(promises) == {ASH: 20}
    assert [each["code"] for each in audit(promises)["parts"][0]["referrals"]] == left


@pytest.mark.parametrize("makers", ["ash promises", "ash and cedar jointly promise"])
def test_a_state_that_was_in_nobodys_power_costs_alike_whether_promised_alone_or_together(
    client: TestClient, makers: str
) -> None:
    """Ash was Idle, as all were; in a new Season nobody is (HA-73)."""
    letter = f"{makers} birch that ash is idle at the start of season 2."

    assert owed(after(client, letter, *ALL_IDLE, **{"HA-73": "maker"})) == {ASH: 20}
    assert owed(after(client, letter, *ALL_IDLE, **{"HA-73": "nobody"})) == NOBODY
