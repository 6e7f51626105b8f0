"""Choices: the listed options as the smallest automaton, and what is told where they are too many."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from msgspec import Meta
from msgspec.structs import replace

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.kernel.limits import CHOICES, CHOICES_BYTES
from oathbook.domain.recording.notation.choices import choices_of
from oathbook.domain.recording.notation.forms import place_of
from oathbook.domain.recording.notation.game_notation import GameNotation
from oathbook.domain.recording.notation.value_nodes import A_NUMBER, A_WORD
from oathbook.domain.rulesets.forms import Form, Notation
from oathbook.domain.rulesets.kit.play import DecisionBase
from oathbook.domain.rulesets.knights_duty.model.decisions import AgreeToEnd, LayPlan, Token
from oathbook.domain.rulesets.protocol import AnyRuleset, Options
from oathbook.replays.choice_lines import as_json, choice_lines
from oathbook.replays.laws import LawBroken, check_choices, is_offered
from tests.minigame import model as m
from tests.minigame.ruleset import MINIGAME
from tests.support.playing import RULESET

RED, BLUE, GREEN, ASH = Seat("red"), Seat("blue"), Seat("green"), Seat("ash")


class Paint(DecisionBase, frozen=True):
    """A decision with fields of odd types."""

    colour: str
    layers: Mapping[str, int] = {}
    dots: tuple[float, ...] = ()
    thickness: float = 0.5


class Rest(DecisionBase, frozen=True):
    """Another decision."""

    days: Annotated[int, Meta(ge=1)] = 1


PAINT_FORMS = Notation((Form(Paint, "{painter} paints {colour}"), Form(Paint, "paint {colour} [as {painter}]")))
PAINTING = replace(
    MINIGAME,
    wire=replace(MINIGAME.wire, decision=Paint | Rest),
    vocabulary=replace(MINIGAME.vocabulary, notation=PAINT_FORMS),
)
"""A game of these two decisions; the form of ``Paint`` says along who paints."""


def notation_of(ruleset: AnyRuleset) -> GameNotation:
    return GameNotation(ruleset, ruleset.samples()[0])


def told(ruleset: AnyRuleset, *listed: Any, complete: bool = True) -> Any:  # noqa: ANN401  # decisions, and JSON
    return as_json(choices_of(notation_of(ruleset), Options(tuple(listed), complete=complete)))


def lines(ruleset: AnyRuleset, *listed: Any) -> set[str]:  # noqa: ANN401  # decisions
    found = choice_lines(as_json(place_of(notation_of(ruleset).decision)), told(ruleset, *listed))
    assert found is not None
    return {each.line for each in found}


def plan(*tokens: Token) -> LayPlan:
    return LayPlan(ASH, tuple(Hidden.of(each, ASH) for each in tokens))


def test_equal_ways_on_are_one_node() -> None:
    listed = [m.Give(RED, item, count, to) for item in m.TRADEABLE for count in (1, 2) for to in (BLUE, GREEN)]

    choices = told(MINIGAME, *listed)

    assert (choices["count"], choices["complete"]) == (len(listed), True)
    assert [len(each) for each in choices["nodes"]] == [1, 2, 2, 4, 1]
    assert choices["nodes"][choices["root"]] == [{"verb": "give/0", "to": 3}]
    assert choices["nodes"][0] == [{"end": True}]
    assert choices["nodes"][1] == [
        {"slot": "to", "value": "blue", "words": "blue", "to": 0},
        {"slot": "to", "value": "green", "words": "green", "to": 0},
    ]
    assert len(lines(MINIGAME, *listed)) == len(listed)


def test_a_list_is_a_step_an_item_and_one_for_its_end() -> None:
    listed = (plan("bow", "bow"), plan("bow"), plan(), AgreeToEnd(ASH))

    choices = told(RULESET, *listed)
    start = choices["nodes"][choices["root"]][0]["to"]

    assert [next(iter(edge)) for edge in choices["nodes"][start]] == ["item", "done"]
    assert lines(RULESET, *listed) == {"plan bow, bow", "plan bow", "plan nothing", "agree to end"}


def test_no_options_are_no_choices() -> None:
    assert told(RULESET) == {"complete": True, "count": 0, "root": 0, "nodes": [[]]}
    assert lines(RULESET) == set()


def test_what_no_words_say_is_left_out_and_then_the_choices_are_not_complete() -> None:
    told_of = told(PAINTING, Paint(RED, "blue"), Paint(RED, "green", thickness=1.5))

    assert (told_of["count"], told_of["complete"]) == (2, False)
    assert lines(PAINTING, Paint(RED, "blue"), Paint(RED, "green", thickness=1.5)) == {"paint blue"}


def test_a_list_that_words_do_not_say_is_one_value() -> None:
    listed = (Paint(RED, "blue", layers={"top": 2}), Paint(RED, "blue", dots=(1.5, 2.5)))

    assert lines(PAINTING, *listed) == {'paint blue layers {"top":2}', "paint blue dots [1.5,2.5]"}


def test_options_that_are_not_all_make_choices_that_are_not_complete() -> None:
    assert told(RULESET, plan("bow"), complete=False)["complete"] is False


@pytest.mark.parametrize(("days", "is_open"), [(CHOICES, False), (CHOICES + 1, True)])
def test_of_too_many_options_only_the_verbs_are_told(days: int, is_open: bool) -> None:  # noqa: FBT001  # a parameter
    options = Options((Paint(RED, "blue"), *(Rest(RED, each) for each in range(1, days))), complete=True)
    notation = notation_of(PAINTING)

    choices = choices_of(notation, options)

    assert (choices.count, choices.complete) == (days, not is_open)
    assert (len(choices.nodes) == 1) == is_open
    if is_open:
        assert as_json(choices.nodes) == [[{"verb": "paint/0"}, {"verb": "paint/1"}, {"verb": "rest/0"}]]
        check_choices(PAINTING, notation, options, most_read=1)


def test_of_choices_in_too_many_bytes_only_the_verbs_are_told() -> None:
    sizes = (CHOICES_BYTES // 210, CHOICES_BYTES // 190)  # of a hundred options, each told as a value and as words
    few, many = ([Paint(RED, f"{'x' * size}{each}") for each in range(100)] for size in sizes)

    assert told(PAINTING, *few)["complete"]
    assert told(PAINTING, *many)["nodes"] == [[{"verb": "paint/0"}, {"verb": "paint/1"}]]


def test_lines_that_are_read_as_other_decisions_break_the_law_of_choices() -> None:
    """Rest is written as if it were painting."""
    options = Options((Rest(RED, 2), Rest(RED, 3)), complete=True)
    forms = Notation((Form(Paint, "do {colour}"), Form(Rest, "do {days}")))
    alike = replace(PAINTING, vocabulary=replace(PAINTING.vocabulary, notation=forms))

    check_choices(PAINTING, notation_of(PAINTING), options, most_read=2)
    with pytest.raises(LawBroken, match=r"law 10: “do [23]” is a choice, and is not read as one that is listed"):
        check_choices(alike, notation_of(alike), options, most_read=2)


def test_choices_that_leave_out_an_option_break_the_law_of_choices() -> None:
    options = Options((Paint(RED, "blue"), Paint(RED, "green", thickness=1.5)), complete=True)

    with pytest.raises(LawBroken, match="law 10: choices lead to 1 lines, not 2"):
        check_choices(PAINTING, notation_of(PAINTING), options, most_read=2)


def test_a_line_that_cannot_be_read_breaks_the_law_of_choices() -> None:
    options = Options((Rest(RED, 0),), complete=True)

    with pytest.raises(LawBroken, match="law 10: “rest days 0” is a choice, and is not read"):
        check_choices(PAINTING, notation_of(PAINTING), options, most_read=2)


@pytest.mark.parametrize(
    ("expected", "rest", "is_one"),
    [
        (A_NUMBER, "-3 to go", True),
        (A_NUMBER, "three", False),
        (A_WORD, "Meadow", True),
        ("Open Gates", '"open gates" now', True),
        ("deploy", "Deploy Meadow", True),
        ("deploy", "idle", False),
        ("{…}", '{"kind":"idle"}', True),
        ("{…}", "idle", False),
    ],
)
def test_what_comes_next_is_among_what_is_expected_or_is_not(expected: str, rest: str, *, is_one: bool) -> None:
    assert is_offered(expected, rest) is is_one
