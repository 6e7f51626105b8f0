"""A dispute as replaying its events gives it: what is claimed, what was shown, found and ruled, and where it stands."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from oathbook.domain.disputes import dispute_events
from oathbook.domain.errors import Misfit

DisputeState = Literal["open", "ruled", "appealed", "settled", "withdrawn"]
"""``settled`` is ruled on appeal; a dispute that is ``ruled`` may still be appealed."""


class EnteredFinding(Struct, frozen=True):
    """A finding, by whom it was entered, and where it stands."""

    position: int
    by: dispute_events.Actor
    body: dispute_events.FindingEntered

    @property
    def answer(self) -> str:
        """What it answers: through an arbiter's eyes where an arbiter had it entered, else to everybody."""
        sealed = self.body.sealed
        if sealed is not None and isinstance(self.by, dispute_events.Arbiter) and sealed.is_open:
            return str(sealed.look()["answer"])
        return self.body.answer


class EnteredRuling(Struct, frozen=True):
    """A ruling, who made it, and where it stands."""

    position: int
    at: str
    by: dispute_events.Arbiter
    body: dispute_events.RulingEntered


class Dispute(Struct, frozen=True):
    """A dispute: its claim, who filed it and when, and what has become of it.

    ``evidence`` and ``unsealings`` say of each that there is by whom it is, ``unsealed`` are the hidden fields that the
    arbiters may see.
    """

    id: str
    by: dispute_events.Actor
    filed_at: str
    filed: dispute_events.DisputeFiled
    position: int = 1
    state: DisputeState = "open"
    evidence: tuple[dispute_events.Actor, ...] = ()
    unsealings: tuple[dispute_events.Actor, ...] = ()
    unsealed: frozenset[str] = frozenset()
    findings: tuple[EnteredFinding, ...] = ()
    rulings: tuple[EnteredRuling, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a ruling is still to come."""
        return self.state in {"open", "appealed"}

    @property
    def finding_to_rule_on(self) -> EnteredFinding | None:
        """The finding that a ruling is on: the last one to decide the claim, as arbiters are shown it, else the last.

        What an arbiter was answered is not undone by a later finding through eyes that see less.
        """
        decided = [each for each in self.findings if each.answer != "undetermined"]
        return next(reversed(decided or self.findings), None)

    @property
    def game(self) -> str:
        """The game it is about."""
        return self.filed.game


def begin(dispute: str, entry: dispute_events.DisputeEntry) -> Dispute:
    """A dispute after its first event; ``Misfit`` if that is no filing."""
    if entry.position != 1 or not isinstance(entry.body, dispute_events.DisputeFiled):
        raise Misfit(f"dispute {dispute}: it begins with dispute.filed")
    return Dispute(dispute, entry.by, entry.at, entry.body)


def evolve(dispute: Dispute, entry: dispute_events.DisputeEntry) -> Dispute:
    """A dispute after one more event, as its stream has it; ``Misfit`` where it cannot stand there.

    Whether that was allowed is for ``oathbook.domain.disputes.procedure``: here it is done.
    """
    if entry.position != dispute.position + 1:
        raise Misfit(f"dispute {dispute.id}, position {entry.position}: it is where {dispute.position + 1} should be")
    return replace(_apply(dispute, entry), position=entry.position)


def fold_dispute(dispute: str, entries: Iterable[dispute_events.DisputeEntry]) -> Dispute:
    """The dispute after these events, from its first one on; ``Misfit`` where one does not fit."""
    first, *rest = entries
    found = begin(dispute, first)
    for entry in rest:
        found = evolve(found, entry)
    return found


def _apply(dispute: Dispute, entry: dispute_events.DisputeEntry) -> Dispute:
    match entry.body:
        case dispute_events.DisputeFiled():
            raise Misfit(f"dispute {dispute.id}, position {entry.position}: it is filed already")
        case dispute_events.EvidenceAdded():
            return replace(dispute, evidence=(*dispute.evidence, entry.by))
        case dispute_events.EvidenceUnsealed(fields=fields):
            by = (*dispute.unsealings, entry.by)
            return replace(dispute, unsealings=by, unsealed=dispute.unsealed | {*fields})
        case dispute_events.FindingEntered() as body:
            return replace(dispute, findings=(*dispute.findings, EnteredFinding(entry.position, entry.by, body)))
        case dispute_events.RulingEntered():
            return _apply_ruling(dispute, entry, entry.body)
        case dispute_events.Appealed():
            return replace(dispute, state="appealed")
        case dispute_events.DisputeWithdrawn():
            return replace(dispute, state="withdrawn")


def _apply_ruling(dispute: Dispute, entry: dispute_events.DisputeEntry, body: dispute_events.RulingEntered) -> Dispute:
    if not isinstance(entry.by, dispute_events.Arbiter):
        raise Misfit(f"dispute {dispute.id}, position {entry.position}: arbiters rule, and not {entry.by}")
    ruled = EnteredRuling(entry.position, entry.at, entry.by, body)
    after: DisputeState = "settled" if dispute.state == "appealed" else "ruled"
    return replace(dispute, state=after, rulings=(*dispute.rulings, ruled))
