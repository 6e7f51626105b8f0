"""The vectors KV-1 to KV-13 of A Knight's Duty, each played from a start position."""

import pytest

from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerFumbled,
    AttackMissed,
    CombatBegan,
    CombatEnded,
    HeartBroken,
    InspirationRegained,
    InspirationSpent,
    KnightDefeated,
    PileBuilt,
    TargetDeclared,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget, LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import (
    EquipmentChanged,
    KnightRemoved,
    KnightsMoved,
    KnightStayed,
    MatchEnded,
    Moved,
    SatOut,
    SlotBegan,
    SlotEnded,
    TokenRevealed,
    TurnBegan,
)
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, Table, conditions, seated, tracker


def actions_in(table: Table, seat: str) -> list[tuple[int, str]]:
    """Slot and action of the tokens a seat has revealed."""
    shown = (each.event for each in table.every(TokenRevealed))
    return [(event.slot, event.action) for event in shown if event.seat == seat]


def test_kv_1_sword_sword_move_equips_then_attacks_then_moves() -> None:
    """KV-1 (KD-5.1, KD-7.1, KA-10): without a weapon, the first sword equips, the second attacks, then the move."""
    table = seated(ash="2,0 spent", birch="2,1 spent").picking(ash="shield")

    planned = table.plan(ash="sword sword movement")
    attacked = planned.point(ash=BIRCH)
    moved = attacked.move(ash="3,0")

    assert actions_in(planned, ASH) == [(1, "change"), (2, "attack")]
    assert planned.the(EquipmentChanged).event == EquipmentChanged(ASH, None, "sword")
    assert attacked.the(CombatBegan).event == CombatBegan(ASH, BIRCH, "sword")
    assert actions_in(attacked, ASH) == [(3, "move")]
    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,0", "3,0"),))


def test_kv_2_sword_spear_spear_equips_twice_then_attacks_with_the_spear() -> None:
    """KV-2 (KD-5.1, KD-5.2, KD-7.1): every other weapon is a change, the same one again is the attack."""
    table = seated(ash="2,0 spent", birch="2,1 spent").picking(ash="shield")

    planned = table.plan(ash="sword spear spear")
    attacked = planned.point(ash=BIRCH)

    assert actions_in(planned, ASH) == [(1, "change"), (2, "change"), (3, "attack")]
    assert [each.event for each in planned.every(EquipmentChanged)] == [
        EquipmentChanged(ASH, None, "sword"),
        EquipmentChanged(ASH, "sword", "spear"),
    ]
    assert attacked.the(CombatBegan).event == CombatBegan(ASH, BIRCH, "spear")


def test_kv_3_after_a_fumble_the_second_sword_token_is_a_change() -> None:
    """KV-3 (KD-8.7, KA-10): a miss on a Parrying target unequips the sword, and slot 2 equips it again."""
    table = seated(ash="2,0 sword spent", birch="2,1 spent").picking(ash="shield")

    planned = table.plan(ash="sword sword", birch="parry")
    fumbled = planned.point(ash=BIRCH)

    assert actions_in(planned, ASH) == [(1, "attack")]
    assert fumbled.the(AttackMissed).event == AttackMissed(ASH, BIRCH)
    assert fumbled.the(AttackerFumbled).event == AttackerFumbled(ASH, "sword")
    assert actions_in(fumbled, ASH) == [(2, "change")]
    assert fumbled.the(EquipmentChanged).event == EquipmentChanged(ASH, None, "sword")
    assert len(fumbled.every(CombatBegan)) == 1
    assert fumbled.knight(ASH).weapon == "sword"


def test_kv_4_with_an_agreement_for_b_a_stays_and_b_is_on_the_space() -> None:
    """KV-4 (KD-4.3): A and B want 2,1; both name B."""
    table = seated(ash="2,0", birch="3,1").plan(ash="movement", birch="movement").move(ash="2,1", birch="2,1")

    agreed = table.yield_to(ash=BIRCH, birch=BIRCH)

    assert agreed.the(KnightsMoved).event == KnightsMoved((Moved(BIRCH, "3,1", "2,1"),))
    assert agreed.the(KnightStayed).event == KnightStayed(ASH, "2,1", "clash")
    assert "KD-4.3" in agreed.the(KnightStayed).cites
    assert (agreed.knight(ASH).space, agreed.knight(BIRCH).space) == ("2,0", "2,1")


def test_kv_4_without_an_agreement_both_stay() -> None:
    """KV-4 (KD-4.3): A and B want 2,1; each names itself."""
    table = seated(ash="2,0", birch="3,1").plan(ash="movement", birch="movement").move(ash="2,1", birch="2,1")

    apart = table.yield_to(ash=ASH, birch=BIRCH)

    assert apart.every(KnightsMoved) == ()
    assert [each.event for each in apart.every(KnightStayed)] == [
        KnightStayed(ASH, "2,1", "clash"),
        KnightStayed(BIRCH, "2,1", "clash"),
    ]
    assert (apart.knight(ASH).space, apart.knight(BIRCH).space) == ("2,0", "3,1")


