"""Who may take back what, by whose consent, and what is in the way (docs/api.md, taking back)."""

from collections.abc import Callable
from typing import Any

import pytest

from oathbook.domain.errors import GameClosed, NotFound, NotYourSeat, Refused, TakebackRefused
from oathbook.domain.games.game_events import (
    DecisionMade,
    DraftEvent,
    DrawMade,
    EntryMode,
    GameCorrected,
    Instead,
    TakebackPolicy,
)
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAsked
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.kernel import EMPTY_ROSTER, TABLE, Opened, Seat
from oathbook.domain.kernel.hidden import hidden_values_in
from oathbook.domain.promises.audit.audit import audit, statuses
from oathbook.domain.promises.lifecycle.acts import OfferLetter, Sign
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.rulesets.registry import load_registry
from oathbook.replays.promise_history import PromiseHistory
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, die, sources, take_one
from tests.support.ruling import fork_of
from tests.support.taking_back import ASH, BIRCH, begun, decided_at, promise_breaker, withdrawn_game

NAMES = range(40)
LETTER = 'ash promises birch in plain words "be friendly" judged by the table.'


def makers(scribe: MemoryWriter) -> list[Seat]:
    """Who decided, in order."""
    return [each.body.decision.by for each in scribe.record.entries() if isinstance(each.body, DecisionMade)]


def last_decision(scribe: MemoryWriter) -> tuple[Seat, int]:
    """Whose the last decision is, and where it stands."""
    return makers(scribe)[-1], decided_at(scribe.record)[-1]


def last_step_has(scribe: MemoryWriter, kind: type) -> bool:
    """Whether something of that kind is in what the last decision led to."""
    bodies = [each.body for each in scribe.record.entries()[decided_at(scribe.record)[-1] - 1 :]]
    return any(isinstance(each, kind) for body in bodies for each in (body, *hidden_values_in(body)))


def quiet(scribe: MemoryWriter) -> bool:
    """Whether the last decision drew nothing and showed nothing."""
    return not last_step_has(scribe, DrawMade) and not last_step_has(scribe, Opened) and not scribe.game.closed


def game_where(
    wanted: Callable[[MemoryWriter], bool], *, takebacks: TakebackPolicy = "by-consent", entry: EntryMode = "seats"
) -> MemoryWriter:
    """A game played until something is so of it."""
    for name in NAMES:
        scribe, picks = begun(takebacks=takebacks, entry=entry, name=f"rules {name}"), die(f"rules {name}")
        while not scribe.game.closed:
            take_one(scribe, picks)
            if wanted(scribe):
                return scribe
    message = "of no game that is so"
    raise LookupError(message)


def refusal(kind: type[Refused], scribe: MemoryWriter, by: Seat, act: TakeBack | AnswerTakeback) -> str:
    """What is said to a seat that may not; nothing is recorded of it."""
    before = scribe.record

    with pytest.raises(kind) as refused:
        scribe.take_back(by, act)

    assert scribe.record is before
    return str(refused.value)


def is_sound(scribe: MemoryWriter) -> bool:
    return verify(scribe.record).discrepancies == ()


@pytest.mark.parametrize("takebacks", ["by-consent", "own-last"])
def test_the_last_decision_goes_back_at_once_where_it_concerns_nobody_else(takebacks: TakebackPolicy) -> None:
    """Nothing was drawn or shown, and nobody has acted since."""
    scribe = game_where(quiet, takebacks=takebacks)
    by, last = last_decision(scribe)

    (event,) = scribe.take_back(by, TakeBack(last, "a slip"))

    assert event.entry.body == StepsTakenBack(last, (), "a slip")
    assert event.entry.by == by
    assert is_sound(scribe)


def two_makers(scribe: MemoryWriter) -> bool:
    return quiet(scribe) and len(set(makers(scribe)[-2:])) == 2


def test_others_who_have_decided_since_have_to_agree() -> None:
    """With their consent the game goes back in the step of the answer."""
    scribe = game_where(two_makers)
    by, other = makers(scribe)[-2:]
    start = decided_at(scribe.record)[-2]
    before = scribe.game.takebacks.kept[-2].state

    (asked,) = scribe.take_back(by, TakeBack(start))
    answer, back = scribe.take_back(other, AnswerTakeback(asked.entry.position, agrees=True))

    assert asked.entry.body == TakebackAsked(start, (other,))
    assert (back.entry.by, back.entry.body) == (by, StepsTakenBack(start, (other,)))
    assert back.entry.step == answer.entry.step
    assert scribe.game.state == before
    assert is_sound(scribe)


@pytest.mark.parametrize("kind", [DrawMade, Opened])
def test_everybody_has_to_agree_where_something_was_drawn_or_shown(kind: type) -> None:
    """Nobody can prove who saw it."""
    scribe = game_where(lambda each: last_step_has(each, kind) and not each.game.closed)
    by, last = last_decision(scribe)
    others = {each.seat for each in scribe.game.opened.seats} - {by}

    (asked,) = scribe.take_back(by, TakeBack(last))

    assert isinstance(asked.entry.body, TakebackAsked)
    assert {*asked.entry.body.needs} == others
    assert is_sound(scribe)


