"""Rulings carried out: the events that a correction or a fork adds, with their bytes."""

from oathbook.domain.chance.witnessed_chance import DrawReport
from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.remedies import (
    draft_correction,
    draft_fork_closing,
    draft_unsealing,
    fork_opening,
    redraw_chance,
)
from oathbook.domain.errors import RecordRedacted
from oathbook.domain.games import game as games
from oathbook.domain.games.game_events import BySeed, ByWitness, ChanceSource, DraftEvent
from oathbook.domain.kernel import Hidden
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.game_head import GameHead, StreamEnd, encode_step

WrittenStep = tuple[GameHead, tuple[EncodedEvent, ...]]
"""The events of a step, or of a whole fork, and the head of the game after them."""


def write_correction(
    head: GameHead, record: Record, at: int, dispute: str, redraws: tuple[DrawReport, ...] | None = None
) -> WrittenStep:
    """An outcome of a game corrected; ``at`` is an event of the step in which it is wrong.

    With ``redraws`` its draws are made again. ``head`` is that of ``record``. Refuses as
    ``disputes.remedies.draft_correction`` and ``redraw_chance`` do, and with ``TooLarge``.
    """
    case = _case_of(record)
    redraw = None if redraws is None else redraw_chance(case, at, redraws)
    return head.write(draft_correction(case, at, dispute, redraw))


def write_fork(head: GameHead, record: Record, at: int, dispute: str) -> tuple[WrittenStep, WrittenStep]:
    """A game closed, and the fork as which it is played on from the end of a step.

    ``head`` is that of ``record``. Refuses as ``disputes.remedies.fork_opening`` does, and with
    ``RecordRedacted`` where the record does not hold what would be carried over.
    """
    if record.redacted:
        raise RecordRedacted(record.game)
    forked_hash = record.events[at - 1].hash if 1 <= at <= len(record.events) else ""
    sources, fork = head.sources, head.sources.ids()
    is_seeded = isinstance(head.game.opened.chance, BySeed)
    chance: ChanceSource = BySeed(Hidden((), known=(sources.seeds(),))) if is_seeded else ByWitness()
    opened = fork_opening(_case_of(record), at, forked_hash, chance)
    closing = head.write(draft_fork_closing(fork, at, dispute))
    events = list(encode_step(head.codec, fork, (DraftEvent("host", opened),), sources, after=StreamEnd()))
    for event in record.events[1:at]:
        events.append(head.codec.rechain(event, game=fork, prev=events[-1].hash))
    game, last = games.fold(head.ruleset, fork, (event.entry for event in events)), events[-1]
    return closing, (GameHead(head.ruleset, head.codec, game, last.hash, sources, last.entry.at), tuple(events))


def write_unsealing(head: GameHead) -> WrittenStep | None:
    """What a game that is played on elsewhere opens once that is over; nothing where it opens nothing."""
    drafts = draft_unsealing(head.game)
    return head.write(drafts) if drafts else None


def _case_of(record: Record) -> Case:
    return Case(record.game, record.head, record.ruleset, record.entries())
