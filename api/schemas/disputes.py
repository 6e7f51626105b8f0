"""The shapes of disputes: what was claimed, shown, unsealed, found and ruled; and how they are made."""

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from msgspec import Raw, Struct
from msgspec.structs import asdict

from oathbook.domain.application.dispute_stream import DisputeStream
from oathbook.domain.disputes import dispute_events
from oathbook.domain.disputes.dispute import DisputeState
from oathbook.domain.disputes.findings import FindingAnswer
from oathbook.domain.kernel import PUBLIC, Seat, Viewer
from oathbook.domain.recording.format.codec import EncodedEvent
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.format.unsealing import hidden_fields, openings_by_digest
from oathbook.replays.frames import Changed


class DisputeParty(Struct, frozen=True, omit_defaults=True):
    """A seat of the game, or an arbiter by name."""

    seat: Seat | None = None
    arbiter: str | None = None


class SaidInDispute(Struct, frozen=True):
    """Something in a dispute: where it stands in the dispute, when, and by whom."""

    position: int
    at: str
    by: DisputeParty


T = TypeVar("T", bound=SaidInDispute)


class EvidenceTold(SaidInDispute, frozen=True, kw_only=True):
    """Evidence added to the record, about these positions of the game."""

    says: str
    about: tuple[int, ...]


class FieldTold(Struct, frozen=True, omit_defaults=True):
    """A hidden field of an event; ``value`` and ``salt`` are there for those who may see them, and fit the digest."""

    digest: str
    to: tuple[Seat, ...]
    salt: str | None = None
    value: Any = None


class UnsealedTold(SaidInDispute, frozen=True, kw_only=True):
    """The fields opened to the arbiters, of the game's event at position ``of``, and why."""

    of: int
    fields: tuple[FieldTold, ...]
    seats: tuple[Seat, ...]
    reason: str


class FindingTold(SaidInDispute, frozen=True, kw_only=True):
    """What the record answers after this many events: ``finding`` is for everyone.

    ``sealed`` is the answer in the view of ``through``, which may see more; only that viewer sees it.
    """

    edition: str
    head: str
    events: int
    through: Viewer
    answer: FindingAnswer
    finding: dispute_events.JsonObject
    is_sealed: bool
    sealed: dispute_events.JsonObject | None


class DisputeRuling(SaidInDispute, frozen=True, kw_only=True):
    """A ruling on the finding at that position of the dispute; ``against`` says why it contradicts the finding.

    ``also`` are the remedies beside the first.
    """

    finding: int
    answer: dispute_events.RulingAnswer
    reasons: str
    against: str
    remedy: dispute_events.Remedy
    also: tuple[dispute_events.Remedy, ...] = ()


class AppealTold(SaidInDispute, frozen=True, kw_only=True):
    """An appeal, and what is wrong with the ruling."""

    grounds: str


class DisputeTold(Struct, frozen=True, rename={"viewer": "as"}):
    """A dispute as it stands; ``events`` is how long the game was when it was filed, and ``head`` its hash then.

    ``you`` is the caller's role in the dispute, or null for the public. ``fault`` says what is wrong where a step is
    stored and the record of the game is damaged; then unsealed fields have no ``to`` and no value.
    """

    dispute: str
    viewer: Viewer
    you: DisputeParty | None
    game: str
    edition: str
    state: DisputeState
    position: int
    filed_at: str
    by: DisputeParty
    events: int
    head: str
    claim: dispute_events.JsonObject
    says: str
    evidence: tuple[EvidenceTold, ...]
    unsealed: tuple[UnsealedTold, ...]
    findings: tuple[FindingTold, ...]
    rulings: tuple[DisputeRuling, ...]
    appeal: AppealTold | None
    withdrawn_at: str | None
    fault: str = ""


class EditPreview(Struct, frozen=True):
    """What an edit would change, as everyone sees it: events in sentences, and each place with both values."""

    sentences: tuple[str, ...]
    changed: tuple[Changed, ...]


class DisputeViewer(Struct, frozen=True):
    """Who looks at a dispute, as which viewer, and whether everything in the game is revealed."""

    viewer: Viewer
    by: dispute_events.Actor | None
    all_is_out: bool


