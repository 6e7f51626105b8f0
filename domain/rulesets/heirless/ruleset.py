"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Refusal, first_unmet
from oathbook.domain.kernel.seats import Seat, Viewer
from oathbook.domain.rulesets.heirless.chapters.counting import conserved_in, standing_of
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.steps import requirements, take
from oathbook.domain.rulesets.heirless.editions import EDITION_1, EDITION_2, PACKAGE
from oathbook.domain.rulesets.heirless.evolve.evolve import evolved
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.decisions import (
    Decision,
)
from oathbook.domain.rulesets.heirless.model.events import Event, TurnEvent
from oathbook.domain.rulesets.heirless.model.field import asked
from oathbook.domain.rulesets.heirless.model.printing import FIRST, SECOND, Printing
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.switches import Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.setup.start import first_state, position
from oathbook.domain.rulesets.heirless.shown.options import options_of
from oathbook.domain.rulesets.heirless.shown.scene import scene_of
from oathbook.domain.rulesets.heirless.shown.view import View, view_of
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import samples_of
from oathbook.domain.rulesets.protocol import Consequence, Edition, Options, Scene, Setup, Standing, Wire
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class Heirless:
    """Heirless in one of its editions."""

    vocabulary: Vocabulary = VOCABULARY

    def __init__(self, edition: Edition, printing: Printing, switches: type[TurnSwitches]) -> None:
        """Take an edition, its parameters, and the switches a table may set in it."""
        self.edition = edition
        self.printing = printing
        self.switches = switches
        events = TurnEvent if printing.battle_model is None else Event
        self.wire = Wire(Components, switches, Field, Decision, events, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """Three to six players from the box, and positions close to what is rare."""
        return tuple(replace(each, start=position(each)) for each in samples_of(self, PACKAGE))

    def initial(self, setup: Setup) -> State:
        """The first turn of the first Season, or the start position, checked."""
        return first_state(setup, self.printing)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """Whose turn or vote it is, or whose Workplace is asked for. Nobody waits for trades."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """A seat's decisions, of trades some."""
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
        """The Prestige of every player, without penalties for broken promises."""
        return standing_of(state)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Knights, Bandits, Workers by Faction, Workplaces, Laws, markers, cubes, and Influence but as counted."""
        return conserved_in(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view_of(state, viewer)

    def scene(self, view: View) -> Scene:
        """Map, tracks and reserves as shapes."""
        return scene_of(view)


HEIRLESS_1: Final = Heirless(EDITION_1, FIRST, Switches)
HEIRLESS_2: Final = Heirless(EDITION_2, SECOND, TurnSwitches)
