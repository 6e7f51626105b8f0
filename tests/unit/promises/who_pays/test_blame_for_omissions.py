"""Who answers for what was not done: who let a chance go, and who promised more than they had."""

from typing import Final

from msgspec.structs import replace

from tests.minigame.model import Attack, Components, Deploy, Permit
from tests.minigame.ruleset import BLUE, GREEN, RED
from tests.support.promises.blaming import (
    ALL_IDLE,
    DICE,
    INFLUENTIAL,
    SEATS,
    Table,
    answering,
    codes,
    decided,
    goods,
    lost_by,
    only,
    paying,
    tried,
)

# What was not done -------------------------------------------------------------------------------------------------


def test_acts_that_take_a_turn_each_add_up_over_several_turns() -> None:
    letter = 'red promises blue to deploy a knight to tile "Mill" at least twice by the end of season 1.'
    moves = ["red deploy Peak", "blue idle", "green deploy Peak", "red idle", "green idle"]

    promise = tried(letter, replace(goods(), knights=3), moves)

    (witness,) = paying(promise)
    assert witness.step == "own-part"


def test_who_has_one_turn_after_another_could_have_done_one_of_them_in_each() -> None:
    """The others are idle, so that Red would have been next again."""
    letter = 'red promises blue to deploy a knight to tile "Mill" at least 3 times by the end of season 1.'

    promise = tried(letter, replace(goods(), knights=3), ["red deploy Mill", "blue idle", "green idle", "red idle"])

    assert [each.step for each in paying(promise)] == ["own-part"]


def test_whoever_could_have_done_a_part_of_it_answers_though_all_of_it_was_more_than_they_had() -> None:
    """Two turns, but one knight: it could have been brought nearer, which no turn of Red's did."""
    letter = 'red promises blue to deploy a knight to tile "Mill" at least twice by the end of season 1.'
    start = replace(goods(), knights=1, permits=(Permit(RED, "Forge"),))

    promise = tried(letter, start, ["red assign Forge", "blue idle", "green idle", "red idle"])

    assert answering(promise) == (RED,)


def test_who_had_no_turn_left_when_they_signed_promised_more_than_they_had() -> None:
    """It is Blue's turn, and ends as every turn does: nobody took a turn of Red's away."""
    letter = 'red promises blue to deploy a knight to tile "Mill" within 1 turn of blue.'

    promise = tried(letter, goods(), ["blue idle"], seats=(BLUE, RED, GREEN))

    assert promise.status == "broken"
    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]
    assert codes(promise) == []


RACE: Final = 'red promises blue to deploy a knight to tile "Mill" before green deploys a knight to tile "Mill".'


def test_who_was_overtaken_before_their_first_turn_is_excused() -> None:
    promise = tried(RACE, goods(), ["green deploy Mill"], seats=(GREEN, RED, BLUE))

    (excuse,) = only(promise).blame.excused
    assert (answering(promise), excuse.step, codes(promise)) == ((), "taken", [])
    assert (excuse.other, decided(excuse)[-1]) == (GREEN, Deploy(RED, "Mill"))


def test_who_was_overtaken_after_a_turn_of_theirs_let_the_chance_go() -> None:
    promise = tried(RACE, goods(), ["red deploy Peak", "blue idle", "green deploy Mill"])

    assert answering(promise) == (RED,)


def test_three_can_owe_what_only_two_of_them_could_supply() -> None:
    letter = "red, blue and green jointly promise to give 5 wood to red by the end of season 1."

    promise = tried(letter, goods(blue={"wood": 3}, green={"wood": 2}), ALL_IDLE)

    assert answering(promise) == (BLUE, GREEN)
    assert {each.step for each in only(promise).blame.excused} == {"part"}


POOL: Final = "red and blue jointly promise green to give 6 wood to green by the end of season 1."


def test_of_a_pool_that_nobody_could_fill_whoever_kept_a_part_of_it_answers() -> None:
    """Red had two of the six and gave none; Blue had nothing to give."""
    promise = tried(POOL, goods(red={"wood": 2}), ALL_IDLE)

    (witness,) = paying(promise)
    assert (witness.seat, witness.step) == (RED, "own-part")
    assert [(each.seat, each.step) for each in only(promise).blame.excused] == [(BLUE, "part")]
    assert codes(promise) == []


def test_of_a_pool_to_which_all_gave_all_they_had_all_promised_more_than_they_had() -> None:
    promise = tried(POOL, goods(red={"wood": 2}), ["red give wood 2 green", *ALL_IDLE])

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond"), (BLUE, "beyond")]
    assert codes(promise) == []


def test_whoever_has_given_it_away_before_it_was_due_promised_more_than_they_had() -> None:
    """Red gives the wood away before the duty begins."""
    letter = "red promises blue once blue idles, to give 1 wood to blue within 1 season."
    start = goods(red={"wood": 1})

    promise = tried(letter, start, ["red give wood 1 green", "red deploy Mill", "blue idle", "green idle", "red idle"])

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]


# No chance at all --------------------------------------------------------------------------------------------------


def test_whoever_has_given_their_turns_away_before_it_was_due_promised_more_than_they_had() -> None:
    """Had Red not idled, it would have been Red's turn again."""
    letter = 'red promises blue once blue idles, to deploy a knight to tile "Mill" within 1 season.'

    promise = tried(letter, goods(), ["red idle", "blue idle", "green idle"])

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]


def test_what_only_a_die_would_bring_is_more_than_one_has() -> None:
    letter = "red promises blue to give 9 wood to blue by the end of season 1."

    promise = tried(letter, Components(knights=1, tiles=("Mill",)), ["red deploy Mill", "blue deploy Mill", *IDLING])

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]


