"""HT-11: what is offered, who agrees, and what changes hands."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.heirless.model.action_events import WorkplaceDiscarded
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Decision, Decline, Haggle, Kind, Thing, Transfer
from oathbook.domain.rulesets.heirless.model.events import GoodsTraded, OfferAccepted, OfferDeclined, OfferMade
from oathbook.domain.rulesets.heirless.model.state import Built, Field, Offer
from oathbook.domain.rulesets.heirless.model.switches import Switches
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, Table, built, fresh, having, offer, opening, taken_up

WOLF: Final = Thing("resource", "wolf0", 2)
CAT: Final = Thing("worker", "Cat")
EIGHT: Final = ("Bakery", "Tannery", "Library", "Sheepfold", "Dyehouse", "Observatory", "Smokehouse", "Glassworks")
NINE: Final = (*EIGHT, "Chapel")
SWAP: Final = offer(ASH, (ASH, BIRCH, WOLF), (BIRCH, ASH, CAT))


def test_everything_changes_hands_when_all_agree() -> None:
    """HT-11.1: 2 wolf0 for a Cat Worker, in one step."""
    offered = fresh().decide(SWAP)
    done = offered.decide(Accept(BIRCH, 1))

    assert offered.the(OfferMade).event == OfferMade(1, ASH, SWAP.terms)
    assert offered.the(OfferMade).cites == ("HT-11.1", "HT-11.2", "HT-2.2")
    assert offered.resources(ASH)["wolf0"] == 2
    assert done.events == (OfferAccepted(1, BIRCH), GoodsTraded(1, ASH, SWAP.terms))
    assert (done.resources(ASH).get("wolf0"), done.resources(BIRCH)["wolf0"]) == (None, 4)
    assert (done.unemployed(ASH)["Cat"], done.unemployed(BIRCH).get("Cat")) == (2, None)
    assert done.field.offers == ()
    assert done.asked == (ASH,)


def test_a_trade_of_three_waits_for_both_others() -> None:
    """HT-11.1: everybody in it agrees; a Resource may come and go in the same trade."""
    round_trip = offer(ASH, (ASH, BIRCH, WOLF), (BIRCH, CEDAR, WOLF), (CEDAR, ASH, Thing("marker", "Crown")))

    one = fresh().decide(round_trip).decide(Accept(CEDAR, 1))
    done = one.decide(Accept(BIRCH, 1))

    assert one.events == (OfferAccepted(1, CEDAR),)
    assert done.the(GoodsTraded).readings == ()
    assert [done.resources(seat).get("wolf0") for seat in (ASH, BIRCH, CEDAR)] == [None, 2, 4]
    assert done.player(ASH).markers == ("Bond", "Crown")


def test_hand_and_built_workplaces_are_traded() -> None:
    """HT-11.2, HA-16: one from Hand for a built one in use, whose cube stays on it."""
    field = built(opening(), ("Bakery", BIRCH), user=CEDAR)
    swap = offer(ASH, (ASH, BIRCH, Thing("workplace", "Mill")), (BIRCH, ASH, Thing("workplace", "Bakery")))

    done = taken_up(field).decide(swap, Accept(BIRCH, 1))

    assert done.field.built == (Built("Bakery", ASH, 1, CEDAR),)
    assert done.player(BIRCH).hand == ("Tannery", "Library", "Mill")
    assert done.the(GoodsTraded).readings == ("HA-16",)


def test_a_workplace_in_use_is_not_traded_by_the_switch() -> None:
    """HA-16: refused at the offer, and again if it is put to use in between."""
    switches = Switches(trade_in_use="illegal")
    give = offer(BIRCH, (BIRCH, ASH, Thing("workplace", "Bakery")))
    free, used = built(opening(), ("Bakery", BIRCH)), built(opening(), ("Bakery", BIRCH), user=CEDAR)

    refusal = taken_up(used, switches=switches).refused(give)
    offered = taken_up(free, switches=switches).decide(give)
    later = taken_up(replace(offered.field, built=used.built), switches=switches)

    assert (refusal.code, refusal.clause, refusal.readings) == ("workplace-used", "HT-4.6", ("HA-16",))
    assert later.why_not(Accept(ASH, 1)) == ("workplace-used", "HT-4.6")
    assert offered.decide(Accept(ASH, 1)).field.built[0].owner == ASH


def test_two_full_grids_can_swap() -> None:
    """HT-5.2: what leaves makes room for what comes."""
    field = built(opening(), *((name, ASH) for name in NINE), ("Mill", BIRCH))
    swap = offer(ASH, (ASH, BIRCH, Thing("workplace", "Tannery")), (BIRCH, ASH, Thing("workplace", "Mill")))

    done = taken_up(field).decide(swap, Accept(BIRCH, 1))

    assert {each.workplace: each.cell for each in done.field.built if each.owner == ASH}["Mill"] == 2
    assert done.the(GoodsTraded).readings == ()


def tenth(switches: Switches | None = None) -> Table:
    """Ash has nine Workplaces built, birch one."""
    field = built(opening(), *((name, ASH) for name in NINE), ("Mill", BIRCH))
    return taken_up(field, switches=switches)


def giving(replaces: str | None, item: str = "Mill") -> Haggle:
    """Birch gives a Workplace to ash."""
    return offer(BIRCH, (BIRCH, ASH, Thing("workplace", item, replaces=replaces)))


def test_a_tenth_workplace_is_not_traded() -> None:
    """HA-15: whatever would make room for it."""
    for replaces in (None, "Bakery"):
        refusal = tenth().refused(giving(replaces))

        assert (refusal.code, refusal.clause, refusal.readings) == ("grid-full", "HT-5.2", ("HA-15",))
        assert refusal.conditions[-1].values == {"player": ASH, "built": 10, "limit": 9}


def test_a_tenth_workplace_takes_the_place_of_another_by_the_switch() -> None:
    """HA-15."""
    table = tenth(Switches(tenth_by_trade="replace"))

    done = table.decide(giving("Bakery"), Accept(ASH, 1))

    assert done.the(OfferMade).readings == ("HA-66", "HA-55", "HA-15")
    assert done.the(WorkplaceDiscarded).event == WorkplaceDiscarded(ASH, "Bakery")
    assert done.the(WorkplaceDiscarded).readings == ("HA-15",)
    assert {each.workplace: each.cell for each in done.field.built}["Mill"] == 1
    assert table.why_not(giving(None)) == ("grid-full", "HT-5.2")
    assert table.why_not(giving("Orchard")) == ("not-yours-to-discard", "HT-5.2")


def test_nobody_makes_room_who_has_some() -> None:
    """HA-15: with eight built there is room."""
    field = built(opening(), *((name, ASH) for name in EIGHT), ("Mill", BIRCH))

    assert taken_up(field).why_not(giving("Bakery")) == ("no-need-to-discard", "HT-5.2")
    assert last_values(taken_up(field), giving("Bakery")) == {"player": ASH, "replaced": 1, "too many": 0}
    assert taken_up(field).decide(giving(None)).the(OfferMade).readings == ("HA-66", "HA-55")


def last_values(table: Table, decision: Decision) -> dict[str, str | int]:
    """The values by which a decision was refused."""
    return dict(table.refused(decision).conditions[-1].values)


def test_a_refused_offer_names_what_is_open_and_what_there_is() -> None:
    """HT-11.1: one offer at a time, and of what one has: 2 wolf0 out of none."""
    poor = taken_up(having(opening(), ASH, resources=()))

    assert last_values(fresh().decide(SWAP), SWAP) == {"open": "ash"}
    assert last_values(poor, SWAP) == {"giver": ASH, "item": "wolf0", "given": 2, "has": 0}


def test_a_gift_needs_the_receivers_consent() -> None:
    """HA-55: allowed, and refused by the switch."""
    gift = offer(ASH, (ASH, BIRCH, WOLF))

    offered = fresh().decide(gift)
    done = offered.decide(Accept(BIRCH, 1))

    assert "HA-55" in offered.the(OfferMade).readings
    assert done.said()[-1] == "ash gives 2 wolf0 to birch as a gift"
    refusal = taken_up(opening(), switches=Switches(gifts="both_give")).refused(gift)
    assert (refusal.code, refusal.clause, refusal.readings) == ("one-sided", "HT-11.1", ("HA-55",))
    assert taken_up(opening(), switches=Switches(gifts="both_give")).decide(SWAP).field.offered == 1


@pytest.mark.parametrize("kind", ["influence", "prestige", "crossed_out_prestige"])
def test_influence_and_prestige_are_not_traded(kind: Kind) -> None:
    """HT-11.3."""
    refusal = fresh().refused(offer(ASH, (ASH, BIRCH, Thing(kind, "All"))))

    assert (refusal.code, refusal.clause) == ("untradeable", "HT-11.3")
    assert refusal.conditions[-1].values == {"kind": kind}


def test_an_offer_of_influence_in_a_start_position_comes_to_nothing() -> None:
    """HT-11.3: nobody has Influence to give."""
    terms = offer(ASH, (ASH, BIRCH, Thing("influence", "All"))).terms
    field = replace(opening(), offers=(Offer(1, ASH, terms, (ASH,)),), offered=1)

    assert taken_up(field).why_not(Accept(BIRCH, 1)) == ("not-theirs", "HT-11.2")


def pending() -> Field:
    """Ash's offer to birch is on the table."""
    return fresh().decide(SWAP).field


