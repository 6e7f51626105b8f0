"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from domain.rulesets.knights_duty import combat_events as c
from domain.rulesets.knights_duty import events as e
from domain.rulesets.knights_duty.combat_changes import COMBAT_CHANGES
from domain.rulesets.knights_duty.field import must_fit
from domain.rulesets.knights_duty.model import Stage, State
from domain.rulesets.knights_duty.turn_changes import TURN_CHANGES

CHANGES: Final = {**TURN_CHANGES, **COMBAT_CHANGES}
"""What each event changes in the field."""

TELLING: Final = frozenset(
    {e.ClanChosen, e.KnightStayed, e.StanceTaken, c.PileBuilt, c.CardPicked, c.AttackMissed, c.HitWithoutEffect}
)
"""Events that say why something else happens, and change nothing themselves."""

HAPPENS_IN: Final[Mapping[type, frozenset[Stage]]] = {
    **dict.fromkeys((e.ClanChosen, e.KnightPlaced), frozenset({"clans"})),
    e.TurnBegan: frozenset({"clans", "revealed"}),
    **dict.fromkeys((e.PlanLaid, e.EndAgreed), frozenset({"planning"})),
    e.SlotBegan: frozenset({"planning", "revealed"}),
    **dict.fromkeys((e.TokenRevealed, e.SatOut, e.TurnEnded, e.StallNoticed), frozenset({"revealed"})),
    **dict.fromkeys((e.StepBegan, e.EquipmentChanged, e.StanceTaken), frozenset({"revealed", "clash"})),
    **dict.fromkeys((e.MoveChosen, e.MovesShown), frozenset({"movement"})),
    **dict.fromkeys((e.ClashFound, e.MoverNamed, e.ClashSettled, e.KnightsMoved, e.KnightStayed), frozenset({"clash"})),
    **dict.fromkeys(
        (c.AttackLost, c.TargetDeclared, c.OrderAsked, c.TargetsReopened, e.KnightRemoved), frozenset({"targets"})
    ),
    c.AttackerNamed: frozenset({"order"}),
    **dict.fromkeys((c.AttackerChosen, c.CombatBegan), frozenset({"targets", "order"})),
    **dict.fromkeys(
        (
            *(c.InspirationChosen, c.InspirationShown, c.InspirationSpent, c.PileBuilt, c.CardPicked, c.AttackMissed),
            *(c.AttackerFumbled, c.HeartBroken, c.KnightDefeated, c.HitWithoutEffect, c.CombatEnded),
        ),
        frozenset({"inspiration"}),
    ),
    c.InspirationRegained: frozenset({"planning", "revealed", "clash", "inspiration"}),
    e.SlotEnded: frozenset({"revealed", "clash", "targets"}),
    e.MatchEnded: frozenset({"planning", "revealed"}),
}
"""The stages in which each event can happen."""


def evolved(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind, stage = type(event), state.field.stage
    must_fit(stage in HAPPENS_IN[kind], f"{kind.__struct_config__.tag} cannot happen in stage {stage!r}")
    _must_fit_the_box(state, event)
    if kind in TELLING:
        return state
    return replace(state, field=CHANGES[kind](state.field, event))


def _must_fit_the_box(state: State, event: e.Event) -> None:
    """Seats are those of the set-up; clans, corners and spaces those of the board."""
    board = state.rules.components.board
    match event:
        case e.KnightPlaced(seat, clan, space):
            must_fit(seat in state.seats, f"there is no seat {seat!r}")
            taken = {knight.clan for knight in state.field.knights}
            free = {corner.clan: corner.space for corner in board.corners if corner.clan not in taken}
            must_fit(free.get(clan) == space, f"{space} is not the corner of a free clan {clan!r}")
        case e.KnightsMoved(moves):
            must_fit(all(move.to in board.spaces for move in moves), "a Knight would leave the board")
        case _:
            pass
