"""How decisions are written at the table: *deploy Valley*, *vote for Open Gates 4*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Notation
from oathbook.domain.rulesets.heirless.chapters.steps import FORMS
from oathbook.domain.rulesets.heirless.model.components import FACTIONS, Components
from oathbook.domain.rulesets.heirless.model.state import State
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Of what is traded; letters have one sort for Resources and Workers."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"resource": setup.components.resources, "faction": FACTIONS}


def asides(state: State) -> Mapping[str, str]:
    """The Law that is put to the vote; the Workplace that is asked for, and who asks."""
    ballot, request = state.field.ballot, state.field.request
    law = {} if ballot is None else {"law": ballot.law}
    return law if request is None else {**law, "to": request.by, "workplace": request.workplace}


NOTATION: Final = Notation(FORMS, names, asides)
