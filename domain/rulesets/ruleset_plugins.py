"""Rulesets that files hold, and those that other distributions bring by the entry points ``oathbook.rulesets``."""

import sys
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from msgspec import Struct, convert
from msgspec.structs import replace

from oathbook.domain.kernel.limits import ShortText
from oathbook.domain.rulesets.kit.rules import Rules
from oathbook.domain.rulesets.protocol import AnyRuleset, Edition

GROUP: Final = "oathbook.rulesets"
DIGITS: Final = 12  # of the digest of a file, in its origin
RULES_MEMBERS: Final = ("samples", "initial", "to_act", "options", "refusal", "decide", "evolve", "facts", "standing")
PRESENTATION_MEMBERS: Final = ("conserved", "view", "scene", "wire", "vocabulary")


class RulesetPlugin(Struct, frozen=True):
    """A ruleset and the distribution or the file that it is from; or what kept an entry point from being one.

    The version of a file is the beginning of the digest of its text.
    """

    entry: str
    distribution: str
    version: str
    ruleset: AnyRuleset | None = None
    fault: str = ""

    @property
    def origin(self) -> str:
        """The distribution with its version."""
        return f"{self.distribution} {self.version}".strip()


_FILES: Final[list[Path]] = []


def name_ruleset_files(paths: Iterable[Path]) -> None:
    """Have the rulesets of these files loaded as well, in this process; the domain does not look for them itself."""
    _FILES[:] = paths
    load_ruleset_plugins.cache_clear()


@cache
def load_ruleset_plugins() -> tuple[RulesetPlugin, ...]:
    """What is in files, and installed beside this distribution, looked up once a process.

    A ruleset of a file comes before an installed one of the same edition, which has this as its fault.
    """
    files = tuple(map(_load_file, _FILES))
    origins = {each.ruleset.edition.key: each.origin for each in files if each.ruleset is not None}
    installed = (each for entry in entry_points(group=GROUP) for each in _load_entry_point(entry))
    return (*files, *(_without_taken(each, origins) for each in installed))


def _load_file(path: Path) -> RulesetPlugin:
    """The ruleset of a file, with the file as its origin; compiled anew, as bytecode may be of an older text."""
    named = (path.stem, path.name, "")
    try:
        text = path.read_bytes()
        named = (path.stem, path.name, sha256(text).hexdigest()[:DIGITS])
        origin = convert(RulesetPlugin(*named).origin, ShortText)
        module = ModuleType("_".join(named[::2]))
        module.__file__ = str(path)
        sys.modules[module.__name__] = module  # where types look for what their annotations name
        exec(compile(text, path, "exec"), module.__dict__)  # noqa: S102  # whoever names the file runs it
        found = getattr(module, "RULESET", None)
    except Exception as problem:  # noqa: BLE001  # as below
        return RulesetPlugin(*named, fault=f"{type(problem).__name__}: {problem}")
    if not isinstance(found, Rules):
        return RulesetPlugin(*named, fault="RULESET is not there, or is no Rules of oathbook.kit")
    return RulesetPlugin(*named, ruleset=_rules_from(cast("Rules[Any, Any, Any, Any]", found), origin))


def _without_taken(plugin: RulesetPlugin, origins: dict[str, str]) -> RulesetPlugin:
    """The plugin, or its fault where a file holds a ruleset of the same edition."""
    key = plugin.ruleset.edition.key if plugin.ruleset is not None else ""
    return replace(plugin, ruleset=None, fault=f"{key} is that of {origins[key]}") if key in origins else plugin


def _load_entry_point(entry: EntryPoint) -> Iterator[RulesetPlugin]:
    """The ruleset that an entry point names, or several in a tuple; a fault of one is nobody else's."""
    named = (entry.name, entry.dist.name, entry.dist.version) if entry.dist else (entry.name, "", "")
    try:
        found: Any = entry.load()
        listed = cast("tuple[Any, ...]", found if isinstance(found, tuple) else (found,))
        rulesets: tuple[Any, ...] = tuple(_with_origin(each, RulesetPlugin(*named).origin) for each in listed)
        faults = tuple(_ruleset_fault(each, RulesetPlugin(*named).origin) for each in rulesets)
    except Exception as problem:  # noqa: BLE001  # because whatever a package does when it is imported, others go on
        yield RulesetPlugin(*named, fault=f"{type(problem).__name__}: {problem}")
        return
    for ruleset, fault in zip(rulesets, faults, strict=True):
        yield RulesetPlugin(*named, fault=fault) if fault else RulesetPlugin(*named, ruleset=ruleset)


def _with_origin(ruleset: object, origin: str) -> object:
    """Rules that name no distribution, as those of a game in one file, with the one that they are from."""
    if isinstance(ruleset, Rules):
        rules = cast("Rules[Any, Any, Any, Any]", ruleset)
        return rules if rules.edition.origin else _rules_from(rules, origin)
    return ruleset


def _rules_from(rules: Rules[Any, Any, Any, Any], origin: str) -> Rules[Any, Any, Any, Any]:
    return replace(rules, edition=replace(rules.edition, origin=origin))


def _ruleset_fault(ruleset: object, origin: str) -> str:
    """Why this is no ruleset, or nothing."""
    edition = getattr(ruleset, "edition", None)
    if not isinstance(edition, Edition):
        return "it has no edition: an entry point names a ruleset, or a tuple of them"
    missing = [each for each in (*RULES_MEMBERS, *PRESENTATION_MEMBERS) if not hasattr(ruleset, each)]
    if missing:
        return f"{edition.key} does not answer {', '.join(missing)}"
    if edition.origin != origin:
        return f"{edition.key} says that it is from “{edition.origin or 'nowhere'}”, and it is from “{origin}”"
    return ""
