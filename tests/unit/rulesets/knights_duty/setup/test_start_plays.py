"""Start positions that are taken up and played on, at each stage at which that can be done."""

from msgspec.structs import replace

from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.knights_duty.model.combat_events import (
    AttackerFumbled,
    CardPicked,
    CombatBegan,
    HitWithoutEffect,
    InspirationShown,
    OrderAsked,
    PileBuilt,
    TargetDeclared,
)
from oathbook.domain.rulesets.knights_duty.model.events import (
    KnightPlaced,
    KnightRemoved,
    KnightsMoved,
    Moved,
    SatOut,
    SlotBegan,
    TokenRevealed,
    TurnBegan,
    TurnEnded,
)
from oathbook.domain.rulesets.knights_duty.model.state import Action, Attack, Field, Plan
from tests.unit.rulesets.knights_duty.setup.positions import CLANS, INSPIRATION, MOVEMENT, PLANNING, TARGETS, laid
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, Table, knights, setup_of, taken_up, tracker


def test_a_match_is_taken_up_while_clans_are_chosen() -> None:
    """KD-1.2: Birch takes what Ash has left, and turn 1 begins."""
    table = Table(DUTY.initial(setup_of("ash", "birch", start=CLANS)))

    chosen = table.choose(birch="white")

    assert table.asked == (BIRCH,)
    assert chosen.the(KnightPlaced).event == KnightPlaced(BIRCH, "white", "4,-4", "face_up")
    assert chosen.the(TurnBegan).event == TurnBegan(1)


def test_a_match_is_taken_up_while_plans_are_laid() -> None:
    """KD-2.1: Birch lays the last plan, Ash's lies there already, Cedar is out."""
    table = taken_up(PLANNING)

    planned = table.lay(birch="shield")

    assert table.asked == (BIRCH,)
    assert [(each.event.seat, each.event.action) for each in planned.every(TokenRevealed)] == [
        (ASH, "attack"),
        (BIRCH, "defend"),
    ]
    assert planned.asked == (ASH,)


def test_a_match_is_taken_up_while_movers_choose() -> None:
    """KD-4.1: Birch chooses last, and what Ash has chosen before is shown with it."""
    table = taken_up(MOVEMENT)

    moved = table.move(birch="3,1")

    assert table.asked == (BIRCH,)
    assert set(moved.the(KnightsMoved).event.moves) == {Moved(ASH, "2,0", "2,1"), Moved(BIRCH, "3,0", "3,1")}
    assert moved.field.turn == 2


def test_a_match_is_taken_up_while_attackers_point() -> None:
    """KD-7.2: Birch points last, and both attacks wait."""
    table = taken_up(TARGETS)

    pointed = table.point(birch=CEDAR)

    assert table.asked == (BIRCH,)
    assert pointed.the(TargetDeclared).event == TargetDeclared(BIRCH, CEDAR)
    assert pointed.the(OrderAsked).event == OrderAsked((ASH, BIRCH))


def test_a_match_is_taken_up_while_a_combat_waits_for_inspiration() -> None:
    """KD-8.4: Cedar, Defending, decides last; Ash's choice is in the position: 3-1+1 hearts, 1+1 shields."""
    table = taken_up(INSPIRATION).picking(ash="shield")

    inspired = table.inspire(cedar=False)

    assert table.asked == (CEDAR,)
    assert {(each.event.seat, each.event.use.value) for each in inspired.every(InspirationShown)} == {
        (ASH, True),
        (CEDAR, False),
    }
    assert inspired.the(PileBuilt).event == PileBuilt(CEDAR, 3, 2)
    assert inspired.the(CardPicked).event == CardPicked(ASH, CEDAR, "shield")
    assert inspired.every(CombatBegan) == ()
    assert (inspired.field.turn, inspired.knight(ASH).inspiration) == (2, "face_down")


def test_the_label_of_a_draw_names_the_slot_of_the_position() -> None:
    """KD-8.6: in slot 3 the card is asked for under slot 3, and the turn ends after it."""
    plans = (laid("ash", "- - sword", None, None, "sword"), laid("birch", "- - spear", None, None, "spear"))
    in_slot_3 = replace(
        TARGETS,
        slot=3,
        knights=knights(ash="2,0 sword spent", birch="3,0 spear spent"),
        plans=plans,
        actions=TARGETS.actions[:2],
        attacks=(Attack(ASH, "sword", "waiting", BIRCH), Attack(BIRCH, "spear")),
    )
    table = taken_up(in_slot_3).drawing("strike/3/ash", "shield")

    ended = table.point(birch=None)

    assert ended.kinds(CardPicked, SlotBegan, TurnEnded) == (CardPicked, TurnEnded)
    assert ended.the(TurnEnded).event == TurnEnded(1, 1)


