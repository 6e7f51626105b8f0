"""HT-2.2: Free Actions in the middle of something, and by those who are Idle."""

from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.model.action_events import WorkplaceDiscarded
from oathbook.domain.rulesets.heirless.model.decisions import Accept, Assign, Decline, Enact, Permit
from oathbook.domain.rulesets.heirless.model.events import GoodsTraded, OfferAccepted, OfferDeclined, OfferMade
from oathbook.domain.rulesets.heirless.model.state import Turn
from oathbook.domain.rulesets.heirless.model.switches import Switches
from tests.unit.rulesets.heirless.table import ASH, BIRCH, CEDAR, Table, fresh, having, placed, taken_up, workers
from tests.unit.rulesets.heirless.test_trades import SWAP, giving, tenth


def asked_for_bakery() -> Table:
    """Ash has nine Workplaces built, birch one; it is cedar's turn, who asks ash for the Bakery."""
    switches = Switches(tenth_by_trade="replace")
    field = placed(replace(tenth(switches).field, turn=Turn(CEDAR, 4)), cedar="Farmland")
    asked = taken_up(having(field, CEDAR, unemployed=workers(Cat=1)), switches=switches)
    return asked.decide(Assign(CEDAR, "Bakery", ("Cat",)))


def test_a_workplace_that_makes_room_is_not_asked_for_any_more() -> None:
    """HA-8, HA-15: the Bakery is gone before ash has answered, and cedar's turn goes on."""
    asked = asked_for_bakery()

    done = asked.decide(giving("Bakery"), Accept(ASH, 1))

    assert asked.asked == (ASH,)
    assert done.the(WorkplaceDiscarded).readings == ("HA-8", "HA-15")
    assert (done.field.stage, done.field.request, done.asked) == ("turns", None, (CEDAR,))
    assert done.why_not(Permit(ASH, allow=True)) == ("not-asked", "HT-4.5")
    assert done.deploy(CEDAR, "Valley").asked == (ASH,)


def test_what_makes_room_beside_a_request_leaves_it_as_it_is() -> None:
    """The control: another Workplace of ash goes, and ash still has to answer about the Bakery."""
    done = asked_for_bakery().decide(giving("Tannery"), Accept(ASH, 1))

    assert (done.field.stage, done.asked) == ("consent", (ASH,))
    assert done.decide(Permit(ASH, allow=True)).player(CEDAR).influence > 0


def test_trades_go_on_in_the_middle_of_a_vote() -> None:
    """HA-8: between two answers; the vote stands as it was."""
    asked = fresh().decide(Enact(ASH, "Tithe"))

    done = asked.decide(SWAP, Accept(BIRCH, 1))

    assert "HA-8" in done.the(OfferMade).readings
    assert done.the(OfferAccepted).readings == ("HA-8",)
    assert done.the(GoodsTraded).readings == ("HA-8",)
    assert asked.decide(SWAP).decide(Decline(BIRCH, 1)).the(OfferDeclined).readings == ("HA-8",)
    assert done.field.ballot == asked.field.ballot
    assert done.asked == (CEDAR,)


def test_the_idle_agree_and_decline() -> None:
    """HA-48: birch is Idle; ash, who is not, rests on nothing but what birch did."""
    offered = fresh().deploy(ASH, "Valley").idle(BIRCH).decide(SWAP)

    agreed, declined = offered.decide(Accept(BIRCH, 1)), offered.decide(Decline(BIRCH, 1))

    assert offered.the(OfferMade).readings == ("HA-66",)
    assert agreed.the(OfferAccepted).readings == ("HA-48",)
    assert agreed.the(GoodsTraded).readings == ("HA-48",)
    assert declined.the(OfferDeclined).readings == ("HA-48",)
    assert offered.decide(Decline(ASH, 1)).the(OfferDeclined).readings == ()


def test_between_players_in_their_turns_free_actions_rest_on_no_reading() -> None:
    """The control: nobody is Idle, and nothing is in the middle of anything."""
    offered = fresh().decide(SWAP)

    assert offered.decide(Accept(BIRCH, 1)).readings == set()
    assert offered.decide(Decline(BIRCH, 1)).readings == set()
