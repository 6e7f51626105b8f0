"""Rulings carried out: the events that a correction or a fork adds, with their bytes."""

from domain.disputes.case import Case
from domain.disputes.remedies import closed_by_fork, correction, opening_of_fork, unsealed
from domain.errors import RecordRedacted
from domain.games import game as games
from domain.games.events import BySeed, ByWitness, ChanceSource, Drafted
from domain.kernel.hidden import Hidden
from domain.recording.format.codec import Sealed
from domain.recording.format.record import Record
from domain.recording.writing.game_head import End, Pen, sealed_step

Written = tuple[Pen, tuple[Sealed, ...]]
"""The events of a step, or of a whole fork, and what it takes to go on behind them."""


def corrected(pen: Pen, record: Record, at: int, dispute: str) -> Written:
    """An outcome of a game corrected; ``at`` is an event of the step in which it is wrong.

    ``pen`` writes on behind ``record``. Refuses as ``disputes.remedies.correction`` does, and with ``TooLarge``.
    """
    return pen.write(correction(_case_of(record), at, dispute))


def forked(pen: Pen, record: Record, at: int, dispute: str) -> tuple[Written, Written]:
    """A game closed, and the fork as which it is played on from the end of a step.

    ``pen`` writes on behind ``record``. Refuses as ``disputes.remedies.opening_of_fork`` does, and with
    ``RecordRedacted`` where the record does not hold what would be carried over.
    """
    if record.redacted:
        raise RecordRedacted(record.game)
    head = record.events[at - 1].hash if 1 <= at <= len(record.events) else ""
    sources, fork = pen.sources, pen.sources.ids()
    is_seeded = isinstance(pen.game.opened.chance, BySeed)
    chance: ChanceSource = BySeed(Hidden((), known=(sources.seeds(),))) if is_seeded else ByWitness()
    opened = opening_of_fork(_case_of(record), at, head, chance)
    closing = pen.write(closed_by_fork(fork, at, dispute))
    events = list(sealed_step(pen.codec, fork, (Drafted("host", opened),), sources, after=End()))
    game = games.begun(pen.ruleset, fork, events[0].entry)
    for event in record.events[1:at]:
        events.append(pen.codec.carried(event, game=fork, prev=events[-1].hash))
        game = games.evolved(pen.ruleset, game, events[-1].entry)
    return closing, (Pen(pen.ruleset, pen.codec, game, events[-1].hash, sources), tuple(events))


def opened_by_the_end(pen: Pen) -> Written | None:
    """What a game that is played on elsewhere opens once that is over; nothing where it opens nothing."""
    drafts = unsealed(pen.game)
    return pen.write(drafts) if drafts else None


def _case_of(record: Record) -> Case:
    return Case(record.game, record.head, record.ruleset, record.entries())
