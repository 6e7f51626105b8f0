"""The rulesets that are installed, by the key of their edition: ours, and those that other distributions bring."""

from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import Final

from oathbook.domain.errors import EditionTaken, UnknownEdition
from oathbook.domain.rulesets.cube_bag.ruleset import CubeBag
from oathbook.domain.rulesets.gloomhaven_attack.ruleset import GloomhavenAttack
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from oathbook.domain.rulesets.knights_duty.ruleset import KnightsDuty
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.ruleset_plugins import RulesetPlugin, load_ruleset_plugins

OWN_DISTRIBUTION: Final = "oathbook"


class Registry:
    """Rulesets by edition key, such as ``knights_duty/1``; and what could not be loaded, by what it is called."""

    def __init__(self, *rulesets: AnyRuleset, others: Iterable[RulesetPlugin] = ()) -> None:
        """Hold these rulesets, each under its edition's key; ``EditionTaken`` names two with the same key."""
        others = tuple(others)
        found: dict[str, AnyRuleset] = {held.edition.key: held for held in rulesets}
        for each in others:
            if each.ruleset is not None:
                key = each.ruleset.edition.key
                if key in found:
                    raise EditionTaken(key, found[key].edition.origin or own_origin(), each.origin)
                found[key] = each.ruleset
        self.by_key: Mapping[str, AnyRuleset] = MappingProxyType(found)
        self.faults: Mapping[str, str] = MappingProxyType(
            {f"{each.entry} of {each.origin}": each.fault for each in others if each.fault}
        )

    def ruleset(self, key: str) -> AnyRuleset:
        """The ruleset of that edition; ``UnknownEdition`` says which there are, and which could not be loaded."""
        if key not in self.by_key:
            known = ", ".join(sorted(self.by_key))
            faulty = "".join(f"; {name} could not be loaded: {fault}" for name, fault in self.faults.items())
            raise UnknownEdition(f"no ruleset is installed for edition {key!r}; installed: {known}{faulty}")
        return self.by_key[key]


def load_registry() -> Registry:
    """Every ruleset of this distribution, and those that others bring; ``EditionTaken``."""
    ours = (KnightsDuty(), CubeBag(), GloomhavenAttack("gh1"), GloomhavenAttack("fh"), HEIRLESS_1, HEIRLESS_2)
    return Registry(*ours, others=load_ruleset_plugins())


def own_origin() -> str:
    """This distribution with its version; without one where it runs out of a checkout that was never installed."""
    try:
        return f"{OWN_DISTRIBUTION} {version(OWN_DISTRIBUTION)}"
    except PackageNotFoundError:
        return OWN_DISTRIBUTION
