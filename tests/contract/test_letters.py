"""Letters in every installed ruleset: its words can be told apart, and each can be said, read back and lowered."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language import language_of
from oathbook.domain.promises.letter.names import Names, names_in
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.phrase_parts import AMOUNT, NUMBER, parts_of
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from oathbook.domain.rulesets.vocabulary import Args, Vocabulary
from tests.support.promises.lettering import strict_parser
from tests.support.sampling import some

RULESETS: Final = tuple(load_registry().by_key.values())
LATER: Final = [each for each in RULESETS if each.edition.key == "heirless/e2"]
WORLDS: Final[dict[str, tuple[Vocabulary, Names]]] = {
    "the sample": (SAMPLE, NAMES),
    **{each.edition.key: (each.vocabulary, names_in(each.vocabulary, each.samples()[0])) for each in RULESETS},
}
OF_EACH = pytest.mark.parametrize("world", WORLDS)


@pytest.mark.gate
@OF_EACH
def test_no_phrase_can_be_taken_for_another(world: str) -> None:
    """Strict mode refuses a grammar that leaves a choice, and phrases that match the same text."""
    assert strict_parser(WORLDS[world][0]).rules


@OF_EACH
def test_what_letters_speak_of_are_slots_of_facts(world: str) -> None:
    vocabulary = WORLDS[world][0]
    slots = {each.kind: {"by", *each.slots} for each in vocabulary.kinds}

    for verb in vocabulary.verbs:
        said = {part.slot for part in parts_of(verb.base) if not isinstance(part, str)}
        assert said == {part.slot for part in parts_of(verb.third) if not isinstance(part, str)}
        assert said | {*verb.fixed, *filter(None, [verb.total])} <= slots[verb.kind]
    for occasion in vocabulary.occasions:
        assert {part.slot for part in parts_of(occasion.phrase) if not isinstance(part, str)} <= slots[occasion.kind]
    for unit in vocabulary.units:
        assert {*filter(None, [unit.slot])} <= slots[unit.begins] & slots[unit.ends]
        assert unit.now in {"", *(each.name for each in vocabulary.states)}


def sentences(vocabulary: Vocabulary, names: Names) -> Iterator[str]:
    """A letter for every verb, state and unit."""
    language = language_of(vocabulary)
    me, you = (language.spelling(each, "player") for each in names["player"][:2])

    def said(phrase: str) -> str:
        blanks = {AMOUNT: "at least 2", NUMBER: "2", "player": you}
        return " ".join(
            part
            if isinstance(part, str)
            else blanks.get(part.sort) or language.spelling(names[part.sort][0], part.sort)
            for part in parts_of(phrase)
        )

    for verb in vocabulary.verbs:
        yield f"{me} promises {you} to {said(verb.base)}, unless {you} {said(verb.third)}."
    for state in vocabulary.states:
        yield f"{me} promises {you} that {said(state.phrase)}."
    for unit in vocabulary.units:
        yield f'{me} promises {you} in plain words "peace" judged by {you}. This promise ends if the game ends.'
        for verb in vocabulary.verbs[:1]:
            yield f"{me} promises {you} to {said(verb.base)} within 2 {unit.word}s."


@OF_EACH
def test_each_word_can_be_said_read_back_and_lowered(world: str) -> None:
    vocabulary, names = WORLDS[world]

    for text in sentences(vocabulary, names):
        letter = parse_letter(text, vocabulary, names)
        assert letter.canonical == text
        assert compile_letter(letter, vocabulary, names)


@pytest.mark.parametrize("ruleset", RULESETS, ids=[each.edition.key for each in RULESETS])
def test_whoever_could_do_something_would_do_it_by_a_decision_of_their_own(ruleset: AnyRuleset) -> None:
    setup = ruleset.samples()[0]
    state, names = ruleset.initial(setup), names_in(ruleset.vocabulary, setup)
    by = setup.seats[0].seat

    for verb in ruleset.vocabulary.verbs:
        args = {
            part.slot: names[part.sort][-1]
            for part in parts_of(verb.base)
            if not isinstance(part, str) and part.sort != AMOUNT
        }
        for decision in verb.performed(state, by, args) if verb.performed else ():
            assert isinstance(decision, ruleset.wire.decision)
            assert decision.by == by
    for phrase in ruleset.vocabulary.states:
        asked = {
            part.slot: 1 if part.sort == NUMBER else names[part.sort][0]
            for part in parts_of(phrase.phrase)
            if not isinstance(part, str) and part.sort != AMOUNT
        }
        measured = phrase.measure(state, asked)
        assert measured.hi is None or measured.lo <= measured.hi


@pytest.mark.parametrize("ruleset", some(RULESETS, 5, long=LATER), ids=lambda each: each.edition.key)
def test_what_nobody_can_do_is_said_with_a_clause_of_the_rulebook(ruleset: AnyRuleset) -> None:
    vocabulary, clauses = ruleset.vocabulary, {each.id for each in ruleset.edition.rulebook.clauses}

    for setup in ruleset.samples():
        names = names_in(vocabulary, setup)
        for kind, args in said_of(vocabulary, names):
            assert {each.clause for each in vocabulary.most_done(setup, kind, args)} <= clauses
        for phrase in vocabulary.states:
            for args in filled(phrase.phrase, names):
                assert {each.clause for each in vocabulary.most_so(setup, phrase.name, args)} <= clauses


@pytest.mark.parametrize("ruleset", RULESETS, ids=[each.edition.key for each in RULESETS])
def test_why_something_cannot_be_promised_is_said_by_clauses_of_the_rulebook(ruleset: AnyRuleset) -> None:
    clauses = {each.id for each in ruleset.edition.rulebook.clauses}
    beyond = ruleset.vocabulary.beyond

    assert beyond
    assert {each for _, why in beyond for each in re.findall(r"[A-Z]{2}-[0-9.]+", why)} <= clauses


def said_of(vocabulary: Vocabulary, names: Names) -> Iterator[tuple[str, Args]]:
    """Every act with each name in one of its places, done by anybody and by somebody."""
    for verb in vocabulary.verbs:
        for args in filled(verb.base, names):
            yield verb.kind, args
            yield from ((verb.kind, {**args, "by": by}) for by in names["player"])


def filled(phrase: str, names: Names) -> Iterator[Args]:
    blanks = [part for part in parts_of(phrase) if not isinstance(part, str)]
    there: list[tuple[str | int, ...]] = [
        (1, 9) if each.sort in {AMOUNT, NUMBER} else names[each.sort] for each in blanks
    ]
    for number in range(max(map(len, there), default=0)):
        yield {blank.slot: values[number % len(values)] for blank, values in zip(blanks, there, strict=True)}