def test_a_knight_defeated_in_the_slot_stands_there_and_can_be_hit_again() -> None:
    """KD-7.6: Birch has fallen in this slot, and has still an own attack to point."""
    table = taken_up(
        replace(TARGETS, knights=knights(ash="2,0 sword spent", birch="3,0 spear fallen spent", cedar="2,1"))
    )
    table = table.picking(ash="heart")

    hit = table.point(birch=None)

    assert hit.the(CombatBegan).event == CombatBegan(ASH, BIRCH, "sword")
    assert hit.the(HitWithoutEffect).event == HitWithoutEffect(BIRCH, ASH)
    assert hit.the(KnightRemoved).event == KnightRemoved(BIRCH, "3,0")


def test_a_heart_broken_in_this_turn_leaves_three_tokens_on_the_tracker() -> None:
    """KA-6: they were laid with a Full Heart; slot 2 is played, slot 3 is void."""
    hurt = replace(
        MOVEMENT,
        knights=knights(ash="2,0", birch="3,0 hurt", cedar="-4,0"),
        plans=(
            laid("ash", "movement", "movement"),
            laid("birch", "movement shield parry", "movement"),
            laid("cedar", "", None),
        ),
    )

    moved = taken_up(hurt).move(birch="3,1")

    shown = [each.event.token.value for each in moved.every(TokenRevealed) if each.event.seat == BIRCH]
    assert shown == ["shield"]
    assert moved.the(SatOut).event == SatOut(BIRCH, 3)
    assert "KA-6" in moved.the(SatOut).readings


def test_tokens_that_this_reader_cannot_see_are_taken_as_they_are() -> None:
    """A redacted position: what is in Ash's plan is Ash's to know, that it lies there is not."""
    unseen = Plan(ASH, (*tracker("ash", "sword"), Hidden((ASH,), digest="a" * 64)))
    position = Field(stage="planning", turn=1, knights=knights(ash="2,0", birch="3,0"), plans=(unseen,))

    table = taken_up(position)

    assert table.asked == (BIRCH,)


def test_who_sits_out_in_the_position_is_attacked_without_a_stance() -> None:
    """KD-2.4, KA-7: Birch has a Broken Heart and slot 3 is being resolved."""
    position = Field(
        stage="targets",
        turn=1,
        slot=3,
        knights=knights(ash="2,0 sword spent", birch="3,0 broken spent"),
        plans=(laid("ash", "- - sword", None, None, "sword"), laid("birch", "", None, None, None)),
        actions=(Action(ASH, "attack", "sword"),),
        sitting_out=(BIRCH,),
        attacks=(Attack(ASH, "sword"),),
    )

    attacked = taken_up(position).picking(ash="shield").point(ash=BIRCH)

    assert attacked.the(PileBuilt).event == PileBuilt(BIRCH, 3, 1)
    assert "KA-7" in attacked.the(PileBuilt).readings


def test_a_heart_broken_in_the_slot_itself_does_not_sit_it_out() -> None:
    """KA-6: Cedar was hurt in slot 3 after its Parry token had been revealed, and makes Birch fumble in it."""
    position = replace(
        TARGETS,
        slot=3,
        knights=knights(ash="2,0 sword spent", birch="3,0 spear spent", cedar="2,1 hurt spent"),
        plans=(
            laid("ash", "- - sword", None, None, "sword"),
            laid("birch", "- - spear", None, None, "spear"),
            laid("cedar", "- - parry", None, None, "parry"),
        ),
        actions=(*TARGETS.actions[:2], Action(CEDAR, "parry")),
        attacks=(Attack(ASH, "sword", "over", CEDAR), Attack(BIRCH, "spear")),
        combats=1,
    )

    parried = taken_up(position).drawing("strike/3/birch", "shield").point(birch=CEDAR)

    assert parried.the(AttackerFumbled).event == AttackerFumbled(BIRCH, "spear")
