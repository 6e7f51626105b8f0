"""Clauses, readings and workings in words, for answers, frames and verdicts."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from rich.text import Text

from api.answers import line
from domain.kernel.workings import Line, said
from domain.rulesets.protocol import AnyRuleset


def because(cites: Iterable[str], readings: Iterable[str]) -> tuple[str, str]:
    """The ids behind a sentence, in brackets, as a part of a line."""
    named = [*cites, *readings]
    return (f"  [{', '.join(named)}]" if named else "", "dim")


def worked(working: Iterable[Line], indent: str) -> Iterator[Text]:
    """The arithmetic, a line each; what was considered and did not apply says so."""
    for each in working:
        text = f"{indent}{said(each)} ({each.clause}{'' if each.applied else ', does not apply'})"
        yield line((text, "" if each.applied else "dim"))


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


def clause_lines(clauses: Mapping[str, Mapping[str, str]], what: str = "words") -> Iterator[Text]:
    """Each clause with its words or its title."""
    for name, found in clauses.items():
        yield line("  ", (name, "bold"), f" {found.get(what, 'is no clause of this rulebook')}")


def reading_lines(readings: Mapping[str, Mapping[str, str]]) -> Iterator[Text]:
    """Each reading with its setting."""
    for name, found in readings.items():
        how = found.get("setting") or found.get("default")
        says = f" {found['title']}: {how}" if how else " is no reading of this rulebook"
        yield line("  ", (name, "bold"), says)
