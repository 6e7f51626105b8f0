"""A Knight's Duty, edition 1, as a value."""

from functools import partial
from typing import Final

from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.knights_duty.chapters.deviations import quiet_decision
from oathbook.domain.rulesets.knights_duty.chapters.ending import conserved_in, standing_of
from oathbook.domain.rulesets.knights_duty.chapters.play import Play
from oathbook.domain.rulesets.knights_duty.chapters.steps import DECISIONS
from oathbook.domain.rulesets.knights_duty.editions import EDITION_1, PACKAGE
from oathbook.domain.rulesets.knights_duty.evolve.evolve import evolve
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision
from oathbook.domain.rulesets.knights_duty.model.events import Event, TokenRevealed
from oathbook.domain.rulesets.knights_duty.model.queries import seats_to_act
from oathbook.domain.rulesets.knights_duty.model.state import Field, State
from oathbook.domain.rulesets.knights_duty.model.switches import Switches
from oathbook.domain.rulesets.knights_duty.presentation.describe import describe_view
from oathbook.domain.rulesets.knights_duty.presentation.options import options_of
from oathbook.domain.rulesets.knights_duty.presentation.scene import scene_of
from oathbook.domain.rulesets.knights_duty.presentation.view import View, view_of
from oathbook.domain.rulesets.knights_duty.setup.start import initial_state
from oathbook.domain.rulesets.knights_duty.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.protocol import WireTypes

KNIGHTS_DUTY: Final[Rules[State, Decision, Event, View]] = Rules(
    edition=EDITION_1,
    wire=WireTypes(Components, Switches, Field, Decision, Event, State, View),
    vocabulary=VOCABULARY,
    samples=lambda: load_samples(KNIGHTS_DUTY, PACKAGE),
    initial=initial_state,
    to_act=seats_to_act,
    options=options_of,
    needs=DECISIONS.needs,
    take=DECISIONS.take,
    evolve=evolve,
    facts=facts_of,
    standing=standing_of,
    conserved=conserved_in,
    view=view_of,
    scene=scene_of,
    play=Play,
    resumed=partial(initial_state, anywhere=True),
    quiet=quiet_decision,
    describe=describe_view,
    opens={TokenRevealed: "slot"},
)
