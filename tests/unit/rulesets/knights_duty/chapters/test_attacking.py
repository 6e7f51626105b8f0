"""KD-7.1 to KD-7.3: who may attack whom."""

from typing import Final

import pytest

from oathbook.domain.kernel import Line, Seat
from oathbook.domain.rulesets.knights_duty.model.combat_events import AttackLost, CombatBegan, TargetDeclared
from oathbook.domain.rulesets.knights_duty.model.decisions import DeclareTarget
from oathbook.domain.rulesets.knights_duty.model.events import SlotEnded, StepBegan, TokenRevealed
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, FIR, SQUARE, YEW, conditions, seated

REACHES: Final = {"sword": 2, "spear": 3, "bow": 4}
LEGAL: Final = [(weapon, away) for weapon, reach in REACHES.items() for away in range(1, reach + 1)]


def test_a_token_of_the_weapon_in_hand_is_an_attack() -> None:
    """KD-7.1, KD-7.2: the attacker is asked for a target."""
    table = seated(ash="2,0 spear", birch="3,0").plan(ash="spear")

    assert table.the(TokenRevealed).event.action == "attack"
    assert {"KD-2.3", "KD-7.1"} <= set(table.the(TokenRevealed).cites)
    assert table.the(StepBegan).event == StepBegan("attacking", (ASH,))
    assert {"KD-3.1", "KD-7.1", "KD-7.2"} <= set(table.the(StepBegan).cites)
    assert table.asked == (ASH,)


@pytest.mark.parametrize(("weapon", "away"), LEGAL)
def test_an_opponent_within_the_range_is_a_legal_target(weapon: str, away: int) -> None:
    """KD-7.2: sword 1-2, spear 1-3, bow 1-4; the working says how far it is and how far the weapon reaches."""
    table = seated(ash=f"-2,0 {weapon}", birch=f"{away - 2},0").plan(ash=weapon)

    pointed = table.point(ash=BIRCH)

    reach = REACHES[weapon]
    assert pointed.the(TargetDeclared).event == TargetDeclared(ASH, BIRCH)
    assert "KD-7.2" in pointed.the(TargetDeclared).cites
    assert "KA-27" in pointed.the(TargetDeclared).readings
    assert pointed.the(TargetDeclared).working == (
        Line("KD-7.2", "distance", "start", away, away),
        Line("KD-7.2", "distance", "within", reach, away),
    )
    assert pointed.the(CombatBegan).event.target == BIRCH


