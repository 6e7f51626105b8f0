"""How decisions are written at the table: *attack guard with scoundrel for 3*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Notation
from oathbook.domain.rulesets.gloomhaven_attack.chapters.steps import FORMS
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components
from oathbook.domain.rulesets.gloomhaven_attack.model.state import Battle
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """All figures, cards and decks: letters speak of figures of the scenario, and a position may have others."""
    scenario, start = setup.components, setup.start
    assert isinstance(scenario, Components), "a setup has the components of its ruleset"
    assert isinstance(start, Battle | None), "a setup has a start position of its ruleset"
    there = () if start is None else tuple(each.id for each in start.figures)
    return {
        "figure": tuple(dict.fromkeys((*(each.id for each in scenario.figures), *there))),
        "card": tuple(each.id for each in scenario.cards),
        "deck": tuple(each.name for each in scenario.decks),
    }


NOTATION: Final = Notation(FORMS, names)
