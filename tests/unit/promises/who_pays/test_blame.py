"""Who answers for what, where no vector of blame says it: whose clause it was, and what was done."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from tests.minigame.model import Attack, Components, Deploy
from tests.minigame.ruleset import BLUE, GREEN, MIXED, RED
from tests.support.promises.blaming import (
    ALL_IDLE,
    INFLUENTIAL,
    Table,
    answering,
    codes,
    decided,
    goods,
    only,
    paying,
    tried,
)

# Whose clause it was -----------------------------------------------------------------------------------------------


def test_of_separate_duties_only_the_defaulter_pays() -> None:
    letter = (
        "red and blue jointly promise green: "
        '(1) each of them to spend at least 3 influence in favour of law "Gates" in the next vote on law "Gates";'
    )
    votes = ("green vote Gates pro 1", "blue vote Gates pro 2", "red vote Gates pro 3")

    promise = tried(
        letter, goods(red=INFLUENTIAL, blue=INFLUENTIAL, green=INFLUENTIAL), ["red vote_open Gates", *votes]
    )

    assert promise.status == "broken"
    assert answering(promise) == (BLUE,)


POOL = "red and blue jointly promise green: (1) to give 5 wood to green by the end of season 1; "
RED_GAVE_ALL = ["red give wood 3 green", "red deploy Mill", "blue idle", "green deploy Mill"]


@pytest.mark.parametrize(
    ("own", "then", "pay"),
    [
        ("red not to attack green until the end of season 2.", ["red attack green"], (BLUE, RED)),
        ("each of them not to attack green until the end of season 2.", ["red attack green"], (BLUE, RED)),
        ("red not to attack green until the end of season 2.", [*ALL_IDLE, "red attack green"], (BLUE,)),
        ("red to idle and give 1 stone to green by the end of season 2.", ALL_IDLE, (BLUE, RED)),
        ("red to idle and give 1 stone to green by the end of season 2.", ["red give stone 1 green"], (BLUE,)),
        (
            "red to give 1 stone to green by the end of season 2; (3) red not to attack green.",
            ["red give stone 1 green", *ALL_IDLE, "red attack green"],
            (BLUE, RED),
        ),
    ],
)
def test_who_is_excused_of_what_several_owed_together_still_owes_the_rest(
    own: str, then: Sequence[str], pay: tuple[Seat, ...]
) -> None:
    """HA-18: blue let the pool fall through, to which red gave all; what red breaks later is red's own."""
    promise = tried(f"{POOL}(2) {own}", MIXED, [*RED_GAVE_ALL, *ALL_IDLE[::2], *then])

    assert answering(promise) == pay


def test_who_breaks_several_shares_of_its_own_later_answers_for_the_first() -> None:
    letter = f"{POOL}(2) red not to idle during season 2; (3) red not to attack green."

    promise = tried(letter, MIXED, [*RED_GAVE_ALL, *ALL_IDLE[::2], *ALL_IDLE, "red attack green"])

    assert [(each.seat, each.path) for each in paying(promise)] == [(BLUE, "c1"), (RED, "c2")]


def test_where_each_promises_one_may_break_what_another_keeps() -> None:
    letter = "red and blue each promise green to give 1 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 1}, blue={"wood": 1}), ["red give wood 1 green", *ALL_IDLE])

    assert [part.status for part in promise.parts] == ["kept", "broken"]
    assert [part.blame.blamed for part in promise.parts] == [(), (BLUE,)]
    assert promise.status == "broken"


def test_a_missed_reparation_is_its_owners_and_costs_once() -> None:
    letter = (
        "red promises blue to give 3 corn to blue by the end of season 1, "
        "otherwise to give 2 iron to blue within 1 season."
    )

    promise = tried(letter, goods(red={"iron": 2}), [*ALL_IDLE, *ALL_IDLE])

    (witness,) = paying(promise)
    assert (witness.seat, witness.path, witness.step) == (RED, "c1.otherwise", "could")
    assert [each.seat for each in only(promise).penalties] == [RED]


