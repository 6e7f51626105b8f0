"""The questions of the protocol, and which function of the rulebook's steps answers each."""

from typing import Final

from msgspec.structs import replace

from oathbook.domain.chance import Chance
from oathbook.domain.kernel import Refusal, first_refusal
from oathbook.domain.rulesets import protocol
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.scores import conserved_in, standing_of
from oathbook.domain.rulesets.heirless.chapters.steps import requirements, take
from oathbook.domain.rulesets.heirless.editions import EDITION_1, EDITION_2, PACKAGE
from oathbook.domain.rulesets.heirless.evolve.evolve import evolve
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.decisions import Decision
from oathbook.domain.rulesets.heirless.model.events import Event, TurnEvent
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.switches import FIRST, SECOND, Printing, Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.presentation.options import options_of
from oathbook.domain.rulesets.heirless.presentation.scene import scene_of
from oathbook.domain.rulesets.heirless.presentation.view import View, view_of
from oathbook.domain.rulesets.heirless.setup.start import initial_state, start_position
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.requirements import must_be_allowed
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.vocabulary import Vocabulary


class Heirless:
    """Heirless in one of its editions."""

    vocabulary: Vocabulary = VOCABULARY

    to_act = staticmethod(seats_to_act)
    options = staticmethod(options_of)
    evolve = staticmethod(evolve)
    facts = staticmethod(facts_of)
    standing = staticmethod(standing_of)
    conserved = staticmethod(conserved_in)
    view = staticmethod(view_of)
    scene = staticmethod(scene_of)

    def __init__(self, edition: protocol.Edition, printing: Printing, switches: type[TurnSwitches]) -> None:
        """Take an edition, its parameters, and the switches a table may set in it."""
        self.edition = edition
        self.printing = printing
        self.switches = switches
        events = TurnEvent if printing.battle_model is None else Event
        self.wire = protocol.WireTypes(Components, switches, Field, Decision, events, State, View)

    def samples(self) -> tuple[protocol.Setup, ...]:
        """Three to six players from the box, and positions close to what is rare."""
        return tuple(replace(each, start=start_position(each)) for each in load_samples(self, PACKAGE))

    def initial(self, setup: protocol.Setup) -> State:
        """The first turn of the first Season, or the start position, checked."""
        return initial_state(setup, self.printing)

    def refusal(self, state: State, decision: Decision) -> Refusal | None:
        """The first requirement that is not met."""
        return first_refusal(requirements(state, decision))

    def decide(self, state: State, decision: Decision, chance: Chance) -> tuple[protocol.Consequence[Event], ...]:
        """What follows from the decision, up to the point where a seat has to decide again."""
        must_be_allowed(requirements(state, decision))
        play = Play(state, evolve)
        take(play, decision, chance)
        return tuple(play.consequences)


HEIRLESS_1: Final = Heirless(EDITION_1, FIRST, Switches)
HEIRLESS_2: Final = Heirless(EDITION_2, SECOND, TurnSwitches)
