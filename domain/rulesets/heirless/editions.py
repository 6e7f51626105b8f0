"""The two editions: their rulebooks, components, and the parameters in which they differ."""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final, get_args

from msgspec import convert
from msgspec.structs import replace

from oathbook.domain.rulesets.components import load_components
from oathbook.domain.rulesets.heirless.model.components import Components, Outcome
from oathbook.domain.rulesets.heirless.rules import No, NoBattle
from oathbook.domain.rulesets.protocol import Edition
from oathbook.domain.rulesets.rulebook import Clause, Reading, Rulebook, load_rulebook

PACKAGE: Final = "oathbook.domain.rulesets.heirless"


def _second() -> Rulebook:
    """The same with the clauses and readings of ``e2.toml`` in the place of those it replaces."""
    book = load_rulebook(files(PACKAGE))
    changed: dict[str, Any] = tomllib.loads((files(PACKAGE) / "e2.toml").read_text("utf-8"))
    other = {each.id: each for each in convert(changed["clause"], tuple[Clause, ...])}
    without = {each["id"]: each["why"] for each in changed["no_switch"]}
    clauses = (other.get(clause.id, clause) for clause in book.clauses)
    return Rulebook(
        clauses=tuple(_marked(clause, changed["not_covered"], changed["partly_covered"]) for clause in clauses),
        readings=_without(book.readings, without),
    )


def _without(readings: tuple[Reading, ...], why: Mapping[str, str]) -> tuple[Reading, ...]:
    """The readings, those named with the reason why they have no switch in place of their settings."""
    return tuple(replace(each, settings=(), no_switch=why[each.id]) if each.id in why else each for each in readings)


def _marked(clause: Clause, reason: str, partly: Mapping[str, str]) -> Clause:
    if not clause.id.startswith("HB-"):
        return clause
    known = partly.get(clause.id, "")
    return replace(clause, not_covered="" if known else reason, partly_covered=known)


def _edition(key: str, title: str, rulebook: Rulebook, *refusals: type[StrEnum]) -> Edition:
    return Edition(
        key=key,
        title=title,
        status="frozen",
        rulebook=rulebook,
        refusals=tuple(str(code) for codes in refusals for code in codes),
        outcomes=get_args(Outcome),
        components=load_components(files(PACKAGE), Components),
    )


EDITION_1: Final = _edition("heirless/e1", "Heirless", load_rulebook(files(PACKAGE)), No, NoBattle)
EDITION_2: Final = _edition("heirless/e2", "Heirless, later draft: player turns", _second(), No)
