"""The grammar of letters: a fixed frame (``lalr/frame.txt``), filled with the vocabulary of a ruleset.

Words that belong together are one terminal, so one terminal is enough to know what comes next; a longer phrase wins
over a shorter one. A row of the vocabulary is named by its kind and number, such as ``act_3``; this is an alias, as a
rule for each row would enlarge the parser's table. Alternatives that need rows the vocabulary does not have are left
out.
"""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.letter import phrase_parts, synonyms
from oathbook.domain.rulesets.defaults import not_tracked
from oathbook.domain.rulesets.vocabulary import Episode, Unit, Vocabulary

WORD: Final = "WORD"
STRING: Final = "STRING"
INT: Final = "INT"
NAME_RULE: Final = "name_"  # the prefix of the rule of a name; the rest is its sort
MEASURE: Final = "MEASURE"
MORE: Final = "MORE"

A_WORD: Final = r"[^\W\d_][\w-]*"
TERMINALS: Final = rf"""
{WORD}: /{A_WORD}/
{STRING}: /"[^"\r\n]*"|“[^”\r\n]*”/
{INT}: /[0-9]+(?![\w-])/
{MEASURE}.8: /(?:at\s+least|at\s+most|exactly)(?![\w-])/i
{MORE}.9: /more\s+than(?![\w-])/i
%ignore /\s+/
"""
AT_ONCE: Final = "at once"  # says that an amount is that of one act, and not a sum
MEASURES: Final = ("at least", "at most", "exactly")
FIXED_TERMINALS: Final[Mapping[str, tuple[str, ...]]] = {MEASURE: MEASURES, MORE: ("more than",)}


class Grammar(Struct, frozen=True):
    """A grammar in lark's notation, and the words of each of its terminals by their name.

    ``own`` are the terminals of the language itself, without those that only other ways to write it need.
    """

    text: str
    phrases: Mapping[str, str]
    own: frozenset[str]


def grammar_of(vocabulary: Vocabulary) -> Grammar:
    """The grammar of letters in a vocabulary."""
    terminals: dict[str, str] = {}

    def terminal(words: re.Match[str]) -> str:
        return terminals.setdefault(words[1], f"_K{len(terminals)}")

    own = own_rules(vocabulary)
    alternatives: dict[str, list[str]] = {}
    every_rule = (*own, *_frame_rules("other_ways.txt"), *synonyms.synonym_rules(vocabulary))
    for name, alternative in _drop_undefined(every_rule):
        alternatives.setdefault(name, []).append(_BRACKETED.sub(terminal, alternative))
    said = {each[1] for _, rule in own for each in _BRACKETED.finditer(rule)}
    phrases = {name: words for words, name in terminals.items()}
    rules = (f"{name}: {' | '.join(each)}" for name, each in alternatives.items())
    lines = (f"{name}.{len(words)}: /{_pattern(words)}/i" for name, words in phrases.items())
    own_terminals = frozenset(name for name, words in phrases.items() if words in said)
    return Grammar("\n".join((*rules, *lines, TERMINALS)), phrases, own_terminals)


def own_rules(vocabulary: Vocabulary) -> tuple[phrase_parts.Production, ...]:
    """The rules of the language itself, in which letters are read back, without other ways to write it."""
    return _drop_undefined((*_frame_rules("frame.txt"), *_vocabulary_rules(vocabulary)))


APOSTROPHE: Final = "['’]"  # noqa: RUF001  # as it is typed, and as word processors have it
_BRACKETED: Final = re.compile(r"<([^<>]+)>")
_USED: Final = re.compile(r"<[^<>]+>|->.*|[A-Z]+|\b([a-z_][a-z0-9_]*)\b")


def _pattern(words: str) -> str:
    """The regular expression of a phrase: case and amount of space are free, and it does not end within a word."""
    spaced = r"\s+".join(re.escape(each).replace("'", APOSTROPHE).replace("/", r"\/") for each in words.split(" "))
    return spaced + (r"(?![\w-])" if words[-1].isalnum() else "")


def _frame_rules(file: str) -> Iterator[phrase_parts.Production]:
    for line in (files("oathbook.domain.promises.letter.lalr") / file).read_text("utf-8").splitlines():
        name, _, alternative = line.partition(": ")
        if not line.startswith("#"):
            yield name, alternative


def _drop_undefined(rules: tuple[phrase_parts.Production, ...]) -> tuple[phrase_parts.Production, ...]:
    """The rules without alternatives that use missing rules, such as acts where there are no verbs."""
    there = {name.removeprefix("?") for name, _ in rules}
    kept = tuple(rule for rule in rules if {each[1] for each in _USED.finditer(rule[1]) if each[1]} <= there)
    return kept if len(kept) == len(rules) else _drop_undefined(kept)


# What the vocabulary brings -------------------------------------------------------------------------------------


