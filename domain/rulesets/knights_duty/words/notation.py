"""How decisions are written at the table: *plan bow, shield*, *point at birch*."""

from collections.abc import Mapping
from typing import Final

from oathbook.domain.rulesets.forms import Notation
from oathbook.domain.rulesets.knights_duty.chapters.steps import FORMS
from oathbook.domain.rulesets.knights_duty.model.components import Components
from oathbook.domain.rulesets.knights_duty.model.decisions import TOKENS
from oathbook.domain.rulesets.protocol import Setup


def names(setup: Setup) -> Mapping[str, tuple[str, ...]]:
    """Clans and tokens, of which letters do not speak."""
    assert isinstance(setup.components, Components), "a setup has the components of its ruleset"
    return {"clan": tuple(each.clan for each in setup.components.board.corners), "token": TOKENS}


NOTATION: Final = Notation(FORMS, names)
