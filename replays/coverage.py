"""What random games reached, of all that there is to reach."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

from msgspec import Struct

from oathbook.domain.games.switch_settings import switches_asked_elsewhere, switches_of
from oathbook.domain.rulesets.protocol import AnyRuleset, disclosure_name, disclosures_of

Tally = Counter[tuple[str, str]]  # how often each (group, name) was reached


class Coverage(Struct, frozen=True):
    """What many play-outs reached: counts by group and name, and what none of them did."""

    counts: Mapping[str, Mapping[str, int]]
    missing: Mapping[str, tuple[str, ...]]


def coverage_of(ruleset: AnyRuleset, tallies: Iterable[Tally]) -> Coverage:
    """Add up, over all that there is to reach: event types, refusals, clauses, switches, endings, disclosures."""
    total: Tally = Counter()
    for tally in tallies:
        total.update(tally)
    there = names_to_reach(ruleset)
    counts = {group: {name: total[group, name] for name in names} for group, names in there.items()}
    missing = {group: tuple(name for name, times in of.items() if not times) for group, of in counts.items()}
    return Coverage(counts, {group: names for group, names in missing.items() if names})


def names_to_reach(ruleset: AnyRuleset) -> Mapping[str, tuple[str, ...]]:
    """All that random games could reach, by group."""
    there: dict[str, tuple[str, ...]] = {
        "events": tuple(str(kind.__struct_config__.tag) for kind in get_args(ruleset.wire.event)),
        "refusals": ruleset.edition.refusals,
        "clauses": tuple(
            each.id for each in ruleset.edition.rulebook.clauses if not (each.not_covered or each.applied_by)
        ),
        "switches": tuple(
            f"{reading}={setting}"
            for reading, found in switches_of(ruleset).items()
            for setting in found
            if reading not in switches_asked_elsewhere(ruleset)
        ),
        "endings": ruleset.edition.outcomes,
    }
    if disclosures := disclosures_of(ruleset):
        there["disclosures"] = tuple(disclosure_name(kind, field) for kind, of in disclosures.items() for field in of)
    return there
