"""What an event says to people: a sentence for each thing that happened, and what is behind it."""

from msgspec import Struct

from domain.games.events import (
    DecisionMade,
    DrawMade,
    Entry,
    GameEnded,
    GameOpened,
    OfPromise,
    OutcomeFollowed,
    SeedRevealed,
)
from domain.games.promise_facts import fact_of
from domain.kernel.seats import Seat
from domain.kernel.workings import Line
from domain.rulesets.protocol import AnyRuleset
from domain.rulesets.vocabulary import Slots


class Happening(Struct, frozen=True):
    """One thing that happened: its kind and slots, a sentence, whose doing it was, and what is behind it."""

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
    match body:
        case GameOpened():
            seats = ", ".join(each.seat for each in body.seats)
            return (Happening("opened", None, f"{ruleset.edition.title} ({body.edition}) is set up for {seats}"),)
        case DecisionMade(decision):
            what = str(decision.__struct_config__.tag).replace("_", " ")
            return (Happening("decision", decision.by, f"{decision.by} decides: {what}"),)
        case DrawMade(_, draw):
            are = "is" if len(draw.drawn) == 1 else "are"
            said = f"{draw.label}: {', '.join(draw.drawn)} {are} drawn from {len(draw.pile)} ({draw.source})"
            return (Happening("draw", None, said),)
        case OutcomeFollowed(_, consequences):
            return tuple(
                Happening(fact.kind, fact.by, fact.sentence, fact.slots, each.cites, each.readings, each.working)
                for each in consequences
                for fact in ruleset.facts(each.event)
            )
        case SeedRevealed(seed):
            return (Happening("seed", None, f"the seed is revealed: {seed.value}"),)
        case GameEnded(ending):
            winners = f", won by {' and '.join(ending.winners)}" if ending.winners else ""
            said = f"the game is closed: {ending.outcome}{winners}"
            return (Happening("closed", None, said, cites=(ending.clause,)),)
        case OfPromise():
            fact = fact_of(Seat(entry.by), body)
            return (Happening(fact.kind, fact.by, fact.sentence, fact.slots),)