@pytest.mark.parametrize("how", ["stays by choice", "has no Movement token"])
def test_kv_5_a_mover_cannot_enter_the_space_of_one_who_stays(how: str) -> None:
    """KV-5 (KD-4.2): A moves to the space of B, B stays on it: A stays."""
    table = seated(ash="2,0", birch="2,1")
    if how == "stays by choice":
        chosen = table.plan(ash="movement", birch="movement").move(birch="2,1", ash="2,1")
    else:
        chosen = table.plan(ash="movement", birch="-").move(ash="2,1")

    blocked = next(each for each in chosen.every(KnightStayed) if each.event.seat == ASH)

    assert blocked.event == KnightStayed(ASH, "2,1", "occupied")
    assert "KD-4.2" in blocked.cites
    assert chosen.every(KnightsMoved) == ()
    assert (chosen.knight(ASH).space, chosen.knight(BIRCH).space) == ("2,0", "2,1")


def test_kv_6_hit_twice_in_a_slot_one_is_defeated_still_attacks_and_leaves_after_it() -> None:
    """KV-6 (KD-7.6, KD-8.8, KD-8.9): Full Heart, Broken Heart, defeated, and the own attack all the same."""
    table = seated(ash="2,0 sword spent", birch="3,0 sword spent", cedar="2,1 sword spent")
    table = table.picking(birch="heart", cedar="heart", ash="heart")
    table = table.plan(ash="sword", birch="sword", cedar="sword").point(ash=BIRCH, birch=ASH, cedar=ASH)

    once = table.first(ash=BIRCH, birch=BIRCH, cedar=BIRCH)
    twice = once.point(cedar=ASH).first(ash=CEDAR, cedar=CEDAR)

    assert once.the(HeartBroken).event == HeartBroken(ASH, BIRCH)
    assert twice.the(KnightDefeated).event == KnightDefeated(ASH, CEDAR)
    own = twice.every(CombatBegan)[-1]
    assert own.event == CombatBegan(ASH, BIRCH, "sword")
    assert "KD-7.6" in own.cites
    assert "KA-34" in own.readings
    assert twice.the(HeartBroken).event == HeartBroken(BIRCH, ASH)
    assert twice.the(KnightRemoved).event == KnightRemoved(ASH, "2,0")
    assert twice.events.index(CombatEnded(ASH, BIRCH)) < twice.events.index(KnightRemoved(ASH, "2,0"))
    assert twice.events.index(KnightRemoved(ASH, "2,0")) < twice.events.index(SlotEnded(1))
    assert twice.knight(ASH).space is None


def test_kv_7_the_last_two_who_defeat_each_other_in_a_slot_draw() -> None:
    """KV-7 (KD-10.2): both have Broken Hearts and both hit."""
    table = seated(ash="2,0 sword broken spent", birch="3,0 sword broken spent").picking(ash="heart", birch="heart")
    table = table.plan(ash="sword", birch="sword").point(ash=BIRCH, birch=ASH)

    fallen = table.first(ash=ASH, birch=ASH)
    ended = fallen.inspire(ash=False)

    assert fallen.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert ended.the(KnightDefeated).event == KnightDefeated(ASH, BIRCH)
    assert ended.the(MatchEnded).event == MatchEnded("draw", ())
    assert ended.the(MatchEnded).cites == ("KD-10.2",)
    assert ended.field.ending == Ending("draw", (), "KD-10.2")
    assert ended.asked == ()


def test_kv_8_a_token_regained_by_a_defeat_can_be_used_in_the_next_combat_of_the_slot() -> None:
    """KV-8 (KD-9.2, KA-19): B defeats A with its token face down, and uses it as the target of C right after."""
    table = seated(ash="2,0 broken spent", birch="3,0 sword spent", cedar="3,1 sword spent")
    table = table.picking(birch="heart", cedar="shield")
    table = table.plan(birch="sword", cedar="sword").point(birch=ASH, cedar=BIRCH)

    defeated = table.first(birch=BIRCH, cedar=BIRCH)
    inspired = defeated.inspire(birch=True)

    assert defeated.the(KnightDefeated).event == KnightDefeated(ASH, BIRCH)
    assert defeated.the(InspirationRegained).event == InspirationRegained(BIRCH, "defeat")
    assert "KD-9.2" in defeated.the(InspirationRegained).cites
    assert "KA-19" in defeated.the(InspirationRegained).readings
    assert defeated.knight(BIRCH).inspiration == "face_up"
    assert defeated.events[-1] == CombatBegan(CEDAR, BIRCH, "sword")
    assert inspired.the(InspirationSpent).event == InspirationSpent(BIRCH)
    assert inspired.the(PileBuilt).event == PileBuilt(BIRCH, 3, 2)


