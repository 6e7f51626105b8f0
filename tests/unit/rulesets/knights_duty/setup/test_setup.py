"""KD-1: choosing a clan, and what stands and lies there at the start."""

from typing import Final

import pytest

from oathbook.domain.errors import BadRecord
from oathbook.domain.kernel import Seat
from oathbook.domain.rulesets.knights_duty.model.decisions import ChooseClan
from oathbook.domain.rulesets.knights_duty.model.events import ClanChosen, KnightPlaced, TurnBegan
from oathbook.domain.rulesets.knights_duty.model.state import Knight
from oathbook.domain.rulesets.protocol import Score
from tests.unit.rulesets.knights_duty.table import (
    ASH,
    BIRCH,
    CEDAR,
    CLANS,
    CLANS_OF_THE_SQUARE,
    DUTY,
    HEX,
    SQUARE,
    conditions,
    fresh,
    setup_of,
)

TREES: Final = ("ash", "birch", "cedar", "fir", "oak", "yew")
CORNERS: Final = {"red": "4,0", "blue": "0,4", "green": "-4,4", "yellow": "-4,0", "black": "0,-4", "white": "4,-4"}
CORNERS_OF_THE_SQUARE: Final = {"red": "0,0", "blue": "8,0", "yellow": "8,8", "black": "0,8"}


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_two_to_six_players_can_play(players: int) -> None:
    """KD-1.2 (section 1: 2 to 6 players): everybody is asked for a clan, and turn 1 begins after the last choice."""
    table = fresh(*TREES[:players])

    *early, last = zip(TREES[:players], CLANS, strict=False)
    chosen = table.choose(**dict(early))
    begun = chosen.choose(**dict([last]))

    assert table.asked == TREES[:players]
    assert chosen.every(TurnBegan) == ()
    assert begun.the(TurnBegan).event == TurnBegan(1)
    assert begun.asked == TREES[:players]
    assert begun.field.stage == "planning"


@pytest.mark.parametrize("players", [0, 1, 7])
def test_fewer_than_two_or_more_than_six_cannot(players: int) -> None:
    """KD-1.2 (section 1: 2 to 6 players)."""
    seats = ("ash", "birch", "cedar", "fir", "oak", "yew", "elm")[:players]

    with pytest.raises(BadRecord, match=r"^seats: .* 2 to 6 players, not "):
        DUTY.initial(setup_of(*seats))


def test_the_square_board_has_no_place_for_a_fifth() -> None:
    """KD-1.2, section 5: the other board has four corners."""
    with pytest.raises(BadRecord, match=r"^seats: .* 2 to 4 players, not 5"):
        DUTY.initial(setup_of("ash", "birch", "cedar", "fir", "oak", components=SQUARE))


@pytest.mark.parametrize("clan", CLANS)
def test_the_knight_starts_on_the_corner_of_its_clan(clan: str) -> None:
    """KD-1.3, KD-1.4, KD-1.5: Knight and token on the corner, cards on show, a Full Heart, no weapon."""
    table = fresh("ash", "birch")

    chosen = table.choose(ash=clan)

    assert chosen.events == (ClanChosen(ASH, clan), KnightPlaced(ASH, clan, CORNERS[clan], "face_up"))
    assert "KD-1.2" in chosen.the(ClanChosen).cites
    assert {"KD-1.3", "KD-1.4", "KD-1.5"} <= set(chosen.the(KnightPlaced).cites)
    assert "KA-22" in chosen.the(KnightPlaced).readings
    assert chosen.knight(ASH) == Knight(ASH, clan, CORNERS[clan], "full", None, "face_up")
    assert chosen.asked == (BIRCH,)


@pytest.mark.parametrize("clan", CLANS_OF_THE_SQUARE)
def test_the_square_board_has_a_corner_for_each_of_its_clans(clan: str) -> None:
    """KD-1.3 on the other board."""
    table = fresh("ash", "birch", components=SQUARE)

    chosen = table.choose(birch=clan)

    assert chosen.the(KnightPlaced).event == KnightPlaced(BIRCH, clan, CORNERS_OF_THE_SQUARE[clan], "face_up")


def test_clans_are_chosen_in_any_order() -> None:
    """KA-35: who chooses first is not told, the order of choice is recorded."""
    table = fresh("ash", "birch", "cedar")

    chosen = table.choose(cedar="red", ash="white")

    assert [each.event.seat for each in chosen.every(ClanChosen)] == [CEDAR, ASH]
    assert all("KA-35" in each.readings for each in chosen.every(ClanChosen))
    assert chosen.asked == (BIRCH,)


