"""The setups to show and to play at random: all fit, and together they show every number of players and both boards."""

from typing import Final

import pytest

from oathbook.domain.kernel import is_seat_name
from oathbook.domain.rulesets.knights_duty.model.state import Field
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.protocol import Setup
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, DUTY, HEX, SQUARE, YEW, fresh, seated

SAMPLES: Final = DUTY.samples()


@pytest.mark.parametrize("setup", SAMPLES)
def test_a_sample_can_be_set_up(setup: Setup) -> None:
    """Somebody is asked, and what is asked can be decided."""
    state = DUTY.initial(setup)

    asked = DUTY.to_act(state)

    assert asked
    assert all(DUTY.options(state, seat).listed for seat in asked)
    assert all(is_seat_name(each.seat) for each in setup.seats)


def test_the_samples_show_two_to_six_players_on_either_board() -> None:
    """Section 1 and section 5 of the digest; the first is the one for a newcomer: two players, from the box."""
    first = SAMPLES[0]

    assert (len(first.seats), first.components, first.switches, first.start) == (2, HEX, Switches(), None)
    assert {len(each.seats) for each in SAMPLES if each.components == HEX} == {2, 3, 4, 5, 6}
    assert {len(each.seats) for each in SAMPLES if each.components == SQUARE} == {2, 4}


def test_the_samples_begin_at_different_stages() -> None:
    """So that random games come to fights soon."""
    stages = {each.start.stage for each in SAMPLES if isinstance(each.start, Field)}

    assert {"planning", "movement", "targets"} <= stages


def test_knights_and_clans_are_counted_from_the_first_choice_to_the_last_fall() -> None:
    """Law 6: a Knight and a clan a seat, on the board or off it."""
    begun = fresh("ash", "birch", "cedar")
    fallen = seated(ash="2,0 sword spent", birch="3,0 broken spent", cedar="-4,0").picking(ash="heart")
    fallen = fallen.plan(ash="sword").point(ash=BIRCH)

    counted = [DUTY.conserved(table.state) for table in (begun, begun.choose(ash="red"), fallen)]

    assert [dict(each) for each in counted] == [{"Knights": 3, "clans": 3}] * 3
    assert fallen.knight(BIRCH).space is None


def test_a_seat_without_a_knight_is_never_asked() -> None:
    """Only seats of the setup play."""
    table = seated(ash="2,0", birch="3,0")

    assert table.asked == (ASH, BIRCH)
    assert DUTY.options(table.state, YEW).listed == ()
