"""How far own plans are searched, for a duty of one's own and for a pool, and what is said where none is found."""

from typing import Final

import pytest
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.promises.blame.causes import Policy
from tests.minigame.ruleset import GREEN, RED
from tests.support.promises.blaming import ALL_IDLE, INFLUENTIAL, Table, answering, codes, goods, only, tried

TILES: Final = (*(f"Field {number}" for number in range(450)), "Mill")
"""To deploy to the last of them is not among the first few hundred options."""


@pytest.mark.parametrize(
    ("policy", "blamed", "left"),
    [(Policy(replayed=10_000), (RED,), []), (Policy(replayed=1_000), (), ["R8"])],
    ids=["all", "some"],
)
def test_every_option_is_tried_or_the_search_says_that_it_stopped(
    policy: Policy, blamed: tuple[Seat, ...], left: list[str]
) -> None:
    letter = 'red promises green that red controls tile "Mill" by the end of season 1.'

    promise = tried(letter, replace(goods(), tiles=TILES), ALL_IDLE, policy=policy)

    assert (answering(promise), codes(promise)) == (blamed, left)
    assert only(promise).blame.excused == ()


def test_that_no_plan_was_found_is_told_with_what_was_tried() -> None:
    table = Table(goods())
    table.promises("red promises green that red has at least 3 corn by the end of season 1.")
    table.plays(*ALL_IDLE)

    assert (
        "c1: red does not answer for it: never had a legal chance, and with one other decision of its own before that, "
        "of those that the rules list, no plan was found"
    ) in table.account()


SPENT: Final = (
    *("red vote_open Other", "green vote Other con 0", "blue vote Other con 0", "red vote Other pro 3"),
    *("blue vote_open CornTax", "green vote CornTax con 0", "blue vote CornTax pro 1", "red vote CornTax pro 0"),
)
IN_FAVOUR: Final = 'to spend at least 3 influence in favour of law "CornTax" in the next vote on law "CornTax".'


@pytest.mark.parametrize("letter", ["red promises", "red and green jointly promise"], ids=["alone", "jointly"])
def test_whoever_had_an_own_plan_answers_for_it_alone_or_in_a_pool(letter: str) -> None:
    """Red had spent its influence elsewhere; green never had any."""
    start = replace(goods(red=INFLUENTIAL, blue=INFLUENTIAL), laws=("CornTax", "Other"))

    promise = tried(f"{letter} blue {IN_FAVOUR}", start, SPENT)

    (witness,) = only(promise).blame.witnesses
    assert (witness.seat, witness.kind) == (RED, "plan")
    assert codes(promise) == []


GAVE_ALL: Final = (*SPENT[:3], "red vote Other pro 1", *SPENT[4:7], "red vote CornTax pro 2")


def test_who_gave_a_pool_all_they_had_left_is_excused_by_somebody_who_had_the_rest() -> None:
    """Red had spent one elsewhere, and no other plan of red's is looked for: green kept what was missing."""
    start = replace(goods(red=INFLUENTIAL, green={"influence": 1}, blue=INFLUENTIAL), laws=("CornTax", "Other"))
    table = Table(start)
    table.promises(f"red and green jointly promise blue {IN_FAVOUR}")

    table.plays(*GAVE_ALL)

    (promise,) = table.audit().promises
    assert [(each.seat, each.kind) for each in only(promise).blame.witnesses] == [(GREEN, "share")]
    assert [(each.seat, each.why) for each in only(promise).blame.excused] == [(RED, "could-not-supply")]
    assert "c1: red does not answer for it: could not have supplied the missing part" in table.account()


def test_of_a_pool_that_nobody_could_fill_the_account_says_that_plans_were_searched() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red and blue jointly promise green to give 6 wood to green by the end of season 1.")

    table.plays(*ALL_IDLE)

    told = [line for line in table.account() if "could not have supplied the missing part" in line]
    assert ["no plan was found" in line for line in told] == [True, True]


def test_of_a_pool_a_search_that_ends_before_it_can_tell_excuses_nobody() -> None:
    letter = "red and blue jointly promise green to give 6 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 2}), ALL_IDLE, policy=Policy(alternatives=0))

    assert (answering(promise), codes(promise)) == ((), ["R8", "R8"])
    assert only(promise).blame.excused == ()


def test_what_a_plan_takes_back_is_missing_again() -> None:
    """Red could have kept the four it gave, but six it never had."""
    letter = "red promises green to give 6 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 4}), ["red give wood 4 green", *ALL_IDLE])

    assert [each.why for each in only(promise).blame.excused] == ["never-able"]
    assert codes(promise) == []
