"""Events that do not fit the state they come to, and those that change nothing: what a transcript may bring."""

from typing import Final

import pytest

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Hidden, Opened
from oathbook.domain.rulesets.kit.play import EventBase
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.model.state import State
from tests.unit.rulesets.knights_duty.setup.positions import CLANS, INSPIRATION, MOVEMENT, PLANNING, TARGETS
from tests.unit.rulesets.knights_duty.table import (
    ASH,
    BIRCH,
    CEDAR,
    DUTY,
    YEW,
    Table,
    seated,
    setup_of,
    taken_up,
    tracker,
)


def at(table: Table, *events: e.Event) -> State:
    """The state of a table after more events, to come to the moments in which nobody is asked."""
    state = table.state
    for event in events:
        state = DUTY.evolve(state, event)
    return state


CHOOSING: Final = DUTY.initial(setup_of("ash", "birch", start=CLANS))
PLANS: Final = taken_up(PLANNING).state
MOVING: Final = taken_up(MOVEMENT).state
POINTING: Final = taken_up(TARGETS).state
INSPIRED: Final = taken_up(INSPIRATION).state
REVEALING: Final = at(taken_up(PLANNING), e.PlanLaid(BIRCH, tracker("birch", "shield")), e.SlotBegan(1))
SHOWING: Final = at(
    taken_up(MOVEMENT),
    e.MoveChosen(BIRCH, Hidden.of("2,1", BIRCH)),
    e.MovesShown((e.MoveShown(ASH, Opened("2,1")), e.MoveShown(BIRCH, Opened("2,1")))),
)
CLASHING: Final = taken_up(MOVEMENT).move(birch="2,1").state
WAITING: Final = at(taken_up(TARGETS), c.TargetDeclared(BIRCH, CEDAR))
ORDERING: Final = taken_up(TARGETS).point(birch=CEDAR).state
HALF_SAID: Final = taken_up(TARGETS).point(birch=CEDAR).first(ash=ASH).state
FALLEN: Final = at(taken_up(INSPIRATION), c.KnightDefeated(CEDAR, ASH), c.CombatEnded(ASH, CEDAR))
OVER: Final = (
    seated(ash="2,0 bow spent", birch="3,0 broken spent").picking(ash="heart").plan(ash="bow").point(ash=BIRCH)
)
USE: Final = Hidden.of(value=True, to=ASH)

