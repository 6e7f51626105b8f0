"""The switches of movement (KA-12, KA-37) and of the end (KA-25); see ``test_switches`` for the others."""

from typing import Final

import msgspec
import pytest

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.knights_duty.model.combat_events import AttackLost, TargetDeclared
from oathbook.domain.rulesets.knights_duty.model.decisions import Move
from oathbook.domain.rulesets.knights_duty.model.events import (
    ClashFound,
    KnightsMoved,
    KnightStayed,
    MatchEnded,
    MoveChosen,
    Moved,
    SlotBegan,
    SlotEnded,
    StepBegan,
)
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from tests.unit.rulesets.knights_duty.table import AS_PRINTED, ASH, BIRCH, CEDAR, HEX, SQUARE, Table, conditions, seated

EACH_TURN: Final = Switches(end_checked="each_turn")
STRAIGHT: Final = Switches(directions="straight")


def three_movers(switches: Switches) -> Table:
    """Ash on 2,0, Birch on 3,0 and Cedar on 2,1 are about to move."""
    table = seated(HEX, switches, ash="2,0", birch="3,0", cedar="2,1")
    return table.plan(ash="movement", birch="movement", cedar="movement")


@pytest.mark.parametrize("setting", ["no_swaps", "start_positions"])
def test_ka_12_two_knights_may_not_change_places(setting: str) -> None:
    """KA-12: by end positions they do, by both other settings they stay."""
    other = msgspec.convert({"KA-12": setting}, Switches)

    swap, stay = (three_movers(each).move(ash="3,0", birch="2,0", cedar="2,1") for each in (AS_PRINTED, other))

    assert swap.beyond(stay) == [KnightsMoved((Moved(ASH, "2,0", "3,0"), Moved(BIRCH, "3,0", "2,0")))]
    assert stay.beyond(swap) == [KnightStayed(ASH, "3,0", "occupied"), KnightStayed(BIRCH, "2,0", "occupied")]
    assert "KA-12" in swap.the(KnightsMoved).readings


def test_ka_12_a_ring_turns_unless_start_positions_count() -> None:
    """KA-12: no swaps means two Knights only; start positions mean every space that was held."""
    settings = (AS_PRINTED, Switches(left_spaces="no_swaps"), Switches(left_spaces="start_positions"))

    ring, no_swaps, start = (three_movers(each).move(ash="3,0", birch="2,1", cedar="2,0") for each in settings)

    assert no_swaps.events == ring.events
    assert ring.beyond(start) == [ring.the(KnightsMoved).event]
    assert [event.seat for event in start.beyond(ring) if isinstance(event, KnightStayed)] == [ASH, BIRCH, CEDAR]
    assert "KA-12" in ring.the(KnightsMoved).readings


def test_ka_12_by_start_positions_a_chain_does_not_close_up() -> None:
    """KA-12: only the one at its head moves, because its space was free from the start."""
    chain, start = (
        three_movers(each).move(ash="3,0", birch="4,0", cedar="2,0")
        for each in (AS_PRINTED, Switches(left_spaces="start_positions"))
    )

    assert set(chain.the(KnightsMoved).event.moves) == {
        Moved(ASH, "2,0", "3,0"),
        Moved(BIRCH, "3,0", "4,0"),
        Moved(CEDAR, "2,1", "2,0"),
    }
    assert start.the(KnightsMoved).event == KnightsMoved((Moved(BIRCH, "3,0", "4,0"),))
    assert "KA-12" in chain.the(KnightsMoved).readings


def test_ka_12_by_start_positions_there_is_no_clash_over_a_space_being_left() -> None:
    """KA-12: it was held when the step began, so there is nothing to agree on."""
    clash, start = (
        three_movers(each).move(ash="2,1", birch="2,1", cedar="1,1")
        for each in (AS_PRINTED, Switches(left_spaces="start_positions"))
    )

    assert clash.the(ClashFound).event == ClashFound("2,1", (ASH, BIRCH))
    assert "KA-12" in clash.the(ClashFound).readings
    assert start.every(ClashFound) == ()
    assert [each.event for each in start.every(KnightStayed)] == [
        KnightStayed(ASH, "2,1", "occupied"),
        KnightStayed(BIRCH, "2,1", "occupied"),
    ]


def last_opponent_fallen(switches: Switches) -> Table:
    """Ash has defeated the last opponent in slot 1, with a Movement token in slot 2."""
    table = seated(HEX, switches, ash="2,0 sword spent", birch="3,0 broken spent").picking(ash="heart")
    return table.plan(ash="sword movement shield").point(ash=BIRCH)


