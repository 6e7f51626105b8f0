"""Rulesets that other distributions bring, by the entry points of the group ``oathbook.rulesets``."""

from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final, cast

from msgspec import Struct

from oathbook.domain.rulesets.protocol import AnyRuleset, Edition

GROUP: Final = "oathbook.rulesets"
RULES_MEMBERS: Final = ("samples", "initial", "to_act", "options", "refusal", "decide", "evolve", "facts", "standing")
PRESENTATION_MEMBERS: Final = ("conserved", "view", "scene", "wire", "vocabulary")


class RulesetPlugin(Struct, frozen=True):
    """A ruleset and the distribution that it is from; or what kept an entry point from being one."""

    entry: str
    distribution: str
    version: str
    ruleset: AnyRuleset | None = None
    fault: str = ""

    @property
    def origin(self) -> str:
        """The distribution with its version."""
        return f"{self.distribution} {self.version}".strip()


@cache
def load_ruleset_plugins() -> tuple[RulesetPlugin, ...]:
    """What is installed beside this distribution, looked up once a process."""
    return tuple(each for entry in entry_points(group=GROUP) for each in _load_entry_point(entry))


def _load_entry_point(entry: EntryPoint) -> Iterator[RulesetPlugin]:
    """The ruleset that an entry point names, or several in a tuple; a fault of one is nobody else's."""
    named = (entry.name, entry.dist.name, entry.dist.version) if entry.dist else (entry.name, "", "")
    try:
        found: Any = entry.load()
        rulesets = cast("tuple[Any, ...]", found if isinstance(found, tuple) else (found,))
        faults = tuple(_ruleset_fault(each, RulesetPlugin(*named).origin) for each in rulesets)
    except Exception as problem:  # noqa: BLE001  # because whatever a package does when it is imported, others go on
        yield RulesetPlugin(*named, fault=f"{type(problem).__name__}: {problem}")
        return
    for ruleset, fault in zip(rulesets, faults, strict=True):
        yield RulesetPlugin(*named, fault=fault) if fault else RulesetPlugin(*named, ruleset=ruleset)


def _ruleset_fault(ruleset: object, origin: str) -> str:
    """Why this is no ruleset, or nothing."""
    edition = getattr(ruleset, "edition", None)
    if not isinstance(edition, Edition):
        return "it has no edition: an entry point names a ruleset, or a tuple of them"
    missing = [each for each in (*RULES_MEMBERS, *PRESENTATION_MEMBERS) if not hasattr(ruleset, each)]
    if missing:
        return f"{edition.key} does not answer {', '.join(missing)}"
    if edition.origin != origin:
        return f"{edition.key} says that it is from {edition.origin or 'nowhere'!r}, and it is from {origin!r}"
    return ""
