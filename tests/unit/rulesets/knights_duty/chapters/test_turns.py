"""KD-2 and KD-3: plans face down, slot after slot, kind after kind."""

import pytest

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.knights_duty.model.decisions import LayPlan, Move
from oathbook.domain.rulesets.knights_duty.model.events import (
    EquipmentChanged,
    KnightsMoved,
    PlanLaid,
    SatOut,
    SlotBegan,
    SlotEnded,
    StanceTaken,
    StepBegan,
    TokenRevealed,
    TurnBegan,
    TurnEnded,
)
from tests.unit.rulesets.knights_duty.table import (
    ASH,
    BIRCH,
    CEDAR,
    FIR,
    OAK,
    Table,
    conditions,
    fresh,
    seated,
    tracker,
)


def revealed(table: Table) -> list[tuple[str, int, str, str]]:
    """Whose token in which slot turned out to be what."""
    shown = (each.event for each in table.every(TokenRevealed))
    return [(event.seat, event.slot, event.token.value, event.action) for event in shown]


def test_plans_stay_face_down_until_everybody_has_laid_one() -> None:
    """KD-2.1, KD-2.3: laying a plan reveals nothing while somebody is still to plan."""
    table = seated(ash="2,0", birch="3,0")

    one = table.lay(ash="shield")
    both = one.lay(birch="parry")

    assert one.events == (PlanLaid(ASH, tracker(ASH, "shield")),)
    assert {"KD-2.1", "KD-2.2"} <= set(one.the(PlanLaid).cites)
    assert one.asked == (BIRCH,)
    assert both.every(SlotBegan)[0].event == SlotBegan(1)
    assert "KD-2.3" in both.every(SlotBegan)[0].cites
    assert revealed(both) == [("ash", 1, "shield", "defend"), ("birch", 1, "parry", "parry")]


def test_the_order_in_which_plans_are_laid_does_not_matter() -> None:
    """KD-2.1: all choose at once, so the tokens turn up the same whoever was the first to plan."""
    table = seated(ash="2,0", birch="3,0")

    ash_first = table.lay(ash="shield sword", birch="parry bow")
    birch_first = table.lay(birch="parry bow", ash="shield sword")

    assert ash_first.events[2:] == birch_first.events[2:]


def test_a_later_slot_stays_hidden_until_the_earlier_one_is_resolved() -> None:
    """KD-2.3: while slot 1 waits for a mover, nothing of slot 2 or 3 is shown; then slot 2, then slot 3."""
    table = seated(ash="2,0", birch="4,0")

    planned = table.plan(ash="movement movement movement", birch="shield parry bow")
    second = planned.move(ash="2,0")
    third = second.move(ash="2,0")
    over = third.move(ash="2,0")

    assert revealed(planned) == [("ash", 1, "movement", "move"), ("birch", 1, "shield", "defend")]
    assert revealed(second) == [("ash", 2, "movement", "move"), ("birch", 2, "parry", "parry")]
    assert revealed(third) == [("ash", 3, "movement", "move"), ("birch", 3, "bow", "change")]
    assert over.kinds(SlotEnded, TurnEnded, TurnBegan) == (SlotEnded, TurnEnded, TurnBegan)
    assert [plan.shown for plan in second.field.plans] == [("movement", "movement"), ("shield", "parry")]


def test_a_turn_ends_after_slot_3_and_the_next_one_begins() -> None:
    """KD-2.3, KD-2.1: turn 2 asks everybody for a plan again, with an empty tracker."""
    table = seated(ash="2,0", birch="4,0").plan()

    assert [each.event.slot for each in table.every(SlotBegan)] == [1, 2, 3]
    assert all({"KD-2.3", "KD-3.1"} <= set(each.cites) for each in table.every(SlotBegan))
    assert all("KD-2.3" in each.cites for each in (*table.every(SlotEnded), table.the(TurnEnded)))
    assert table.the(TurnEnded).event == TurnEnded(1, 0)
    assert table.the(TurnBegan).event == TurnBegan(2)
    assert {"KD-2.1", "KD-2.2"} <= set(table.the(TurnBegan).cites)
    assert (table.field.stage, table.field.slot, table.field.plans) == ("planning", 0, ())
    assert table.asked == (ASH, BIRCH)


def test_tokens_come_back_after_the_turn() -> None:
    """KA-33: both bows laid in turn 1 can be laid again in turn 2."""
    table = seated(ash="2,0", birch="-4,0").plan(ash="bow")

    again = table.plan(ash="spear spear").plan(ash="bow bow")

    assert table.field.turn == 2
    assert "KA-33" in table.the(TurnEnded).readings
    assert again.field.turn == 4


def test_slots_may_be_left_empty_anywhere() -> None:
    """KA-8: the number of actions is what one can do; nothing lies on the first slot here."""
    table = seated(ash="2,0", birch="4,0")

    planned = table.plan(ash="- shield -")

    assert "KA-8" in planned.every(PlanLaid)[0].readings
    assert revealed(planned) == [("ash", 2, "shield", "defend")]