def test_ka_25_each_turn_lets_the_winner_carry_out_the_plan() -> None:
    """KA-25: by the slot it is over at once, by the turn slots 2 and 3 are played first; the winner is the same."""
    by_slot, by_turn = last_opponent_fallen(AS_PRINTED), last_opponent_fallen(EACH_TURN)

    ended = by_turn.move(ash="3,0")

    assert by_slot.the(MatchEnded).event == MatchEnded("victory", (ASH,))
    assert "KA-25" in by_slot.the(SlotEnded).readings
    assert by_turn.every(MatchEnded) == ()
    assert (by_turn.the(SlotBegan).event, by_turn.asked) == (SlotBegan(2), (ASH,))
    assert ended.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,0", "3,0"),))
    assert ended.kinds(SlotBegan, SlotEnded, MatchEnded) == (SlotEnded, SlotBegan, SlotEnded, MatchEnded)
    assert ended.the(MatchEnded).event == MatchEnded("victory", (ASH,))


def last_two_fallen(switches: Switches) -> Table:
    """The last two have defeated each other in slot 1."""
    table = seated(HEX, switches, ash="2,0 bow broken spent", birch="3,0 bow broken spent")
    table = table.picking(ash="heart", birch="heart").plan(ash="bow", birch="bow").point(ash=BIRCH, birch=ASH)
    return table.first(ash=ASH, birch=ASH).inspire(ash=False)


def test_ka_25_each_turn_ends_in_the_same_draw() -> None:
    """KA-25: the last ones always fall in one slot, so only the moment differs."""
    by_slot, by_turn = last_two_fallen(AS_PRINTED), last_two_fallen(EACH_TURN)

    assert by_slot.kinds(SlotEnded, SlotBegan, MatchEnded) == (SlotEnded, MatchEnded)
    assert by_turn.kinds(SlotEnded, SlotBegan, MatchEnded) == (
        SlotEnded,
        SlotBegan,
        SlotEnded,
        SlotBegan,
        SlotEnded,
        MatchEnded,
    )
    assert by_slot.the(MatchEnded).event == by_turn.the(MatchEnded).event == MatchEnded("draw", ())
    assert "KA-25" in by_slot.the(SlotEnded).readings


def test_ka_37_straight_refuses_a_diagonal_step() -> None:
    """KA-37: from 2,2 to 3,3 on the square board."""
    everywhere, straight = (
        seated(SQUARE, each, ash="2,2", birch="8,0").plan(ash="movement") for each in (AS_PRINTED, STRAIGHT)
    )

    moved = everywhere.move(ash="3,3")
    refusal = straight.refused(Move(ASH, Hidden.of("3,3", ASH)))

    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,2", "3,3"),))
    assert "KA-37" in moved.the(MoveChosen).readings
    assert (refusal.code, refusal.clause) == ("not-a-neighbour", "KD-4.1")
    assert "KA-37" in refusal.readings
    assert conditions(refusal)[-1] == ("KD-4.1", False, {"from": "2,2", "to": "3,3", "neighbours": "3,2 2,3 1,2 2,1"})
    assert straight.move(ash="3,2").knight(ASH).space == "3,2"


def test_ka_37_straight_counts_a_diagonal_as_two_steps() -> None:
    """KA-37, KA-27: 3,3 is 2 steps from 1,1 and in a sword's range, or 4 and out of it."""
    everywhere, straight = (
        seated(SQUARE, each, ash="1,1 sword spent", birch="3,3 spent").picking(ash="shield").plan(ash="sword")
        for each in (AS_PRINTED, STRAIGHT)
    )

    pointed = everywhere.point(ash=BIRCH)

    assert pointed.the(TargetDeclared).working[0].total == 2
    assert "KA-37" in pointed.the(TargetDeclared).readings
    assert "KA-37" in everywhere.the(StepBegan).readings
    assert straight.the(AttackLost).event == AttackLost(ASH)
    assert "KA-37" in straight.the(AttackLost).readings
    assert straight.field.turn == 2


def test_ka_37_makes_no_difference_on_a_board_of_hexagons() -> None:
    """KA-37: all six directions are straight ones."""
    everywhere, straight = (
        seated(HEX, each, ash="2,0 sword", birch="3,0").plan(ash="movement sword").move(ash="2,1")
        for each in (AS_PRINTED, STRAIGHT)
    )

    assert everywhere.told == straight.told
    assert "KA-37" not in everywhere.readings
