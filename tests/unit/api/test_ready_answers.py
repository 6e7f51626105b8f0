"""Answers that are kept: the same ones as those that are made, for the same question about the same game alone."""

import tracemalloc
from itertools import product

import pytest

from oathbook.api.asking import replay_forms as forms
from oathbook.api.asking.questions import Answer, Question
from oathbook.api.asking.ready import EACH, MOST_BYTES, ReadyAnswers
from oathbook.domain.kernel.seats import HOLDER, PUBLIC, Seat

ASKED = Question("game", PUBLIC, forms.frames, (1, None))
OTHERS = (
    Question("other", PUBLIC, forms.frames, (1, None)),
    Question("game", HOLDER, forms.frames, (1, None)),
    Question("game", Seat("ash"), forms.frames, (1, None)),
    Question("game", PUBLIC, forms.scenes_page, (1, None)),
    Question("game", PUBLIC, forms.frames, (2, None)),
    Question("game", PUBLIC, forms.frames, (1, None), rulings=False),
)


def told(body: bytes = b"four", position: int = 7, *, is_ruled: bool = False) -> Answer:
    return Answer(body, position, "hash", is_ruled)


def test_a_question_that_was_asked_is_answered() -> None:
    answers = ReadyAnswers()
    assert answers.answer(ASKED, 7) is None

    answers.keep(ASKED, told())

    assert answers.answer(Question("game", PUBLIC, forms.frames, (1, None)), 7) == told()


@pytest.mark.parametrize(("asked", "length"), [*product(OTHERS, (7,)), (ASKED, 6), (ASKED, 8)])
def test_whatever_may_change_the_answer_is_another_question(asked: Question, length: int) -> None:
    answers = ReadyAnswers()
    answers.keep(ASKED, told())

    assert answers.answer(asked, length) is None


def test_what_a_ruling_has_a_part_in_is_not_kept() -> None:
    answers = ReadyAnswers()

    answers.keep(ASKED, told(is_ruled=True))

    assert answers.answer(ASKED, 7) is None


def test_only_so_many_bytes_are_kept_and_the_oldest_go() -> None:
    answers = ReadyAnswers(most_bytes=10 + 2 * EACH)

    def has(number: int) -> bool:
        return answers.answer(ASKED, number) is not None

    answers.keep(ASKED, told(position=1))
    answers.keep(ASKED, told(position=2))
    assert has(1)
    answers.keep(ASKED, told(position=3))

    assert [has(number) for number in (1, 2, 3)] == [True, False, True], "2 was asked least recently when 3 came"
    answers.keep(ASKED, told(b"four and", position=3))
    assert [has(number) for number in (1, 3)] == [False, True], "it is longer now"


def test_short_answers_take_no_more_memory_than_long_ones() -> None:
    """Each is a question, an answer and a place as well, however little it says."""
    answers, many = ReadyAnswers(), 2 * MOST_BYTES // EACH
    asked = ASKED
    tracemalloc.start()
    try:
        for number in range(many):
            asked = Question(f"game {number}", PUBLIC, forms.frames, (number, number + 1))
            answers.keep(asked, Answer(b"%d" % number * 15, 7, f"hash {number}", is_ruled=False))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < MOST_BYTES
    assert answers.answer(asked, 7) is not None