@pytest.mark.parametrize(
    ("weapon", "legal", "illegal", "reach"), [("sword", "1,0", "2,0", 2), ("bow", "3,0", "4,0", 4)]
)
def test_kv_9_the_range_ends_where_it_is_printed(weapon: str, legal: str, illegal: str, reach: int) -> None:
    """KV-9 (KD-7.2): from -1,0 a sword at distance 2, a bow at distance 4 is legal; one space more is not."""
    table = seated(ash=f"-1,0 {weapon} spent", birch=f"{legal} spent", cedar=f"{illegal} spent")
    table = table.picking(ash="shield").plan(ash=weapon)

    refusal = table.refused(DeclareTarget(ASH, CEDAR))
    pointed = table.point(ash=BIRCH)

    assert (refusal.code, refusal.clause, refusal.kind) == ("out-of-range", "KD-7.2", "illegal")
    assert conditions(refusal)[-1] == ("KD-7.2", False, {"distance": reach + 1, "reach": reach, "weapon": weapon})
    assert pointed.the(TargetDeclared).event == TargetDeclared(ASH, BIRCH)
    assert "KD-7.2" in pointed.the(TargetDeclared).cites


def test_kv_10_a_full_heart_lost_in_slot_1_leaves_slot_2_and_voids_slot_3() -> None:
    """KV-10 (KD-2.2, KA-6): three tokens lie there, slot 2 is played, slot 3 is not."""
    table = seated(ash="2,0 spent", birch="3,0 sword spent").picking(birch="heart")
    table = table.plan(ash="shield movement parry", birch="sword")

    hurt = table.point(birch=ASH)
    moved = hurt.move(ash="1,0")

    assert hurt.the(HeartBroken).event == HeartBroken(ASH, BIRCH)
    assert actions_in(hurt, ASH) == [(2, "move")]
    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,0", "1,0"),))
    assert actions_in(moved, ASH) == []
    assert moved.the(SatOut).event == SatOut(ASH, 3)
    assert "KA-6" in moved.the(SatOut).readings


def test_kv_11_a_token_turned_up_on_high_ground_can_be_used_in_the_attack_step_of_the_slot() -> None:
    """KV-11 (KD-9.3): the Knight lands in the Movement step of slot 2 and is attacked in the same slot."""
    table = seated(ash="1,0 spent", birch="2,0 sword spent").picking(birch="shield")
    table = table.plan(ash="- movement", birch="- sword")

    landed = table.move(ash="0,0")
    used = landed.point(birch=ASH).inspire(ash=True)

    assert landed.field.slot == 2
    assert landed.the(InspirationRegained).event == InspirationRegained(ASH, "high_ground")
    assert "KD-9.3" in landed.the(InspirationRegained).cites
    assert landed.field.stage == "targets"
    assert used.the(InspirationSpent).event == InspirationSpent(ASH)
    assert used.the(PileBuilt).event == PileBuilt(ASH, 3, 2)


def test_kv_12_a_token_spent_on_high_ground_stays_down_until_the_next_turn_begins() -> None:
    """KV-12 (KD-9.3, KA-20, KA-21): spent in slot 1 without moving, still face down in slot 3, face up in turn 2."""
    table = seated(ash="0,0 sword", birch="2,0 spent").picking(ash="shield")
    table = table.plan(ash="sword", birch="- - movement").point(ash=BIRCH)

    spent = table.inspire(ash=True)
    turned = spent.move(birch="3,0")

    assert spent.the(InspirationSpent).event == InspirationSpent(ASH)
    assert spent.every(InspirationRegained) == ()
    assert (spent.field.slot, spent.knight(ASH).inspiration) == (3, "face_down")
    assert turned.kinds(SlotBegan, TurnBegan, InspirationRegained) == (TurnBegan, InspirationRegained)
    assert turned.the(InspirationRegained).event == InspirationRegained(ASH, "high_ground")
    assert (turned.field.turn, turned.knight(ASH).inspiration) == (2, "face_up")


@pytest.mark.parametrize("token", ["sword", "spear", "bow", "shield", "parry"])
def test_kv_13_three_tokens_of_one_kind_are_illegal(token: str) -> None:
    """KV-13 (KD-2.1): only 2 of each weapon, shield and parry exist."""
    table = seated(ash="2,0", birch="3,0")

    refusal = table.refused(LayPlan(ASH, tracker(ASH, f"{token} {token} {token}")))

    assert (refusal.code, refusal.clause, refusal.kind) == ("tokens-short", "KD-2.1", "illegal")
    assert conditions(refusal)[-1] == ("KD-2.1", False, {"token": token, "laid": 3, "supply": 2})
    assert table.lay(ash=f"{token} {token}").asked == (BIRCH,)


def test_kv_13_three_movement_tokens_are_legal() -> None:
    """KV-13 (KD-2.1): 3 Movement tokens exist."""
    table = seated(ash="2,0", birch="3,0").plan(ash="movement movement movement")

    table = table.move(ash="2,1").move(ash="2,0").move(ash="2,1")

    assert (table.field.turn, table.knight(ASH).space) == (2, "2,1")
