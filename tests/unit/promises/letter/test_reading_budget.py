"""How much work reading a letter is, counted in what is looked at and not by a clock."""

import pytest

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting.completions import next_phrases
from oathbook.domain.promises.letter import syntax, word_parser
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE

LONG = f"Red promises Blue to give 1 wood to Blue, unless {' or '.join(['Blue attacks Red'] * 190)}."


def test_a_long_word_is_compared_no_longer_than_it_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []
    matcher = word_parser.SequenceMatcher

    def measuring(junk: None, says: str, word: str) -> object:
        compared.append(len(word))
        return matcher(junk, says, word)

    monkeypatch.setattr(word_parser, "SequenceMatcher", measuring)
    with pytest.raises(BadLetter):
        parse_letter(f"Red promises to {'give' * 1_000}", SAMPLE, NAMES)

    assert max(compared) == word_parser.MOST_QUOTED + 1


def test_the_parts_of_a_long_letter_are_looked_at_a_few_times_each(monkeypatch: pytest.MonkeyPatch) -> None:
    letter, looked = parse_letter(LONG, SAMPLE, NAMES), 0
    parts = syntax._reversed_parts  # each node passes here whenever it is gone through

    def counting(part: syntax.LetterNode | tuple[object, ...]) -> object:
        nonlocal looked
        looked += 1
        return parts(part)

    monkeypatch.setattr(syntax, "_reversed_parts", counting)
    lint(letter, SAMPLE, NAMES)

    assert len(letter.nodes) > 700
    assert looked < 8 * len(letter.nodes)


def test_places_are_kept_only_for_the_words_that_can_begin_a_phrase(monkeypatch: pytest.MonkeyPatch) -> None:
    places = 0
    place = word_parser.Automaton.place.fget
    assert place is not None

    def counting(parser: word_parser.Automaton) -> tuple[int, ...]:
        nonlocal places
        places += 1
        return place(parser)

    monkeypatch.setattr(word_parser.Automaton, "place", property(counting))
    parse_letter(LONG, SAMPLE, NAMES)
    to_read, places = places, 0
    found = next_phrases(LONG, SAMPLE, NAMES)

    assert found.finished
    assert places - to_read < 20


@pytest.mark.parametrize("gap", [" ", "  \n ", " " * 200])
def test_an_unfinished_phrase_is_completed_however_its_words_are_set_apart(gap: str) -> None:
    said = ["Red promises Blue to give 1 wood", "to", "Blue", "by", "the", "en"]

    assert "the end of season" in {each.phrase.says for each in next_phrases(gap.join(said), SAMPLE, NAMES).suggestions}
