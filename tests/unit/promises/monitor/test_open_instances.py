"""Duties that begin again and again, and how many of them are watched at a time."""

from typing import Final

import pytest

from oathbook.domain.kernel.limits import OPEN_INSTANCES
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.evaluator.verdict import prove_verdict
from oathbook.domain.promises.logic.formulas import Agreement, Total, Whenever
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.trace.trace import Trace
from oathbook.domain.rulesets.vocabulary import Fact
from tests.support.promises.letters_and_games import moments_of, verdict, watched
from tests.support.promises.toy_world import BLUE, READER, RED, fact
from tests.unit.promises.evaluator.test_bindings import SIGNED, agreed, gift

NEVER: Final = agreed("Red promises Blue whenever Blue gives 1 wood to Red, never to attack Blue.")
REPAY: Final = agreed(
    "Red promises Blue whenever Blue gives 1 wood to Red, to give 1 stone to Blue by the end of season 1."
)
GIFT: Final = (gift(BLUE, RED, 1),)
ATTACK: Final = (fact("attack", RED, target=BLUE),)
REPAID: Final = (gift(RED, BLUE, 1, "stone"),)
ALL_REPAID: Final = (gift(RED, BLUE, OPEN_INSTANCES, "stone"),)
CLOSED: Final = (fact("game_closed", outcome="over"),)


def held(agreement: Agreement, *game: tuple[Fact, ...]) -> MonitorState:
    """The promise after a game; monitor and reference agree, and the proof holds."""
    moments = moments_of((SIGNED, *game))
    trace = Trace.of(moments, READER)
    proof = prove_verdict("P", agreement, 0, trace)
    state = watched(agreement, moments)
    assert verdict(state) == verdict(proof)
    assert objection(proof, agreement, 0, trace) == ""
    return state


@pytest.mark.parametrize(("gifts", "status"), [(OPEN_INSTANCES, "kept"), (OPEN_INSTANCES + 1, "undetermined")])
def test_more_open_duties_than_are_watched_are_left_to_a_ruling(gifts: int, status: str) -> None:
    assert held(NEVER, *((GIFT,) * gifts), CLOSED).status == status


def test_what_had_begun_before_is_watched_on() -> None:
    assert held(NEVER, *((GIFT,) * (OPEN_INSTANCES + 1)), ATTACK).status == "broken"


def test_a_ruling_settles_those_that_are_not_watched() -> None:
    ruling = fact("promise_ruled", promise="P", path="c1", value="failed", blamed="Red")

    state = held(NEVER, *((GIFT,) * (OPEN_INSTANCES + 1)), CLOSED, (ruling,))

    assert state.status == "broken"


@pytest.mark.parametrize(
    ("first", "second", "worth"),
    [
        (OPEN_INSTANCES, OPEN_INSTANCES, "L"),  # a hundred stones pay a hundred debts
        (OPEN_INSTANCES + 1, 0, "U"),
        (OPEN_INSTANCES, OPEN_INSTANCES + 1, "U"),
    ],
)
def test_only_those_count_that_are_not_decided(first: int, second: int, worth: str) -> None:
    state = held(REPAY, *((GIFT,) * first), ALL_REPAID, *((GIFT,) * second))

    assert (state.status, state.truth_value) == ("pending", worth)


def test_all_that_begins_in_the_moment_that_is_one_too_many_is_left_to_a_ruling() -> None:
    """No order counts between the facts of a moment, so none of them is the one too many."""
    crowd = GIFT * 2

    assert held(NEVER, *((GIFT,) * (OPEN_INSTANCES - 1)), crowd, CLOSED).status == "undetermined"
    assert held(NEVER, *((GIFT,) * (OPEN_INSTANCES - 2)), crowd, CLOSED).status == "kept"


def test_what_is_left_of_a_letter_does_not_grow_with_its_game() -> None:
    """Each of these duties has counted less than those before it, so that no two of them are alike."""
    letter = agreed("Red promises Blue whenever Blue gives any wood to Red, to give exactly 999 stone to Blue.")

    short, long = (held(letter, *((GIFT, REPAID) * size)) for size in (OPEN_INSTANCES + 1, OPEN_INSTANCES * 2))

    assert len(duties(short)) == len(duties(long)) == OPEN_INSTANCES + 1


def duties(state: MonitorState) -> tuple[object, ...]:
    """What is left of a letter, each duty by itself."""
    assert isinstance(state.residual, Whenever)
    return state.residual.open


@pytest.mark.parametrize(("stones", "open_debts"), [(1, OPEN_INSTANCES - 1), (OPEN_INSTANCES - 1, 1)])
def test_debts_that_are_alike_are_carried_along_as_one(stones: int, open_debts: int) -> None:
    state = held(REPAY, *((GIFT,) * OPEN_INSTANCES), (gift(RED, BLUE, stones, "stone"),))

    assert isinstance(state.residual, Whenever)
    assert (len(state.residual.open), sum(state.residual.times)) == (1, open_debts)


def test_a_debt_that_is_paid_in_part_stays_the_oldest() -> None:
    """3 of 2 times 2 stones: the first debt is paid, and one stone is missing for the second."""
    letter = agreed(
        "Red promises Blue whenever Blue gives 1 wood to Red, to give 2 stone to Blue by the end of season 1."
    )

    state = held(letter, GIFT, GIFT, GIFT, (gift(RED, BLUE, 3, "stone"),))

    assert isinstance(state.residual, Whenever)
    counted = [each.lo for each in state.residual.open if isinstance(each, Total)]
    assert (counted, state.residual.times) == ([1, 0], (1, 1))


def test_a_ruling_on_those_that_are_not_watched_is_all_that_is_left_once_the_others_are_paid() -> None:
    ruling = fact("promise_ruled", promise="P", path="c1", value="met", blamed="")

    state = held(REPAY, *((GIFT,) * (OPEN_INSTANCES + 1)), ALL_REPAID, CLOSED, (ruling,))

    assert state.status == "kept"
