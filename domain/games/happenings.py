"""What an event says to people: a sentence for each thing that happened, and the reasons for it."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from oathbook.domain.games import game_events
from oathbook.domain.games.game_sentences import decision_sentence, draw_sentence, facts_with_display_names
from oathbook.domain.games.played_steps import consequences_of
from oathbook.domain.games.promise_facts import promise_fact
from oathbook.domain.games.table_events import AnyTableActed, TableActed
from oathbook.domain.games.takeback_events import StepsTakenBack, TakebackAnswered, TakebackAsked, TakebackEventBase
from oathbook.domain.kernel import Line, Roster, Seat
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


def happenings_of(ruleset: AnyRuleset, entry: game_events.Entry, roster: Roster) -> tuple[Happening, ...]:
    """What an event says, in sentences; hidden values stand there only as far as the record opens them."""
    body = entry.body
    if isinstance(body, game_events.PromiseEventBase | game_events.RulingEventBase | TakebackEventBase):
        return tuple(_act_happenings(ruleset, Seat(entry.by), body, roster))
    match body:
        case game_events.GameOpened():
            return (_opening_happening(ruleset, body),)
        case game_events.DecisionMade(decision):
            return (Happening("decision", decision.by, decision_sentence(ruleset, decision, roster)),)
        case TableActed():
            return (_table_happening(ruleset, body, roster), *_results(ruleset, body, roster))
        case game_events.DrawMade(_, draw):
            return (Happening("draw", None, draw_sentence(draw, roster)),)
        case game_events.OutcomeFollowed():
            return _results(ruleset, body, roster)
        case _:
            return (_end_happening(body, roster),)


def _end_happening(body: game_events.SeedRevealed | game_events.GameEnded, roster: Roster) -> Happening:
    if isinstance(body, game_events.SeedRevealed):
        return Happening("seed", None, "the seed is revealed")
    winners = f", won by {_names(body.ending.winners, roster)}" if body.ending.winners else ""
    said = f"the game is closed: {body.ending.outcome}{winners}"
    return Happening("closed", None, said, cites=(body.ending.clause,))


def _results(ruleset: AnyRuleset, body: game_events.EventBody, roster: Roster) -> tuple[Happening, ...]:
    """What happened in the game, each with the reasons that are given for it."""
    return tuple(
        Happening(fact.kind, fact.by, fact.sentence, fact.slots, each.cites, each.readings, each.working)
        for each in consequences_of(body)
        for fact in facts_with_display_names(ruleset, each.event, roster)
    )


def _table_happening(ruleset: AnyRuleset, act: AnyTableActed, roster: Roster) -> Happening:
    """What was done beside the rules, in the words of whoever wrote it down, and what was meant by it."""
    what = "" if act.meant is None else f": {decision_sentence(ruleset, act.meant, roster)}"
    words = f" (“{act.says}”)" if act.says else ""
    return Happening("table", act.of, f"beside the rules{what or f', by {roster.call(act.of)}'}{words}")


def _opening_happening(ruleset: AnyRuleset, body: game_events.GameOpened[Any, Any, Any]) -> Happening:
    seats = ", ".join(body.roster.call(each.seat) for each in body.seats)
    parent = body.parent
    on = "" if parent is None else f"; it goes on from game {parent.game}, position {parent.position}"
    return Happening("opened", None, f"{ruleset.edition.title} is set up for {seats}{on}")


def describe_takeback(by: Seat, body: game_events.TakebackEvent, roster: Roster) -> Happening:
    """What a seat asks, answers or does about taking back."""
    who = roster.call(by)
    match body:
        case TakebackAsked(start, needs):
            said = f"{who} asks {_names(needs, roster)} to agree that the game goes back to before position {start}"
            return Happening("takeback-asked", by, said)
        case TakebackAnswered(agrees=agrees):
            return Happening("takeback-answered", by, f"{who} {'agrees' if agrees else 'does not agree'} to go back")
        case StepsTakenBack(start, consents):
            agreed = f"; {_names(consents, roster)} agreed" if consents else ""
            return Happening("taken-back", by, f"{who} takes back what was decided at {start} and since{agreed}")


def _names(seats: tuple[Seat, ...], roster: Roster) -> str:
    return " and ".join(map(roster.call, seats))


def _act_happenings(
    ruleset: AnyRuleset,
    by: Seat,
    body: game_events.PromiseEvent | game_events.RulingEvent | game_events.TakebackEvent,
    roster: Roster,
) -> Iterator[Happening]:
    """What a seat does with a promise or about taking back, and what a ruling does to the game."""
    match body:
        case TakebackEventBase():
            yield describe_takeback(by, body, roster)
        case game_events.PromiseEventBase():
            fact = promise_fact(by, body, roster)
            yield Happening(fact.kind, fact.by, fact.sentence, fact.slots)
        case game_events.GameCorrected():
            yield from _correction_happenings(ruleset, body, roster)
        case game_events.GameForked(fork, position, dispute):
            said = f"by the ruling in dispute {dispute} the game is played on from position {position} as game {fork}"
            yield Happening("forked", None, said)
        case game_events.GameUnsealed(fork, seed):
            opens = "what was hidden here is open" if seed is None else "the seed is revealed"
            yield Happening("unsealed", None, f"game {fork}, which went on from this one, is over; {opens}")


def _correction_happenings(
    ruleset: AnyRuleset, body: game_events.GameCorrected[Any, Any], roster: Roster
) -> Iterator[Happening]:
    """What follows in place of the wrong outcome, each thing with its reasons, and which later outcomes change."""
    wrong, *others = body.instead
    told = [
        (fact.sentence, each)
        for each in wrong.consequences
        for fact in facts_with_display_names(ruleset, each.event, roster)
    ]
    follows = "what follows instead is" if told else "nothing follows, for that was not to be decided"
    ruled = "is corrected" if not body.redrawn else "is drawn again"
    said = f"the outcome at {wrong.at} {ruled} by the ruling in dispute {body.dispute}: {follows}"
    yield Happening("corrected", None, said)
    for sentence, each in told:
        yield Happening("corrected", None, sentence, {}, each.cites, each.readings, each.working)
    if others:
        where = ", ".join(str(each.at) for each in others)
        yield Happening("corrected", None, f"so the outcomes at {where} are others too")
