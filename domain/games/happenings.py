"""What an event says to people: a sentence for each thing that happened, and what is behind it."""

from msgspec import Struct

from domain.games.events import (
    DecisionMade,
    DrawMade,
    Entry,
    GameEnded,
    GameOpened,
    OutcomeFollowed,
    SeedRevealed,
)
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
            return (Happening("decision", decision.by, f"{decision.by} decides {type(decision).__name__}"),)
        case DrawMade(_, draw):
            said = f"{draw.label}: {', '.join(draw.drawn)} is drawn from {len(draw.pile)} ({draw.source})"
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
            winners = f", won by {', '.join(ending.winners)}" if ending.winners else ""
            said = f"the game is closed: {ending.outcome}{winners}"
            return (Happening("closed", None, said, cites=(ending.clause,)),)
