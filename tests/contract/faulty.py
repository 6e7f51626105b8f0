"""A Knight's Duty with a leak planted in it: each must make the check of law 5 fail."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.kernel import HOLDER, Seat, Viewer
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event, MoveChosen, PlanLaid
from oathbook.domain.rulesets.knights_duty.model.state import State
from oathbook.domain.rulesets.knights_duty.presentation.options import options_of
from oathbook.domain.rulesets.knights_duty.presentation.view import View, view_of
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence, Options
from tests.support.variants import decides_otherwise


def _showing(part: str) -> AnyRuleset:
    """Law 5, a leak in the view: everybody sees this part of it as the holder does."""

    def view(state: State, viewer: Viewer) -> View:
        return replace(view_of(state, viewer), **{part: getattr(view_of(state, HOLDER), part)})

    return replace(KNIGHTS_DUTY, view=view)


def _hinting_options(state: State, seat: Seat) -> Options[Decision]:
    options = options_of(state, seat)
    others = [token for plan in state.field.plans if plan.seat != seat for token in plan.slots if token]
    if any(token.is_open and token.look() == "bow" for token in others):
        return Options(options.listed[:1], complete=True)
    return options


def _hinting(given: Consequence[Event]) -> Consequence[Event]:
    event = given.event
    if isinstance(event, PlanLaid) and any(token is not None and token.look() == "bow" for token in event.slots):
        return replace(given, readings=(*given.readings, "KA-10"))
    if isinstance(event, MoveChosen) and event.to.look() == "0,0":
        return replace(given, readings=(*given.readings, "KA-20"))
    return given


SHOWS_PLANS: Final = _showing("trackers")
SHOWS_DESTINATIONS: Final = _showing("choices")
"""A movement that is not shown yet."""

SHOWS_INSPIRATION: Final = _showing("combat")
"""The hidden choice of Inspiration."""

HINTS_IN_OPTIONS: Final[AnyRuleset] = replace(KNIGHTS_DUTY, options=_hinting_options)
"""Law 5, a leak in the options: fewer of them when a neighbour plans a bow."""

HINTS_IN_CITATIONS: Final = decides_otherwise(lambda follows: tuple(map(_hinting, follows)))
"""Law 5, a leak in the record: what a plan rests on tells what is in it."""

LEAKS: Final[Mapping[str, AnyRuleset]] = {
    "ShowsPlans": SHOWS_PLANS,
    "ShowsDestinations": SHOWS_DESTINATIONS,
    "ShowsInspiration": SHOWS_INSPIRATION,
    "HintsInOptions": HINTS_IN_OPTIONS,
    "HintsInCitations": HINTS_IN_CITATIONS,
}
"""Every one of them, by its name."""
