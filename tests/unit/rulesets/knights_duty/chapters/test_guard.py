"""KD-6: Defending and Parrying, in the slot of their token and in no other."""

import pytest

from oathbook.domain.rulesets.knights_duty.model.combat_events import AttackerFumbled, PileBuilt
from oathbook.domain.rulesets.knights_duty.model.events import StanceTaken, StepBegan
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, seated


@pytest.mark.parametrize(
    ("token", "stance", "clause"), [("shield", "defending", "KD-6.1"), ("parry", "parrying", "KD-6.2")]
)
def test_a_stance_is_taken_before_the_attacks(token: str, stance: str, clause: str) -> None:
    """KD-6.1, KD-6.2, KD-3.1: everybody sees it before pointing."""
    table = seated(ash="2,0 sword", birch="3,0")

    planned = table.plan(ash="sword", birch=token)

    taken = planned.the(StanceTaken)
    assert (taken.event.seat, taken.event.stance) == (BIRCH, stance)
    assert clause in taken.cites
    assert planned.kinds(StanceTaken, StepBegan) == (StanceTaken, StepBegan)


def test_a_shield_counts_in_every_combat_of_its_slot() -> None:
    """KD-6.1: two swords against a Defending target make two piles of 2:2."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent", cedar="3,1 sword spent")
    table = table.picking(ash="shield", cedar="shield").plan(ash="sword", birch="shield", cedar="sword")

    once = table.point(ash=BIRCH, cedar=BIRCH).first(ash=ASH, cedar=ASH)
    twice = once.point(cedar=BIRCH)

    assert once.the(PileBuilt).event == PileBuilt(BIRCH, 2, 2)
    assert twice.the(PileBuilt).event == PileBuilt(BIRCH, 2, 2)


def test_a_shield_does_not_count_in_the_next_slot() -> None:
    """KD-6.1: in this slot."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="shield")

    attacked = table.plan(ash="- sword", birch="shield").point(ash=BIRCH)

    assert attacked.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)


def test_a_shield_protects_its_own_player_only() -> None:
    """KD-6.1: Cedar defends, Birch is attacked."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent", cedar="3,1 spent").picking(ash="shield")

    attacked = table.plan(ash="sword", cedar="shield").point(ash=BIRCH)

    assert attacked.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)


def test_a_parry_changes_nothing_in_the_pile() -> None:
    """KD-6.2, KD-8.3: only Defending does."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="heart")

    attacked = table.plan(ash="sword", birch="parry").point(ash=BIRCH)

    assert attacked.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)


def test_a_parry_does_not_count_in_the_next_slot() -> None:
    """KD-6.2: in this slot."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="shield")

    missed = table.plan(ash="- sword", birch="parry").point(ash=BIRCH)

    assert missed.every(AttackerFumbled) == ()
    assert missed.knight(ASH).weapon == "sword"


def test_a_shield_makes_nobody_fumble() -> None:
    """KD-8.7: only Parrying does."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="shield")

    missed = table.plan(ash="sword", birch="shield").point(ash=BIRCH)

    assert missed.every(AttackerFumbled) == ()


def test_every_miss_against_one_parry_is_a_fumble() -> None:
    """KA-23: both attackers miss the Parrying target and both lose their weapon."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent", cedar="3,1 bow spent")
    table = table.picking(ash="shield", cedar="shield").plan(ash="sword", birch="parry", cedar="bow")

    once = table.point(ash=BIRCH, cedar=BIRCH).first(ash=ASH, cedar=ASH)
    twice = once.point(cedar=BIRCH)

    assert once.the(AttackerFumbled).event == AttackerFumbled(ASH, "sword")
    assert twice.the(AttackerFumbled).event == AttackerFumbled(CEDAR, "bow")
    assert {"KD-8.7", "KD-6.2"} <= set(twice.the(AttackerFumbled).cites)
    assert "KA-23" in twice.the(AttackerFumbled).readings
    assert (twice.knight(ASH).weapon, twice.knight(CEDAR).weapon) == (None, None)
