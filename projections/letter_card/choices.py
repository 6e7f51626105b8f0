"""What can be put into each place of a letter, as an editor offers it: lists of phrases, made from the grammar.

A phrase has places in braces, named by the sort of what goes in: ``give {amount} {item} to {player}``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from oathbook.domain.promises.letter import syntax
from oathbook.domain.promises.letter.clauses import ParsedLetter, PlainDuty
from oathbook.domain.promises.letter.grammar import AT_ONCE, MEASURES, NAME_RULE, own_rules
from oathbook.domain.promises.letter.language import MOST_LANGUAGES, language_of
from oathbook.domain.promises.letter.names import Names
from oathbook.domain.promises.letter.phrase_parts import PLAYER, with_promises
from oathbook.domain.promises.letter.remarks import Remark, reject
from oathbook.domain.rulesets.vocabulary import Vocabulary

PhraseLists = Mapping[str, tuple[str, ...]]
"""Phrases by the name of their list, such as ``act``, ``timing`` or, for names of a sort, ``name_item``."""

HOLE: Final = "…"
"""The name that stands in a place that is still to be filled."""
UNFILLED: Final = "unfilled"
TO: Final = ("to", "not to", "never to")
WORDS_OF_GUARDS: Final[PhraseLists] = {
    "guard": ("if", "once"),
    "guard-event": ("if", "once", "whenever"),
    "guard-state": ("if", "once", "while"),
}
_LEAVES: Final = {
    "who": f"{{{PLAYER}}}",
    "_names": f"{{{PLAYER}}}",
    "amount": "{amount}",
    "number": "{number}",
    "INT": "{number}",
}
_EXPANDED: Final = frozenset({"done", "unit"})
"""Parts of a phrase that are offered in all their forms at once; of other parts the first form stands for all."""
_LIKELY: Final = {"point": "unit_point"}
OF_IT: Final = ("act", "event")
"""Lists whose phrases with *it* stand in a list of their own, named so: ``act of it``."""
_IT: Final = re.compile(r"\bit$|\bit\b(?! is not)")
_SYMBOL: Final = re.compile(r"<([^<>]+)>|(\w+)")


def choices_of(vocabulary: Vocabulary, names: Names) -> PhraseLists:
    """The phrases for each place of a letter with the names of a game; ``{sort: (HOLE,)}`` is not among the names."""
    language = language_of(vocabulary)
    spelled = {sort: tuple(language.spelling(each, sort) for each in every) for sort, every in names.items()}
    players = spelled[PLAYER]
    phrases = _phrases(vocabulary)
    return {
        **{f"{NAME_RULE}{sort}": every for sort, every in spelled.items()},
        **{f"the {sort}": tuple(f"{sort} {each}" for each in every) for sort, every in spelled.items()},
        **phrases,
        "subject": (*players, "each of them"),
        "judge": ("the table", "the arbiter", *players),
        "who": (*players, "any player", "that player", *phrases["designated"]),
    }


@lru_cache(MOST_LANGUAGES)
def _phrases(vocabulary: Vocabulary) -> PhraseLists:
    """The phrases of a vocabulary, without names; those with *it* apart, as it needs something to stand for."""
    rules, units = defaultdict[str, list[str]](list), set[str]()
    for name, alternative in own_rules(with_promises(vocabulary)):
        says, _, alias = alternative.partition(" -> ")
        if not says.rstrip(">").endswith(AT_ONCE) and alias not in units:  # a unit is said a second time as its plural
            rules[name.removeprefix("?")].append(says)
            units |= {alias} if name == "?unit" else set()
    made = {name: _forms(name, rules) for name in ("act", "event", "state", "point", "timing", "unit", "designated")}
    made["act"] += _forms("only_act", rules)
    return {
        **made,
        "first": tuple(f"{who} {each}" for who in _forms("first_of", rules)[:1] for each in _forms("done", rules)),
        **{
            name: _forms(rule, rules)
            for name, rule in (("limit", "until"), ("due", "due"), ("thing", "thing"), ("unit_point", "unit_point"))
        },
        **{name: tuple(each for each in made[name] if not _IT.search(each)) for name in OF_IT},
        **{f"{name} of it": tuple(each for each in made[name] if _IT.search(each)) for name in OF_IT},
        **WORDS_OF_GUARDS,
        "to": TO,
        "measure": ("", *MEASURES, "more than", "any"),
    }


def _forms(group: str, rules: Mapping[str, list[str]]) -> tuple[str, ...]:
    """All forms of a group, those with *any law* in place of a law's name among them."""
    return tuple(dict.fromkeys(form for each in rules.get(group, ()) for form in _spell(each, rules)))


def _spell(alternative: str, rules: Mapping[str, list[str]]) -> Iterator[str]:
    """What an alternative of a rule comes to; a group that stands alone in it, with all its forms."""
    symbols = [each[1] or each[2] for each in _SYMBOL.finditer(alternative)]
    written = [each[0].startswith("<") for each in _SYMBOL.finditer(alternative)]
    forms = [""]
    for symbol, is_words in zip(symbols, written, strict=True):
        if is_words:
            parts: tuple[str, ...] = (symbol,)
        elif symbol in _LEAVES or symbol.startswith(NAME_RULE):
            parts = (_LEAVES.get(symbol) or f"{{{symbol.removeprefix(NAME_RULE)}}}",)
        else:
            is_whole = len(symbols) == 1 or symbol in _EXPANDED or (symbol, forms) == ("point", ["by"])
            likely = symbol if is_whole or _LIKELY.get(symbol) not in rules else _LIKELY[symbol]
            parts = _forms(likely, rules) if is_whole else _forms(likely, rules)[:1]
        forms = [f"{form} {part}".lstrip() for form in forms for part in parts]
    yield from (re.sub(r" (?=[',])", "", each) for each in forms)


def with_holes(names: Names) -> Names:
    """The names of a game, and one of each sort that stands in a place which is still to be filled."""
    return {sort: (*every, HOLE) for sort, every in names.items()}


def unfilled_letter(writer: str, names: Names, vocabulary: Vocabulary) -> str:
    """A letter of somebody (or else of the first player) of which nothing else is chosen yet."""
    first, *_ = players = names[PLAYER]
    others = [each for each in players if each != (writer or first)]
    spell = language_of(vocabulary).spelling
    to = spell(others[0], PLAYER) if len(others) == 1 else f'"{HOLE}"'
    return f'{spell(writer or first, PLAYER)} promises {to} in plain words "{HOLE}" judged by the table.'


def holes_in(letter: ParsedLetter) -> Iterator[Remark]:
    """A remark on each place of a letter that is still to be filled; it cannot be signed before."""
    for each in (letter.header, *syntax.descendants(letter.header), *letter.nodes):
        if isinstance(each, syntax.NameRef) and each.text == HOLE:
            yield reject(UNFILLED, f"which {each.sort}?", each)
        elif isinstance(each, PlainDuty) and each.text == HOLE:
            yield reject(UNFILLED, "what is promised?", each)
