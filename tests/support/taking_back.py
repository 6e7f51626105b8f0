"""Games in which something is asked, answered and done about taking back."""

from functools import cache
from typing import Final

from oathbook.domain.games.game_events import DecisionMade, DraftEvent, EntryMode, TakebackEvent, TakebackPolicy
from oathbook.domain.games.takeback_rules import AnswerTakeback, TakeBack
from oathbook.domain.kernel import Seat
from oathbook.domain.promises.lifecycle.acts import OfferLetter, Sign
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from tests.support.playing import CLOSE, RULESET, ChanceName, die, setup_of, sources, steps, take_one

BREACH_TAKEN_BACK: Final = """\
oathbook notation/1
edition heirless/e1
components heirless-sample-1
seats ash Ada, birch Bo, cedar Cleo
takebacks by-consent

ash: offer promise: ash promises cedar not to deploy a knight to tile "Meadow" until the end of season 1.
ash: sign p1
cedar: sign p1
ash: deploy Meadow
ash: take back because a slip
cedar: agree to take back
ash: deploy Valley
"""
"""A sheet on which a promise is broken at 6, which is asked to go back at 7 and does at 9; it goes on at 10."""

ASH = Seat("ash")
BIRCH = Seat("birch")


def begun(
    decisions: int = 0,
    *,
    takebacks: TakebackPolicy = "by-consent",
    entry: EntryMode = "seats",
    name: str = "taken back",
    sample: int = CLOSE,
    chance: ChanceName = "seeded",
) -> MemoryWriter:
    """The beginning of a game in which something can be taken back."""
    scribe = MemoryWriter.open(
        RULESET, setup_of(sample), sources(name), chance=chance, entry=entry, takebacks=takebacks
    )
    picks = die(name)
    for _ in range(decisions):
        take_one(scribe, picks)
    return scribe


def decided_at(record: Record) -> list[int]:
    """Where something was decided, standing or not."""
    return [event.entry.position for event in record.events if isinstance(event.entry.body, DecisionMade)]


def record_event(scribe: MemoryWriter, by: Seat, event: TakebackEvent) -> None:
    """Have a seat's event recorded as it is, whether or not that seat may."""
    scribe.write((DraftEvent(by, event),))


@cache
def withdrawn_game() -> Record:
    """A game in which something goes back at once, a request is declined, another granted, and that is played on."""
    scribe, picks = begun(1), die("taken back")
    scribe.take_back(ASH, TakeBack(decided_at(scribe.record)[0], "a slip"))
    for _ in range(3):
        take_one(scribe, picks)
    *_, of_birch, of_ash = decided_at(scribe.record)
    _answer(scribe, BIRCH, of_birch, ASH, agrees=False)
    take_one(scribe, picks)
    _answer(scribe, ASH, of_ash, BIRCH, agrees=True)
    for _ in steps(scribe, picks):
        pass
    return scribe.record


def _answer(scribe: MemoryWriter, by: Seat, start: int, other: Seat, *, agrees: bool) -> None:
    (asked,) = scribe.take_back(by, TakeBack(start))
    scribe.take_back(other, AnswerTakeback(asked.entry.position, agrees))


def promise_breaker() -> MemoryWriter:
    """A game of three in which Ash has just broken a promise to Birch, in a step that drew and showed nothing."""
    scribe, picks = begun(name="broken 2", sample=14), die("broken 2")
    scribe.promise(ASH, OfferLetter("ash promises birch never to attack any player."))
    for seat in scribe.game.promises["p1"].offer.signers:
        scribe.promise(seat, Sign("p1"))
    for _ in range(12):
        take_one(scribe, picks)
    return scribe
