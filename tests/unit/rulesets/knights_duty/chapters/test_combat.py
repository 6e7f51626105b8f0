"""KD-8: one card out of the pile, and what comes of it."""

import pytest

from oathbook.domain.errors import ImpossibleDraw
from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerFumbled,
    AttackMissed,
    CardPicked,
    CombatBegan,
    CombatEnded,
    HeartBroken,
    HitWithoutEffect,
    InspirationRegained,
    InspirationSpent,
    KnightDefeated,
    PileBuilt,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget, LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import KnightRemoved, SlotEnded
from oathbook.domain.rulesets.protocol import Score
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, FIR, Table, seated, tracker


def aiming(target: str = "", plan: str = "-") -> Table:
    """Ash is about to point a sword at Birch; Cedar and Fir are far away."""
    table = seated(ash="2,0 sword spent", birch=f"3,0 spent {target}", cedar="-4,0", fir="-4,1")
    return table.plan(ash="sword", birch=plan)


def test_a_combat_runs_from_the_pile_to_the_card_to_its_end() -> None:
    """KD-8.1 to KD-8.7: in this order, nothing else in between."""
    table = aiming().picking(ash="shield")

    missed = table.point(ash=BIRCH)

    kinds = (CombatBegan, PileBuilt, CardPicked, AttackMissed, HeartBroken, CombatEnded, SlotEnded)
    assert missed.kinds(*kinds)[:6] == (CombatBegan, PileBuilt, CardPicked, AttackMissed, CombatEnded, SlotEnded)
    assert "KD-8.1" in missed.the(CombatBegan).cites
    assert "KD-8.1" in missed.the(CombatEnded).cites
    assert missed.the(CardPicked).event == CardPicked(ASH, BIRCH, "shield")
    assert {"KD-8.5", "KD-8.6"} <= set(missed.the(CardPicked).cites)


def test_the_card_is_asked_for_by_slot_and_attacker() -> None:
    """KD-8.5, KD-8.6: one card, and without it nobody knows what follows."""
    table = aiming()

    request = table.draw_missing(DeclareTarget(ASH, BIRCH))

    assert (request.label, request.count) == ("strike/1/ash", 1)
    assert request.pile == ("heart", "heart", "heart", "shield")


def test_a_card_that_is_not_in_the_pile_cannot_be_picked() -> None:
    """KD-8.6: the attacker picks from the pile."""
    table = aiming().picking(ash="inspiration")

    with pytest.raises(ImpossibleDraw):
        table.point(ash=BIRCH)


def test_a_miss_does_no_harm() -> None:
    """KD-8.6, KD-8.7: a shield; nothing changes for either."""
    table = aiming().picking(ash="shield")

    missed = table.point(ash=BIRCH)

    assert missed.the(AttackMissed).event == AttackMissed(ASH, BIRCH)
    assert {"KD-8.6", "KD-8.7"} <= set(missed.the(AttackMissed).cites)
    assert missed.knight(BIRCH) == table.knight(BIRCH)
    assert missed.knight(ASH) == table.knight(ASH)


def test_a_hit_breaks_a_full_heart() -> None:
    """KD-8.6, KD-8.8: Broken Heart cards take the place of the Full ones, and the turns have 2 actions."""
    table = aiming().picking(ash="heart")

    hurt = table.point(ash=BIRCH)
    refusal = hurt.refused(LayPlan(BIRCH, tracker(BIRCH, "- - shield")))

    assert hurt.the(HeartBroken).event == HeartBroken(BIRCH, ASH)
    assert "KD-8.8" in hurt.the(HeartBroken).cites
    assert hurt.every(AttackMissed) == ()
    assert (hurt.knight(BIRCH).heart, hurt.knight(BIRCH).defeated) == ("broken", False)
    assert Score(BIRCH, 1, "hearts") in DUTY.standing(hurt.state).scores
    assert (hurt.field.turn, refusal.code) == (2, "last-slot-closed")


def test_a_hit_on_a_broken_heart_is_a_defeat() -> None:
    """KD-8.9: the Knight leaves the board after the attacks of the slot, and is out."""
    table = aiming("broken").picking(ash="heart")

    fallen = table.point(ash=BIRCH)

    assert fallen.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert "KD-8.9" in fallen.the(KnightDefeated).cites
    assert fallen.the(KnightRemoved).event == KnightRemoved(BIRCH, "3,0")
    assert {"KD-7.6", "KD-8.9"} <= set(fallen.the(KnightRemoved).cites)
    assert fallen.kinds(KnightDefeated, CombatEnded, KnightRemoved)[:3] == (KnightDefeated, CombatEnded, KnightRemoved)
    assert fallen.knight(BIRCH).space is None
    assert Score(BIRCH, 0, "hearts") in DUTY.standing(fallen.state).scores
    assert DUTY.standing(fallen.state).out == (BIRCH,)
    assert BIRCH not in fallen.asked