def test_a_seat_that_does_not_agree_ends_the_request_until_something_is_decided() -> None:
    """So nobody is asked again and again; and nothing can be asked while a request is open."""
    scribe = game_where(two_makers)
    by, other = makers(scribe)[-2:]
    start = decided_at(scribe.record)[-2]
    (asked,) = scribe.take_back(by, TakeBack(start))
    at = asked.entry.position
    assert f"asked at position {at} has to be answered first" in refusal(TakebackRefused, scribe, by, TakeBack(start))

    scribe.take_back(other, AnswerTakeback(at, agrees=False))

    says = refusal(TakebackRefused, scribe, by, TakeBack(start))
    assert f"asked at position {at} was declined" in says
    take_one(scribe, die("more"))
    assert scribe.game.takebacks.request is None
    assert is_sound(scribe)


def test_an_answer_to_what_has_lapsed_is_refused() -> None:
    """Somebody has decided meanwhile."""
    scribe = game_where(two_makers)
    by, other = makers(scribe)[-2:]
    (asked,) = scribe.take_back(by, TakeBack(decided_at(scribe.record)[-2]))
    take_one(scribe, die("meanwhile"))

    says = refusal(TakebackRefused, scribe, other, AnswerTakeback(asked.entry.position, agrees=True))

    assert says.startswith(f"asked: nothing that was asked at position {asked.entry.position} is open")


def test_only_those_who_are_asked_answer_and_each_agrees_once() -> None:
    """In a game of three, after a draw."""
    scribe = begun(name="three", sample=14)
    picks = die("three")
    while not last_step_has(scribe, DrawMade) if decided_at(scribe.record) else True:
        take_one(scribe, picks)
    by, last = last_decision(scribe)
    (asked,) = scribe.take_back(by, TakeBack(last))
    at = asked.entry.position
    first, second = (each.seat for each in scribe.game.opened.seats if each.seat != by)

    assert "answer that; not" in refusal(NotYourSeat, scribe, by, AnswerTakeback(at, agrees=True))
    (only,) = scribe.take_back(first, AnswerTakeback(at, agrees=True))
    assert only.entry.position == at + 1
    assert "has agreed already" in refusal(TakebackRefused, scribe, first, AnswerTakeback(at, agrees=False))
    _, back = scribe.take_back(second, AnswerTakeback(at, agrees=True))
    assert back.entry.body == StepsTakenBack(last, (first, second))
    assert is_sound(scribe)


def test_where_only_the_last_decision_goes_back_nobody_is_asked() -> None:
    """The host has said so when the game was opened."""
    scribe = game_where(two_makers, takebacks="own-last")
    by, _ = makers(scribe)[-2:]

    says = refusal(TakebackRefused, scribe, by, TakeBack(decided_at(scribe.record)[-2]))

    assert says == "from: in this game only the last decision goes back, where it concerns nobody else"


def test_a_game_in_which_nothing_is_taken_back_says_so() -> None:
    """That is how games are opened that say nothing of it."""
    scribe = begun(1, takebacks="never")
    by, last = last_decision(scribe)

    assert refusal(TakebackRefused, scribe, by, TakeBack(last)) == "takebacks: nothing is taken back in this game"


def test_all_have_to_agree_where_the_table_has_decided() -> None:
    """What the players decided together is not for the host alone to take back."""
    rules = load_registry().ruleset("gloomhaven_attack/fh")
    scribe = MemoryWriter.open(rules, rules.samples()[0], sources("the table"), takebacks="by-consent")
    attack = rules.options(scribe.game.state, TABLE).listed[0]
    scribe.decide(attack)
    assert not last_step_has(scribe, DrawMade)

    (asked,) = scribe.take_back(TABLE, TakeBack(2))

    assert asked.entry.body == TakebackAsked(2, (ASH, BIRCH))


def test_nobody_takes_back_the_decision_of_another() -> None:
    """Nor does the table, where seats enter their own decisions."""
    scribe = game_where(two_makers)
    other, _ = makers(scribe)[-2:]
    last = decided_at(scribe.record)[-1]

    assert "only" in refusal(NotYourSeat, scribe, other, TakeBack(last))
    assert "not the table" in refusal(NotYourSeat, scribe, TABLE, TakeBack(last))


@pytest.mark.parametrize("start", [1, 99_999])
def test_there_is_nothing_to_take_back_where_nothing_was_decided(start: int) -> None:
    """At the opening, and behind the end of the record."""
    scribe = begun(1)

    assert refusal(NotFound, scribe, ASH, TakeBack(start)) == f"from: nothing was decided at position {start}"


