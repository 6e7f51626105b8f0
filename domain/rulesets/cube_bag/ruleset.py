"""The cube-bag battle, edition G1, as a value."""

from functools import partial
from typing import Final

from oathbook.domain.rulesets.cube_bag.chapters.deviations import quiet_decision
from oathbook.domain.rulesets.cube_bag.chapters.outcome import conserved_in, standing_of
from oathbook.domain.rulesets.cube_bag.chapters.play import Play
from oathbook.domain.rulesets.cube_bag.chapters.steps import DECISIONS
from oathbook.domain.rulesets.cube_bag.editions import EDITION_G1, PACKAGE
from oathbook.domain.rulesets.cube_bag.evolve.evolve import evolve
from oathbook.domain.rulesets.cube_bag.model.components import Components
from oathbook.domain.rulesets.cube_bag.model.decisions import Decision
from oathbook.domain.rulesets.cube_bag.model.events import Event
from oathbook.domain.rulesets.cube_bag.model.queries import seats_to_act
from oathbook.domain.rulesets.cube_bag.model.state import Field, State
from oathbook.domain.rulesets.cube_bag.model.switches import Switches
from oathbook.domain.rulesets.cube_bag.presentation.describe import describe_view
from oathbook.domain.rulesets.cube_bag.presentation.options import options_of
from oathbook.domain.rulesets.cube_bag.presentation.scene import scene_of
from oathbook.domain.rulesets.cube_bag.presentation.view import View, view_of
from oathbook.domain.rulesets.cube_bag.setup.start import initial_state
from oathbook.domain.rulesets.cube_bag.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.protocol import WireTypes

CUBE_BAG: Final[Rules[State, Decision, Event, View]] = Rules(
    edition=EDITION_G1,
    wire=WireTypes(Components, Switches, Field, Decision, Event, State, View),
    vocabulary=VOCABULARY,
    samples=lambda: load_samples(CUBE_BAG, PACKAGE),
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
    unordered_draws=frozenset({"clash", "extra draw", "redraw", "conversion", "recovery"}),
    play=Play,
    resumed=partial(initial_state, anywhere=True),
    quiet=quiet_decision,
    describe=describe_view,
)
