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
    moves = ["red deploy Peak", "blue idle", "green deploy Peak", "red idle", "green idle"]

    promise = tried(letter, replace(goods(), knights=3), moves)

    (witness,) = only(promise).blame.witnesses
    assert (witness.kind, len(witness.moves)) == ("chance", 2)
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


def lost_by(
    seat: Seat, start: Components, moves: Sequence[str], seats: tuple[Seat, ...], name: str, tile: str = ""
) -> bool:
    """Whether the die of a game of that name is against a seat."""
    table = Table(start, seats, name)
    table.promises("red promises green to attack green by the end of season 1.")
    table.plays(*moves)
    return seat not in {each.seat for each in table.scribe.game.state.knights if tile in {"", each.tile}}


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


# Plans and replays -------------------------------------------------------------------------------------------------


def test_a_plan_may_end_behind_the_last_decision_of_the_record() -> None:
    """Had Red not idled, it would have been Red's turn again when the record ends."""
    letter = 'red promises blue once blue idles, to deploy a knight to tile "Mill" by the end of season 1.'

    promise = tried(letter, goods(), ["red idle", "blue idle", "green idle"])

    (witness,) = only(promise).blame.witnesses
    assert (witness.kind, witness.replay, len(witness.moves)) == ("plan", "confirmed", 2)


def test_what_a_die_would_have_to_bring_about_is_no_plan() -> None:
    letter = "red promises blue to give 9 wood to blue by the end of season 1."

    promise = tried(letter, Components(knights=1, tiles=("Mill",)), ["red deploy Mill", "blue deploy Mill", *IDLING])

    assert [each.why for each in only(promise).blame.excused] == ["never-able"]


IDLING: Final = ("green idle", "red idle", "blue idle")


def test_a_duty_without_a_deadline_is_failed_when_the_game_is_over() -> None:
    promise = tried("red promises blue to give 2 wood to blue.", Components(knights=0, tiles=()), ALL_IDLE * 3)

    assert promise.status == "broken"
    assert [each.why for each in only(promise).blame.excused] == ["never-able"]


def test_others_promises_are_signed_in_a_replay_as_they_were() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises('red promises blue to deploy a knight to tile "Mill" by the end of season 1.')
    table.plays("red idle")
    table.promises("green promises blue never to attack blue.")
    table.plays("blue idle", "green idle")

    (witness,) = only(table.audit().promises[0]).blame.witnesses
    assert (witness.kind, witness.replay) == ("chance", "confirmed")


def test_parts_that_a_replay_does_not_confirm_are_no_witness() -> None:
    """In the first of both turns Red opened a vote: without it nobody could have voted."""
    letter = 'red promises blue to deploy a knight to tile "Mill" at least twice by the end of season 1.'
    votes = ["red vote_open Gates", "green vote Gates con 0", "blue vote Gates con 0", "red vote Gates con 0"]

    promise = tried(letter, replace(goods(), knights=1), [*votes, "blue idle", "green idle", "red idle"])

    assert blamed(promise) == ()


def test_a_replay_may_end_before_it_can_tell() -> None:
    """Had Red deployed, the season would not have ended where the record ends."""
    letter = 'red promises blue to deploy a knight to tile "Mill" exactly 1 times by the end of season 1.'
    table = Table(goods())
    table.promises(letter)
    table.plays(*ALL_IDLE)

    (witness,) = only(table.audit().promises[0]).blame.witnesses

    assert (witness.kind, witness.replay, witness.diverged) == ("chance", "open", None)
    assert "(the replay ended before it could tell)" in table.account()[-1]


def test_a_forced_move_of_the_addressee_is_no_prevention() -> None:
    """Whatever Blue votes, the law is passed, and Red can no longer propose it."""
    letter = 'red promises blue to propose law "Gates" by the end of season 1.'
    moves = ["blue deploy Mill", "red deploy Mill", "green vote_open Gates"]
    votes = ["green vote Gates pro 3", "red vote Gates con 0", "blue vote Gates con 0"]
    rest = ["blue idle", "red idle", "green idle"]

    promise = tried(letter, goods(green=INFLUENTIAL), [*moves, *votes, *rest], seats=(BLUE, RED, GREEN))

    assert blamed(promise) == (RED,)
    assert codes(promise) == ["R5", "R3"]


def test_what_somebody_else_decided_was_forced_upon_its_owner() -> None:
    letter = 'red promises green never to lose a knight on tile "Mill".'
    moves = ["red deploy Mill", "blue deploy Mill", "green idle", "red deploy Peak", "blue attack red"]
    name = next(name for name in DICE if lost_by(RED, replace(goods(), knights=2), moves, SEATS, name, "Mill"))

    promise = tried(letter, goods(), moves, name=name)

    assert promise.status == "broken"
    assert ([each.why for each in only(promise).blame.excused], codes(promise)) == (["forced"], ["R3"])


def test_a_state_given_up_by_a_vote_could_have_been_kept_by_another() -> None:
    letter = "red promises green that red has at least 3 influence until the end of season 1."
    moves = ["red vote_open Gates", "green vote Gates con 0", "blue vote Gates con 0", "red vote Gates pro 1"]

    promise = tried(letter, goods(red=INFLUENTIAL), moves)

    (witness,) = only(promise).blame.witnesses
    assert (witness.kind, witness.replay) == ("state", "confirmed")


