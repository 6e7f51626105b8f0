"""The rulesets that are installed, by the key of their edition."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.errors import UnknownEdition
from domain.rulesets.cube_bag.ruleset import CubeBag
from domain.rulesets.gloomhaven_attack.ruleset import GloomhavenAttack
from domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from domain.rulesets.knights_duty.ruleset import KnightsDuty
from domain.rulesets.protocol import AnyRuleset


class Registry:
    """Rulesets by edition key, such as ``knights_duty/1``."""

    def __init__(self, *rulesets: AnyRuleset) -> None:
        """Hold these rulesets, each under its edition's key."""
        self.by_key: Mapping[str, AnyRuleset] = MappingProxyType({held.edition.key: held for held in rulesets})

    def ruleset(self, key: str) -> AnyRuleset:
        """The ruleset of that edition; ``UnknownEdition`` says which there are."""
        if key not in self.by_key:
            known = ", ".join(sorted(self.by_key))
            msg = f"no ruleset is installed for edition {key!r}; installed: {known}"
            raise UnknownEdition(msg)
        return self.by_key[key]


def installed() -> Registry:
    """Every ruleset of this distribution."""
    return Registry(KnightsDuty(), CubeBag(), GloomhavenAttack("gh1"), GloomhavenAttack("fh"), HEIRLESS_1, HEIRLESS_2)
