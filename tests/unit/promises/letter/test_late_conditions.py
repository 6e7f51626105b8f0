"""Conditions that could come after the deadline of what they begin: refused, with a letter for each meaning."""

import pytest

from oathbook.domain.promises.letter.language_versions import late_conditions, lint
from oathbook.domain.promises.letter.late_conditions import BY_WHEN
from oathbook.domain.promises.letter.parser import parse_letter
from oathbook.domain.promises.letter.remarks import Circumstances
from oathbook.domain.rulesets.sample_vocabulary import NAMES, SAMPLE

GIVE = "to give 1 wood to Blue"


def rejected(letter: str, known: Circumstances) -> list[str]:
    """What keeps a letter from being signed."""
    found = lint(parse_letter(letter, SAMPLE, NAMES), SAMPLE, NAMES, known)
    return [each.code for each in found if each.weight == "reject"]


def meanings(letter: str, known: Circumstances) -> tuple[str, ...]:
    """The letters that could be meant by one that is refused, after the names of its parties."""
    found = late_conditions(SAMPLE, NAMES, known).meanings(parse_letter(letter, SAMPLE, NAMES))
    return tuple(each.removeprefix("Red promises Blue").strip(" :.") for each in found)


@pytest.mark.parametrize(
    ("promised", "in_time", "from_then"),
    [
        (
            f"if Blue idles, {GIVE} by the end of season 1",
            f"if Blue idles by the end of season 1, {GIVE} by the end of season 1",
            f"if Blue idles, {GIVE} within 1 season",
        ),
        (
            f"once Blue holds marker “Shield”, {GIVE} before the start of season 2",
            f"if Blue holds marker “Shield” before the start of season 2, {GIVE} before the start of season 2",
            f"once Blue holds marker “Shield”, {GIVE} within 1 season",
        ),
        (
            f"if Blue idles, {GIVE} before season 1 ends",
            f"if Blue idles before the end of season 1, {GIVE} before season 1 ends",
            f"if Blue idles, {GIVE} within 1 season",
        ),
        (
            "if Blue idles and Blue has at least 2 wood, that Red has at least 2 wood by the battles of season 1",
            (
                "if Blue idles and Blue has at least 2 wood by the battles of season 1, "
                "that Red has at least 2 wood by the battles of season 1"
            ),
            "if Blue idles and Blue has at least 2 wood, that Red has at least 2 wood within 1 season",
        ),
        (
            f"if season 1 ends or Blue idles, {GIVE} by the end of season 1",
            f"if season 1 ends or Blue idles by the end of season 1, {GIVE} by the end of season 1",
            f"if season 1 ends or Blue idles, {GIVE} within 1 season",
        ),
        (
            f"if Blue idles by the end of season 2, {GIVE} by the end of season 1",
            f"if Blue idles by the end of season 1, {GIVE} by the end of season 1",
            f"if Blue idles by the end of season 2, {GIVE} within 1 season",
        ),
        (
            f"if Blue idles by the end of the game, {GIVE} by the end of season 1",
            f"if Blue idles by the end of season 1, {GIVE} by the end of season 1",
            f"if Blue idles by the end of the game, {GIVE} within 1 season",
        ),
        (
            f"if Blue idles, either ({GIVE} by the end of season 2) or (to idle by the end of season 1)",
            (
                f"if Blue idles by the end of season 1, either ({GIVE} by the end of season 2) or (to idle by the "
                "end of season 1)"
            ),
            f"if Blue idles, either ({GIVE} within 1 season) or (to idle within 1 season)",
        ),
        (
            f"to idle by the end of season 1, otherwise if Blue idles, {GIVE} by the end of season 2",
            (
                f"to idle by the end of season 1, otherwise if Blue idles by the end of season 2, {GIVE} by the end of "
                "season 2"
            ),
            f"to idle by the end of season 1, otherwise if Blue idles, {GIVE} within 1 season",
        ),
        (
            (
                f"either (to idle by the end of season 1, otherwise if Blue idles, {GIVE} by the end of season 2) or "
                "(to attack Green by the end of season 1)"
            ),
            (
                "either (to idle by the end of season 1, otherwise if Blue idles by the end of season 2, "
                f"{GIVE} by the end of season 2) or (to attack Green by the end of season 1)"
            ),
            (
                f"either (to idle by the end of season 1, otherwise if Blue idles, {GIVE} within 1 season) or "
                "(to attack Green by the end of season 1)"
            ),
        ),
    ],
)
def test_a_letter_with_two_meanings_is_refused_with_both(promised: str, in_time: str, from_then: str) -> None:
    """Both can be signed as they stand; in a game whose last season is the third."""
    known = Circumstances(last={"season": 3})
    letters = tuple(f"Red promises Blue: (1) {each}." for each in (promised, in_time, from_then))
    as_read = [parse_letter(each, SAMPLE, NAMES).canonical for each in letters]

    found = late_conditions(SAMPLE, NAMES, known).meanings(parse_letter(letters[0], SAMPLE, NAMES))

    assert rejected(letters[0], known) == [BY_WHEN]
    assert list(found) == as_read[1:]
    assert [rejected(each, known) for each in found] == [[], []]
    assert [parse_letter(each, SAMPLE, NAMES).canonical for each in found] == list(found)


