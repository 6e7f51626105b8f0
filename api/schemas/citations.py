"""Clauses, readings and workings in words, for answers, frames and verdicts."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from domain.rulesets.protocol import AnyRuleset


def words_of(ruleset: AnyRuleset, clauses: Iterable[str]) -> dict[str, dict[str, str]]:
    """Title and words of each clause; an id that the rulebook does not have has none."""
    known = {clause.id: clause for clause in ruleset.edition.rulebook.clauses}
    return {
        each: {"title": known[each].title, "words": known[each].words} if each in known else {}
        for each in dict.fromkeys(clauses)
    }


def readings_of(ruleset: AnyRuleset, readings: Iterable[str], switches: object) -> dict[str, dict[str, str]]:
    """Title of each reading, with the setting of its switch in this game or, without a switch, the one we take."""
    known = {reading.id: reading for reading in ruleset.edition.rulebook.readings}
    settings: Mapping[str, Any] = msgspec.to_builtins(switches)
    found: dict[str, dict[str, str]] = {}
    for each in dict.fromkeys(readings):
        if each in known:
            how = {"setting": str(settings[each])} if each in settings else {"default": known[each].default}
            found[each] = {"title": known[each].title, **how}
        else:
            found[each] = {}
    return found