def _role(eyes: DisputeViewer) -> DisputeParty | None:
    """Who the caller is in a dispute; an arbiter who plays in the game is as the public."""
    plays = isinstance(eyes.by, dispute_events.Arbiter) and eyes.viewer == PUBLIC
    return None if eyes.by is None or plays else present_party(eyes.by)


def present_dispute(hearing: DisputeStream, record: Record | None, eyes: DisputeViewer) -> DisputeTold:
    """Returns a dispute as a viewer may see it; without a record, unsealed fields have no values."""
    dispute, entries = hearing.dispute, hearing.entries
    filed = dispute.filed
    return DisputeTold(
        dispute=dispute.id,
        viewer=eyes.viewer,
        you=_role(eyes),
        game=dispute.game,
        edition=filed.edition,
        state=dispute.state,
        position=dispute.position,
        filed_at=dispute.filed_at,
        by=present_party(dispute.by),
        events=filed.position,
        head=filed.head,
        claim=filed.claim,
        says=filed.says,
        evidence=tuple(_present(entries, dispute_events.EvidenceAdded, EvidenceTold)),
        unsealed=tuple(_unsealed(*each, record, eyes) for each in _bodies(entries, dispute_events.EvidenceUnsealed)),
        findings=tuple(_finding(*each, eyes) for each in _bodies(entries, dispute_events.FindingEntered)),
        rulings=tuple(_present(entries, dispute_events.RulingEntered, DisputeRuling)),
        appeal=next(_present(entries, dispute_events.Appealed, AppealTold), None),
        withdrawn_at=next(
            (each.at for each in entries if isinstance(each.body, dispute_events.DisputeWithdrawn)), None
        ),
    )


def present_party(by: dispute_events.Actor) -> DisputeParty:
    """Returns a seat or an arbiter as a party."""
    return DisputeParty(arbiter=by.name) if isinstance(by, dispute_events.Arbiter) else DisputeParty(seat=by)


def _bodies(
    entries: Iterable[dispute_events.DisputeEntry], kind: type[dispute_events.E]
) -> Iterator[tuple[dict[str, Any], dispute_events.E]]:
    """Yields the common fields and the body of each event of a kind."""
    for each in entries:
        if isinstance(each.body, kind):
            yield {"position": each.position, "at": each.at, "by": present_party(each.by)}, each.body


def _present(
    entries: Iterable[dispute_events.DisputeEntry], kind: type[dispute_events.DisputeEventBase], shape: type[T]
) -> Iterator[T]:
    """Returns the events of a kind in a shape that has the fields of their bodies."""
    return (shape(**common, **asdict(body)) for common, body in _bodies(entries, kind))


def _unsealed(
    common: dict[str, Any], body: dispute_events.EvidenceUnsealed, record: Record | None, eyes: DisputeViewer
) -> UnsealedTold:
    fields = tuple(_fields(None if record is None else record.events[body.at - 1], body, eyes))
    return UnsealedTold(**common, of=body.at, fields=fields, seats=body.seats, reason=body.reason)


def _fields(
    event: EncodedEvent | None, unsealed: dispute_events.EvidenceUnsealed, eyes: DisputeViewer
) -> Iterator[FieldTold]:
    if event is None:
        yield from (FieldTold(digest, ()) for digest in unsealed.fields)
        return
    to, openings = hidden_fields(event), openings_by_digest(event)
    for digest in unsealed.fields:
        if digest in openings and (
            eyes.all_is_out or eyes.viewer == dispute_events.ARBITER or eyes.viewer in to[digest]
        ):
            opening = openings[digest]
            yield FieldTold(digest, to[digest], opening.salt, Raw(opening.value))
        else:
            yield FieldTold(digest, to[digest])


def _finding(common: dict[str, Any], body: dispute_events.FindingEntered, eyes: DisputeViewer) -> FindingTold:
    sealed = body.sealed
    shown = sealed is not None and (eyes.all_is_out or eyes.viewer in sealed.to)
    return FindingTold(
        **common,
        edition=body.edition,
        head=body.head,
        events=body.events,
        through=body.viewer,
        answer=body.answer,
        finding=body.finding,
        is_sealed=sealed is not None,
        sealed=sealed.look() if sealed is not None and shown else None,
    )