@pytest.mark.parametrize(
    "condition",
    ["once season 2 ends", "if Blue does not idle by the end of season 2", "if season 2 ends and Blue idles"],
)
def test_a_condition_that_names_a_later_date_can_be_meant_in_one_way(condition: str) -> None:
    letter = f"Red promises Blue {condition}, {GIVE} by the end of season 1."

    assert rejected(letter, Circumstances()) == [BY_WHEN]
    assert meanings(letter, Circumstances()) == (f"{condition}, to give 1 wood to Blue within 1 season",)


def test_of_several_conditions_each_is_asked_about_and_the_letters_change_all_of_them() -> None:
    letter = parse_letter(
        f"Red promises Blue: (1) if Blue idles, {GIVE} by the end of season 1; (2) once Green idles, "
        "to idle by the end of season 2; (3) never to attack Blue.",
        SAMPLE,
        NAMES,
    )

    first, second = lint(letter, SAMPLE, NAMES)

    assert first.says == (
        "by when must “Blue idles” come? Say “Red promises Blue: (1) if Blue idles by the end of season 1, to give 1 "
        "wood to Blue by the end of season 1; (2) if Green idles by the end of season 2, to idle by the end of "
        "season 2; (3) never to attack Blue.” or “Red promises Blue: (1) if Blue idles, to give 1 wood to Blue within "
        "1 season; (2) once Green idles, to idle within 1 season; (3) never to attack Blue.”"
    )
    assert second.says == "by when must “Green idles” come?"
    assert letter.text[slice(*second.span)] == "once Green idles"


@pytest.mark.parametrize(
    "promised",
    [
        f"if Blue idles by the end of season 1, {GIVE} by the end of season 1",
        f"if Blue idles by the end of season 1, {GIVE} by the end of season 2",
        f"if Blue idles by the end of this season, {GIVE} by the end of season 1",
        f"if Blue does not idle by the end of season 1, {GIVE} by the end of season 2",
        f"once season 1 ends, {GIVE} by the end of season 2",
        f"once season 1 ends and Blue has at least 1 wood, {GIVE} by the end of season 2",
        f"if Blue idles, {GIVE} by the end of this season",
        f"if Blue idles, {GIVE} within 2 seasons",
        f"if Blue idles, {GIVE} by the end of the game",
        f"if Blue idles, {GIVE} until the end of season 1".replace("to give", "not to give"),
        "if Blue idles, to give at most 1 wood to Blue by the end of season 1",
        'if Blue idles, in plain words "peace" judged by the table',
        f"whenever Blue idles, {GIVE} by the end of season 1",
        f"{GIVE} by the end of season 1",
    ],
)
def test_a_letter_with_one_meaning_is_not(promised: str) -> None:
    """The controls."""
    assert rejected(f"Red promises Blue: (1) {promised}.", Circumstances()) == []


@pytest.mark.parametrize(("last", "codes"), [({"season": 1}, []), ({"season": 2}, [BY_WHEN]), ({}, [BY_WHEN])])
def test_nothing_comes_after_the_last_season(last: dict[str, int], codes: list[str]) -> None:
    letter = f"Red promises Blue if Blue idles, {GIVE} by the end of season 1."

    assert rejected(letter, Circumstances(last=last)) == codes


def test_a_letter_that_could_not_be_signed_otherwise_either_is_refused_for_that() -> None:
    letter = f"Red promises Blue if that player idles, {GIVE} by the end of season 1."

    assert rejected(letter, Circumstances()) == ["unbound"]
