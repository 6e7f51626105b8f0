"""Components that a table brings along: every figure that another one relies on is checked."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import BadRecord
from oathbook.domain.rulesets.knights_duty.model.components import ActionCount, Board, Components, Corner
from tests.unit.rulesets.knights_duty.table import ASH, BIRCH, DUTY, HEX, SQUARE, fresh, seated, setup_of

BOARD: Final = HEX.board


def with_board(board: Board) -> Components:
    return replace(HEX, board=board)


WRONG: Final = {
    "a space twice": ("components.board.spaces", with_board(replace(BOARD, spaces=(*BOARD.spaces, "0,0")))),
    "High Ground off the board": ("components.board.high_ground", with_board(replace(BOARD, high_ground="5,5"))),
    "a corner off the board": (
        "components.board.corners",
        with_board(replace(BOARD, corners=(Corner("red", "9,9"), *BOARD.corners[1:]))),
    ),
    "a clan twice": (
        "components.board.corners",
        with_board(replace(BOARD, corners=(Corner("blue", "4,0"), *BOARD.corners[1:]))),
    ),
    "a corner twice": (
        "components.board.corners",
        with_board(replace(BOARD, corners=(Corner("red", "0,4"), *BOARD.corners[1:]))),
    ),
    "a straight line in no direction": (
        "components.board.straight",
        with_board(replace(BOARD, straight=(*BOARD.straight, "1,1"))),
    ),
    "a weapon missing": ("components.weapons", replace(HEX, weapons=HEX.weapons[:2])),
    "a weapon twice": ("components.weapons", replace(HEX, weapons=(*HEX.weapons, HEX.weapons[0]))),
    "more actions than slots": ("components.actions", replace(HEX, actions=ActionCount(full=4, broken=2))),
    "more actions with a Broken Heart": ("components.actions", replace(HEX, actions=ActionCount(full=2, broken=3))),
    "a weapon without a heart": (
        "components.weapons.bow",
        replace(HEX, weapons=(*HEX.weapons[:2], replace(HEX.weapons[2], hearts=0))),
    ),
}


@pytest.mark.parametrize(("where", "components"), WRONG.values(), ids=WRONG)
def test_components_that_contradict_each_other_are_refused(where: str, components: Components) -> None:
    """One figure is wrong; the refusal begins with the name of its field."""
    with pytest.raises(BadRecord) as raised:
        DUTY.initial(setup_of("ash", "birch", components=components))

    assert str(raised.value).split(":")[0] == where


@pytest.mark.parametrize("components", [HEX, SQUARE], ids=lambda each: each.name)
def test_the_installed_sets_fit(components: Components) -> None:
    """Section 5 of the digest: both boards can be played on."""
    assert fresh("ash", "birch", components=components).asked == (ASH, BIRCH)


def test_another_board_is_another_set_of_data() -> None:
    """Section 5: a variant is a new data set and not new code; here a corridor in which a bow reaches 2."""
    corridor = Board(
        "square",
        "1,0",
        ("1,0", "-1,0"),
        ("1,0", "-1,0"),
        ("0,0", "1,0", "2,0", "3,0"),
        (Corner("red", "0,0"), Corner("blue", "3,0")),
    )
    short = replace(HEX, board=corridor, weapons=(*HEX.weapons[:2], replace(HEX.weapons[2], reach=2)))
    table = seated(short, ash="0,0 bow spent", birch="2,0 spent")

    pointed = table.plan(ash="bow").picking(ash="shield").point(ash=BIRCH)
    lost = seated(short, ash="0,0 bow", birch="3,0").plan(ash="bow")

    assert pointed.field.turn == 2
    assert lost.asked == (ASH, BIRCH)


def test_a_tracker_of_more_slots_gives_more_actions() -> None:
    """KD-2.2 as data: with 4 actions and 4 slots a Full Heart plays the fourth token, a Broken one has 3 here."""
    longer = replace(HEX, tracker=4, actions=ActionCount(full=4, broken=3))
    table = seated(longer, ash="2,0", birch="-4,0 broken")

    planned = table.plan(ash="- - - movement", birch="- - shield")

    assert (planned.field.slot, planned.asked) == (4, (ASH,))


def test_a_broken_heart_may_be_given_as_many_actions_as_a_full_one() -> None:
    """KD-2.2 as data: then nobody sits out a slot."""
    table = seated(replace(HEX, actions=ActionCount(full=3, broken=3)), ash="2,0", birch="-4,0 broken")

    planned = table.plan(birch="- - movement")

    assert (planned.field.slot, planned.asked) == (3, (BIRCH,))
