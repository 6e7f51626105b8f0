"""Other ways in which players write what a letter says; all of them are read back in the words of the language.

Those that no vocabulary changes are in ``lalr/other_ways.txt``.

A way to write a verb is a phrase that may leave places out: what is left out is *any*. The rules for these phrases are
named by their number among all of them, such as ``act_also_12``.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

from msgspec import Struct

from oathbook.domain.promises.letter import phrase_parts
from oathbook.domain.rulesets.vocabulary import Unit, Verb, Vocabulary

ITEM: Final = "item"


def synonym_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    """Rules for what players write in other words."""
    for number, unit in enumerate(vocabulary.units):
        yield from unit_rules(number, unit)
    for number, way in enumerate(verb_synonyms(vocabulary)):
        done = third_person(vocabulary.verbs[way.row], way.phrase)
        for form, phrase in (("act", way.phrase), ("done", done)):
            yield phrase_parts.phrase_rule(form, f"{form}_also_{number}", phrase)
            for about in phrase_parts.subject_phrases(phrase, vocabulary.episodes):
                yield phrase_parts.phrase_rule(form, f"{form}_also_it_{number}", phrase.replace(about, "it"))
    yield from whoever_rules(vocabulary)
    for number, way in enumerate(state_synonyms(vocabulary)):
        yield phrase_parts.phrase_rule("state", f"state_also_{number}", way.phrase)
    for kind, phrase, number in coordination_rules(vocabulary):
        yield "?acts", f"{_coordinate(kind, phrase)} -> {kind}_{number}"


def _coordinate(kind: str, phrase: str) -> str:
    if kind == "whom":
        return " ".join(
            f"name_{phrase_parts.PLAYER} (<or> name_{phrase_parts.PLAYER})+" if place == "who" else place
            for place in phrase_parts.rule_symbols(phrase)
        )
    first, *rest = phrase_parts.rule_symbols(phrase)
    goods = " ".join(rest[:2])
    return " ".join((first, goods, f"(<{kind.removeprefix('goods_')}> {goods})+", *rest[2:]))


class Synonym(Struct, frozen=True):
    """Another way to write a row of the vocabulary, by its number."""

    row: int
    phrase: str


def verb_synonyms(vocabulary: Vocabulary) -> tuple[Synonym, ...]:
    """All other ways to write verbs, as duties."""
    return tuple(_synonyms([(each.base, *each.also) for each in vocabulary.verbs], leave_out=True))


def state_synonyms(vocabulary: Vocabulary) -> tuple[Synonym, ...]:
    """All other ways to write what is so."""
    return tuple(_synonyms([(each.phrase, *each.also) for each in vocabulary.states], leave_out=False))


def _synonyms(rows: list[tuple[str, ...]], *, leave_out: bool) -> Iterator[Synonym]:
    """Each row under other names. What is made of a phrase is left out if it could be taken for anything else."""
    named = [(row, way) for row, (_, *also) in enumerate(rows) for way in also]
    made = [
        (row, way) for row, every in enumerate(rows) for each in every for way in _variants(each, leave_out=leave_out)
    ]
    firsts = {_shape(first) for first, *_ in rows}
    meant, taken = firsts | {_shape(way) for _, way in named}, set(firsts)
    every_shape = meant | {_shape(way) for _, way in made}
    for found, others in ((named, meant), (made, every_shape)):
        unclear = _ambiguous_shapes(others)
        for row, way in found:
            shape = _shape(way)
            if shape not in taken and shape not in unclear:
                taken.add(shape)
                yield Synonym(row, way)


def _variants(phrase: str, *, leave_out: bool) -> Iterator[str]:
    """The phrase with names that have no word before them, and with *any law* for the name of one."""
    ends = [0, *(each.end() for each in _NAMED.finditer(phrase)), len(phrase)]
    choices = [_choices(phrase[start:end], leave_out=leave_out) for start, end in pairwise(ends)]
    return map("".join, product(*choices))


def _choices(stretch: str, *, leave_out: bool) -> tuple[str, ...]:
    """Other ways to write a stretch of a phrase that ends with a place."""
    named = _NAMED.search(stretch)
    if named is None or named["sort"] in {phrase_parts.PLAYER, phrase_parts.AMOUNT, phrase_parts.NUMBER}:
        return (stretch,)
    before, sort = stretch[: named.start()], named["sort"]
    anything: tuple[str, ...] = ()
    if before.endswith(f" {sort} "):
        bare = before.removesuffix(f"{sort} ")
        anything = (f"{bare}any {sort}",) if leave_out else ()
        return stretch, f"{bare}{named[0]}", *anything
    if sort == ITEM and leave_out:
        anything = f"{before}{sort}s", f"{before}{sort}"
    return stretch, *anything


_NAMED: Final = re.compile(r"\{(?P<slot>\w+):(?P<sort>\w+)\}")


def _shape(phrase: str) -> tuple[str, ...]:
    """The words of a phrase, and what its places are filled with."""
    return tuple(each if isinstance(each, str) else f"{{{each.sort}}}" for each in phrase_parts.parts_of(phrase))


def _ambiguous_shapes(shapes: set[tuple[str, ...]]) -> set[tuple[str, ...]]:
    """Those with a name where another has one of another sort, so that it takes more than a word to tell them apart."""
    names = [
        (shape, shape[:place], each)
        for shape in shapes
        for place, each in enumerate(shape)
        if each[:1] == "{" and each not in _COUNTED
    ]
    sorts = defaultdict[tuple[str, ...], set[str]](set)
    for _, before, each in names:
        sorts[before].add(each)
    return {shape for shape, before, _ in names if len(sorts[before]) > 1}


_COUNTED: Final = frozenset({f"{{{phrase_parts.AMOUNT}}}", f"{{{phrase_parts.NUMBER}}}"})


def third_person(verb: Verb, way: str) -> str:
    """A way to write a verb as a condition."""
    first, space, rest = way.partition(" ")
    same = first == verb.base.partition(" ")[0]
    return f"{verb.third.partition(' ')[0] if same else f'{first}s'}{space}{rest}"


def unit_rules(number: int, unit: Unit) -> Iterator[tuple[str, str]]:
    """Rules for other ways to speak of a unit; only what counts up is the next or each."""
    word = unit.word
    for said in (f"this {word}", f"in this {word}", f"during this {word}", f"for the rest of this {word}"):
        yield "?time_limit", f"<{said}> -> this_time_{number}"
    yield "?timing", f"<for the rest of the {word}> -> this_time_{number}"
    yield "?unit_point", f"<the end of the {word}> -> this_{number}"
    if unit.whose:
        yield "?timing", f"<on> name_{phrase_parts.PLAYER} <'s next {word}> -> own_time_{number}"
    if unit.slot:
        for each in ("each", "every", "in each"):
            yield "?timing", f"<{each} {word}> -> in_every_unit_{number}"
        yield "?timing", f"<next {word}> -> in_next_unit_{number}"
        yield "?unit_point", f"<{word}> number -> start_{number}"


def whoever_rules(vocabulary: Vocabulary) -> Iterator[phrase_parts.Production]:
    """Rules for *in every battle, whoever is in it*, with a comma."""
    for number, episode in enumerate(vocabulary.episodes):
        for name, about in (("", ""), ("about_", f" on {episode.about}")) if episode.joined else ():
            said = f"in every {episode.word}{about}, {phrase_parts.WHOEVER}"
            yield phrase_parts.phrase_rule("in", f"in_every_{name}whoever_{number}", said)


def coordination_rules(vocabulary: Vocabulary) -> Iterator[tuple[str, str, int]]:
    """Rules for an act with several things, or several players to choose from: its name, the phrase, and the verb."""
    for number, verb in enumerate(vocabulary.verbs):
        sorts = [each.sort for each in phrase_parts.blanks_of(verb.base)]
        if sorts[:2] == [phrase_parts.AMOUNT, ITEM] and len(sorts) > 2:  # noqa: PLR2004  # something follows the goods
            yield "goods_and", verb.base, number
            yield "goods_or", verb.base, number
        if sorts.count(phrase_parts.PLAYER) == 1:
            yield "whom", verb.base, number
