"""A Knight's Duty with a fault planted in it: each must make the check of a law fail."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from domain.chance import Chance
from domain.errors import Misfit
from domain.kernel.refusals import Refusal
from domain.kernel.seats import HOLDER, Seat, Viewer
from domain.rulesets.knights_duty.events import Event, KnightRemoved, MoveChosen, PlanLaid
from domain.rulesets.knights_duty.model import ChooseClan, Decision, LayPlan, State, View
from domain.rulesets.knights_duty.ruleset import KnightsDuty
from domain.rulesets.protocol import Consequence, Options, Standing
from domain.rulesets.vocabulary import Fact


class ListsTheForbidden(KnightsDuty):
    """Law 1: an option that is refused."""

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        listed = super().options(state, seat).listed
        return Options((ChooseClan(seat, "violet"),) if listed else (), complete=True)


class RefusesInSilence(KnightsDuty):
    """Law 1: ``refusal`` has nothing against what ``decide`` refuses."""

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        return None if isinstance(decision, LayPlan) else super().refusal(state, decision)

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        return KnightsDuty().decide(state, decision, chance)


class Moody(KnightsDuty):
    """Law 2: the same question, another answer."""

    asked = 0

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        self.asked += 1
        first, *rest = super().decide(state, decision, chance)
        return (replace(first, cites=first.cites[: 1 + self.asked % 2]), *rest)


class Breaks(KnightsDuty):
    """Law 2: an event that does not fit breaks it."""

    def evolve(self, state: State, event: Event) -> State:
        try:
            return super().evolve(state, event)
        except Misfit:
            raise KeyError(event) from None


class LosesOnTheWire(KnightsDuty):
    """Law 3: a view that does not come back as it was."""

    def view(self, state: State, viewer: Viewer) -> View:
        view = super().view(state, viewer)
        return replace(view, asked=list(view.asked))


class CitesNothingKnown(KnightsDuty):
    """Law 4: a clause that is in no rulebook."""

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        return tuple(replace(each, cites=("KD-99.9",)) for each in super().decide(state, decision, chance))


class SaysTheUndeclared(KnightsDuty):
    """Law 4: a fact whose slots the vocabulary does not have."""

    def facts(self, event: Event) -> tuple[Fact, ...]:
        return tuple(replace(fact, slots={**fact.slots, "mood": "good"}) for fact in super().facts(event))


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


class LosesAKnight(KnightsDuty):
    """Law 6: who leaves the board is gone altogether."""

    def evolve(self, state: State, event: Event) -> State:
        after = super().evolve(state, event)
        if not isinstance(event, KnightRemoved):
            return after
        left = tuple(knight for knight in after.field.knights if knight.seat != event.seat)
        return replace(after, field=replace(after.field, knights=left))


class NeverEnds(KnightsDuty):
    """Law 7: it is over and does not say so."""

    def standing(self, state: State) -> Standing:
        return replace(super().standing(state), ending=None)


class HidesAReading(KnightsDuty):
    """Law 9: an answer that rests on a reading without a word about it."""

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        return tuple(replace(each, readings=()) for each in super().decide(state, decision, chance))


PLANTED: Mapping[Callable[[], KnightsDuty], int] = {
    ListsTheForbidden: 1,
    RefusesInSilence: 1,
    Moody: 2,
    Breaks: 2,
    LosesOnTheWire: 3,
    CitesNothingKnown: 4,
    SaysTheUndeclared: 4,
    ShowsPlans: 5,
    ShowsDestinations: 5,
    ShowsInspiration: 5,
    HintsInOptions: 5,
    HintsInCitations: 5,
    LosesAKnight: 6,
    NeverEnds: 7,
    HidesAReading: 9,
}
"""Every fault, and the law it breaks."""
