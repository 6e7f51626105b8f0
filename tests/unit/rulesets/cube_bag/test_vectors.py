"""The vectors CV-1 and CV-2: the first two printed examples, number for number."""

import pytest

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.cube_bag.model.bag_events import (
    BagFilled,
    CheckBegan,
    CheckPassed,
    CourageMeasured,
    CubesDrawn,
    CubesPrepared,
    ExtraDrawMeasured,
)
from oathbook.domain.rulesets.cube_bag.model.decisions import Losses, React
from oathbook.domain.rulesets.cube_bag.model.events import (
    BattleDecided,
    DamageMeasured,
    LossesTaken,
    StageBegan,
    UnitRecovered,
    UnitsLost,
)
from oathbook.domain.rulesets.protocol import Ending
from tests.support.cube_bag import ALEX, FIELD_BATTLE, LAURA, MIKE, SHOT_FROM_AFAR, TWO
from tests.unit.rulesets.cube_bag.table import BAG, Table, last, losses, taken_up, worked


def field_battle() -> Table:
    """CV-1 up to the draw: 3 spearmen against 2 cavalrymen."""
    table = taken_up(FIELD_BATTLE).attack(LAURA, "A", "1,0").forgo(ALEX)
    return table.prepare(LAURA, "A/spearman").prepare(ALEX, "B/cavalryman")


def test_cv_1_strength_and_bonus_fill_the_bag_with_ten_cubes() -> None:
    """CV-1 (CB-2.1): 3 + 3 green and 2 + 2 purple."""
    asked = taken_up(FIELD_BATTLE).attack(LAURA, "A", "1,0").forgo(ALEX)
    laura = asked.prepare(LAURA, "A/spearman")
    alex = laura.prepare(ALEX, "B/cavalryman")

    assert worked(laura.the(CubesPrepared)) == [
        "attack cubes: 3",
        "bonus of army A (spearman): add 3 → 6",
        "defense cubes: 0",
    ]
    assert worked(alex.the(CubesPrepared)) == [
        "attack cubes: 2",
        "bonus of army B (cavalryman): add 2 → 4",
        "defense cubes: 0",
    ]
    assert "CB-1.2" in alex.the(CubesPrepared).cites
    assert alex.the(BagFilled).event.cubes == {"green": 6, "purple": 4}
    assert [each.event.courage for each in alex.every(CourageMeasured)] == [3, 2]


def test_cv_1_three_cubes_drawn_leave_two_spearmen_and_no_cavalry() -> None:
    """CV-1 (CB-4.1, CB-5.1, CB-9.1): 2 green and 1 purple; nothing more may be drawn; Laura wins."""
    table = field_battle().drawing("clash", "2 green, 1 purple")

    drawn = table.draw(LAURA, 3)
    ended = drawn.lose(LAURA, "B/cavalryman 2").lose(ALEX, "A/spearman 1")

    assert drawn.the(ExtraDrawMeasured).event.allowed == 0
    assert [each.event.damage for each in drawn.every(DamageMeasured)] == [2, 1]
    assert ended.the(LossesTaken).event.units == (
        UnitsLost(ALEX, "B", "cavalryman", 2),
        UnitsLost(LAURA, "A", "spearman", 1),
    )
    assert ended.the(BattleDecided).event == BattleDecided("attacker", (LAURA,))
    assert ended.army("A").units == ("spearman", "spearman")
    assert [army.seat for army in ended.field.armies] == [LAURA]
    assert ended.field.ending == Ending("attacker", (LAURA,), "CB-9.2")


@pytest.mark.parametrize("cubes", [1, 2, 3])
def test_cv_1_one_to_three_cubes_may_be_drawn(cubes: int) -> None:
    """CV-1 (CB-4.1): courage 3."""
    table = field_battle().drawing("clash", f"{cubes} green")

    assert table.draw(LAURA, cubes).the(CubesDrawn).event.named == cubes


