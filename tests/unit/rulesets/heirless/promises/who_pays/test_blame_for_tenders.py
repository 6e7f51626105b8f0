"""Which offer that others did not take excuses its maker: one that would have done it, and that was left to them."""

from typing import Final

import pytest

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decision, Decline, Haggle, Thing, Transfer
from oathbook.domain.rulesets.heirless.model.switches import Switches
from tests.unit.rulesets.heirless.promises.oaths import Oaths
from tests.unit.rulesets.heirless.promises.who_pays.test_blame_for_trades import (
    GIFT,
    POOLED,
    TO_GIVE,
    excuse_of,
    promised,
)
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, THREE, offer

DID_THEIR_PART: Final = (ASH, "part", BIRCH)
TWO_SEASONS: Final = TO_GIVE.replace("season 1", "season 2")
FOR_NOTHING: Final = Thing("resource", "wolf0", 2)


# What it is worth -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("letter", "more"),
    [
        (TO_GIVE.replace("2 wolf0", "1 wolf0"), GIFT),
        (TO_GIVE, Haggle(ASH, (Transfer(ASH, BIRCH, (FOR_NOTHING, Thing("resource", "cat0"))),))),
    ],
    ids=["more of it", "something besides"],
)
def test_whoever_offers_more_than_is_due_has_offered_what_is_due(letter: str, more: Decision) -> None:
    table = promised(letter, more, Decline(BIRCH, 1)).idle(*THREE)

    assert excuse_of(table) == DID_THEIR_PART


@pytest.mark.parametrize(("price", "pays"), [(1, {}), (2, {ASH: 20})], ids=["as it must be", "more"])
def test_where_gifts_are_barred_who_asks_for_more_than_something_has_not(price: int, pays: dict[Seat, int]) -> None:
    """There the least that is owed costs birch one thing."""
    table = Oaths(switches=Switches(gifts="both_give"))
    table.bound(TO_GIVE)
    asked = offer(ASH, (ASH, BIRCH, FOR_NOTHING), (BIRCH, ASH, Thing("resource", "cat0", price)))

    table.decide(asked, Decline(BIRCH, 1)).idle(*THREE)

    assert table.pays() == pays


def test_whoever_offers_less_than_is_due_has_not() -> None:
    less = offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0")))

    assert promised(TO_GIVE, less, Decline(BIRCH, 1)).idle(*THREE).pays() == {ASH: 20}


def test_whoever_offers_more_than_exactly_what_is_due_has_not() -> None:
    """Had birch taken it, it would have been too much."""
    letter = TO_GIVE.replace("give 2", "give exactly 1")

    assert promised(letter, GIFT, Decline(BIRCH, 1)).idle(*THREE).pays() == {ASH: 20}


@pytest.mark.parametrize(("giver", "taker"), [(CEDAR, ASH), (ASH, CEDAR)], ids=["asked of", "given to"])
def test_whoever_makes_it_hang_on_the_word_of_a_third_has_not(giver: Seat, taker: Seat) -> None:
    """Or two could see to it that nothing comes of it."""
    asking = offer(ASH, (ASH, BIRCH, FOR_NOTHING), (giver, taker, Thing("resource", "cat0")))

    assert promised(TO_GIVE, asking, Decline(BIRCH, 1)).idle(*THREE).pays() == {ASH: 20}


# How long it stands -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "decisions",
    [(GIFT, Decline(ASH, 1)), (GIFT, Decline(ASH, 1), GIFT, Decline(ASH, 2))],
    ids=["once", "again and again"],
)
def test_an_offer_that_its_maker_takes_back_excuses_nobody(decisions: tuple[Decision, ...]) -> None:
    assert promised(TO_GIVE, *decisions).idle(*THREE).pays() == {ASH: 20}


def test_an_offer_that_was_taken_back_after_a_turn_of_its_addressee_excuses_nobody() -> None:
    table = promised(TWO_SEASONS, GIFT).idle(*THREE).decide(Decline(ASH, 1))
    while table.status() == "pending":
        table.idle(*table.scribe.record.ruleset.to_act(table.scribe.game.state))

    assert table.pays() == {ASH: 20}


def test_whoever_takes_an_offer_back_and_makes_it_again_has_made_it() -> None:
    """The second was left to birch, who did not take it."""
    table = promised(TO_GIVE, GIFT, Decline(ASH, 1), GIFT, Decline(BIRCH, 2)).idle(*THREE)

    assert excuse_of(table) == DID_THEIR_PART


def test_an_offer_that_is_left_open_counts_if_it_is_there_when_the_time_is_over() -> None:
    """Whether birch has decided anything since, or nothing: it could have been answered at any time."""
    in_time = promised(TO_GIVE, GIFT).idle(*THREE)
    at_the_last_moment = promised().idle(ASH, BIRCH).decide(GIFT).idle(CEDAR)

    assert excuse_of(in_time) == DID_THEIR_PART
    assert excuse_of(at_the_last_moment) == DID_THEIR_PART


def test_of_a_pool_an_offer_that_is_taken_back_excuses_nobody() -> None:
    assert promised(POOLED, GIFT, Decline(ASH, 1)).idle(*THREE).pays() == {ASH: 20, CEDAR: 20}


FOUR: Final = POOLED.replace("2 wolf0", "4 wolf0")
ONE_OF_TWO: Final = offer(ASH, (ASH, BIRCH, Thing("resource", "wolf0")))
FOR_A_CAT: Final = offer(ASH, (ASH, BIRCH, FOR_NOTHING), (BIRCH, ASH, Thing("resource", "cat0")))


@pytest.mark.parametrize(
    ("offered", "pays"),
    [(GIFT, {CEDAR: 20}), (ONE_OF_TWO, {ASH: 20, CEDAR: 20}), (FOR_A_CAT, {ASH: 20, CEDAR: 20})],
    ids=["all it had", "a part of it", "for something"],
)
def test_who_offered_all_they_had_to_a_pool_is_excused(offered: Haggle, pays: dict[str, int]) -> None:
    """Each has 2 of the 4."""
    assert promised(FOUR, offered, Decline(BIRCH, 1)).idle(*THREE).pays() == pays


SPENT: Final = (offer(CEDAR, (ASH, CEDAR, FOR_NOTHING)), Accept(ASH, 2))
REGAINED: Final = (offer(CEDAR, (CEDAR, ASH, FOR_NOTHING)), Accept(ASH, 3))


def test_an_offer_that_its_maker_can_no_longer_meet_excuses_nobody() -> None:
    assert promised(TO_GIVE, GIFT, *SPENT).idle(*THREE).pays() == {ASH: 20}


def test_an_offer_that_its_maker_can_meet_again_is_left_to_its_addressee_again() -> None:
    table = promised(TO_GIVE, GIFT, *SPENT, *REGAINED, Decline(BIRCH, 1)).idle(*THREE)

    assert excuse_of(table) == DID_THEIR_PART