MISFITS: Final[dict[str, tuple[State, e.Event]]] = {
    "a second Knight of a seat": (CHOOSING, e.KnightPlaced(ASH, "green", "-4,4", "face_up")),
    "a second plan of a seat": (PLANS, e.PlanLaid(ASH, ())),
    "a plan of nobody": (PLANS, e.PlanLaid(YEW, tracker("yew", "shield"))),
    "nobody agrees": (PLANS, e.EndAgreed(YEW)),
    "a slot before all have planned": (PLANS, e.SlotBegan(1)),
    "a slot out of order": (at(taken_up(PLANNING), e.PlanLaid(BIRCH, ())), e.SlotBegan(2)),
    "a token of a slot that is not being revealed": (REVEALING, e.TokenRevealed(ASH, 2, Opened("movement"), "move")),
    "a token of a seat without a plan": (REVEALING, e.TokenRevealed(CEDAR, 1, Opened("parry"), "parry")),
    "a shield as an attack": (REVEALING, e.TokenRevealed(ASH, 1, Opened("shield"), "attack")),
    "a bow as a parry": (REVEALING, e.TokenRevealed(ASH, 1, Opened("bow"), "parry")),
    "nobody sits out": (REVEALING, e.SatOut(YEW, 1)),
    "movers who are none": (REVEALING, e.StepBegan("movement", (ASH,))),
    "attackers who are none": (REVEALING, e.StepBegan("attacking", ())),
    "a change of nobody": (REVEALING, e.EquipmentChanged(YEW, None, "bow")),
    "a way of one who does not move": (MOVING, e.MoveChosen(CEDAR, Hidden.of("-3,0", CEDAR))),
    "a second way of one": (MOVING, e.MoveChosen(ASH, Hidden.of("2,1", ASH))),
    "ways shown before all have chosen": (MOVING, e.MovesShown((e.MoveShown(ASH, Opened("2,1")),))),
    "a clash of one": (SHOWING, e.ClashFound("2,1", (ASH,))),
    "a clash over a space that one does not want": (SHOWING, e.ClashFound("2,1", (ASH, CEDAR))),
    "a clash that is known": (CLASHING, e.ClashFound("2,1", (ASH, BIRCH))),
    "a word of one who claims nothing": (CLASHING, e.MoverNamed(CEDAR, ASH)),
    "a clash that is none": (CLASHING, e.ClashSettled("-3,0", ASH)),
    "a clash won by one who claims nothing": (CLASHING, e.ClashSettled("2,1", CEDAR)),
    "ways while a clash is open": (CLASHING, e.KnightsMoved((e.Moved(ASH, "2,0", "2,1"),))),
    "nobody moves": (SHOWING, e.KnightsMoved(())),
    "a way of one who has no Movement token": (SHOWING, e.KnightsMoved((e.Moved(CEDAR, "-4,0", "-3,0"),))),
    "a way from another space": (SHOWING, e.KnightsMoved((e.Moved(ASH, "1,0", "1,1"),))),
    "a way into a Knight": (SHOWING, e.KnightsMoved((e.Moved(ASH, "2,0", "3,0"),))),
    "a lost attack of one who does not attack": (POINTING, c.AttackLost(CEDAR)),
    "a lost attack that has been declared": (POINTING, c.AttackLost(ASH)),
    "a target of one who does not attack": (POINTING, c.TargetDeclared(CEDAR, ASH)),
    "a second target of one": (POINTING, c.TargetDeclared(ASH, CEDAR)),
    "a target that is nobody": (POINTING, c.TargetDeclared(BIRCH, YEW)),
    "a target that is oneself": (POINTING, c.TargetDeclared(BIRCH, BIRCH)),
    "others asked than those who wait": (WAITING, c.OrderAsked((ASH, CEDAR))),
    "an order asked before all have pointed": (POINTING, c.OrderAsked((ASH,))),
    "a word of one who does not attack": (ORDERING, c.AttackerNamed(CEDAR, ASH)),
    "a second word of one": (HALF_SAID, c.AttackerNamed(ASH, BIRCH)),
    "the next attack of one who does not wait": (ORDERING, c.AttackerChosen(CEDAR, "agreed")),
    "a combat of one who does not attack": (WAITING, c.CombatBegan(CEDAR, ASH, "sword")),
    "a combat with another than the target": (WAITING, c.CombatBegan(ASH, CEDAR, "sword")),
    "a combat with another weapon": (WAITING, c.CombatBegan(ASH, BIRCH, "bow")),
    "a combat before all have pointed": (POINTING, c.CombatBegan(ASH, BIRCH, "sword")),
    "a combat that is over": (FALLEN, c.CombatBegan(ASH, CEDAR, "sword")),
    "Inspiration of one who watches": (INSPIRED, c.InspirationChosen(BIRCH, Hidden.of(value=True, to=BIRCH))),
    "Inspiration chosen twice": (INSPIRED, c.InspirationChosen(ASH, USE)),
    "a choice shown that has not been made": (INSPIRED, c.InspirationShown(CEDAR, Opened(value=True))),
    "a token spent by nobody": (INSPIRED, c.InspirationSpent(YEW)),
    "a token regained by nobody": (INSPIRED, c.InspirationRegained(YEW, "defeat")),
    "a fumble of nobody": (INSPIRED, c.AttackerFumbled(YEW, "bow")),
    "a heart of nobody": (INSPIRED, c.HeartBroken(YEW, ASH)),
    "a defeat of nobody": (INSPIRED, c.KnightDefeated(YEW, ASH)),
    "the end of another combat": (INSPIRED, c.CombatEnded(CEDAR, ASH)),
    "pointing again without an attack": (POINTING, c.TargetsReopened((CEDAR,))),
    "pointing again before having pointed": (POINTING, c.TargetsReopened((BIRCH,))),
    "nobody points again": (WAITING, c.TargetsReopened(())),
    "a Knight removed that has not fallen": (FALLEN, e.KnightRemoved(ASH, "2,0")),
    "a Knight removed from another space": (FALLEN, e.KnightRemoved(CEDAR, "2,0")),
    "nobody leaves": (FALLEN, e.KnightRemoved(YEW, "0,0")),
    "a Knight removed before the attacks are over": (WAITING, e.KnightRemoved(CEDAR, "2,1")),
    "a clan after the first turn has begun": (PLANS, e.ClanChosen(ASH, "white")),
    "a plan in the middle of a slot": (MOVING, e.PlanLaid(CEDAR, ())),
    "a slot while movers choose": (MOVING, e.SlotBegan(2)),
    "a combat while plans are laid": (PLANS, c.CombatBegan(ASH, BIRCH, "sword")),
    "Inspiration without a combat": (POINTING, c.InspirationChosen(ASH, USE)),
    "a card without a combat": (POINTING, c.CardPicked(ASH, BIRCH, "heart")),
    "a turn after the end": (OVER.state, e.TurnBegan(2)),
    "a second end": (OVER.state, e.MatchEnded("victory", (ASH,))),
}


@pytest.mark.parametrize(("state", "event"), MISFITS.values(), ids=MISFITS)
def test_an_event_that_does_not_fit_is_a_misfit(state: State, event: e.Event) -> None:
    """Law 2: a refusal that says what does not fit, and no other exception."""
    with pytest.raises(Misfit, match=r"\S"):
        DUTY.evolve(state, event)


def test_a_token_is_revealed_once_a_slot() -> None:
    """KD-2.3: neither twice, nor after having sat out, nor the other way round."""
    shown = DUTY.evolve(REVEALING, e.TokenRevealed(ASH, 1, Opened("sword"), "attack"))
    sat_out = DUTY.evolve(REVEALING, e.SatOut(ASH, 1))

    for state in (shown, sat_out):
        for event in (e.TokenRevealed(ASH, 1, Opened("sword"), "attack"), e.SatOut(ASH, 1)):
            with pytest.raises(Misfit, match="ash"):
                DUTY.evolve(state, event)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (CHOOSING, e.ClanChosen(BIRCH, "white")),
        (CLASHING, e.KnightStayed(ASH, "2,1", "clash")),
        (REVEALING, e.StanceTaken(BIRCH, "defending")),
        (INSPIRED, c.PileBuilt(CEDAR, 3, 1)),
        (INSPIRED, c.CardPicked(ASH, CEDAR, "heart")),
        (INSPIRED, c.AttackMissed(ASH, CEDAR)),
        (INSPIRED, c.HitWithoutEffect(CEDAR, ASH)),
    ],
    ids=lambda given: type(given).__name__ if isinstance(given, EventBase) else "",
)
def test_an_event_that_only_tells_changes_nothing(state: State, event: e.Event) -> None:
    """What it tells follows from other events or leads to them."""
    assert DUTY.evolve(state, event) == state
