"""How much work reading a letter is, counted in what is looked at and not by a clock."""

from difflib import SequenceMatcher

import pytest

from oathbook.domain.errors import BadLetter
from oathbook.domain.promises.drafting import completions
from oathbook.domain.promises.drafting.completions import next_phrases
from oathbook.domain.promises.letter import syntax, word_parser
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE

LONG = f"Red promises Blue to give 1 wood to Blue, unless {' or '.join(['Blue attacks Red'] * 190)}."


def test_a_long_word_is_compared_no_longer_than_it_is_quoted(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def measuring(junk: None, says: str, word: str) -> object:
        compared.append(len(word))
        return SequenceMatcher(junk, says, word)

    monkeypatch.setattr(word_parser, "SequenceMatcher", measuring)
    with pytest.raises(BadLetter):
        parse_letter(f"Red promises to {'give' * 1_000}", SAMPLE, NAMES)

    assert max(compared) == word_parser.MOST_QUOTED + 1


def test_the_parts_of_a_long_letter_are_looked_at_a_few_times_each(monkeypatch: pytest.MonkeyPatch) -> None:
    letter, looked = parse_letter(LONG, SAMPLE, NAMES), 0
    parts = syntax._reversed_parts  # pyright: ignore[reportPrivateUsage]  # each node passes here

    def counting(part: syntax.LetterNode | tuple[object, ...]) -> object:
        nonlocal looked
        looked += 1
        return parts(part)

    monkeypatch.setattr(syntax, "_reversed_parts", counting)
    lint(letter, SAMPLE, NAMES)

    assert len(letter.nodes) > 700
    assert looked < 8 * len(letter.nodes)


def test_only_the_last_words_are_looked_at_for_the_beginning_of_a_phrase(monkeypatch: pytest.MonkeyPatch) -> None:
    places = 0
    after = word_parser.phrases_at

    def counting(*at: object) -> object:
        nonlocal places
        places += 1
        return after(*at)  # type: ignore[arg-type]  # because they are passed on as they come

    monkeypatch.setattr(completions, "phrases_at", counting)
    found = next_phrases(LONG, SAMPLE, NAMES)

    assert found.finished
    assert 0 < places < 20


@pytest.mark.parametrize("gap", [" ", "  \n ", " " * 200])
def test_an_unfinished_phrase_is_completed_however_its_words_are_set_apart(gap: str) -> None:
    said = ["Red promises Blue to give 1 wood", "to", "Blue", "by", "the", "en"]

    assert "the end of season" in {each.phrase.says for each in next_phrases(gap.join(said), SAMPLE, NAMES).suggestions}
