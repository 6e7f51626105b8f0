"""The state after an event. Nothing is decided here, nothing hidden is looked into."""

from typing import Final

from msgspec.structs import replace

from domain.rulesets.knights_duty import events as e
from domain.rulesets.knights_duty.combat_changes import COMBAT_CHANGES
from domain.rulesets.knights_duty.model import State
from domain.rulesets.knights_duty.turn_changes import TURN_CHANGES

CHANGES: Final = {**TURN_CHANGES, **COMBAT_CHANGES}
"""What each event changes in the field."""

TELLING: Final = frozenset(
    {e.ClanChosen, e.KnightStayed, e.StanceTaken, e.PileBuilt, e.CardPicked, e.AttackMissed, e.HitWithoutEffect}
)
"""Events that say why something else happens, and change nothing themselves."""


def evolved(state: State, event: e.Event) -> State:
    """The state after an event; ``Misfit`` if the event does not fit it."""
    if type(event) in TELLING:
        return state
    return replace(state, field=CHANGES[type(event)](state.field, event))
