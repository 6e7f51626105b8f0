"""KD-9 and KD-8.4: the Inspiration token, used in a combat and regained."""

import pytest

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    CombatBegan,
    HeartBroken,
    InspirationChosen,
    InspirationRegained,
    InspirationShown,
    InspirationSpent,
    KnightDefeated,
    PileBuilt,
)
from oathbook.domain.rulesets.knights_duty.model.decisions import Inspire
from oathbook.domain.rulesets.knights_duty.model.events import KnightsMoved, SlotBegan, StepBegan, TurnBegan
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, Table, conditions, seated


def attacked(ash: str = "", birch: str = "") -> Table:
    """Ash has attacked Birch with a sword and will miss; Cedar watches."""
    table = seated(ash=f"2,0 sword {ash}", birch=f"3,0 {birch}", cedar="-4,0").picking(ash="shield")
    return table.plan(ash="sword").point(ash=BIRCH)


@pytest.mark.parametrize(
    ("ash", "birch", "asked"), [("", "", (ASH, BIRCH)), ("", "spent", (ASH,)), ("spent", "", (BIRCH,))]
)
def test_whoever_has_the_token_face_up_is_asked(ash: str, birch: str, asked: tuple[Seat, ...]) -> None:
    """KD-8.4, KD-9.1: attacker and target, if their token is face up."""
    table = attacked(ash, birch)

    assert table.events[-1] == CombatBegan(ASH, BIRCH, "sword")
    assert table.asked == asked


def test_with_both_tokens_face_down_nobody_is_asked() -> None:
    """KD-9.1: the pile is built at once."""
    table = attacked("spent", "spent")

    assert table.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)
    assert table.every(InspirationChosen) == ()


def test_the_choices_are_hidden_until_both_are_made() -> None:
    """KD-8.4, KA-5: simultaneous, both recorded hidden, then shown."""
    table = attacked()

    one = table.inspire(birch=True)
    both = one.inspire(ash=False)

    assert one.events == (InspirationChosen(BIRCH, Hidden.of(value=True, to=BIRCH)),)
    assert "KD-8.4" in one.the(InspirationChosen).cites
    assert "KA-5" in one.the(InspirationChosen).readings
    assert one.asked == (ASH,)
    assert {(each.event.seat, each.event.use.value) for each in both.every(InspirationShown)} == {
        (ASH, False),
        (BIRCH, True),
    }
    assert all("KA-5" in each.readings for each in both.every(InspirationShown))
    assert both.kinds(InspirationShown, InspirationSpent, PileBuilt) == (
        InspirationShown,
        InspirationShown,
        InspirationSpent,
        PileBuilt,
    )


def test_a_token_used_lies_face_down() -> None:
    """KD-9.1, KD-3.2: after its use it is turned face down, and no slot was needed for it."""
    table = attacked()

    used = table.inspire(ash=True, birch=True)

    assert {each.event.seat for each in used.every(InspirationSpent)} == {ASH, BIRCH}
    assert all({"KD-9.1", "KD-3.2"} <= set(each.cites) for each in used.every(InspirationSpent))
    assert (used.knight(ASH).inspiration, used.knight(BIRCH).inspiration) == ("face_down", "face_down")


def test_a_token_not_used_stays_face_up() -> None:
    """KD-9.1: only its use turns it."""
    table = attacked()

    kept = table.inspire(ash=False, birch=False)

    assert kept.every(InspirationSpent) == ()
    assert (kept.knight(ASH).inspiration, kept.knight(BIRCH).inspiration) == ("face_up", "face_up")