def test_the_defeated_stay_until_the_attacks_of_the_slot_are_over() -> None:
    """KD-7.6, KD-8.9: Birch stands there, at zero hearts, while Cedar is to attack."""
    table = seated(ash="2,0 sword", birch="3,0 broken spent", cedar="2,1 sword", fir="1,0").picking(ash="heart")
    table = table.plan(ash="sword", cedar="sword").point(ash=BIRCH, cedar=FIR)

    between = table.first(ash=ASH, cedar=ASH).inspire(ash=False)

    assert between.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert between.every(KnightRemoved) == ()
    assert (between.knight(BIRCH).space, between.knight(BIRCH).defeated) == ("3,0", True)
    assert Score(BIRCH, 0, "hearts") in DUTY.standing(between.state).scores
    assert DUTY.standing(between.state).out == ()


def test_a_miss_against_a_parry_is_a_fumble() -> None:
    """KD-8.7: the attacker has no weapon any more, and the combat is over."""
    table = aiming(plan="parry").picking(ash="shield")

    missed = table.point(ash=BIRCH)

    assert missed.the(AttackerFumbled).event == AttackerFumbled(ASH, "sword")
    assert {"KD-8.7", "KD-6.2"} <= set(missed.the(AttackerFumbled).cites)
    assert missed.kinds(AttackMissed, AttackerFumbled, CombatEnded) == (AttackMissed, AttackerFumbled, CombatEnded)
    assert missed.knight(ASH).weapon is None


def test_a_hit_against_a_parry_is_a_hit() -> None:
    """KD-8.7, KD-8.8: only a miss is a fumble."""
    table = aiming(plan="parry").picking(ash="heart")

    hurt = table.point(ash=BIRCH)

    assert hurt.the(HeartBroken).event == HeartBroken(BIRCH, ASH)
    assert hurt.every(AttackerFumbled) == ()
    assert hurt.knight(ASH).weapon == "sword"


def test_a_heart_broken_in_slot_1_can_be_a_defeat_in_slot_2() -> None:
    """KD-8.8, KD-8.9: two hits, two slots."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent", cedar="-4,0").picking(ash="heart")

    once = table.plan(ash="sword sword").point(ash=BIRCH)
    twice = once.point(ash=BIRCH)

    assert once.the(HeartBroken).event == HeartBroken(BIRCH, ASH)
    assert twice.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)


def test_a_hit_on_the_defeated_changes_nothing_and_brings_nothing() -> None:
    """KD-7.6, KA-18: no second defeat and no second reward for Cedar's spent token."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent", cedar="2,1 sword spent", fir="-4,0")
    table = table.picking(ash="heart", cedar="heart").plan(ash="sword", cedar="sword").point(ash=BIRCH, cedar=BIRCH)

    first = table.first(ash=ASH, cedar=ASH)
    second = first.point(cedar=BIRCH)

    assert first.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert second.the(HitWithoutEffect).event == HitWithoutEffect(BIRCH, CEDAR)
    assert "KD-7.6" in second.the(HitWithoutEffect).cites
    assert "KA-18" in second.the(HitWithoutEffect).readings
    assert second.every(KnightDefeated) == ()
    assert second.every(InspirationRegained) == ()
    assert second.knight(CEDAR).inspiration == "face_down"
    assert len(second.every(KnightRemoved)) == 1


def test_the_defeated_still_use_inspiration_and_still_parry() -> None:
    """KD-7.6, KA-34: Birch, defeated by Ash, spends the token against Cedar and makes Cedar fumble."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken", cedar="2,1 sword spent", fir="-4,0")
    table = table.picking(ash="heart", cedar="shield").plan(ash="sword", birch="parry", cedar="sword")
    table = table.point(ash=BIRCH, cedar=BIRCH)

    fallen = table.first(ash=ASH, cedar=ASH).inspire(birch=False)
    asked = fallen.point(cedar=BIRCH)
    parried = asked.inspire(birch=True)

    assert fallen.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert "KA-34" in asked.the(CombatBegan).readings
    assert asked.asked == (BIRCH,)
    assert parried.the(InspirationSpent).event == InspirationSpent(BIRCH)
    assert parried.the(PileBuilt).event == PileBuilt(BIRCH, 3, 2)
    assert parried.the(AttackerFumbled).event == AttackerFumbled(CEDAR, "sword")


def test_the_hurt_still_attack_in_their_slot() -> None:
    """KD-7.6: Birch loses a Full Heart to Ash and attacks all the same."""
    table = seated(ash="2,0 sword spent", birch="3,0 sword spent").picking(ash="heart", birch="heart")
    table = table.plan(ash="sword", birch="sword").point(ash=BIRCH, birch=ASH)

    both = table.first(ash=ASH, birch=ASH)

    assert [each.event for each in both.every(HeartBroken)] == [HeartBroken(BIRCH, ASH), HeartBroken(ASH, BIRCH)]


def test_the_defeated_are_removed_in_the_slot_they_fell_in() -> None:
    """KD-8.9: after slot 1, so that in slot 2 nobody can point at them."""
    table = seated(ash="2,0 bow spent", birch="3,0 broken spent", cedar="2,1 spent").picking(ash="heart")

    fallen = table.plan(ash="bow bow").point(ash=BIRCH)
    refusal = fallen.refused(DeclareTarget(ASH, BIRCH))

    assert (fallen.field.slot, fallen.asked) == (2, (ASH,))
    assert refusal.code == "no-such-opponent"