def test_the_last_eight_decisions_go_back_and_what_is_taken_back_is_gone() -> None:
    """A scribe mends forty; seats that play for themselves agree on a few."""
    scribe = begun(12, sample=0, name="long")
    decided = decided_at(scribe.record)

    says = refusal(TakebackRefused, scribe, makers(scribe)[-9], TakeBack(decided[-9]))
    assert says == "from: only the last 8 decisions can be taken back; more have been taken since"
    (asked,) = scribe.take_back(makers(scribe)[-8], TakeBack(decided[-8]))
    assert isinstance(asked.entry.body, TakebackAsked)
    for seat in asked.entry.body.needs:
        scribe.take_back(seat, AnswerTakeback(asked.entry.position, agrees=True))
    says = refusal(TakebackRefused, scribe, makers(scribe)[-8], TakeBack(decided[-8]))
    assert says == f"from: the decision at position {decided[-8]} is taken back already, or is too long ago"
    assert is_sound(scribe)


def test_the_end_of_a_game_does_not_go_back() -> None:
    """Whoever thinks that something was wrong files a claim."""
    record = withdrawn_game()
    scribe = MemoryWriter.resume(record, begun().head.sources)
    by, last = last_decision(scribe)

    assert "file a claim" in refusal(GameClosed, scribe, by, TakeBack(last))


def test_nobody_goes_back_behind_the_signature_of_another() -> None:
    """An offer alone is one more who has to agree; it binds nobody."""
    scribe = game_where(lambda each: quiet(each) and makers(each)[-1] == BIRCH)
    _, last = last_decision(scribe)
    scribe.promise(ASH, OfferLetter(LETTER))
    (asked,) = scribe.take_back(BIRCH, TakeBack(last))
    assert asked.entry.body == TakebackAsked(last, (ASH,))

    scribe.promise(ASH, Sign("p1"))

    says = refusal(TakebackRefused, scribe, BIRCH, TakeBack(last))
    assert says.startswith(f"from: Player 1 has acted on promise p1 at position {scribe.game.position}")
    assert is_sound(scribe)


def test_nobody_goes_back_behind_what_a_ruling_has_done() -> None:
    """A correction has changed what stands; what a fork carries over was played in another game."""
    scribe = game_where(quiet)
    by, last = last_decision(scribe)
    fork = fork_of(scribe.record, scribe.game.position).scribe
    correction: GameCorrected[Any, Any] = GameCorrected((Instead(last + 1, ()),), scribe.game.state, "d1")
    scribe.write((DraftEvent("ruling", correction),))

    says = "from: a ruling has changed the game since; file a claim where something was wrong"
    assert refusal(TakebackRefused, scribe, by, TakeBack(last)) == says
    assert refusal(TakebackRefused, fork, by, TakeBack(last)) == says
    take_one(scribe, die("behind the correction"))
    by, last = last_decision(scribe)
    assert scribe.take_back(by, TakeBack(last))


def test_the_scribe_takes_back_for_the_table_and_asks_those_who_hold_keys() -> None:
    """Here nobody does, so that nobody is asked, whatever was drawn."""
    scribe = game_where(lambda each: last_step_has(each, DrawMade) and not each.game.closed, entry="scribe")
    start = decided_at(scribe.record)[-3]

    (event,) = scribe.take_back(TABLE, TakeBack(start))

    assert (event.entry.by, event.entry.body) == ("table", StepsTakenBack(start, ()))
    assert is_sound(scribe)


def test_those_to_whom_a_promise_was_broken_have_to_agree_and_it_is_pending_again() -> None:
    """The breach leaves the record of whoever broke it; that it was broken and taken back stays in the history."""
    scribe = promise_breaker()
    by, last = last_decision(scribe)
    assert (by, statuses(RULESET, scribe.record.entries())) == (ASH, {"p1": "broken"})
    broken = scribe.game.position

    (asked,) = scribe.take_back(ASH, TakeBack(last))
    assert asked.entry.body == TakebackAsked(last, (BIRCH,))
    _, back = scribe.take_back(BIRCH, AnswerTakeback(asked.entry.position, agrees=True))

    entries = scribe.record.entries()
    assert statuses(RULESET, entries) == {"p1": "pending"}
    assert audit(RULESET, entries).promises[0].status == "pending"
    turnings = PromiseHistory(RULESET, entries, EMPTY_ROSTER).turnings(after=last - 1)
    assert [(each.position, each.kind) for each in turnings] == [(broken, "broken"), (back.entry.position, "pending")]
    assert is_sound(scribe)
    take_one(scribe, die("on"))
    assert is_sound(scribe)


def test_a_promise_that_was_broken_before_is_no_reason_to_ask() -> None:
    """Only what would leave the record is; here the decision that goes back came after the breach."""
    scribe, picks = promise_breaker(), die("after the breach")
    while True:
        take_one(scribe, picks)
        if quiet(scribe):
            break
    by, last = last_decision(scribe)

    (event,) = scribe.take_back(by, TakeBack(last))

    assert isinstance(event.entry.body, StepsTakenBack)
    assert statuses(RULESET, scribe.record.entries()) == {"p1": "broken"}
