"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from oathbook.domain.rulesets.kit.misfits import must_fit, must_happen_in
from oathbook.domain.rulesets.knights_duty.evolve.combat_changes import COMBAT_CHANGES
from oathbook.domain.rulesets.knights_duty.evolve.turn_changes import TURN_CHANGES
from oathbook.domain.rulesets.knights_duty.model import combat_events as c
from oathbook.domain.rulesets.knights_duty.model import events as e
from oathbook.domain.rulesets.knights_duty.model.state import Stage, State

CHANGES: Final = {**TURN_CHANGES, **COMBAT_CHANGES}  # what each event changes in the field

EVENTS_WITHOUT_CHANGE: Final = frozenset(
    {e.ClanChosen, e.KnightStayed, e.StanceTaken, c.PileBuilt, c.CardPicked, c.AttackMissed, c.HitWithoutEffect}
)
"""Events that say why something else happens, and change nothing themselves."""

ALLOWED_STAGES: Final[Mapping[type, frozenset[Stage]]] = {
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


def evolve(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    kind, field = type(event), state.field
    must_happen_in(ALLOWED_STAGES[kind], field.stage, event)
    if kind in FITS_THE_BOX:
        FITS_THE_BOX[kind](state, event)
    if kind in EVENTS_WITHOUT_CHANGE:
        return state
    return replace(state, field=CHANGES[kind](field, event))


def _corner_is_free(state: State, event: e.KnightPlaced) -> None:
    must_fit(event.seat in state.seats, f"there is no seat {event.seat}")
    taken = {knight.clan for knight in state.field.knights}
    free = {corner.clan: corner.space for corner in state.rules.components.board.corners if corner.clan not in taken}
    must_fit(free.get(event.clan) == event.space, f"{event.space} is not the corner of a free clan “{event.clan}”")


def _stays_on_the_board(state: State, event: e.KnightsMoved) -> None:
    spaces = state.rules.components.board.spaces
    must_fit(all(move.to in spaces for move in event.moves), "a Knight would leave the board")


FITS_THE_BOX: Final[Mapping[type, Callable[[State, Any], None]]] = {
    e.KnightPlaced: _corner_is_free,
    e.KnightsMoved: _stays_on_the_board,
}
"""What is checked against the set-up and the board, which the field knows nothing of: seats, clans, corners, spaces."""
