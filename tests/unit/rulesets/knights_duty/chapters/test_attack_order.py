"""KD-7.4 and KD-7.5: whose attack comes first, and pointing again after waiting."""

from typing import Final

import pytest

from oathbook.domain.errors import ImpossibleDraw
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerChosen,
    AttackerNamed,
    CombatBegan,
    CombatEnded,
    KnightDefeated,
    OrderAsked,
    TargetDeclared,
    TargetsReopened,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget, NameAttacker
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, FIR, Table, conditions, seated

MISSES: Final = {"ash": "shield", "birch": "shield", "cedar": "shield", "fir": "shield"}


def three_attack_fir() -> Table:
    """Ash, Birch and Cedar have all pointed at Fir, who does nothing."""
    table = seated(ash="2,0 bow spent", birch="3,0 bow spent", cedar="2,1 bow spent", fir="3,-1 spent")
    table = table.picking(**MISSES).plan(ash="bow", birch="bow", cedar="bow")
    return table.point(ash=FIR, birch=FIR, cedar=FIR)


def two_attack_two() -> Table:
    """Ash has pointed at Cedar, Birch at Fir."""
    table = seated(ash="2,0 bow spent", birch="3,0 bow spent", cedar="2,1 spent", fir="3,-1 spent")
    return table.picking(**MISSES).plan(ash="bow", birch="bow").point(ash=CEDAR, birch=FIR)


def test_a_single_attack_needs_no_talk() -> None:
    """KD-7.4: it is resolved at once."""
    table = seated(ash="2,0 bow spent", birch="3,0 spent").picking(ash="shield").plan(ash="bow")

    attacked = table.point(ash=BIRCH)

    assert attacked.the(AttackerChosen).event == AttackerChosen(ASH, "alone")
    assert "KD-7.4" in attacked.the(AttackerChosen).cites
    assert attacked.every(OrderAsked) == ()


def test_attackers_of_different_targets_are_asked_too() -> None:
    """KD-7.4, KA-30: any order is legal, and it can matter, so the table names one."""
    table = two_attack_two()

    assert table.the(OrderAsked).event == OrderAsked((ASH, BIRCH))
    assert "KD-7.4" in table.the(OrderAsked).cites
    assert "KA-30" in table.the(OrderAsked).readings
    assert table.asked == (ASH, BIRCH)


@pytest.mark.parametrize(("first", "second"), [(ASH, BIRCH), (BIRCH, ASH)])
def test_the_one_they_all_name_goes_first(first: Seat, second: Seat) -> None:
    """KD-7.4, KD-7.5: an agreement, and the last attack follows by itself."""
    table = two_attack_two()

    agreed = table.first(birch=first, ash=first)

    assert [each.event for each in agreed.every(AttackerNamed)] == [
        AttackerNamed(BIRCH, first),
        AttackerNamed(ASH, first),
    ]
    assert [each.event for each in agreed.every(AttackerChosen)] == [
        AttackerChosen(first, "agreed"),
        AttackerChosen(second, "alone"),
    ]
    assert "KD-7.5" in agreed.every(AttackerChosen)[0].cites
    assert "KA-16" not in agreed.readings
    assert [each.event.attacker for each in agreed.every(CombatBegan)] == [first, second]


def test_the_first_word_decides_nothing() -> None:
    """KD-7.5: an agreement takes the word of every waiting attacker."""
    table = two_attack_two()

    half = table.first(ash=BIRCH)

    assert half.events == (AttackerNamed(ASH, BIRCH),)
    assert half.asked == (BIRCH,)


