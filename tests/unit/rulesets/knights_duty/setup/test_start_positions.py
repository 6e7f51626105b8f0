"""Start positions: each check refuses, naming the field, and nothing else of the position is wrong."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.knights_duty.model.state import (
    Action,
    Attack,
    Choice,
    Clash,
    Combat,
    Field,
    InspirationChoice,
    Stage,
    Word,
)
from oathbook.domain.rulesets.protocol import Ending
from tests.unit.rulesets.knights_duty.setup.positions import (
    CLANS,
    INSPIRATION,
    MOVEMENT,
    PLANNING,
    TARGETS,
    laid,
    with_first,
)
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, DUTY, YEW, knight, knights, setup_of

VALID: Final = {
    "clans": CLANS,
    "planning": PLANNING,
    "movement": MOVEMENT,
    "targets": TARGETS,
    "inspiration": INSPIRATION,
}
HEARTED: Final = PLANNING.knights[0]
YES: Final = Hidden.of(value=True, to=CEDAR)
THREE: Final = ("ash", "birch", "cedar")


def refused(field: Field) -> str:
    """What is said of the position for Ash, Birch and Cedar."""
    with pytest.raises(BadRecord) as raised:
        DUTY.initial(setup_of(*THREE, start=field))
    return str(raised.value)


@pytest.mark.parametrize("field", VALID.values(), ids=VALID)
def test_the_positions_to_be_spoiled_are_valid(field: Field) -> None:
    """What follows from them is in ``test_start_plays``; here only that nothing is wrong with them."""
    state = DUTY.initial(setup_of(*THREE, start=field))

    assert state.field == field


@pytest.mark.parametrize("stage", ["revealed", "clash", "order", "over"])
def test_a_match_is_not_taken_up_between_decisions(stage: Stage) -> None:
    """These stages are one decision further than a stage that can be taken up."""
    assert refused(replace(PLANNING, stage=stage)).startswith("start.stage: ")


WITHOUT_A_PLACE: Final = {
    "an end": replace(PLANNING, ending=Ending("draw", (), "KD-10.2")),
    "a clash": replace(MOVEMENT, clashes=(Clash("2,1", (ASH, BIRCH)),)),
    "words": replace(TARGETS, words=(Word(ASH, ASH),)),
    "an agreement to end": replace(PLANNING, agreed=(ASH,)),
}
"""What is there at other stages only."""

WRONG_KNIGHTS: Final = {
    "start.knights": {
        "one seat twice": replace(
            PLANNING, knights=(*PLANNING.knights[:2], replace(HEARTED, clan="green", space="0,1"))
        ),
        "one clan twice": with_first(PLANNING, replace(HEARTED, clan="blue")),
        "one space twice": with_first(PLANNING, replace(HEARTED, space="3,0")),
        "a seat without a Knight": replace(PLANNING, knights=PLANNING.knights[:2]),
        "one Knight on the board": replace(PLANNING, knights=knights(ash="2,0", birch="out", cedar="out")),
    },
    "start.knights.yew": {
        "a seat that is none": replace(PLANNING, knights=knights(yew="2,0", birch="3,0", cedar="0,1"))
    },
    "start.knights.ash": {
        "a clan that is none": with_first(PLANNING, replace(HEARTED, clan="orange")),
        "a space that is none": with_first(PLANNING, replace(HEARTED, space="5,0")),
        "defeated with a Full Heart": with_first(TARGETS, replace(HEARTED, defeated=True)),
        "off the board, not defeated": with_first(PLANNING, replace(HEARTED, space=None)),
        "defeated, on the board between slots": with_first(PLANNING, knight("ash", "red", "2,0 fallen")),
        "defeated, on the board while moving": with_first(MOVEMENT, knight("ash", "red", "2,0 fallen")),
    },
}
WRONG_COURSE: Final = {
    "start.stage": {
        "a turn while clans are chosen": replace(CLANS, turn=1),
        "every clan chosen": replace(CLANS, knights=knights(ash="4,0", birch="0,4", cedar="-4,4")),
    },
    "start.turn": {"turn 0": replace(PLANNING, turn=0)},
    "start.slot": {
        "a slot while planning": replace(PLANNING, slot=1, plans=(laid("ash", "sword movement", "sword"),)),
        "slot 0 while moving": replace(
            MOVEMENT, slot=0, plans=(laid("ash", "movement"), laid("birch", "movement"), laid("cedar", ""))
        ),
        "slot 4": replace(MOVEMENT, slot=4, plans=tuple(laid(seat, "", None, None, None, None) for seat in THREE)),
    },
    "start.actions": {
        "an action while planning": replace(PLANNING, actions=(Action(ASH, "move"),)),
        "sitting out while planning": replace(PLANNING, sitting_out=(BIRCH,)),
        "two actions of one": replace(MOVEMENT, actions=(*MOVEMENT.actions, Action(ASH, "defend"))),
        "acting and sitting out": replace(MOVEMENT, sitting_out=(ASH,)),
        "an action of nobody": replace(MOVEMENT, actions=(*MOVEMENT.actions, Action(YEW, "parry"))),
    },
    "start.actions.ash": {
        "a move with a weapon": replace(MOVEMENT, actions=(Action(ASH, "move", "bow"), *MOVEMENT.actions[1:])),
        "a change without one": replace(
            MOVEMENT,
            plans=(laid("ash", "sword", "sword"), *MOVEMENT.plans[1:]),
            actions=(Action(ASH, "change"), Action(BIRCH, "move")),
            choices=(),
        ),
    },
}
WRONG_PLANS: Final = {
    "start.plans": {
        "two plans of one": replace(PLANNING, plans=PLANNING.plans * 2),
        "nobody left to lay one": replace(PLANNING, plans=(*PLANNING.plans, laid("birch", "shield"))),
        "no plan of one on the board": replace(MOVEMENT, plans=MOVEMENT.plans[:2]),
    },
    "start.plans.cedar": {"a plan of one who is out": replace(PLANNING, plans=(laid("cedar", "shield"),))},
    "start.plans.birch": {"three slots with a Broken Heart": replace(PLANNING, plans=(laid("birch", "- - shield"),))},
    "start.plans.ash": {
        "four slots": replace(PLANNING, plans=(laid("ash", "- - - shield"),)),
        "somebody else's tokens": replace(PLANNING, plans=(replace(laid("birch", "shield"), seat=ASH),)),
        "a slot revealed too early": replace(PLANNING, plans=(laid("ash", "sword", "sword"),)),
        "too many tokens of a kind": replace(PLANNING, plans=(laid("ash", "bow bow bow"),)),
    },
}
WRONG_MOVES: Final = {
    "start.choices": {
        "choices while planning": replace(PLANNING, choices=MOVEMENT.choices),
        "choices while attacking": replace(TARGETS, choices=MOVEMENT.choices),
        "two choices of one": replace(MOVEMENT, choices=MOVEMENT.choices * 2),
        "a choice of one who does not move": replace(MOVEMENT, choices=(Choice(CEDAR, Hidden.of("-4,1", CEDAR)),)),
        "nobody left to choose": replace(MOVEMENT, choices=(*MOVEMENT.choices, Choice(BIRCH, Hidden.of("3,1", BIRCH)))),
        "nobody moves": replace(MOVEMENT, plans=tuple(laid(seat, "", None) for seat in THREE), actions=(), choices=()),
    },
    "start.choices.ash": {
        "a choice that another may see": replace(MOVEMENT, choices=(Choice(ASH, Hidden.of("2,1", BIRCH)),)),
        "a choice that is shown": replace(MOVEMENT, choices=(Choice(ASH, Hidden.of("2,1", ASH), "2,1"),)),
    },
}
WAITING: Final = INSPIRATION.attacks[0]
WRONG_ATTACKS: Final = {
    "start.attacks": {
        "attacks while planning": replace(PLANNING, attacks=TARGETS.attacks),
        "attacks while moving": replace(MOVEMENT, attacks=TARGETS.attacks),
        "two attacks of one": replace(TARGETS, attacks=(*TARGETS.attacks, Attack(ASH, "sword"))),
        "an attack without an action": replace(TARGETS, attacks=(*TARGETS.attacks, Attack(CEDAR, "sword"))),
        "an action without an attack": replace(TARGETS, attacks=TARGETS.attacks[1:]),
        "another weapon than the action": replace(TARGETS, attacks=(Attack(ASH, "bow"), TARGETS.attacks[1])),
        "nobody left to point": replace(TARGETS, attacks=(TARGETS.attacks[0], Attack(BIRCH, "spear", "over"))),
        "somebody to point in a combat": replace(INSPIRATION, attacks=(WAITING, Attack(BIRCH, "spear"))),
    },
    "start.attacks.ash": {
        "an attack on oneself": replace(TARGETS, attacks=(replace(WAITING, target=ASH), TARGETS.attacks[1])),
        "an attack on nobody on the board": replace(
            TARGETS, attacks=(replace(WAITING, target=YEW), TARGETS.attacks[1])
        ),
        "waiting without a target": replace(TARGETS, attacks=(replace(WAITING, target=None), TARGETS.attacks[1])),
    },
}
NO_CHOICE: Final = Combat(ASH, CEDAR, "sword")
WRONG_COMBATS: Final = {
    "start.combat": {
        "a combat while planning": replace(PLANNING, combat=NO_CHOICE),
        "a combat while moving": replace(MOVEMENT, combat=NO_CHOICE),
        "a combat while pointing": replace(TARGETS, combat=NO_CHOICE),
        "no combat to be inspired in": replace(INSPIRATION, combat=None),
        "a combat without an attack": replace(INSPIRATION, combat=Combat(CEDAR, ASH, "sword")),
        "another target than the attack": replace(INSPIRATION, combat=Combat(ASH, BIRCH, "sword")),
        "another weapon than the attack": replace(INSPIRATION, combat=Combat(ASH, CEDAR, "bow")),
        "a combat that is over": replace(
            INSPIRATION, attacks=(replace(WAITING, status="over"), INSPIRATION.attacks[1])
        ),
    },
    "start.combat.choices": {
        "two choices of one": replace(
            INSPIRATION,
            combat=replace(NO_CHOICE, choices=(InspirationChoice(CEDAR, YES), InspirationChoice(CEDAR, YES))),
        ),
        "nobody left to choose": replace(
            INSPIRATION, knights=knights(ash="2,0 sword spent", birch="3,0 spear", cedar="2,1 spent"), combat=NO_CHOICE
        ),
        "a choice of one who cannot": replace(
            INSPIRATION, combat=replace(NO_CHOICE, choices=(InspirationChoice(BIRCH, Hidden.of(value=True, to=BIRCH)),))
        ),
    },
    "start.combat.ash": {
        "a choice that another may see": replace(
            INSPIRATION, combat=replace(NO_CHOICE, choices=(InspirationChoice(ASH, YES),))
        )
    },
}
ALL: Final = (
    *((("start", what, field)) for what, field in WITHOUT_A_PLACE.items()),
    *(
        (where, what, field)
        for wrong in (WRONG_KNIGHTS, WRONG_COURSE, WRONG_PLANS, WRONG_MOVES, WRONG_ATTACKS, WRONG_COMBATS)
        for where, positions in wrong.items()
        for what, field in positions.items()
    ),
)


@pytest.mark.parametrize(("where", "field"), [(each[0], each[2]) for each in ALL], ids=[each[1] for each in ALL])
def test_a_position_that_contradicts_itself_is_refused(where: str, field: Field) -> None:
    """One value is wrong; the refusal begins with the name of its field."""
    said = refused(field)

    assert said.split(":")[0] == where
    assert len(said) > len(where) + len(": ")
