"""What every ruleset takes from the kit."""

from enum import StrEnum
from typing import Any, get_args

import pytest

from oathbook.domain.errors import BadRecord, IllegalDecision, Misfit
from oathbook.domain.kernel import Requirement, Seat
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP
from oathbook.domain.rulesets.cube_bag.chapters import steps as cube_bag
from oathbook.domain.rulesets.cube_bag.model.decisions import Decision as CubeBagDecision
from oathbook.domain.rulesets.gloomhaven_attack.chapters import steps as gloomhaven_attack
from oathbook.domain.rulesets.gloomhaven_attack.model.decisions import Decision as GloomhavenDecision
from oathbook.domain.rulesets.heirless.chapters import steps as heirless
from oathbook.domain.rulesets.heirless.model.decisions import Decision as HeirlessDecision
from oathbook.domain.rulesets.kit.decides import Decisions
from oathbook.domain.rulesets.kit.misfits import must_exist, must_find, must_fit
from oathbook.domain.rulesets.kit.play import PlayBase
from oathbook.domain.rulesets.kit.requirements import must_be_allowed, must_be_asked
from oathbook.domain.rulesets.kit.start_checks import MOST_COUNTABLE, check_countable, check_unique
from oathbook.domain.rulesets.kit.wording import format_count, format_list, with_article
from oathbook.domain.rulesets.knights_duty.chapters import steps as knights_duty
from oathbook.domain.rulesets.knights_duty.model.decisions import Decision as KnightsDutyDecision

ASH, BIRCH = Seat("ash"), Seat("birch")


class Clause(StrEnum):
    """Clauses of no rulebook."""

    ADD = "X-1"
    COUNT = "X-2"


def added(state: int, event: int) -> int:
    return state + event


def play_of(state: int) -> PlayBase[int, int, Clause, Clause]:
    return PlayBase(state, added)


def test_a_play_keeps_the_state_and_what_led_to_it() -> None:
    play = play_of(1)

    play.emit(2, Clause.ADD)
    play.emit(3, Clause.ADD)

    assert play.state == 6
    assert [each.event for each in play.consequences] == [2, 3]


def test_a_consequence_names_each_clause_and_reading_once_in_their_order() -> None:
    play = play_of(0)

    play.emit(1, Clause.COUNT, Clause.ADD, Clause.COUNT, readings=[Clause.ADD, Clause.ADD])

    assert [(each.cites, each.readings) for each in play.consequences] == [(("X-2", "X-1"), ("X-1",))]


def test_there_is_no_consequence_without_a_clause() -> None:
    with pytest.raises(AssertionError, match="clause"):
        play_of(0).emit(1)


def test_a_step_has_no_more_consequences_than_a_step_may_have() -> None:
    play = play_of(0)
    for _ in range(CONSEQUENCES_PER_STEP):
        play.emit(1, Clause.ADD)

    with pytest.raises(AssertionError, match="more consequences"):
        play.emit(1, Clause.ADD)


@pytest.mark.parametrize(
    ("seat", "stage", "holds"), [(ASH, "turns", True), (BIRCH, "turns", False), (ASH, "votes", False)]
)
def test_a_seat_decides_when_it_is_asked_and_in_the_stage_for_it(seat: Seat, stage: str, holds: bool) -> None:  # noqa: FBT001  # it is a value like the others
    needed = must_be_asked(seat, (ASH,), stage, during=("turns",), clause=Clause.ADD)

    assert needed.holds is holds
    assert needed.kind == "out-of-turn"


def test_a_decision_is_refused_for_the_first_requirement_that_is_not_met() -> None:
    requirements = [
        Requirement(code, "X-1", "is it so?", holds=holds, says=code)
        for code, holds in (("first", True), ("second", False), ("third", False))
    ]

    with pytest.raises(IllegalDecision) as refused:
        must_be_allowed(requirements)

    assert refused.value.refusal.code == "second"


def test_what_is_named_twice_is_refused_with_its_field() -> None:
    with pytest.raises(BadRecord, match=r"^start\.knights: ash is named twice$"):
        check_unique([ASH, BIRCH, ASH], "start.knights")


@pytest.mark.parametrize("number", [MOST_COUNTABLE + 1, -MOST_COUNTABLE - 1])
def test_a_number_beyond_counting_is_refused(number: int) -> None:
    check_countable(MOST_COUNTABLE, "start.turn")

    with pytest.raises(BadRecord, match=r"^start\.turn: nobody counted beyond 1,000,000$"):
        check_countable(number, "start.turn")


def test_an_event_that_speaks_of_nothing_does_not_fit() -> None:
    assert must_find(iter([3, 4]), "number") == must_exist(3, "number")
    must_fit(holds=True, what="")

    with pytest.raises(Misfit, match=r"^there is no number$"):
        must_find(iter(()), "number")
    with pytest.raises(Misfit, match=r"^there is no number$"):
        must_exist(None, "number")


def test_things_are_counted_and_listed_as_a_person_would() -> None:
    assert [format_count(1, "cube"), format_count(2, "cube"), format_count(0, "spearman")] == [
        "1 cube",
        "2 cubes",
        "0 spearmen",
    ]
    assert [with_article("archer"), with_article("spearman")] == ["an archer", "a spearman"]
    assert [format_list(names) for names in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("table", "decisions"),
    [
        (cube_bag.DECISIONS, CubeBagDecision),
        (gloomhaven_attack.DECISIONS, GloomhavenDecision),
        (heirless.DECISIONS, HeirlessDecision),
        (knights_duty.DECISIONS, KnightsDutyDecision),
    ],
)
def test_every_decision_of_a_title_has_a_row(table: Decisions, decisions: Any) -> None:  # noqa: ANN401  # a union
    assert {form.of for form in table.forms()} == set(get_args(decisions))