@pytest.mark.parametrize("drawn", [ASH, BIRCH])
def test_without_an_agreement_the_next_attacker_is_drawn(drawn: Seat) -> None:
    """KA-16: a recorded random order among the attackers concerned."""
    table = two_attack_two().first(ash=ASH)

    request = table.draw_missing(NameAttacker(BIRCH, BIRCH))
    chosen = table.drawing("order/1/0", drawn).first(birch=BIRCH)

    assert (request.label, request.pile, request.count) == ("order/1/0", (ASH, BIRCH), 1)
    assert chosen.every(AttackerChosen)[0].event == AttackerChosen(drawn, "drawn")
    assert "KA-16" in chosen.every(AttackerChosen)[0].readings
    assert chosen.every(CombatBegan)[0].event.attacker == drawn


def test_only_an_attacker_who_waits_can_be_drawn() -> None:
    """KA-16: Fir does not attack."""
    table = two_attack_two().first(ash=ASH).drawing("order/1/0", FIR)

    with pytest.raises(ImpossibleDraw):
        table.first(birch=BIRCH)


def test_whoever_names_nobody_ends_the_talk() -> None:
    """KA-16, KA-29: with one who does not agree there can be no agreement."""
    table = two_attack_two().drawing("order/1/0", BIRCH)

    chosen = table.first(ash=None)

    assert chosen.events[:2] == (AttackerNamed(ASH, None), AttackerChosen(BIRCH, "drawn"))


def test_three_attackers_are_apart_at_the_second_word_that_differs() -> None:
    """KA-16: the third is not asked any more, and is drawn among the others all the same."""
    table = three_attack_fir().drawing("order/1/0", CEDAR)

    chosen = table.first(ash=ASH, birch=BIRCH)

    assert chosen.the(AttackerChosen).event == AttackerChosen(CEDAR, "drawn")
    assert chosen.the(CombatBegan).event == CombatBegan(CEDAR, FIR, "bow")


def test_the_label_of_an_order_draw_counts_the_attacks_resolved() -> None:
    """KA-16: the first of a slot is 0, after one combat it is 1, and in slot 2 it is 0 again."""
    table = three_attack_fir().first(ash=ASH, birch=ASH, cedar=ASH).point(birch=FIR, cedar=FIR)

    request = table.draw_missing(NameAttacker(CEDAR, None))

    assert (request.label, request.pile) == ("order/1/1", (BIRCH, CEDAR))


def test_the_label_of_an_order_draw_names_the_slot() -> None:
    """KA-16: a label occurs once."""
    table = seated(ash="2,0 bow spent", birch="3,0 bow spent").plan(ash="- bow", birch="- bow")
    table = table.point(ash=BIRCH, birch=ASH)

    request = table.draw_missing(NameAttacker(BIRCH, None))

    assert (request.label, request.pile) == ("order/2/0", (ASH, BIRCH))


def test_those_who_waited_on_the_same_target_may_point_again() -> None:
    """KD-7.5, KA-17: after the first combat is over."""
    table = three_attack_fir()

    fought = table.first(ash=BIRCH, birch=BIRCH, cedar=BIRCH)

    assert fought.kinds(CombatEnded, TargetsReopened) == (CombatEnded, TargetsReopened)
    assert fought.the(TargetsReopened).event == TargetsReopened((ASH, CEDAR))
    assert "KD-7.5" in fought.the(TargetsReopened).cites
    assert "KA-17" in fought.the(TargetsReopened).readings
    assert fought.asked == (ASH, CEDAR)


@pytest.mark.parametrize("again", [FIR, BIRCH, None], ids=["the same", "another", "nobody"])
def test_who_waited_points_at_the_same_another_or_nobody(again: Seat | None) -> None:
    """KD-7.5, KD-7.3: all three are open to Cedar."""
    table = three_attack_fir().first(ash=BIRCH, birch=BIRCH, cedar=BIRCH)

    pointed = table.point(ash=None, cedar=again)

    assert pointed.every(TargetDeclared)[-1].event == TargetDeclared(CEDAR, again)
    fought = [each.event for each in pointed.every(CombatBegan)]
    assert fought == ([] if again is None else [CombatBegan(CEDAR, again, "bow")])


