"""Who answers for what, where no vector of blame says it; and everything that is left to a judge."""

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from domain.kernel.seats import Seat
from domain.promises.audit import Audited, Part
from domain.promises.causes import Policy
from tests.minigame.model import Components, Goods, Permit
from tests.minigame.ruleset import BLUE, GREEN, RED
from tests.support.blaming import SEATS, Table

ALL_IDLE: Final = ("red idle", "blue idle", "green idle")
INFLUENTIAL: Final[Goods] = {"influence": 3}


def goods(**of: Goods) -> Components:
    return Components(
        goods={Seat(seat): each for seat, each in of.items()}, laws=("CornTax", "Gates"), owners={"Forge": GREEN}
    )


def tried(
    letter: str,
    start: Components,
    moves: Sequence[str],
    *,
    seats: tuple[Seat, ...] = SEATS,
    policy: Policy | None = None,
    name: str = "blame",
) -> Audited:
    """The audit of one promise."""
    table = Table(start, seats, name)
    table.promises(letter)
    table.plays(*moves)
    (promise,) = table.audit(policy or Policy()).promises
    return promise


def only(promise: Audited) -> Part:
    (part,) = promise.parts
    return part


def blamed(promise: Audited) -> tuple[Seat, ...]:
    return only(promise).blame.blamed


def codes(promise: Audited) -> list[str]:
    return [each.code for each in promise.referrals]


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
    assert blamed(promise) == (BLUE,)


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

    (witness,) = only(promise).blame.witnesses
    assert (witness.seat, witness.path, witness.kind) == (RED, "c1.otherwise", "chance")
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

    assert [each.path for each in only(promise).blame.witnesses] == ["c1.2"]
    assert blamed(promise) == (RED,)
    assert only(promise).blame.excused == ()


def test_two_failing_clauses_cost_as_much_as_one() -> None:
    letter = (
        "red promises blue: (1) to give 1 wood to blue by the end of season 1; "
        "(2) to give 1 iron to blue by the end of season 1;"
    )

    promise = tried(letter, goods(red={"wood": 1, "iron": 1}), ALL_IDLE)

    assert [each.path for each in only(promise).blame.witnesses] == ["c1", "c2"]
    assert len(only(promise).penalties) == 1


def test_whoever_prevents_the_condition_keeps_the_letter() -> None:
    letter = "red promises blue if blue gives 1 wood to red, to give 1 stone to blue by the end of season 1."

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
    assert blamed(broken) == (RED,)


def test_a_duty_that_a_trigger_armed_is_judged_from_there() -> None:
    letter = "red promises blue whenever blue gives 1 wood to red, to give 1 stone to blue within 1 turn of red."

    promise = tried(letter, goods(blue={"wood": 2}, red={"stone": 1}), ["blue give wood 1 red", "red deploy Mill"])

    assert promise.status == "broken"
    assert blamed(promise) == (RED,)


def test_an_exception_that_did_not_come_true_leaves_the_duty() -> None:
    letter = "red promises blue not to idle until the end of season 1, unless blue idles."

    assert blamed(tried(letter, goods(), ["red idle"])) == (RED,)


def test_a_letter_that_binds_to_the_end_is_broken_there() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 9. It binds even if the game ends early."

    promise = tried(letter, goods(red={"wood": 2}), ALL_IDLE * 3)

    assert promise.status == "broken"
    assert blamed(promise) == (RED,)


# What was done -----------------------------------------------------------------------------------------------------


def test_a_free_act_could_always_have_been_left() -> None:
    promise = tried(
        "red promises blue never to give 1 wood to green.", goods(red={"wood": 1}), ["red give wood 1 green"]
    )

    (witness,) = only(promise).blame.witnesses
    assert (witness.seat, witness.kind, witness.replay) == (RED, "act", "confirmed")
    assert witness.moves[0].decision is None


def test_an_act_that_chance_had_a_part_in_has_other_ways_to_use_the_turn() -> None:
    moves = ["red deploy Mill", "blue deploy Mill", "green idle", "red attack blue"]

    promise = tried("red promises blue never to attack blue.", goods(), moves)

    (witness,) = only(promise).blame.witnesses
    assert witness.moves[0].decision is not None
    assert blamed(promise) == (RED,)