def test_cv_2_a_depleted_army_does_not_react_and_a_corps_of_two_needs_a_castle() -> None:
    """CV-2 (CB-1.5): army B is depleted, army C would make a corps of two."""
    table = taken_up(SHOT_FROM_AFAR, components=TWO).attack(ALEX, "A", "2,0")

    depleted = table.refused(React(MIKE, "B", "1,0"))
    reinforcing = table.refused(React(MIKE, "C", "1,0"))

    assert (depleted.code, depleted.clause) == ("depleted", "CB-1.5")
    assert (reinforcing.code, reinforcing.clause, last(reinforcing)) == (
        *("corps-limit", "CB-1.5"),
        {"armies": 2, "limit": 1},
    )


def shot_from_afar() -> Table:
    """CV-2 up to the recovery: 6 purple, 3 neutral and Mike's action cube; 2 purple and 1 neutral drawn."""
    table = taken_up(SHOT_FROM_AFAR, components=TWO).attack(ALEX, "A", "2,0").forgo(MIKE)
    table = table.prepare(ALEX, "A/archer").prepare(MIKE, "B/swordsman", leave_out=2, actions=1)
    return table.drawing("clash", "2 purple, 1 neutral").draw(ALEX, 3)


def test_cv_2_nobody_of_army_b_is_active_and_ten_cubes_are_in_the_bag() -> None:
    """CV-2 (CB-1.2, CB-2.3): 3 + 3 purple; 2 + 3 neutral, of which 2 are left out; 1 action cube."""
    table = taken_up(SHOT_FROM_AFAR, components=TWO).attack(ALEX, "A", "2,0").forgo(MIKE)

    table = table.prepare(ALEX, "A/archer").prepare(MIKE, "B/swordsman", leave_out=2, actions=1)

    mike = table.the(CubesPrepared)
    assert (mike.event.active, mike.event.own, mike.event.neutral) == (0, 1, 3)
    assert table.the(BagFilled).event.cubes == {"neutral": 3, "purple": 6, "white": 1}


def test_cv_2_two_swordsmen_fall_and_one_comes_back() -> None:
    """CV-2 (CB-5.1, CB-6.4): own cube to DEMOCRACY, neutral one discarded, 5 cubes left in the bag."""
    fallen = shot_from_afar().lose(ALEX, "B/swordsman 2")
    table = fallen.drawing("recovery/0/mike", "1 white, 1 neutral")

    back = table.recover(MIKE, "swordsman", "1,0")

    assert fallen.the(LossesTaken).event.units == (UnitsLost(MIKE, "B", "swordsman", 2),)
    assert fallen.asked == (MIKE,)
    assert worked(back.the(CheckBegan))[0] == "complexity: 2"
    assert back.the(CheckPassed).event.drawn == {"neutral": 1, "white": 1}
    assert back.the(UnitRecovered).event == UnitRecovered(MIKE, "swordsman", "2,0", "1,0", "B", depleted=False)
    assert back.player(MIKE).cards[0].experience == 1
    assert back.the(BattleDecided).event == BattleDecided("undecided", ())


def test_cv_2_five_cubes_are_left_in_the_bag() -> None:
    """CV-2 (CA-12): 10 - 3 - 2, the cubes of the clash stay out."""
    fallen = shot_from_afar().lose(ALEX, "B/swordsman 2").drawing("recovery/0/mike", "1 white, 1 neutral")
    back = fallen.recover(MIKE, "swordsman", "1,0")

    state = fallen.state
    for event in back.events[: back.events.index(StageBegan("outcome"))]:
        state = BAG.evolve(state, event)

    assert state.field.battle is not None
    assert state.field.battle.bag == {"neutral": 1, "purple": 4}


def test_a_choice_of_losses_is_hidden_until_both_are_in() -> None:
    """CB-5.7: what Laura chose is shown only together with what Alex chose."""
    table = field_battle().drawing("clash", "2 green, 1 purple").draw(LAURA, 3)

    one = table.lose(LAURA, "B/cavalryman 2")

    assert one.battle.choices[0].losses == Hidden.of(losses(LAURA, "B/cavalryman 2").losses.look(), LAURA)
    assert one.battle.choices[0].shown is None
    assert one.asked == (ALEX,)
    assert seen(one, ALEX) is None
    assert seen(one, LAURA) == losses(LAURA, "B/cavalryman 2").losses.look()


def seen(table: Table, viewer: Seat) -> Losses | None:
    """What a viewer sees of the only choice."""
    view = BAG.view(table.state, viewer)
    assert view.battle is not None
    return view.battle.choices[0].losses
