"""Start positions that no match can come to, because a clause would have been broken on the way.

A start position is checked so that nothing in it contradicts anything else. What would be accepted here would go on to
break the clause through ``decide``, so each of these has to be refused.
"""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Hidden
from oathbook.domain.rulesets.knights_duty.model.state import Action, Attack, Choice, Combat, Field, InspirationChoice
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from tests.unit.rulesets.knights_duty.setup.positions import INSPIRATION, MOVEMENT, PLANNING, TARGETS, laid, with_first
from tests.unit.rulesets.knights_duty.table import AS_PRINTED, ASH, BIRCH, CEDAR, DUTY, knight, knights, setup_of

HEARTED: Final = PLANNING.knights[0]
UNARMED: Final = knights(ash="2,0 spent", birch="3,0 spear spent", cedar="2,1 spent")
FAR_APART: Final = knights(ash="-4,0 sword spent", birch="3,0 spear spent", cedar="2,1 spent")
CEDAR_SHOWS_A_SWORD: Final = replace(MOVEMENT, plans=(*MOVEMENT.plans[:2], laid("cedar", "sword", "sword")))
CEDAR_SHOWS_A_BOW: Final = (*TARGETS.plans[:2], laid("cedar", "bow", "bow"))
THIRD_SLOT: Final = replace(
    TARGETS,
    slot=3,
    actions=TARGETS.actions[:2],
    plans=(
        laid("ash", "- - sword", None, None, "sword"),
        laid("birch", "- - spear", None, None, "spear"),
        laid("cedar", "", None, None, None),
    ),
)
CEDAR_BROKEN: Final = knights(ash="2,0 sword spent", birch="3,0 spear spent", cedar="2,1 broken spent")
USED: Final = Hidden.of(value=True, to=ASH)


def refused(field: Field, switches: Switches = AS_PRINTED) -> str:
    with pytest.raises(BadRecord) as raised:
        DUTY.initial(setup_of("ash", "birch", "cedar", start=field, switches=switches))
    return str(raised.value)