def test_an_exact_amount_is_broken_by_one_more_and_by_one_less() -> None:
    letter = "red promises blue to give exactly 2 wood to blue by the end of season 1."

    more = tried(letter, goods(red={"wood": 3}), ["red give wood 3 blue"])
    fewer = tried(letter, goods(red={"wood": 3}), ["red give wood 1 blue", *ALL_IDLE])

    assert [each.kind for each in only(more).blame.witnesses] == ["act"]
    assert [each.kind for each in only(fewer).blame.witnesses] == ["chance"]


def test_a_state_that_its_owner_gave_up_is_the_owners() -> None:
    letter = "red promises green that red has at least 3 corn at the end of season 1."

    promise = tried(letter, goods(red={"corn": 3}), ["red give corn 2 blue", *ALL_IDLE])

    (witness,) = only(promise).blame.witnesses
    assert (witness.seat, witness.kind, witness.moves[0].decision) == (RED, "state", None)


def test_a_state_lost_by_a_move_of_ones_own_is_the_owners() -> None:
    letter = "red promises green that red has at least 3 corn until the end of season 1."

    assert blamed(tried(letter, goods(red={"corn": 3}), ["red give corn 2 blue"])) == (RED,)


def test_a_state_that_an_own_move_would_have_brought_about_is_the_owners() -> None:
    letter = 'red promises green that red controls tile "Mill" by the end of season 1.'

    promise = tried(letter, goods(), ALL_IDLE)

    (witness,) = only(promise).blame.witnesses
    assert (witness.kind, witness.replay) == ("plan", "confirmed")


def test_a_state_that_nobody_could_bring_about_is_nobodys() -> None:
    letter = "red promises green that red has at least 3 corn by the end of season 1."

    promise = tried(letter, goods(), ALL_IDLE)

    assert blamed(promise) == ()
    assert [each.why for each in only(promise).blame.excused] == ["never-able"]
    assert codes(promise) == []


# What was not done -------------------------------------------------------------------------------------------------


def test_acts_that_take_a_turn_each_add_up_over_several_turns() -> None:
    letter = 'red promises blue to deploy a knight to tile "Mill" at least twice by the end of season 1.'
    moves = ["red deploy Peak", "blue idle", "green idle", "red idle"]

    promise = tried(letter, replace(goods(), knights=3), moves)

    (witness,) = only(promise).blame.witnesses
    assert len(witness.moves) == 2
    assert witness.replay == "confirmed"


def test_one_chance_is_not_enough_for_two_acts() -> None:
    """Two turns, but one knight: the replay refutes the witness that counts it twice."""
    letter = 'red promises blue to deploy a knight to tile "Mill" at least twice by the end of season 1.'
    start = replace(goods(), knights=1, permits=(Permit(RED, "Forge"),))

    promise = tried(letter, start, ["red assign Forge", "blue idle", "green idle", "red idle"])

    assert blamed(promise) == ()


def test_who_was_able_but_never_had_a_turn_is_excused() -> None:
    letter = 'red promises blue to deploy a knight to tile "Mill" within 1 turn of blue.'

    promise = tried(letter, goods(), ["blue idle"], seats=(BLUE, RED, GREEN))

    assert promise.status == "broken"
    assert [each.why for each in only(promise).blame.excused] == ["no-turn"]
    assert codes(promise) == []


def test_three_can_owe_what_only_two_of_them_could_supply() -> None:
    letter = "red, blue and green jointly promise to give 5 wood to red by the end of season 1."

    promise = tried(letter, goods(blue={"wood": 3}, green={"wood": 2}), ALL_IDLE)

    assert blamed(promise) == (BLUE, GREEN)
    assert {each.why for each in only(promise).blame.excused} == {"could-not-supply"}


def test_a_pool_that_nobody_could_fill_is_nobodys() -> None:
    letter = "red and blue jointly promise green to give 6 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 2}), ALL_IDLE)

    assert blamed(promise) == ()
    assert [each.seat for each in only(promise).blame.excused] == [RED, BLUE]
    assert codes(promise) == []


