"""Names the schemas of rulesets after the game, their family and the type."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from oathbook.api.http.openapi.editions import FAMILIES, schema_prefix
from oathbook.domain.rulesets.protocol import AnyRuleset

_PARTS: Final = re.compile(r"[A-Za-z0-9]+")


def schema_namer(rulesets: Sequence[AnyRuleset]) -> Callable[[Sequence[str]], str]:
    """Returns a function that names equal schemas: ``KnightsDuty1DecisionMove``, ``HeirlessEventTransfer``."""
    editions: dict[str, set[str]] = {}
    for each in rulesets:
        title, _, edition = schema_prefix(each).partition(".")
        editions.setdefault(title, set()).add(edition)
    taken: dict[str, Sequence[str]] = {}

    def named(alike: Sequence[str]) -> str:
        for name in _names(alike, editions):
            if taken.setdefault(name, alike) is alike:
                return name
        raise AssertionError(f"no name is left for {alike[0]}")

    return named


def _names(alike: Sequence[str], editions: Mapping[str, set[str]]) -> Sequence[str]:
    """Returns possible names for equal schemas, the shortest first."""
    own = [name for name in alike if "." not in name]
    if own:
        return own
    parts = [each.split(".") for each in alike]
    titles = {title for title, *_ in parts}
    (title, edition, family, *_), kind = parts[0], parts[0][3] if len(parts[0]) > FAMILY + 1 else ""
    family = min((each[FAMILY] for each in parts), key=FAMILIES.index)
    if len(titles) > 1:
        return pascal_case(kind), pascal_case(f"{family} {kind}"), pascal_case(f"{title} {edition} {family} {kind}")
    told_apart = pascal_case(f"{title} {edition} {family} {kind}")
    if {found for _, found, *_ in parts} == editions[title] and len(editions[title]) > 1:
        return pascal_case(f"{title} {family} {kind}"), told_apart
    return (told_apart,)


FAMILY: Final = 2  # which part of a name says what of an edition it is


def pascal_case(words: str) -> str:
    """Returns words as the name of a type."""
    return "".join(each[0].upper() + each[1:] for each in _PARTS.findall(words.replace("_", " ")))
