"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Mapping
from typing import Final, get_args

from msgspec.structs import replace

from domain.errors import Misfit
from domain.rulesets.cube_bag import bag_events as b
from domain.rulesets.cube_bag import events as e
from domain.rulesets.cube_bag.bag_changes import BAG_CHANGES
from domain.rulesets.cube_bag.losses_changes import LOSSES_CHANGES
from domain.rulesets.cube_bag.map_changes import MAP_CHANGES
from domain.rulesets.cube_bag.model import Stage, State

CHECKED: Final[frozenset[Stage]] = frozenset({"conversion", "recovery"})
CLASHING: Final[frozenset[Stage]] = frozenset({"clash", "extra_draw", "redraw"})
OF_A_BATTLE: Final[frozenset[Stage]] = frozenset(get_args(Stage)) - {"over"}

HAPPENS_IN: Final[Mapping[type, frozenset[Stage]]] = {
    **dict.fromkeys((e.AttackDeclared, e.AttackForgone, e.GameEnded), frozenset({"opening"})),
    e.StageBegan: OF_A_BATTLE,
    e.ArmyReacted: frozenset({"reaction"}),
    b.CubesPrepared: frozenset({"preparation"}),
    b.CardOffered: CLASHING | {"preparation", "tactics"},
    b.UseForgone: CHECKED | {"tactics", "redraw"},
    b.PreparedDiscarded: frozenset({"tactics"}),
    b.BagFilled: frozenset({"preparation", "tactics"}),
    **dict.fromkeys((b.CheckBegan, b.CheckPassed, b.CheckFailed), CHECKED),
    **dict.fromkeys((e.UnitConverted, b.CubesWithdrawn), frozenset({"conversion"})),
    b.CourageMeasured: frozenset({"clash"}),
    b.CubesDrawn: frozenset({"clash", "extra_draw"}),
    b.ExtraDrawMeasured: frozenset({"clash", "redraw"}),
    b.ExtraDrawForgone: frozenset({"extra_draw"}),
    b.CubesRedrawn: frozenset({"redraw"}),
    **dict.fromkeys((e.DamageMeasured, e.LossesChosen, e.LossesShown, e.LossesTaken), frozenset({"losses"})),
    e.AchievementEarned: frozenset({"losses"}),
    e.StructureReturned: frozenset({"losses", "mat"}),
    **dict.fromkeys((b.ClashReturned, e.UnitRecovered), frozenset({"recovery"})),
    **dict.fromkeys((e.BattleDecided, e.ExperienceEarned, e.BattleEnded), frozenset({"outcome"})),
}
"""The stages in which each event can happen."""


def evolved(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind, field = type(event), state.field
    if field.stage not in HAPPENS_IN[kind]:
        msg = f"{kind.__struct_config__.tag} cannot happen in stage {field.stage!r}"
        raise Misfit(msg)
    if kind in BAG_CHANGES:
        return replace(state, field=BAG_CHANGES[kind](field, event))
    changes = MAP_CHANGES if kind in MAP_CHANGES else LOSSES_CHANGES
    return replace(state, field=changes[kind](state, event))