IDLING: Final = ("green idle", "red idle", "blue idle")


def test_a_duty_without_a_deadline_is_failed_by_the_end_of_the_game_where_it_binds_even_then() -> None:
    letter = "red promises blue to give 2 wood to blue."
    start = Components(knights=0, tiles=())
    assert tried(letter, start, ALL_IDLE * 3).status == "void"

    promise = tried(f"{letter} It binds even if the game ends early.", start, ALL_IDLE * 3)

    assert promise.status == "broken"
    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]
    assert [each.code for each in promise.remarks] == ["no-deadline"], "as who signed it was told"


def test_an_exact_number_that_was_missed_is_told_with_the_first_chance() -> None:
    letter = 'red promises blue to deploy a knight to tile "Mill" exactly 1 times by the end of season 1.'
    table = Table(goods())
    table.promises(letter)
    table.plays(*ALL_IDLE)

    (witness,) = paying(table.audit().promises[0])

    assert (witness.step, [*decided(witness)]) == ("could", [Deploy(RED, "Mill")])


def test_a_forced_move_of_the_addressee_is_no_prevention() -> None:
    """Whatever Blue votes, the law is passed, and Red can no longer propose it."""
    letter = 'red promises blue to propose law "Gates" by the end of season 1.'
    moves = ["blue deploy Mill", "red deploy Mill", "green vote_open Gates"]
    votes = ["green vote Gates pro 3", "red vote Gates con 0", "blue vote Gates con 0"]
    rest = ["blue idle", "red idle", "green idle"]

    promise = tried(letter, goods(green=INFLUENTIAL), [*moves, *votes, *rest], seats=(BLUE, RED, GREEN))

    assert answering(promise) == (RED,)
    assert codes(promise) == []


def test_a_vote_of_ones_own_that_could_not_help_it_is_not_held_against_anybody() -> None:
    """Red votes last on the law that Red was to propose, and has nothing to stop it with."""
    table = Table(goods(green=INFLUENTIAL))
    table.plays("red deploy Mill", "blue deploy Mill")
    table.promises('red promises green to propose law "Gates" by the end of season 1.')
    table.plays("green vote_open Gates", "green vote Gates pro 3", "blue vote Gates con 0", "red vote Gates con 0")
    table.plays(*ALL_IDLE)

    (promise,) = table.audit().promises

    (excuse,) = only(promise).blame.excused
    assert (promise.status, answering(promise), excuse.step, excuse.other) == ("broken", (), "prevented", GREEN)


def test_whoever_could_have_attacked_first_would_perhaps_not_have_lost_it() -> None:
    letter = 'red promises green never to lose a knight on tile "Mill".'
    moves = ["red deploy Mill", "blue deploy Mill", "green idle", "red deploy Peak", "blue attack red"]
    name = next(name for name in DICE if lost_by(RED, replace(goods(), knights=2), moves, SEATS, name, "Mill"))

    promise = tried(letter, goods(), moves, name=name)

    assert promise.status == "broken"
    (answer,) = paying(promise)
    assert (answer.seat, answer.step, decided(answer), codes(promise)) == (RED, "could", (Attack(RED, BLUE),), [])


def test_a_state_given_up_by_a_vote_could_have_been_kept_by_another() -> None:
    letter = "red promises green that red has at least 3 influence until the end of season 1."
    moves = ["red vote_open Gates", "green vote Gates con 0", "blue vote Gates con 0", "red vote Gates pro 1"]

    promise = tried(letter, goods(red=INFLUENTIAL), moves)

    (witness,) = paying(promise)
    assert witness.step == "could"


def test_of_two_triggers_only_the_unanswered_one_fails() -> None:
    letter = "red promises blue whenever blue gives 1 wood to red, to give 1 stone to blue within 1 turn of red."
    moves = ["blue give wood 1 red", "red give stone 1 blue", "red deploy Mill", "blue give wood 1 red"]
    rest = ["blue deploy Mill", "green deploy Mill", "red deploy Mill"]

    promise = tried(letter, goods(blue={"wood": 2}, red={"stone": 2}), [*moves, *rest])

    assert promise.status == "broken"
    assert len(paying(promise)) == 1


def test_anybody_may_be_whom_a_duty_is_done_to() -> None:
    letter = "red promises to refuse any player by the end of season 1."

    (witness,) = paying(tried(letter, goods(), ALL_IDLE))

    assert witness.step == "could"


def test_whoever_is_named_by_what_they_own_is_looked_up_at_each_point() -> None:
    letter = 'red promises to give 1 wood to the owner of workplace "Forge" by the end of season 1.'

    (witness,) = paying(tried(letter, goods(red={"wood": 1}), ALL_IDLE))

    assert decided(witness)[0].to == GREEN


def test_more_than_so_much_is_one_more_and_a_guard_must_hold() -> None:
    more = "red promises blue to give more than 1 wood to blue at least once by the end of season 1."
    never = "red promises blue: (1) to give 1 wood to blue during season 2;"

    (witness,) = paying(tried(more, goods(red={"wood": 2}), ALL_IDLE))
    (later,) = paying(tried(never, goods(red={"wood": 1}), ALL_IDLE * 2))

    assert decided(witness)[0].count == 2
    assert later.step == "could"


def test_r1_each_plain_clause_is_referred_by_its_own_path() -> None:
    table = Table(goods())
    letter = (
        'red promises blue: (1) in plain words "be friendly" judged by the table; '
        '(2) in plain words "be brief" judged by the table;'
    )
    table.promises(letter)
    table.does("blue", "claim", promise="p1", path="c2", claims="breached", about=[2], says="He was not.")

    assert [(each.code, each.path) for each in table.audit().promises[0].referrals] == [("R1", "c2")]
