"""Chance that remembers what it was asked (docs/record-format.md: a label occurs once in a decision)."""

import pytest

from oathbook.domain.chance.draw_wrappers import DrawRecorder
from oathbook.domain.chance.seeded_chance import SeededChance
from oathbook.domain.chance.witnessed_chance import DrawReport, WitnessedChance
from oathbook.domain.errors import DrawMissing
from oathbook.domain.kernel import DrawRequest
from oathbook.domain.kernel.limits import DRAWS_PER_STEP

SEEDED = SeededChance("0" * 64, "g", 1)
COIN = ("heads", "tails")


def test_answers_and_questions_are_kept_in_the_order_of_asking() -> None:
    """The events of a step stand in the order in which the rules asked."""
    noted = DrawRecorder(SEEDED)
    asked = tuple(DrawRequest(label, COIN) for label in ("z", "a", "m"))

    answers = tuple(noted.draw(request) for request in asked)

    assert noted.requests == asked
    assert noted.draws == answers == tuple(SEEDED.draw(request) for request in asked)


def test_a_label_that_is_drawn_twice_is_a_bug_of_the_ruleset() -> None:
    """Both answers would come from the same blocks; the second question is not passed on."""
    noted = DrawRecorder(SEEDED)
    noted.draw(DrawRequest("strike", COIN))

    with pytest.raises(AssertionError, match="label 'strike' was drawn twice"):
        noted.draw(DrawRequest("strike", (*COIN, "edge")))

    assert len(noted.draws) == 1


def test_a_question_without_an_answer_is_not_kept() -> None:
    """What was drawn before the missing draw stays, so that an answer can say how far it got."""
    noted = DrawRecorder(WitnessedChance((DrawReport("first", ("tails",)),)))
    noted.draw(DrawRequest("first", COIN))

    with pytest.raises(DrawMissing):
        noted.draw(DrawRequest("second", COIN))

    assert [request.label for request in noted.requests] == ["first"]
    assert [draw.drawn for draw in noted.draws] == [("tails",)]


def test_a_step_has_200_draws_and_not_one_more() -> None:
    """Section 11: the limit at its edge."""
    noted = DrawRecorder(SEEDED)
    for number in range(DRAWS_PER_STEP):
        noted.draw(DrawRequest(str(number), COIN))

    with pytest.raises(AssertionError, match="more draws than a step may have"):
        noted.draw(DrawRequest("one more", COIN))

    assert len(noted.draws) == 200
