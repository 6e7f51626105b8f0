"""A Knight's Duty with a leak planted in it: each must make the check of law 5 fail."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import HOLDER, Seat, Viewer
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event, MoveChosen, PlanLaid
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.presentation.view import View
from oathbook.domain.rulesets.knights_duty.ruleset import KnightsDuty
from oathbook.domain.rulesets.protocol import Consequence, Options


class ShowsPlans(KnightsDuty):
    """Law 5, a leak in the view: everybody sees every tracker."""

    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), trackers=super().view(state, HOLDER).trackers)


class ShowsDestinations(KnightsDuty):
    """Law 5, a leak in the view: a movement that is not shown yet."""

    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), choices=super().view(state, HOLDER).choices)


class ShowsInspiration(KnightsDuty):
    """Law 5, a leak in the view: the hidden choice of Inspiration."""

    def view(self, state: State, viewer: Viewer) -> View:
        return replace(super().view(state, viewer), combat=super().view(state, HOLDER).combat)


class HintsInOptions(KnightsDuty):
    """Law 5, a leak in the options: fewer of them when a neighbour plans a bow."""

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        options = super().options(state, seat)
        others = [token for plan in state.field.plans if plan.seat != seat for token in plan.slots if token]
        if any(token.is_open and token.look() == "bow" for token in others):
            return Options(options.listed[:1], complete=True)
        return options


class HintsInCitations(KnightsDuty):
    """Law 5, a leak in the record: what a plan rests on tells what is in it."""

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        return tuple(map(_hinting, super().decide(state, decision, chance)))


def _hinting(given: Consequence[Event]) -> Consequence[Event]:
    event = given.event
    if isinstance(event, PlanLaid) and any(token is not None and token.look() == "bow" for token in event.slots):
        return replace(given, readings=(*given.readings, "KA-10"))
    if isinstance(event, MoveChosen) and event.to.look() == "0,0":
        return replace(given, readings=(*given.readings, "KA-20"))
    return given


LEAKS: Final[tuple[Callable[[], KnightsDuty], ...]] = (
    ShowsPlans,
    ShowsDestinations,
    ShowsInspiration,
    HintsInOptions,
    HintsInCitations,
)
"""Every one of them."""
