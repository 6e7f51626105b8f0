"""The limits of a step, at their edges, in records with the chain computed again (domain/kernel/limits.py)."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from oathbook.domain.errors import CorruptRecord
from oathbook.domain.kernel.limits import CONSEQUENCES_PER_STEP, DRAWS_PER_STEP
from oathbook.replays.verification import verify
from tests.support.playing import small_game
from tests.support.tampering import Event, first, forged, marks_in, renumbered

RECORD = small_game()


def with_draws(number: int) -> Callable[[list[Event]], None]:
    """So many draws in the first step that has one."""

    def change(events: list[Event]) -> None:
        draw = first(events, "game.draw/1")
        at = events.index(draw)
        events[at : at + 1] = [deepcopy(draw) for _ in range(number)]
        renumbered(events)

    return change


def with_consequences(number: int) -> Callable[[list[Event]], None]:
    """So many consequences in the first outcome."""

    def change(events: list[Event]) -> None:
        outcomes = [event for event in events if event.topic == "game.outcome/1"]
        told = next(each for event in outcomes for each in event.data["consequences"] if not marks_in(each))
        outcomes[0].data["consequences"] = [told] * number
        outcomes[0].openings = []

    return change


@pytest.mark.parametrize(("number", "too_many"), [(DRAWS_PER_STEP, False), (DRAWS_PER_STEP + 1, True)])
def test_a_step_with_too_many_draws_is_found(number: int, *, too_many: bool) -> None:
    """200 are as many as a step may have; that nothing asks for them is found besides."""
    says = {each.says for each in verify(forged(RECORD, with_draws(number))).discrepancies}

    assert (f"a step has at most {DRAWS_PER_STEP} draws" in says) is too_many


def test_an_outcome_with_too_many_consequences_cannot_be_read() -> None:
    """500 are read, one more is not."""
    assert len(forged(RECORD, with_consequences(CONSEQUENCES_PER_STEP)).events) == len(RECORD.events)
    with pytest.raises(CorruptRecord, match=f"length <= {CONSEQUENCES_PER_STEP}"):
        forged(RECORD, with_consequences(CONSEQUENCES_PER_STEP + 1))
