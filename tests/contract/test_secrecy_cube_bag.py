"""Law 5 over everything that is shown of a cube-bag battle: a choice of losses is secret until both are in."""

import pytest

from oathbook.domain.kernel import HOLDER, PUBLIC, Viewer
from oathbook.domain.recording.format.record import Record
from oathbook.domain.rulesets.cube_bag.model.state import Field
from oathbook.domain.rulesets.cube_bag.ruleset import CUBE_BAG
from oathbook.replays.testing.checks import visible_differences
from tests.contract.shown import LeakyCodec, leaking, world
from tests.support.cube_bag import ALEX, AT_SEA, MIKE, setup
from tests.unit.rulesets.cube_bag.test_start import with_attacker, with_battle, with_defender


def both_deal() -> Field:
    """Alex deals 2 damage to two galleys and a port, Mike 1 to archers and a swordsman."""
    field = with_battle(AT_SEA, drawn={"purple": 2, "white": 1})
    return with_attacker(with_defender(field, damage=1), damage=2)


def chosen(unit: str) -> Record:
    """Mike has chosen which unit Alex loses, and Alex has not chosen yet."""
    losses = [{"of": f"A/{unit}", "damage": 1}]
    decision = {"kind": "assign_losses", "by": "mike", "losses": losses}
    return world(setup(both_deal()), [decision], ruleset=CUBE_BAG)


@pytest.mark.parametrize("viewer", [ALEX, PUBLIC])
def test_nothing_shown_tells_a_choice_of_losses(viewer: Viewer) -> None:
    """CB-5.7: two worlds that differ only in it look the same to whoever may not see it."""
    assert visible_differences(chosen("archer"), chosen("swordsman"), viewer) == set()


def test_the_holder_and_its_own_seat_can_tell_the_worlds_apart() -> None:
    """The control: the difference is there."""
    one, other = chosen("archer"), chosen("swordsman")

    assert "export" in visible_differences(one, other, HOLDER)
    assert {"export", "frames", "text"} <= visible_differences(one, other, MIKE)


def test_a_leak_in_the_export_is_caught() -> None:
    """A planted leak: openings that are not taken out are found, whoever looks."""
    codec = LeakyCodec(CUBE_BAG.wire)
    one, other = (leaking(record, codec=codec) for record in (chosen("archer"), chosen("swordsman")))

    assert "export" in visible_differences(one, other, PUBLIC)