@pytest.mark.parametrize(("weapon", "reach"), REACHES.items())
def test_an_opponent_one_space_further_is_not(weapon: str, reach: int) -> None:
    """KD-7.2, KA-27: Cedar stands next to Ash, so that the attack is not lost anyway."""
    table = seated(ash=f"-2,0 {weapon}", birch=f"{reach - 1},0", cedar="-2,1").plan(ash=weapon)

    refusal = table.refused(DeclareTarget(ASH, BIRCH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("out-of-range", "KD-7.2", "illegal")
    assert "KA-27" in refusal.readings
    assert conditions(refusal) == [
        ("KD-7.2", True, {"stage": "targets", "asked": "ash"}),
        ("KD-7.2", True, {"target": "birch"}),
        ("KD-7.2", True, {"target": "birch"}),
        ("KD-7.2", False, {"distance": reach + 1, "reach": reach, "weapon": weapon}),
    ]


@pytest.mark.parametrize(("weapon", "reach"), REACHES.items())
def test_with_nobody_in_range_the_attack_is_lost(weapon: str, reach: int) -> None:
    """KD-7.3: nobody is asked, and the slot is over."""
    table = seated(ash=f"-2,0 {weapon}", birch=f"{reach - 1},0")

    lost = table.plan(ash=weapon)

    assert lost.the(AttackLost).event == AttackLost(ASH)
    assert "KD-7.3" in lost.the(AttackLost).cites
    assert lost.events.index(AttackLost(ASH)) < lost.events.index(SlotEnded(1))
    assert lost.field.turn == 2


def test_only_the_attack_with_nobody_in_range_is_lost() -> None:
    """KD-7.3: Birch is out of the sword's reach but has Ash within the bow's."""
    table = seated(ash="-2,0 sword", birch="1,0 bow")

    planned = table.plan(ash="sword", birch="bow")

    assert planned.the(StepBegan).event == StepBegan("attacking", (ASH, BIRCH))
    assert planned.the(AttackLost).event == AttackLost(ASH)
    assert planned.asked == (BIRCH,)


def test_no_target_may_be_chosen() -> None:
    """KD-7.3: no combat comes of it, although somebody is in range."""
    table = seated(ash="2,0 sword", birch="3,0").plan(ash="sword")

    pointed = table.point(ash=None)

    assert pointed.the(TargetDeclared).event == TargetDeclared(ASH, None)
    assert {"KD-7.2", "KD-7.3"} <= set(pointed.the(TargetDeclared).cites)
    assert "KA-17" in pointed.the(TargetDeclared).readings
    assert pointed.every(CombatBegan) == ()
    assert pointed.field.turn == 2


def test_nobody_can_attack_oneself() -> None:
    """KD-7.2, KA-28: ranges start at 1, and a target is an opponent."""
    table = seated(ash="2,0 sword", birch="3,0").plan(ash="sword")

    refusal = table.refused(DeclareTarget(ASH, ASH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-oneself", "KD-7.2", "illegal")
    assert refusal.readings == ("KA-28",)
    assert conditions(refusal)[-1] == ("KD-7.2", False, {"target": "ash"})


@pytest.mark.parametrize("target", [CEDAR, YEW], ids=["who has left the board", "who is no seat"])
def test_only_who_stands_on_the_board_can_be_targeted(target: Seat) -> None:
    """KD-7.2, KD-8.9: the defeated are out."""
    table = seated(ash="2,0 sword", birch="3,0", cedar="out").plan(ash="sword")

    refusal = table.refused(DeclareTarget(ASH, target))

    assert (refusal.code, refusal.clause, refusal.kind) == ("no-such-opponent", "KD-7.2", "illegal")
    assert conditions(refusal) == [
        ("KD-7.2", True, {"stage": "targets", "asked": "ash"}),
        ("KD-7.2", False, {"target": target}),
    ]


def test_all_attackers_declare_before_the_first_combat() -> None:
    """KD-7.2, KA-17: openly, in any order, and nothing is resolved before the last has."""
    table = seated(ash="2,0 sword spent", birch="3,0 spear spent", cedar="3,1 bow spent")
    table = table.plan(ash="sword", birch="spear", cedar="bow")

    early = table.point(cedar=ASH, ash=BIRCH)
    last = early.point(birch=CEDAR)

    assert early.events == (TargetDeclared(CEDAR, ASH), TargetDeclared(ASH, BIRCH))
    assert all("KA-17" in each.readings for each in early.every(TargetDeclared))
    assert early.asked == (BIRCH,)
    assert last.field.stage == "order"


@pytest.mark.parametrize("seat", [ASH, CEDAR], ids=["who has declared", "who does not attack"])
def test_only_attackers_who_have_not_declared_are_asked(seat: Seat) -> None:
    """KD-7.2: one target an attack."""
    table = seated(ash="2,0 sword", birch="3,0 sword", cedar="3,1").plan(ash="sword", birch="sword")
    table = table.point(ash=BIRCH)

    refusal = table.refused(DeclareTarget(seat, BIRCH))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-7.2", "out-of-turn")
    assert conditions(refusal) == [("KD-7.2", False, {"stage": "targets", "asked": "birch"})]


def test_a_knight_in_between_blocks_nothing() -> None:
    """KA-26, KA-27: distance is counted on the empty board, here past two Knights in a row."""
    table = seated(ash="1,0 spear", birch="2,0", cedar="3,0", fir="4,0").plan(ash="spear")

    pointed = table.point(ash=FIR)

    assert pointed.the(CombatBegan).event == CombatBegan(ASH, FIR, "spear")
    assert pointed.the(TargetDeclared).working[0].total == 3


def test_a_ring_of_knights_makes_no_way_longer() -> None:
    """KA-27: the fewest steps on the empty board, although every space around Ash is held."""
    around = {"birch": "3,0", "cedar": "2,1", "fir": "1,1", "oak": "1,0", "yew": "2,-1"}
    table = seated(ash="2,0 sword", **around).plan(ash="sword")

    pointed = table.point(ash=CEDAR)

    assert pointed.the(TargetDeclared).working[0].total == 1


@pytest.mark.parametrize(("space", "away"), [("6,6", 2), ("5,6", 2), ("6,4", 2), ("3,5", 1)])
def test_on_the_square_board_a_diagonal_step_counts_as_one(space: str, away: int) -> None:
    """KA-27, KA-37: distance in steps of movement, diagonals included."""
    table = seated(SQUARE, ash="4,4 sword", birch=space).plan(ash="sword")

    pointed = table.point(ash=BIRCH)

    assert pointed.the(TargetDeclared).working[0].total == away


def test_on_the_square_board_three_diagonal_steps_are_too_far_for_a_sword() -> None:
    """KD-7.2, KA-37: 7,7 is 3 steps from 4,4."""
    table = seated(SQUARE, ash="4,4 sword", birch="7,7", cedar="4,5").plan(ash="sword")

    refusal = table.refused(DeclareTarget(ASH, BIRCH))

    assert "KA-37" in refusal.readings
    assert conditions(refusal)[-1] == ("KD-7.2", False, {"distance": 3, "reach": 2, "weapon": "sword"})