def test_a_token_face_down_cannot_be_used() -> None:
    """KD-9.1: Birch is in the combat, with a spent token."""
    table = attacked(birch="spent")

    refusal = table.refused(Inspire(BIRCH, Hidden.of(value=True, to=BIRCH)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("token-face-down", "KD-9.1", "illegal")
    assert conditions(refusal) == [("KD-9.1", False, {"token": "face_down"})]


@pytest.mark.parametrize("seat", [ASH, CEDAR], ids=["who has chosen", "who is not in the combat"])
def test_only_a_combatant_who_has_not_chosen_is_asked(seat: Seat) -> None:
    """KD-8.4: attacker and target, once a combat."""
    table = attacked().inspire(ash=True)

    refusal = table.refused(Inspire(seat, Hidden.of(value=True, to=seat)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-8.4", "out-of-turn")
    assert conditions(refusal)[-1] == ("KD-8.4", False, {"stage": "inspiration", "asked": "birch"})


def test_outside_a_combat_nobody_uses_inspiration() -> None:
    """KD-3.2: during a combat."""
    table = seated(ash="2,0", birch="3,0")

    refusal = table.refused(Inspire(ASH, Hidden.of(value=True, to=ASH)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-8.4", "out-of-turn")
    assert conditions(refusal) == [("KD-8.4", False, {"stage": "planning", "asked": "ash, birch"})]


def test_a_token_spent_in_one_combat_is_not_there_in_the_next() -> None:
    """KD-9.1: Birch is attacked twice in the slot and asked once."""
    table = seated(ash="2,0 sword spent", birch="3,0", cedar="2,1 sword spent").picking(ash="shield", cedar="shield")
    table = table.plan(ash="sword", cedar="sword").point(ash=BIRCH, cedar=BIRCH)

    first = table.first(ash=ASH, cedar=ASH).inspire(birch=True)
    second = first.point(cedar=BIRCH)

    assert first.the(PileBuilt).event == PileBuilt(BIRCH, 3, 2)
    assert second.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)


def test_who_defeats_an_opponent_regains_the_token_spent_in_that_combat() -> None:
    """KD-9.2, KA-19: spent for the pile, face up again for the defeat."""
    table = seated(ash="2,0 sword", birch="3,0 broken spent", cedar="-4,0").picking(ash="heart")
    table = table.plan(ash="sword").point(ash=BIRCH)

    fallen = table.inspire(ash=True)

    assert fallen.kinds(InspirationSpent, KnightDefeated, InspirationRegained) == (
        InspirationSpent,
        KnightDefeated,
        InspirationRegained,
    )
    assert fallen.the(InspirationRegained).event == InspirationRegained(ASH, "defeat")
    assert "KD-9.2" in fallen.the(InspirationRegained).cites
    assert fallen.knight(ASH).inspiration == "face_up"


def test_a_token_that_is_face_up_is_not_regained() -> None:
    """KD-9.2: spent Inspiration is regained."""
    table = seated(ash="2,0 sword", birch="3,0 broken spent", cedar="-4,0").picking(ash="heart")

    fallen = table.plan(ash="sword").point(ash=BIRCH).inspire(ash=False)

    assert fallen.the(KnightDefeated).event == KnightDefeated(BIRCH, ASH)
    assert fallen.every(InspirationRegained) == ()


def test_a_broken_heart_brings_no_inspiration() -> None:
    """KD-9.2: by defeating, not by hurting."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent").picking(ash="heart")

    hurt = table.plan(ash="sword").point(ash=BIRCH)

    assert hurt.the(HeartBroken).event == HeartBroken(BIRCH, ASH)
    assert hurt.every(InspirationRegained) == ()


def test_only_the_attacker_whose_hit_defeats_regains() -> None:
    """KA-19: Ash hurts Birch, Cedar defeats Birch; Cedar's token comes up, Ash's does not."""
    table = seated(ash="2,0 sword spent", birch="3,0 spent", cedar="2,1 sword spent", fir="-4,0")
    table = table.picking(ash="heart", cedar="heart").plan(ash="sword", cedar="sword").point(ash=BIRCH, cedar=BIRCH)

    fallen = table.first(ash=ASH, cedar=ASH).point(cedar=BIRCH)

    assert fallen.the(InspirationRegained).event == InspirationRegained(CEDAR, "defeat")
    assert "KA-19" in fallen.the(InspirationRegained).readings
    assert fallen.knight(ASH).inspiration == "face_down"


def test_who_lands_on_high_ground_regains_at_once() -> None:
    """KD-9.3: in the Movement step, before anything else of the slot."""
    table = seated(ash="1,0 sword spent", birch="-1,0 sword").plan(ash="movement", birch="sword")

    landed = table.move(ash="0,0")

    assert landed.the(InspirationRegained).event == InspirationRegained(ASH, "high_ground")
    assert {"KD-9.2", "KD-9.3"} <= set(landed.the(InspirationRegained).cites)
    assert landed.kinds(KnightsMoved, InspirationRegained, StepBegan) == (KnightsMoved, InspirationRegained, StepBegan)


def test_a_token_face_up_stays_as_it_is_on_high_ground() -> None:
    """KD-9.3: if it is not face up already."""
    table = seated(ash="1,0", birch="-1,0 spent").plan(ash="movement")

    landed = table.move(ash="0,0")

    assert landed.knight(ASH).space == "0,0"
    assert landed.every(InspirationRegained) == ()


def test_who_stays_on_high_ground_does_not_land_there() -> None:
    """KD-9.3, KA-20: a Movement token that goes nowhere is no landing."""
    table = seated(ash="0,0 sword", birch="1,0 spent").picking(ash="shield")
    table = table.plan(ash="sword movement").point(ash=BIRCH).inspire(ash=True)

    stayed = table.move(ash="0,0")

    before_the_turn = stayed.events[: stayed.events.index(TurnBegan(2))]
    assert not any(isinstance(event, InspirationRegained) for event in before_the_turn)


def test_who_does_not_get_to_high_ground_regains_nothing() -> None:
    """KD-9.3, KD-4.2: Birch stands there."""
    table = seated(ash="1,0 spent", birch="0,0").plan(ash="movement")

    blocked = table.move(ash="0,0")

    assert blocked.every(InspirationRegained) == ()
    assert blocked.knight(ASH).inspiration == "face_down"


def test_of_two_who_change_places_the_one_who_lands_regains() -> None:
    """KD-9.3, KA-12: Birch leaves High Ground, Ash comes there."""
    table = seated(ash="1,0 spent", birch="0,0 sword").plan(ash="movement", birch="movement")

    swapped = table.move(ash="0,0", birch="1,0")

    assert swapped.the(InspirationRegained).event == InspirationRegained(ASH, "high_ground")


@pytest.mark.parametrize("space", ["1,0", "4,0"])
def test_another_space_brings_nothing(space: str) -> None:
    """KD-9.3: only the centre is High Ground."""
    table = seated(ash=f"{space} spent", birch="-4,0")

    turned = table.plan()

    assert turned.field.turn == 2
    assert turned.every(InspirationRegained) == ()


def test_who_starts_the_turn_on_high_ground_regains() -> None:
    """KD-9.3, KA-21: right after the whole turn has begun, not at the slots in between."""
    table = seated(ash="0,0 sword", birch="1,0 spent").picking(ash="shield")
    table = table.plan(ash="sword").point(ash=BIRCH)

    turned = table.inspire(ash=True)

    assert turned.kinds(InspirationSpent, SlotBegan, TurnBegan, InspirationRegained) == (
        InspirationSpent,
        SlotBegan,
        SlotBegan,
        TurnBegan,
        InspirationRegained,
    )
    assert "KD-9.3" in turned.the(InspirationRegained).cites
