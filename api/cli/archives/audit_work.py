"""What ``audit`` does with each record, in any process: how its promises stand."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from oathbook.api.cli.archives.work import Task, Work, WorkResult
from oathbook.api.cli.input_files import label_refusals
from oathbook.api.schemas.audits import PromiseAudited, present_audit
from oathbook.domain.kernel import HOLDER, Roster
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.promise_audit import PromiseAudit
from oathbook.replays.frames import Replay

AuditStatus = Literal["broken", "undetermined", "none-broken"]  # of all the promises of a record together


class AuditedRecord(Struct, frozen=True):
    """The promises of a record, and how they stand together."""

    status: AuditStatus
    game: str
    edition: str
    events: int
    head: str
    promises: tuple[PromiseAudited, ...]
    roster: Roster


class AuditWork(Work[AuditedRecord], frozen=True):
    """Audit the promises of each record by all that it opens."""

    def answer(self, task: Task) -> WorkResult[AuditedRecord]:
        """How they stand; refusals say that the record cannot be read."""
        number, name = task.number, task.place.name
        text, read = self.text_of(task.place, whole=True)
        key = self.key("audit", text)
        if key in task.known:
            return WorkResult(number, name, key)
        record = read()
        with label_refusals(name):
            found = audit(record.ruleset, Replay(record, HOLDER).entries)
        edition, roster = record.opened.edition, record.opened.roster
        promises = tuple(present_audit(found, roster))
        status = audit_status(found.promises)
        answer = AuditedRecord(status, record.game, edition, len(record.events), record.head, promises, roster)
        return WorkResult(number, name, key, answer)


def audit_status(promises: Sequence[PromiseAudit]) -> AuditStatus:
    """Whether one is broken, else whether something is left to a judge."""
    if any(each.status == "broken" for each in promises):
        return "broken"
    left = any(each.status == "undetermined" or each.referrals for each in promises)
    return "undetermined" if left else "none-broken"
