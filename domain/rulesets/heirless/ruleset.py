"""Heirless in its two editions, each as a value."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.heirless.chapters.deviations import granted_turn, quiet_decision
from oathbook.domain.rulesets.heirless.chapters.play import Play
from oathbook.domain.rulesets.heirless.chapters.scores import conserved_in, standing_of
from oathbook.domain.rulesets.heirless.chapters.steps import DECISIONS
from oathbook.domain.rulesets.heirless.editions import EDITION_1, EDITION_2, PACKAGE
from oathbook.domain.rulesets.heirless.evolve.evolve import evolve
from oathbook.domain.rulesets.heirless.model.components import Components
from oathbook.domain.rulesets.heirless.model.decisions import Decision
from oathbook.domain.rulesets.heirless.model.events import Event, TurnEvent
from oathbook.domain.rulesets.heirless.model.queries import seats_to_act
from oathbook.domain.rulesets.heirless.model.state import Field, State
from oathbook.domain.rulesets.heirless.model.switches import FIRST, SECOND, Switches, TurnSwitches
from oathbook.domain.rulesets.heirless.presentation.describe import describe_view
from oathbook.domain.rulesets.heirless.presentation.options import options_of
from oathbook.domain.rulesets.heirless.presentation.scene import scene_of
from oathbook.domain.rulesets.heirless.presentation.view import View, view_of
from oathbook.domain.rulesets.heirless.setup.start import initial_state, start_position
from oathbook.domain.rulesets.heirless.words.facts import VOCABULARY, facts_of
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.protocol import Setup, WireTypes

HeirlessRules = Rules[State, Decision, Event, View]


def _samples(ruleset: HeirlessRules) -> tuple[Setup, ...]:
    """Three to six players from the box, and positions close to what is rare."""
    return tuple(replace(each, start=start_position(each)) for each in load_samples(ruleset, PACKAGE))


HEIRLESS_1: Final[HeirlessRules] = Rules(
    edition=EDITION_1,
    wire=WireTypes(Components, Switches, Field, Decision, Event, State, View),
    vocabulary=VOCABULARY,
    samples=lambda: _samples(HEIRLESS_1),
    initial=partial(initial_state, printing=FIRST),
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
    resumed=partial(initial_state, printing=FIRST, anywhere=True),
    granted=granted_turn,
    quiet=quiet_decision,
    describe=describe_view,
)
HEIRLESS_2: Final[HeirlessRules] = replace(
    HEIRLESS_1,
    edition=EDITION_2,
    wire=WireTypes(Components, TurnSwitches, Field, Decision, TurnEvent, State, View),
    samples=lambda: _samples(HEIRLESS_2),
    initial=partial(initial_state, printing=SECOND),
    resumed=partial(initial_state, printing=SECOND, anywhere=True),
)
