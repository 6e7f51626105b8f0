"""The attack sequence of Gloomhaven as a value, one for each edition."""

from functools import partial
from typing import Final

from msgspec.structs import replace

from oathbook.domain.rulesets.gloomhaven_attack.chapters.deviations import quiet_decision
from oathbook.domain.rulesets.gloomhaven_attack.chapters.play import Play
from oathbook.domain.rulesets.gloomhaven_attack.chapters.scores import conserved_in, standing_of
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import DECISIONS
from oathbook.domain.rulesets.gloomhaven_attack.editions import EDITION_FH, EDITION_GH1, PACKAGE
from oathbook.domain.rulesets.gloomhaven_attack.evolve.evolve import evolve
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Decision
from oathbook.domain.rulesets.gloomhaven_attack.model.events import Event, FirstEditionEvent
from oathbook.domain.rulesets.gloomhaven_attack.model.queries import seats_to_act
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle, State
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import SharedSwitches, Switches
from oathbook.domain.rulesets.gloomhaven_attack.presentation.describe import describe_view
from oathbook.domain.rulesets.gloomhaven_attack.presentation.options import options_of
from oathbook.domain.rulesets.gloomhaven_attack.presentation.scene import scene_of
from oathbook.domain.rulesets.gloomhaven_attack.presentation.view import View, view_of
from oathbook.domain.rulesets.gloomhaven_attack.setup.start import initial_state
from oathbook.domain.rulesets.gloomhaven_attack.words.facts import VOCABULARY, facts_of, frosthaven_facts_of
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.kit.setups import load_samples
from oathbook.domain.rulesets.protocol import WireTypes

GLOOMHAVEN_1: Final[Rules[State, Decision, Event, View]] = Rules(
    edition=EDITION_GH1,
    wire=WireTypes(Components, Switches, Battle, Decision, FirstEditionEvent, State, View),
    vocabulary=VOCABULARY,
    samples=lambda: load_samples(GLOOMHAVEN_1, PACKAGE),
    initial=partial(initial_state, printing="gh1"),
    resumed=partial(initial_state, printing="gh1", anywhere=True),
    to_act=seats_to_act,
    options=options_of,
    needs=DECISIONS.needs,
    take=DECISIONS.take,
    evolve=evolve,
    facts=facts_of,
    standing=standing_of,
    conserved=conserved_in,
    view=lambda state, _viewer: view_of(state),  # everybody sees the same
    scene=scene_of,
    play=Play,
    quiet=quiet_decision,
    describe=describe_view,
)
FROSTHAVEN: Final[Rules[State, Decision, Event, View]] = replace(
    GLOOMHAVEN_1,
    edition=EDITION_FH,
    wire=WireTypes(Components, SharedSwitches, Battle, Decision, Event, State, View),
    samples=lambda: load_samples(FROSTHAVEN, PACKAGE),
    initial=partial(initial_state, printing="fh"),
    resumed=partial(initial_state, printing="fh", anywhere=True),
    facts=frosthaven_facts_of,
)
