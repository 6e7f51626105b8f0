"""A promise in words: who could have done what, what is left to a judge, and at last who pays."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from tests.minigame.model import Components, Permit
from tests.minigame.ruleset import BLUE, RED
from tests.support.promises.blaming import ALL_IDLE, Table, goods

# In words ----------------------------------------------------------------------------------------------------------


def test_the_account_says_each_thing_in_words_and_at_last_who_pays() -> None:
    wood, pool = "red promises blue to give 2 wood to blue by the end of season 1.", SIX
    forge = 'red promises blue to assign workers to workplace "Forge" by the end of season 1.'
    both = f"red and blue jointly promise green: (1) red to {forge[21:-1]}; (2) blue not to attack green;"
    shared = replace(goods(), permits=(Permit(RED, "Forge"), Permit(BLUE, "Forge")))
    blocked = ["red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"]
    prevented = ["red deploy Mill", "blue assign Forge", "green idle", "red idle", "blue idle"]
    cases: list[tuple[str, Components, Sequence[str], str]] = [
        (wood, goods(red={"wood": 2}), ALL_IDLE, "red pays 20 crossed-out prestige (MG-13): clause 1: red could"),
        (
            wood,
            goods(red={"wood": 2}),
            ["red give wood 1 green", *ALL_IDLE],
            "red could have kept it; had red decided to give: item wood, count 2, to blue before position 5, it would",
        ),
        (
            wood,
            goods(),
            ALL_IDLE,
            "clause 1: red promised what was not in their power, and no one had taken it from them.",
        ),
        (forge, shared, blocked, "had red decided to assign: workplace Forge at position 5, it would have been kept"),
        (both, shared, prevented, "blue kept red from it; had blue decided to idle at position"),
        (
            pool,
            goods(red={"wood": 3}, blue={"wood": 3}),
            ALL_IDLE,
            "had red decided to give: item wood, count 3, to green before position 6, and blue decided to give:",
        ),
        (CONTROL, goods(), ALL_IDLE, "had red decided to deploy: tile Mill at position 5, it would have been kept."),
    ]
    for letter, start, moves, says in cases:
        table = Table(start)
        table.promises(letter)
        table.plays(*moves)

        assert says in table.account()[-1]


SIX: Final = "red and blue jointly promise green to give 6 wood to green by the end of season 1."
CONTROL: Final = 'red promises green that red controls tile "Mill" by the end of season 1.'


def test_the_account_says_who_is_excused_by_what() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("blue refuse red", *ALL_IDLE)

    *_, excuse, last = table.account()

    assert excuse == (
        "clause 1: red was kept from it by blue; had what was decided at position 5 been left, and red decided to "
        "give: item wood, count 2, to blue before position 7, it would have been kept"
    )
    assert last == "Nobody pays."


def test_the_account_says_what_is_left_to_a_judge() -> None:
    table = Table(goods())
    table.promises("red promises green that blue has at least 3 corn by the end of season 1.")
    table.plays(*ALL_IDLE)

    *_, referral, last = table.account()

    assert referral == (
        "clause 1: left to a judge: R6, a state, or another player's conduct, that the obligor did not control, "
        "about red"
    )
    assert last == "Nobody pays."


def test_the_account_says_that_no_duty_arose() -> None:
    table = Table(goods())
    table.promises(
        "red promises blue if blue gives 1 wood to red by the end of season 1, to give 1 stone to blue within 1 season."
    )
    table.plays(*ALL_IDLE * 3)

    assert table.account()[-1] == "Nothing ever fell due under this promise."
