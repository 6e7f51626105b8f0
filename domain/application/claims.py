"""A claim as it is written, and the record that it is held against, as its reader may have it."""

from typing import Any, cast

from oathbook.domain.disputes.case import Case
from oathbook.domain.disputes.claims import Claim, ClaimReaders, claim_from
from oathbook.domain.errors import BadRecord
from oathbook.domain.recording.format.cleartext import decision_from, value_from
from oathbook.domain.recording.format.record import Record
from oathbook.domain.recording.writing.table_outcomes import GivenConsequence
from oathbook.domain.rulesets.protocol import AnyRuleset, Consequence

UNSALTED = "0" * 32
"""The salt of what is hidden in a claim: it is never stored, and the same claim has to give the same finding."""


def case_of(record: Record) -> Case:
    """What a claim about this record is held against."""
    return Case(record.game, record.head, record.ruleset, record.entries())


def read_claim(value: object, case: Case) -> Claim:
    """A claim out of plain JSON values; ``BadRecord`` names the field that does not fit."""
    return claim_from(value, case, claim_readers(case.ruleset))


def claim_readers(ruleset: AnyRuleset) -> ClaimReaders:
    """How a claim about a game of these rules is read: its decision, and what should follow."""

    def decision(value: object, where: str) -> Any:
        return decision_from(ruleset.wire.decision, value, by=None, salts=lambda: UNSALTED, where=where)

    def outcome(value: object, where: str) -> tuple[Consequence[Any], ...]:
        if not isinstance(value, list):
            raise BadRecord(f'{where}: what should follow is a list: [{{"event":{{…}}}}, …]')
        kind: Any = tuple[GivenConsequence[ruleset.wire.event], ...]  # type: ignore[name-defined]  # the ruleset's own
        given: tuple[GivenConsequence[Any], ...] = value_from(kind, cast("object", value), where=where)
        return tuple(Consequence(each.event, each.cites, each.readings, each.working) for each in given)

    return ClaimReaders(decision, outcome)