def test_a_full_heart_has_three_actions() -> None:
    """KD-2.2: all three slots are revealed."""
    table = seated(ash="2,0", birch="4,0").plan(ash="shield parry sword")

    assert [slot for _, slot, _, _ in revealed(table)] == [1, 2, 3]
    assert table.every(SatOut) == ()


def test_a_fourth_slot_is_refused_to_anybody() -> None:
    """KD-2.1: the tracker has 3 slots."""
    table = seated(ash="2,0", birch="4,0")

    refusal = table.refused(LayPlan(ASH, tracker(ASH, "- - - -")))

    assert (refusal.code, refusal.clause, refusal.kind) == ("too-many-slots", "KD-2.1", "illegal")
    assert conditions(refusal) == [
        ("KD-2.1", True, {"stage": "planning", "asked": "ash, birch"}),
        ("KD-2.1", False, {"slots named": 4, "slots": 3}),
    ]


@pytest.mark.parametrize("plan", ["bow - bow", "parry shield parry", "movement movement movement"])
def test_a_plan_may_use_all_tokens_of_a_kind(plan: str) -> None:
    """KD-2.1, section 1: 2 of each, 3 Movement tokens (what is more than that is KV-13)."""
    table = seated(ash="2,0", birch="4,0")

    laid = table.lay(ash=plan)

    assert laid.the(PlanLaid).event == PlanLaid(ASH, tracker(ASH, plan))


def test_a_second_plan_in_a_turn_is_refused() -> None:
    """KD-2.1: everybody plans once a turn."""
    table = seated(ash="2,0", birch="4,0").lay(ash="shield")

    refusal = table.refused(LayPlan(ASH, ()))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-2.1", "out-of-turn")
    assert conditions(refusal) == [("KD-2.1", False, {"stage": "planning", "asked": "birch"})]


def test_nobody_plans_before_the_clans_are_chosen_or_while_a_slot_is_resolved() -> None:
    """KD-2.1: plans are laid at the beginning of a turn."""
    early = fresh("ash", "birch")
    late = seated(ash="2,0", birch="4,0").plan(ash="movement")

    for table, stage, asked in ((early, "clans", "ash, birch"), (late, "movement", "ash")):
        refusal = table.refused(LayPlan(ASH, ()))

        assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-2.1", "out-of-turn")
        assert conditions(refusal) == [("KD-2.1", False, {"stage": stage, "asked": asked})]


def test_nobody_moves_while_plans_are_laid() -> None:
    """KD-2.3: actions come when their slot is revealed."""
    table = seated(ash="2,0", birch="4,0")

    refusal = table.refused(Move(ASH, Hidden.of("2,1", ASH)))

    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")


def test_the_kinds_of_a_slot_follow_one_another() -> None:
    """KD-3.1: Movement, change of equipment, Defending, Parrying, Attacking, whatever the order of the seats."""
    table = seated(ash="2,0 sword", birch="3,0", cedar="-2,0", fir="-3,0", oak="0,3")
    planned = table.plan(ash="sword", birch="parry", cedar="shield", fir="bow", oak="movement")

    moved = planned.move(oak="0,2")

    clauses = {each.event.seat: set(each.cites) for each in planned.every(TokenRevealed)}
    assert clauses == {
        ASH: {"KD-2.3", "KD-7.1"},
        BIRCH: {"KD-2.3", "KD-6.2"},
        CEDAR: {"KD-2.3", "KD-6.1"},
        FIR: {"KD-2.3", "KD-5.1"},
        OAK: {"KD-2.3", "KD-4.1"},
    }
    kinds = planned.kinds(StepBegan), moved.kinds(KnightsMoved, EquipmentChanged, StanceTaken, StepBegan)
    assert kinds == ((StepBegan,), (KnightsMoved, EquipmentChanged, StanceTaken, StanceTaken, StepBegan))
    assert planned.the(StepBegan).event == StepBegan("movement", (OAK,))
    assert moved.the(EquipmentChanged).event == EquipmentChanged(FIR, None, "bow")
    assert [each.event for each in moved.every(StanceTaken)] == [
        StanceTaken(CEDAR, "defending"),
        StanceTaken(BIRCH, "parrying"),
    ]
    assert moved.the(StepBegan).event == StepBegan("attacking", (ASH,))
    assert all("KD-3.1" in each.cites for each in (*moved.every(StanceTaken), *moved.every(StepBegan)))


def test_who_moves_into_range_can_be_attacked_in_the_same_slot() -> None:
    """KD-3.1: Movement comes before Attacking."""
    table = seated(ash="4,0 sword spent", birch="1,0 spent").plan(ash="sword", birch="movement")

    near, far = table.move(birch="2,0"), table.move(birch="0,0")

    assert near.asked == (ASH,)
    assert far.field.turn == 2
