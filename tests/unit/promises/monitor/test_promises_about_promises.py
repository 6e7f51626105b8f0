"""Letters that speak of promises: what is made is heard at once, what is broken one moment later, by all alike."""

from collections.abc import Sequence
from typing import Final

import pytest
from msgspec.structs import replace

from oathbook.domain.games.game_events import PromiseOffered
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PromiseAudit
from oathbook.domain.promises.chances.played_game import PlayedGame
from oathbook.domain.promises.checker.checker import objection
from oathbook.domain.promises.logic.matching import StateReader
from oathbook.domain.promises.monitor.monitor import start
from oathbook.domain.promises.monitor.monitor_state import MonitorState
from oathbook.domain.promises.who_pays.answers import Substitution
from oathbook.domain.rulesets.vocabulary import Fact, Unknown
from tests.minigame import model as m
from tests.minigame.ruleset import MINIGAME, RED
from tests.support.promises.blaming import Table, answering, codes, goods, only, paying
from tests.support.promises.dispatching import Dispatcher

THRIFT: Final = "red promises blue never to give any wood to green."
ANSWER: Final = "green promises blue once red breaks a promise, never to give any wood to blue."
BOTH_GIVE: Final = ("red give wood 1 green", "blue give wood 1 green")
ALL_IDLE: Final = ("red idle", "blue idle", "green idle")


def table(*letters: str) -> Table:
    """A game in which these are promised, one after another."""
    found = Table(goods(red={"wood": 3}, blue={"wood": 1}, green={"wood": 2}))
    for letter in letters:
        found.promises(letter)
    return found


def statuses(of: Table) -> list[str]:
    """How each promise stands."""
    return [each.status for each in of.audit().promises]


def heard_by_the_bank(game: PlayedGame, promise: PromiseAudit) -> MonitorState:
    """The promise as a bank carries it over the moments of the game."""
    reader, agreement = StateReader.of(MINIGAME.vocabulary), only(promise).agreement
    first, *rest = game.trace.moments[only(promise).proof.signed :]
    bank = Dispatcher(reader, [start(promise.promise, agreement, first, reader)])
    for moment in rest:
        bank.feed(moment)
    return bank[promise.promise]


def test_a_breach_is_heard_in_the_moment_behind_it() -> None:
    """T10: the gift that breaks one promise is still within the time of the other, which ends only with the verdict."""
    played = table(THRIFT, "red promises green not to give any wood to green until red breaks a promise.", ANSWER)

    played.plays("red give wood 1 green")

    first, second, third = (only(each) for each in played.audit().promises)
    assert (first.status, second.status, third.status) == ("broken", "broken", "pending")
    assert first.proof.moment is not None
    assert first.proof.moment == second.proof.moment
    trigger = third.proof.root.facts[0]
    assert (trigger.moment, trigger.position) == (first.proof.moment + 1, first.proof.position)


def test_what_broke_a_promise_is_not_held_against_a_duty_that_begins_with_the_breach() -> None:
    played = table(THRIFT, "red promises blue once red breaks a promise, never to give any wood to green.")

    played.plays("red give wood 1 green")
    before = statuses(played)
    played.plays("red give wood 1 green")

    assert before == ["broken", "pending"]
    assert statuses(played) == ["broken", "broken"]


def test_breaches_that_follow_from_each_other_are_heard_one_after_another() -> None:
    chain = [f"{one} promises green not to break a promise." for one in ("red", "red")]
    played = table(THRIFT, *chain)

    played.plays("red give wood 1 green")

    first, *others = (only(each).proof.moment for each in played.audit().promises)
    assert first is not None
    assert others == [first + 1, first + 1]


def test_nobody_hears_of_a_breach_before_the_own_promise_binds() -> None:
    played = table(THRIFT)
    played.plays("red give wood 1 green")

    played.promises("blue promises green if red breaks a promise by the end of season 1, to idle within 1 season.")
    played.plays(*ALL_IDLE)

    second = only(played.audit().promises[1])
    assert (second.status, second.vacuous) == ("kept", True)


def test_the_bank_the_reference_and_the_checker_hear_the_same() -> None:
    played = table(THRIFT, ANSWER)
    played.plays("red give wood 1 green", "green give wood 1 blue")

    audited = played.audit()

    for promise in audited.promises:
        part = only(promise)
        assert objection(part.proof, part.agreement, part.proof.signed, audited.game.trace) == ""
        state = heard_by_the_bank(audited.game, promise)
        assert (state.status, state.moment) == (part.proof.status, part.proof.moment)
        assert state.status == "broken"


@pytest.mark.parametrize(
    ("letter", "becomes"),
    [
        ("red promises blue to break a promise by the end of season 1.", "broken"),
        ("red promises blue not to break a promise until the end of season 1.", "kept"),
        (
            (
                "red promises blue if red does not break a promise by the end of season 1, "
                "to break a promise by the end of season 2."
            ),
            "pending",
        ),
    ],
)
def test_a_letter_about_itself_comes_to_something(letter: str, becomes: str) -> None:
    """A liar would be broken exactly if it were kept; it hears of itself too late for that."""
    played = table(letter)

    played.plays(*ALL_IDLE)

    assert statuses(played) == [becomes]


