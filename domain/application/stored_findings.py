"""A finding as it is stored and sent: its fields, with decisions, outcomes and sentences in plain JSON values."""

from typing import Any, cast

from msgspec import Raw
from msgspec.structs import asdict

from domain.disputes.claims import DecisionIllegal, DecisionRefused
from domain.disputes.findings import Finding
from domain.games.discrepancies import Outcome
from domain.recording.format.cleartext import decision_text, value_text
from domain.rulesets.protocol import AnyRuleset, Consequence


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


def outcome_in(side: Any) -> Outcome | None:
    """A side of a finding as an outcome; nothing where it is a decision, or there is none."""
    return cast("Outcome", side) if isinstance(side, tuple) else None


def _consequence(ruleset: AnyRuleset, each: Consequence[Any]) -> dict[str, object]:
    sentences = [fact.sentence for fact in ruleset.facts(each.event)]
    return {**asdict(each), "event": Raw(value_text(each.event)), "sentences": sentences}
