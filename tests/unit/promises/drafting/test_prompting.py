"""How a letter could go on, for an editor."""

import pytest

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.completions import next_phrases
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE


def offered(prefix: str) -> set[tuple[int, str]]:
    """Phrases with the place from which each would stand."""
    return {(each.offset, each.phrase.says) for each in next_phrases(prefix, SAMPLE, NAMES).suggestions}


def test_a_letter_begins_with_a_player_or_with_its_condition() -> None:
    prompt = next_phrases("", SAMPLE, NAMES)

    assert [(each.offset, each.phrase.says, each.phrase.kind, each.phrase.sort) for each in prompt.suggestions] == [
        (0, "Blue", "name", "player"),
        (0, "Green", "name", "player"),
        (0, "Red", "name", "player"),
        *((0, each, "words", "") for each in ("if", "once", "whenever", "while")),
    ]
    assert not prompt.finished


def test_after_a_word_come_all_phrases_that_could_follow() -> None:
    words = (",", "and", "each", "exchange", "jointly", "lends", "promise", "promises")
    assert offered("Red ") == {(4, each) for each in words}


def test_a_phrase_that_is_begun_is_completed_from_its_first_word() -> None:
    given = ("give", "give marker", "give only marker", "give only workplace", "give workplace")
    assert offered("Red promises to gi") == {(16, each) for each in given}
    assert offered("Red promises to attack the hol") == {(23, "the holder of marker")}
    assert offered("Red promises to idle AT  LE") == {(21, "at least")}


def test_a_phrase_that_is_whole_may_still_be_the_beginning_of_a_longer_one() -> None:
    found = offered("Red promises to give")

    assert {(16, "give marker"), (20, "any"), (20, "at least"), (20, "1")} <= found
    assert (16, "give") not in found


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ('Red promises to propose law "Co', {(28, '"Corn Tax"'), (28, '"Corn"')}),
        ("Red promises to propose law “Tr", {(28, '"Truce"')}),
        ("Red promises B", {(13, "Blue")}),
        ('Red promises in plain words "be ki', {(28, '"…"')}),
        ("Red promises in plain words ", {(28, '"…"')}),
    ],
)
def test_names_and_texts_are_offered_as_they_stand_in_a_letter(prefix: str, expected: set[tuple[int, str]]) -> None:
    assert offered(prefix) == expected


def test_a_letter_that_ends_within_a_phrase_is_not_at_its_end() -> None:
    prompt = next_phrases('Red promises in plain words "be ki', SAMPLE, NAMES)

    assert prompt.suggestions
    assert not prompt.finished


def test_after_its_full_stop_a_letter_may_be_at_its_end_or_go_on() -> None:
    prompt = next_phrases("Red promises to idle. ", SAMPLE, NAMES)

    assert prompt.finished
    assert {"this promise ends if", "Blue"} <= {each.phrase.says for each in prompt.suggestions}


def test_where_no_letter_can_go_on_the_place_is_told() -> None:
    with pytest.raises(BadLetter) as bad:
        next_phrases("Red promises to gvie 2 wood", SAMPLE, NAMES)

    assert bad.value.offset == 16


def test_what_cannot_be_read_at_all_is_refused_here_too() -> None:
    with pytest.raises(BadLetter):
        next_phrases("Red\x00", SAMPLE, NAMES)


@pytest.mark.parametrize(
    ("begun", "phrase"),
    [
        ("ally", "ally with"),
        ("assign", "assign workers to workplace"),
        ("break a", "break a promise"),
        ("deploy", "deploy a knight to tile"),
        ("make a", "make a promise to"),
    ],
)
def test_a_phrase_of_several_words_is_completed_from_its_first(begun: str, phrase: str) -> None:
    assert (22, phrase) in offered(f"Red promises Green to {begun}")