NOBODY: Final = Seat("yew")


@pytest.mark.parametrize(
    ("field", "decision", "code", "clause"),
    [
        (opening(), replace(SWAP, by=NOBODY), "no-such-player", "HT-2.2"),
        (pending(), SWAP, "offer-open", "HT-11.1"),
        (opening(), Haggle(ASH, ()), "nothing-traded", "HT-11.1"),
        (opening(), Haggle(ASH, (Transfer(ASH, BIRCH, ()),)), "nothing-traded", "HT-11.1"),
        (opening(), offer(ASH, (ASH, NOBODY, WOLF)), "no-such-player", "HT-11.1"),
        (opening(), offer(ASH, (ASH, ASH, WOLF)), "not-with-oneself", "HT-11.1"),
        (opening(), replace(SWAP, by=CEDAR), "not-a-party", "HT-11.1"),
        (opening(), offer(ASH, (ASH, BIRCH, replace(WOLF, count=3))), "not-theirs", "HT-11.2"),
        (opening(), offer(ASH, (ASH, BIRCH, WOLF), (ASH, CEDAR, WOLF)), "not-theirs", "HT-11.2"),
        (opening(), offer(ASH, (ASH, BIRCH, Thing("worker", "Bear"))), "not-theirs", "HT-11.2"),
        (opening(), offer(ASH, (ASH, BIRCH, Thing("marker", "Crown"))), "not-theirs", "HT-11.2"),
        (opening(), offer(ASH, (BIRCH, ASH, Thing("workplace", "Mill"))), "not-theirs", "HT-11.2"),
        (opening(), Accept(BIRCH, 1), "no-such-offer", "HT-11.1"),
        (opening(), Decline(BIRCH, 1), "no-such-offer", "HT-11.1"),
        (opening(), Decline(NOBODY, 1), "no-such-player", "HT-2.2"),
        (pending(), Accept(CEDAR, 1), "not-a-party", "HT-11.1"),
        (pending(), Accept(ASH, 1), "accepted-already", "HT-11.1"),
        (having(pending(), ASH, resources=()), Accept(BIRCH, 1), "not-theirs", "HT-11.2"),
    ],
)
def test_what_is_not_allowed(field: Field, decision: Decision, code: str, clause: str) -> None:
    assert taken_up(field).why_not(decision) == (code, clause)