def test_a_reparation_that_is_made_costs_nothing() -> None:
    letter = (
        "red promises blue to give 3 corn to blue by the end of season 1, "
        "otherwise to give 2 iron to blue within 1 season."
    )

    promise = tried(letter, goods(red={"iron": 2}), [*ALL_IDLE, "red give iron 2 blue"])

    assert promise.status == "kept"
    assert only(promise).penalties == ()


def test_of_a_choice_every_way_that_was_open_is_a_witness() -> None:
    letter = "red promises blue to either give 2 stone to blue or give 1 iron to blue by the end of season 1."

    promise = tried(letter, goods(red={"iron": 1}), ALL_IDLE)

    assert [each.path for each in paying(promise)] == ["c1.2"]
    assert answering(promise) == (RED,)
    assert only(promise).blame.excused == ()


def test_two_failing_clauses_cost_as_much_as_one() -> None:
    letter = (
        "red promises blue: (1) to give 1 wood to blue by the end of season 1; "
        "(2) to give 1 iron to blue by the end of season 1;"
    )

    promise = tried(letter, goods(red={"wood": 1, "iron": 1}), ALL_IDLE)

    assert [each.path for each in paying(promise)] == ["c1", "c2"]
    assert len(only(promise).penalties) == 1


def test_whoever_prevents_the_condition_keeps_the_letter() -> None:
    letter = (
        "red promises blue if blue gives 1 wood to red by the end of season 1, to give 1 stone to blue within 1 season."
    )

    promise = tried(letter, goods(blue={"wood": 1}), ["red refuse blue", *ALL_IDLE, *ALL_IDLE, *ALL_IDLE])

    assert promise.status == "kept"
    assert only(promise).vacuous


def test_keeping_one_promise_is_no_excuse_for_breaking_another() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.promises("red promises green to give 2 wood to green by the end of season 1.")
    table.plays("red give wood 2 green", *ALL_IDLE)

    broken, kept = table.audit().promises

    assert (broken.status, kept.status) == ("broken", "kept")
    assert answering(broken) == (RED,)


def test_a_duty_that_a_trigger_armed_is_judged_from_there() -> None:
    letter = "red promises blue whenever blue gives 1 wood to red, to give 1 stone to blue within 1 turn of red."

    promise = tried(letter, goods(blue={"wood": 2}, red={"stone": 1}), ["blue give wood 1 red", "red deploy Mill"])

    assert promise.status == "broken"
    assert answering(promise) == (RED,)


def test_an_exception_that_did_not_come_true_leaves_the_duty() -> None:
    letter = "red promises blue not to idle until the end of season 1, unless blue idles."

    assert answering(tried(letter, goods(), ["red idle"])) == (RED,)


def test_a_letter_that_binds_to_the_end_is_broken_there() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 9. It binds even if the game ends early."

    promise = tried(letter, goods(red={"wood": 2}), ALL_IDLE * 3)

    assert promise.status == "broken"
    assert answering(promise) == (RED,)


# What was done -----------------------------------------------------------------------------------------------------


def test_a_free_act_could_always_have_been_left() -> None:
    promise = tried(
        "red promises blue never to give 1 wood to green.", goods(red={"wood": 1}), ["red give wood 1 green"]
    )

    (witness,) = paying(promise)
    assert (witness.seat, witness.step) == (RED, "could")
    assert decided(witness)[0] is None


def test_an_act_that_chance_had_a_part_in_has_other_ways_to_use_the_turn() -> None:
    moves = ["red deploy Mill", "blue deploy Mill", "green idle", "red attack blue"]

    promise = tried("red promises blue never to attack blue.", goods(), moves)

    (witness,) = paying(promise)
    assert decided(witness)[0] is not None
    assert answering(promise) == (RED,)


def test_another_way_that_hangs_on_a_die_is_another_way() -> None:
    """Red's only Knight stands beside Blue's: Red could have attacked."""
    start = Components(knights=1, tiles=("Mill",))

    promise = tried(
        "red promises blue never to idle.", start, ["red deploy Mill", "blue deploy Mill", "green idle", "red idle"]
    )

    (witness,) = paying(promise)
    assert [*decided(witness)] == [Attack(RED, BLUE)]


