"""The forms of what a letter can say, spelled out from the grammar, so that none is left out."""

import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Final

from oathbook.domain.promises.letter.grammar import INT, Grammar, grammar_of
from oathbook.domain.rulesets.vocabulary import Vocabulary

PLACES: Final[Mapping[str, str]] = {INT: "{n}", "number": "{n}", "who": "{player}", "point": "{point}"}
"""What stands in a form for something that each letter fills in."""
_SHORT: Final = re.compile(r"\w+ \{n\}")
"""*Season 2* is read back as *the start of season 2*, and *1 season* as *1 seasons*: they are not asked twice."""
_SINGULAR: Final = re.compile(r"\{n\} \w*[^s\W]\b")


class Forms:
    """All forms of the rules of a grammar."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Make the grammar."""
        self._grammar: Grammar = grammar_of(vocabulary)
        self._rules = dict(_rule(line) for line in self._grammar.text.splitlines() if re.match(r"\??\w+: ", line))

    def timings(self) -> tuple[str, ...]:
        """Everything that can say until when, with ``{event}`` for what happens or is done."""
        return tuple(
            each.replace("{point}", point)
            for each in self._of("timing", {"event"})
            for point in (self.points() if "{point}" in each else ("",))
        )

    def points(self) -> tuple[str, ...]:
        """Every point of time."""
        return self._of("point", set())

    def events(self) -> tuple[str, ...]:
        """Everything that can happen; what a player does is ``{player} {done}``."""
        return self._of("event", {"done", "act"})

    def guards(self) -> tuple[str, ...]:
        """Everything that a clause can begin with, of one event, or of one state."""
        forms = self._of("guard", {"condition", "event", "state", "act"})
        return tuple(
            dict.fromkeys(
                each.replace("{condition}", said)
                for each in forms
                for said in (("{event}", "{state}") if "{condition}" in each else ("",))
            )
        )

    def _of(self, rule: str, opaque: set[str]) -> tuple[str, ...]:
        found = dict.fromkeys(self._spelled(rule, opaque, top=True))
        return tuple(each for each in found if not _SINGULAR.search(each) and not _SHORT.fullmatch(each))

    def _spelled(self, rule: str, opaque: set[str], *, top: bool = False) -> Iterator[str]:
        if rule in opaque or (rule in PLACES and not top):
            yield PLACES.get(rule, f"{{{rule}}}")
        elif rule.startswith("name_"):
            yield f"{{{rule.removeprefix('name_')}}}"
        else:
            for alternative in self._rules.get(rule, ()):
                yield from self._row(alternative.partition(" -> ")[0].split(), opaque)

    def _row(self, tokens: list[str], opaque: set[str]) -> Iterator[str]:
        choices = [tuple(self._token(each, opaque)) for each in tokens]
        yield from (" ".join(filter(None, each)).replace(" 's", "'s") for each in product(*choices))

    def _token(self, token: str, opaque: set[str]) -> Iterator[str]:
        if token.endswith("?"):
            yield ""
        name = token.removesuffix("?")
        if not name.startswith("_K"):
            yield from self._spelled(name, opaque)
        elif name in self._grammar.own:
            yield self._grammar.phrases[name]


def _rule(line: str) -> tuple[str, tuple[str, ...]]:
    name, _, alternatives = line.partition(": ")
    return name.removeprefix("?"), tuple(alternatives.split(" | "))
