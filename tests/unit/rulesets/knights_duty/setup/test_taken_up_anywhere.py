"""Whatever a match comes to at a stage at which it can be taken up is a valid start position, and goes on alike."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.state import Action, Field, State
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.knights_duty.setup.start import STAGES
from oathbook.domain.rulesets.protocol import Setup
from tests.unit.rulesets.knights_duty.setup.positions import laid
from tests.unit.rulesets.knights_duty.table import AS_PRINTED, ASH, BIRCH, DUTY, HEX, knights, seated, taken_up

TURNED: Final = Switches(
    pile="capped",
    inspiration_order="free",
    slot_after_break="played",
    defence_without_action="defending",
    left_spaces="no_swaps",
    attack_order="seat_order",
    high_ground="continuous",
    start_of_turn="slot",
    directions="straight",
)
PICKS: Final = (3, 11, 1, 29, 7, 2, 53, 0, 17, 5, 101, 13, 4)
DECISIONS: Final = 60


def played(setup: Setup) -> Iterator[tuple[State, Decision, SeededChance]]:
    """A match in which seats and decisions are picked by a row of numbers: its states, each with what comes next."""
    state = DUTY.initial(setup)
    for number, pick in enumerate(islice(cycle(PICKS), DECISIONS), 1):
        asked = DUTY.to_act(state)
        if not asked:
            return
        listed = DUTY.options(state, asked[pick % len(asked)]).listed
        decision = listed[pick * number % len(listed)]
        chance = SeededChance(f"{number:064x}", "game", number)
        yield state, decision, chance
        for each in DUTY.decide(state, decision, chance):
            state = DUTY.evolve(state, each.event)


def position_of(field: Field) -> Field:
    """What is left to say of it: no plans of those who are out, nothing of steps that are over."""
    standing = {knight.seat for knight in field.knights if knight.space is not None}
    return replace(
        field,
        plans=tuple(plan for plan in field.plans if plan.seat in standing),
        choices=field.choices if field.stage == "movement" else (),
        clashes=(),
        words=(),
    )


@pytest.mark.parametrize("switches", [AS_PRINTED, TURNED], ids=["as printed", "otherwise"])
def test_a_match_can_be_taken_up_wherever_it_came_to(switches: Switches) -> None:
    """A start position that play comes to is accepted, asks the same seats, and has the same consequences."""
    seen: Counter[str] = Counter()

    for sample in DUTY.samples():
        setup = replace(sample, switches=switches)
        for state, decision, chance in played(setup):
            if state.field.stage in STAGES and not state.field.agreed and state.field != Field():
                again = DUTY.initial(replace(setup, start=position_of(state.field)))

                assert DUTY.to_act(again) == DUTY.to_act(state)
                assert DUTY.decide(again, decision, chance) == DUTY.decide(state, decision, chance)
                seen[state.field.stage] += 1

    assert set(seen) == set(STAGES)


def test_a_knight_left_alone_can_be_taken_up_in_the_middle_of_its_last_turn() -> None:
    """KA-25, each turn: Ash is the last one standing and carries out the rest of the plan first."""
    position = Field(
        stage="movement",
        turn=1,
        slot=2,
        knights=knights(ash="2,0 sword", birch="out"),
        plans=(laid("ash", "sword movement", "sword", "movement"),),
        actions=(Action(ASH, "move"),),
        combats=1,
    )

    moved = taken_up(position, switches=Switches(end_checked="each_turn")).move(ash="3,0")

    assert moved.knight(ASH).space == "3,0"
    assert moved.field.ending is not None
    assert moved.field.ending.winners == (ASH,)


def test_play_comes_to_a_knight_left_alone_in_the_middle_of_a_turn() -> None:
    """KA-25, each turn: the position of the test above."""
    table = seated(HEX, Switches(end_checked="each_turn"), ash="2,0 sword spent", birch="3,0 broken spent")

    alone = table.picking(ash="heart").plan(ash="sword movement").point(ash=BIRCH)

    assert (alone.field.stage, alone.field.slot, alone.asked) == ("movement", 2, (ASH,))
    assert alone.knight(BIRCH).space is None
