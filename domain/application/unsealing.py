"""Which hidden fields of a game's event can be opened to an arbiter, and whose secrets they are."""

from collections.abc import Sequence
from typing import NoReturn

from oathbook.domain.disputes.dispute_events import EvidenceUnsealed, event_from
from oathbook.domain.errors import DisputeRefused, NotFound
from oathbook.domain.kernel import Seat
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.unsealing import hidden_fields, openings_by_digest


def unsealing_event(record: Record, at: int, fields: Sequence[str], reason: str) -> EvidenceUnsealed:
    """The event of opening these fields of the event at a position.

    ``NotFound`` where there is no such position or field; ``DisputeRefused`` for what nobody may see, such as the seed
    or a pile that lies face down, and for what this record has no opening of.
    """
    if at > len(record.events):
        raise NotFound(f"at: position {at}: the positions of this game are 1 to {len(record.events)}")
    event = record.events[at - 1]
    to, openings = hidden_fields(event), openings_by_digest(event)
    seats: list[Seat] = []
    for digest in dict.fromkeys(fields):
        if digest not in to:
            raise NotFound(f"fields: no hidden field at position {at} has the digest {digest}")
        if not to[digest]:
            _refuse(f"{digest[:12]}… is hidden from every seat, and stays so while the game runs")
        if digest not in openings:
            _refuse(f"{digest[:12]}… has no opening in this record")
        seats.extend(to[digest])
    once = {"fields": list(dict.fromkeys(fields)), "seats": list(dict.fromkeys(seats))}
    return event_from(EvidenceUnsealed, at=at, reason=reason, **once)


def _refuse(says: str) -> NoReturn:
    field = "fields"
    raise DisputeRefused(field, says)