def test_a_clan_that_somebody_has_is_refused() -> None:
    """KD-1.2, KA-35: there is one set of pieces a clan."""
    table = fresh("ash", "birch").choose(ash="red")

    refusal = table.refused(ChooseClan(BIRCH, "red"))

    assert (refusal.code, refusal.clause, refusal.kind) == ("clan-taken", "KD-1.2", "illegal")
    assert refusal.readings == ("KA-35",)
    assert conditions(refusal) == [
        ("KD-1.2", True, {"stage": "clans", "asked": "birch"}),
        ("KD-1.2", True, {"clan": "red", "clans": "black, blue, green, red, white, yellow"}),
        ("KD-1.2", False, {"clan": "red", "taken": "red"}),
    ]


def test_a_clan_that_the_board_has_not_is_refused() -> None:
    """KD-1.2: the square board has no green corner."""
    table = fresh("ash", "birch", components=SQUARE)

    refusal = table.refused(ChooseClan(ASH, "green"))

    assert (refusal.code, refusal.clause, refusal.kind) == ("unknown-clan", "KD-1.2", "illegal")
    assert conditions(refusal)[-1] == ("KD-1.2", False, {"clan": "green", "clans": "black, blue, red, yellow"})


@pytest.mark.parametrize("seat", [ASH, CEDAR], ids=["who has chosen", "who has no seat"])
def test_only_who_has_no_clan_yet_is_asked_for_one(seat: Seat) -> None:
    """KD-1.2: one clan a player."""
    table = fresh("ash", "birch").choose(ash="red")

    refusal = table.refused(ChooseClan(seat, "blue"))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-1.2", "out-of-turn")
    assert conditions(refusal) == [("KD-1.2", False, {"stage": "clans", "asked": "birch"})]


def test_nobody_chooses_a_clan_once_the_turns_have_begun() -> None:
    """KD-1.2, KD-2.1: the clans are chosen before the first turn."""
    table = fresh("ash", "birch").choose(ash="red", birch="blue")

    refusal = table.refused(ChooseClan(ASH, "green"))

    assert (refusal.code, refusal.clause, refusal.kind) == ("not-asked", "KD-1.2", "out-of-turn")
    assert conditions(refusal) == [("KD-1.2", False, {"stage": "planning", "asked": "ash, birch"})]


def test_everybody_starts_with_a_full_heart() -> None:
    """KD-1.5: the standing counts two hearts for a Full one, and nobody is out."""
    table = fresh("ash", "birch").choose(ash="red", birch="blue")

    standing = DUTY.standing(table.state)

    assert standing.scores == (Score(ASH, 2, "hearts"), Score(BIRCH, 2, "hearts"))
    assert (standing.out, standing.ending, standing.stall) == ((), None, "")


def test_the_box_holds_what_the_rulebook_lists() -> None:
    """Section 1 of the digest: tokens, cards, actions, tracker; every figure is in the data of both sets."""
    for components in (HEX, SQUARE):
        tokens, cards, actions = components.tokens, components.cards, components.actions

        assert (tokens.sword, tokens.spear, tokens.bow, tokens.shield, tokens.parry) == (2, 2, 2, 2, 2)
        assert tokens.movement == 3
        assert (cards.full_heart, cards.broken_heart, cards.shield) == (4, 4, 4)
        assert (actions.full, actions.broken, components.tracker) == (3, 2, 3)
        assert [(each.name, each.reach, each.hearts, each.shields) for each in components.weapons] == [
            ("sword", 2, 3, 1),
            ("spear", 3, 2, 2),
            ("bow", 4, 1, 3),
        ]


def test_the_sample_board_is_a_hexagon_of_61_spaces() -> None:
    """Section 5 of the digest: radius 4, High Ground in the centre, six neighbours, six corners."""
    board = HEX.board
    hexagon = {f"{q},{r}" for q in range(-4, 5) for r in range(-4, 5) if max(abs(q), abs(r), abs(q + r)) <= 4}

    assert (len(board.spaces), set(board.spaces)) == (61, hexagon)
    assert (board.high_ground, len(board.directions)) == ("0,0", 6)
    assert {corner.clan: corner.space for corner in board.corners} == CORNERS


def test_the_other_board_is_a_square_of_81_spaces() -> None:
    """Section 5 of the digest: size 9, eight neighbours, four corners, High Ground in the centre."""
    board = SQUARE.board

    assert (len(board.spaces), set(board.spaces)) == (81, {f"{x},{y}" for x in range(9) for y in range(9)})
    assert (board.high_ground, len(board.directions), len(board.straight)) == ("4,4", 8, 4)
    assert {corner.clan: corner.space for corner in board.corners} == CORNERS_OF_THE_SQUARE
