"""Who pays where a player offered what was due, over HTTP, in Heirless from its sample box.

Everybody has 3 Knights and 2 of each first Resource; ash acts first, then birch, then cedar. Gifts are allowed. Once
all are Idle the Season is over. A broken promise costs each who answers for it 20 Prestige (HT-10.4).
"""

from typing import Final

import pytest
from fastapi.testclient import TestClient

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decision, Decline, Deploy, Haggle, Idle, Thing
from tests.service.promises.test_promises_rulings import audit, owed
from tests.service.who_pays.test_promises_paid import ALL_IDLE, NOBODY, after
from tests.support.playing import Json
from tests.support.promises.pledging import Promises
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, offer


def gift(by: Seat, to: Seat, wolves: int) -> Haggle:
    """Wolves for nothing."""
    return offer(by, (by, to, Thing("resource", "wolf0", wolves)))


def left_to_a_judge(promises: Promises) -> list[tuple[str, list[str]]]:
    """Every referral, and whom it is about."""
    (part,) = audit(promises)["parts"]
    return [(each["code"], each["seats"]) for each in part["referrals"]]


def only_answer(promises: Promises) -> Json:
    """The answer to who pays, where there is one."""
    (part,) = audit(promises)["parts"]
    (found,) = part["answers"]
    answer: Json = found
    return answer


# A state ---------------------------------------------------------------------------------------------------------

AT_MOST_ONE: Final = "ash promises birch that ash has at most 1 wolf0 at the end of season 1."
FOR_CATS: Final = offer(ASH, (ASH, CEDAR, Thing("resource", "wolf0")), (CEDAR, ASH, Thing("resource", "cat0", 2)))


@pytest.mark.parametrize(
    ("decisions", "last"),
    [((), (1, 5)), ((FOR_CATS, Decline(CEDAR, 1)), (2, 9)), ((gift(ASH, BIRCH, 1), Decline(ASH, 1)), (2, 9))],
    ids=["offered nothing", "asked for two cats", "took it back"],
)
def test_who_could_have_given_away_what_they_were_not_to_have_let_that_chance_go(
    client: TestClient, decisions: tuple[Decision, ...], last: tuple[int, int]
) -> None:
    """Ash has 2 and may have 1: a gift of 1 would have done, at the last decision, and it is free."""
    promises = after(client, AT_MOST_ONE, *decisions, *ALL_IDLE, **{"HA-73": "nobody"})

    assert owed(promises) == {ASH: 20}
    assert only_answer(promises)["says"] == (
        "Ash could have kept it; had Ash decided to offer a trade: Ash gives 1 wolf0 to Birch, and Birch decided to "
        f"accept offer {last[0]} before position {last[1]}, it would have been kept"
    )


@pytest.mark.parametrize("to", [BIRCH, CEDAR])
@pytest.mark.parametrize(
    ("before", "after_it"),
    [((), (Decline(BIRCH, 1), *ALL_IDLE)), ((), ALL_IDLE), ((Idle(ASH),), ALL_IDLE[1:])],
    ids=["declined", "passed over", "passed over, after a chance"],
)
def test_who_offered_for_nothing_what_they_were_not_to_have_is_excused(
    client: TestClient, to: Seat, before: tuple[Decision, ...], after_it: tuple[Decision, ...]
) -> None:
    """To the addressee or to another: what was theirs to do is done, and had it been accepted, it would be kept."""
    answered = (Decline(to, 1) if isinstance(each, Decline) else each for each in after_it)

    promises = after(client, AT_MOST_ONE, *before, gift(ASH, to, 1), *answered)

    assert owed(promises) == NOBODY
    assert left_to_a_judge(promises) == []
    assert (only_answer(promises)["step"], only_answer(promises)["other"]) == ("part", to)


def test_who_could_have_given_it_away_once_it_was_about_them_let_that_chance_go(client: TestClient) -> None:
    """Until ash's Knight is there the letter is about nobody; from then on about ash, who has 2.

    To refine would have taken one, and ash could have idled in the next turn.
    """
    letter = AT_MOST_ONE.replace("that ash has", 'that the controller of tile "Meadow" has')

    promises = after(client, letter, Deploy(ASH, "Meadow"), *(Idle(each) for each in (BIRCH, CEDAR, ASH)))

    assert owed(promises) == {ASH: 20}
    assert only_answer(promises)["says"].startswith(
        "Ash could have kept it; had Ash decided to refine 1 wolf1 with a Worker of Cat at position 11"
    )


