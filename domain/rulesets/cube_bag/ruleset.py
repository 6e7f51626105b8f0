"""The protocol's questions, each passed on to the step of the rulebook that answers it."""

from collections.abc import Mapping

from oathbook.domain.chance import Chance
from oathbook.domain.kernel.refusals import Refusal, first_unmet
from oathbook.domain.kernel.seats import Seat, Viewer
from oathbook.domain.rulesets.cube_bag.chapters.counting import conserved_in, standing_of
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.chapters.steps import requirements, take
from oathbook.domain.rulesets.cube_bag.editions import EDITION_G1, PACKAGE
from oathbook.domain.rulesets.cube_bag.evolve.evolve import evolved
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Decision
from oathbook.domain.rulesets.cube_bag.model.events import Event
from oathbook.domain.rulesets.cube_bag.model.field import asked
from oathbook.domain.rulesets.cube_bag.model.state import Field, State
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.cube_bag.setup.start import first_state
from oathbook.domain.rulesets.cube_bag.shown.options import options_of
from oathbook.domain.rulesets.cube_bag.shown.scene import scene_of
from oathbook.domain.rulesets.cube_bag.shown.view import View, view_of
from oathbook.domain.rulesets.cube_bag.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import samples_of
from oathbook.domain.rulesets.protocol import Consequence, Edition, Options, Scene, Setup, Standing, Wire
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class CubeBag:
    """The cube-bag battle, edition G1."""

    edition: Edition = EDITION_G1
    vocabulary: Vocabulary = VOCABULARY
    wire: Wire = Wire(Components, Switches, Field, Decision, Event, State, View)

    def samples(self) -> tuple[Setup, ...]:
        """The printed examples, and battles that reach what they leave out."""
        return samples_of(self, PACKAGE)

    def initial(self, setup: Setup) -> State:
        """The start position, checked: a battle begins from a map with armies on it."""
        return first_state(setup)

    def to_act(self, state: State) -> tuple[Seat, ...]:
        """The seats that have to attack, react, prepare, draw or choose."""
        return asked(state)

    def options(self, state: State, seat: Seat) -> Options[Decision]:
        """A seat's decisions, or a part of them where there are many."""
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
        """Victories; nobody is ever out."""
        return standing_of(state)

    def conserved(self, state: State) -> Mapping[str, int]:
        """Cubes of each colour, units of each player and type, and structures of each player."""
        return conserved_in(state)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees."""
        return view_of(state, viewer)

    def scene(self, view: View) -> Scene:
        """Hexes, armies, structures, the bag and the mats as shapes."""
        return scene_of(view)
