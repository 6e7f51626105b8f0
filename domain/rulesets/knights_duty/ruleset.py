"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections.abc import Mapping

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Refusal, first_unmet
from oathbook.domain.kernel.seats import Seat, Viewer
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import samples_of
from oathbook.domain.rulesets.knights_duty.chapters.counting import conserved_in, standing_of
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.chapters.steps import requirements, take
from oathbook.domain.rulesets.knights_duty.editions import EDITION_1, PACKAGE
from oathbook.domain.rulesets.knights_duty.evolve.evolve import evolved
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import (
    Decision,
)
from oathbook.domain.rulesets.knights_duty.model.events import Event
from oathbook.domain.rulesets.knights_duty.model.field import asked
from oathbook.domain.rulesets.knights_duty.model.state import Field, State
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.knights_duty.setup.start import first_state
from oathbook.domain.rulesets.knights_duty.shown.options import options_of
from oathbook.domain.rulesets.knights_duty.shown.scene import scene_of
from oathbook.domain.rulesets.knights_duty.shown.view import View, view_of
from oathbook.domain.rulesets.knights_duty.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.protocol import Consequence, Edition, Options, Scene, Setup, Standing, Wire
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class KnightsDuty:
    """A Knight's Duty, edition 1."""

    edition: Edition = EDITION_1
    vocabulary: Vocabulary = VOCABULARY
    wire: Wire = Wire(Components, Switches, Field, Decision, Event, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """Two to six players on either board, and start positions near each other."""
        return samples_of(self, PACKAGE)

    def initial(self, setup: Setup) -> State:
        """Nobody has a clan yet, or the start position, checked."""
        return first_state(setup)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that have to choose, plan, move, speak or point."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """All of a seat's decisions."""
        return options_of(state, seat)

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_unmet(requirements(state, decision))

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[Consequence[Event], ...]:
        """What follows from the decision, up to the point where a seat has to decide again."""
        must_be_allowed(requirements(state, decision))
        play = Play(state, evolved)
        take(play, decision, chance)
        return tuple(play.consequences)

    def evolve(self, state: State, event: Event) -> State:
        """The state after an event."""
        return evolved(state, event)

    def facts(self, event: Event) -> tuple[Fact, ...]:
        """The event in words."""
        return facts_of(event)

    def standing(self, state: State) -> Standing:
        """Two hearts for a Full Heart, one for a Broken one, none for the defeated."""
        return standing_of(state)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Once clans are chosen, every seat has a Knight of its own clan, on the board or off it, to the end."""
        return conserved_in(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view_of(state, viewer)

    def scene(self, view: View) -> Scene:
        """Board and Knights as shapes."""
        return scene_of(view)
