"""The questions of the protocol, and which function of the rulebook's steps answers each."""

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Refusal, first_refusal
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.chapters.scores import conserved_in, standing_of
from oathbook.domain.rulesets.cube_bag.chapters.steps import requirements, take
from oathbook.domain.rulesets.cube_bag.editions import EDITION_G1, PACKAGE
from oathbook.domain.rulesets.cube_bag.evolve.evolve import evolve
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Decision
from oathbook.domain.rulesets.cube_bag.model.events import Event
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import Field, State
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.cube_bag.presentation.options import options_of
from oathbook.domain.rulesets.cube_bag.presentation.scene import scene_of
from oathbook.domain.rulesets.cube_bag.presentation.view import View, view_of
from oathbook.domain.rulesets.cube_bag.setup.start import initial_state
from oathbook.domain.rulesets.cube_bag.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.vocabulary import Vocabulary


class CubeBag:
    """The cube-bag battle, edition G1."""

    edition: protocol.Edition = EDITION_G1
    vocabulary: Vocabulary = VOCABULARY
    wire: protocol.WireTypes = protocol.WireTypes(Components, Switches, Field, Decision, Event, State, View)

    initial = staticmethod(initial_state)
    to_act = staticmethod(seats_to_act)
    options = staticmethod(options_of)
    evolve = staticmethod(evolve)
    facts = staticmethod(facts_of)
    standing = staticmethod(standing_of)
    conserved = staticmethod(conserved_in)
    view = staticmethod(view_of)
    scene = staticmethod(scene_of)

    def samples(self) -> tuple[protocol.Setup, ...]:
        """The printed examples, and battles that reach what they leave out."""
        return load_samples(self, PACKAGE)

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_refusal(requirements(state, decision))

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[protocol.Consequence[Event], ...]:
        """What follows from the decision, up to the point where a seat has to decide again."""
        must_be_allowed(requirements(state, decision))
        play = Play(state, evolve)
        take(play, decision, chance)
        return tuple(play.consequences)
