"""The rules of ``rewordings.txt``."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from oathbook.domain.promises.drafting.verb_forms import VerbForms, gerunds_of, pasts_of, regular_third_person

RewordingRules = tuple[tuple[str, str], ...]  # patterns, and what stands in their place, one after another

_SECTION: Final = re.compile(r"\[([a-z ]+)\]")


@cache
def load_rules() -> Mapping[str, RewordingRules]:
    """The rules of each section."""
    found: dict[str, list[tuple[str, str]]] = {}
    section = ""
    for line in (files("oathbook.domain.promises.drafting") / "rewordings.txt").read_text("utf-8").splitlines():
        if heading := _SECTION.fullmatch(line):
            section = heading[1]
        elif line and not line.startswith("#"):
            pattern, _, words = line.partition("  =>")
            found.setdefault(section, []).append((pattern, words.strip()))
    return {name: tuple(rules) for name, rules in found.items()}


def verb_replacements(forms: VerbForms) -> Iterator[tuple[str, str]]:
    """Other verbs in each of their forms, and what stands in their place; those that a game has."""
    for said, meant in load_rules()["acts"]:
        (verb, _, rest), (base, _, more) = said.partition(" "), meant.partition(" ")
        if base in forms.thirds and (rest or verb not in forms.thirds):
            others = (
                *((each, pasts_of(base)[-1]) for each in pasts_of(verb)),
                *((each, next(gerunds_of(base))) for each in gerunds_of(verb)),
                (regular_third_person(verb), forms.thirds[base]),
                (verb, base),
            )
            yield from ((f"{form} {rest}".strip(), f"{put} {more}".strip()) for form, put in others)


def alternation(names: Iterable[str]) -> str:
    """A pattern for any of these names, and for nothing where there are none."""
    return "|".join(re.escape(each) for each in sorted(names, key=len, reverse=True)) or "(?!)"
