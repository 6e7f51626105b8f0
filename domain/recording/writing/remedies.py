"""Rulings carried out: the events that a correction or a fork adds, with their bytes."""

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.remedies import closed_by_fork, correction, opening_of_fork, unsealed
from oathbook.domain.errors import RecordRedacted
from oathbook.domain.games import game as games
from oathbook.domain.games.events import BySeed, ByWitness, ChanceSource, Drafted
from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.recording.format.codec import Sealed
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.game_head import GameHead, StreamEnd, sealed_step

Written = tuple[GameHead, tuple[Sealed, ...]]
"""The events of a step, or of a whole fork, and the head of the game after them."""


def corrected(head: GameHead, record: Record, at: int, dispute: str) -> Written:
    """An outcome of a game corrected; ``at`` is an event of the step in which it is wrong.

    ``head`` is that of ``record``. Refuses as ``disputes.remedies.correction`` does, and with ``TooLarge``.
    """
    return head.write(correction(_case_of(record), at, dispute))


def forked(head: GameHead, record: Record, at: int, dispute: str) -> tuple[Written, Written]:
    """A game closed, and the fork as which it is played on from the end of a step.

    ``head`` is that of ``record``. Refuses as ``disputes.remedies.opening_of_fork`` does, and with
    ``RecordRedacted`` where the record does not hold what would be carried over.
    """
    if record.redacted:
        raise RecordRedacted(record.game)
    forked_hash = record.events[at - 1].hash if 1 <= at <= len(record.events) else ""
    sources, fork = head.sources, head.sources.ids()
    is_seeded = isinstance(head.game.opened.chance, BySeed)
    chance: ChanceSource = BySeed(Hidden((), known=(sources.seeds(),))) if is_seeded else ByWitness()
    opened = opening_of_fork(_case_of(record), at, forked_hash, chance)
    closing = head.write(closed_by_fork(fork, at, dispute))
    events = list(sealed_step(head.codec, fork, (Drafted("host", opened),), sources, after=StreamEnd()))
    game = games.begun(head.ruleset, fork, events[0].entry)
    for event in record.events[1:at]:
        events.append(head.codec.carried(event, game=fork, prev=events[-1].hash))
        game = games.evolved(head.ruleset, game, events[-1].entry)
    last = events[-1]
    return closing, (GameHead(head.ruleset, head.codec, game, last.hash, sources, last.entry.at), tuple(events))


def opened_by_the_end(head: GameHead) -> Written | None:
    """What a game that is played on elsewhere opens once that is over; nothing where it opens nothing."""
    drafts = unsealed(head.game)
    return head.write(drafts) if drafts else None


def _case_of(record: Record) -> Case:
    return Case(record.game, record.head, record.ruleset, record.entries())