IMPOSSIBLE: Final = {
    "KD-1.3: a Knight on the corner of another clan, before the first turn": Field(knights=knights(ash="0,4")),
    "KD-1.5: a Knight defeated before the first turn": Field(knights=knights(ash="out")),
    "KA-22: a token face down before the first turn": Field(knights=knights(ash="4,0 spent")),
    "KD-2.3: a token was revealed that does not lie there": replace(
        MOVEMENT, plans=(laid("ash", "shield", "movement"), *MOVEMENT.plans[1:])
    ),
    "KD-2.3: a token was revealed on an empty slot": replace(
        MOVEMENT, plans=(laid("ash", "-", "movement"), *MOVEMENT.plans[1:])
    ),
    "KD-2.3: a token was not revealed in its slot": replace(
        MOVEMENT, plans=(laid("ash", "movement", None), *MOVEMENT.plans[1:])
    ),
    "KD-2.3: a token was revealed and is no action": replace(MOVEMENT, actions=MOVEMENT.actions[:1], choices=()),
    "KD-2.3: the third token of a Full Heart was not revealed": replace(
        THIRD_SLOT, plans=(*THIRD_SLOT.plans[:2], laid("cedar", "- - shield", None, None, None))
    ),
    "KD-2.4: a Full Heart sits out slot 1": replace(MOVEMENT, sitting_out=(CEDAR,)),
    "KD-2.4: a Full Heart sits out slot 3": replace(THIRD_SLOT, sitting_out=(CEDAR,)),
    "KD-2.4: a Broken Heart sits out slot 1": replace(
        MOVEMENT, knights=knights(ash="2,0", birch="3,0", cedar="-4,0 broken"), sitting_out=(CEDAR,)
    ),
    "KD-2.4: a Broken Heart does not sit out slot 3": replace(THIRD_SLOT, knights=CEDAR_BROKEN),
    "KD-4.1: a mover has chosen a space five steps away": replace(
        MOVEMENT, choices=(Choice(ASH, Hidden.of("-3,0", ASH)),)
    ),
    "KD-4.2: a mover has chosen a space off the board": replace(
        MOVEMENT, choices=(Choice(ASH, Hidden.of("9,9", ASH)),)
    ),
    "KD-5.1: a change to the weapon in hand": replace(
        CEDAR_SHOWS_A_SWORD,
        knights=knights(ash="2,0", birch="3,0", cedar="-4,0 sword"),
        actions=(*MOVEMENT.actions, Action(CEDAR, "change", "sword")),
    ),
    "KD-5.2: a change that has not been carried out before the attacks": replace(
        TARGETS, plans=CEDAR_SHOWS_A_BOW, actions=(*TARGETS.actions[:2], Action(CEDAR, "change", "bow"))
    ),
    "KD-6.1: a shield token that is a parry": replace(TARGETS, actions=(*TARGETS.actions[:2], Action(CEDAR, "parry"))),
    "KD-7.1: an attack to come, with a weapon that is not in hand": replace(
        CEDAR_SHOWS_A_SWORD, actions=(*MOVEMENT.actions, Action(CEDAR, "attack", "sword"))
    ),
    "KD-7.1: an attack with a weapon that is not in hand": replace(TARGETS, knights=UNARMED),
    "KD-7.2: an attack waits for a target out of range": replace(
        TARGETS,
        knights=knights(ash="2,0 sword spent", birch="-4,0 spear spent", cedar="2,1 spent"),
        attacks=(TARGETS.attacks[0], Attack(BIRCH, "spear", "over")),
        stage="inspiration",
        combat=Combat(ASH, BIRCH, "sword"),
    ),
    "KD-7.3: an attack is still to be pointed with nobody in range": replace(
        TARGETS, knights=FAR_APART, attacks=(Attack(ASH, "sword"), Attack(BIRCH, "spear", "waiting", CEDAR))
    ),
    "KA-5: a choice of Inspiration is shown as what it is not": replace(
        INSPIRATION, combat=Combat(ASH, CEDAR, "sword", (InspirationChoice(ASH, USED, shown=False),))
    ),
    "KD-8.8: a Full Heart was broken in this turn": with_first(MOVEMENT, replace(HEARTED, broken_this_turn=True)),
    "KD-8.8: a heart was broken in a turn that has only begun": with_first(PLANNING, knight("ash", "red", "2,0 hurt")),
    "KD-9.3: spent on High Ground when the turn has just begun": with_first(
        PLANNING, knight("ash", "red", "0,0 spent")
    ),
    "KA-36: a stall was noticed without the turns for it": replace(PLANNING, stalled=True),
    "KA-36: combats in a turn that has only begun": replace(PLANNING, combats=1),
    "KA-36: a combat is being resolved in a turn without one": replace(INSPIRATION, combats=0),
}


@pytest.mark.parametrize("field", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_a_position_that_breaks_a_clause_is_refused(field: Field) -> None:
    """Each names the clause or the reading that it goes against; the refusal names a field."""
    assert refused(field).startswith("start.")


def test_attacker_first_the_target_has_not_chosen_before_the_attacker() -> None:
    """KA-5: with that setting the attacker's choice comes first, so this one cannot be there."""
    position = replace(
        INSPIRATION,
        knights=knights(ash="2,0 sword", birch="3,0 spear spent", cedar="2,1"),
        combat=Combat(ASH, CEDAR, "sword", (InspirationChoice(CEDAR, Hidden.of(value=True, to=CEDAR)),)),
    )

    assert refused(position, Switches(inspiration_order="attacker_first")).startswith("start.")


def test_continuous_high_ground_leaves_no_token_face_down() -> None:
    """KA-20: with that setting a token spent there is up again at once, so this one cannot lie there in any slot."""
    position = replace(TARGETS, knights=knights(ash="0,0 sword spent", birch="1,0 spear spent", cedar="2,0 spent"))

    assert refused(position, Switches(high_ground="continuous")).startswith("start.knights: by KA-20")
