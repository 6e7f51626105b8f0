"""What an event says to people: a sentence for each thing that happened, and the reasons for it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from oathbook.domain.games.events import (
    DecisionMade,
    DrawMade,
    Entry,
    GameCorrected,
    GameEnded,
    GameForked,
    GameOpened,
    GameUnsealed,
    OfPromise,
    OfRuling,
    OutcomeFollowed,
    PromiseEvent,
    RuledEvent,
    SeedRevealed,
)
from oathbook.domain.games.naming import decision_said, draw_said, facts_said
from oathbook.domain.games.promise_facts import fact_of
from oathbook.domain.kernel.seats import Seat
from oathbook.domain.kernel.spelling import called
from oathbook.domain.kernel.workings import Line
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.vocabulary import Slots


class Happening(Struct, frozen=True):
    """One thing that happened: its kind and slots, a sentence, who did it, and the reasons for it."""

    kind: str
    by: Seat | None
    sentence: str
    slots: Slots = {}
    cites: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    working: tuple[Line, ...] = ()


def happenings_of(ruleset: AnyRuleset, entry: Entry) -> tuple[Happening, ...]:
    """What an event says, in sentences; hidden values stand there only as far as the record opens them."""
    body = entry.body
    if isinstance(body, OfPromise | OfRuling):
        return tuple(_by_people(ruleset, Seat(entry.by), body))
    match body:
        case GameOpened():
            return (_opened(ruleset, body),)
        case DecisionMade(decision):
            return (Happening("decision", decision.by, decision_said(ruleset, decision)),)
        case DrawMade(_, draw):
            return (Happening("draw", None, draw_said(draw)),)
        case OutcomeFollowed(_, consequences):
            return tuple(
                Happening(fact.kind, fact.by, fact.sentence, fact.slots, each.cites, each.readings, each.working)
                for each in consequences
                for fact in facts_said(ruleset, each.event)
            )
        case SeedRevealed():
            return (Happening("seed", None, "the seed is revealed"),)
        case GameEnded(ending):
            winners = f", won by {' and '.join(map(called, ending.winners))}" if ending.winners else ""
            said = f"the game is closed: {ending.outcome}{winners}"
            return (Happening("closed", None, said, cites=(ending.clause,)),)


def _opened(ruleset: AnyRuleset, body: GameOpened[Any, Any, Any]) -> Happening:
    seats = ", ".join(called(each.seat) for each in body.seats)
    parent = body.parent
    on = "" if parent is None else f"; it goes on from game {parent.game}, position {parent.position}"
    return Happening("opened", None, f"{ruleset.edition.title} is set up for {seats}{on}")


def _by_people(ruleset: AnyRuleset, by: Seat, body: PromiseEvent | RuledEvent) -> Iterator[Happening]:
    """What a seat does with a promise, and what a ruling does to the game."""
    match body:
        case OfPromise():
            fact = fact_of(by, body)
            yield Happening(fact.kind, fact.by, fact.sentence, fact.slots)
        case GameCorrected():
            yield from _corrected(ruleset, body)
        case GameForked(fork, position, dispute):
            said = f"by the ruling in dispute {dispute} the game is played on from position {position} as game {fork}"
            yield Happening("forked", None, said)
        case GameUnsealed(fork, seed):
            opens = "what was hidden here is open" if seed is None else "the seed is revealed"
            yield Happening("unsealed", None, f"game {fork}, which went on from this one, is over; {opens}")


def _corrected(ruleset: AnyRuleset, body: GameCorrected[Any, Any]) -> Iterator[Happening]:
    """What follows in place of the wrong outcome, each thing with its reasons, and which later outcomes change."""
    wrong, *others = body.instead
    told = [(fact.sentence, each) for each in wrong.consequences for fact in facts_said(ruleset, each.event)]
    follows = "what follows instead is" if told else "nothing follows, for that was not to be decided"
    said = f"the outcome at {wrong.at} is corrected by the ruling in dispute {body.dispute}: {follows}"
    yield Happening("corrected", None, said)
    for sentence, each in told:
        yield Happening("corrected", None, sentence, {}, each.cites, each.readings, each.working)
    if others:
        where = ", ".join(str(each.at) for each in others)
        yield Happening("corrected", None, f"so the outcomes at {where} are others too")
