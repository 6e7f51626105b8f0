"""The questions of the protocol, and which function of the rulebook's steps answers each."""

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Refusal, Viewer, first_refusal
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.scores import conserved_in, standing_of
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import requirements, take
from oathbook.domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1, PACKAGE
from oathbook.domain.rulesets.gloomhaven_attack.evolve.evolve import evolve
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Decision
from oathbook.domain.rulesets.gloomhaven_attack.model.events import Event, FirstEditionEvent
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import seats_to_act
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Printing, SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.presentation.options import options_of
from oathbook.domain.rulesets.gloomhaven_attack.presentation.scene import scene_of
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import View, view_of
from oathbook.domain.rulesets.gloomhaven_attack.setup.start import initial_state
from oathbook.domain.rulesets.gloomhaven_attack.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.vocabulary import Fact, Vocabulary


class GloomhavenAttack:
    """The attack sequence of Gloomhaven, in one of two editions."""

    vocabulary: Vocabulary = VOCABULARY

    to_act = staticmethod(seats_to_act)
    options = staticmethod(options_of)
    evolve = staticmethod(evolve)
    standing = staticmethod(standing_of)
    conserved = staticmethod(conserved_in)
    scene = staticmethod(scene_of)

    def __init__(self, printing: Printing) -> None:
        """Play by one edition: by ``gh1``, or by ``fh`` where it prints otherwise."""
        first = printing == "gh1"
        switches = Switches if first else SharedSwitches
        self._printing: Printing = printing
        self.edition: protocol.Edition = EDITION_GH1 if first else EDITION_FH
        events = FirstEditionEvent if first else Event
        self.wire: protocol.WireTypes = protocol.WireTypes(Components, switches, Battle, Decision, events, State, View)

    def samples(self) -> tuple[protocol.Setup, ...]:
        """Standard decks, odd decks and thin ones."""
        return load_samples(self, PACKAGE)

    def initial(self, setup: protocol.Setup) -> State:
        """The figures and decks of a scenario, or the start position, checked."""
        return initial_state(setup, self._printing)

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_refusal(requirements(state, decision))

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[protocol.Consequence[Event], ...]:
        """What follows from the decision, up to the point where a seat has to decide again."""
        must_be_allowed(requirements(state, decision))
        play = Play(state, evolve)
        take(play, decision, chance)
        return tuple(play.consequences)

    def facts(self, event: Event) -> tuple[Fact, ...]:
        """The event in words."""
        return facts_of(event, self._printing)

    def view(self, state: State, viewer: Viewer) -> View:
        """What a viewer sees: the same for everybody."""
        del viewer
        return view_of(state)
