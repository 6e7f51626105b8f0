"""A finding as it is stored in a dispute and sent: its fields, with decisions, outcomes and sentences as plain JSON."""

from typing import Any, cast

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from oathbook.domain.application.claims import case_of, claim_in
from oathbook.domain.disputes.claims import DecisionIllegal, DecisionRefused
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.events import ARBITER, FindingEntered, Told
from oathbook.domain.disputes.examine import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.games.events import Consequences
from oathbook.domain.kernel.hidden import Hidden
from oathbook.domain.kernel.seats import PUBLIC, Viewer
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record, as_seen_by
from oathbook.domain.recording.format.unsealing import only_open
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence


def finding_entered(record: Record, dispute: Dispute, viewer: Viewer, *, secrets_are_out: bool) -> FindingEntered:
    """The finding about a dispute's claim: for everybody, and for the viewer where it is another through their eyes.

    Refuses as ``examine`` does.
    """
    to_all = _found(as_seen_by(record, PUBLIC), dispute)
    told = _told(record, to_all)
    sealed = None
    if not secrets_are_out and viewer != PUBLIC:
        own = _told(record, _found(_seen_in(dispute, record, viewer), dispute))
        sealed = Hidden((viewer,), known=(own,)) if own != told else None
    return FindingEntered(to_all.edition, to_all.head, to_all.events, viewer, to_all.answer, told, sealed)


def _seen_in(dispute: Dispute, record: Record, viewer: Viewer) -> Record:
    """The record as far as a viewer may see it; an arbiter sees what was unsealed in this dispute."""
    return only_open(record, dispute.unsealed) if viewer == ARBITER else as_seen_by(record, viewer)


def _found(record: Record, dispute: Dispute) -> Finding:
    case = case_of(record)
    return examine(case, claim_in(dispute.filed.claim, case))


def _told(record: Record, finding: Finding) -> Told:
    """A finding in plain JSON values, as ``oathbook dispute --json`` prints it."""
    told: Told = msgspec.json.decode(value_text(finding_reply(record.ruleset, finding)))
    return told


def finding_reply(ruleset: AnyRuleset, finding: Finding) -> dict[str, object]:
    """The finding as a program reads it."""
    return {
        **asdict(finding),
        "claim": _claim(finding),
        "recorded": _side(ruleset, finding, finding.recorded),
        "derived": _side(ruleset, finding, finding.derived),
    }


def _claim(finding: Finding) -> dict[str, object]:
    claim = finding.claim
    fields: dict[str, object] = {"claim": claim.__struct_config__.tag, **asdict(claim)}
    if isinstance(claim, DecisionRefused):
        fields["decision"] = Raw(decision_text(claim.decision))
    return fields


def _side(ruleset: AnyRuleset, finding: Finding, side: Any) -> object:
    """One of the two sides: an outcome with its sentences, a decision as its seat writes it, or what there is."""
    if (outcome := outcome_in(side)) is not None:
        return [_consequence(ruleset, each) for each in outcome]
    if side is not None and isinstance(finding.claim, DecisionIllegal) and side is finding.recorded:
        return Raw(decision_text(side))
    return side


def outcome_in(side: Any) -> Consequences | None:
    """A side of a finding as an outcome; nothing where it is a decision, or there is none."""
    return cast("Consequences", side) if isinstance(side, tuple) else None


def _consequence(ruleset: AnyRuleset, each: Consequence[Any]) -> dict[str, object]:
    sentences = [fact.sentence for fact in ruleset.facts(each.event)]
    return {**asdict(each), "event": Raw(value_text(each.event)), "sentences": sentences}
