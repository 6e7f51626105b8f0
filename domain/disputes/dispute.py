"""A dispute as replaying its events gives it: what is claimed, what was shown, found and ruled, and where it stands."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.disputes.events import (
    Appealed,
    Arbiter,
    By,
    DisputeEntry,
    DisputeFiled,
    DisputeWithdrawn,
    EvidenceAdded,
    EvidenceUnsealed,
    FindingEntered,
    RulingEntered,
)
from oathbook.domain.errors import Misfit
from oathbook.domain.kernel.seats import Seat

DisputeState = Literal["open", "ruled", "appealed", "settled", "withdrawn"]
"""``settled`` is ruled on appeal; a dispute that is ``ruled`` may still be appealed."""


class Entered(Struct, frozen=True):
    """A finding, by whom it was entered, and where it stands."""

    position: int
    by: By
    body: FindingEntered

    @property
    def answer(self) -> str:
        """What it answers: through an arbiter's eyes where an arbiter had it entered, else to everybody."""
        sealed = self.body.sealed
        if sealed is not None and isinstance(self.by, Arbiter) and sealed.is_open:
            return str(sealed.look()["answer"])
        return self.body.answer


class Ruled(Struct, frozen=True):
    """A ruling, who made it, and where it stands."""

    position: int
    at: str
    by: Arbiter
    body: RulingEntered


class Dispute(Struct, frozen=True):
    """A dispute: its claim, who filed it and when, and what has become of it.

    ``evidence`` and ``unsealings`` say of each that there is by whom it is, ``unsealed`` are the hidden fields that the
    arbiters may see.
    """

    id: str
    by: Seat
    filed_at: str
    filed: DisputeFiled
    position: int = 1
    state: DisputeState = "open"
    evidence: tuple[By, ...] = ()
    unsealings: tuple[By, ...] = ()
    unsealed: frozenset[str] = frozenset()
    findings: tuple[Entered, ...] = ()
    rulings: tuple[Ruled, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a ruling is still to come."""
        return self.state in {"open", "appealed"}

    @property
    def ruled_on(self) -> Entered | None:
        """The finding that a ruling is on: the last one to decide the claim, as arbiters are shown it, else the last.

        What an arbiter was answered is not undone by a later finding through eyes that see less.
        """
        decided = [each for each in self.findings if each.answer != "undetermined"]
        return next(reversed(decided or self.findings), None)

    @property
    def game(self) -> str:
        """The game it is about."""
        return self.filed.game


def begun(dispute: str, entry: DisputeEntry) -> Dispute:
    """A dispute after its first event; ``Misfit`` if that is no filing by a seat."""
    if entry.position != 1 or not isinstance(entry.body, DisputeFiled) or isinstance(entry.by, Arbiter):
        msg = f"dispute {dispute}: it begins with dispute.filed, by a seat"
        raise Misfit(msg)
    return Dispute(dispute, entry.by, entry.at, entry.body)


def evolved(dispute: Dispute, entry: DisputeEntry) -> Dispute:
    """A dispute after one more event, as its stream has it; ``Misfit`` where it cannot stand there.

    Whether that was allowed is for ``oathbook.domain.disputes.procedure``: here it is done.
    """
    if entry.position != dispute.position + 1:
        msg = f"dispute {dispute.id}, position {entry.position}: it is where {dispute.position + 1} should be"
        raise Misfit(msg)
    return replace(_after(dispute, entry), position=entry.position)


def folded(dispute: str, entries: Iterable[DisputeEntry]) -> Dispute:
    """The dispute after these events, from its first one on; ``Misfit`` where one does not fit."""
    first, *rest = entries
    found = begun(dispute, first)
    for entry in rest:
        found = evolved(found, entry)
    return found


def _after(dispute: Dispute, entry: DisputeEntry) -> Dispute:
    match entry.body:
        case DisputeFiled():
            msg = f"dispute {dispute.id}, position {entry.position}: it is filed already"
            raise Misfit(msg)
        case EvidenceAdded():
            return replace(dispute, evidence=(*dispute.evidence, entry.by))
        case EvidenceUnsealed(fields=fields):
            by = (*dispute.unsealings, entry.by)
            return replace(dispute, unsealings=by, unsealed=dispute.unsealed | {*fields})
        case FindingEntered() as body:
            return replace(dispute, findings=(*dispute.findings, Entered(entry.position, entry.by, body)))
        case RulingEntered():
            return _ruled(dispute, entry, entry.body)
        case Appealed():
            return replace(dispute, state="appealed")
        case DisputeWithdrawn():
            return replace(dispute, state="withdrawn")


def _ruled(dispute: Dispute, entry: DisputeEntry, body: RulingEntered) -> Dispute:
    if not isinstance(entry.by, Arbiter):
        msg = f"dispute {dispute.id}, position {entry.position}: arbiters rule, and not {entry.by}"
        raise Misfit(msg)
    ruled = Ruled(entry.position, entry.at, entry.by, body)
    after: DisputeState = "settled" if dispute.state == "appealed" else "ruled"
    return replace(dispute, state=after, rulings=(*dispute.rulings, ruled))
