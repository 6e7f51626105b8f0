"""KD-4, who may go where: one step, all at the same time, judged by where the Knights end."""

import pytest

from oathbook.domain.kernel import Hidden, Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import Move
from oathbook.domain.rulesets.knights_duty.model.events import (
    ClashFound,
    KnightsMoved,
    KnightStayed,
    MoveChosen,
    Moved,
    MovesShown,
    StepBegan,
)
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, CEDAR, FIR, SQUARE, Table, conditions, seated


def stays(table: Table) -> list[KnightStayed]:
    return [each.event for each in table.every(KnightStayed)]


@pytest.mark.parametrize("to", ["3,0", "2,1", "1,1", "1,0", "2,-1", "3,-1"])
def test_a_knight_moves_one_space_in_any_direction(to: str) -> None:
    """KD-4.1: each of the six neighbours of 2,0."""
    table = seated(ash="2,0", birch="-4,0").plan(ash="movement")

    moved = table.move(ash=to)

    assert table.the(StepBegan).event == StepBegan("movement", (ASH,))
    assert {"KD-3.1", "KD-4.1"} <= set(table.the(StepBegan).cites)
    assert "KA-15" in table.the(StepBegan).readings
    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,0", to),))
    assert {"KD-4.1", "KD-3.1"} <= set(moved.the(KnightsMoved).cites)
    assert "KA-12" not in moved.readings
    assert moved.knight(ASH).space == to


@pytest.mark.parametrize("to", ["3,2", "3,3", "2,3", "1,3", "1,2", "1,1", "2,1", "3,1"])
def test_on_the_square_board_diagonals_are_directions_too(to: str) -> None:
    """KD-4.1, KA-37: each of the eight neighbours of 2,2."""
    table = seated(SQUARE, ash="2,2", birch="8,0").plan(ash="movement")

    moved = table.move(ash=to)

    assert "KA-37" in moved.the(MoveChosen).readings
    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(ASH, "2,2", to),))


def test_a_knight_may_stay_where_it_is() -> None:
    """KD-4.2: a Movement token does not force anybody to move."""
    table = seated(ash="2,0", birch="-4,0").plan(ash="movement")

    stayed = table.move(ash="2,0")

    assert stays(stayed) == [KnightStayed(ASH, "2,0", "choice")]
    assert "KD-4.2" in stayed.the(KnightStayed).cites
    assert stayed.every(KnightsMoved) == ()