def test_of_two_triggers_only_the_unanswered_one_fails() -> None:
    letter = "red promises blue whenever blue gives 1 wood to red, to give 1 stone to blue within 1 turn of red."
    moves = ["blue give wood 1 red", "red give stone 1 blue", "red deploy Mill", "blue give wood 1 red"]
    rest = ["blue deploy Mill", "green deploy Mill", "red deploy Mill"]

    promise = tried(letter, goods(blue={"wood": 2}, red={"stone": 2}), [*moves, *rest])

    assert promise.status == "broken"
    assert len(only(promise).blame.witnesses) == 1


def test_anybody_may_be_whom_a_duty_is_done_to() -> None:
    letter = "red promises to refuse any player by the end of season 1."

    (witness,) = only(tried(letter, goods(), ALL_IDLE)).blame.witnesses

    assert witness.kind == "chance"


def test_whoever_is_named_by_what_they_own_is_looked_up_at_each_point() -> None:
    letter = 'red promises to give 1 wood to the owner of workplace "Forge" by the end of season 1.'

    (witness,) = only(tried(letter, goods(red={"wood": 1}), ALL_IDLE)).blame.witnesses

    assert witness.moves[0].decision.to == GREEN


def test_more_than_so_much_is_one_more_and_a_guard_must_hold() -> None:
    more = "red promises blue to give more than 1 wood to blue at least once by the end of season 1."
    never = "red promises blue: (1) to give 1 wood to blue during season 2;"

    (witness,) = only(tried(more, goods(red={"wood": 2}), ALL_IDLE)).blame.witnesses
    (later,) = only(tried(never, goods(red={"wood": 1}), ALL_IDLE * 2)).blame.witnesses

    assert witness.moves[0].decision.count == 2
    assert later.kind == "chance"


def test_r1_each_plain_clause_is_referred_by_its_own_path() -> None:
    table = Table(goods())
    letter = (
        'red promises blue: (1) in plain words "be friendly" judged by the table; '
        '(2) in plain words "be brief" judged by the table;'
    )
    table.promises(letter)
    table.does("blue", "claim", promise="p1", path="c2", claims="breached", about=[2], says="He was not.")

    assert [(each.code, each.path) for each in table.audit().promises[0].referrals] == [("R1", "c2")]


# In words ----------------------------------------------------------------------------------------------------------


def test_the_account_says_each_thing_in_words_and_at_last_who_pays() -> None:
    wood, pool = "red promises blue to give 2 wood to blue by the end of season 1.", SIX
    forge = 'red promises blue to assign workers to workplace "Forge" by the end of season 1.'
    both = f"red and blue jointly promise green: (1) red to {forge[21:-1]}; (2) blue not to attack green;"
    shared = replace(goods(), permits=(Permit(RED, "Forge"), Permit(BLUE, "Forge")))
    blocked = ["red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"]
    prevented = ["red deploy Mill", "blue assign Forge", "green idle", "red idle", "blue idle"]
    cases: list[tuple[str, Components, Sequence[str], str]] = [
        (
            wood,
            goods(red={"wood": 2}),
            ALL_IDLE,
            "red pays 20 crossed-out prestige (MG-13): c1: red could",
        ),
        (wood, goods(red={"wood": 2}), ["red give wood 1 green", *ALL_IDLE], "; made it impossible by its own Give("),
        (wood, goods(), ALL_IDLE, "Nobody pays."),
        (forge, shared, blocked, "red is to pay 20 crossed-out prestige (MG-13), once a judge has settled the rest"),
        (forge, shared, blocked, "; later blocked by the Assign(workplace=Forge) at position"),
        (both, shared, prevented, "blue took the last chance of red away, and could have decided Deploy(tile=Mill)"),
        (
            pool,
            goods(red={"wood": 3}, blue={"wood": 3}),
            ALL_IDLE,
            "only together with blue (one of 2, with room for",
        ),
        (pool, goods(red={"wood": 6}), ALL_IDLE, "red alone could have supplied the missing 6 by deciding Give("),
        (CONTROL, goods(), ALL_IDLE, "red had no chance left, but the plan to decide Deploy(tile=Mill) at position"),
    ]
    for letter, start, moves, says in cases:
        table = Table(start)
        table.promises(letter)
        table.plays(*moves)

        assert says in table.account()[-1]


SIX: Final = "red and blue jointly promise green to give 6 wood to green by the end of season 1."
CONTROL: Final = 'red promises green that red controls tile "Mill" by the end of season 1.'


def test_the_account_says_who_is_excused_and_what_is_left_to_a_judge() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("blue refuse red", *ALL_IDLE)

    *_, excuse, referral, last = table.account()

    assert excuse.startswith("c1: red does not answer for it: was prevented by an addressee: blue's Refuse(whom=red)")
    assert referral.startswith(
        "c1: left to a judge: R4, an addressee prevented what was promised, about blue, position"
    )
    assert last == "Nobody pays."


def test_the_account_says_that_no_duty_arose() -> None:
    table = Table(goods())
    table.promises("red promises blue if blue gives 1 wood to red, to give 1 stone to blue by the end of season 1.")
    table.plays(*ALL_IDLE * 3)

    assert table.account()[-1] == "no duty of it ever arose"
