"""Everything that is left to a judge, and the rulings that settle it."""

from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.rulesets.protocol import Options
from oathbook.domain.rulesets.vocabulary import BlameReadings
from tests.minigame.model import Components, Decision, Idle, Permit, State
from tests.minigame.ruleset import BLUE, GREEN, MINIGAME, RED
from tests.support.promises.blaming import (
    ALL_IDLE,
    DICE,
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
    assert answering(table.audit().promises[0]) == (RED,)


def test_r1_a_ruling_on_one_promise_answers_no_claim_about_another() -> None:
    table = Table(goods())
    for promise, friends in (("p1", "red promises blue"), ("p2", "blue promises red")):
        table.promises(f'{friends} in plain words "be friendly" judged by the table.')
        table.does("blue", "claim", promise=promise, path="c1", claims="breached", says="They laughed.")
    table.does("table", "rule", promise="p1", path="c1", value="met", reason="Nobody laughed.")

    assert [codes(each) for each in table.audit().promises] == [[], ["R1"]]


def test_who_could_do_nothing_else_promised_more_than_they_had() -> None:
    promise = tried("red promises blue never to idle.", Components(knights=0), ["red idle"])

    assert [(each.seat, each.step) for each in paying(promise)] == [(RED, "beyond")]
    assert codes(promise) == []


def idling(state: State, seat: Seat) -> Options[Decision]:
    """The options where nothing but idling is ever allowed."""
    return Options((Idle(seat),) if seat in MINIGAME.to_act(state) else (), complete=True)


def test_who_never_had_a_choice_since_the_signing_promised_more_than_they_had() -> None:
    table = Table(Components(knights=0))
    table.promises('red promises blue to deploy a knight to tile "Mill" by the end of season 1.')
    table.plays(*ALL_IDLE)

    narrow = replace(MINIGAME, options=idling)
    (free,), (forced,) = (audit(rules, table.entries).promises for rules in (MINIGAME, narrow))

    assert (answering(free), codes(free)) == ((RED,), [])
    assert (answering(forced), codes(forced)) == ((RED,), [])


def test_nobody_profits_from_preventing_it_himself() -> None:
    letter = "red promises blue to give 2 wood to blue by the end of season 1."

    promise = tried(letter, goods(red={"wood": 2}), ["blue refuse red", *ALL_IDLE])

    (excuse,) = only(promise).blame.excused
    assert (answering(promise), codes(promise)) == ((), [])
    assert (excuse.step, excuse.other) == ("prevented", BLUE)


def test_who_waited_until_somebody_else_blocked_it_bears_the_risk() -> None:
    letter = 'red promises blue to assign workers to workplace "Forge" by the end of season 1.'
    moves = ["red deploy Mill", "blue idle", "green assign Forge", "red idle", "green idle"]

    promise = tried(letter, replace(goods(), permits=(Permit(RED, "Forge"),)), moves)

    assert (answering(promise), codes(promise)) == ((RED,), [])
    assert only(promise).penalties[0].applies


def test_who_was_to_receive_it_cannot_shorten_the_time_either() -> None:
    """Green, to whom nothing was promised, takes it only after red has passed over a chance."""
    moves = ("red deploy Mill", "green refuse red", "blue idle", "green idle", "red idle")

    promise = tried("red promises blue to give 2 wood to green by the end of season 1.", goods(red={"wood": 2}), moves)

    (answer,) = only(promise).blame.answers
    assert (answer.seat, answer.step, answer.pays, answer.other) == (RED, "prevented", False, GREEN)


def test_other_promises_are_made_on_a_line_as_they_were() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue that red has at least 2 wood at the end of season 1.")
    table.plays("red give wood 1 green")
    table.promises("blue promises green never to attack green.")
    table.plays(*ALL_IDLE)

    (answer,) = only(table.audit().promises[0]).blame.answers

    assert (answer.seat, answer.step) == (RED, "could")
    assert decided(answer) == (None,)


def test_a_state_lost_to_an_outsider_is_nobodys() -> None:
    letter = 'red promises blue that red controls tile "Mill" until the end of season 2.'
    table = Table(goods())
    table.plays("red deploy Mill")
    table.promises(letter)
    table.plays("blue idle", "green deploy Mill")

    (promise,) = table.audit().promises

    assert promise.status == "broken"
    assert (answering(promise), codes(promise)) == ((), [])
    assert [(each.step, each.other) for each in only(promise).blame.excused] == [("taken", GREEN)]


def test_of_a_pool_each_who_could_have_given_the_rest_pays_whatever_they_gave_before() -> None:
    letter = "red and blue jointly promise green to give 6 wood to green by the end of season 1."

    promise = tried(letter, goods(red={"wood": 6}, blue={"wood": 6}), ["red give wood 4 green", *ALL_IDLE])

    assert (answering(promise), codes(promise)) == ((BLUE, RED), [])


@pytest.mark.parametrize(
    ("letter", "blamed"),
    [
        ('red promises blue to lose a knight on tile "Mill" by the end of season 1.', (RED,)),
        ('red and green jointly promise blue to lose a knight on tile "Mill" by the end of season 1.', (GREEN, RED)),
    ],
)
def test_who_promises_what_nobody_decides_to_do_promised_more_than_they_had(
    letter: str, blamed: tuple[Seat, ...]
) -> None:
    promise = tried(letter, goods(), ALL_IDLE)

    assert (answering(promise), codes(promise)) == (blamed, [])
    assert {each.step for each in paying(promise)} == {"beyond"}


def test_what_was_broken_when_it_was_signed_is_its_makers() -> None:
    letter = 'red promises blue that red controls tile "Mill" until the end of season 2.'

    promise = tried(letter, goods(), [])

    assert promise.status == "broken"
    assert (answering(promise), codes(promise)) == ((RED,), [])


def _read_by_a_judge(_: Components) -> BlameReadings:
    return BlameReadings(beyond_power="judge")


def _read_as_nobodys(_: Components) -> BlameReadings:
    return BlameReadings(beyond_power="nobody")


JUDGED, FORGIVING, LENIENT = (
    replace(MINIGAME, vocabulary=words)
    for words in (
        replace(MINIGAME.vocabulary, answering=_read_by_a_judge),
        replace(MINIGAME.vocabulary, answering=_read_as_nobodys),
        replace(MINIGAME.vocabulary, impossible="void"),
    )
)
"""The mini-game of people who leave what was never in anybody's power to a judge; among whom nobody answers for it;
for whom what cannot be was never promised."""


def test_r9_what_was_never_in_its_makers_power_may_be_for_a_judge_or_nobodys() -> None:
    table = Table(goods())
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays(*ALL_IDLE)

    (judged,), (forgiven,) = (audit(rules, table.entries).promises for rules in (JUDGED, FORGIVING))

    assert (answering(judged), codes(judged)) == ((), ["R9"])
    assert (answering(forgiven), codes(forgiven)) == ((), [])
    assert [(each.seat, each.step) for each in only(forgiven).blame.excused] == [(RED, "beyond")]


def test_r9_an_edition_may_say_that_what_was_broken_when_it_was_signed_is_void() -> None:
    table = Table(goods())
    table.promises('red promises blue that red controls tile "Mill" until the end of season 2.')
    table.promises("red promises blue never to idle.")
    table.plays("red idle")

    audited = audit(LENIENT, table.entries)

    void, broken = audited.promises
    assert (void.status, broken.status) == ("void", "broken")
    assert (answering(void), codes(void), only(void).penalties) == ((), [], ())
    assert only(void).proof.moment == only(void).proof.signed
    for promise in audited.promises:
        part = only(promise)
        assert objection(part.proof, part.agreement, part.proof.signed, audited.game.trace) == ""


def test_r10_a_die_that_takes_the_last_chance_is_nobodys_doing() -> None:
    """Blue attacks and the die takes Red's only knight: once after Red had a chance, once before."""
    letter = "red promises green to attack green by the end of season 1."
    start = replace(goods(), knights=1, permits=(Permit(RED, "Forge"), Permit(GREEN, "Forge")))
    late = ["red deploy Mill", "blue deploy Mill", "green deploy Mill", "red assign Forge", "blue attack red"]
    early = ["green deploy Mill", "blue deploy Mill", "red deploy Mill", "green assign Forge", "blue attack red"]
    found: list[tuple[tuple[Seat, ...], list[str], list[str]]] = []
    attacked: list[list[int | None]] = []
    for moves, seats in ((late, SEATS), (early, (GREEN, BLUE, RED))):
        name = next(name for name in DICE if lost_by(RED, start, moves, seats, name))

        promise = tried(letter, start, [*moves, *(f"{seat} idle" for seat in after(seats))], seats=seats, name=name)

        found.append((answering(promise), codes(promise), [each.step for each in only(promise).blame.excused]))
        attacked.append([each.position for each in promise.referrals])
    assert found == [((RED,), [], []), ((), ["R10"], ["taken"])]
    assert attacked == [[], [13]]


def after(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Who acts after the second, in their order."""
    return (*seats[2:], *seats[:2])


def test_r11_a_party_that_has_left_is_for_a_judge() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("red deploy Mill", "red leave", "blue idle", "green idle")

    (promise,) = table.audit().promises
    assert answering(promise) == (RED,)
    assert codes(promise) == ["R11"]
    assert table.account()[-1].startswith(
        "red is to pay 20 crossed-out prestige (MG-13), once a judge has settled the rest"
    )


def test_r12_a_claim_that_names_events_and_says_the_opposite_disputes_how_they_were_read() -> None:
    table = Table(goods(red={"wood": 2}))
    table.promises("red promises blue to give 2 wood to blue by the end of season 1.")
    table.plays("red give wood 2 blue")
    given = table.scribe.game.position

    table.does("blue", "claim", promise="p1", path="c1", claims="breached", about=[given], says="It was stone.")

    (promise,) = table.audit().promises
    assert promise.status == "kept"
    assert [(each.code, each.path) for each in only(promise).referrals] == [("R12", "c1")]
    table.does("table", "rule", promise="p1", path="c1", value="met", reason="It was wood.")
    assert codes(table.audit().promises[0]) == []


# Rulings -----------------------------------------------------------------------------------------------------------


LIKED: Final = "red and blue jointly promise green that green has at least 3 corn by the end of season 1."
"""R6: a state of which neither of those who promised it is a part."""


def test_a_ruling_settles_a_referral_with_the_names_it_names() -> None:
    table = Table(goods())
    table.promises(LIKED)
    table.plays(*ALL_IDLE)

    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["blue"], reason="Red did more.")

    (promise,) = table.audit().promises
    assert (answering(promise), codes(promise)) == ((BLUE,), [])
    assert [(each.seat, each.applies) for each in only(promise).penalties] == [(BLUE, True)]
    assert [(each.seat, each.step) for each in only(promise).blame.excused] == [(RED, "ruling")]
    assert [(each.code, each.seats) for each in only(promise).blame.settled] == [("R6", (RED,)), ("R6", (BLUE,))]


def test_a_ruling_leaves_who_pays_by_the_record_as_it_is() -> None:
    """Red could have gone there; whether blue has to pay for it too, a judge says."""
    table = Table(goods())
    table.promises('red and blue jointly promise green that red controls tile "Mill" by the end of season 1.')
    table.plays(*ALL_IDLE)
    assert (answering(table.audit().promises[0]), codes(table.audit().promises[0])) == ((RED,), ["R6"])

    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["blue"], reason="Blue let it be.")

    assert [(each.seat, each.step) for each in paying(table.audit().promises[0])] == [(RED, "could"), (BLUE, "ruling")]


def test_a_ruling_may_say_that_nobody_is_to_blame_where_the_record_leaves_it_open() -> None:
    table = Table(goods())
    table.promises(LIKED)
    table.plays(*ALL_IDLE)

    table.does("table", "rule", promise="p1", path="c1", value="failed", excused=["red", "blue"], reason="A misprint.")

    (promise,) = table.audit().promises
    assert (promise.status, answering(promise), codes(promise)) == ("broken", (), [])


def test_a_revised_ruling_counts_as_if_the_first_had_not_been() -> None:
    table = Table(goods())
    table.promises('red promises blue in plain words "be friendly" judged by the table.')
    table.does("blue", "claim", promise="p1", path="c1", claims="breached", says="He laughed.")
    table.does("table", "rule", promise="p1", path="c1", value="failed", blamed=["red"], reason="He laughed.")
    assert table.audit().promises[0].status == "broken"

    table.does("table", "rule", promise="p1", path="c1", value="met", reason="A smile is kind.")

    assert table.audit().promises[0].status == "kept"
