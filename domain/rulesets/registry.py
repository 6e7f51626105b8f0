"""The rulesets that are installed, by the key of their edition: ours, and those that other distributions bring."""

import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from types import MappingProxyType
from typing import Final

from oathbook.domain.errors import EditionTaken, UnknownEdition
from oathbook.domain.rulesets.cube_bag.ruleset import CUBE_BAG
from oathbook.domain.rulesets.gloomhaven_attack.ruleset import FROSTHAVEN, GLOOMHAVEN_1
from oathbook.domain.rulesets.heirless.ruleset import HEIRLESS_1, HEIRLESS_2
from oathbook.domain.rulesets.knights_duty.ruleset import KNIGHTS_DUTY
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.ruleset_plugins import RulesetPlugin, load_ruleset_plugins

OWN_DISTRIBUTION: Final = "oathbook"

LIKENESS: Final = 0.75  # of 0 to 1: how alike two titles are spelled, at least, of which one may mean the other
LEAST_BEGUN: Final = 4  # letters that are enough for the beginning of a title
MOST_SPELLED: Final = 80  # characters of a key that are looked at


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
        """The ruleset of that edition; ``UnknownEdition`` names similar ones, all there are, and those with faults."""
        if key not in self.by_key:
            similar = " or ".join(self._similar(key))
            known = ", ".join(sorted(self.by_key))
            faulty = "".join(f"; {name} could not be loaded: {fault}" for name, fault in self.faults.items())
            listed = f"did you mean {similar}? Installed" if similar else "installed"
            raise UnknownEdition(f"no ruleset is installed for edition “{key}”; {listed}: {known}{faulty}")
        return self.by_key[key]

    def _similar(self, key: str) -> list[str]:
        """The installed editions that somebody may have meant by a key: of the title that it is spelled like."""
        name, _, printing = re.sub(r"[ -]", "_", key[:MOST_SPELLED].lower()).partition("/")
        titles = sorted({each.partition("/")[0] for each in self.by_key})
        begun = [each for each in titles if len(name) >= LEAST_BEGUN and each.startswith(name)]
        found = [f"{title}/" for title in begun or get_close_matches(name, titles, 1, LIKENESS)]
        editions = [each for each in sorted(self.by_key) if each.startswith(tuple(found))]
        return [each for each in editions if each.endswith(f"/{printing}")] or editions


def load_registry() -> Registry:
    """Every ruleset of this distribution, and those that others bring; ``EditionTaken``."""
    ours = (KNIGHTS_DUTY, CUBE_BAG, GLOOMHAVEN_1, FROSTHAVEN, HEIRLESS_1, HEIRLESS_2)
    return Registry(*ours, others=load_ruleset_plugins())


def own_origin() -> str:
    """This distribution with its version; without one where it runs out of a checkout that was never installed."""
    try:
        return f"{OWN_DISTRIBUTION} {version(OWN_DISTRIBUTION)}"
    except PackageNotFoundError:
        return OWN_DISTRIBUTION