def test_a_knight_cannot_leave_the_board() -> None:
    """KD-4.2: east of 4,0 there is nothing."""
    table = seated(ash="4,0", birch="-4,0").plan(ash="movement")

    refusal = table.refused(Move(ASH, Hidden.of("5,0", ASH)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("off-the-board", "KD-4.2", "illegal")
    assert conditions(refusal) == [
        ("KD-4.1", True, {"stage": "movement", "asked": "ash"}),
        ("KD-4.2", False, {"space": "5,0"}),
    ]


def test_a_knight_cannot_move_two_spaces() -> None:
    """KD-4.1: 1 space."""
    table = seated(ash="2,0", birch="-4,0").plan(ash="movement")

    refusal = table.refused(Move(ASH, Hidden.of("4,0", ASH)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-a-neighbour", "KD-4.1", "illegal")
    assert "KA-37" in refusal.readings
    assert conditions(refusal) == [
        ("KD-4.1", True, {"stage": "movement", "asked": "ash"}),
        ("KD-4.2", True, {"space": "4,0"}),
        ("KD-4.1", False, {"from": "2,0", "to": "4,0", "neighbours": "3,0 2,1 1,1 1,0 2,-1 3,-1"}),
    ]


@pytest.mark.parametrize("seat", [BIRCH, CEDAR], ids=["who has chosen", "who has no Movement token"])
def test_only_movers_who_have_not_chosen_are_asked(seat: Seat) -> None:
    """KD-4.1: a Movement token is one move."""
    table = seated(ash="2,0", birch="-4,0", cedar="4,-4").plan(ash="movement", birch="movement", cedar="shield")
    table = table.move(birch="-3,0")

    refusal = table.refused(Move(seat, Hidden.of("2,1", seat)))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-4.1", "out-of-turn")
    assert conditions(refusal) == [("KD-4.1", False, {"stage": "movement", "asked": "ash"})]


def test_where_somebody_goes_is_hidden_until_all_have_chosen() -> None:
    """KD-4.1, KA-15: choices are committed hidden, then shown and carried out at the same time."""
    table = seated(ash="2,0", birch="-4,0").plan(ash="movement", birch="movement")

    one = table.move(birch="-3,0")
    both = one.move(ash="2,1")

    assert one.events == (MoveChosen(BIRCH, Hidden.of("-3,0", BIRCH)),)
    assert "KD-4.1" in one.the(MoveChosen).cites
    assert "KA-15" in one.the(MoveChosen).readings
    assert "KD-4.1" in both.the(MovesShown).cites
    assert "KA-15" in both.the(MovesShown).readings
    assert {(shown.seat, shown.to.value) for shown in both.the(MovesShown).event.moves} == {
        (ASH, "2,1"),
        (BIRCH, "-3,0"),
    }
    assert set(both.the(KnightsMoved).event.moves) == {Moved(ASH, "2,0", "2,1"), Moved(BIRCH, "-4,0", "-3,0")}


def test_a_space_that_is_being_left_can_be_entered() -> None:
    """KD-4.2, KA-12: a chain of three moves, each into the space of the next."""
    table = seated(ash="1,0", birch="2,0", cedar="3,0").plan(ash="movement", birch="movement", cedar="movement")

    moved = table.move(ash="2,0", birch="3,0", cedar="4,0")

    assert set(moved.the(KnightsMoved).event.moves) == {
        Moved(ASH, "1,0", "2,0"),
        Moved(BIRCH, "2,0", "3,0"),
        Moved(CEDAR, "3,0", "4,0"),
    }
    assert "KA-12" in moved.the(KnightsMoved).readings
    assert stays(moved) == []


def test_two_knights_may_change_places() -> None:
    """KA-12: by end positions a swap is allowed."""
    table = seated(ash="2,0", birch="3,0").plan(ash="movement", birch="movement")

    moved = table.move(ash="3,0", birch="2,0")

    assert "KA-12" in moved.the(KnightsMoved).readings
    assert (moved.knight(ASH).space, moved.knight(BIRCH).space) == ("3,0", "2,0")


def test_a_ring_of_three_may_turn() -> None:
    """KA-12: by end positions a ring is allowed."""
    table = seated(ash="2,0", birch="3,0", cedar="2,1").plan(ash="movement", birch="movement", cedar="movement")

    moved = table.move(ash="3,0", birch="2,1", cedar="2,0")

    assert "KA-12" in moved.the(KnightsMoved).readings
    assert [moved.knight(seat).space for seat in (ASH, BIRCH, CEDAR)] == ["3,0", "2,1", "2,0"]


def test_a_blocked_chain_stays_as_a_whole() -> None:
    """KA-13: Fir does not move, so Cedar stays, so Birch stays, so Ash stays."""
    table = seated(ash="1,0", birch="2,0", cedar="3,0", fir="4,0")
    table = table.plan(ash="movement", birch="movement", cedar="movement", fir="shield")

    blocked = table.move(ash="2,0", birch="3,0", cedar="4,0")

    assert stays(blocked) == [
        KnightStayed(ASH, "2,0", "occupied"),
        KnightStayed(BIRCH, "3,0", "occupied"),
        KnightStayed(CEDAR, "4,0", "occupied"),
    ]
    assert all("KD-4.2" in each.cites and "KA-13" in each.readings for each in blocked.every(KnightStayed))
    assert blocked.every(KnightsMoved) == ()


def test_a_chain_is_blocked_by_one_who_stays_by_choice() -> None:
    """KD-4.2, KA-13: Cedar has a Movement token and stays with it."""
    table = seated(ash="1,0", birch="2,0", cedar="3,0").plan(ash="movement", birch="movement", cedar="movement")

    blocked = table.move(ash="2,0", birch="3,0", cedar="3,0")

    assert stays(blocked) == [
        KnightStayed(ASH, "2,0", "occupied"),
        KnightStayed(BIRCH, "3,0", "occupied"),
        KnightStayed(CEDAR, "3,0", "choice"),
    ]


def test_a_part_of_the_movers_can_be_blocked_while_others_move() -> None:
    """KA-13: only those behind the one who stays are held up."""
    table = seated(ash="1,0", birch="2,0", cedar="-2,0").plan(ash="movement", cedar="movement")

    moved = table.move(ash="2,0", cedar="-2,1")

    assert moved.the(KnightsMoved).event == KnightsMoved((Moved(CEDAR, "-2,0", "-2,1"),))
    assert stays(moved) == [KnightStayed(ASH, "2,0", "occupied")]


def test_nobody_is_asked_to_agree_on_a_space_that_stays_occupied() -> None:
    """KD-4.2 before KD-4.3: Cedar stays on it, so there is nothing to agree on, and both stay."""
    table = seated(ash="3,0", birch="2,1", cedar="2,0").plan(ash="movement", birch="movement", cedar="shield")

    blocked = table.move(ash="2,0", birch="2,0")

    assert blocked.every(ClashFound) == ()
    assert stays(blocked) == [KnightStayed(ASH, "2,0", "occupied"), KnightStayed(BIRCH, "2,0", "occupied")]


def test_a_knight_off_the_board_is_in_nobodys_way() -> None:
    """KD-8.9, KD-4.2: the defeated have left their space."""
    table = seated(ash="2,0", birch="3,0", fir="out").plan(ash="movement")

    moved = table.move(ash="2,1")

    assert moved.knight(ASH).space == "2,1"
    assert moved.knight(FIR).space is None