def test_a_plan_may_be_to_leave_a_free_act_undone() -> None:
    """Red gives the wood away before the duty begins."""
    letter = "red promises blue once blue idles, to give 1 wood to blue by the end of season 1."
    start = goods(red={"wood": 1})

    promise = tried(letter, start, ["red give wood 1 green", "red deploy Mill", "blue idle", "green idle", "red idle"])

    (witness,) = only(promise).blame.witnesses
    assert witness.kind == "plan"
    assert witness.moves[0].decision is None


# What is left to a judge -------------------------------------------------------------------------------------------


def test_r1_plain_words_are_for_a_judge_once_somebody_claims_or_the_game_is_over() -> None:
    table = Table(goods())
    table.promises('red promises blue in plain words "be friendly" judged by the table.')

    assert codes(table.audit().promises[0]) == []
    table.does("blue", "claim", promise="p1", path="c1", claims="breached", says="He laughed.")
    assert codes(table.audit().promises[0]) == ["R1"]
    table.plays(*ALL_IDLE * 3)
    assert codes(table.audit().promises[0]) == ["R1"]
    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["red"], reason="He did.")
    assert codes(table.audit().promises[0]) == []
    assert blamed(table.audit().promises[0]) == (RED,)


def test_r3_a_forced_move_is_for_a_judge() -> None:
    promise = tried("red promises blue never to idle.", Components(knights=0), ["red idle"])

    assert codes(promise) == ["R3"]
    assert only(promise).penalties == ()


def test_r4_nobody_profits_from_preventing_it_himself() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 1."

    promise = tried(letter, goods(red={"wood": 2}), ["blue refuse red", *ALL_IDLE])

    assert codes(promise) == ["R4"]


def test_r5_the_risk_of_waiting_can_be_on_the_other_side() -> None:
    letter = 'red promises blue to assign workers to workplace "Forge" by the end of season 1.'
    moves = ["red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"]
    start = replace(goods(), permits=(Permit(RED, "Forge"),))

    obligor, other = (tried(letter, start, moves, policy=Policy(delay_risk=risk)) for risk in ("obligor", "excused"))

    assert (blamed(obligor), codes(obligor)) == ((RED,), ["R5"])
    assert (blamed(other), codes(other)) == ((), ["R5"])
    assert not only(obligor).penalties[0].applies


def test_r6_a_state_lost_to_an_outsider_is_for_a_judge() -> None:
    letter = 'red promises blue that red controls tile "Mill" until the end of season 2.'
    table = Table(goods())
    table.plays("red deploy Mill")
    table.promises(letter)
    table.plays("blue idle", "green deploy Mill")

    (promise,) = table.audit().promises

    assert promise.status == "broken"
    assert blamed(promise) == ()
    assert codes(promise) == ["R6"]


def test_r7_unequal_parts_of_a_pool_are_for_a_judge() -> None:
    letter = "red and blue jointly promise green to give 6 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 6}, blue={"wood": 6}), ["red give wood 4 green", *ALL_IDLE])

    assert codes(promise) == ["R7"]
    assert [each.detail for each in promise.referrals] == ["red 4, blue 0"]


def test_r8_where_the_budget_ends_nobody_is_blamed_and_nobody_excused() -> None:
    letter = "red promises green that red has at least 3 corn by the end of season 1."

    promise = tried(letter, goods(), ALL_IDLE, policy=Policy(alternatives=0))

    assert codes(promise) == ["R8"]
    assert only(promise).blame.excused == ()


@pytest.mark.parametrize(
    "letter",
    [
        'red promises blue to lose a knight on tile "Mill" by the end of season 1.',
        'red and green jointly promise blue to lose a knight on tile "Mill" by the end of season 1.',
    ],
)
def test_r8_what_nobody_decides_to_do_cannot_be_asked_of_the_rules(letter: str) -> None:
    promise = tried(letter, goods(), ALL_IDLE)

    assert codes(promise) == ["R8"]
    assert blamed(promise) == ()


def test_r9_what_was_broken_when_it_was_signed_is_nobodys() -> None:
    letter = 'red promises blue that red controls tile "Mill" until the end of season 2.'

    promise = tried(letter, goods(), [])

    assert promise.status == "broken"
    assert (blamed(promise), codes(promise)) == ((), ["R9"])