@pytest.mark.parametrize("reads", ["maker", "nobody"])
def test_who_would_have_had_to_be_given_more_promised_more_than_they_had(client: TestClient, reads: str) -> None:
    """It is about ash, who has 2, only since ash's Knight is there; nobody else has to give any."""
    letter = AT_MOST_ONE.replace("that ash has at most 1", 'that the controller of tile "Meadow" has at least 3')

    promises = after(
        client, letter, Deploy(ASH, "Meadow"), *(Idle(each) for each in (BIRCH, CEDAR, ASH)), **{"HA-73": reads}
    )

    assert owed(promises) == ({ASH: 20} if reads == "maker" else NOBODY)


def test_what_others_would_have_to_give_is_more_than_one_has(client: TestClient) -> None:
    """Ash has 2 and was to have 3; nobody has offered any (HA-73)."""
    letter = AT_MOST_ONE.replace("at most 1", "at least 3")

    assert owed(after(client, letter, *ALL_IDLE)) == {ASH: 20}
    assert owed(after(client, letter, *ALL_IDLE, **{"HA-73": "nobody"})) == NOBODY


def test_nobody_took_away_what_could_still_be_done(client: TestClient) -> None:
    """Ash could have deployed there at both decisions; that the others idled holds nothing back."""
    letter = 'ash promises birch that ash has at least 1 knights on tile "Meadow" at the end of season 1.'

    promises = after(client, letter, Deploy(ASH, "Valley"), *(Idle(each) for each in (BIRCH, CEDAR, ASH)))

    (part,) = audit(promises)["parts"]
    assert (owed(promises), left_to_a_judge(promises)) == ({ASH: 20}, [])
    assert [each["applies"] for each in part["penalties"]] == [True]


# At the last moment ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("back", "pays"), [((), NOBODY), ((Decline(ASH, 1),), {ASH: 20})], ids=["open", "withdrawn"])
def test_who_left_it_open_till_the_time_was_over_has_tendered_it(
    client: TestClient, back: tuple[Decision, ...], pays: dict[str, int]
) -> None:
    letter = "ash promises birch to give 2 wolf0 to birch by the end of season 1."

    promises = after(client, letter, Idle(ASH), Idle(BIRCH), gift(ASH, BIRCH, 2), *back, Idle(CEDAR))

    assert owed(promises) == pays


# Together ----------------------------------------------------------------------------------------------------------

FOUR: Final = "ash and cedar jointly promise birch to give 4 wolf0 to birch by the end of season 1."
ALL_OF_ASH: Final = (gift(ASH, BIRCH, 2), Decline(BIRCH, 1))
ALL_OF_CEDAR: Final = (gift(CEDAR, BIRCH, 2), Decline(BIRCH, 2))


@pytest.mark.parametrize(
    ("letter", "decisions", "pays"),
    [
        (FOUR, ALL_OF_ASH, {CEDAR: 20}),
        (FOUR, (gift(ASH, BIRCH, 1), Decline(BIRCH, 1)), {ASH: 20, CEDAR: 20}),
        (FOUR, (*ALL_OF_ASH, *ALL_OF_CEDAR), NOBODY),
        (FOUR, (*ALL_OF_ASH, gift(CEDAR, BIRCH, 2), Accept(BIRCH, 2)), NOBODY),
        (FOUR.replace("4", "5"), (*ALL_OF_ASH, *ALL_OF_CEDAR), {ASH: 20, CEDAR: 20}),
    ],
    ids=["one all it had", "one a part of it", "both all they had", "one taken", "both, and too little"],
)
def test_of_a_pool_who_tendered_all_they_had_is_excused(
    client: TestClient, letter: str, decisions: tuple[Decision, ...], pays: dict[str, int]
) -> None:
    """2 and 2 are the 4 that are owed, and never the 5: then both promised more than they had (HA-73)."""
    assert owed(after(client, letter, *decisions, *ALL_IDLE)) == pays