def test_who_points_again_is_held_to_the_range() -> None:
    """KD-7.5, KD-7.2: another target, but one within reach."""
    table = seated(ash="2,0 sword spent", birch="3,0 sword spent", cedar="2,1 spent", fir="-2,0")
    table = table.picking(**MISSES).plan(ash="sword", birch="sword").point(ash=CEDAR, birch=CEDAR)
    table = table.first(ash=ASH, birch=ASH)

    refusal = table.refused(DeclareTarget(BIRCH, FIR))

    assert (refusal.code, refusal.clause) == ("out-of-range", "KD-7.2")
    assert conditions(refusal)[-1] == ("KD-7.2", False, {"distance": 5, "reach": 2, "weapon": "sword"})


def test_who_waited_on_another_target_does_not_point_again() -> None:
    """KD-7.5: the rest are those who attack the same target; Cedar stays with Birch."""
    table = seated(ash="2,0 bow spent", birch="3,0 bow spent", cedar="2,1 bow spent", fir="3,-1 spent")
    table = table.picking(**MISSES).plan(ash="bow", birch="bow", cedar="bow")
    table = table.point(ash=FIR, birch=FIR, cedar=BIRCH)

    fought = table.first(ash=ASH, birch=ASH, cedar=ASH)
    refusal = fought.refused(DeclareTarget(CEDAR, ASH))
    gone_on = fought.point(birch=None)

    assert fought.the(TargetsReopened).event == TargetsReopened((BIRCH,))
    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")
    assert gone_on.the(CombatBegan).event == CombatBegan(CEDAR, BIRCH, "bow")


def test_who_waited_may_still_point_at_the_one_just_defeated() -> None:
    """KD-7.6, KA-18: Fir stands there until the attacks of the slot are over."""
    table = seated(ash="2,0 bow spent", birch="3,0 bow spent", fir="3,-1 broken spent")
    table = table.picking(ash="heart", birch="shield").plan(ash="bow", birch="bow").point(ash=FIR, birch=FIR)

    fallen = table.first(ash=ASH, birch=ASH)
    again = fallen.point(birch=FIR)

    assert fallen.the(KnightDefeated).event == KnightDefeated(FIR, ASH)
    assert again.the(CombatBegan).event == CombatBegan(BIRCH, FIR, "bow")
    assert "KD-7.6" in again.the(CombatBegan).cites


@pytest.mark.parametrize("named", [FIR, ASH], ids=["who does not attack", "whose attack is over"])
def test_only_an_attacker_who_waits_can_be_named(named: Seat) -> None:
    """KD-7.5: Birch and Cedar are left."""
    table = three_attack_fir().first(ash=ASH, birch=ASH, cedar=ASH).point(birch=FIR, cedar=FIR)

    refusal = table.refused(NameAttacker(BIRCH, named))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-waiting", "KD-7.5", "illegal")
    assert conditions(refusal) == [
        ("KD-7.4", True, {"stage": "order", "asked": "birch, cedar"}),
        ("KD-7.5", False, {"named": named, "waiting": "birch, cedar"}),
    ]


@pytest.mark.parametrize("seat", [ASH, FIR], ids=["who has spoken", "who does not attack"])
def test_only_a_waiting_attacker_who_has_not_spoken_is_asked(seat: Seat) -> None:
    """KD-7.5: one word each, of those concerned."""
    table = three_attack_fir().first(ash=ASH)

    refusal = table.refused(NameAttacker(seat, ASH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-7.4", "out-of-turn")
    assert conditions(refusal) == [("KD-7.4", False, {"stage": "order", "asked": "birch, cedar"})]


def test_nobody_names_an_attacker_while_targets_are_declared() -> None:
    """KD-7.2 before KD-7.4."""
    table = seated(ash="2,0 bow", birch="3,0 bow").plan(ash="bow", birch="bow").point(ash=BIRCH)

    refusal = table.refused(NameAttacker(ASH, ASH))

    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")
