"""KD-2.2, KD-2.4, KA-6 and KA-32: the last slot of a Broken Heart, and tokens that are never shown."""

from msgspec.structs import replace

from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerFumbled,
    CombatBegan,
    HeartBroken,
    InspirationSpent,
    PileBuilt,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import KnightRemoved, SatOut, SlotBegan, TokenRevealed
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, HEX, Table, conditions, seated, tracker


def revealed(table: Table) -> list[tuple[str, int, str, str]]:
    """Whose token in which slot turned out to be what."""
    shown = (each.event for each in table.every(TokenRevealed))
    return [(event.seat, event.slot, event.token.value, event.action) for event in shown]


def test_the_third_slot_is_refused_to_a_broken_heart() -> None:
    """KD-2.2, KA-9: a Broken Heart has slots 1 and 2."""
    table = seated(ash="2,0 broken", birch="4,0")

    refusal = table.refused(LayPlan(ASH, tracker(ASH, "- - shield")))

    assert (refusal.code, refusal.clause, refusal.kind) == ("last-slot-closed", "KD-2.2", "illegal")
    assert "KA-9" in refusal.readings
    assert conditions(refusal) == [
        ("KD-2.1", True, {"stage": "planning", "asked": "ash, birch"}),
        ("KD-2.1", True, {"slots named": 3, "slots": 3}),
        ("KD-2.2", False, {"last slot filled": 3, "actions": 2}),
    ]
    assert table.lay(ash="shield parry -").asked == (BIRCH,)


def test_where_a_broken_heart_has_no_action_it_lays_an_empty_plan() -> None:
    """KD-2.2: how many is data; no slot filled is within none allowed, the first one is beyond."""
    table = seated(replace(HEX, actions=replace(HEX.actions, broken=0)), ash="2,0 broken", birch="4,0")

    assert table.lay(ash="").asked == (BIRCH,)
    assert table.lay(ash="- - -").asked == (BIRCH,)
    assert table.refused(LayPlan(ASH, tracker(ASH, "shield"))).code == "last-slot-closed"


def test_a_broken_heart_sits_out_the_last_slot_only() -> None:
    """KD-2.4, KD-2.2: two actions, then nothing."""
    table = seated(ash="2,0 broken", birch="4,0").plan(ash="shield parry", birch="shield parry sword")

    assert [(seat, slot) for seat, slot, _, _ in revealed(table) if seat == ASH] == [("ash", 1), ("ash", 2)]
    assert table.the(SatOut).event == SatOut(ASH, 3)
    assert {"KD-2.2", "KD-2.4"} <= set(table.the(SatOut).cites)
    assert table.the(SatOut).readings == ("KA-9",)


def test_who_sits_out_may_be_attacked_and_may_use_inspiration_but_is_not_defending() -> None:
    """KD-2.4, KA-7: in the last slot a Broken Heart has Inspiration and nothing more."""
    table = seated(ash="2,0 broken", birch="3,0 sword spent").picking(birch="shield")
    table = table.plan(birch="- - sword").point(birch=ASH)

    inspired = table.inspire(ash=True)

    assert table.the(CombatBegan).event == CombatBegan(BIRCH, ASH, "sword")
    assert inspired.the(InspirationSpent).event == InspirationSpent(ASH)
    assert inspired.the(PileBuilt).event == PileBuilt(ASH, 3, 2)
    assert "KA-7" in inspired.the(PileBuilt).readings


def test_a_heart_broken_in_slot_2_voids_slot_3() -> None:
    """KD-2.2, KA-6: two actions of this turn have been played by then."""
    table = seated(ash="2,0 spent", birch="3,0 sword spent").picking(birch="heart")

    hurt = table.plan(ash="shield - parry", birch="- sword").point(birch=ASH)

    assert hurt.the(SatOut).event == SatOut(ASH, 3)
    assert "KA-6" in hurt.the(SatOut).readings


def test_a_heart_broken_in_slot_3_leaves_the_token_of_slot_3_in_force() -> None:
    """KA-6: it is being carried out, so Ash, just hurt, still parries Cedar."""
    table = seated(ash="2,0 spent", birch="3,0 sword spent", cedar="2,1 sword spent")
    table = table.picking(birch="heart", cedar="shield").plan(ash="- - parry", birch="- - sword", cedar="- - sword")

    hurt = table.point(birch=ASH, cedar=ASH).first(birch=BIRCH, cedar=BIRCH)
    parried = hurt.point(cedar=ASH)

    assert hurt.the(HeartBroken).event == HeartBroken(ASH, BIRCH)
    assert parried.the(AttackerFumbled).event == AttackerFumbled(CEDAR, "sword")
    assert parried.every(SatOut) == ()


def test_a_token_in_a_void_slot_is_never_shown() -> None:
    """KA-32: the third token of a heart broken in slot 1 stays face down to the end of the turn."""
    table = seated(ash="2,0 spent", birch="3,0 sword spent").picking(birch="heart")

    hurt = table.plan(ash="- - parry", birch="sword").point(birch=ASH)

    rests = [(each.event.slot, "KA-6" in each.readings) for each in hurt.every(SlotBegan)]
    assert rests == [(2, False), (3, True)]
    assert hurt.the(HeartBroken).event == HeartBroken(ASH, BIRCH)
    assert hurt.the(SatOut).event == SatOut(ASH, 3)
    assert revealed(hurt) == []


def test_the_later_tokens_of_the_defeated_are_never_shown() -> None:
    """KA-32: nothing of a Knight that has left the board is revealed."""
    table = seated(ash="2,0 broken spent", birch="3,0 sword spent", cedar="-4,0").picking(birch="heart")

    fallen = table.plan(ash="shield parry", birch="sword", cedar="- bow").point(birch=ASH)

    assert fallen.the(KnightRemoved).event == KnightRemoved(ASH, "2,0")
    assert revealed(fallen) == [("cedar", 2, "bow", "change")]
    assert (fallen.field.turn, fallen.asked) == (2, (BIRCH, CEDAR))