def test_two_letters_that_wait_for_each_other_wait_for_ever() -> None:
    """Neither is broken before the other: no solution is looked for, least of all the one in which both are."""
    played = table(
        "red promises blue not to break a promise until the end of season 1.",
        "blue promises red if red breaks a promise by the end of season 1, to break a promise within 1 season.",
    )

    played.plays(*ALL_IDLE)

    assert statuses(played) == ["kept", "kept"]


# Makings ---------------------------------------------------------------------------------------------------------


def test_a_promise_is_made_with_the_last_signature_by_who_promises_to_whom_it_is_promised() -> None:
    played = table("red promises blue never to make a promise to green.")
    offered = played.does("red", "offer", letter="red and blue jointly promise green to idle by the end of season 1.")

    for seat in ("red", "blue"):
        played.does(seat, "sign", promise=offered)
    before = statuses(played)[0]
    played.does("green", "sign", promise=offered)

    assert before == "pending"
    broken = played.audit().promises[0]
    assert (broken.status, answering(broken), codes(broken)) == ("broken", (RED,), [])
    (answer,) = paying(broken)
    assert answer.line is not None
    position = played.entries[-1].position
    assert answer.line.puts_in == (Substitution(position, instead=True, decisions=()),), "nobody has to sign"


def test_what_is_promised_to_nobody_by_name_is_promised_to_no_player() -> None:
    played = table("red promises blue never to make a promise to green.")

    played.promises("red promises to idle by the end of season 1.")

    assert statuses(played)[0] == "pending"


def test_a_guard_binds_whom_a_promise_is_made_to() -> None:
    played = table(
        "red promises blue whenever blue makes a promise to any player, to give 1 wood to that player within 1 season."
    )
    played.promises("blue promises green to idle by the end of season 1.")

    played.plays(*ALL_IDLE)

    assert statuses(played) == ["broken", "kept"]
    (account,) = {line.strip() for line in played.account() if "gives" in line and "duty of" in line}
    assert account == "red gives at least 1 wood to green, in all (duty of red)"


def test_who_breaks_a_promise_answers_for_having_promised_not_to() -> None:
    played = table(THRIFT, "red promises green never to break a promise.")

    played.plays("red give wood 1 green")

    assert [(answering(each), codes(each)) for each in played.audit().promises] == [((RED,), []), ((RED,), [])]


@pytest.mark.parametrize(
    ("joint", "played", "broken"),
    [
        ("never to give any wood to green", ["red idle", "blue give wood 1 green"], ["blue"]),
        ("never to give any wood to green", ["red give wood 1 green"], ["red"]),
        ("never to give any wood to green", BOTH_GIVE, ["red", "blue"]),
        ("to give any wood to green at most once", BOTH_GIVE, ["red", "blue"]),
        ("to give any wood to green by the end of season 1", ALL_IDLE, ["red", "blue"]),
        (": (1) red never to give any wood to green; (2) blue never to idle", ["red idle", "blue idle"], ["blue"]),
        ("either (red never to idle) or (blue never to idle)", ["red idle", "blue idle"], ["red", "blue"]),
    ],
)
def test_of_a_joint_promise_each_breaks_their_own_share(joint: str, played: Sequence[str], broken: list[str]) -> None:
    """What several owe together, or may do in all, each of them breaks; a limit of none is each one's own."""
    of = table(*(f"{seat} promises green not to break a promise." for seat in ("red", "blue")))
    of.promises(f"red and blue jointly promise green {joint}.".replace(" :", ":"))

    of.plays(*played)

    stands = dict(zip(("red", "blue"), statuses(of)[:2], strict=True))
    assert [seat for seat, status in stands.items() if status == "broken"] == broken


# What a reader cannot tell ---------------------------------------------------------------------------------------


def veiled_facts(event: m.Event) -> tuple[Fact, ...]:
    """What happened, for a reader who does not see to whom anything is given."""
    return tuple(
        replace(each, slots={**each.slots, "to": Unknown()}) if each.kind == "transfer" else each
        for each in MINIGAME.facts(event)
    )


def test_a_reader_who_cannot_tell_of_a_breach_cannot_tell_what_follows_from_it() -> None:
    """Never the opposite of what the full record says, of either promise."""
    second = "blue promises green if red breaks a promise by the end of season 1, to idle twice within 1 season."
    played = table(THRIFT, second)
    played.plays("red give wood 1 green", *ALL_IDLE)

    veiled = audit(replace(MINIGAME, facts=veiled_facts), played.entries)

    assert statuses(played) == ["broken", "broken"]
    assert [each.status for each in veiled.promises] == ["pending", "pending"]
    assert [only(each).lean for each in veiled.promises] == ["?", "?"]
    told = [each.fact for moment in veiled.game.trace.moments for each in moment.by_kind.get("promise_broken", ())]
    assert {each.slots["sure"] for each in told} == {Unknown(0, 1)}
    assert told[0].sentence == "Red's promise p1 may be broken"


def test_a_letter_that_nobody_can_read_any_more_is_broken_by_nobody() -> None:
    played = table(THRIFT, ANSWER)
    played.plays("red give wood 1 green")
    old = "red promises blue never to hand any wood to green."
    entries = tuple(
        replace(each, body=replace(each.body, letter=old))
        if isinstance(each.body, PromiseOffered) and each.body.promise == "p1"
        else each
        for each in played.entries
    )

    (second,) = audit(MINIGAME, entries, only="p2").promises

    assert second.status == "pending"
    assert only(second).proof.root.rule == "never-triggered"
