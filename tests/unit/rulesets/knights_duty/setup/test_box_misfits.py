"""Events that speak of seats, clans or spaces that the box does not have, and words given twice."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord, Misfit
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.events import EndAgreed, KnightPlaced, KnightsMoved, Moved
from oathbook.domain.rulesets.knights_duty.model.state import State
from tests.unit.rulesets.knights_duty.setup.positions import MOVEMENT, PLANNING
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, DUTY, HEX, fresh, setup_of

PLACED: Final = fresh("ash", "birch").state


def evolved(state: State, *events: KnightPlaced | KnightsMoved | EndAgreed) -> State:
    """The state after these events."""
    for event in events:
        state = DUTY.evolve(state, event)
    return state


@pytest.mark.parametrize(
    "event",
    [
        KnightPlaced(Seat("zed"), "red", "4,0", "face_up"),
        KnightPlaced(ASH, "pink", "4,0", "face_up"),
        KnightPlaced(ASH, "red", "0,4", "face_up"),
        KnightPlaced(ASH, "red", "77,77", "face_up"),
    ],
    ids=["a seat that is not there", "a clan nobody has", "the corner of another", "off the board"],
)
def test_a_knight_is_placed_for_a_seat_on_the_corner_of_a_clan(event: KnightPlaced) -> None:
    """KD-1.2, KD-1.3."""
    with pytest.raises(Misfit, match=r"\S"):
        evolved(PLACED, event)


def test_a_clan_is_taken_once() -> None:
    """KA-35: one set for each clan, and so one corner."""
    once = evolved(PLACED, KnightPlaced(ASH, "red", "4,0", "face_up"))

    with pytest.raises(Misfit, match="free clan"):
        evolved(once, KnightPlaced(BIRCH, "red", "4,0", "face_up"))


def test_a_knight_does_not_leave_the_board_by_moving() -> None:
    """KD-4.2."""
    state = DUTY.initial(setup_of("ash", "birch", "cedar", start=replace(MOVEMENT, choices=(), clashes=())))
    on_its_way = replace(state, field=replace(state.field, stage="clash"))
    here = next(knight.space for knight in state.field.knights if knight.seat == ASH) or ""

    with pytest.raises(Misfit, match="leave the board"):
        evolved(on_its_way, KnightsMoved((Moved(ASH, here, "9,9"),)))


def test_nobody_agrees_to_the_end_twice() -> None:
    """KA-36: once in a turn, or the words would go on for ever."""
    state = DUTY.initial(setup_of("ash", "birch", "cedar", start=PLANNING))

    with pytest.raises(Misfit, match="agreed already"):
        evolved(state, EndAgreed(BIRCH), EndAgreed(BIRCH))


@pytest.mark.parametrize("kind", ["full_heart", "broken_heart", "shield"])
def test_a_box_without_cards_of_a_kind_is_refused(kind: str) -> None:
    """KD-8.2 with KA-2 capped: there would be a pile of nothing."""
    cards = replace(HEX.cards, **{kind: 0})

    with pytest.raises(BadRecord, match=r"^components\.cards"):
        DUTY.initial(setup_of("ash", "birch", components=replace(HEX, cards=cards)))
