"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec.structs import replace

from oathbook.domain.rulesets.cube_bag.evolve.bag_changes import BAG_CHANGES
from oathbook.domain.rulesets.cube_bag.evolve.losses_changes import LOSSES_CHANGES
from oathbook.domain.rulesets.cube_bag.evolve.map_changes import MAP_CHANGES
from oathbook.domain.rulesets.cube_bag.model import bag_events as b
from oathbook.domain.rulesets.cube_bag.model import events as e
from oathbook.domain.rulesets.cube_bag.model.state import Stage, State
from oathbook.domain.rulesets.kit.misfits import must_happen_in

Stages = frozenset[Stage]

IN_CARDS: Final[Stages] = Stages({"preparation", "tactics"})
AFTER_CARDS: Final[Stages] = Stages({"tactics", "redraw"})
CHECKED: Final[Stages] = Stages({"conversion", "recovery"})
CLASHING: Final[Stages] = Stages({"clash", "extra_draw", "redraw"})
OF_A_BATTLE: Final[Stages] = frozenset(get_args(Stage)) - {"over"}

ALLOWED_STAGES: Final[Mapping[type, Stages]] = {
    **dict.fromkeys((e.AttackDeclared, e.AttackForgone, e.StructureRebuilt, e.GameEnded), Stages({"opening"})),
    e.StageBegan: OF_A_BATTLE,
    e.ArmyReacted: Stages({"reaction"}),
    b.CubesPrepared: Stages({"preparation"}),
    b.CardOffered: CLASHING | IN_CARDS,
    b.UseForgone: CHECKED | AFTER_CARDS,
    b.PreparedDiscarded: Stages({"tactics"}),
    b.BagFilled: IN_CARDS,
    **dict.fromkeys((b.CheckBegan, b.CheckPassed, b.CheckFailed), CHECKED),
    **dict.fromkeys((e.UnitConverted, b.CubesWithdrawn), Stages({"conversion"})),
    b.CourageMeasured: Stages({"clash"}),
    b.CubesDrawn: Stages({"clash", "extra_draw"}),
    b.ExtraDrawMeasured: Stages({"clash", "redraw"}),
    b.ExtraDrawForgone: Stages({"extra_draw"}),
    b.CubesRedrawn: Stages({"redraw"}),
    **dict.fromkeys((e.DamageMeasured, e.LossesChosen, e.LossesShown, e.LossesTaken), Stages({"losses"})),
    e.AchievementEarned: Stages({"losses"}),
    e.StructureReturned: Stages({"losses", "mat"}),
    **dict.fromkeys((b.ClashReturned, e.UnitRecovered), Stages({"recovery"})),
    **dict.fromkeys((e.BattleDecided, e.ExperienceEarned, e.BattleEnded), Stages({"outcome"})),
}
"""The stages in which each event can happen."""


def evolve(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind, field = type(event), state.field
    must_happen_in(ALLOWED_STAGES[kind], field.stage, event)
    if kind in BAG_CHANGES:
        return replace(state, field=BAG_CHANGES[kind](field, event))
    changes = MAP_CHANGES if kind in MAP_CHANGES else LOSSES_CHANGES
    return replace(state, field=changes[kind](state, event))