DICE: Final = [str(number) for number in range(20)]


def test_r10_a_die_that_takes_the_last_chance_is_nobodys_doing() -> None:
    """Blue attacks and the die takes Red's only knight: once after Red had a chance, once before."""
    letter = "red promises green to attack green by the end of season 1."
    start = replace(goods(), knights=1, permits=(Permit(RED, "Forge"), Permit(GREEN, "Forge")))
    late = ["red deploy Mill", "blue deploy Mill", "green deploy Mill", "red assign Forge", "blue attack red"]
    early = ["green deploy Mill", "blue deploy Mill", "red deploy Mill", "green assign Forge", "blue attack red"]
    found: list[tuple[tuple[Seat, ...], list[str], list[str]]] = []
    for moves, seats in ((late, SEATS), (early, (GREEN, BLUE, RED))):
        name = next(name for name in DICE if lost_by(RED, start, moves, seats, name))

        promise = tried(letter, start, [*moves, *(f"{seat} idle" for seat in after(seats))], seats=seats, name=name)

        found.append((blamed(promise), codes(promise), [each.why for each in only(promise).blame.excused]))
    assert found == [((RED,), ["R10"], []), ((), ["R10"], ["blocked-by-chance"])]


def lost_by(seat: Seat, start: Components, moves: Sequence[str], seats: tuple[Seat, ...], name: str) -> bool:
    """Whether the die of a game of that name is against a seat."""
    table = Table(start, seats, name)
    table.promises("red promises green to attack green by the end of season 1.")
    table.plays(*moves)
    return seat not in {each.seat for each in table.scribe.game.state.knights}


def after(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who acts after the second, in their order."""
    return (*seats[2:], *seats[:2])


def test_r11_a_party_that_has_left_is_for_a_judge() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 1."

    promise = tried(letter, goods(red={"wood": 2}), ["red deploy Mill", "red leave", "blue idle", "green idle"])

    assert blamed(promise) == (RED,)
    assert codes(promise) == ["R11"]


def test_r12_a_claim_that_names_events_and_says_the_opposite_disputes_how_they_were_read() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("red give wood 2 blue")
    given = table.scribe.game.position

    table.does("blue", "claim", promise="p1", path="c1", claims="breached", about=[given], says="It was stone.")

    (promise,) = table.audit().promises
    assert promise.status == "kept"
    assert codes(promise) == ["R12"]
    table.does("table", "rule", promise="p1", path="c1", value="met", reason="It was wood.")
    assert codes(table.audit().promises[0]) == []


# Rulings -----------------------------------------------------------------------------------------------------------


def test_a_ruling_settles_a_referral_with_the_names_it_names() -> None:
    letter = "red and blue jointly promise green to give 6 wood to green by the end of season 1."
    table = Table(goods(red={"wood": 6}, blue={"wood": 6}))
    table.promises(letter)
    table.plays("red give wood 4 green", *ALL_IDLE)

    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["blue"], reason="Red did more.")

    (promise,) = table.audit().promises
    assert (blamed(promise), codes(promise)) == ((BLUE,), [])
    assert [(each.seat, each.applies) for each in only(promise).penalties] == [(BLUE, True)]
    assert [(each.seat, each.why) for each in only(promise).blame.excused] == [(RED, "ruled")]


def test_a_ruling_may_say_that_nobody_is_to_blame() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 1."
    table = Table(goods(red={"wood": 2}))
    table.promises(letter)
    table.plays(*ALL_IDLE)

    table.does("table", "rule", promise="p1", path="c1", value="not-applicable", reason="It was agreed so.")

    (promise,) = table.audit().promises
    assert promise.status == "broken"
    assert blamed(promise) == ()


def test_a_revised_ruling_counts_as_if_the_first_had_not_been() -> None:
    table = Table(goods())
    table.promises('red promises blue in plain words "be friendly" judged by the table.')
    table.does("blue", "claim", promise="p1", path="c1", claims="breached", says="He laughed.")
    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["red"], reason="He laughed.")
    assert table.audit().promises[0].status == "broken"

    table.does("table", "rule", promise="p1", path="c1", value="met", reason="A smile is kind.")

    assert table.audit().promises[0].status == "kept"
