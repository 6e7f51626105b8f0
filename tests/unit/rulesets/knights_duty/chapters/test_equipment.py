"""KD-5: change of equipment."""

from typing import Final

import pytest

from oathbook.domain.rulesets.knights_duty.model.combat_events import AttackLost, CombatBegan, PileBuilt
from oathbook.domain.rulesets.knights_duty.model.components import Weapon
from oathbook.domain.rulesets.knights_duty.model.events import EquipmentChanged, StepBegan, TokenRevealed
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, seated

ARMS: Final[tuple[Weapon, ...]] = ("sword", "spear", "bow")
CHANGES: Final = [(old, new) for old in (None, *ARMS) for new in ARMS if old != new]


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_a_token_of_another_weapon_changes_the_equipment(old: Weapon | None, new: Weapon) -> None:
    """KD-5.1, KD-5.2: from nothing any weapon, from a weapon each of the other two; no attack comes of it."""
    table = seated(ash=f"2,0 {old or ''}", birch="3,0")

    changed = table.plan(ash=new)

    assert changed.the(TokenRevealed).event.action == "change"
    assert changed.the(EquipmentChanged).event == EquipmentChanged(ASH, old, new)
    assert {"KD-5.1", "KD-5.2"} <= set(changed.the(EquipmentChanged).cites)
    assert changed.every(StepBegan) == ()
    assert changed.knight(ASH).weapon == new


@pytest.mark.parametrize("weapon", ARMS)
def test_a_token_of_the_weapon_in_hand_is_no_change(weapon: Weapon) -> None:
    """KD-5.1, KD-7.1: it is an attack, here with nobody in range."""
    table = seated(ash=f"4,0 {weapon}", birch="-4,0")

    lost = table.plan(ash=weapon)

    assert lost.the(TokenRevealed).event.action == "attack"
    assert lost.every(EquipmentChanged) == ()
    assert lost.the(AttackLost).event == AttackLost(ASH)
    assert lost.knight(ASH).weapon == weapon


def test_a_token_is_judged_when_its_slot_is_revealed() -> None:
    """KA-10: with the sword in hand, bow is a change, and then sword is one too."""
    table = seated(ash="4,0 sword", birch="-4,0").plan(ash="bow sword sword")

    shown = [(each.event.token.value, each.event.action) for each in table.every(TokenRevealed)]

    assert shown == [("bow", "change"), ("sword", "change"), ("sword", "attack")]
    assert all("KA-10" in each.readings for each in table.every(TokenRevealed))


def test_one_token_does_not_change_and_attack_in_the_same_slot() -> None:
    """KA-10: not anew in each step."""
    table = seated(ash="2,0 spent", birch="3,0 spent")

    changed = table.plan(ash="sword")

    assert changed.every(CombatBegan) == ()
    assert changed.field.turn == 2


def test_all_changes_of_a_slot_happen_together() -> None:
    """KD-3.1: two at once, before anybody attacks."""
    table = seated(ash="2,0", birch="3,0 bow", cedar="2,1 sword spent").plan(ash="spear", birch="sword", cedar="sword")

    assert [each.event for each in table.every(EquipmentChanged)] == [
        EquipmentChanged(ASH, None, "spear"),
        EquipmentChanged(BIRCH, "bow", "sword"),
    ]
    assert table.kinds(EquipmentChanged, StepBegan) == (EquipmentChanged, EquipmentChanged, StepBegan)


def test_the_pile_goes_by_the_weapon_that_attacks() -> None:
    """KD-8.2: by the attacker's weapon, whatever the target has in hand."""
    table = seated(ash="2,0 bow spent", birch="3,0 sword spent").picking(ash="shield").plan(ash="bow")

    attacked = table.point(ash=BIRCH)

    assert attacked.the(PileBuilt).event == PileBuilt(BIRCH, 1, 3)