def test_an_exact_amount_is_broken_by_one_more_and_by_one_less() -> None:
    letter = "red promises blue to give exactly 2 wood to blue by the end of season 1."

    more = tried(letter, goods(red={"wood": 3}), ["red give wood 3 blue"])
    fewer = tried(letter, goods(red={"wood": 3}), ["red give wood 1 blue", *ALL_IDLE])

    assert [each.step for each in paying(more)] == ["could"]
    assert [each.step for each in paying(fewer)] == ["could"]


@pytest.mark.parametrize(
    ("amount", "pay"), [("exactly 2", (BLUE,)), ("at most 2", (BLUE, RED))], ids=["a duty", "a limit"]
)
def test_of_an_exact_amount_that_two_owed_only_who_went_beyond_it_pays(amount: str, pay: tuple[Seat, ...]) -> None:
    """Red gave what was owed. Of a limit that two share, each uses up a part."""
    letter = f"red and blue jointly promise green to give {amount} wood to green by the end of season 1."

    promise = tried(letter, MIXED, ["red give wood 2 green", "blue give wood 1 green"])

    assert answering(promise) == pay


def test_a_state_that_its_owner_gave_up_is_the_owners() -> None:
    letter = "red promises green that red has at least 3 corn at the end of season 1."

    promise = tried(letter, goods(red={"corn": 3}), ["red give corn 2 blue", *ALL_IDLE])

    (witness,) = paying(promise)
    assert (witness.seat, witness.step, decided(witness)[0]) == (RED, "could", None)


def test_a_state_lost_by_a_move_of_ones_own_is_the_owners() -> None:
    letter = "red promises green that red has at least 3 corn until the end of season 1."

    assert answering(tried(letter, goods(red={"corn": 3}), ["red give corn 2 blue"])) == (RED,)


def test_a_state_that_an_own_move_would_have_brought_about_is_the_owners() -> None:
    letter = 'red promises green that red controls tile "Mill" by the end of season 1.'

    promise = tried(letter, goods(), ALL_IDLE)

    (witness,) = paying(promise)
    assert (witness.step, [*decided(witness)]) == ("could", [Deploy(RED, "Mill")])


def test_a_state_of_oneself_that_was_out_of_reach_is_more_than_one_had() -> None:
    letter = "red promises green that red has at least 3 corn by the end of season 1."

    promise = tried(letter, goods(), ALL_IDLE)

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]
    assert codes(promise) == []


def test_a_state_of_others_that_was_out_of_reach_is_for_a_judge() -> None:
    letter = "red promises green that blue has at least 3 corn by the end of season 1."

    promise = tried(letter, goods(), ALL_IDLE)

    assert (answering(promise), codes(promise)) == ((), ["R6"])


def test_a_state_of_oneself_that_no_season_brought_is_more_than_one_had() -> None:
    """Without a Knight nothing that others leave out helps Red."""
    letter = 'red promises blue that red controls tile "Mill" by the end of season 2.'

    promise = tried(letter, replace(goods(), knights=0), ALL_IDLE * 2)

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]


def test_a_season_in_which_it_is_to_be_so_does_not_change_of_whom_a_state_speaks() -> None:
    own, of_others = (
        tried(f"red promises green that {seat} has at least 3 corn during season 1.", goods(), ALL_IDLE)
        for seat in ("red", "blue")
    )

    assert (own.status, answering(own), codes(own)) == ("broken", (RED,), [])
    assert (of_others.status, answering(of_others), codes(of_others)) == ("broken", (), ["R6"])


def test_a_state_that_somebody_else_stood_in_the_way_of_is_nobodys() -> None:
    """With one knight each, whoever comes second to the Mill only shares it: Green came before Red's first turn."""
    letter = 'red promises blue that red controls tile "Mill" by the end of season 1.'
    start = replace(goods(), knights=1)

    promise = tried(letter, start, ["green deploy Mill", *ALL_IDLE], seats=(GREEN, RED, BLUE))

    assert promise.status == "broken"
    assert [(each.step, each.other) for each in only(promise).blame.excused] == [("taken", GREEN)]
