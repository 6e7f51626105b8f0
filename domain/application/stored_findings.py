"""A finding as it is stored in a dispute and sent: its fields, with decisions, outcomes and sentences as plain JSON."""

from typing import Any, cast

import msgspec
from msgspec import Raw
from msgspec.structs import asdict

from oathbook.domain.application.claims import case_of, read_claim
from oathbook.domain.disputes.claims import DecisionIllegal, DecisionRefused
from oathbook.domain.disputes.dispute import Dispute
from oathbook.domain.disputes.dispute_events import ARBITER, FindingEntered, JsonObject
from oathbook.domain.disputes.examiner import examine
from oathbook.domain.disputes.findings import Finding
from oathbook.domain.games.game_events import Consequences
from oathbook.domain.kernel import PUBLIC, Hidden, Viewer
from oathbook.domain.recording.format.cleartext import decision_text, value_text
from oathbook.domain.recording.format.record import Record, record_for
from oathbook.domain.recording.format.unsealing import with_fields_open
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence


def finding_event(record: Record, dispute: Dispute, viewer: Viewer, *, secrets_are_out: bool) -> FindingEntered:
    """The finding about a dispute's claim: for everybody, and for the viewer where it is another through their eyes.

    Refuses as ``examine`` does.
    """
    to_all = _examine_record(record_for(record, PUBLIC), dispute)
    told = _finding_as_json(record, to_all)
    sealed = None
    if not secrets_are_out and viewer != PUBLIC:
        own = _finding_as_json(record, _examine_record(_visible_record(dispute, record, viewer), dispute))
        sealed = Hidden((viewer,), known=(own,)) if own != told else None
    return FindingEntered(to_all.edition, to_all.head, to_all.events, viewer, to_all.answer, told, sealed)


def _visible_record(dispute: Dispute, record: Record, viewer: Viewer) -> Record:
    """The record as far as a viewer may see it; an arbiter sees what was unsealed in this dispute."""
    return with_fields_open(record, dispute.unsealed) if viewer == ARBITER else record_for(record, viewer)


def _examine_record(record: Record, dispute: Dispute) -> Finding:
    case = case_of(record)
    return examine(case, read_claim(dispute.filed.claim, case))


def _finding_as_json(record: Record, finding: Finding) -> JsonObject:
    """A finding in plain JSON values, as ``oathbook dispute --json`` prints it."""
    told: JsonObject = msgspec.json.decode(value_text(finding_fields(record.ruleset, finding)))
    return told


def finding_fields(ruleset: AnyRuleset, finding: Finding) -> dict[str, object]:
    """The finding as a program reads it; ``named`` is there where the claim names a clause."""
    fields = asdict(finding)
    if finding.named is None:
        del fields["named"]
    return {
        **fields,
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
    if (outcome := as_outcome(side)) is not None:
        return [_consequence(ruleset, each) for each in outcome]
    if side is not None and isinstance(finding.claim, DecisionIllegal) and side is finding.recorded:
        return Raw(decision_text(side))
    return side


def as_outcome(side: Any) -> Consequences | None:
    """A side of a finding as an outcome; nothing where it is a decision, or there is none."""
    return cast("Consequences", side) if isinstance(side, tuple) else None


def _consequence(ruleset: AnyRuleset, each: Consequence[Any]) -> dict[str, object]:
    sentences = [fact.sentence for fact in ruleset.facts(each.event)]
    return {**asdict(each), "event": Raw(value_text(each.event)), "sentences": sentences}
