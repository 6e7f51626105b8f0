"""Presents editions, and their clauses and readings."""

from collections.abc import Iterable

from oathbook.domain.errors import NotFound
from oathbook.domain.games.switch_settings import settings_of
from oathbook.domain.rulesets.protocol import AnyRuleset, Edition
from oathbook.domain.rulesets.registry import own_origin
from oathbook.domain.rulesets.rulebook import Clause


def present_edition(edition: Edition) -> dict[str, object]:
    """Returns an edition as JSON fields."""
    book = edition.rulebook
    return {
        "key": edition.key,
        "title": edition.title,
        "status": edition.status,
        "clauses": len(book.clauses),
        "not_covered": {clause.id: clause.not_covered for clause in book.clauses if clause.not_covered},
        "readings": len(book.readings),
        "switches": {reading.id: reading.settings for reading in book.readings if reading.settings},
        "components": sorted(edition.components),
        "origin": edition.origin or own_origin(),
    }


def clause_in(edition: Edition, clause: str) -> Clause:
    """Returns a clause of an edition by its id; ``NotFound``."""
    for each in edition.rulebook.clauses:
        if each.id == clause:
            return each
    raise NotFound(f"{edition.key} has no clause “{clause}”")


def clause_texts(ruleset: AnyRuleset, clauses: Iterable[str]) -> dict[str, dict[str, str]]:
    """Returns title and words of each clause; nothing for an id that the rulebook does not have."""
    known = {clause.id: clause for clause in ruleset.edition.rulebook.clauses}
    return {
        each: {"title": known[each].title, "words": known[each].words} if each in known else {}
        for each in dict.fromkeys(clauses)
    }


def reading_settings(ruleset: AnyRuleset, readings: Iterable[str], switches: object) -> dict[str, dict[str, str]]:
    """Returns title of each reading, with the setting of its switch or, without a switch, the default."""
    known = {reading.id: reading for reading in ruleset.edition.rulebook.readings}
    settings = settings_of(ruleset, switches)
    found: dict[str, dict[str, str]] = {}
    for each in dict.fromkeys(readings):
        if each in known:
            how = {"setting": settings[each]} if each in settings else {"default": known[each].default}
            found[each] = {"title": known[each].title, **how}
        else:
            found[each] = {}
    return found
