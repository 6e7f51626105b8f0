"""Edition 1: its components as data, and the switches of its readings."""

from importlib.resources import files
from typing import Final, get_args

from domain.rulesets.components import components_in
from domain.rulesets.knights_duty.model.components import Components, Outcome
from domain.rulesets.knights_duty.rules import No
from domain.rulesets.protocol import Edition
from domain.rulesets.rulebook import rulebook_in

PACKAGE: Final = "domain.rulesets.knights_duty"


EDITION_1: Final = Edition(
    key="knights_duty/1",
    title="A Knight's Duty",
    status="frozen",
    rulebook=rulebook_in(files(PACKAGE)),
    refusals=tuple(str(code) for code in No),
    outcomes=get_args(Outcome),
    components=components_in(files(PACKAGE), Components),
)
