"""How much work suggestions may be, whatever a letter says."""

import pytest

from oathbook.domain.promises.drafting import letter_suggestions
from oathbook.domain.promises.drafting.everyday_english import MOST_CHARACTERS, EverydayEnglish, english_of
from oathbook.domain.promises.drafting.seat_masks import SeatMasks
from oathbook.domain.promises.drafting.step_budget import StepBudget
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.suggesting import suggested_letters

TWELVE = {**NAMES, "player": tuple(f"{colour}{number}" for colour in ("red", "blue", "green") for number in range(4))}
TANGLED = "I will not attack you unless you attack me " * 6
"""The most costly letter that was known: every *I* with every *you*, and nothing to suggest for any."""


class Counting:
    """A stand-in for the rewording of a text that counts how often it is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked = 0
        translate = EverydayEnglish.translate

        def counting(speech: EverydayEnglish, *args: object) -> str:
            self.asked += 1
            return translate(speech, *args)  # type: ignore[arg-type]  # because they are passed on as they come

        monkeypatch.setattr(EverydayEnglish, "translate", counting)


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    return Counting(monkeypatch)


def test_a_letter_that_could_mean_everybody_is_not_read_for_everybody(counting: Counting) -> None:
    assert suggested_letters(TANGLED, SAMPLE, TWELVE) == ()
    assert counting.asked < 30


def test_without_the_budget_it_would_be(counting: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letter_suggestions, "MOST_STEPS", 10**9)

    assert suggested_letters(TANGLED, SAMPLE, TWELVE) == ()
    assert counting.asked == 12 * 11


def test_no_more_is_read_than_is_suggested(counting: Counting) -> None:
    assert len(suggested_letters("I will idle", SAMPLE, TWELVE)) == letter_suggestions.MOST_SUGGESTIONS
    assert counting.asked == letter_suggestions.MOST_SUGGESTIONS


@pytest.mark.parametrize(
    "typed", ["I will give you 2 wood", "Red will be kind to Blue", "Red gives 2 wood to anyone but Blue"]
)
def test_with_fewer_steps_the_first_suggestions_are_the_same(typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = suggested_letters(typed, SAMPLE, NAMES)
    lengths = set[int]()
    for steps in range(0, letter_suggestions.MOST_STEPS, 25):
        monkeypatch.setattr(letter_suggestions, "MOST_STEPS", steps)
        found = suggested_letters(typed, SAMPLE, NAMES)
        lengths.add(len(found))
        assert found == whole[: len(found)]

    assert lengths == {*range(len(whole) + 1)}


@pytest.mark.parametrize("word", ["everybody", "each other player", "anyone but Red", "ever.", "he's", "a", "1"])
def test_a_text_that_grows_is_given_up(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    longest: list[int] = []
    unmask = SeatMasks.unmask

    def measuring(masks: SeatMasks, text: str) -> str:
        longest.append(len(text))
        return unmask(masks, text)

    monkeypatch.setattr(SeatMasks, "unmask", measuring)
    suggested_letters("I give 1 wood to " + f"{word} " * (70 // len(word.split())), SAMPLE, TWELVE)

    assert max(longest, default=0) <= MOST_CHARACTERS


def test_a_longer_text_is_not_corrected() -> None:
    assert suggested_letters(f"Red promises to gvie 2 wood to Blue{' ' * MOST_CHARACTERS}.", SAMPLE, NAMES) == ()
    assert suggested_letters(f"Red promises to gvie 2 wood to Blue{' ' * (MOST_CHARACTERS // 2)}.", SAMPLE, NAMES)


def test_a_table_of_other_players_uses_the_same_patterns() -> None:
    assert english_of(SAMPLE, NAMES) is english_of(SAMPLE, TWELVE)
    assert english_of(SAMPLE, NAMES) is not english_of(SAMPLE, {**NAMES, "law": ("Peace",)})


def test_names_come_back_as_they_were_written() -> None:
    masks = SeatMasks({**NAMES, "law": ("Red Tax",)})

    masked = masks.mask("RED and blue, by the Red Tax")

    assert masked == f"{masks.of['Red']} and {masks.of['Blue']}, by the Red Tax"
    assert masks.unmask(masked) == "RED and blue, by the Red Tax"
    assert masks.unmask(masks.of["Green"]) == "Green"


def test_what_is_spent_is_gone() -> None:
    budget = StepBudget(3)

    assert budget.spend(2)
    assert not budget.spend(2)
    assert budget.left == 0
