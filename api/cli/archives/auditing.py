"""What ``audit`` does with each record, in any process: how its promises stand."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from oathbook.api.cli.archives.work import Answered, Task, Work
from oathbook.api.cli.input_files import refusals_name
from oathbook.api.schemas.audits import PromiseAudited, audited_told
from oathbook.domain.kernel.seats import HOLDER
from oathbook.domain.promises.audit.audit import audit
from oathbook.domain.promises.audit.audited import Audited
from oathbook.replays.frames import Replay

AuditStatus = Literal["broken", "undetermined", "none-broken"]
"""Of all the promises of a record together."""


class AuditedRecord(Struct, frozen=True):
    """The promises of a record, and how they stand together."""

    status: AuditStatus
    game: str
    edition: str
    events: int
    head: str
    promises: tuple[PromiseAudited, ...]


class AuditWork(Work[AuditedRecord], frozen=True):
    """Audit the promises of each record by all that it opens."""

    def answered(self, task: Task) -> Answered[AuditedRecord]:
        """How they stand; refusals say that the record cannot be read."""
        number, name = task.number, task.place.name
        text, read = self.text_of(task.place, whole=True)
        key = self.key("audit", text)
        if key in task.known:
            return Answered(number, name, key)
        record = read()
        with refusals_name(name):
            found = audit(record.ruleset, Replay(record, HOLDER).entries)
        edition, told = record.opened.edition, tuple(audited_told(found))
        status = status_of(found.promises)
        answer = AuditedRecord(status, record.game, edition, len(record.events), record.head, told)
        return Answered(number, name, key, answer)


def status_of(promises: Sequence[Audited]) -> AuditStatus:
    """Whether one is broken, else whether something is left to a judge."""
    if any(each.status == "broken" for each in promises):
        return "broken"
    left = any(each.status == "undetermined" or each.referrals for each in promises)
    return "undetermined" if left else "none-broken"
