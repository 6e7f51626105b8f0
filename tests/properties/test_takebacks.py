"""A game in which decisions were taken back is the game without them, whoever folds it or judges its promises."""

import random
from itertools import groupby

import pytest
from msgspec.structs import replace

from oathbook.domain.errors import TakebackRefused
from oathbook.domain.games import game as games
from oathbook.domain.games.game_events import DecisionMade, DrawMade, Entry, OutcomeFollowed
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAsked, TakebackEventBase
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.games.takebacks import withdrawals_in
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.audit.audit import audit, statuses
from oathbook.domain.promises.lifecycle.acts import OfferLetter, Sign
from oathbook.domain.recording.database.fast_fold import FastFold
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.record_file import record_text, whole_record_from
from oathbook.domain.recording.notation.sheet_writer import sheet_lines
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.replays.verification import verify
from tests.support.playing import RULESET, die, ruleset_of, take_one
from tests.support.storing import rows_of
from tests.support.taking_back import ASH, begun
from tests.support.transcribing import read

LETTERS = ("ash promises birch never to attack any player.", "ash promises birch never to defend.")
MOST_STEPS = 30


def play_with_takebacks(name: str) -> Record:
    """A game of three at random, in which seats take back what they can, if those agree who have to."""
    scribe, picks = begun(name=name, sample=14), die(name)
    for letter in LETTERS:
        scribe.promise(ASH, OfferLetter(letter))
        promise = f"p{len(scribe.game.promises)}"
        for seat in scribe.game.promises[promise].offer.signers:
            scribe.promise(seat, Sign(promise))
    for _ in range(MOST_STEPS):
        if scribe.game.closed:
            break
        take_one(scribe, picks)
        if picks.random() < 0.4 and not scribe.game.closed:
            take_back_something(scribe, picks)
    return scribe.record


def take_back_something(scribe: MemoryWriter, picks: random.Random) -> None:
    """Ask for one of the last decisions; most of those who are asked agree."""
    start = picks.choice(scribe.game.takebacks.kept[-3:]).position
    made = scribe.record.entries()[start - 1].body
    assert isinstance(made, DecisionMade)
    by: Seat = made.decision.by
    try:
        (event,) = scribe.take_back(by, TakeBack(start))
    except TakebackRefused:
        return
    asked = event.entry.body
    for seat in asked.needs if isinstance(asked, TakebackAsked) else ():
        agrees = picks.random() < 0.8
        scribe.take_back(seat, AnswerTakeback(event.entry.position, agrees=agrees))
        if not agrees:
            return


def without_withdrawn(record: Record) -> tuple[Entry, ...]:
    """The events that stand, with positions and steps as if there had been no others."""
    entries = record.entries()
    withdrawn = withdrawals_in(entries)
    kept = [each for each in entries if each.step not in withdrawn and not isinstance(each.body, TakebackEventBase)]
    counted: list[Entry] = []
    for step, (_, same) in enumerate(groupby(kept, lambda each: each.step), 1):
        first = len(counted) + 1
        for entry in same:
            body = entry.body
            if isinstance(body, DrawMade | OutcomeFollowed):
                body = replace(body, of=first)
            counted.append(replace(entry, position=len(counted) + 1, step=step, body=body))
    return tuple(counted)


@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.gate) for seed in range(3, 60))])
def test_a_game_with_takebacks_is_the_game_without_what_was_taken_back(seed: int) -> None:
    """It folds, is judged, is sound, and is exported and read again, all by what stands."""
    record = play_with_takebacks(f"property {seed}")
    entries, plain = record.entries(), without_withdrawn(record)
    assert len(plain) < len(entries)

    game, other = fold_record(record), games.fold(RULESET, record.game, plain)

    assert game.state == other.state
    assert game.closed == other.closed
    assert statuses(RULESET, entries) == statuses(RULESET, plain)
    assert [each.status for each in audit(RULESET, entries).promises] == [
        each.status for each in audit(RULESET, plain).promises
    ]
    assert FastFold(RULESET).fold(record.game, rows_of(record)) == game
    assert verify(record).discrepancies == ()
    assert whole_record_from(record_text(record), ruleset_of, where="again").events == record.events
    assert read("".join(f"{each}\n" for each in sheet_lines(record))).events == record.events


def test_the_games_above_hold_breaches_that_were_taken_back() -> None:
    """So that the property says something of promises: by one of these takebacks a promise is pending again."""
    entries = play_with_takebacks("property 1").entries()
    backs = [each.position for each in entries if isinstance(each.body, StepsTakenBack)]

    judged = [(statuses(RULESET, entries[: at - 1]), statuses(RULESET, entries[:at])) for at in backs]

    changed = [(one[name], other[name]) for one, other in judged for name in one if one[name] != other[name]]
    assert ("broken", "pending") in changed
