"""KD-10 and KD-1.1: one Knight stands, none does, or the table agrees to end it."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.combat_events import KnightDefeated
from oathbook.domain.rulesets.knights_duty.model.decisions import AgreeToEnd, ChooseClan, LayPlan
from oathbook.domain.rulesets.knights_duty.model.events import (
    EndAgreed,
    KnightRemoved,
    MatchEnded,
    SlotBegan,
    SlotEnded,
    StallNoticed,
    TurnBegan,
    TurnEnded,
)
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, HEX, Table, conditions, fresh, seated

IMPATIENT: Final = replace(HEX, stall_turns=2)


def quiet(turns: int, **knights: str) -> Table:
    """So many turns went by without a combat, where two are enough for a notice."""
    table = seated(IMPATIENT, **(knights or {"ash": "4,0", "birch": "-4,0"}))
    for _ in range(turns):
        table = table.plan()
    return table


def test_the_last_knight_standing_wins() -> None:
    """KD-1.1, KD-10.1: the match ends after the attack step, later slots are not played (KA-25)."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart")

    won = table.plan(ash="sword movement movement").point(ash=BIRCH)

    assert won.the(MatchEnded).event == MatchEnded("victory", (ASH,))
    assert {"KD-1.1", "KD-10.1"} <= set(won.the(MatchEnded).cites)
    assert won.kinds(KnightRemoved, SlotEnded, SlotBegan, MatchEnded) == (KnightRemoved, SlotEnded, MatchEnded)
    assert "KA-25" in won.the(SlotEnded).readings
    assert won.field.ending == Ending("victory", (ASH,), "KD-10.1")
    assert DUTY.standing(won.state).ending == won.field.ending


def test_in_the_last_slot_there_is_nothing_left_to_skip() -> None:
    """KA-25: the end of slot 3 rests on no reading."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart")

    won = table.plan(ash="- - sword").point(ash=BIRCH)

    assert won.the(MatchEnded).event == MatchEnded("victory", (ASH,))
    assert won.every(SlotEnded)[-1].event == SlotEnded(3)
    assert won.every(SlotEnded)[-1].readings == ()


def test_after_the_end_nobody_is_asked_anything() -> None:
    """KD-10.1: every decision is out of turn."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart")
    table = table.plan(ash="sword").point(ash=BIRCH)

    refusals = [table.refused(each) for each in (LayPlan(ASH, ()), ChooseClan(ASH, "red"), AgreeToEnd(ASH))]

    assert table.asked == ()
    assert {(refusal.code, refusal.kind) for refusal in refusals} == {("not-asked", "out-of-turn")}
    assert conditions(refusals[0]) == [("KD-2.1", False, {"stage": "over", "asked": "nobody"})]