def test_whoever_would_give_to_themselves_is_named() -> None:
    """HT-11.1: birch, in the middle of a trade that is one otherwise."""
    refusal = fresh().refused(offer(ASH, (ASH, BIRCH, WOLF), (BIRCH, BIRCH, CAT)))

    assert (refusal.code, refusal.conditions[-1].values) == ("not-with-oneself", {"to themselves": BIRCH})


def test_an_offer_is_declined_or_withdrawn() -> None:
    """HA-66: with it off the table, ash may make another one."""
    declined = taken_up(pending()).decide(Decline(BIRCH, 1))
    withdrawn = taken_up(pending()).decide(Decline(ASH, 1))

    assert declined.events == (OfferDeclined(1, ASH, BIRCH),)
    assert declined.said() == ["birch declines offer 1 of ash"]
    assert withdrawn.said() == ["ash withdraws offer 1"]
    assert withdrawn.decide(SWAP).the(OfferMade).event.offer == 2


def test_offers_are_said_from_the_side_of_whoever_makes_them() -> None:
    """What is tendered and what is asked for are different facts: promises ask who offered what."""
    three = offer(ASH, (ASH, BIRCH, WOLF), (BIRCH, CEDAR, CAT), (CEDAR, ASH, Thing("workplace", "Sheepfold")))

    offered = fresh().decide(three)
    done = offered.decide(Accept(BIRCH, 1), Accept(CEDAR, 1))

    assert offered.said() == [
        "ash offers 2 wolf0 to birch",
        "ash asks birch for 1 Cat Worker, for cedar",
        "ash asks cedar for Workplace Sheepfold",
    ]
    assert done.said() == [
        "birch agrees to offer 1",
        "cedar agrees to offer 1",
        "ash gives 2 wolf0 to birch",
        "birch gives 1 Cat Worker to cedar",
        "cedar gives Workplace Sheepfold to ash",
    ]
    (given,) = [fact for fact in done.ruleset.facts(done.events[-1]) if fact.by == BIRCH]
    assert given.slots == {"offer": 1, "to": CEDAR, "kind": "worker", "item": "Cat", "count": 1, "gift": 0}
