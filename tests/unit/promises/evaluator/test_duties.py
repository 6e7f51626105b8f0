"""What a letter means, a line each duty: who reads the line alone knows what breaks it."""

from pathlib import Path

import pytest

from oathbook.domain.promises.evaluator.duties import Duty, duties
from oathbook.domain.promises.evaluator.moment_wording import MomentWording
from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Exactly, Not, Or, Pattern, StateIs, StateWithin, Total
from oathbook.domain.rulesets.registry import load_registry
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE
from tests.support.promises.letters import LETTERS

HEIRLESS = load_registry().ruleset("heirless/e1")


def meaning(letter: str, *, season: int = 0, bound_at: int | None = None) -> tuple[Duty, ...]:
    there = parse_letter(letter, SAMPLE, NAMES)
    assert there.canonical == letter
    now = {"season": season} if season else {}
    return tuple(
        each for one in compile_letter(there, SAMPLE, NAMES) for each in duties(one, SAMPLE, now=now, bound_at=bound_at)
    )


def said(letter: str, *, season: int = 0) -> list[str]:
    """The lines without who may release the promise and what it costs, which is the same in all of them."""
    return [
        " · ".join(
            part for part in each.says.split(" · ") if not part.startswith(("over without", "a breach", "the rec"))
        )
        for each in meaning(letter, season=season)
    ]


def test_a_line_says_who_what_when_what_ends_it_who_decides_and_what_it_costs() -> None:
    (line,) = meaning("Red promises Blue to give 2 wood to Blue by the end of season 2.", bound_at=7)

    assert line.says == (
        "Red must give at least 2 wood to Blue, in all · from the signing at position 7 until season 2 ends · "
        "broken if that has not been done when season 2 ends · over without a breach if Red and Blue both release it; "
        "or the game ends first · the record decides · a breach costs nothing"
    )
    assert line.who == ("Red",)
    assert line.span == (18, 63)


def test_what_must_hold_until_then_does_not_end_without_a_breach_as_the_game_ends() -> None:
    (holds,) = meaning('Red promises that law "Truce" is in force until the end of season 2.')
    (reached,) = meaning('Red promises that law "Truce" is in force by the end of season 2.')

    assert "the game ends first" not in holds.says
    assert "the game ends first" in reached.says


def test_a_line_says_what_counts_and_whom_a_breach_costs_what() -> None:
    vocabulary, world = HEIRLESS.vocabulary, load_registry().ruleset("heirless/e1").samples()[0]
    names = {**vocabulary.names(world), "player": ("ash", "birch", "cedar")}
    letter = "ash and birch jointly promise cedar not to give more than 1 wolf0 to cedar."
    (formula,) = compile_letter(parse_letter(letter, vocabulary, names), vocabulary, names)

    (line,) = duties(formula, vocabulary)

    assert line.does == "may give at most 1 wolf0 to cedar"
    assert (line.often, line.counts) == ("in all", "gifts and trades both count")
    assert line.breaks == "more of it is done"
    assert line.costs == "a breach costs 20 crossed-out Prestige: each of ash and birch who lets it fail"
    assert line.says.startswith("ash and birch together may give at most 1 wolf0 to cedar, in all (gifts and trades")


SAID: dict[str, list[str]] = {
    letter: [each.strip() for each in lines]
    for letter, *lines in (
        each.splitlines() for each in Path(__file__).with_name("duties_said.txt").read_text().split("\n\n")
    )
}
"""Letters, and below each its lines; worked out by hand."""


@pytest.mark.parametrize(("letter", "lines"), SAID.items())
def test_a_duty_is_said_from_its_formula(letter: str, lines: list[str]) -> None:
    assert said(letter) == lines


def test_a_condition_that_nothing_of_two_is_so_is_said_in_brackets() -> None:
    red = StateIs("has", (("who", Exactly("Red")), ("item", Exactly("wood"))), ">=", 2)
    either = Or((StateWithin("a", (), "F", red), Total("b", (), "ge", 1, Pattern("idle"))))

    assert MomentWording(SAMPLE, {}).condition(Not(either)) == (
        "this is not so: (Red has at least 2 wood or any player idles)"
    )


def test_where_it_is_known_which_season_it_is_a_count_of_seasons_is_a_season() -> None:
    """It is season 2: two seasons from now on are the second and the third."""
    letter = "Red promises to idle within 2 seasons."

    assert "until season 3 ends ·" in said(letter, season=2)[0]
    assert "until 2 seasons have ended, with the one running then ·" in said(letter)[0]


def test_what_ends_a_duty_without_a_breach_is_said() -> None:
    (line,) = meaning(
        'Red promises Blue to idle by the end of season 2, unless Blue idles. This promise ends if law "Truce" is '
        "enacted. Blue may release Red. It binds even if the game ends early."
    )

    assert line.ends == "Blue idles first; or law Truce is enacted first; or Blue releases it"


def test_what_is_promised_otherwise_stands_before_the_price() -> None:
    vocabulary = HEIRLESS.vocabulary
    names = {**vocabulary.names(HEIRLESS.samples()[0]), "player": ("ash", "birch", "cedar")}
    letter = "ash promises either (to idle by the end of season 1) or (to idle), otherwise to give 1 cat0 to birch."
    (formula,) = compile_letter(parse_letter(letter, vocabulary, names), vocabulary, names, by_consent=False)

    costs = [each.costs for each in duties(formula, vocabulary)]

    price = "a breach costs 20 crossed-out Prestige: ash, if ash lets it fail"
    first = (
        f"{price}, and only once what is promised otherwise has failed, too, and only once all 2 choices have failed"
    )
    assert costs == [first, "", price], "of two choices the second cannot be broken"
    assert [each.ends for each in duties(formula, vocabulary)] == ["the game ends first"] * 3


def test_every_line_comes_from_words_of_its_letter() -> None:
    for letter in LETTERS.values():
        for line in meaning(letter):
            first, last = line.span
            assert 0 < first < last < len(letter)
