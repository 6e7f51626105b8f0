"""Refusals pass from process to process as they are."""

import pickle

import pytest

from oathbook.domain.errors import IllegalDecision, PositionConflict, Refused
from oathbook.domain.kernel import Refusal

REFUSED = (IllegalDecision(Refusal("late", "illegal", "KD-1.1", "It is too late.", ())), PositionConflict("game", 3, 4))


@pytest.mark.parametrize("refused", REFUSED, ids=lambda each: type(each).__name__)
def test_a_refusal_keeps_its_sentence_and_all_it_names_when_it_is_handed_over(refused: Refused) -> None:
    again = pickle.loads(pickle.dumps(refused))  # noqa: S301  # our own bytes

    assert (type(again), str(again), vars(again)) == (type(refused), str(refused), vars(refused))
