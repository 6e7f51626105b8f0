"""Events that do not fit the state they come to: what a transcript may bring."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import Misfit
from oathbook.domain.kernel import Hidden, Opened, Seat
from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.decisions import Spent
from oathbook.domain.rulesets.cube_bag.model.state import Done, State
from tests.support.cube_bag import ALEX, DAMAGED_CITY, FIELD_BATTLE, LAURA, LOST_GALLEY, MIKE
from tests.unit.rulesets.cube_bag.table import BAG, Table, taken_up
from tests.unit.rulesets.cube_bag.test_derived import with_conversions
from tests.unit.rulesets.cube_bag.test_later_stages import clashing
from tests.unit.rulesets.cube_bag.test_stages import attacked
from tests.unit.rulesets.cube_bag.test_vectors_of_sieges import siege

NOBODY: Final = Seat("nobody")


def at_the_outcome() -> Table:
    """A battle that has come to its last stage."""
    table = taken_up(LOST_GALLEY)
    return replace(table, state=BAG.evolve(table.state, e.StageBegan("outcome")))


def with_battle(table: Table, **more: object) -> Table:
    """The table with something else in its battle."""
    field = replace(table.field, battle=replace(table.battle, **more))
    return replace(table, state=replace(table.state, field=field))


OPENING: Final = taken_up(FIELD_BATTLE)
REACTION: Final = attacked()
PREPARATION: Final = siege()
TACTICS: Final = siege().prepare(LAURA).prepare(ALEX)
CONVERSION: Final = with_conversions()
CLASH: Final = with_conversions().forgo(ALEX).forgo(LAURA)
REDRAW: Final = clashing()
LOSSES: Final = taken_up(DAMAGED_CITY)
RECOVERY: Final = taken_up(LOST_GALLEY)
OUTCOME: Final = at_the_outcome()

MISFITS: Final[tuple[tuple[Table, e.Event], ...]] = (
    (OPENING, e.StageBegan("clash")),
    (OPENING, e.ArmyReacted(ALEX, "B", "1,0", "1,1")),
    (OPENING, e.AttackDeclared(ALEX, ("B",), LAURA, "0,0", siege=False)),
    (OPENING, e.AttackDeclared(LAURA, ("A",), LAURA, "0,0", siege=False)),
    (OPENING, e.AttackDeclared(LAURA, ("A",), NOBODY, "1,0", siege=False)),
    (OPENING, e.AttackDeclared(LAURA, ("Z",), ALEX, "1,0", siege=False)),
    (OPENING, e.AttackDeclared(LAURA, ("B",), ALEX, "1,0", siege=False)),
    (OPENING, e.AttackForgone(ALEX)),
    (OPENING, e.GameEnded("no battle", ())),
    (REACTION, e.StageBegan("over")),
    (REACTION, e.StageBegan("conversion", (e.Asked(NOBODY),))),
    (REACTION, e.ArmyReacted(LAURA, "A", "0,0", "0,1")),
    (REACTION, e.ArmyReacted(ALEX, "B", "2,0", "2,1")),
    (REACTION, e.ArmyReacted(ALEX, "B", "1,0", "0,0")),
    (REACTION, e.ArmyReacted(ALEX, "B", "1,0", "9,9")),
    (REACTION.react(ALEX, "B", "1,1"), e.ArmyReacted(ALEX, "B", "1,1", "1,0")),
    (PREPARATION, e.ArmyReacted(ALEX, "D", "0,0", "0,1")),
    (PREPARATION, b.CubesPrepared(NOBODY, 1, 0, 0, (), 1, 0, "green")),
    (PREPARATION, b.CubesPrepared(LAURA, 1, 0, 0, (), 1, 0, "purple")),
    (PREPARATION, b.CubesPrepared(ALEX, 1, 0, 2, (), 1, 0, "purple")),
    (PREPARATION, b.CubesPrepared(LAURA, 31, 0, 0, (), 1, 0, "green")),
    (PREPARATION, b.CubesPrepared(LAURA, 1, 31, 0, (), 1, 0, "green")),
    (PREPARATION, b.CubesPrepared(LAURA, 1, 0, 1, (), 1, 0, "green")),
    (PREPARATION, b.CubesPrepared(ALEX, 1, 0, 0, (Spent("THEOCRACY", 1),), 1, 0, "purple")),
    (PREPARATION, b.CubesPrepared(ALEX, 1, 0, 0, (Spent("DEMOCRACY", 1),), 1, 0, "purple")),
    (PREPARATION.prepare(LAURA), b.CubesPrepared(LAURA, 1, 0, 0, (), 1, 0, "green")),
    (PREPARATION, b.CardOffered(LAURA, "DEMOCRACY", "discard")),
    (PREPARATION, b.CardOffered(LAURA, "FABIAN_TACTIC", "recovery")),
    (PREPARATION, b.BagFilled(LAURA, {"green": 1})),
    (TACTICS, b.CardOffered(LAURA, "TRAINED_ARMY", "discard")),
    (TACTICS, b.UseForgone(LAURA, "TRAINED_ARMY", "discard")),
    (TACTICS, b.PreparedDiscarded(LAURA, "FABIAN_TACTIC", 9)),
    (CONVERSION, b.CheckBegan(ALEX, "THEOCRACY", "conversion", 1, 3, ())),
    (CONVERSION, b.CheckPassed(ALEX, "THEOCRACY", "conversion", {"green": 1})),
    (CONVERSION, b.CheckPassed(ALEX, "THEOCRACY", "conversion", {"purple": 9})),
    (CONVERSION, b.CheckFailed(ALEX, "THEOCRACY", "conversion", {"green": 9}, "bag")),
    (CONVERSION, b.CubesWithdrawn(ALEX, {"purple": 9})),
    (CONVERSION, e.UnitConverted(ALEX, ALEX, "B", "archer", "0,1", "Z", fights=False)),
    (CONVERSION, e.UnitConverted(ALEX, LAURA, "B", "archer", "0,1", "Z", fights=False)),
    (CONVERSION, e.UnitConverted(ALEX, LAURA, "A", "archer", "0,1", "Z", fights=False)),
    (CONVERSION, e.UnitConverted(ALEX, LAURA, "A", "spearman", "1,0", "Z", fights=False)),
    (CONVERSION, e.UnitConverted(ALEX, LAURA, "A", "spearman", "0,1", "B", fights=False)),
    (with_conversions(neutral=1), e.UnitConverted(ALEX, LAURA, "A", "spearman", "0,1", "Z", fights=True)),
    (
        with_battle(CONVERSION, done=(Done(ALEX, "THEOCRACY", "conversion"),) * 200),
        b.UseForgone(ALEX, "THEOCRACY", "conversion"),
    ),
    (CLASH, b.CourageMeasured(NOBODY, 1)),
    (CLASH, b.CubesDrawn(ALEX, 1, {"green": 1})),
    (CLASH, b.CubesDrawn(LAURA, 1, {"green": 2})),
    (CLASH, b.CubesDrawn(LAURA, 9, {"green": 9})),
    (CLASH, b.ExtraDrawMeasured(ALEX, 1)),
    (with_battle(CLASH, has_drawn=True), b.CubesDrawn(LAURA, 1, {"green": 1})),
    (with_battle(CLASH, has_drawn=True), b.ExtraDrawMeasured(LAURA, 1)),
    (CLASH.drawing("clash", "1 green").draw(LAURA, 1), b.ExtraDrawForgone(LAURA)),
    (REDRAW, b.CubesRedrawn(LAURA, "TRAINED_ARMY", {"purple": 2}, {"green": 1})),
    (REDRAW, b.CubesRedrawn(LAURA, "TRAINED_ARMY", {"purple": 3}, {"green": 3})),
    (REDRAW, b.CardOffered(LAURA, "TRAINED_ARMY", "redraw")),
    (LOSSES, e.DamageMeasured(NOBODY, 1)),
    (LOSSES, e.LossesChosen(NOBODY, Hidden.of((), NOBODY))),
    (LOSSES, e.LossesShown((e.Shown(LAURA, Opened(())),))),
    (LOSSES, e.LossesTaken((e.UnitsLost(LAURA, "D", "peasant", 1),), (), {})),
    (LOSSES, e.LossesTaken((e.UnitsLost(ALEX, "Z", "peasant", 1),), (), {})),
    (LOSSES, e.LossesTaken((e.UnitsLost(ALEX, "D", "peasant", 2),), (), {})),
    (LOSSES, e.LossesTaken((), (e.StructureHit(ALEX, "moon", 0, falls=True),), {})),
    (LOSSES, e.LossesTaken((), (e.StructureHit(ALEX, "city", 99, falls=False),), {})),
    (LOSSES, e.StructureReturned(ALEX, "city", "city", 0, 0)),
    (LOSSES, e.AchievementEarned(NOBODY, "MIGHTINESS", "city")),
    (RECOVERY, b.ClashReturned({"green": 1})),
    (RECOVERY, e.UnitRecovered(MIKE, "spearman", "0,2", "0,1", "Z", depleted=False)),
    (OUTCOME, e.ExperienceEarned(MIKE, "DEMOCRACY", 99)),
    (OUTCOME, e.ExperienceEarned(MIKE, "SIEGE_TOWER", 1)),
    (OUTCOME, e.BattleEnded((e.Kept(MIKE, 99, ()),))),
    (OUTCOME, e.BattleEnded((e.Kept(NOBODY, 1, ()),))),
)


@pytest.mark.parametrize(("table", "event"), MISFITS)
def test_an_event_that_does_not_fit_is_a_misfit(table: Table, event: e.Event) -> None:
    """``evolve`` answers with a ``Misfit``, never with another exception."""
    with pytest.raises(Misfit):
        BAG.evolve(table.state, event)


def taken(state: State, *events: e.Event) -> State:
    """The state after these events."""
    for event in events:
        state = BAG.evolve(state, event)
    return state


@pytest.mark.parametrize(
    "event",
    [
        e.StructureReturned(LAURA, "city", "city", 0, 0),
        e.StructureReturned(ALEX, "city", "palace", 0, 0),
        e.StructureReturned(ALEX, "city", "city", 9, 0),
        e.StructureReturned(ALEX, "city", "city", 0, 9),
        e.StructureReturned(ALEX, "ruin", "religion", 0, 0),
    ],
)
def test_a_fallen_structure_goes_back_to_its_owner_with_what_it_gave(event: e.Event) -> None:
    """CB-8.3: to nobody else, and with nothing that is not there."""
    hits = tuple(e.StructureHit(ALEX, name, 0, falls=True) for name in ("city", "ruin"))
    state = taken(LOSSES.state, e.LossesTaken((), hits, {}))

    with pytest.raises(Misfit):
        BAG.evolve(state, event)


def test_an_achievement_is_earned_once_and_there_are_not_too_many() -> None:
    """CB-10.7."""
    once = taken(LOSSES.state, e.AchievementEarned(LAURA, "MIGHTINESS", "city"))
    many = taken(once, *(e.AchievementEarned(LAURA, f"NUMBER {number}", "city") for number in range(19)))

    with pytest.raises(Misfit):
        BAG.evolve(once, e.AchievementEarned(LAURA, "MIGHTINESS", "city"))
    with pytest.raises(Misfit):
        BAG.evolve(many, e.AchievementEarned(LAURA, "ONE MORE", "city"))


def test_a_choice_is_made_once() -> None:
    """CB-5.7."""
    chosen = taken(LOSSES.state, e.LossesChosen(LAURA, Hidden.of((), LAURA)))

    with pytest.raises(Misfit):
        BAG.evolve(chosen, e.LossesChosen(LAURA, Hidden.of((), LAURA)))


def test_a_battle_does_not_end_with_a_structure_on_no_mat() -> None:
    """CB-8.3."""
    hit = e.LossesTaken((), (e.StructureHit(ALEX, "city", 0, falls=True),), {})
    state = taken(LOSSES.state, hit, e.StageBegan("outcome"))

    with pytest.raises(Misfit):
        BAG.evolve(state, e.BattleEnded(()))


def test_where_there_is_no_battle_nothing_of_one_can_happen() -> None:
    """Not even at a stage of one."""
    field = replace(FIELD_BATTLE, stage="losses")
    state = replace(OPENING.state, field=field)

    with pytest.raises(Misfit):
        BAG.evolve(state, e.DamageMeasured(LAURA, 1))