def test_while_two_stand_the_match_goes_on() -> None:
    """KD-10.1: Birch falls, Ash and Cedar play slot 2."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent", cedar="-4,0").picking(ash="heart")

    on = table.plan(ash="sword").point(ash=BIRCH)

    assert on.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert on.every(MatchEnded) == ()
    assert (on.field.turn, on.asked) == (2, (ASH, CEDAR))


def test_who_is_left_when_two_fall_in_a_slot_wins() -> None:
    """KD-10.1: Ash and Birch defeat each other, Cedar stands."""
    table = seated(ash="2,0 sword broken spent", birch="3,0 sword broken spent", cedar="-4,0")
    table = table.picking(ash="heart", birch="heart").plan(ash="sword", birch="sword").point(ash=BIRCH, birch=ASH)

    won = table.first(ash=ASH, birch=ASH).inspire(ash=False)

    assert [each.event.seat for each in won.every(KnightRemoved)] == [ASH, BIRCH]
    assert won.the(MatchEnded).event == MatchEnded("victory", (CEDAR,))


def test_when_three_fall_in_a_slot_and_none_is_left_it_is_a_draw() -> None:
    """KD-10.2: two or more; here they defeat each other in a ring."""
    table = seated(ash="2,0 bow broken spent", birch="3,0 bow broken spent", cedar="2,1 bow broken spent")
    table = table.picking(ash="heart", birch="heart", cedar="heart").plan(ash="bow", birch="bow", cedar="bow")
    table = table.point(ash=BIRCH, birch=CEDAR, cedar=ASH).first(ash=ASH, birch=ASH, cedar=ASH)

    drawn = table.first(birch=BIRCH, cedar=BIRCH).inspire(ash=False)

    assert {each.event.seat for each in drawn.every(KnightRemoved)} == {ASH, BIRCH, CEDAR}
    assert drawn.the(MatchEnded).event == MatchEnded("draw", ())
    assert "KD-10.2" in drawn.the(MatchEnded).cites
    assert "KA-25" in drawn.the(MatchEnded).readings
    assert DUTY.standing(drawn.state).out == (ASH, BIRCH, CEDAR)


def test_who_falls_in_an_earlier_slot_does_not_draw() -> None:
    """KD-10.2, KA-25: Birch falls in slot 1, Cedar in slot 2, so Ash has won."""
    table = seated(ash="2,0 sword spent", birch="3,0 broken spent", cedar="2,1 broken spent").picking(ash="heart")
    table = table.plan(ash="sword sword").point(ash=BIRCH)

    won = table.point(ash=CEDAR).inspire(ash=False)

    assert table.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert won.the(KnightDefeated).event == KnightDefeated(CEDAR, ASH)
    assert won.the(MatchEnded).event == MatchEnded("victory", (ASH,))


def test_turns_without_a_combat_are_noticed() -> None:
    """KA-36: a notice after N turns, not before, and only once."""
    one, two, three = (quiet(turns) for turns in (1, 2, 3))

    assert one.every(StallNoticed) == ()
    assert two.the(StallNoticed).event == StallNoticed(2)
    assert "KA-36" in two.the(StallNoticed).readings
    assert two.kinds(TurnEnded, StallNoticed, TurnBegan) == (TurnEnded, StallNoticed, TurnBegan)
    assert three.every(StallNoticed) == ()
    assert DUTY.standing(one.state).stall == ""
    assert "KA-36" in DUTY.standing(three.state).stall


def test_the_sample_set_waits_for_twenty_turns() -> None:
    """KA-36: the number is data, ours."""
    table = seated(ash="4,0", birch="-4,0")
    for _ in range(19):
        table = table.plan()

    noticed = table.plan()

    assert table.every(StallNoticed) == ()
    assert noticed.the(StallNoticed).event == StallNoticed(20)


def test_an_attack_without_a_combat_does_not_break_the_quiet() -> None:
    """KA-36: one attack lost, one without a target; both turns count as quiet."""
    table = seated(IMPATIENT, ash="2,0 sword", birch="3,0 sword", cedar="-4,0 sword")

    first = table.plan(ash="sword", cedar="sword").point(ash=None)
    second = first.plan(birch="sword").point(birch=None)

    assert second.the(StallNoticed).event == StallNoticed(2)


def test_a_combat_begins_the_count_anew_and_lifts_the_notice() -> None:
    """KA-36: from a notice until a combat; then two more quiet turns are needed."""
    table = quiet(2, ash="2,0 sword spent", birch="3,0 spent").picking(ash="shield")

    fought = table.plan(ash="sword").point(ash=BIRCH)
    one = fought.plan()
    two = one.plan()

    assert fought.the(TurnEnded).event == TurnEnded(3, 1)
    assert fought.refused(AgreeToEnd(ASH)).code == "no-stall"
    assert one.every(StallNoticed) == ()
    assert two.the(StallNoticed).event == StallNoticed(2)


def test_after_a_notice_all_who_stand_can_agree_to_end_it() -> None:
    """KA-36: a recorded agreement of each; without a winner."""
    table = quiet(2)

    one = table.agree_to_end(BIRCH)
    both = one.agree_to_end(ASH)

    assert one.events == (EndAgreed(BIRCH),)
    assert {"KA-36", "KA-29"} <= set(one.the(EndAgreed).readings)
    assert one.asked == (ASH, BIRCH)
    assert both.the(MatchEnded).event == MatchEnded("draw by agreement", ())
    assert "KA-36" in both.the(MatchEnded).readings
    assert (both.field.stage, both.asked) == ("over", ())


def test_the_defeated_need_not_agree_and_cannot() -> None:
    """KA-36: all who still stand."""
    table = quiet(2, ash="4,0", birch="-4,0", cedar="out")

    refusal = table.refused(AgreeToEnd(CEDAR))
    ended = table.agree_to_end(ASH, BIRCH)

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-10.1", "out-of-turn")
    assert refusal.readings == ("KA-36",)
    assert conditions(refusal) == [("KD-10.1", False, {"stage": "planning", "standing": "ash, birch"})]
    assert ended.the(MatchEnded).event.outcome == "draw by agreement"


def test_without_a_notice_the_match_goes_on() -> None:
    """KD-10.1, KA-36: one quiet turn is not enough."""
    table = quiet(1)

    refusal = table.refused(AgreeToEnd(ASH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("no-stall", "KD-10.1", "illegal")
    assert refusal.readings == ("KA-36",)
    assert conditions(refusal) == [
        ("KD-10.1", True, {"stage": "planning", "standing": "ash, birch"}),
        ("KD-10.1", False, {"quiet turns": 1, "stall after": 2}),
    ]


def test_nobody_agrees_twice() -> None:
    """KA-36: one word each."""
    table = quiet(2).agree_to_end(ASH)

    refusal = table.refused(AgreeToEnd(ASH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("agreed-already", "KD-10.1", "out-of-turn")
    assert refusal.readings == ("KA-36",)
    assert conditions(refusal) == [
        ("KD-10.1", True, {"stage": "planning", "standing": "ash, birch"}),
        ("KD-10.1", True, {"quiet turns": 2, "stall after": 2}),
        ("KD-10.1", False, {"agreed": "ash"}),
    ]


def test_an_agreement_does_not_outlast_its_turn() -> None:
    """KA-36: Ash agrees in turn 3, Birch in turn 4; Ash has to say it again."""
    table = quiet(2).agree_to_end(ASH).plan()

    half = table.agree_to_end(BIRCH)
    ended = half.agree_to_end(ASH)

    assert half.every(MatchEnded) == ()
    assert ended.the(MatchEnded).event == MatchEnded("draw by agreement", ())


@pytest.mark.parametrize("seat", [ASH, BIRCH])
def test_in_the_middle_of_a_slot_nobody_agrees_to_end_it(seat: Seat) -> None:
    """KA-36: while plans are laid."""
    table = quiet(2).plan(ash="movement")

    refusal = table.refused(AgreeToEnd(seat))

    assert (refusal.code, refusal.kind) == ("not-asked", "out-of-turn")
    assert conditions(refusal) == [("KD-10.1", False, {"stage": "movement", "standing": "ash, birch"})]


def test_before_the_clans_are_chosen_nobody_agrees_to_end_it() -> None:
    """KA-36: nobody stands yet."""
    table = fresh("ash", "birch")

    refusal = table.refused(AgreeToEnd(ASH))

    assert conditions(refusal) == [("KD-10.1", False, {"stage": "clans", "standing": ""})]
