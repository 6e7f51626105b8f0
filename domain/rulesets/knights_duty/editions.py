"""Edition 1: its components as data, and the switches of its readings."""

from importlib.resources import files
from typing import Final, get_args

from oathbook.domain.rulesets.components import load_components
from oathbook.domain.rulesets.knights_duty.model.components import Components, Outcome
from oathbook.domain.rulesets.knights_duty.rules import No
from oathbook.domain.rulesets.protocol import Edition
from oathbook.domain.rulesets.rulebook import load_rulebook

PACKAGE: Final = "oathbook.domain.rulesets.knights_duty"


EDITION_1: Final = Edition(
    key="knights_duty/1",
    title="A Knight's Duty",
    status="frozen",
    rulebook=load_rulebook(files(PACKAGE)),
    refusals=tuple(str(code) for code in No),
    outcomes=get_args(Outcome),
    components=load_components(files(PACKAGE), Components),
)
