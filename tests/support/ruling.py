"""Games to which a ruling has done something: corrected ones, and games that are played on as a fork."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import NamedTuple

from oathbook.domain.errors import RemedyRefused
from oathbook.domain.games.game_events import GameEnded
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record, fold_record
from oathbook.domain.recording.format.sources import Sources
from oathbook.domain.recording.writing.game_head import GameHead
from oathbook.domain.recording.writing.memory_writer import MemoryWriter
from oathbook.domain.recording.writing.remedy_steps import WrittenStep, write_correction, write_fork, write_unsealing
from oathbook.domain.rulesets.protocol import AnyRuleset
from oathbook.domain.rulesets.registry import load_registry
from tests.support.disputing import Mistaken, mistaken_game
from tests.support.playing import CLOSE, RULESET, ChanceName, die, opened, sources, steps

DISPUTE = "dispute-1"
"""The dispute in which it was ruled so."""


def with_step(record: Record, written: WrittenStep) -> Record:
    """A record with what was written behind it."""
    scribe = scribe_of(record, *written)
    return scribe.record


def scribe_of(record: Record, head: GameHead, events: tuple[EncodedEvent, ...]) -> MemoryWriter:
    """Somebody who goes on behind what was written."""
    made = Record(head.game.id, head.ruleset, head.codec, (*record.events, *events), head.hash)
    return MemoryWriter(made, head)


def after_correction(record: Record, at: int, handed: Sources | None = None) -> MemoryWriter:
    """A record corrected where an event of it is wrong; refuses as the correction does."""
    scribe = MemoryWriter.resume(record, handed or sources(f"{record.game} corrected"))
    return scribe_of(record, *write_correction(scribe.head, record, at, DISPUTE))


class Fork(NamedTuple):
    """A game that a ruling has closed, and the one as which it is played on."""

    parent: Record
    scribe: MemoryWriter


def fork_of(record: Record, at: int, handed: Sources | None = None) -> Fork:
    """A record played on from a position; refuses as the fork does."""
    scribe = MemoryWriter.resume(record, handed or sources(f"{record.game} forked at {at}"))
    closing, (head, events) = write_fork(scribe.head, record, at, DISPUTE)
    return Fork(with_step(record, closing), scribe_of(Record(head.game.id, head.ruleset, head.codec), head, events))


def ends_of_steps(record: Record) -> tuple[int, ...]:
    """The positions at which steps end."""
    numbers = [event.entry.step for event in record.events]
    return tuple(at for at, (one, other) in enumerate(zip(numbers, [*numbers[1:], 0], strict=True), 1) if one != other)


def running(sample: int = CLOSE, name: str = "ruling", *, decisions: int = 4, chance: ChanceName = "seeded") -> Record:
    """The beginning of a game."""
    scribe = opened(sample, name, chance=chance)
    for _, _ in zip(range(decisions), steps(scribe, die(name)), strict=False):
        pass
    return scribe.record


def played_out(scribe: MemoryWriter, name: str = "on") -> Record:
    """The record once the game has come to its end."""
    for _ in steps(scribe, die(name)):
        pass
    return scribe.record


@cache
def forked_game(at: int = 1) -> tuple[Record, Record]:
    """A game closed by a fork and unsealed when that was over, and the fork."""
    parent, scribe = fork_of(running(), at)
    record = played_out(scribe)
    written = write_unsealing(MemoryWriter.resume(parent, sources("unsealed")).head)
    assert written is not None
    return with_step(parent, written), record


@cache
def corrected_game() -> tuple[Record, Record]:
    """A game of the ruleset that other tests are about with a wrong outcome in it, and the same game corrected."""
    for number in range(100):
        game = mistaken_game(RULESET, "outcome", number)
        with suppress(RemedyRefused):
            if game is not None and not (found := after_correction(game.record, game.at).record).events[-1].openings:
                return game.record, found
    message = "none of these games can be corrected"
    raise LookupError(message)


def corrected_where(
    ruleset: AnyRuleset, wanted: Callable[[Record, Record], bool], *, behind: int = 6, many: int = 500
) -> tuple[Mistaken, Record]:
    """A mistaken game and the same corrected, of which something is so."""
    for number in range(many):
        game = mistaken_game(ruleset, "outcome", number, behind=behind)
        with suppress(RemedyRefused):
            if game is not None and wanted(game.record, found := after_correction(game.record, game.at).record):
                return game, found
    message = "of no corrected game that is so"
    raise LookupError(message)


@cache
def ended_otherwise() -> Record:
    """A game that is over, and by the corrected line is over with another end."""

    def ends_otherwise(mistaken: Record, found: Record) -> bool:
        ended = [each.body.ending for each in mistaken.entries() if isinstance(each.body, GameEnded)]
        return bool(ended) and found.ruleset.standing(fold_record(found).state).ending != ended[0]

    return corrected_where(load_registry().ruleset("cube_bag/g1"), ends_otherwise, behind=9)[1]
