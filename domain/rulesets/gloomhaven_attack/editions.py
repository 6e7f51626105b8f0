"""The two editions: their differences, their components as data, and the switches of their readings."""

from importlib.resources import files
from typing import Final, get_args

from oathbook.domain.rulesets.components import load_components
from oathbook.domain.rulesets.gloomhaven_attack.model.components import Components, Outcome
from oathbook.domain.rulesets.gloomhaven_attack.model.switches import Printing
from oathbook.domain.rulesets.gloomhaven_attack.rules import No
from oathbook.domain.rulesets.protocol import Edition
from oathbook.domain.rulesets.rulebook import load_rulebook

PACKAGE: Final = "oathbook.domain.rulesets.gloomhaven_attack"


def _edition(printing: Printing, title: str) -> Edition:
    return Edition(
        key=f"gloomhaven_attack/{printing}",
        title=title,
        status="frozen",
        rulebook=load_rulebook(files(PACKAGE), printing),
        refusals=tuple(str(code) for code in No),
        outcomes=get_args(Outcome),
        components=load_components(files(PACKAGE), Components),
    )


EDITION_GH1: Final = _edition("gh1", "Gloomhaven, first edition: the attack")
EDITION_FH: Final = _edition("fh", "Frosthaven: the attack")
