"""Words that can be read in two ways are refused, with letters for both meanings; each of these is read in one."""

import re

import pytest

from oathbook.domain.promises.letter.compiler import compile_letter
from oathbook.domain.promises.letter.language_versions import lint
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.logic.formulas import Formula
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE


def rejected(letter: str) -> list[tuple[str, str]]:
    remarks = lint(parse_letter(letter, SAMPLE, NAMES), SAMPLE, NAMES)
    return [(each.code, each.says) for each in remarks if each.weight == "reject"]


def meaning(letter: str) -> Formula:
    assert rejected(letter) == []
    (agreement,) = compile_letter(
        parse_letter(parse_letter(letter, SAMPLE, NAMES).canonical, SAMPLE, NAMES), SAMPLE, NAMES
    )
    return agreement.formula


WOOD, STONE, CORN = "Blue has 2 wood", "Red has 1 stone", "Green has 1 corn"
NOT_WOOD = f"it is not the case that {WOOD}"


@pytest.mark.parametrize(
    ("said", "both", "one"),
    [
        (f"{NOT_WOOD} and {STONE}", f"it is not the case that ({WOOD} and {STONE})", f"({NOT_WOOD}) and {STONE}"),
        (
            f"{CORN} and {NOT_WOOD} or {STONE}",
            f"it is not the case that ({WOOD} or {STONE})",
            f"({NOT_WOOD}) or {STONE}",
        ),
    ],
)
def test_how_much_is_denied_has_to_be_said(said: str, both: str, one: str) -> None:
    ((code, says),) = rejected(f"Red promises once {said}, to idle.")

    assert (code, re.findall("“(.*?)”", says)) == ("how-much-denied", [both, one])
    assert meaning(f"Red promises once {both}, to idle.") != meaning(f"Red promises once {one}, to idle.")


@pytest.mark.parametrize(
    "said",
    [
        f"({NOT_WOOD}) and {STONE}",
        f"it is not the case that ({WOOD}) and {STONE}",
        f"it is not the case that ({WOOD} or {CORN}) and {STONE}",
        f"{STONE} and {NOT_WOOD}",
        f"({STONE} and {NOT_WOOD}) or {CORN}",
    ],
)
def test_with_brackets_or_at_the_end_it_is_clear(said: str) -> None:
    """And the read-back has them."""
    letter = parse_letter(f"Red promises once {said}, to idle.", SAMPLE, NAMES)

    assert rejected(letter.text) == rejected(letter.canonical) == []
    assert f"({NOT_WOOD.replace('2', 'at least 2')})" in letter.canonical or "(Blue has" in letter.canonical


@pytest.mark.parametrize(
    ("said", "readings"),
    [
        (
            "to attack Blue and attack Green twice",
            ["(1) to attack Blue twice; (2) to attack Green twice", "(1) to attack Blue; (2) to attack Green twice"],
        ),
        (
            "to either idle or attack Green at most 3 times",
            [
                "either (to idle at most 3 times) or (to attack Green at most 3 times)",
                "either (to idle) or (to attack Green at most 3 times)",
            ],
        ),
    ],
)
def test_what_is_to_be_done_so_often_has_to_be_said(said: str, readings: list[str]) -> None:
    ((code, says),) = rejected(f"Red promises {said}.")

    often, *written = re.findall("“(.*?)”", says)
    assert (code, written) == ("so-often", readings)
    assert said.endswith(often)
    first, second = (meaning(f"Red promises{':' * each.startswith('(1)')} {each}.") for each in written)
    assert first != second


def test_no_single_act_can_be_asked_to_be_small() -> None:
    assert [code for code, _ in rejected("Red promises to give at most 2 wood to Blue at once.")] == ["at-most-at-once"]
    assert meaning("Red promises not to give more than 2 wood to Blue at once.") == meaning(
        "Red promises not to give more than 2 wood to Blue once."
    )
    assert meaning("Red promises to give 2 wood to Blue at once.") == meaning(
        "Red promises to give 2 wood to Blue at least once."
    )


def test_a_limit_in_all_is_no_moment() -> None:
    until = "Red promises not to attack Blue until Blue gives exactly 2 wood to Red"

    assert [code for code, _ in rejected(f"{until}.")] == ["never-sure"]
    assert rejected(f"{until} at once.") == []