def _vocabulary_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    rules = (*_phrase_rules(vocabulary), *_unit_rules(vocabulary), *_episode_rules(vocabulary))
    yield from rules
    named = {each for _, alternative in rules for each in re.findall(r"\bname_\w+", alternative)}
    for name in sorted({f"name_{phrase_parts.PLAYER}", *named}):
        yield name, STRING
        yield name, WORD


def _phrase_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    for number, verb in enumerate(vocabulary.verbs):
        for form, phrase in (("act", verb.base), ("done", verb.third)):
            yield from _act_rules(form, number, phrase, summed=bool(verb.total))
            for about in phrase_parts.subject_phrases(phrase, vocabulary.episodes):
                yield from _act_rules(f"{form}_it", number, phrase.replace(about, "it"), summed=bool(verb.total))
        if lot := phrase_parts.lot_phrase(verb):
            yield phrase_parts.phrase_rule("thing", f"thing_{number}", lot)
    for number, way in enumerate(phrase_parts.only_ways(vocabulary.verbs)):
        yield phrase_parts.phrase_rule("only_act", f"act_only_{number}", way.phrase)
    kinds = {
        "state": [each.phrase for each in vocabulary.states],
        "happened": [each.phrase for each in vocabulary.occasions],
        "designated": [each.phrase for each in vocabulary.designators],
        "phase": [each.phrase for each in vocabulary.phases],
    }
    for kind, phrases in kinds.items():
        for number, phrase in enumerate(phrases):
            yield phrase_parts.phrase_rule(kind, f"{kind}_{number}", phrase)


def _act_rules(form: str, number: int, phrase: str, *, summed: bool) -> Iterator[phrase_parts.Production]:
    """What is done, by several acts together if it can be summed, or all of it by one."""
    group = form.partition("_")[0]
    yield phrase_parts.phrase_rule(group, f"{form}_{number}", phrase)
    if summed:
        yield phrase_parts.phrase_rule(group, f"{form}_at_once_{number}", f"{phrase} {AT_ONCE}")


def _unit_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    for number, unit in enumerate(vocabulary.units):
        for word in (unit.word, f"{unit.word}s"):
            yield "?unit", f"<{word}> -> unit_{number}"
        yield from _own_unit_rules(number, unit) if unit.whose else _common_unit_rules(number, unit)


def _own_unit_rules(number: int, unit: Unit) -> Iterator[phrase_parts.Production]:
    for word in (unit.word, f"{unit.word}s"):
        yield "?unit", f"<{word} of> name_{phrase_parts.PLAYER} -> unit_of_{number}"
    yield "?unit_point", f"<the end of> name_{phrase_parts.PLAYER} <'s next {unit.word}> -> own_end_{number}"
    yield phrase_parts.phrase_rule("unit_point", f"this_{number}", f"the end of this {unit.word}")


def _common_unit_rules(number: int, unit: Unit) -> Iterator[phrase_parts.Production]:
    word, numbered = unit.word, f"{unit.word} {{n:number}}"
    for which in ("this", "that", "next"):
        yield phrase_parts.phrase_rule("unit_point", f"{which}_{number}", f"the end of {which} {word}")
    if unit.slot:
        yield "?in", f"<in every {word}> -> in_every_unit_{number}"
        yield "?in_single", f"<in the next {word}> -> in_next_unit_{number}"
        yield phrase_parts.phrase_rule("unit_point", f"end_{number}", f"the end of {numbered}")
        yield phrase_parts.phrase_rule("unit_point", f"start_{number}", f"the start of {numbered}")
        yield phrase_parts.phrase_rule("ended", f"ended_{number}", f"{numbered} ends")
    if unit.now:
        yield phrase_parts.phrase_rule("during", f"during_{number}", f"during {numbered}")


def _episode_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    for number, episode in enumerate(vocabulary.episodes):
        for group, name, phrase in _episode_phrases(episode):
            yield phrase_parts.phrase_rule(group, f"{name}_{number}", phrase)


def _episode_phrases(episode: Episode) -> Iterator[tuple[str, str, str]]:
    word, opens, about = episode.word, episode.opens_phrase, episode.about
    yield "opened", "opened", opens
    yield "in", "in_that", f"in that {word}"
    if episode.open is not not_tracked:
        yield "in_single", "in_this", f"in this {word}"
    for group, which, said in (("in", "every", "every"), ("in_single", "next", "the next")):
        yield group, f"in_{which}", f"in {said} {word}"
        if about:
            yield group, f"in_{which}_about", f"in {said} {word} on {about}"
        if episode.proposed:
            yield group, f"in_{which}_whose", f"in {said} {word} on {episode.proposed}"
    if episode.joined:
        yield "in", "in_every_whose", f"in every {word} {phrase_parts.WITH}"
        yield "in", "in_every_whoever", f"in every {word} {phrase_parts.WHOEVER}"
        yield "in", "in_every_about_whoever", f"in every {word} on {about} {phrase_parts.WHOEVER}"
    if about:
        yield "opened", "opened_any", opens.replace(about, phrase_parts.phrase_for_any(about))
