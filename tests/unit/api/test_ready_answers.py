"""Answers that are kept: the same ones as those that are made, for the same question about the same game alone."""

import tracemalloc
from itertools import product

import pytest

from oathbook.api.queries import replay_queries as forms
from oathbook.api.queries.query import Query, QueryResult
from oathbook.api.queries.query_cache import ENTRY_BYTES, MOST_BYTES, QueryCache
from oathbook.domain.kernel import HOLDER, PUBLIC, Seat

ASKED = Query("game", PUBLIC, forms.frames, (1, None))
OTHERS = (
    Query("other", PUBLIC, forms.frames, (1, None)),
    Query("game", HOLDER, forms.frames, (1, None)),
    Query("game", Seat("ash"), forms.frames, (1, None)),
    Query("game", PUBLIC, forms.scenes_page, (1, None)),
    Query("game", PUBLIC, forms.frames, (2, None)),
    Query("game", PUBLIC, forms.frames, (1, None), rulings=False),
)


def told(body: bytes = b"four", position: int = 7, *, is_ruled: bool = False) -> QueryResult:
    return QueryResult(body, position, "hash", is_ruled)


def test_a_question_that_was_asked_is_answered() -> None:
    answers = QueryCache()
    assert answers.get(ASKED, 7) is None

    answers.put(ASKED, told())

    assert answers.get(Query("game", PUBLIC, forms.frames, (1, None)), 7) == told()


@pytest.mark.parametrize(("asked", "length"), [*product(OTHERS, (7,)), (ASKED, 6), (ASKED, 8)])
def test_whatever_may_change_the_answer_is_another_question(asked: Query, length: int) -> None:
    answers = QueryCache()
    answers.put(ASKED, told())

    assert answers.get(asked, length) is None


def test_what_a_ruling_has_a_part_in_is_not_kept() -> None:
    answers = QueryCache()

    answers.put(ASKED, told(is_ruled=True))

    assert answers.get(ASKED, 7) is None


def test_only_so_many_bytes_are_kept_and_the_oldest_go() -> None:
    answers = QueryCache(most_bytes=10 + 2 * ENTRY_BYTES)

    def has(number: int) -> bool:
        return answers.get(ASKED, number) is not None

    answers.put(ASKED, told(position=1))
    answers.put(ASKED, told(position=2))
    assert has(1)
    answers.put(ASKED, told(position=3))

    assert [has(number) for number in (1, 2, 3)] == [True, False, True], "2 was asked least recently when 3 came"
    answers.put(ASKED, told(b"four and", position=3))
    assert [has(number) for number in (1, 3)] == [False, True], "it is longer now"


def test_short_answers_take_no_more_memory_than_long_ones() -> None:
    """Each is a question, an answer and a place as well, however little it says."""
    answers, many = QueryCache(), 2 * MOST_BYTES // ENTRY_BYTES
    asked = ASKED
    tracemalloc.start()
    try:
        for number in range(many):
            asked = Query(f"game {number}", PUBLIC, forms.frames, (number, number + 1))
            answers.put(asked, QueryResult(b"%d" % number * 15, 7, f"hash {number}", is_ruled=False))
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < MOST_BYTES
    assert answers.get(asked, 7) is not None
