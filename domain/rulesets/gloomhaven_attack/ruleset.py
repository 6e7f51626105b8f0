"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections.abc import Mapping

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Refusal, first_unmet
from oathbook.domain.kernel.seats import Seat, Viewer
from oathbook.domain.rulesets.gloomhaven_attack.chapters.counting import conserved_in, standing_of
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import requirements, take
from oathbook.domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1, PACKAGE
from oathbook.domain.rulesets.gloomhaven_attack.evolve.evolve import evolved
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import (
    Decision,
)
from oathbook.domain.rulesets.gloomhaven_attack.model.events import Event, FirstEditionEvent
from oathbook.domain.rulesets.gloomhaven_attack.model.field import asked
from oathbook.domain.rulesets.gloomhaven_attack.model.printing import Printing
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.setup.start import first_state
from oathbook.domain.rulesets.gloomhaven_attack.shown.options import options_of
from oathbook.domain.rulesets.gloomhaven_attack.shown.scene import scene_of
from oathbook.domain.rulesets.gloomhaven_attack.shown.view import View, view_of
from oathbook.domain.rulesets.gloomhaven_attack.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import samples_of
from oathbook.domain.rulesets.protocol import Consequence, Edition, Options, Scene, Setup, Standing, Wire
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class GloomhavenAttack:
    """The attack sequence of Gloomhaven, in one of two editions."""

    vocabulary: Vocabulary = VOCABULARY

    def __init__(self, printing: Printing) -> None:
        """Play by one edition: by ``gh1``, or by ``fh`` where it prints otherwise."""
        first = printing == "gh1"
        switches = Switches if first else SharedSwitches
        self._printing: Printing = printing
        self.edition: Edition = EDITION_GH1 if first else EDITION_FH
        events = FirstEditionEvent if first else Event
        self.wire: Wire = Wire(Components, switches, Battle, Decision, events, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """Standard decks, odd decks and thin ones."""
        return samples_of(self, PACKAGE)

    def initial(self, setup: Setup) -> State:
        """The figures and decks of a scenario, or the start position, checked."""
        return first_state(setup, self._printing)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that may attack, or the one that has to go on with an attack."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """Attacks to choose from, and all that an attack asks for."""
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
        return facts_of(event, self._printing)

    def standing(self, state: State) -> Standing:
        """Hit points that the figures of a seat have left."""
        return standing_of(state)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Cards, figures and items stay as many as they are."""
        return conserved_in(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees: the same for everybody."""
        del viewer
        return view_of(state)

    def scene(self, view: View) -> Scene:
        """Figures, decks and cards as shapes."""
        return scene_of(view)
